import { describe, expect, it } from 'vitest'
import type { EventScope, ToolCallEvent } from '../../../src/core.ts'
import {
  approvalRequired,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  outputRequired,
  runEnd,
  runStart,
  settle,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

const STRANGE = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'prototype', ' ', 'a","b', '🙂', '0']

describe('law 10: ids are data', () => {
  it.each(STRANGE)('A02: %s works as an id, as a name and as an approval', id => {
    const { play, call, session } = openSession()
    play(toolStart(id, { a: 1 }, { toolName: id, messageId: id, stepId: id }), approvalRequired(id, { approvalId: id }))
    expect(call(id)).toMatchObject({
      toolCallId: id,
      toolName: id,
      state: 'approval-requested',
      approval: { approvalId: id },
    })
    play(
      { type: 'tool_approval_resolved', approvalId: id, approved: true, by: 'policy' },
      { type: 'tool_update', toolCallId: id, partialResult: 1, name: id },
    )
    play(toolEnd(id, 1))
    expect(session.getToolCalls()).toHaveLength(1)
    expect(session.getToolCall(call(id).key)).toBe(call(id))
    expect(call(id).state).toBe('output-available')
  })

  it('A02: a name that was never heard of is not found, whatever objects inherit', () => {
    const { session } = openSession()
    for (const id of STRANGE) {
      expect(session.findToolCall(id)).toBeUndefined()
      expect(session.getToolCall(id)).toBeUndefined()
      expect(session.getDraft(id)).toBeUndefined()
    }
  })

  it('A02: prototype keys in what arrives stay own data', () => {
    const { play, call } = openSession()
    play(toolStart('c', JSON.parse('{"__proto__":{"isAdmin":true},"a":1}')), approvalRequired('c'))
    const { input } = call('c') as { input: Record<string, unknown> }
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype)
    expect(input.isAdmin).toBeUndefined()
    expect(Object.keys(input).sort()).toEqual(['__proto__', 'a'])
    expect(({} as { isAdmin?: true }).isAdmin).toBeUndefined()
  })

  it('events of another thread are ignored and counted', () => {
    const { play, states, warnings } = openSession({ threadId: 't1' })
    play(
      { ...toolStart('mine'), threadId: 't1' },
      toolStart('too'),
      { ...toolStart('other'), threadId: 't2' },
      { ...runEnd(), threadId: 't2' },
    )
    expect(states()).toEqual({ mine: 'input-available', too: 'input-available' })
    expect(warnings).toHaveLength(2)
  })

  it('the same id in two threads is two calls', () => {
    const { play, session } = openSession()
    play(
      { ...toolStart('c'), threadId: 't1' },
      { ...toolStart('c'), threadId: 't2' },
      { ...toolEnd('c', 2), threadId: 't2' },
    )
    expect(session.getToolCalls().map(call => [call.threadId, call.state])).toEqual([
      ['t1', 'input-available'],
      ['t2', 'output-available'],
    ])
  })

  // one record or two, by what the first and the second opening event know of their place
  it.each<[string, EventScope, EventScope, number]>([
    ['another message', { messageId: 'm1' }, { messageId: 'm2' }, 2],
    ['another message of the same run', { messageId: 'm1', runId: 'r' }, { messageId: 'm2', runId: 'r' }, 2],
    ['another step', { messageId: 'm', stepId: 'm:0' }, { messageId: 'm', stepId: 'm:1' }, 2],
    ['another parent', { parentToolCallId: 'p1' }, { parentToolCallId: 'p2' }, 2],
    [
      'another parent in the same message',
      { messageId: 'm', parentToolCallId: 'p1' },
      { messageId: 'm', parentToolCallId: 'p2' },
      2,
    ],
    ['another run', { runId: 'r1' }, { runId: 'r2' }, 2],
    ['the same message, another run', { messageId: 'm', runId: 'r1' }, { messageId: 'm', runId: 'r2' }, 1],
    ['the same step, another run', { stepId: 's', runId: 'r1' }, { stepId: 's', runId: 'r2' }, 1],
    ['the same parent, another run', { parentToolCallId: 'p', runId: 'r1' }, { parentToolCallId: 'p', runId: 'r2' }, 1],
    ['a message where none was known', {}, { messageId: 'm' }, 1],
    ['no message where one was known', { messageId: 'm' }, {}, 1],
    ['nothing known', {}, {}, 1],
  ])('an opening event of %s', (_, first, second, count) => {
    for (const between of [[], [toolEnd('c', 1)]] as ToolCallEvent[][]) {
      const { play, session } = openSession()
      play({ ...toolStart('c', { n: 1 }), ...first }, ...between, { ...toolStart('c', { n: 2 }), ...second })
      expect(session.getToolCalls().map(({ input }) => input)).toEqual([{ n: 1 }, { n: 2 }].slice(0, count))
    }
  })

  it.each<[string, ToolCallEvent[], number]>([
    ['a settled call and a run that began since', [toolEnd('c'), runStart()], 2],
    ['a settled call in the same run', [toolEnd('c')], 1],
    ['an open call, though a run began since', [runStart()], 1],
  ])('without places, the same id after %s', (_, between, count) => {
    const { play, session } = openSession()
    play(runStart(), toolStart('c', { n: 1 }), ...between, toolStart('c', { n: 2 }))
    expect(session.getToolCalls()).toHaveLength(count)
    expect(session.getToolCalls()[0]!.input).toEqual({ n: 1 })
  })

  it('without places, the id of a call whose output we gave is free in the run that our output started', async () => {
    const { play, call, session, host } = openSession()
    play(runStart(), toolStart('call_0', { n: 1 }), outputRequired('call_0'), runEnd())
    const sending = host.holdNext()
    const answer = session.respond(call('call_0'), { type: 'output', output: 1 })
    play(runStart())
    sending.take()
    await answer
    await settle()
    play(toolStart('call_0', { n: 2 }))
    expect(session.getToolCalls().map(({ input }) => input)).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('A13: a repeated id is separate entries, and everything but a start goes to the newest that is open', () => {
    const { play, session } = openSession()
    const at = (step: string): EventScope => ({ messageId: 'm', stepId: step })
    play(
      { ...toolStart('call_0', { n: 0 }), ...at('s0') },
      { ...toolStart('call_0', { n: 1 }), ...at('s1') },
      { ...toolStart('call_0', { n: 2 }), ...at('s2') },
    )
    play(toolEnd('call_0', 'newest'), { ...toolEnd('call_0', 'next'), ...at('s2') })
    const calls = session.getToolCalls()
    expect(calls.map(call => (call.state === 'output-available' ? call.output : call.state))).toEqual([
      'input-available',
      'next',
      'newest',
    ])
    expect(new Set(session.getToolCallKeys()).size).toBe(3)
    expect(session.findToolCall('call_0')).toBe(calls[2])
    expect(session.findToolCall('call_0', { stepId: 's0' })).toBe(calls[0])
    expect(session.findToolCall('call_0', { messageId: 'm', stepId: 's1' })).toBe(calls[1])
  })

  it('A13: an event that cannot open a second record takes the one that is there, whatever run or message it names', () => {
    const { play, session } = openSession()
    play(
      { ...toolStart('c'), messageId: 'm1', runId: 'r1' },
      { ...approvalRequired('c'), messageId: 'm2', runId: 'r2' },
      { ...toolEnd('c', 1), runId: 'r3' },
    )
    expect(session.getToolCalls()).toMatchObject([{ state: 'output-available', messageId: 'm1', runId: 'r1' }])
  })

  it('a start that is repeated while the input streams restarts the text, and the old preview stays until it has caught up', () => {
    const { play, call, session } = openSession()
    play(inputStart('c', { messageId: 'm' }), inputDelta('c', '{"path":"src/a'))
    play(inputStart('c', { messageId: 'm' }))
    expect(call('c')).toMatchObject({ state: 'input-streaming', revision: 1, input: { path: 'src/a' } })
    play(inputDelta('c', '{"path":"s'))
    expect(call('c')).toMatchObject({ input: { path: 'src/a' } })
    play(inputDelta('c', 'rc/a.ts"'))
    expect(call('c')).toMatchObject({ revision: 1, input: { path: 'src/a.ts' }, inputText: '{"path":"src/a.ts"' })
    play(inputDelta('c', '}'), inputEnd('c'))
    expect(call('c')).toMatchObject({ state: 'input-available', input: { path: 'src/a.ts' } })
    expect(session.getToolCallKeys()).toHaveLength(1)
  })

  it.each<[string, ToolCallEvent[]]>([
    ['its input is complete', [toolStart('c', { n: 1 })]],
    ['it asks', [toolStart('c', { n: 1 }), approvalRequired('c')]],
    ['it has its outcome', [toolStart('c', { n: 1 }), toolEnd('c')]],
  ])('a start that is repeated once %s changes nothing', (_, events) => {
    const { play, call } = openSession()
    play(...events)
    const before = call('c')
    play(inputStart('c'), toolStart('c', { n: 1 }), toolStart('c', { n: 2 }))
    expect(call('c')).toBe(before)
  })

  it('B037: calls without ids stay apart, and their results come in order', () => {
    const { play, session } = openSession()
    play(
      toolStart('', { p: 1 }, { toolName: 'ls' }),
      toolStart('', { p: 2 }, { toolName: 'ls' }),
      toolEnd('', 'one'),
      toolEnd('', 'two'),
    )
    expect(session.getToolCalls()).toMatchObject([
      { input: { p: 1 }, output: 'one' },
      { input: { p: 2 }, output: 'two' },
    ])
    expect(new Set(session.getToolCalls().map(({ toolCallId }) => toolCallId)).size).toBe(2)
    expect(session.getToolCalls().map(({ toolCallId }) => toolCallId)).not.toContain('')
  })

  it('keys are the same in every session that hears the same, and never repeat', () => {
    const events = ['a', 'b', 'a","b', ''].flatMap(toolCallId =>
      [{}, { messageId: 'm' }, { messageId: 'm', stepId: 'a' }, { messageId: 'm","a' }].map(place => ({
        ...toolStart(toolCallId),
        ...place,
      })),
    )
    const keys = [0, 1].map(() => {
      const { play, session } = openSession()
      play(...events)
      return session.getToolCallKeys()
    })
    expect(keys[0]).toEqual(keys[1])
    expect(new Set(keys[0]).size).toBe(keys[0]!.length)
  })

  it('a record keeps its key and its order when its place becomes known', () => {
    const { play, call, session } = openSession()
    play(approvalRequired('a'), toolStart('b'))
    const keys = session.getToolCallKeys()
    play(toolStart('a', {}, { messageId: 'm', stepId: 's' }))
    expect(session.getToolCallKeys()).toEqual(keys)
    expect(call('a').key).toBe(keys[0])
  })

  it('a call that was retracted is gone, and its id can be used again', () => {
    const { play, call, session } = openSession()
    play(toolStart('c', { n: 1 }), approvalRequired('c', { approvalId: 'a' }), {
      type: 'tool_retracted',
      toolCallId: 'c',
      reason: 'step-reset',
    })
    expect(session.getToolCalls()).toEqual([])
    play(toolStart('c', { n: 2 }), approvalRequired('c', { approvalId: 'a' }))
    expect(call('c')).toMatchObject({ state: 'approval-requested', input: { n: 2 } })
  })
})
