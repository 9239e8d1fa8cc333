import { describe, expect, it } from 'vitest'
import type { ToolCallEvent } from '../../../src/core.ts'
import {
  approvalRequired,
  describeState,
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

const ENDS: [string, ToolCallEvent][] = [
  ['output-available', toolEnd('c', 'first')],
  ['output-error', toolFailed('c', 'first')],
  ['output-denied', toolEnd('c', undefined, { denied: true, isError: true, reason: 'first' })],
]
const LATE: [string, ToolCallEvent][] = [
  ['start of the arguments', inputStart('c')],
  ['piece of the arguments', inputDelta('c', '{}')],
  ['end of the arguments', inputEnd('c')],
  ['final input', toolStart('c', { other: true })],
  ['input error', { type: 'tool_input_error', toolCallId: 'c', toolName: 'edit', errorText: 'late' }],
  ['approval', approvalRequired('c')],
  ['decision', { type: 'tool_approval_resolved', toolCallId: 'c', approved: false, by: 'elsewhere' }],
  ['suspension', suspended('c')],
  ['answer', { type: 'tool_resumed', toolCallId: 'c', resumeData: 1, by: 'elsewhere' }],
  ['cancellation', { type: 'tool_cancelled', toolCallId: 'c', reason: 'aborted' }],
  ['request for an output', outputRequired('c')],
  ['update', { type: 'tool_update', toolCallId: 'c', partialResult: 1 }],
  ['line of a shell', { type: 'shell_output', toolCallId: 'c', output: 'late', stream: 'stdout' }],
  ['failure', toolFailed('c', 'late')],
  ['end of the run', runEnd('aborted')],
]

describe('law 3: terminal beats live', () => {
  describe.each(ENDS)('after %s', (state, end) => {
    it.each(LATE)('a late %s changes nothing', (_, late) => {
      const { play, call } = openSession()
      play(toolStart('c'), end)
      const before = call('c')
      expect(before.state).toBe(state)
      play(late)
      expect(call('c')).toBe(before)
    })
  })

  it.each(ENDS.slice(0, 2))('after %s a second result changes nothing', (_, end) => {
    const { play, call } = openSession()
    play(toolStart('c'), end)
    const before = call('c')
    play(toolEnd('c', 'second'))
    expect(call('c')).toBe(before)
  })

  it('adds facts that were missing', () => {
    const { play, call } = openSession()
    play(toolEnd('c', 5), toolStart('c', { a: 1 }, { toolName: 'read', title: 'Read' }))
    expect(call('c')).toMatchObject({
      state: 'output-available',
      output: 5,
      toolName: 'read',
      title: 'Read',
      input: { a: 1 },
    })
  })

  it.each<[string, ToolCallEvent, string]>([
    ['a result', toolEnd('c', 1), 'output-available'],
    ['a failure', toolFailed('c'), 'output-error'],
    ['a denial', toolEnd('c', undefined, { denied: true, isError: true }), 'output-denied'],
    ['an approval', approvalRequired('c'), 'approval-requested'],
    ['a suspension', suspended('c'), 'suspended'],
    ['a request for its output', outputRequired('c'), 'input-available, waiting for client'],
    ['an update', { type: 'tool_update', toolCallId: 'c', partialResult: 1 }, 'interrupted: aborted'],
    [
      'a line of a shell',
      { type: 'shell_output', toolCallId: 'c', output: 'x', stream: 'stderr' },
      'interrupted: aborted',
    ],
    ['a piece of the arguments', inputDelta('c', 'x'), 'interrupted: aborted'],
  ])('what we concluded (interrupted) and then %s', (_, event, expected) => {
    const { play, call } = openSession()
    play(runStart('r'), toolStart('c', { a: 1 }, { runId: 'r' }), runEnd('aborted', { runId: 'r' }))
    expect(describeState(call('c'))).toBe('interrupted: aborted')
    play(event)
    expect(describeState(call('c'))).toBe(expected)
    expect(call('c').input).toEqual({ a: 1 })
  })

  it('pieces of arguments do not reopen a call that was stopped in the middle of them', () => {
    const { play, call } = openSession()
    play(inputStart('c'), inputDelta('c', '{"a":'), runEnd('aborted'))
    const before = call('c')
    expect(before).toMatchObject({ state: 'interrupted', reason: 'aborted', inputComplete: false, inputText: '{"a":' })
    play(inputDelta('c', '1}'), inputEnd('c'))
    expect(call('c')).toBe(before)
  })

  it('a call that lost its connection streams on', () => {
    const { play, call } = openSession()
    play(inputStart('c'), inputDelta('c', '{"a":'), runEnd('disconnected'))
    expect(describeState(call('c'))).toBe('interrupted: disconnected')
    play(inputDelta('c', '[1'))
    expect(call('c')).toMatchObject({ state: 'input-streaming', inputText: '{"a":[1', input: { a: [] } })
    play(inputDelta('c', ',2]}'), inputEnd('c'))
    expect(call('c')).toMatchObject({ state: 'input-available', input: { a: [1, 2] } })
  })

  it('B040: a success after the person declined is shown and flagged', async () => {
    const { play, call, session } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    await session.respond(call('c'), { type: 'approval', approved: false, reason: 'no' })
    play(toolEnd('c', { deleted: true }))
    expect(call('c')).toMatchObject({
      state: 'output-available',
      output: { deleted: true },
      ranAlthoughDenied: true,
      decision: { approved: false },
    })
  })

  it('B040: also when the denial had already settled', () => {
    const { play, call } = openSession()
    play(toolStart('c'), toolEnd('c', undefined, { denied: true, isError: true }), toolEnd('c', { deleted: true }))
    expect(call('c')).toMatchObject({ state: 'output-available', output: { deleted: true }, ranAlthoughDenied: true })
  })

  it('an error after a denial is its echo', async () => {
    const { play, call, session } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    await session.respond(call('c'), { type: 'approval', approved: false, reason: 'no' })
    play(toolFailed('c', 'Tool execution was not approved'))
    expect(call('c')).toMatchObject({ state: 'output-denied', decision: { approved: false, by: 'user', reason: 'no' } })
  })

  it('an approved call that succeeds is not flagged', async () => {
    const { play, call, session } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    await session.respond(call('c'), { type: 'approval', approved: true })
    play(toolEnd('c', 1))
    expect(call('c', 'output-available').ranAlthoughDenied).toBeUndefined()
  })

  it.each([false, 0, '', null])('B073: the result %j is a result', result => {
    const { play, call } = openSession()
    play(toolStart('c'), toolEnd('c', result))
    expect(call('c')).toMatchObject({ state: 'output-available', output: result })
  })

  it('B073: a result that JSON dropped is still an end', () => {
    const { play, call } = openSession()
    play(toolStart('c'), { type: 'tool_end', toolCallId: 'c', isError: false })
    expect(call('c').state).toBe('output-available')
  })
})
