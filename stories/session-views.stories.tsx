import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { createToolCallSession } from '../src/core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../src/core/events.ts'
import { PendingToolCalls } from '../src/components/pending-tool-calls.tsx'
import { ToolCallProvider } from '../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import { ready } from './ready.ts'
import * as records from './prompt-records.ts'

interface SessionViewProps {
  events: readonly ToolCallEvent[]
  /** Ids of the calls that are drawn. */
  shown: readonly string[]
  hasDock?: boolean
}

/** A session that was told some events, and what it shows. */
function SessionView({ events, shown, hasDock = false }: SessionViewProps): ReactNode {
  const [session] = useState(() => {
    const own = createToolCallSession({ host: { respond: () => Promise.resolve() } })
    own.dispatch(events)
    own.flush()
    return own
  })
  return (
    <ToolCallProvider session={session} grants={grants}>
      <div style={{ display: 'grid', gap: 10 }}>
        {shown.map(id => (
          <ToolCallView key={id} toolCallId={id} />
        ))}
        {hasDock && <PendingToolCalls />}
      </div>
    </ToolCallProvider>
  )
}

const grants = ['once', 'session', 'tool'] as const

const meta = {
  title: 'Session',
  component: SessionView,
  args: { events: [], shown: [] },
  play: ({ canvasElement }) => ready(canvasElement),
} satisfies Meta<typeof SessionView>
export default meta

type Story = StoryObj<typeof meta>

const agent: readonly ToolCallEvent[] = [
  {
    type: 'tool_start',
    toolCallId: 'p1',
    toolName: 'subagent',
    args: { agentType: 'researcher', task: 'Find how other libraries renew sessions' },
  },
  {
    type: 'subagent_start',
    toolCallId: 'p1',
    agentType: 'researcher',
    task: 'Find how other libraries renew sessions',
  },
  {
    type: 'subagent_tool_start',
    toolCallId: 'p1',
    agentType: 'researcher',
    subToolName: 'search_code',
    subToolArgs: { query: 'sliding session' },
  },
  {
    type: 'subagent_tool_end',
    toolCallId: 'p1',
    agentType: 'researcher',
    subToolName: 'search_code',
    subToolResult: { hits: 4 },
    isError: false,
  },
  { type: 'subagent_text_delta', toolCallId: 'p1', agentType: 'researcher', textDelta: 'Two of them renew on read.' },
]
const nestedRequest: ToolCallEvent = {
  type: 'tool_approval_required',
  toolCallId: 'c2',
  toolName: 'fetch_page',
  parentToolCallId: 'p1',
  args: { url: 'https://docs.example.org/sessions', method: 'GET' },
}
const question: ToolCallEvent = {
  type: 'tool_suspended',
  toolCallId: 'q1',
  toolName: 'ask_user',
  suspendPayload: records.storeQuestion,
  resumeSchema: records.askSchema,
}
const form: ToolCallEvent = {
  type: 'tool_suspended',
  toolCallId: 'f1',
  toolName: 'book_room',
  suspendPayload: undefined,
  resumeSchema: records.roomSchema,
}
const command: readonly ToolCallEvent[] = [
  { type: 'tool_start', toolCallId: 'x1', toolName: 'execute_command', args: { command: 'npm test -- --run auth' } },
  {
    type: 'shell_output',
    toolCallId: 'x1',
    output: 'session.test.ts  12 passed\nrenew.test.ts  1 failed\n',
    stream: 'stdout',
  },
  { type: 'command_exit', toolCallId: 'x1', exitCode: 1, success: false },
]

export const SubAgent: Story = { args: { events: agent, shown: ['p1'] } }
export const SubAgentWaiting: Story = { args: { events: [...agent, nestedRequest], shown: ['p1'] } }
export const Tasks: Story = {
  args: {
    events: [{ type: 'tool_start', toolCallId: 't1', toolName: 'task_write', args: records.tasksInput }],
    shown: ['t1'],
  },
}
export const TasksStreaming: Story = {
  args: {
    events: [
      { type: 'tool_input_start', toolCallId: 't1', toolName: 'task_write' },
      {
        type: 'tool_input_delta',
        toolCallId: 't1',
        argsTextDelta: '{"tasks":[{"content":"Read how sessions expire","status":"in_progress"},{"content":"Renew th',
      },
    ],
    shown: ['t1'],
  },
}
export const CommandRunning: Story = { args: { events: command.slice(0, 2), shown: ['x1'] } }
export const CommandFailed: Story = {
  args: {
    events: [
      ...command,
      { type: 'tool_end', toolCallId: 'x1', result: { content: 'Exit code 1', isError: false }, isError: false },
    ],
    shown: ['x1'],
  },
}
export const Grants: Story = {
  args: {
    events: [{ type: 'tool_approval_required', toolCallId: 'g1', toolName: 'publish', args: { tag: 'latest' } }],
    shown: ['g1'],
  },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
    await userEvent.selectOptions(within(canvasElement).getByRole('combobox', { name: 'Applies to' }), 'This session')
    await expect(within(canvasElement).getByText(/every later call of publish/)).toBeVisible()
    await ready(canvasElement)
  },
}
export const Dock: Story = { args: { events: [...agent, nestedRequest, question, form], shown: [], hasDock: true } }
export const DockByKeyboard: Story = {
  args: { events: [...agent, nestedRequest, question], shown: [], hasDock: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement)
    canvas.getByRole('button', { name: 'Next' }).focus()
    await userEvent.keyboard('{Enter}')
    await ready(canvasElement)
    ;(await canvas.findByRole('radio', { name: /Redis/ })).focus()
    await userEvent.keyboard(' ')
    await ready(canvasElement)
    canvas.getByRole('button', { name: 'Send answer' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByText('1 waiting for you')).toBeVisible()
    await ready(canvasElement)
    canvas.getByRole('button', { name: 'Approve' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByText('Nothing is waiting for you')).toHaveFocus()
  },
}
export const DockWithBulk: Story = {
  args: {
    hasDock: true,
    events: ['a', 'b', 'c'].map(toolCallId => ({
      type: 'tool_approval_required' as const,
      toolCallId,
      toolName: 'delete_file',
      args: { path: `drafts/${toolCallId}.md` },
      expiresAt: Date.now() + 272_000,
    })),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement)
    await new Promise(resolve => setTimeout(resolve, 1000))
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    await expect(await canvas.findByRole('button', { name: 'Approve 2 calls' })).toBeVisible()
  },
}
