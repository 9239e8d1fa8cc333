import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { AiSdkPage } from './ai-sdk-page.ts'
import type { AiVersion, ModelStep, StoredMessage } from './ai-sdk-server.ts'

// Version 6 too in the longer run: every scene takes seconds.
export const versions: readonly AiVersion[] = process.env['TEST_ALL'] ? [7, 6] : [7]

const deletion = { id: 'del', name: 'delete_file', input: { path: 'notes.md' } }
const colour = { id: 'col', name: 'pick_color', input: { label: 'Which colour?' } }
const scripts: Record<string, readonly ModelStep[]> = {
  'delete and pick': [{ text: 'Two things.', calls: [deletion, colour] }, { text: 'Both are done.' }],
  delete: [{ calls: [deletion] }, { text: 'That was it.' }],
  pick: [{ calls: [colour] }, { text: 'A fine colour.' }],
  'long read': [
    { calls: [{ id: 'read', name: 'read_file', input: { path: `docs/${'x'.repeat(200)}.md` } }], holdAt: 0.6 },
    { text: 'It is read.' },
  ],
  'long pick': [
    { calls: [{ ...colour, input: { label: `Which colour, ${'x'.repeat(200)}?` } }], holdAt: 0.6 },
    { text: 'A fine colour.' },
  ],
  'never mind': [{ text: 'All right.' }],
}
/** What the model does with a person's words. */
export const script = (words: string): readonly ModelStep[] => scripts[words] ?? []

export const card = (page: Page, name: string) => page.locator(`section[data-tool-name="${name}"]`)
export const stateOf = (page: Page, name: string) => card(page, name).getAttribute('data-state')
export const whenState = (page: Page, name: string, state: string) =>
  expect.poll(() => stateOf(page, name), { timeout: 20_000 }).toBe(state)
/** Resolves when so many prompts can be answered. */
export const whenArmed = (page: Page, count = 1) =>
  expect.poll(() => page.locator('[data-slot="tc-prompt"][data-armed="true"]').count(), { timeout: 20_000 }).toBe(count)
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const say = async (page: Page, words: string) => {
  await page.getByLabel('Message').fill(words)
  await press(page, 'Send')
}
export const approve = async (page: Page) => {
  await whenArmed(page)
  await press(page, 'Approve')
}
export const denyWithReason = async (page: Page, reason: string) => {
  await whenArmed(page)
  await press(page, 'Add a reason')
  await page.getByLabel('Reason').fill(reason)
  await press(page, 'Deny with reason')
}
export const text = (value: unknown) => JSON.stringify(value)
/** Lets the page's own tool go on where it holds. */
export const finish = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('finish')))
/** The model read what `toModelOutput` of the page's own tool says, an image as an image, and nothing else of its output. */
export function expectPicked(prompt: unknown, version: AiVersion): void {
  const image = version === 7 ? '"type":"file","data":{"type":"data","data":' : '"type":"image-data","data":'
  expect(text(prompt)).toContain('They picked teal.')
  expect(text(prompt)).toContain(`${image}"iVBORw0KGgo`)
  expect(text(prompt)).not.toContain('"color"')
  expect(text(prompt)).not.toContain('react-tool-calls')
}
/** The part of a tool in the last message. */
export const partOf = (messages: readonly StoredMessage[], name: string) =>
  messages.at(-1)!.parts.find(({ type }) => type === `tool-${name}`)!

let chats = 0
/** A page on a chat of its own, and what its server saw since. */
export async function openChat(app: AiSdkPage, query = '') {
  const id = `chat-${(chats += 1)}`
  const page = await app.open(`chat=${id}&${query}`)
  const prompts = app.server.prompts.length
  const posts = app.server.requests.length
  return {
    id,
    page,
    reload: async (more = '') => {
      await page.close()
      return app.open(`chat=${id}&${more}`)
    },
    /** How often the page's own tool ran in this chat, on any of its pages. */
    runs: (on: Page) => on.evaluate(chat => Number(localStorage.getItem(`runs of ${chat}`)), id),
    prompts: () => app.server.prompts.slice(prompts),
    posts: () => app.server.requests.slice(posts),
  }
}
