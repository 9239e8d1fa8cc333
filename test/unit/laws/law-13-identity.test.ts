import { describe, expect, it } from 'vitest'
import type { ToolCallEvent } from '../../../src/core.ts'
import {
  approvalRequired,
  inputDelta,
  inputEnd,
  inputStart,
  manualScheduler,
  openSession,
  outputRequired,
  runEnd,
  runStart,
  suspended,
  toolEnd,
  toolFailed,
  toolStart,
} from '../../support/events.ts'

const EVENTS: [string, ToolCallEvent[]][] = [
  ['a start', [toolStart('c', { a: [1] }, { title: 't', metadata: { a: 1 }, annotations: { readOnlyHint: true } })]],
  ['the start of an input', [inputStart('c')]],
  ['the end of an input', [inputStart('c'), inputDelta('c', '{"a":1}'), inputEnd('c')]],
  ['an input error', [{ type: 'tool_input_error', toolCallId: 'c', toolName: 'edit', errorText: 'bad' }]],
  ['an approval', [toolStart('c'), approvalRequired('c', { approvalId: 'a', args: { p: 1 }, ref: { x: 1 } })]],
  ['an approval without an id', [toolStart('c'), approvalRequired('c')]],
  [
    'a decision',
    [
      toolStart('c'),
      approvalRequired('c'),
      { type: 'tool_approval_resolved', toolCallId: 'c', approved: true, by: 'policy' },
    ],
  ],
  ['a suspension', [toolStart('c'), suspended('c', { suspensionId: 's' })]],
  ['a suspension without an id', [toolStart('c'), suspended('c')]],
  [
    'an answer',
    [toolStart('c'), suspended('c'), { type: 'tool_resumed', toolCallId: 'c', resumeData: { a: 1 }, by: 'elsewhere' }],
  ],
  ['a cancellation', [toolStart('c'), { type: 'tool_cancelled', toolCallId: 'c', reason: 'expired' }]],
  ['a request for an output', [toolStart('c'), outputRequired('c', { x: 1 })]],
  ['an update', [toolStart('c'), { type: 'tool_update', toolCallId: 'c', partialResult: { p: 1 } }]],
  ['an exit code', [toolStart('c'), { type: 'command_exit', toolCallId: 'c', exitCode: 0, success: true }]],
  ['a sub-agent', [toolStart('c'), { type: 'subagent_start', toolCallId: 'c', agentType: 'scout' }]],
  [
    'the end of a sub-agent',
    [toolStart('c'), { type: 'subagent_end', toolCallId: 'c', agentType: 'scout', isError: false }],
  ],
  ['a result', [toolStart('c'), toolEnd('c', { a: 1 })]],
  ['a failure', [toolStart('c'), toolFailed('c')]],
  ['the end of the run', [toolStart('c'), runEnd()]],
]

describe('law 13: identity', () => {
  it('records are frozen', () => {
    for (const [, events] of EVENTS) {
      const { play, call } = openSession()
      play(...events)
      expect(call('c')).toSatisfy(Object.isFrozen)
    }
  })

  it.each(EVENTS)('%s leaves every other record as it was', (_, events) => {
    const { play, call } = openSession()
    play(toolStart('one', {}, { background: true }), toolEnd('two'))
    const [one, two] = [call('one'), call('two')]
    play(...events)
    expect(call('one')).toBe(one)
    expect(call('two')).toBe(two)
  })

  // a start that is repeated while the input streams restarts the text: law 10
  it.each(EVENTS.filter(([name]) => name !== 'the start of an input'))(
    '%s that is repeated changes nothing',
    (_, events) => {
      const { play, call, session } = openSession()
      play(...events)
      const [record, records, keys] = [call('c'), session.getToolCalls(), session.getToolCallKeys()]
      let told = 0
      session.subscribe(() => (told += 1))
      play(structuredClone(events.at(-1)))
      expect(call('c')).toBe(record)
      expect(session.getToolCalls()).toBe(records)
      expect(session.getToolCallKeys()).toBe(keys)
      expect(told).toBe(0)
    },
  )

  it('getToolCalls and getToolCallKeys keep their identity while nothing changes, and the keys while no call comes or goes', () => {
    const { play, session } = openSession()
    play(toolStart('c'))
    const [calls, keys] = [session.getToolCalls(), session.getToolCallKeys()]
    expect(session.getToolCalls()).toBe(calls)
    play({ type: 'zzz' }, { ...toolStart('d'), type: 'nope' })
    expect(session.getToolCalls()).toBe(calls)
    expect(session.getToolCallKeys()).toBe(keys)
    play(toolEnd('c'))
    expect(session.getToolCalls()).not.toBe(calls)
    expect(session.getToolCallKeys()).toBe(keys)
  })

  it('lists that were handed out do not change', () => {
    const { play, session } = openSession()
    play(toolStart('c'))
    const [calls, keys] = [session.getToolCalls(), session.getToolCallKeys()]
    play(toolStart('d'), toolEnd('c'))
    expect(calls.map(call => call.state)).toEqual(['input-available'])
    expect(keys).toHaveLength(1)
  })

  it('what an event did not touch of its own record keeps its identity', () => {
    const { play, call } = openSession()
    play(toolStart('c', { big: [1] }, { metadata: { m: 1 }, annotations: { readOnlyHint: true } }))
    const { input, metadata, annotations, receipts } = call('c')
    play({ type: 'tool_update', toolCallId: 'c', partialResult: 1 }, toolEnd('c', 1))
    const now = call('c')
    expect(now.input).toBe(input)
    expect(
      [now.metadata, now.annotations, now.receipts].map((value, at) => value === [metadata, annotations, receipts][at]),
    ).toEqual([true, true, true])
  })

  it('only the listeners of the call that changed are told', () => {
    const { play, call, session } = openSession({ scheduler: manualScheduler() })
    play(toolStart('a'), toolStart('b'))
    const told: string[] = []
    const stop = session.subscribeToolCall(call('a').key, () => told.push('a'))
    session.subscribeToolCall(call('b').key, () => told.push('b'))
    play(toolEnd('b'))
    expect(told).toEqual(['b'])
    play({ type: 'tool_update', toolCallId: 'a', partialResult: 1 })
    stop()
    play(toolEnd('a'))
    expect(told).toEqual(['b', 'a'])
  })

  it('A11: the whole log a second time, or its tail, leaves the same records', async () => {
    const { play, call, session, host } = openSession()
    const at = { runId: 'r', messageId: 'm', at: 1 }
    const log = [
      { ...runStart(), ...at },
      { ...inputStart('a'), ...at },
      { ...inputDelta('a', '{"x":1}'), ...at },
      { ...inputEnd('a'), ...at },
      { ...approvalRequired('a', { approvalId: 'ap' }), ...at },
      { ...toolStart('b'), ...at },
      { ...suspended('b', { suspensionId: 's' }), ...at },
      { ...runEnd('suspended'), ...at },
    ]
    play(...log)
    await session.respond(call('a'), { type: 'approval', approved: true })
    await session.respond(call('b'), { type: 'resume', resumeData: 1 })
    const answered = session.getToolCalls()
    play(...log, ...log.slice(-3))
    expect(session.getToolCalls()).toBe(answered)
    expect(host.requests).toHaveLength(2)
    const ends = [
      { ...runStart(), ...at },
      { ...toolEnd('a'), ...at },
      { ...toolEnd('b'), ...at },
      { ...runEnd(), ...at },
    ]
    play(...ends)
    const settled = session.getToolCalls()
    play(...log, ...ends)
    expect(session.getToolCalls()).toBe(settled)
  })

  it('A11: the log of an earlier run, a second time, does not close what a later one left waiting behind its prompt', () => {
    const { play, session } = openSession()
    const first = [
      runStart('r1'),
      toolStart('a', {}, { runId: 'r1' }),
      toolEnd('a'),
      runEnd('complete', { runId: 'r1' }),
    ]
    const second = [
      runStart('r2'),
      toolStart('sibling', {}, { runId: 'r2' }),
      toolStart('q', {}, { runId: 'r2' }),
      suspended('q', { suspensionId: 's' }),
      runEnd('suspended', { runId: 'r2' }),
    ]
    play(...first, ...second)
    const once = session.getToolCalls()
    play(...first, ...second)
    expect(session.getToolCalls()).toBe(once)
  })
})
