import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type DemoPage } from '../support/demo-page.ts'

let demo: DemoPage
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.close())

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const tab = (page: Page, name: RegExp) => panel(page).getByRole('tab', { name })
const toggle = (page: Page) => page.getByRole('button', { name: 'Inspect', exact: true })

describe('the inspector in the demo', () => {
  it('is open where there is room, and shows the calls of the page that is looked at', async () => {
    const page = await demo.open({ viewport: { width: 1600, height: 900 } })
    await tab(page, /^Calls 0$/).waitFor()
    await page.getByRole('button', { name: 'A tool that fails' }).click()
    await panel(page)
      .getByRole('option', { name: /output-error/ })
      .click()
    await panel(page).getByRole('article').waitFor()
    await page.getByRole('link', { name: 'Events' }).click()
    await tab(page, /^Calls 0$/).waitFor()
    expect(await panel(page).getByRole('tablist').count()).toBe(1)
    await page.getByRole('link', { name: 'Chat' }).click()
    await panel(page).getByRole('article').waitFor()
    await toggle(page).click()
    expect(await panel(page).count()).toBe(0)
    await page.close()
  })

  it.each(['light', 'dark'] as const)('is closed at first in a narrow page, and fits in it, %s', async colorScheme => {
    const page = await demo.open({ viewport: { width: 360, height: 740 }, colorScheme })
    expect(await panel(page).count()).toBe(0)
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('checkbox', { name: 'Inspector' }).check()
    await page.keyboard.press('Escape')
    await tab(page, /^Calls 0$/).waitFor()
    await page.getByRole('button', { name: 'A tool that fails' }).click()
    await panel(page)
      .getByRole('option', { name: /output-error/ })
      .click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.addScriptTag({ path: axe })
    const { violations } = await page.evaluate<AxeResults>('axe.run()')
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    await page.close()
  })
})
