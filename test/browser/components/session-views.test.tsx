import '../../../src/styles.css'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { PendingToolCalls } from '../../../src/components/pending-tool-calls.tsx'
import { TaskList } from '../../../src/components/task-list.tsx'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { createTool } from '../../../src/client-tools/create-tool.ts'
import { createToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../../../src/core/events.ts'
import type { ToolCallHost } from '../../../src/core/host.ts'
import { usePendingToolCalls } from '../../../src/hooks/use-pending-tool-calls.ts'
import { useToolSuspension } from '../../../src/hooks/use-tool-suspension.ts'
import { askSchema, roomSchema, storeQuestion, tasksInput } from '../../../stories/prompt-records.ts'
import { button, isArmed, press, takeFocus } from './prompt-support.tsx'

let session: ToolCallSession
const respond = vi.fn<ToolCallHost['respond']>(() => Promise.resolve())
beforeEach(async () => {
  respond.mockClear()
  session = createToolCallSession({ host: { respond } })
  await takeFocus()
})
afterEach(() => session.dispose())

function App({ ids = [], children }: { ids?: readonly string[]; children?: ReactNode }): ReactNode {
  return (
    <ToolCallProvider session={session} grants={grants}>
      {ids.map(id => (
        <ToolCallView key={id} toolCallId={id} />
      ))}
      {children}
    </ToolCallProvider>
  )
}
const grants = ['once', 'session'] as const

const tell = (...events: ToolCallEvent[]) => {
  session.dispatch(events)
  session.flush()
}
const asks = (toolCallId: string): ToolCallEvent => ({
  type: 'tool_suspended',
  toolCallId,
  toolName: 'ask_user',
  suspendPayload: storeQuestion,
  resumeSchema: askSchema,
})
const wants = (toolCallId: string, fields: object = {}): ToolCallEvent => ({
  type: 'tool_approval_required',
  toolCallId,
  toolName: 'publish',
  args: { tag: 'latest' },
  ...fields,
})
const agent: ToolCallEvent = {
  type: 'subagent_start',
  toolCallId: 'p1',
  agentType: 'researcher',
  task: 'Read about it',
}

describe('the dock', () => {
  it('shows what waits, one at a time, and goes when nothing does', async () => {
    const onPendingChange = vi.fn<(calls: readonly unknown[]) => void>()
    await render(
      <App>
        <PendingToolCalls onPendingChange={onPendingChange} />
      </App>,
    )
    expect(document.querySelector('section')).toBeNull()
    tell(wants('a'), asks('b'), wants('auto', { isAutomatic: true }))
    await expect.element(page.getByText('2 waiting for you')).toBeVisible()
    await expect.element(page.getByText('1 of 2')).toBeVisible()
    await press('Next')
    await expect.element(page.getByText(storeQuestion.question)).toBeVisible()
    await page.getByRole('radio', { name: /Redis/ }).click()
    await press('Send answer')
    await expect.element(page.getByText('1 waiting for you')).toBeVisible()
    await press('Approve')
    await expect.element(page.getByText('1 waiting for you')).not.toBeInTheDocument()
    expect(respond.mock.calls.map(([answers]) => answers.map(({ response }) => response))).toEqual([
      [{ type: 'resume', resumeData: 'Redis' }],
      [{ type: 'approval', approved: true }],
    ])
    expect(onPendingChange.mock.calls.map(([calls]) => calls.length)).toEqual([0, 2, 1, 0])
    await expect.element(page.getByText('Nothing is waiting for you')).toHaveFocus()
  })

  it('folds, and says where a nested request comes from', async () => {
    tell(
      { type: 'tool_start', toolCallId: 'p1', toolName: 'subagent', args: {} },
      agent,
      wants('a', { parentToolCallId: 'p1' }),
    )
    await render(
      <App>
        <PendingToolCalls />
      </App>,
    )
    await expect.poll(() => document.querySelector('[data-slot="tc-origin"]')?.textContent).toBe('From Researcher')
    await button('Fold').click()
    await expect.element(button('Approve')).not.toBeInTheDocument()
    await button('Unfold').click()
    await expect.element(button('Approve')).toBeVisible()
  })

  it('keeps its buttons in view under a long input', async () => {
    tell(wants('a', { args: { script: Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n') } }))
    await render(
      <App>
        <PendingToolCalls />
      </App>,
    )
    const dock = document.querySelector('[data-slot="tc-pending"]')!.getBoundingClientRect()
    expect(dock.height).toBeLessThanOrEqual(window.innerHeight * 0.6 + 1)
    const approve = button('Approve').element().getBoundingClientRect()
    expect(approve.bottom).toBeLessThanOrEqual(dock.bottom)
    expect(approve.top).toBeGreaterThanOrEqual(dock.top)
  })
})

describe('calls inside of a call', () => {
  it('are cards below it; it opens and says that one waits', async () => {
    tell({ type: 'tool_start', toolCallId: 'p1', toolName: 'subagent', args: {} }, agent)
    await render(<App ids={['p1']} />)
    tell(
      {
        type: 'subagent_tool_start',
        toolCallId: 'p1',
        agentType: 'researcher',
        subToolName: 'look_up',
        subToolArgs: { a: 1 },
      },
      { type: 'subagent_text_delta', toolCallId: 'p1', agentType: 'researcher', textDelta: 'Half way.' },
    )
    await expect.element(page.getByText('Half way.')).toBeVisible()
    await expect.element(page.getByText('look_up')).toBeVisible()
    await page.getByText('Researcher is working:').click()
    tell(wants('a', { parentToolCallId: 'p1' }))
    await expect.element(page.getByText('1 waiting for you')).toBeVisible()
    await page.getByText('Researcher is working:').click()
    await press('Approve')
    await expect.element(page.getByText('1 waiting for you')).not.toBeInTheDocument()
  })

  it('open their parent by themselves when they wait', async () => {
    tell({ type: 'tool_start', toolCallId: 'p1', toolName: 'subagent', args: {} })
    await render(<App ids={['p1']} />)
    expect(document.querySelector('details')?.open).toBe(false)
    tell(wants('a', { parentToolCallId: 'p1' }))
    await expect.element(button('Approve')).toBeVisible()
  })
})

describe('cards of a kind', () => {
  it('draw tasks while they are written, and as they came to be', async () => {
    await render(<App ids={['t1']} />)
    tell(
      { type: 'tool_input_start', toolCallId: 't1', toolName: 'task_write' },
      {
        type: 'tool_input_delta',
        toolCallId: 't1',
        argsTextDelta: '{"tasks":[{"content":"Read","status":"completed"},{"content":"Wri',
      },
    )
    await expect.element(page.getByRole('listitem').first()).toHaveTextContent('ReadDone')
    await expect.element(page.getByText('Wri')).toBeVisible()
    tell({ type: 'tool_start', toolCallId: 't1', toolName: 'task_write', args: tasksInput })
    await expect.element(page.getByText('Renewing them on read')).toBeVisible()
    expect(document.querySelector('section')?.dataset['kind']).toBe('task')
  })

  it('say that there are no tasks', async () => {
    await render(<TaskList tasks={[]} />)
    await expect.element(page.getByText('No tasks')).toBeVisible()
  })

  it('show what a command prints and how it exits', async () => {
    tell({ type: 'tool_start', toolCallId: 'x', toolName: 'execute_command', args: { command: 'npm test' } })
    await render(<App ids={['x']} />)
    tell({ type: 'shell_output', toolCallId: 'x', output: '1 failed\n', stream: 'stdout' })
    await expect.element(page.getByText('1 failed')).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Running npm test' })).toBeVisible()
    tell(
      { type: 'command_exit', toolCallId: 'x', exitCode: 2, success: false },
      { type: 'tool_end', toolCallId: 'x', result: { content: 'done' }, isError: false },
    )
    await expect.element(page.getByText('Exit 2')).toBeVisible()
    await expect.element(page.getByText('1 failed')).toBeVisible()
  })
})

describe('a wider approval', () => {
  it('is chosen beside the buttons and sent with the yes only', async () => {
    tell(wants('a'))
    await render(<App ids={['a']} />)
    await isArmed()
    await page.getByRole('combobox', { name: 'Applies to' }).selectOptions('This session')
    await expect.element(page.getByText(/every later call of publish/)).toBeVisible()
    await press('Approve')
    await expect.element(page.getByText('Approved for this session')).toBeVisible()
    expect(respond.mock.lastCall![0][0]!.response).toEqual({ type: 'approval', approved: true, grant: 'session' })
  })

  it('goes by the request’s own options, in our words', async () => {
    tell(
      wants('a', {
        options: [
          { id: 'always', kind: 'allow-always', label: 'Deny', covers: 'npm publish' },
          { id: 'once', kind: 'allow-once', label: 'Yes' },
          { id: 'no', kind: 'reject-once' },
          { id: 'never', kind: 'reject-always' },
        ],
      }),
    )
    await render(<App ids={['a']} />)
    const scopes = page.getByRole('combobox', { name: 'Applies to' })
    await expect.element(scopes).toHaveTextContent('This call onlyEvery session')
    await expect.element(button('Always deny')).toBeVisible()
    await press('Deny')
    expect(respond.mock.lastCall![0][0]!.response).toEqual({ type: 'approval', approved: false, optionId: 'no' })
  })
})

describe('the gate before a question', () => {
  it('keeps what was prepared when it is approved, also through a remount', async () => {
    tell({ type: 'tool_approval_required', toolCallId: 'q', toolName: 'ask_user', args: storeQuestion })
    const { unmount } = await render(<App ids={['q']} />)
    await page.getByRole('radio', { name: /Redis/ }).click()
    await press('Approve')
    await expect.element(page.getByText('Approved by you')).toBeVisible()
    await new Promise(resolve => setTimeout(resolve, 50))
    await unmount()
    tell(asks('q'))
    await render(<App ids={['q']} />)
    await expect.element(page.getByRole('radio', { name: /Redis/ })).toBeChecked()
    await press('Send answer')
    expect(respond.mock.lastCall![0][0]!.response).toEqual({ type: 'resume', resumeData: 'Redis' })
  })
})

describe('a question that belongs to no call', () => {
  it('has a card with a form', async () => {
    tell({
      type: 'tool_suspended',
      toolCallId: 'd',
      suspendPayload: undefined,
      resumeSchema: roomSchema,
      detached: true,
    })
    await render(<App ids={['d']} />)
    await isArmed()
    await expect.element(page.getByRole('combobox', { name: 'Room' })).toBeVisible()
  })
})

describe('the hooks', () => {
  it('give the open question with its answers, typed by the tool', async () => {
    const tool = createTool({
      id: 'book_room',
      description: 'Books a room',
      inputSchema: z.object({ seats: z.number() }),
      resumeSchema: z.object({ room: z.string() }),
      execute: () => Promise.resolve('ok'),
    })
    function Form({ toolKey }: { toolKey: string }): ReactNode {
      const question = useToolSuspension(toolKey, tool)
      const pending = usePendingToolCalls()
      return (
        <button type="button" onClick={() => void question?.resume({ room: 'Garden' })}>
          {question ? 'Open' : 'Closed'} {pending.length}
        </button>
      )
    }
    tell({ type: 'tool_suspended', toolCallId: 'f', toolName: 'book_room', args: { seats: 2 }, suspendPayload: null })
    const { key } = session.findToolCall('f')!
    await render(
      <App>
        <Form toolKey={key} />
      </App>,
    )
    await button('Open 1').click()
    await expect.element(button('Closed 0')).toBeVisible()
    expect(respond.mock.lastCall![0][0]!.response).toEqual({ type: 'resume', resumeData: { room: 'Garden' } })
    tell({ type: 'tool_suspended', toolCallId: 'g', toolName: 'other', args: {}, suspendPayload: null })
    await expect.element(button('Closed 1')).toBeVisible()
  })
})
