import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type DemoPage } from '../support/demo-page.ts'

let demo: DemoPage
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.close())

const ask = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true }).click()
const card = (page: Page, toolName: string): Locator => page.locator(`section[data-tool-name="${toolName}"]`)
const state = (locator: Locator) => locator.getAttribute('data-state')
const whenState = (page: Page, wanted: string) =>
  page.locator(`[data-slot="tc-tool-call"][data-state="${wanted}"]`).first().waitFor()
/** Buttons take no answer in the first moment: a click that was meant for something else must not decide. */
const whenArmed = (page: Page) => page.locator('[data-slot="tc-prompt"][data-armed="true"]').waitFor()
/** What the person reads of the file, without line numbers and caret. */
const shown = async (locator: Locator) =>
  (await locator.locator('[data-slot="tc-text-block"]').allTextContents()).join('')

describe('a tool call streams from a real server to the screen', () => {
  it('shows the arguments while they arrive, and what was shown stays', async () => {
    const page = await demo.open()
    demo.holdAt('Write a file', 40, 120, 200)
    await ask(page, 'Write a file')
    const writing = card(page, 'write_file')
    const levels: string[] = []
    for (const level of [40, 120, 200]) {
      await demo.reached(level)
      await expect.poll(() => shown(writing), { timeout: 5000 }).not.toBe(levels.at(-1) ?? '')
      await page.waitForTimeout(250)
      levels.push(await shown(writing))
      expect(await state(writing)).toBe('input-streaming')
      demo.release(level)
    }
    await whenState(page, 'output-available')
    const whole = await shown(writing)
    for (const [at, text] of levels.entries()) {
      const next = levels[at + 1] ?? whole
      expect(text.length).toBeGreaterThan(20)
      expect(next.length).toBeGreaterThan(text.length)
      expect(next.startsWith(text), `fill level ${at + 1} is a prefix of what follows`).toBe(true)
    }
    expect(whole).toContain('export function slugify(')
    await page.close()
  })

  it('runs an approved call and shows its output', async () => {
    const page = await demo.open()
    await ask(page, 'Ask before deleting')
    await whenState(page, 'approval-requested')
    await whenArmed(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await whenState(page, 'output-available')
    await expect.poll(() => card(page, 'delete_file').textContent()).toContain('Approved by you')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await page.close()
  })

  it('brings a denial with its reason to the model', async () => {
    const page = await demo.open()
    await ask(page, 'Ask before deleting')
    await whenArmed(page)
    await page.getByRole('button', { name: 'Add a reason' }).click()
    await page.getByLabel('Reason').fill('I still need these notes')
    await page.getByRole('button', { name: 'Deny with reason' }).click()
    await whenState(page, 'output-denied')
    expect(await card(page, 'delete_file').textContent()).toContain('I still need these notes')
    await page.getByText('I still need these notes', { exact: false }).first().waitFor()
    await expect.poll(() => JSON.stringify(demo.modelCalls.at(-1)?.prompt)).toContain('I still need these notes')
    await page.close()
  })

  it('gives the prompt back with the error and the typed reason when the answer could not be sent', async () => {
    const page = await demo.open()
    await ask(page, 'Ask before deleting')
    await whenArmed(page)
    await page.getByRole('button', { name: 'Add a reason' }).click()
    await page.getByLabel('Reason').fill('not today')
    const callsBefore = demo.modelCalls.length
    demo.answerWith(new Response('the database is away', { status: 500 }))
    await page.getByRole('button', { name: 'Deny with reason' }).click()
    await page.getByText('the database is away', { exact: false }).waitFor()
    expect(await state(card(page, 'delete_file'))).toBe('approval-requested')
    expect(await page.getByLabel('Reason').inputValue()).toBe('not today')
    expect(demo.modelCalls.length).toBe(callsBefore)
    await whenArmed(page)
    await page.getByRole('button', { name: 'Deny with reason' }).click()
    await whenState(page, 'output-denied')
    expect(JSON.stringify(demo.modelCalls.at(-1)?.prompt)).toContain('not today')
    await page.close()
  })

  it('sends two approvals together, when both are answered', async () => {
    const page = await demo.open()
    await ask(page, 'Two approvals')
    await expect.poll(() => page.locator('[data-state="approval-requested"]').count()).toBe(2)
    await expect.poll(() => page.locator('[data-slot="tc-prompt"][data-armed="true"]').count()).toBe(2)
    const before = demo.modelCalls.length
    await page.getByRole('button', { name: 'Approve' }).first().click()
    await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(1)
    expect(demo.modelCalls.length).toBe(before)
    await whenArmed(page)
    await page.getByRole('button', { name: 'Deny' }).click()
    await whenState(page, 'output-denied')
    await whenState(page, 'output-available')
    await expect.poll(() => demo.modelCalls.length).toBe(before + 1)
    await page.close()
  })

  it('stops: the call is interrupted and the server is told', async () => {
    const page = await demo.open()
    demo.holdAt('Stop me', 60)
    await ask(page, 'Stop me')
    await demo.reached(60)
    const signal = demo.modelCalls.at(-1)?.abortSignal
    expect(signal?.aborted).toBe(false)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await whenState(page, 'interrupted')
    await expect.poll(() => signal?.aborted, { timeout: 5000 }).toBe(true)
    expect(await page.locator('[data-slot="tc-tool-call"]').textContent()).toContain('Stopped')
    await page.close()
  })

  it.each([
    ['A tool that fails', 'output-error'],
    ['Invalid arguments', 'output-error'],
    ['Cut off by length', 'interrupted'],
    ['Connection lost', 'interrupted'],
  ])('%s: ends and does not spin', async (title, wanted) => {
    const page = await demo.open()
    await ask(page, title)
    await whenState(page, wanted)
    expect(await page.locator('[data-slot="tc-spinner"]').count()).toBe(0)
    await page.close()
  })

  it('can be done by keyboard alone', async () => {
    const page = await demo.open()
    await page.getByRole('button', { name: 'Ask before deleting' }).focus()
    await page.keyboard.press('Enter')
    await whenArmed(page)
    for (let presses = 0; presses < 40; presses += 1) {
      if (await page.evaluate(() => document.activeElement?.textContent === 'Approve')) break
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Enter')
    await whenState(page, 'output-available')
    expect(await page.evaluate(() => document.activeElement?.closest('[data-slot="tc-tool-call"]') !== null)).toBe(true)
    await page.close()
  })
})
