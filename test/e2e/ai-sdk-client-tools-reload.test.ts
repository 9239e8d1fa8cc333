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
  text,
  versions,
  whenArmed,
  whenState,
} from '../support/ai-sdk-scenes.ts'

describe.each(versions)('a reload of a chat on the AI SDK %i, with a call of a tool made with createTool', version => {
  let app: AiSdkPage
  beforeAll(async () => {
    app = await startAiSdkPage({ version, script, approvalSecret: 'only the server knows' })
    // the first page has the server transform every module
    await (await app.open('chat=first')).close()
  }, 120_000)
  afterAll(() => app.close())

  const open = (query = 'tools') => openChat(app, query)
  const mayHaveRun = 'it may have run already'

  it('that asks: the prompt is back, and one yes runs it once', async () => {
    const { page, reload, prompts, posts, runs } = await open('tools=asks')
    await say(page, 'pick')
    await whenState(page, 'pick_color', 'approval-requested')
    const again = await reload('tools=asks&strict')
    await approve(again)
    await again.getByText('A fine colour.').waitFor()
    await whenState(again, 'pick_color', 'output-available')
    expect(await runs(again)).toBe(1)
    expect(posts()).toHaveLength(2)
    expectPicked(prompts()[1], version)
    await again.close()
  })

  it('that asks: a no to the prompt that is back is what the model reads', async () => {
    const { page, reload, prompts, posts, runs } = await open('tools=asks')
    await say(page, 'pick')
    await whenState(page, 'pick_color', 'approval-requested')
    const again = await reload('tools=asks')
    await denyWithReason(again, 'the walls are done')
    await again.getByText('A fine colour.').waitFor()
    await whenState(again, 'pick_color', 'output-denied')
    expect(text(prompts()[1])).toContain('Reason: the walls are done')
    expect(await runs(again)).toBe(0)
    expect(posts()).toHaveLength(2)
    await again.close()
  })

  it.each(['plain', 'strict'])('that was running: nothing runs again by itself, nor is it undone (%s)', async query => {
    const { page, reload, prompts, posts, runs } = await open('tools=holds')
    await say(page, 'pick')
    await expect.poll(() => runs(page), { timeout: 20_000 }).toBe(1)
    const again = await reload(`tools=holds&${query}`)
    await whenArmed(again)
    await card(again, 'pick_color').getByText(mayHaveRun).waitFor()
    expect(await runs(again)).toBe(1)
    await press(again, 'Deny')
    await again.getByText('A fine colour.').waitFor()
    expect(await runs(again)).toBe(1)
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('so it was not run here. It may have run before the page was loaded.')
    await again.close()
  })

  it('that was running: it runs again where the person says so, and its one output is sent', async () => {
    const { page, reload, prompts, posts, runs } = await open('tools=holds')
    await say(page, 'pick')
    await expect.poll(() => runs(page), { timeout: 20_000 }).toBe(1)
    const again = await reload('tools=holds')
    await approve(again)
    await expect.poll(() => runs(again), { timeout: 20_000 }).toBe(2)
    await finish(again)
    await again.getByText('A fine colour.').waitFor()
    expect(posts()).toHaveLength(2)
    expectPicked(prompts()[1], version)
    await again.close()
  })

  it('that was running: a message instead ends it, and says that it may have run', async () => {
    const { page, reload, prompts, posts, runs } = await open('tools=holds')
    await say(page, 'pick')
    await expect.poll(() => runs(page), { timeout: 20_000 }).toBe(1)
    const again = await reload('tools=holds')
    await whenState(again, 'pick_color', 'approval-requested')
    await say(again, 'never mind')
    await again.getByText('All right.').waitFor()
    await whenState(again, 'pick_color', 'interrupted')
    expect(text(prompts()[1])).toContain('It may have run before the page was loaded.')
    expect(await runs(again)).toBe(1)
    expect(posts()).toHaveLength(2)
    await again.close()
  })

  it('that had run, beside an approval: both ask, and both answers go in one request', async () => {
    const { page, reload, prompts, posts, runs } = await open()
    await say(page, 'delete and pick')
    await whenState(page, 'pick_color', 'output-available')
    const again = await reload('tools')
    await whenArmed(again, 2)
    expect(await card(again, 'delete_file').getByText(mayHaveRun).count()).toBe(0)
    await card(again, 'pick_color').getByRole('button', { name: 'Deny' }).click()
    await whenState(again, 'pick_color', 'output-denied')
    await approve(again)
    await again.getByText('Both are done.').waitFor()
    expect(await runs(again)).toBe(1)
    expect(posts()).toHaveLength(2)
    expect(partOf(posts()[1]!.messages, 'delete_file')).toMatchObject({
      state: 'approval-responded',
      approval: { approved: true, signature: expect.any(String) },
    })
    expect(text(prompts()[1])).toContain('"done":"delete_file"')
    expect(text(prompts()[1])).toContain('It may have run before the page was loaded.')
    expect(app.server.errors).toEqual([])
    await again.close()
  })

  it.each(['plain', 'strict'])('that was streaming: it runs once, when it is whole (%s)', async query => {
    const { page, reload, prompts, posts, runs } = await open()
    await say(page, 'long pick')
    await whenState(page, 'pick_color', 'input-streaming')
    const again = await reload(`tools&resume&${query}`)
    await whenState(again, 'pick_color', 'input-streaming')
    expect(await runs(again)).toBe(0)
    app.server.release()
    await again.getByText('A fine colour.').waitFor()
    await whenState(again, 'pick_color', 'output-available')
    expect(await card(again, 'pick_color').count()).toBe(1)
    expect(await runs(again)).toBe(1)
    expect(posts()).toHaveLength(2)
    expectPicked(prompts()[1], version)
    await again.close()
  })
})
