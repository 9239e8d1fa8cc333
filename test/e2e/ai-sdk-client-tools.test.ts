import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAiSdkPage, type AiSdkPage } from '../support/ai-sdk-page.ts'
import type { AiVersion, ModelStep } from '../support/ai-sdk-server.ts'

const deletion = { id: 'del', name: 'delete_file', input: { path: 'notes.md' } }
const colour = { id: 'col', name: 'pick_color', input: { label: 'Which colour?' } }
const scripts: Record<string, readonly ModelStep[]> = {
  'delete and pick': [{ text: 'Two things.', calls: [deletion, colour] }, { text: 'Both are done.' }],
  pick: [{ calls: [colour] }, { text: 'A fine colour.' }],
  'and then': [{ text: 'That is all.' }],
}

const card = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(name) })
const whenState = (page: Page, name: string, state: string) =>
  expect.poll(() => card(page, name).getAttribute('data-state'), { timeout: 20_000 }).toBe(state)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const say = async (page: Page, words: string) => {
  await page.getByLabel('Message').fill(words)
  await press(page, 'Send')
}
const runs = (page: Page) => page.evaluate(() => sessionStorage.getItem('runs'))
const text = (value: unknown) => JSON.stringify(value)

// Version 6 too in the longer run: every scene takes seconds.
const versions: readonly AiVersion[] = process.env['TEST_ALL'] ? [7, 6] : [7]

describe.each(versions)('a tool made with createTool, in a chat on the AI SDK %i', version => {
  let app: AiSdkPage
  let chats = 0
  beforeAll(async () => {
    app = await startAiSdkPage({ version, script: words => scripts[words] ?? [], approvalSecret: undefined })
    // the first page has the server transform every module
    await (await app.open('chat=first')).close()
  }, 120_000)
  afterAll(() => app.close())

  const open = async (query: string) => {
    const id = `tools-${(chats += 1)}`
    const page = await app.open(`chat=${id}&${query}`)
    const prompts = app.server.prompts.length
    const posts = app.server.requests.length
    return {
      page,
      id,
      prompts: () => app.server.prompts.slice(prompts),
      posts: () => app.server.requests.slice(posts),
    }
  }
  const image =
    version === 7
      ? '"type":"file","data":{"type":"data","data":"iVBORw0KGgo'
      : '"type":"image-data","data":"iVBORw0KGgo'

  it.each(['tools', 'tools&strict'])(
    'runs once, and the model reads what toModelOutput says, an image as an image (%s)',
    async query => {
      const { page, id, prompts, posts } = await open(query)
      await say(page, 'pick')
      await page.getByText('A fine colour.').waitFor()
      await whenState(page, 'pick_color', 'output-available')
      expect(await runs(page)).toBe('1')
      expect(posts()).toHaveLength(2)
      expect(prompts()).toHaveLength(2)
      expect(text(prompts()[1])).toContain('They picked teal.')
      expect(text(prompts()[1])).toContain(image)
      expect(text(prompts()[1])).not.toContain('"color"')
      expect(text(prompts()[1])).not.toContain('react-tool-calls')
      // what is stored, and shown, is the raw output
      const part = app.server
        .stored(id)!
        .at(-1)!
        .parts.find(({ type }) => type === 'tool-pick_color')!
      expect(part).toMatchObject({ state: 'output-available', output: { color: 'teal' } })
      await page.close()
    },
  )

  it('B080: later turns and a reload run nothing again, and the model still reads the same', async () => {
    const { page, prompts } = await open('tools')
    await say(page, 'pick')
    await page.getByText('A fine colour.').waitFor()
    await page.reload()
    await whenState(page, 'pick_color', 'output-available')
    await say(page, 'and then')
    await page.getByText('That is all.').waitFor()
    expect(await runs(page)).toBe('1')
    expect(prompts()).toHaveLength(3)
    expect(text(prompts()[2])).toContain('They picked teal.')
    expect(text(prompts()[2])).toContain(image)
    await card(page, 'pick_color').locator('summary').first().click()
    await card(page, 'pick_color').getByText('What the model read').waitFor()
    await page.close()
  })

  it('waits with its output for the approval of the other call, and both go in one request', async () => {
    const { page, prompts, posts } = await open('tools')
    await say(page, 'delete and pick')
    await whenState(page, 'pick_color', 'output-available')
    expect(posts()).toHaveLength(1)
    await page.locator('[data-slot="tc-prompt"][data-armed="true"]').waitFor()
    await press(page, 'Approve')
    await page.getByText('Both are done.').waitFor()
    expect(await runs(page)).toBe('1')
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('They picked teal.')
    expect(text(prompts()[1])).toContain('"done":"delete_file"')
    await page.close()
  })

  it('that throws is an answer that the model reads', async () => {
    const { page, prompts, posts } = await open('tools=throws')
    await say(page, 'pick')
    await page.getByText('A fine colour.').waitFor()
    await whenState(page, 'pick_color', 'output-error')
    expect(posts()).toHaveLength(2)
    expect(text(prompts()[1])).toContain('The palette is locked.')
    await page.close()
  })
})
