import '../../../src/styles.css'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToolCallProvider, useToolCallContext } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { createToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallHost } from '../../../src/core/host.ts'

let session: ToolCallSession
const respond = vi.fn<ToolCallHost['respond']>(() => Promise.resolve())
beforeEach(async () => {
  respond.mockReset()
  session = createToolCallSession({ host: { respond } })
  await page.elementLocator(document.documentElement).click({ position: { x: 1, y: 1 } })
})
afterEach(() => session.dispose())

const call = { toolCallId: 'call_1', toolName: 'book_room' } as const
const announcer = () => document.querySelector('[aria-live="polite"]')
const isArmed = () =>
  expect.poll(() => document.querySelector('form')?.dataset['armed'], { timeout: 3000 }).toBe('true')

function App({ children }: { children?: ReactNode }): ReactNode {
  return (
    <ToolCallProvider session={session}>
      <ToolCallView toolCallId="call_1" />
      {children}
    </ToolCallProvider>
  )
}

describe('ToolCallProvider', () => {
  it('draws nothing for a call that the session does not know yet, and the call as soon as it comes', async () => {
    await render(<App />)
    expect(document.querySelector('section')).toBeNull()
    session.dispatch({ type: 'tool_start', ...call, args: { room: 'Garden' } })
    await expect.element(page.getByText('Garden')).toBeVisible()
  })

  it('B119: announces that somebody is needed, that a call finished, and nothing that streams', async () => {
    await render(<App />)
    expect(announcer()?.textContent).toBe('')
    session.dispatch({ type: 'tool_input_start', ...call })
    session.dispatch({ type: 'tool_input_delta', toolCallId: 'call_1', argsTextDelta: '{"room":"Gar' })
    session.flush()
    await expect.element(page.getByText('Gar')).toBeVisible()
    await new Promise(resolve => setTimeout(resolve, 1000))
    expect(announcer()?.textContent).toBe('')
    session.dispatch({ type: 'tool_approval_required', ...call, args: { room: 'Garden' } })
    await expect.poll(() => announcer()?.textContent).toBe('book_room needs your approval. Approve or deny.')
    session.dispatch({ type: 'tool_approval_resolved', toolCallId: 'call_1', approved: true, by: 'elsewhere' })
    session.dispatch({ type: 'tool_end', ...call, result: 'ok', isError: false })
    await expect.poll(() => announcer()?.textContent, { timeout: 3000 }).toBe('book_room finished.')
  })

  it('gives the answer to the session and shows the receipt before the host has it', async () => {
    respond.mockImplementation(() => new Promise(() => {}))
    await render(<App />)
    session.dispatch({ type: 'tool_approval_required', ...call, args: { room: 'Garden' } })
    await isArmed()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByText('Approved by you')).toBeVisible()
  })

  it('brings prompt and reason back when the host could not send', async () => {
    respond.mockImplementation(() => Promise.reject(new Error('no network')))
    await render(<App />)
    session.dispatch({ type: 'tool_approval_required', ...call, args: { room: 'Garden' } })
    await isArmed()
    await page.getByRole('button', { name: 'Add a reason' }).click()
    await userEvent.keyboard('Too small')
    await isArmed()
    await page.getByRole('button', { name: 'Deny with reason' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Your answer was not sent: no network. Nothing has run.')
    await expect.element(page.getByRole('textbox')).toHaveValue('Too small')
  })

  it('takes other words, and reads them out of the context', async () => {
    function Words(): ReactNode {
      return useToolCallContext().labels.prompt.approve
    }
    await render(
      <ToolCallProvider session={session} labels={{ prompt: { approve: 'Ja' } }}>
        <Words />
      </ToolCallProvider>,
    )
    await expect.element(page.getByText('Ja')).toBeVisible()
  })

  it('is named where it is missing', async () => {
    function Lost(): ReactNode {
      return useToolCallContext().labels.prompt.approve
    }
    await expect(render(<Lost />)).rejects.toThrow('<ToolCallProvider>')
  })
})
