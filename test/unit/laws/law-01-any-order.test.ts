import { describe, expect, it } from 'vitest'
import type { ToolCallEvent } from '../../../src/core.ts'
import {
  approvalRequired,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  outputRequired,
  runEnd,
  runStart,
  suspended,
  toolEnd,
  toolFailed,
  toolStart,
} from '../../support/events.ts'

describe('law 1: any order, any gap', () => {
  it.each<[string, ToolCallEvent, object]>([
    ['a start of its arguments', inputStart('c'), { state: 'input-streaming', inputText: '', revision: 0 }],
    ['a piece of its arguments', inputDelta('c', '{"path":"a'), { state: 'input-streaming', inputText: '{"path":"a' }],
    ['the end of its arguments', inputEnd('c'), { state: 'input-streaming' }],
    ['its whole arguments', toolStart('c', { path: 'a' }), { state: 'input-available', input: { path: 'a' } }],
    [
      'bad arguments',
      { type: 'tool_input_error', toolCallId: 'c', toolName: 'edit', errorText: 'no' },
      { state: 'output-error', errorKind: 'input' },
    ],
    [
      'an approval',
      approvalRequired('c', { args: { path: 'a' } }),
      { state: 'approval-requested', input: { path: 'a' } },
    ],
    [
      'a decision',
      { type: 'tool_approval_resolved', toolCallId: 'c', approved: true, by: 'elsewhere' },
      { state: 'approval-responded' },
    ],
    ['a suspension', suspended('c'), { state: 'suspended', suspension: { payload: { question: 'Which?' } } }],
    [
      'an answer to a suspension',
      { type: 'tool_resumed', toolCallId: 'c', resumeData: 1, by: 'elsewhere' },
      { state: 'resuming', resumeData: 1 },
    ],
    [
      'a cancellation',
      { type: 'tool_cancelled', toolCallId: 'c', reason: 'expired' },
      { state: 'interrupted', reason: 'expired' },
    ],
    ['a request for its output', outputRequired('c'), { state: 'input-available', waitingFor: 'client' }],
    [
      'an update',
      { type: 'tool_update', toolCallId: 'c', partialResult: 7 },
      { state: 'input-available', running: { partialOutput: 7 } },
    ],
    [
      'a line of a shell',
      { type: 'shell_output', toolCallId: 'c', output: 'hi', stream: 'stdout' },
      { shell: { chunks: [{ stream: 'stdout', text: 'hi' }] } },
    ],
    [
      'an exit code',
      { type: 'command_exit', toolCallId: 'c', exitCode: 2, success: false },
      { shell: { exitCode: 2, success: false } },
    ],
    [
      'a sub-agent',
      { type: 'subagent_start', toolCallId: 'c', agentType: 'scout' },
      { subagent: { agentType: 'scout' } },
    ],
    ['a result', toolEnd('c', 5), { state: 'output-available', output: 5 }],
    ['a failure', toolFailed('c', 'no'), { state: 'output-error', errorText: 'no', errorKind: 'execution' }],
    [
      'a denial',
      toolEnd('c', undefined, { denied: true, isError: true }),
      { state: 'output-denied', decision: { approved: false } },
    ],
  ])('takes %s as the first thing ever heard of a call', (_, event, expected) => {
    const { play, session } = openSession()
    play(event)
    expect(session.getToolCalls()).toHaveLength(1)
    expect(session.getToolCalls()[0]).toMatchObject({ toolCallId: 'c', ...expected })
  })

  it('takes progress with a name as progress, without one as preliminary output', () => {
    const { play, call } = openSession()
    play(
      toolStart('c'),
      { type: 'tool_update', toolCallId: 'c', partialResult: 0.5, name: 'upload' },
      { type: 'tool_update', toolCallId: 'c', partialResult: 'half' },
    )
    expect(call('c', 'input-available').running).toMatchObject({ progress: { upload: 0.5 }, partialOutput: 'half' })
  })

  it('B025: a call without any streaming events has its input at once', () => {
    const { play, call } = openSession()
    play(toolStart('c', { path: 'b' }))
    expect(call('c')).toMatchObject({ state: 'input-available', input: { path: 'b' } })
    play(toolEnd('c', 'ok'))
    expect(call('c')).toMatchObject({ state: 'output-available', input: { path: 'b' }, output: 'ok' })
  })

  it('B023: a result that came before the arguments were whole stays the result', () => {
    const { play, call } = openSession()
    play(inputStart('t1'), inputDelta('t1', '{"a":'), toolEnd('t1', 5), inputDelta('t1', 'oops'), inputEnd('t1'))
    expect(call('t1')).toMatchObject({ state: 'output-available', output: 5 })
  })

  it('B023: late arguments still complete the input that is shown', () => {
    const { play, call } = openSession()
    play(inputStart('t1'), inputDelta('t1', '{"a":'), toolEnd('t1', 5), inputDelta('t1', '1}'), inputEnd('t1'))
    expect(call('t1')).toMatchObject({ state: 'output-available', output: 5, input: { a: 1 } })
  })

  it('B050: an approval makes the card by itself, and the call that follows is the same card', () => {
    const { play, call, session } = openSession()
    play(approvalRequired('z', { toolName: 'rm', args: { p: '/x' } }))
    expect(call('z')).toMatchObject({ state: 'approval-requested', toolName: 'rm', input: { p: '/x' } })
    play(toolStart('z', { p: '/x' }, { toolName: 'rm', messageId: 'm1' }))
    expect(session.getToolCallKeys()).toHaveLength(1)
    expect(call('z')).toMatchObject({ state: 'approval-requested', toolName: 'rm', input: { p: '/x' } })
  })

  // what is still to come of the arguments must not be lost, whatever came in between
  it.each<[string, ToolCallEvent]>([
    ['an approval', approvalRequired('c')],
    ['a suspension', suspended('c')],
    ['a decision', { type: 'tool_approval_resolved', toolCallId: 'c', approved: true, by: 'policy' }],
    ['a request for its output', outputRequired('c')],
    ['an outcome', toolEnd('c', 1)],
  ])('%s in the middle of the arguments does not lose the rest of them', (_, between) => {
    const { play, call } = openSession()
    play(inputStart('c'), inputDelta('c', '{"a":'), between, inputDelta('c', '[1]}'), inputEnd('c'))
    expect(call('c').input).toEqual({ a: [1] })
  })

  it('B020: the name on the final input wins, on the same card', () => {
    const { play, call } = openSession()
    play(inputStart('t', { toolName: 'Get-Weather' }), inputDelta('t', '{"city":"Bo'))
    const { key, toolName } = call('t')
    expect(toolName).toBe('Get-Weather')
    play(toolStart('t', { city: 'Bonn' }, { toolName: 'getWeather' }))
    expect(call('t')).toMatchObject({ key, toolName: 'getWeather', input: { city: 'Bonn' } })
  })

  it('B017: stray ends, late pieces and a second start change nothing', () => {
    const { play, call, session } = openSession()
    play(
      runStart('r1'),
      inputStart('t1', { runId: 'r1' }),
      inputDelta('t1', '{"mode":"dark"'),
      inputDelta('t1', '}'),
      inputEnd('t1'),
    )
    const before = call('t1')
    play(inputDelta('t1', '}'), inputEnd('t1'), inputStart('t1', { runId: 'r1' }))
    expect(call('t1')).toBe(before)
    play(runEnd('complete', { runId: 'r1', pendingToolCallIds: ['t1'] }))
    expect(session.getToolCallKeys()).toHaveLength(1)
    expect(call('t1')).toMatchObject({ state: 'input-available', input: { mode: 'dark' }, waitingFor: 'client' })
  })

  it.each(
    [
      { type: 'zzz' },
      {},
      null,
      5,
      'x',
      [[]],
      { type: null },
      { type: {} },
      { type: 'tool_input_delta' },
      { type: 'tool_start', toolCallId: 7, toolName: 'x', args: {} },
      { type: '__proto__' },
      { type: 'constructor', toolCallId: 'c' },
      { type: 'toString' },
      { type: 'tool_end', toolCallId: null },
      { type: 'x'.repeat(1_000_000) },
      undefined,
      true,
      { type: 'hydrate', toolCalls: 7 },
      { type: 'task_updated', tasks: {} },
    ].map(event => [JSON.stringify(event)?.slice(0, 60) ?? 'undefined', event] as const),
  )('A14: %s is skipped and reported without its payload', (_, event) => {
    const { play, session, warnings, states } = openSession()
    play(toolStart('good'))
    const before = session.getToolCalls()
    play([event])
    expect(session.getToolCalls()).toBe(before)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]!.message.length).toBeLessThan(500)
    play(toolEnd('good'))
    expect(states()).toEqual({ good: 'output-available' })
  })

  it('A14: fields of the wrong type and unknown ones do not break the event', () => {
    const { play, call } = openSession()
    play({
      type: 'tool_start',
      toolCallId: 'c',
      toolName: {},
      args: 1,
      title: 5,
      annotations: 'x',
      metadata: null,
      receipts: 1,
      state: 'output-available',
      at: 'now',
      extra: {},
    })
    expect(call('c').state).toBe('input-available')
    play(
      { type: 'run_end', runId: {}, reason: 'because', pendingToolCallIds: 'c' },
      { type: 'tool_end', toolCallId: 'c', isError: 'no', result: 1 },
    )
    expect(call('c').state).toBe('output-available')
  })

  it('A14: warnings are bounded', () => {
    const { play, warnings } = openSession()
    for (let count = 0; count < 1000; count += 1) play({ type: 'zzz' })
    expect(warnings.length).toBeLessThanOrEqual(20)
  })
})
