import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMastraDemo, type MastraDemo } from '../support/mastra-demo-page.ts'

let demo: MastraDemo
// one page for most tests: a dev server takes its time for each
let page: Page
beforeAll(async () => {
  demo = await startMastraDemo()
  page = await demo.open()
}, 120_000)
beforeEach(() => page.getByRole('button', { name: 'Start over' }).click())
afterAll(() => demo.close())

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const suggestion = (page: Page, title: string): Locator =>
  page.locator('button:not([aria-disabled="true"]):visible').filter({ hasText: new RegExp(`^${title}$`) })
/** A scene can be chosen once the thread is connected and nothing else goes on. */
const ask = (page: Page, title: string) => suggestion(page, title).click()
const dock = (page: Page): Locator => page.getByRole('region', { name: /waiting for you/ })
/** Buttons take no answer in the first moment. */
const whenArmed = (page: Page) => dock(page).locator('[data-slot="tc-prompt"][data-armed="true"]').waitFor()
const press = async (page: Page, name: string) => {
  await whenArmed(page)
  await dock(page).getByRole('button', { name, exact: true }).click()
}
const cards = (page: Page): Locator => page.getByRole('main').locator('[data-slot="tc-tool-call"]')
const state = (locator: Locator) => locator.getAttribute('data-state')
const becomes = (locator: Locator, wanted: string) => expect.poll(() => state(locator), { timeout: 8000 }).toBe(wanted)
const says = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: false }).first().waitFor()
/** Waits until the model has been given these words. */
const modelReads = (words: string) =>
  expect.poll(() => JSON.stringify(demo.server.prompts), { timeout: 8000 }).toContain(words)

async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: axe })
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } }).axe.run(
      { include: '.demo' },
      { resultTypes: ['violations'] },
    ),
  )
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

describe('an AgentController asks, and its model reads the answer', () => {
  it('asks for a text', async () => {
    await ask(page, 'A question')
    await dock(page).getByLabel('Type your answer').fill('Lighthouse')
    await press(page, 'Send answer')
    await becomes(cards(page), 'output-available')
    await expect.poll(() => cards(page).textContent()).toContain('You answered: Lighthouse')
    await modelReads('User answered: Lighthouse')
    await says(page, 'I will use that.')
  })

  it('asks for one of two, and takes another answer, too', async () => {
    await ask(page, 'A choice')
    await dock(page)
      .getByRole('radio', { name: /Staging/ })
      .check()
    await press(page, 'Send answer')
    await becomes(cards(page), 'output-available')
    await modelReads('User answered: Staging')

    await ask(page, 'A choice')
    await dock(page).getByRole('textbox').fill('A preview of its own')
    await press(page, 'Send answer')
    await becomes(cards(page).nth(1), 'output-available')
    await modelReads('User answered: A preview of its own')
  })

  it('takes a choice while the question still arrives, and sends it once the agent waits for it', async () => {
    const release = demo.server.holdInputs()
    await ask(page, 'A choice')
    const card = cards(page)
    await card.getByRole('radio', { name: /Staging/ }).check()
    // the last option may still grow
    expect(await card.getByRole('radio', { name: /Production/ }).isDisabled()).toBe(true)
    expect(await card.getByRole('button', { name: 'Send answer' }).count()).toBe(0)
    expect(await dock(page).count()).toBe(0)
    release()
    await whenArmed(page)
    expect(
      await dock(page)
        .getByRole('radio', { name: /Staging/ })
        .isChecked(),
    ).toBe(true)
    await press(page, 'Send answer')
    await becomes(cards(page), 'output-available')
    await modelReads('User answered: Staging')
  })

  it('asks for several of four', async () => {
    await ask(page, 'Several choices')
    await dock(page).getByRole('checkbox', { name: /Types/ }).check()
    await dock(page)
      .getByRole('checkbox', { name: /Unit tests/ })
      .check()
    await press(page, 'Send 2 answers')
    await becomes(cards(page), 'output-available')
    await modelReads('User answered: Types, Unit tests')
  })

  it('takes a plan back with feedback, shows what changed in the next one, and has it approved', async () => {
    await ask(page, 'A plan')
    await dock(page).getByText('Move every colour into a variable.').waitFor()
    await press(page, 'Request changes')
    await dock(page).getByLabel('What should change').fill('Remember the choice.')
    await press(page, 'Send 1 comment')
    await modelReads('User feedback: Remember the choice.')
    await dock(page).getByText('a switch that remembers the choice', { exact: false }).first().waitFor()
    await dock(page).getByText('Changed', { exact: true }).first().waitFor()
    await press(page, 'Approve plan')
    await becomes(cards(page).last(), 'output-available')
    await expect.poll(() => cards(page).last().textContent()).toContain('Plan approved by you')
    await modelReads('Plan approved.')
    await says(page, 'Then I start.')
  })

  it('asks no more for a kind of tool that was allowed for good', async () => {
    await ask(page, 'Allow for good')
    await dock(page).getByText('drafts/one.md').first().waitFor()
    await dock(page).getByLabel('Applies to').selectOption('Every session, tools of this kind')
    await press(page, 'Approve')
    await becomes(cards(page).nth(3), 'output-available')
    expect(await cards(page).nth(2).textContent()).toContain('Always approved')
    expect(await cards(page).nth(3).textContent()).not.toContain('pproved')
    expect(await dock(page).count()).toBe(0)
    await modelReads('Deleted drafts/two.md')

    await page.getByText('Allowed without asking').click()
    await page.getByRole('button', { name: 'Revoke: edit' }).click()
    await page.getByRole('button', { name: 'Revoke: edit' }).waitFor({ state: 'hidden' })
    await ask(page, 'Allow for good')
    await dock(page).getByText('drafts/one.md').first().waitFor()
    await press(page, 'Approve')
    await press(page, 'Deny')
    await becomes(cards(page).last(), 'output-denied')
  })

  it('asks two questions of one step one after the other; the first one stands there as answered, and waits', async () => {
    await ask(page, 'Two questions in one step')
    await dock(page).getByText('What should the button say?').waitFor()
    await dock(page).getByLabel('Type your answer').fill('Set sail')
    await press(page, 'Send answer')
    await dock(page).getByText('Which colour should it have?').waitFor()
    expect(await state(cards(page))).toBe('resuming')
    expect(await cards(page).first().textContent()).toContain('You answered: Set sail')
    expect(await cards(page).first().getByRole('button').count()).toBe(0)
    await dock(page).getByLabel('Type your answer').fill('sea green')
    await press(page, 'Send answer')
    await becomes(cards(page).first(), 'output-available')
    await becomes(cards(page).nth(1), 'output-available')
    await modelReads('User answered: Set sail')
    await modelReads('User answered: sea green')
  })

  it('asks for an approval, then for a form about the same call', async () => {
    await ask(page, 'A form after an approval')
    await press(page, 'Approve')
    await dock(page).getByRole('combobox', { name: /room/i }).selectOption('Library')
    await dock(page).getByRole('textbox', { name: /seats/i }).fill('7')
    await press(page, 'Send')
    await becomes(cards(page), 'output-available')
    await modelReads('Library on Monday, 7 seats')
  })

  it('stops while a question is open', async () => {
    await ask(page, 'A question')
    await whenArmed(page)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await becomes(cards(page), 'interrupted')
    expect(await dock(page).count()).toBe(0)
    await suggestion(page, 'A choice').waitFor()
  })

  it('keeps a list of the tasks, and shows what a command prints and what a sub-agent does', async () => {
    await ask(page, 'A list of tasks')
    await page.getByRole('contentinfo').getByText('1 of 3 done').waitFor()
    await ask(page, 'A command')
    await press(page, 'Approve')
    await says(page, 'contrast: 3.9 of 4.5')
    await ask(page, 'A sub-agent')
    await cards(page).locator('[data-slot="tc-subagent"] [data-state="output-available"]').waitFor()
  })
})

describe('a prompt outlives what happens around it', () => {
  it('keeps two threads apart, each with its prompt', async () => {
    const thread = (number: number) => page.getByRole('button', { name: `Thread ${number}` })
    await ask(page, 'A question')
    await whenArmed(page)
    await thread(2).click()
    await ask(page, 'A choice')
    await dock(page)
      .getByRole('radio', { name: /Production/ })
      .waitFor()
    expect(await thread(1).textContent()).toContain('1 waiting')
    expect(await thread(2).textContent()).toContain('1 waiting')

    await thread(1).click()
    await dock(page).getByLabel('Type your answer').fill('Breakwater')
    await press(page, 'Send answer')
    await becomes(cards(page), 'output-available')
    await modelReads('User answered: Breakwater')
    expect(await thread(1).textContent()).not.toContain('waiting')

    await thread(2).click()
    expect(await cards(page).count()).toBe(0)
    await dock(page)
      .getByRole('radio', { name: /Production/ })
      .check()
    await press(page, 'Send answer')
    await becomes(cards(page), 'output-available')
    await modelReads('User answered: Production')
  })

  it('is there again after a reload, with what was typed', async () => {
    await ask(page, 'A question')
    await dock(page).getByLabel('Type your answer').fill('Foghorn')
    await page.reload()
    await whenArmed(page)
    expect(await dock(page).getByLabel('Type your answer').inputValue()).toBe('Foghorn')
    await says(page, 'Ask me what the new page should be called.')
    await press(page, 'Send answer')
    await becomes(cards(page), 'output-available')
    await modelReads('User answered: Foghorn')
    await says(page, 'I will use that.')
  })

  it('can be answered after the server was killed and started again', async () => {
    await ask(page, 'A question')
    await dock(page).getByLabel('Type your answer').fill('Jetty')
    await whenArmed(page)
    await demo.server.kill()
    await says(page, 'Connecting to the server')
    await demo.server.start()
    await page.getByRole('main').getByText('Connecting to the server').waitFor({ state: 'hidden' })
    expect(await dock(page).getByLabel('Type your answer').inputValue()).toBe('Jetty')
    await press(page, 'Send answer')
    await becomes(cards(page), 'output-available')
    await modelReads('User answered: Jetty')
    await says(page, 'I will use that.')
  })
})

describe('everybody can answer', () => {
  it('by keyboard alone', async () => {
    await suggestion(page, 'A choice').waitFor()
    const tabTo = async (name: string, key = 'Shift+Tab') => {
      for (let presses = 0; presses < 60; presses += 1) {
        const found = await page.evaluate(() => {
          const { activeElement: element } = document
          return element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent
        })
        if (found?.startsWith(name)) return
        await page.keyboard.press(key)
      }
      throw new Error(`The focus never came to "${name}".`)
    }
    await tabTo('A choice', 'Tab')
    await page.keyboard.press('Enter')
    await whenArmed(page)
    // the radios are one stop, the first one while none is chosen
    await tabTo('Other')
    await page.keyboard.press('ArrowUp')
    expect(
      await dock(page)
        .getByRole('radio', { name: /Production/ })
        .isChecked(),
    ).toBe(true)
    await tabTo('Send answer', 'Tab')
    await page.keyboard.press('Enter')
    await becomes(cards(page), 'output-available')
    await modelReads('User answered: Production')
    // the focus has not fallen out of the page
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })

  it.each([
    ['light', 'light', { width: 1280, height: 720 }, 'ltr'],
    ['dark, 360 px, from right to left', 'dark', { width: 360, height: 740 }, 'rtl'],
  ] as const)('with nothing for axe to complain about: %s', async (_, colorScheme, size, direction) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await page.evaluate(value => void (document.documentElement.dir = value), direction)
    await ask(page, 'A list of tasks')
    await page.getByRole('contentinfo').getByText('1 of 3 done').waitFor()
    await ask(page, 'A plan')
    await whenArmed(page)
    await expectAccessible(page)
    await press(page, 'Approve plan')
    await ask(page, 'A form after an approval')
    if (colorScheme === 'dark') {
      await whenArmed(page)
      await expectAccessible(page)
    }
    await press(page, 'Approve')
    await dock(page).getByRole('textbox', { name: /seats/i }).waitFor()
    await whenArmed(page)
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
