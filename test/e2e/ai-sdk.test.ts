import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAiSdkPage, type AiSdkPage } from '../support/ai-sdk-page.ts'
import {
  approve,
  card,
  denyWithReason,
  openChat,
  partOf,
  press,
  say,
  script,
  stateOf,
  text,
  versions,
  whenArmed,
  whenState,
} from '../support/ai-sdk-scenes.ts'

describe.each(versions)('a chat on the AI SDK %i', version => {
  let app: AiSdkPage
  beforeAll(async () => {
    app = await startAiSdkPage({
      version,
      script,
      approvalSecret: 'only the server knows',
    })
  })
  afterAll(() => app.close())

  const open = (query?: string) => openChat(app, query)

  it.each(['plain', 'strict'])('answers an approval and a call of the app in one request (%s)', async query => {
    const { page, prompts, posts } = await open(query)
    await say(page, 'delete and pick')
    await approve(page)
    await whenState(page, 'delete_file', 'approval-responded')
    await page.waitForTimeout(300)
    expect(posts()).toHaveLength(1)
    await press(page, 'Teal')
    await page.getByText('Both are done.').waitFor()
    await whenState(page, 'delete_file', 'output-available')
    await whenState(page, 'pick_color', 'output-available')
    expect(posts()).toHaveLength(2)
    expect(posts()[1]).toMatchObject({ turn: 'delete and pick', headers: { 'x-turn': 'yes' } })
    expect(prompts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('"color":"teal"')
    expect(text(prompts()[1])).toContain('"done":"delete_file"')
    await page.close()
  })

  it('signs its approvals, and they come back as they were', async () => {
    const { page, posts } = await open()
    await say(page, 'delete')
    await approve(page)
    await page.getByText('That was it.').waitFor()
    expect(partOf(posts()[1]!.messages, 'delete_file')).toMatchObject({
      state: 'approval-responded',
      approval: { approved: true, signature: expect.any(String) },
    })
    expect(app.server.errors).toEqual([])
    await page.close()
  })

  it('never shows an approval that the server refused as done', async () => {
    const { id, page, reload, posts } = await open()
    await say(page, 'delete')
    await whenState(page, 'delete_file', 'approval-requested')
    partOf(app.server.stored(id)!, 'delete_file')['input'] = { path: 'everything' }
    const ran = app.server.ran.length
    const again = await reload()
    await approve(again)
    await whenState(again, 'delete_file', 'interrupted')
    expect(app.server.ran).toHaveLength(ran)
    expect(posts()).toHaveLength(2)
    expect(app.server.errors.splice(0).join()).toMatch(/signature/i)
    await again.close()
  })

  it('brings a denial with its reason to the model', async () => {
    const { page, prompts, posts } = await open()
    const ran = app.server.ran.length
    await say(page, 'delete')
    await whenArmed(page)
    // only version 7 says why it asks
    expect(await page.getByText('It cannot be undone.').count()).toBe(version === 7 ? 1 : 0)
    await denyWithReason(page, 'still needed')
    await page.getByText('That was it.').waitFor()
    await whenState(page, 'delete_file', 'output-denied')
    expect(text(prompts()[1])).toContain('still needed')
    expect(posts()).toHaveLength(2)
    expect(app.server.ran).toHaveLength(ran)
    await page.close()
  })

  it('goes on after a reload with an approval open', async () => {
    const { page, reload, prompts, posts } = await open()
    await say(page, 'delete')
    await whenState(page, 'delete_file', 'approval-requested')
    const again = await reload('strict')
    await whenState(again, 'delete_file', 'approval-requested')
    await approve(again)
    await again.getByText('That was it.').waitFor()
    await whenState(again, 'delete_file', 'output-available')
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('"done":"delete_file"')
    await again.close()
  })

  it('goes on after a reload with a call of the app open', async () => {
    const { page, reload, prompts, posts } = await open()
    await say(page, 'delete and pick')
    await approve(page)
    await page.getByRole('button', { name: 'Teal' }).waitFor()
    const again = await reload('strict')
    await approve(again)
    await press(again, 'Teal')
    await again.getByText('Both are done.').waitFor()
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('"color":"teal"')
    await again.close()
  })

  it.each(['plain', 'strict'])('takes up a stream after a reload in its middle (%s)', async query => {
    const { page, reload, posts } = await open()
    await say(page, 'long read')
    await whenState(page, 'read_file', 'input-streaming')
    const again = await reload(`resume&${query}`)
    await whenState(again, 'read_file', 'input-streaming')
    app.server.release()
    await again.getByText('It is read.').waitFor()
    await whenState(again, 'read_file', 'output-available')
    expect(await card(again, 'read_file').count()).toBe(1)
    expect(posts()).toHaveLength(1)
    await again.close()
  })

  it('gives the prompt back when the answer was refused, and sends it once more', async () => {
    const { page, prompts, posts } = await open()
    await say(page, 'delete and pick')
    await denyWithReason(page, 'not today')
    app.server.answerWith(new Response('the database is away', { status: 500 }))
    await press(page, 'Teal')
    await page.getByText('the database is away').first().waitFor()
    await whenState(page, 'delete_file', 'approval-requested')
    expect(await page.getByLabel('Reason').inputValue()).toBe('not today')
    expect(await page.getByLabel('Chat error').count()).toBe(0)
    await whenArmed(page)
    await press(page, 'Deny with reason')
    await page.getByText('Both are done.').waitFor()
    expect(posts()).toHaveLength(3)
    expect(text(prompts()[1])).toContain('not today')
    expect(text(prompts()[1])).toContain('"color":"teal"')
    await page.close()
  })

  it('lets the person write instead of answering', async () => {
    const { page, reload, prompts, posts } = await open()
    await say(page, 'delete and pick')
    await whenArmed(page)
    await say(page, 'never mind')
    await page.getByText('All right.').waitFor()
    await whenState(page, 'delete_file', 'interrupted')
    await whenState(page, 'pick_color', 'interrupted')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('The person wrote a message instead of answering')
    const again = await reload()
    await whenState(again, 'delete_file', 'interrupted')
    await whenState(again, 'pick_color', 'interrupted')
    expect(app.server.errors).toEqual([])
    await again.close()
  })

  it('stops, and the next message is taken', async () => {
    const { page, prompts, posts } = await open()
    await say(page, 'long read')
    await whenState(page, 'read_file', 'input-streaming')
    await press(page, 'Stop')
    await whenState(page, 'read_file', 'interrupted')
    await say(page, 'never mind')
    await page.getByText('All right.').waitFor()
    expect(await stateOf(page, 'read_file')).toBe('interrupted')
    expect(posts()).toHaveLength(2)
    expect(prompts()).toHaveLength(2)
    app.server.release()
    await page.close()
  })

  it('regenerates: the old call goes, with its prompt, and the new one is answered', async () => {
    const { page, posts } = await open()
    await say(page, 'delete')
    await whenArmed(page)
    await press(page, 'Regenerate')
    await expect.poll(() => posts().length, { timeout: 20_000 }).toBe(2)
    await whenState(page, 'delete_file', 'approval-requested')
    expect(await card(page, 'delete_file').count()).toBe(1)
    await approve(page)
    await page.getByText('That was it.').waitFor()
    expect(posts()).toHaveLength(3)
    expect(posts()[2]!.messages).toHaveLength(2)
    await page.close()
  })
})
