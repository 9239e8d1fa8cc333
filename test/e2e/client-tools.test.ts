import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type DemoPage } from '../support/demo-page.ts'

let demo: DemoPage
let page: Page
beforeAll(async () => {
  demo = await startDemo()
  page = await demo.open()
  page.setDefaultTimeout(20_000)
  await page.getByRole('link', { name: 'Tools', exact: true }).click()
  await page.getByRole('heading', { name: 'The corner shop' }).waitFor()
})
afterAll(() => demo.close())

const scene = (name: string) => page.getByRole('button', { name, exact: true }).click()
const card = (name: string) =>
  page
    .getByRole('main')
    .getByRole('group', { name: new RegExp(name) })
    .last()
const field = (name: string) => page.getByRole('form', { name: 'Order' }).getByLabel(name)
const becomes = (name: string, state: string) =>
  expect.poll(() => card(name).getAttribute('data-state'), { timeout: 20_000 }).toBe(state)
const says = (words: string | RegExp) => page.getByRole('main').getByText(words).last().waitFor()
const press = async (name: string) => {
  await page.locator('[data-slot="tc-prompt"][data-armed="true"]').last().waitFor()
  await page.getByRole('main').getByRole('button', { name, exact: true }).last().click()
}
/** What the model of the newest request was told of its calls. */
const results = () =>
  demo.modelCalls
    .at(-1)!
    .prompt.flatMap(message => (message.role === 'tool' ? message.content : []))
    .flatMap(part => (part.type === 'tool-result' ? [part.output] : []))

describe('tools that run in the page, beside a real server', () => {
  it('read what is selected, and fail in words that the model can act on when nothing is', async () => {
    await scene('Read my selection')
    await becomes('read_selection', 'output-error')
    await says(/That did not work: Nothing is selected/)
    await page.locator('.demo-article p').selectText()
    await scene('Read my selection')
    await becomes('read_selection', 'output-available')
    await says(/You selected 26 words/)
  })

  it('fill in a form of the page', async () => {
    await scene('Fill in the form')
    await says('The form is filled in.')
    expect(await field('Name').inputValue()).toBe('Ada')
    expect(await field('Loaves').inputValue()).toBe('2')
    expect(await field('Bread').inputValue()).toBe('rye')
  })

  it('give the model a picture as an image, and keep the raw result on the page', async () => {
    await scene('Look at the sign')
    await says(/I was given an image \(image\/png/)
    expect(results().at(-1)).toMatchObject({
      type: 'content',
      value: [
        { type: 'text', text: 'The sign, 280 × 90 pixels.' },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: expect.stringMatching(/^iVBORw0KGgo/) } },
      ],
    })
    expect(JSON.stringify(demo.modelCalls.at(-1)!.prompt)).not.toContain('data:image/png')
    await card('take_picture').locator('summary').first().click()
    await card('take_picture').getByText('What the model read').waitFor()
    // once as the result, once as what the model read
    const pictures = card('take_picture').locator('img[src^="data:image/png"]')
    await expect.poll(() => pictures.count()).toBe(2)
    await card('take_picture').getByText('dataUrl').waitFor()
  })

  it('ask the person, and go on with the answer', async () => {
    await scene('Ask me')
    await becomes('choose_colour', 'suspended')
    await page.getByRole('radio', { name: 'crimson' }).check()
    await press('Send answer')
    await says('The sign is crimson now.')
    await page.getByRole('img', { name: 'The shop sign, crimson' }).waitFor()
  })

  it('run side by side, and one that throws is told beside the other, in one request', async () => {
    const calls = demo.modelCalls.length
    await scene('Two, and one fails')
    await becomes('print_receipt', 'output-error')
    await says(/The selection is read. That did not work: The printer is out of paper./)
    expect(demo.modelCalls).toHaveLength(calls + 2)
  })

  it('are stopped when their time is up', async () => {
    await scene('Too slow')
    await becomes('weigh_parcel', 'output-error')
    await says(/did not finish within 2 s/)
  })

  it('wait for an approval of their own: no leaves the page as it is, and yes runs it', async () => {
    await scene('Ask before clearing')
    await press('Deny')
    await becomes('clear_order', 'output-denied')
    await says(/That did not work/)
    expect(await field('Name').inputValue()).toBe('Ada')
    await scene('Ask before clearing')
    await press('Approve')
    await says('The form is empty.')
    expect(await field('Name').inputValue()).toBe('')
  })

  it('show their result to the person first, where they are made so', async () => {
    await scene('Let me see it first')
    await becomes('share_notes', 'suspended')
    const before = demo.modelCalls.length
    await card('share_notes')
      .getByText(/Mara has the spare key/)
      .waitFor()
    expect(demo.modelCalls).toHaveLength(before)
    await card('share_notes').getByRole('radio', { name: 'No' }).check()
    await press('Send')
    await says(/the person did not let its result be sent/)
    expect(JSON.stringify(demo.modelCalls.at(-1)!.prompt)).not.toContain('spare key')
  })

  it('are told what is wrong with their arguments, and called again with better ones', async () => {
    await scene('Wrong arguments')
    await says('The form has twelve loaves now.')
    expect(await field('Loaves').inputValue()).toBe('12')
  })

  it('say that they were not run where the file that runs them is lost on the way, and run when it is back', async () => {
    const earlier = page
    page = await demo.open()
    const file = /\/client-tools\/run-tool\.ts/
    await page.route(file, route => route.abort())
    await page.getByRole('link', { name: 'Tools', exact: true }).click()
    await scene('Fill in the form')
    await becomes('fill_order', 'output-error')
    await says('That did not work: A file of the page that runs "fill_order" could not be loaded, so it was not run.')
    expect(await field('Name').inputValue()).toBe('')
    await page.unroute(file)
    await scene('Fill in the form')
    await says('The form is filled in.')
    expect(await field('Name').inputValue()).toBe('Ada')
    await page.close()
    page = earlier
  })
})
