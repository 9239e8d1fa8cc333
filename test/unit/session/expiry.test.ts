import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToolCallEvent, ToolCallResponse } from '../../../src/core.ts'
import {
  approvalRequired,
  BATCH,
  openSession,
  runEnd,
  runStart,
  scriptHost,
  scriptTool,
  suspended,
  toolStart,
} from '../../support/events.ts'

const APPROVE: ToolCallResponse = { type: 'approval', approved: true }
const NOW = 1_700_000_000_000
const MINUTE = 60_000
const EXPIRED = { type: 'cancel', cause: 'expired' }

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

describe('a question that is no longer taken', () => {
  it.each<[string, (expiresAt: number) => ToolCallEvent[], 'approval' | 'suspension']>([
    ['approval', expiresAt => [toolStart('c'), approvalRequired('c', { expiresAt, ref: 1 })], 'approval'],
    ['suspension', expiresAt => [toolStart('c'), suspended('c', { expiresAt, ref: 1 })], 'suspension'],
  ])('closes its prompt in time, and the host is told: %s', async (_, ask, field) => {
    const { play, call, host, states } = openSession()
    play(...ask(NOW + MINUTE), runEnd())
    const shown = call('c')
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    expect(call('c')).toBe(shown)
    await vi.advanceTimersByTimeAsync(1)
    expect(states()).toEqual({ c: 'interrupted: expired' })
    expect(call('c').receipts).toMatchObject([{ type: 'withdrawn', reason: 'expired', request: { ref: 1 } }])
    expect(host.requests).toMatchObject([[{ call: { [field]: { ref: 1 } }, response: EXPIRED }]])
    expect(call('c').delivery).toBeUndefined()
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(host.requests).toHaveLength(1)
  })

  it('refuses a late answer', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c', { expiresAt: NOW + MINUTE }), runEnd())
    const shown = call('c')
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(await session.respond(shown, APPROVE)).toMatchObject({ ok: false, reason: 'settled' })
    expect(host.requests).toHaveLength(1)
  })

  it('was over before it was heard of', async () => {
    const { play, states, host } = openSession()
    play(toolStart('c'), approvalRequired('c', { expiresAt: NOW - 1 }), runEnd())
    await vi.advanceTimersByTimeAsync(0)
    expect(states()).toEqual({ c: 'interrupted: expired' })
    expect(host.requests).toHaveLength(1)
  })

  it.each([
    ['ahead', 5 * MINUTE],
    ['behind', -5 * MINUTE],
  ])('is measured by the clock of the one who asked: ours is %s', async (_, skew) => {
    const { play, states } = openSession()
    const theirs = NOW - skew
    play(
      { ...toolStart('c'), at: theirs },
      { ...approvalRequired('c', { expiresAt: theirs + MINUTE }), at: theirs },
      { ...runEnd(), at: theirs },
    )
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    expect(states()).toEqual({ c: 'approval-requested' })
    await vi.advanceTimersByTimeAsync(1)
    expect(states()).toEqual({ c: 'interrupted: expired' })
  })

  it('keeps that clock when a later event of the call comes late', async () => {
    const { play, states } = openSession()
    play(toolStart('c'), { ...approvalRequired('c', { expiresAt: NOW + MINUTE }), at: NOW }, runEnd())
    await vi.advanceTimersByTimeAsync(MINUTE / 2)
    play({
      type: 'tool_start',
      toolCallId: 'c',
      toolName: 'edit',
      args: { path: 'a.ts' },
      title: 'Edit',
      at: NOW - MINUTE,
    })
    await vi.advanceTimersByTimeAsync(MINUTE / 2)
    expect(states()).toEqual({ c: 'interrupted: expired' })
  })

  it('has no deadline once it is answered', async () => {
    const { play, call, session, host, states } = openSession()
    play(toolStart('c'), approvalRequired('c', { expiresAt: NOW + MINUTE }), runEnd())
    await session.respond(call('c'), APPROVE)
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(states()).toEqual({ c: 'approval-responded' })
    expect(host.requests).toHaveLength(1)
  })

  it('has the deadline of the question that is asked now', async () => {
    const { play, states } = openSession()
    play(
      toolStart('c'),
      approvalRequired('c', { approvalId: 'one', expiresAt: NOW + MINUTE }),
      approvalRequired('c', { approvalId: 'two', expiresAt: NOW + 2 * MINUTE }),
      runEnd(),
    )
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(states()).toEqual({ c: 'approval-requested' })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(states()).toEqual({ c: 'interrupted: expired' })
  })

  it('each at its own time', async () => {
    const { play, states } = openSession()
    for (const [at, id] of ['late', 'soon', 'never'].entries())
      play(toolStart(id), approvalRequired(id, id === 'never' ? {} : { expiresAt: NOW + [3, 1][at]! * MINUTE }))
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(states()).toEqual({ late: 'approval-requested', soon: 'interrupted: expired', never: 'approval-requested' })
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(states()).toEqual({
      late: 'interrupted: expired',
      soon: 'interrupted: expired',
      never: 'approval-requested',
    })
  })

  it('may be far away: longer than a timer can count', async () => {
    const { play, states } = openSession()
    play(toolStart('c'), approvalRequired('c', { expiresAt: NOW + 60 * 24 * 60 * MINUTE }))
    await vi.advanceTimersByTimeAsync(30 * 24 * 60 * MINUTE)
    expect(states()).toEqual({ c: 'approval-requested' })
    await vi.advanceTimersByTimeAsync(30 * 24 * 60 * MINUTE)
    expect(states()).toEqual({ c: 'interrupted: expired' })
  })

  it('goes with the answers of its batch, once', async () => {
    const { play, call, session, host } = openSession({ host: scriptHost({ respondWhen: BATCH }) })
    play(
      runStart(),
      toolStart('a'),
      approvalRequired('a', { expiresAt: NOW + MINUTE }),
      toolStart('b'),
      approvalRequired('b'),
      runEnd(),
    )
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(host.requests).toEqual([])
    expect(call('a')).toMatchObject({ state: 'interrupted', reason: 'expired' })
    void session.respond(call('b'), APPROVE)
    await vi.advanceTimersByTimeAsync(0)
    expect(host.requests.map(answers => answers.map(({ response }) => response))).toMatchObject([[EXPIRED, APPROVE]])
  })

  it('is not open again when the host could not be told, for its time is over', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c', { expiresAt: NOW + MINUTE }), runEnd())
    host.failNext({ message: 'offline', retryable: true })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(host.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    // neither a prompt that nobody will take the answer of, nor a request every moment
    expect(await session.respond(call('c'), APPROVE)).toMatchObject({ ok: false })
    expect(host.requests.length).toBeLessThan(5)
  })

  it('closes without a host too', async () => {
    const { play, states } = openSession({ hasHost: false })
    play(toolStart('c'), approvalRequired('c', { expiresAt: NOW + MINUTE }), runEnd())
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(states()).toEqual({ c: 'interrupted: expired' })
  })

  it('an output that is asked for until then: its tool is stopped', async () => {
    const tool = scriptTool()
    const { play, states, host } = openSession({ clientTools: [tool.definition] })
    play(
      runStart(),
      toolStart('c', {}, { toolName: 'pick' }),
      { type: 'tool_output_required', toolCallId: 'c', expiresAt: NOW + MINUTE },
      runEnd(),
    )
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(tool.runs.map(({ abortSignal }) => abortSignal.aborted)).toEqual([true])
    expect(states()).toEqual({ c: 'interrupted: expired' })
    expect(host.requests.flat().filter(({ response }) => response.type === 'output')).toEqual([])
  })

  it('sets no timer for a session that was closed', async () => {
    const { play, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c', { expiresAt: NOW + MINUTE }), runEnd())
    session.dispose()
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(host.requests).toEqual([])
  })
})

describe('a call whose tool nobody has registered', () => {
  const leave = (toolCallId = 'c') => [
    runStart(),
    toolStart(toolCallId, {}, { toolName: 'pick' }),
    { type: 'tool_output_required', toolCallId } as const,
    runEnd(),
  ]
  const NOT_EXECUTED = { type: 'output-error', errorKind: 'not-executed', errorText: expect.stringContaining('pick') }

  it('is answered as not executed 10 s after its run has ended', async () => {
    const { play, host, call } = openSession()
    play(...leave())
    await vi.advanceTimersByTimeAsync(9_999)
    expect(host.requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(host.requests).toMatchObject([[{ response: NOT_EXECUTED }]])
    expect(call('c')).toMatchObject({ state: 'output-error', errorKind: 'not-executed' })
  })

  it('missingToolTimeout says how long', async () => {
    const { play, host } = openSession({ missingToolTimeout: 50 })
    play(...leave())
    await vi.advanceTimersByTimeAsync(50)
    expect(host.requests).toHaveLength(1)
  })

  it('waits as long as its run goes on', async () => {
    const { play, host, states } = openSession()
    play(...leave().slice(0, -1))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(host.requests).toEqual([])
    expect(states()).toEqual({ c: 'input-available, waiting for client' })
    play(runEnd())
    await vi.advanceTimersByTimeAsync(9_999)
    expect(states()).toEqual({ c: 'input-available, waiting for client' })
    await vi.advanceTimersByTimeAsync(1)
    expect(host.requests).toMatchObject([[{ response: NOT_EXECUTED }]])
  })

  it('runs where a lazy route brings the tool in time', async () => {
    const tool = scriptTool()
    const { play, session, host } = openSession()
    play(...leave())
    await vi.advanceTimersByTimeAsync(9_999)
    session.registerTool('pick', tool.definition)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tool.runs).toHaveLength(1)
    expect(host.requests).toEqual([])
  })

  it('waits again from when a tool goes that had not run', async () => {
    const tool = scriptTool()
    const { play, session, host } = openSession()
    session.registerTool('pick', tool.definition)()
    play(...leave())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(tool.runs).toEqual([])
    expect(host.requests).toMatchObject([[{ response: NOT_EXECUTED }]])
  })

  it('does not wait longer because the wire repeats itself', async () => {
    const { play, host } = openSession()
    play(...leave())
    for (let second = 0; second < 10; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      play({ type: 'tool_start', toolCallId: 'c', toolName: 'pick', args: {}, title: `take ${second}` })
    }
    expect(host.requests).toHaveLength(1)
  })

  it.each<[string, ToolCallEvent]>([
    ['got its outcome', { type: 'tool_end', toolCallId: 'c', result: 1, isError: false }],
    ['was cancelled', { type: 'tool_cancelled', toolCallId: 'c', reason: 'cancelled' }],
    ['is gone', { type: 'tool_retracted', toolCallId: 'c', reason: 'step-reset' }],
  ])('is not answered where it %s', async (_, event) => {
    const { play, host } = openSession()
    play(...leave())
    play(event)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(host.requests).toEqual([])
  })

  it('may be answered by the app meanwhile', async () => {
    const { play, call, session, host } = openSession()
    play(...leave())
    await session.respond(call('c'), { type: 'output', output: 1 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(host.requests).toMatchObject([[{ response: { type: 'output', output: 1 } }]])
  })

  it('waits for ever where nobody could be told', async () => {
    const { play, states } = openSession({ hasHost: false })
    play(...leave())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states()).toEqual({ c: 'input-available, waiting for client' })
  })
})
