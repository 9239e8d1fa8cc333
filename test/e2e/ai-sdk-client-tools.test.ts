import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAiSdkPage, type AiSdkPage } from '../support/ai-sdk-page.ts'
import {
  approve,
  card,
  denyWithReason,
  expectPicked,
  finish,
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

describe.each(versions)('a tool made with createTool, in a chat on the AI SDK %i', version => {
  let app: AiSdkPage
  beforeAll(async () => {
    app = await startAiSdkPage({ version, script, approvalSecret: 'only the server knows' })
    // the first page has the server transform every module
    await (await app.open('chat=first')).close()
  }, 120_000)
  afterAll(() => app.close())

  const open = (query = 'tools') => openChat(app, query)
  const expectModelOutput = (prompt: unknown) => expectPicked(prompt, version)

  it.each(['tools', 'tools&strict'])(
    'runs once, and the model reads what toModelOutput says, an image as an image (%s)',
    async query => {
      const { page, id, prompts, posts, runs } = await open(query)
      await say(page, 'pick')
      await page.getByText('A fine colour.').waitFor()
      await whenState(page, 'pick_color', 'output-available')
      expect(await runs(page)).toBe(1)
      expect(posts()).toHaveLength(2)
      expect(posts()[1]).toMatchObject({ turn: 'pick', headers: { 'x-turn': 'yes' } })
      expect(prompts()).toHaveLength(2)
      expectModelOutput(prompts()[1])
      // what is stored, and shown, is the raw output
      const part = partOf(app.server.stored(id)!, 'pick_color')
      expect(part).toMatchObject({ state: 'output-available', output: { color: 'teal' } })
      await page.close()
    },
  )

  it('B080: later turns and a reload run nothing again, and the model still reads the same', async () => {
    const { page, reload, prompts, runs } = await open()
    await say(page, 'pick')
    await page.getByText('A fine colour.').waitFor()
    const again = await reload('tools')
    await whenState(again, 'pick_color', 'output-available')
    await say(again, 'never mind')
    await again.getByText('All right.').waitFor()
    expect(await runs(again)).toBe(1)
    expect(prompts()).toHaveLength(3)
    expectModelOutput(prompts()[2])
    await card(again, 'pick_color').locator('summary').first().click()
    await card(again, 'pick_color').getByText('What the model read').waitFor()
    await again.close()
  })

  it.each(['tools', 'tools&strict'])(
    'waits with its output for the signed approval of the other call, and both go in one request (%s)',
    async query => {
      const { page, prompts, posts, runs } = await open(query)
      await say(page, 'delete and pick')
      await whenState(page, 'pick_color', 'output-available')
      expect(posts()).toHaveLength(1)
      await approve(page)
      await page.getByText('Both are done.').waitFor()
      await whenState(page, 'delete_file', 'output-available')
      expect(await runs(page)).toBe(1)
      expect(posts()).toHaveLength(2)
      expect(partOf(posts()[1]!.messages, 'delete_file')).toMatchObject({
        state: 'approval-responded',
        approval: { approved: true, signature: expect.any(String) },
      })
      expectModelOutput(prompts()[1])
      expect(text(prompts()[1])).toContain('"done":"delete_file"')
      expect(app.server.errors).toEqual([])
      await page.close()
    },
  )

  it('that throws is an answer that the model reads', async () => {
    const { page, prompts, posts, runs } = await open('tools=throws')
    await say(page, 'pick')
    await page.getByText('A fine colour.').waitFor()
    await whenState(page, 'pick_color', 'output-error')
    expect(await runs(page)).toBe(1)
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('The palette is locked.')
    await page.close()
  })

  it('asks by itself: it runs after the yes, once', async () => {
    const { page, prompts, posts, runs } = await open('tools=asks&strict')
    await say(page, 'pick')
    await whenArmed(page)
    expect(await runs(page)).toBe(0)
    await approve(page)
    await page.getByText('A fine colour.').waitFor()
    await whenState(page, 'pick_color', 'output-available')
    expect(await runs(page)).toBe(1)
    expect(posts()).toHaveLength(2)
    expectModelOutput(prompts()[1])
    await page.close()
  })

  it('brings a denial with its reason to the model, and never runs', async () => {
    const { page, reload, prompts, posts, runs } = await open('tools=asks')
    await say(page, 'pick')
    await denyWithReason(page, 'the walls are done')
    await page.getByText('A fine colour.').waitFor()
    await whenState(page, 'pick_color', 'output-denied')
    expect(text(prompts()[1])).toContain('so it was not run. Reason: the walls are done')
    expect(posts()).toHaveLength(2)
    const again = await reload('tools=asks')
    await whenState(again, 'pick_color', 'output-denied')
    expect(await runs(again)).toBe(0)
    await again.close()
  })

  it('tells the model of a denial beside its output', async () => {
    const { page, prompts, posts, runs } = await open()
    const ran = app.server.ran.length
    await say(page, 'delete and pick')
    await whenState(page, 'pick_color', 'output-available')
    await denyWithReason(page, 'still needed')
    await page.getByText('Both are done.').waitFor()
    await whenState(page, 'delete_file', 'output-denied')
    expect(text(prompts()[1])).toContain('still needed')
    expectModelOutput(prompts()[1])
    expect(posts()).toHaveLength(2)
    expect(await runs(page)).toBe(1)
    expect(app.server.ran).toHaveLength(ran)
    await page.close()
  })

  it('has run, and is shown so, where the server refused the approval beside it', async () => {
    const { page, id, posts, runs } = await open('tools=holds')
    const ran = app.server.ran.length
    await say(page, 'delete and pick')
    await whenState(page, 'delete_file', 'approval-requested')
    // somebody between the page and the server changes what was signed
    await page.route('**/api/chat', route =>
      route.continue({ postData: route.request().postData()!.replace('"path":"notes.md"', '"path":"everything"') }),
    )
    await expect.poll(() => runs(page), { timeout: 20_000 }).toBe(1)
    await finish(page)
    await approve(page)
    await whenState(page, 'delete_file', 'interrupted')
    expect(await stateOf(page, 'pick_color')).toBe('output-available')
    expect(partOf(app.server.stored(id)!, 'pick_color')).toMatchObject({ output: { color: 'teal' } })
    expect(await runs(page)).toBe(1)
    expect(app.server.ran).toHaveLength(ran)
    expect(posts()).toHaveLength(2)
    expect(app.server.errors.splice(0).join()).toMatch(/signature/i)
    await page.close()
  })

  it('sends its output once more when the server has refused it, and does not run again', async () => {
    const { page, prompts, posts, runs } = await open('tools=holds')
    await say(page, 'pick')
    await expect.poll(() => runs(page), { timeout: 20_000 }).toBe(1)
    app.server.answerWith(new Response('the database is away', { status: 500 }))
    await finish(page)
    await page.getByText('the database is away').first().waitFor()
    await whenState(page, 'pick_color', 'output-available')
    expect(await page.getByLabel('Chat error').count()).toBe(0)
    expect(prompts()).toHaveLength(1)
    await press(page, 'Try again')
    await page.getByText('A fine colour.').waitFor()
    expect(await runs(page)).toBe(1)
    expect(posts()).toHaveLength(3)
    expect(partOf(posts()[2]!.messages, 'pick_color')).toEqual(partOf(posts()[1]!.messages, 'pick_color'))
    expect(prompts()).toHaveLength(2)
    expectModelOutput(prompts()[1])
    expect(await page.getByText('the database is away').count()).toBe(0)
    await page.close()
  })

  it('gives the prompt beside it back when both were refused, and both are sent once more', async () => {
    const { page, prompts, posts, runs } = await open()
    await say(page, 'delete and pick')
    await whenState(page, 'pick_color', 'output-available')
    app.server.answerWith(new Response('the database is away', { status: 500 }))
    await denyWithReason(page, 'not today')
    await page.getByText('the database is away').first().waitFor()
    await whenState(page, 'delete_file', 'approval-requested')
    expect(await page.getByLabel('Reason').inputValue()).toBe('not today')
    await whenArmed(page)
    await press(page, 'Deny with reason')
    await page.getByText('Both are done.').waitFor()
    expect(await runs(page)).toBe(1)
    expect(posts()).toHaveLength(3)
    expect(text(prompts()[1])).toContain('not today')
    expectModelOutput(prompts()[1])
    await page.close()
  })

  it('is not run when the person writes instead of answering its prompt', async () => {
    const { page, reload, prompts, posts, runs } = await open('tools=asks')
    await say(page, 'pick')
    await whenArmed(page)
    await say(page, 'never mind')
    await page.getByText('All right.').waitFor()
    await whenState(page, 'pick_color', 'interrupted')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('The person wrote a message instead, so it was not run.')
    const again = await reload('tools=asks')
    await whenState(again, 'pick_color', 'interrupted')
    expect(await runs(again)).toBe(0)
    expect(app.server.errors).toEqual([])
    await again.close()
  })

  it('is not said to be undone when the person writes while it runs', async () => {
    const { page, reload, prompts, posts, runs } = await open('tools=holds')
    await say(page, 'pick')
    await expect.poll(() => runs(page), { timeout: 20_000 }).toBe(1)
    await say(page, 'never mind')
    await page.getByText('All right.').waitFor()
    await whenState(page, 'pick_color', 'interrupted')
    await finish(page)
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).not.toContain('not run')
    expect(text(prompts()[1])).toContain('a part of it may be done')
    const again = await reload('tools=holds')
    await whenState(again, 'pick_color', 'interrupted')
    expect(await runs(again)).toBe(1)
    await again.close()
  })

  it('is stopped with the chat, and the next message is taken', async () => {
    const { page, prompts, posts, runs } = await open('tools=holds')
    await say(page, 'pick')
    await expect.poll(() => runs(page), { timeout: 20_000 }).toBe(1)
    await page.locator('form').getByRole('button', { name: 'Stop' }).click()
    await whenState(page, 'pick_color', 'interrupted')
    await finish(page)
    await say(page, 'never mind')
    await page.getByText('All right.').waitFor()
    expect(await stateOf(page, 'pick_color')).toBe('interrupted')
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('The person stopped this call before it had a result.')
    expect(await runs(page)).toBe(1)
    await page.close()
  })

  it('does not run when the chat is stopped in the middle of its arguments', async () => {
    const { page, prompts, posts, runs } = await open()
    await say(page, 'long pick')
    await whenState(page, 'pick_color', 'input-streaming')
    await press(page, 'Stop')
    await whenState(page, 'pick_color', 'interrupted')
    await say(page, 'never mind')
    await page.getByText('All right.').waitFor()
    expect(await stateOf(page, 'pick_color')).toBe('interrupted')
    expect(await runs(page)).toBe(0)
    expect(posts()).toHaveLength(2)
    expect(prompts()).toHaveLength(2)
    app.server.release()
    await page.close()
  })

  it('regenerates: the old call goes, with its prompt, and the new one runs once', async () => {
    const { page, prompts, posts, runs } = await open('tools=asks')
    await say(page, 'pick')
    await whenArmed(page)
    await press(page, 'Regenerate')
    await expect.poll(() => posts().length, { timeout: 20_000 }).toBe(2)
    await whenState(page, 'pick_color', 'approval-requested')
    expect(await card(page, 'pick_color').count()).toBe(1)
    expect(await runs(page)).toBe(0)
    await approve(page)
    await page.getByText('A fine colour.').waitFor()
    expect(await runs(page)).toBe(1)
    expect(posts()).toHaveLength(3)
    expect(posts()[2]!.messages).toHaveLength(2)
    expectModelOutput(prompts()[2])
    await page.close()
  })
})
