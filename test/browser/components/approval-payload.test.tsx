import '../../../src/styles.css'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ToolCallResponse } from '../../../src/core/host.ts'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { asking, askingForPayload } from '../../../stories/records.ts'
import { button, press, takeFocus, violations } from './prompt-support.tsx'

beforeEach(takeFocus)

const answering = () => vi.fn<(response: ToolCallResponse) => unknown>()
const told = (onRespond: ReturnType<typeof answering>) => onRespond.mock.calls.map(([response]) => response)
const withSchema = (approvalSchema: unknown) => asking({ approval: { ...askingForPayload.approval, approvalSchema } })
const ticket = { type: 'object', properties: { ticket: { type: 'string' } }, required: ['ticket'] }

describe('what comes with a decision', () => {
  it('an approval waits for it; Enter in its field decides nothing', async () => {
    const onRespond = answering()
    const { container } = await render(<ToolCallView call={askingForPayload} onRespond={onRespond} />)
    expect(await violations(container)).toEqual([])
    await press('Approve')
    await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
    await userEvent.keyboard('OPS-12{Enter}{Enter}')
    expect(onRespond).not.toHaveBeenCalled()
    await press('Approve')
    await expect
      .poll(() => told(onRespond))
      .toEqual([{ type: 'approval', approved: true, payload: { ticket: 'OPS-12' } }])
  })

  it('a no opens its own form, takes the focus there, and never needs the form of the yes', async () => {
    const onRespond = answering()
    const { container } = await render(<ToolCallView call={askingForPayload} onRespond={onRespond} />)
    await press('Deny')
    await expect.poll(() => document.activeElement?.tagName).toBe('SELECT')
    expect(await violations(container)).toEqual([])
    await press('Deny')
    await expect.poll(() => page.getByText('1 field needs attention').query()).not.toBeNull()
    expect(onRespond).not.toHaveBeenCalled()
    await page.getByRole('combobox').selectOptions('Too expensive')
    await press('Deny')
    await expect
      .poll(() => told(onRespond))
      .toEqual([{ type: 'approval', approved: false, payload: { because: 'Too expensive' } }])
  })

  it('one schema for both answers is one form', async () => {
    const onRespond = answering()
    await render(<ToolCallView call={withSchema(JSON.stringify(ticket))} onRespond={onRespond} />)
    await page.getByRole('textbox').fill('OPS-1')
    await press('Deny')
    await expect
      .poll(() => told(onRespond))
      .toEqual([{ type: 'approval', approved: false, payload: { ticket: 'OPS-1' } }])
  })

  it.each([
    ['whose no takes nothing that there is', { approve: ticket, reject: { type: 'string', enum: [] } }],
    ['that is false', { approve: ticket, reject: false }],
    ['that nothing fits, for both', { not: {} }],
    [
      'that leads nowhere',
      { approve: ticket, reject: { type: 'object', properties: { a: { $ref: '#/x' } }, required: ['a'] } },
    ],
    ['that ends in itself', { approve: ticket, reject: { $ref: '#' } }],
    ['that is null', { approve: ticket, reject: null }],
    ['that is a list', [1]],
    ['that is a number', 5],
  ])('a person can say no under a schema %s', async (_, schema) => {
    const onRespond = answering()
    await render(<ToolCallView call={withSchema(schema)} onRespond={onRespond} />)
    await press('Deny')
    const isDone = () => onRespond.mock.calls.length > 0
    for (let presses = 0; presses < 2 && !isDone(); presses++) {
      await new Promise(resolve => setTimeout(resolve, 300))
      if (isDone()) break
      await press(page.getByRole('button', { name: 'Deny anyway' }).query() ? 'Deny anyway' : 'Deny')
    }
    await expect.poll(() => told(onRespond)).toEqual([{ type: 'approval', approved: false }])
  })

  it.each([
    [{ approve: ticket }, 'Deny', { type: 'approval', approved: false }],
    [{ reject: ticket }, 'Approve', { type: 'approval', approved: true }],
  ])('with %j the other answer has no payload', async (schema, name, expected) => {
    const onRespond = answering()
    await render(<ToolCallView call={withSchema(schema)} onRespond={onRespond} />)
    await press(name)
    expect(told(onRespond)).toEqual([expected])
  })

  it('the first of two presses wins, though the form is checked in between', async () => {
    const onRespond = answering()
    await render(<ToolCallView call={withSchema(ticket)} onRespond={onRespond} />)
    await page.getByRole('textbox').fill('OPS-1')
    await press('Approve')
    button('Deny')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.poll(() => onRespond.mock.calls.length).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(told(onRespond)).toEqual([{ type: 'approval', approved: true, payload: { ticket: 'OPS-1' } }])
  })

  it('nothing that decides is filled in, and nothing unseen is sent, by the default of the whole', async () => {
    const onRespond = answering()
    const confirm = { type: 'object', properties: { confirm: { type: 'boolean' }, note: { type: 'string' } } }
    await render(
      <ToolCallView
        call={withSchema({ ...confirm, default: { confirm: true, note: 'hi', admin: true } })}
        onRespond={onRespond}
      />,
    )
    await expect.element(page.getByRole('textbox')).toHaveValue('hi')
    await press('Approve')
    await expect.poll(() => page.getByText('1 field needs attention').query()).not.toBeNull()
    expect(onRespond).not.toHaveBeenCalled()
    await page.getByRole('radio', { name: 'No' }).or(page.getByRole('checkbox')).first().click()
    await press('Approve')
    await expect.poll(() => told(onRespond)).toHaveLength(1)
    expect(told(onRespond)[0]).toMatchObject({ payload: { confirm: expect.any(Boolean), note: 'hi' } })
    expect(told(onRespond)[0]).not.toHaveProperty('payload.admin')
  })

  it('sends nothing that was filled in under another schema, though the request has the same id', async () => {
    const onRespond = answering()
    const view = (schema: unknown) => <ToolCallView call={withSchema(schema)} onRespond={onRespond} />
    const { rerender } = await render(view({ type: 'object', properties: { admin: { type: 'string' } } }))
    await page.getByRole('textbox').fill('root')
    await rerender(view(ticket))
    await page.getByRole('textbox').fill('OPS-1')
    await press('Approve')
    await expect
      .poll(() => told(onRespond))
      .toEqual([{ type: 'approval', approved: true, payload: { ticket: 'OPS-1' } }])
  })

  it('a person who may not decide gets no form', async () => {
    await render(<ToolCallView call={askingForPayload} canDecide={false} onRespond={answering()} />)
    await expect.poll(() => document.querySelector('[data-slot="tc-prompt"]')).not.toBeNull()
    expect(page.getByRole('textbox').query()).toBeNull()
  })
})
