import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type DemoPage } from '../support/demo-page.ts'

let demo: DemoPage
// one page for most tests: a dev server takes its time for each
let page: Page
beforeAll(async () => {
  demo = await startDemo()
  page = await openEvents()
})
beforeEach(async () => {
  // by its state, not by a press: the page may still be on its way to being open
  await page.locator('details.demo-source').evaluate((source: HTMLDetailsElement) => (source.open = true))
  await lines(page).fill('')
  await page.getByLabel('Speed').selectOption('1×')
  await page.getByLabel('Stop at questions').check()
})
afterAll(() => demo.close())

const recording = readFileSync(
  fileURLToPath(new URL('../fixtures/mastra/i-controller-streamed-args.jsonl', import.meta.url)),
  'utf8',
)
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

async function openEvents(options?: BrowserContextOptions): Promise<Page> {
  const page = await demo.open(options)
  await page.getByRole('link', { name: 'Events' }).click()
  return page
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const card = (page: Page, toolName: string): Locator =>
  page.getByRole('main').locator(`section[data-tool-name="${toolName}"]`)
const state = (locator: Locator) => locator.getAttribute('data-state')
const becomes = (locator: Locator, wanted: string) =>
  expect.poll(() => state(locator), { timeout: 10_000 }).toBe(wanted)
const scrubber = (page: Page) => page.getByRole('slider', { name: 'Event' })
const position = async (page: Page) => Number(await scrubber(page).inputValue())
const lines = (page: Page) => page.getByRole('textbox', { name: 'Events as JSONL' })
const whenArmed = (page: Page) => page.locator('[data-slot="tc-prompt"][data-armed="true"]').waitFor()

async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: axe })
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

describe('recorded events are played on the screen', () => {
  it('steps through an example while the card grows, and plays it to its end', async () => {
    await button(page, 'Write a file').click()
    expect(await position(page)).toBe(0)
    const seen: string[] = []
    for (let step = 0; step < 12; step += 1) {
      await button(page, 'Step').click()
      if (step > 3) seen.push(await card(page, 'write_file').innerText())
    }
    expect(await position(page)).toBe(12)
    expect(await state(card(page, 'write_file'))).toBe('input-streaming')
    expect(seen.at(-1)?.length).toBeGreaterThan(seen[0]!.length)
    await page.getByLabel('Speed').selectOption('50×')
    await button(page, 'Play').click()
    await becomes(card(page, 'write_file'), 'output-available')
    await button(page, 'Play').waitFor()
    expect(await position(page)).toBe(31)
  })

  it('pauses, scrubs in both directions and starts again', async () => {
    await button(page, 'Write a file').click()
    await page.getByLabel('Speed').selectOption('0.5×')
    await button(page, 'Play').click()
    await expect.poll(() => position(page)).toBeGreaterThan(2)
    await button(page, 'Pause').click()
    const paused = await position(page)
    await page.waitForTimeout(400)
    expect(await position(page)).toBe(paused)
    await scrubber(page).fill('31')
    await becomes(card(page, 'write_file'), 'output-available')
    await scrubber(page).fill('9')
    await becomes(card(page, 'write_file'), 'input-streaming')
    expect(await page.locator('.demo-events [data-slot="tc-tool-call"]').count()).toBe(1)
    await button(page, 'Restart').click()
    await page.getByText('Nothing is played yet').waitFor()
  })

  it('stops at a question, lists the answer and goes on', async () => {
    await button(page, 'Approval and question').click()
    await page.getByLabel('Speed').selectOption('All at once')
    await button(page, 'Play').click()
    await becomes(card(page, 'delete_file'), 'approval-requested')
    await whenArmed(page)
    expect(await card(page, 'ask_user').count()).toBe(0)
    await button(page, 'Deny').click()
    await becomes(card(page, 'delete_file'), 'output-denied')
    const answers = page.getByRole('region', { name: 'Answers' })
    expect(JSON.parse(await answers.locator('pre').innerText())).toEqual({
      toolCallId: 'call_delete',
      toolName: 'delete_file',
      response: { type: 'approval', approved: false },
    })
    await becomes(card(page, 'ask_user'), 'suspended')
  })

  it('does not stop when it is told not to', async () => {
    await button(page, 'Approval and question').click()
    await page.getByLabel('Stop at questions').uncheck()
    await page.getByLabel('Speed').selectOption('All at once')
    await button(page, 'Play').click()
    await becomes(card(page, 'ask_user'), 'suspended')
    expect(await state(card(page, 'delete_file'))).toBe('approval-requested')
    expect(await position(page)).toBe(16)
  })

  it('reads what an AgentController sent, pasted', async () => {
    await lines(page).fill(recording)
    await page.getByLabel('Speed').selectOption('All at once')
    await button(page, 'Play').click()
    await becomes(card(page, 'weather'), 'output-available')
  })

  it('reads what an AgentController sent, dropped as a file', async () => {
    const dropped = await page.evaluateHandle(text => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'session.jsonl'))
      return transfer
    }, recording)
    await page.dispatchEvent('.demo-events main', 'dragenter', { dataTransfer: dropped })
    await page.getByText('Drop a JSONL file').waitFor()
    await page.dispatchEvent('.demo-events main', 'drop', { dataTransfer: dropped })
    await page.getByText('session.jsonl').waitFor()
    expect(await page.getByText('Drop a JSONL file').count()).toBe(0)
    await page.getByLabel('Speed').selectOption('50×')
    await button(page, 'Play').click()
    await becomes(card(page, 'weather'), 'output-available')
  })

  it('opens a file, and names the lines that it cannot read', async () => {
    const call = '{"type":"tool_start","toolCallId":"a","toolName":"read_file","args":{}}'
    const buffer = Buffer.from(`${call}\n{"type":\n\n{"type":"nothing_we_know"}\n`)
    await page.getByLabel('Open a file').setInputFiles({ name: 'broken.jsonl', mimeType: 'application/jsonl', buffer })
    await page.getByText('Line 2 is not JSON.').waitFor()
    await page.getByText('Line 4: The event type "nothing_we_know" is not known.').waitFor()
    await page.getByText('1 event, 2 lines skipped').waitFor()
    await button(page, 'Step').click()
    await becomes(card(page, 'read_file'), 'input-available')
  })

  it('can be done by keyboard alone', async () => {
    await lines(page).focus()
    const press = async (name: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        if (await page.evaluate(wanted => document.activeElement?.textContent === wanted, name)) break
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')
    }
    await press('Write a file')
    await press('Step')
    await page.keyboard.press('Enter')
    expect(await position(page)).toBe(2)
    await scrubber(page).focus()
    await page.keyboard.press('End')
    await becomes(card(page, 'write_file'), 'output-available')
  })

  it('keeps the chat as it was', async () => {
    const own = await demo.open()
    await own.getByRole('textbox', { name: 'Message' }).fill('a draft')
    await own.getByRole('link', { name: 'Events' }).click()
    expect(await own.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(false)
    await button(own, 'Write a file').click()
    await own.getByRole('link', { name: 'Chat' }).click()
    expect(await own.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('a draft')
    await own.goBack()
    await own.getByText('31 events').waitFor()
    await own.close()
  })

  it.each<[string, BrowserContextOptions]>([
    ['wide and light', { viewport: { width: 1000, height: 800 }, colorScheme: 'light' }],
    ['narrow and dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ])('is accessible, %s', async (_, options) => {
    const own = await openEvents(options)
    await lines(own).fill('nonsense')
    await own.getByText('Line 1 is not JSON.').waitFor()
    await expectAccessible(own)
    await button(own, 'Approval and question').click()
    await own.getByLabel('Speed').selectOption('All at once')
    await button(own, 'Play').click()
    await whenArmed(own)
    await button(own, 'Deny').click()
    await own.getByRole('region', { name: 'Answers' }).waitFor()
    await expectAccessible(own)
    expect(await own.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await own.close()
  })
})
