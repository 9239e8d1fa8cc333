import '../../../src/styles.css'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { PendingToolCalls } from '../../../src/components/pending-tool-calls.tsx'
import { ToolGrants } from '../../../src/components/tool-grants.tsx'
import { TaskList } from '../../../src/components/task-list.tsx'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { createTool } from '../../../src/client-tools/create-tool.ts'
import { createToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../../../src/core/events.ts'
import type { ToolCallHost, ToolGrant } from '../../../src/core/host.ts'
import { usePendingToolCalls } from '../../../src/hooks/use-pending-tool-calls.ts'
import { useToolSuspension } from '../../../src/hooks/use-tool-suspension.ts'
import {
  askSchema,
  everythingSchema,
  planPath,
  richPlan,
  roomSchema,
  storeQuestion,
  tasksInput,
} from '../../../stories/prompt-records.ts'
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

describe('the dock, for several approvals', () => {
  const dockOf = () =>
    render(
      <App>
        <PendingToolCalls />
      </App>,
    )
  const bulk = () => page.getByRole('button', { name: /^Approve \d/ })
  const long = { script: Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n') }

  it('approves at once those whose whole input was on the screen, and no other', async () => {
    tell(wants('a'), wants('b'), wants('c', { args: long }), asks('q'))
    await dockOf()
    await expect.element(page.getByText('4 waiting for you')).toBeVisible()
    await new Promise(resolve => setTimeout(resolve, 1200))
    expect(bulk().query()).toBeNull()
    await button('Next').click()
    await expect.element(bulk()).toHaveTextContent('Approve 2 calls')
    await expect.element(page.getByText('You have seen 2 of them in full')).toBeVisible()
    await button('Next').click()
    await expect.element(page.getByText('line 1', { exact: false }).first()).toBeVisible()
    await new Promise(resolve => setTimeout(resolve, 1500))
    await expect.element(bulk()).toHaveTextContent('Approve 2 calls')
    await expect.element(bulk()).not.toHaveAttribute('aria-disabled')
    await bulk().click()
    await expect.element(page.getByText('2 waiting for you')).toBeVisible()
    expect(
      respond.mock.calls.flatMap(([answers]) => answers.map(({ call, response }) => [call.toolCallId, response])),
    ).toEqual([
      ['a', { type: 'approval', approved: true }],
      ['b', { type: 'approval', approved: true }],
    ])
  })

  it('leaves out those that something has to come with', async () => {
    tell(wants('a'), wants('b', { approvalSchema: { approve: { type: 'string' } } }))
    await dockOf()
    await new Promise(resolve => setTimeout(resolve, 1200))
    await button('Next').click()
    await expect.poll(() => page.getByRole('textbox').query()).not.toBeNull()
    await new Promise(resolve => setTimeout(resolve, 1200))
    expect(bulk().query()).toBeNull()
  })

  it('leaves out those that may have run already: each is a question of its own', async () => {
    session.registerTool('save_note', createTool({ id: 'save_note', description: '', execute: () => 1 }))
    const stored = {
      toolName: 'save_note',
      state: 'input-available',
      input: { tag: 'v1.4.2' },
      waitingFor: 'client',
    } as const
    tell(
      {
        type: 'hydrate',
        toolCalls: [
          { ...stored, toolCallId: 'a' },
          { ...stored, toolCallId: 'b' },
        ],
      },
      wants('c'),
    )
    await dockOf()
    for (let looks = 0; looks < 2; looks++) {
      await new Promise(resolve => setTimeout(resolve, 1200))
      await button('Next').click()
    }
    await new Promise(resolve => setTimeout(resolve, 1200))
    await expect.element(page.getByText('3 waiting for you')).toBeVisible()
    expect(bulk().query()).toBeNull()
  })

  it('counts a long input once it was scrolled to its end', async () => {
    tell(wants('a'), wants('b', { args: long }))
    await dockOf()
    await new Promise(resolve => setTimeout(resolve, 1200))
    await button('Next').click()
    await new Promise(resolve => setTimeout(resolve, 1200))
    expect(bulk().query()).toBeNull()
    for (const element of document.querySelectorAll('[data-slot="tc-pending"] *')) element.scrollTop = 100_000
    await expect.element(bulk()).toHaveTextContent('Approve 2 calls')
  })

  it('forgets what was seen when the request asks about something else', async () => {
    tell(wants('a'), wants('b'))
    await dockOf()
    await new Promise(resolve => setTimeout(resolve, 1200))
    await button('Next').click()
    await expect.element(bulk()).toBeVisible()
    tell(wants('a', { approvalId: 'second', args: { tag: 'next' } }))
    await expect.element(bulk()).not.toBeInTheDocument()
  })

  it('has nothing to press for somebody who may not decide', async () => {
    tell(wants('a'), wants('b'))
    await render(
      <ToolCallProvider session={session} canDecide={false}>
        <PendingToolCalls />
      </ToolCallProvider>,
    )
    await new Promise(resolve => setTimeout(resolve, 1200))
    await button('Next').click()
    await new Promise(resolve => setTimeout(resolve, 1200))
    expect(page.getByRole('button', { name: /Approve/ }).query()).toBeNull()
    expect(page.getByText('2 waiting for someone else').query()).not.toBeNull()
  })

  it.each(['approval', 'question', 'form', 'plan'])(
    'keeps the buttons in view in a window of 360 by 560: %s',
    async kind => {
      await page.viewport(360, 560)
      try {
        const question = (fields: object) => ({ type: 'tool_suspended', toolCallId: 'x', ...fields }) as ToolCallEvent
        tell(
          kind === 'approval'
            ? wants('x', { args: long })
            : kind === 'question'
              ? asks('x')
              : kind === 'form'
                ? question({ toolName: 'book_room', suspendPayload: { day: 'Monday' }, resumeSchema: everythingSchema })
                : question({ toolName: 'submit_plan', suspendPayload: { path: planPath, plan: richPlan } }),
        )
        await dockOf()
        await isArmed()
        const dock = document.querySelector('[data-slot="tc-pending"]')!.getBoundingClientRect()
        expect(dock.height).toBeLessThanOrEqual(window.innerHeight * 0.6 + 1)
        for (const control of document.querySelectorAll('[data-slot="tc-prompt"] > [data-slot="tc-actions"] button')) {
          const box = control.getBoundingClientRect()
          expect(box.top).toBeGreaterThanOrEqual(dock.top)
          expect(box.bottom).toBeLessThanOrEqual(dock.bottom)
        }
      } finally {
        await page.viewport(800, 800)
      }
    },
  )
})

describe('standing approvals', () => {
  it('are listed as the host tells them, and can be taken back', async () => {
    let standing: readonly ToolGrant[] = [
      { scope: 'tool', name: 'publish' },
      { scope: 'category', name: 'edit', covers: 'write_file, delete_file' },
    ]
    const revokeGrant = vi.fn<(grant: ToolGrant) => Promise<void>>(grant => {
      if (revokeGrant.mock.calls.length === 1) return Promise.reject(new Error('no network.'))
      standing = standing.filter(other => other !== grant)
      return Promise.resolve()
    })
    session.dispose()
    session = createToolCallSession({ host: { respond, listGrants: () => Promise.resolve(standing), revokeGrant } })
    await render(
      <App>
        <ToolGrants />
      </App>,
    )
    await expect.element(page.getByText('write_file, delete_file')).toBeVisible()
    await button('Revoke: publish').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('It was not revoked: no network.')
    await button('Revoke: publish').click()
    await expect.element(button('Revoke: publish')).not.toBeInTheDocument()
    expect(revokeGrant).toHaveBeenLastCalledWith({ scope: 'tool', name: 'publish' })
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await button('Revoke: edit').click()
    await expect.element(page.getByText('Nothing is allowed without asking')).toBeVisible()
    expect(document.activeElement?.textContent).toBe('Nothing is allowed without asking')
  })

  it('are read again when one is given, and when they could not be read', async () => {
    const listGrants = vi
      .fn<() => Promise<readonly ToolGrant[]>>()
      .mockRejectedValueOnce(new Error('503'))
      .mockResolvedValueOnce([])
      .mockResolvedValue([{ scope: 'session', name: 'publish' }])
    session.dispose()
    session = createToolCallSession({ host: { respond, listGrants } })
    await render(
      <App ids={['a']}>
        <ToolGrants />
      </App>,
    )
    await expect.element(page.getByRole('alert')).toHaveTextContent('What is allowed could not be read: 503. Try again')
    await button('Try again').click()
    await expect.element(page.getByText('Nothing is allowed without asking')).toBeVisible()
    tell(wants('a'))
    await page.getByRole('combobox', { name: 'Applies to' }).selectOptions('This session')
    await press('Approve')
    await expect.element(page.getByRole('list').getByText('publish')).toBeVisible()
    expect(button('Revoke: publish').query()).toBeNull()
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

  it('are in the dock, too, and an answer there is an answer here', async () => {
    tell(
      { type: 'tool_start', toolCallId: 'p1', toolName: 'subagent', args: {} },
      agent,
      wants('a', { parentToolCallId: 'p1' }),
    )
    await render(
      <App ids={['p1']}>
        <PendingToolCalls />
      </App>,
    )
    const dock = page.getByRole('region', { name: '1 waiting for you' })
    await expect.element(dock.getByText('Researcher')).toBeVisible()
    expect(page.getByRole('button', { name: 'Approve' }).all()).toHaveLength(2)
    await expect.poll(() => document.querySelectorAll('[data-slot="tc-prompt"][data-armed="true"]').length).toBe(2)
    await dock.getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByText('Approved by you')).toBeVisible()
    await expect.element(button('Approve')).not.toBeInTheDocument()
    expect(respond).toHaveBeenCalledOnce()
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
