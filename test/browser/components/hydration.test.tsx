import '../../../src/styles.css'
import { StrictMode, act } from 'react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { afterEach, expect, it, vi } from 'vitest'
import {
  createToolCallSession,
  PendingToolCalls,
  ToolCallGroup,
  ToolCallProvider,
  ToolCallView,
} from '../../../src/index.ts'
import type { StoredToolCall } from '../../../src/index.ts'
import { everyState } from '../../../stories/records.ts'

const stored: readonly StoredToolCall[] = [
  {
    toolCallId: 'one',
    toolName: 'read_file',
    state: 'output-available',
    input: { path: 'a.ts' },
    output: 'text',
    startedAt: Date.UTC(2026, 0, 1),
    settledAt: Date.UTC(2026, 0, 1) + 64_000,
  },
  { toolCallId: 'two', toolName: 'grep', state: 'output-available', input: { pattern: 'x' }, output: [1, 2] },
  {
    toolCallId: 'three',
    toolName: 'delete_file',
    state: 'approval-requested',
    input: { path: 'b.ts' },
    approval: { approvalId: 'three' },
  },
  {
    toolCallId: 'four',
    toolName: 'ask_user',
    state: 'suspended',
    input: { question: 'Which?' },
    suspension: { suspensionId: 'four', payload: { question: 'Which?' } },
  },
]

function Page(): ReactNode {
  const session = createToolCallSession({ initialToolCalls: stored, host: { respond: async () => {} } })
  return (
    <ToolCallProvider session={session}>
      <ToolCallGroup calls={session.getToolCalls()} turn="past" />
      {stored.map(({ toolCallId }) => (
        <ToolCallView key={toolCallId} toolCallId={toolCallId} />
      ))}
      <PendingToolCalls />
    </ToolCallProvider>
  )
}
const States = () => (
  <>
    {Object.values(everyState).map(call => (
      <ToolCallView key={call.state} call={{ ...call, key: call.state }} onRespond={() => {}} />
    ))}
  </>
)

afterEach(() => document.body.replaceChildren())

it.each([
  ['what was stored', <Page key="page" />],
  ['every state', <States key="states" />],
  ['every state, strictly', <StrictMode key="strict">{<States />}</StrictMode>],
])('B149: hydrates without a warning: %s', async (_name, node) => {
  const warnings: unknown[] = []
  const error = vi.spyOn(console, 'error').mockImplementation((...parts) => void warnings.push(parts))
  const warn = vi.spyOn(console, 'warn').mockImplementation((...parts) => void warnings.push(parts))
  const root = document.createElement('div')
  root.innerHTML = renderToString(node)
  const header = root.querySelector('[data-slot="tc-header"]')
  document.body.append(root)
  const hydrated = hydrateRoot(root, node, { onRecoverableError: problem => warnings.push(problem) })
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(warnings).toEqual([])
  // The elements of the server are the elements of the page: nothing was thrown away.
  expect(root.querySelector('[data-slot="tc-header"]')).toBe(header)
  await act(async () => hydrated.unmount())
  error.mockRestore()
  warn.mockRestore()
})
