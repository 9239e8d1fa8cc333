import { describe, expect, it } from 'vitest'
import type { RunEndReason, ToolCallEvent } from '../../../src/core.ts'
import {
  approvalRequired,
  BATCH,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  outputRequired,
  runEnd,
  runStart,
  scriptHost,
  settle,
  suspended,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

const decided = (approved: boolean): ToolCallEvent => ({
  type: 'tool_approval_resolved',
  toolCallId: 'c',
  approved,
  by: 'elsewhere',
})
const REASONS: RunEndReason[] = ['complete', 'aborted', 'error', 'length', 'disconnected']

describe('law 4: nothing spins for ever', () => {
  it.each(REASONS)('a run that ends with %s closes what streams and what runs', reason => {
    const { play, states } = openSession()
    const word = `interrupted: ${reason === 'complete' ? 'no-result' : reason}`
    play(
      inputStart('streams'),
      inputDelta('streams', '{"a":'),
      toolStart('runs'),
      toolStart('done'),
      toolEnd('done'),
      runEnd(reason),
    )
    expect(states()).toEqual({ streams: word, runs: word, done: 'output-available' })
  })

  it('keeps the last preview, the input and the words of the error', () => {
    const { play, call } = openSession()
    play(
      inputStart('a'),
      inputDelta('a', '{"x":[1,'),
      toolStart('b', { y: 1 }),
      runEnd('error', { errorText: 'overloaded' }),
    )
    expect(call('a')).toMatchObject({
      inputComplete: false,
      input: { x: [1] },
      inputText: '{"x":[1,',
      message: 'overloaded',
    })
    expect(call('b')).toMatchObject({ inputComplete: true, input: { y: 1 }, message: 'overloaded' })
  })

  describe.each(REASONS)('with the reason %s', reason => {
    it.each<[string, ToolCallEvent[], object]>([
      [
        'B065: an open approval waits for its person',
        [toolStart('c'), approvalRequired('c')],
        { state: 'approval-requested' },
      ],
      ['B065: an open suspension waits for its person', [toolStart('c'), suspended('c')], { state: 'suspended' }],
      ['a background call runs on', [toolStart('c', {}, { background: true })], { state: 'input-available' }],
      [
        'a call whose output was asked for waits for the client',
        [toolStart('c'), outputRequired('c')],
        { state: 'input-available', waitingFor: 'client' },
      ],
      [
        'a call that was answered no is denied',
        [toolStart('c'), approvalRequired('c'), decided(false)],
        { state: 'output-denied', decision: { approved: false } },
      ],
    ])('%s', (_, events, expected) => {
      const { play, call } = openSession()
      play(...events, runEnd(reason))
      expect(call('c')).toMatchObject(expected)
    })

    it.each<[string, ToolCallEvent[]]>([
      ['has its input', [toolStart('c', { a: 1 })]],
      ['was approved', [toolStart('c', { a: 1 }), approvalRequired('c'), decided(true)]],
    ])('a call that %s and is left for the client waits for it', (_, events) => {
      const { play, call } = openSession()
      play(...events, runEnd(reason, { pendingToolCallIds: ['c'] }))
      expect(call('c')).toMatchObject({ state: 'input-available', waitingFor: 'client', input: { a: 1 } })
    })

    it.each<[string, ToolCallEvent[]]>([
      ['approved', [toolStart('c'), approvalRequired('c'), decided(true)]],
      [
        'answered',
        [toolStart('c'), suspended('c'), { type: 'tool_resumed', toolCallId: 'c', resumeData: 1, by: 'elsewhere' }],
      ],
      ['approved by a policy that never said so', [toolStart('c'), approvalRequired('c', { isAutomatic: true })]],
    ])('a call that was %s and then got no outcome is interrupted', (_, events) => {
      const { play, states } = openSession()
      play(...events, runEnd(reason))
      expect(states()).toEqual({ c: `interrupted: ${reason === 'complete' ? 'no-result' : reason}` })
    })
  })

  it('B059: suspended is not complete: siblings and answered calls wait behind the prompt', () => {
    const { play, states } = openSession()
    play(
      toolStart('sibling'),
      toolStart('c'),
      approvalRequired('c'),
      decided(false),
      toolStart('client'),
      inputStart('cut'),
      inputDelta('cut', '{'),
      toolStart('q'),
      suspended('q'),
      runEnd('suspended', { pendingToolCallIds: ['client'] }),
    )
    expect(states()).toEqual({
      sibling: 'input-available',
      c: 'approval-responded',
      client: 'input-available',
      cut: 'interrupted: no-result',
      q: 'suspended',
    })
  })

  it('the next run of the thread closes what a suspended run left behind', () => {
    const { play, states } = openSession()
    play(
      runStart('r1'),
      toolStart('sibling', {}, { runId: 'r1' }),
      toolStart('q', {}, { runId: 'r1' }),
      suspended('q'),
      runEnd('suspended', { runId: 'r1' }),
      runStart('r2'),
      runEnd('complete', { runId: 'r2' }),
    )
    expect(states()).toEqual({ sibling: 'interrupted: no-result', q: 'suspended' })
  })

  it('never closes calls of a run that still goes', () => {
    const { play, states } = openSession()
    play(
      runStart('r1'),
      runStart('r2'),
      toolStart('one', {}, { runId: 'r1' }),
      toolStart('two', {}, { runId: 'r2' }),
      runEnd('aborted', { runId: 'r1' }),
    )
    expect(states()).toEqual({ one: 'interrupted: aborted', two: 'input-available' })
  })

  it('only the first end of a run counts', () => {
    const { play, states } = openSession()
    play(
      runStart('r'),
      toolStart('c', {}, { runId: 'r' }),
      runEnd('suspended', { runId: 'r' }),
      runEnd('complete', { runId: 'r' }),
    )
    expect(states()).toEqual({ c: 'input-available' })
  })

  it('an end without an id ends every run of the thread, and no other thread', () => {
    const { play, states } = openSession()
    play(
      runStart('r1'),
      runStart('r2'),
      toolStart('one', {}, { runId: 'r1' }),
      toolStart('two', {}, { runId: 'r2' }),
      toolStart('three'),
      { ...toolStart('elsewhere'), threadId: 't' },
      runEnd('aborted'),
    )
    expect(states()).toEqual({
      one: 'interrupted: aborted',
      two: 'interrupted: aborted',
      three: 'interrupted: aborted',
      elsewhere: 'input-available',
    })
  })

  it('an end below a parent closes only what is below it', () => {
    const { play, states } = openSession()
    play(
      runStart('r'),
      toolStart('parent', {}, { runId: 'r' }),
      toolStart('child', {}, { runId: 'r', parentToolCallId: 'parent' }),
      toolStart('sibling', {}, { runId: 'r' }),
      runEnd('aborted', { parentToolCallId: 'parent' }),
    )
    expect(states()).toEqual({ parent: 'input-available', child: 'interrupted: aborted', sibling: 'input-available' })
  })

  it('B104: late events of a stopped run touch neither the new run nor its calls', () => {
    const { play, call, states } = openSession()
    play(
      runStart('A'),
      toolStart('a', {}, { runId: 'A' }),
      runEnd('aborted', { runId: 'A' }),
      runStart('B'),
      toolStart('b', {}, { runId: 'B' }),
    )
    const [a, b] = [call('a'), call('b')]
    play(
      { ...inputDelta('a', 'x'), runId: 'A' },
      { type: 'tool_update', toolCallId: 'a', partialResult: 1, runId: 'A' },
      runEnd('complete', { runId: 'A' }),
    )
    expect(call('a')).toBe(a)
    expect(call('b')).toBe(b)
    expect(states()).toEqual({ a: 'interrupted: aborted', b: 'input-available' })
  })

  it('a {} that the wire made up beside text that does not parse is not believed', () => {
    const { play, call } = openSession()
    play(inputStart('c'), inputDelta('c', '{"path":"a'), toolStart('c', {}))
    expect(call('c')).toMatchObject({ input: undefined, inputError: { text: '{"path":"a' } })
    play(runEnd())
    expect(call('c')).toMatchObject({
      state: 'interrupted',
      reason: 'no-result',
      input: undefined,
      inputText: '{"path":"a',
    })
  })

  it('a {} beside a text that says the same, or beside no text, is the input', () => {
    const { play, call } = openSession()
    play(
      inputStart('a'),
      inputDelta('a', '{}'),
      toolStart('a', {}),
      toolStart('b', {}),
      inputStart('d'),
      inputEnd('d'),
      toolStart('d', {}),
    )
    for (const id of ['a', 'b', 'd']) expect(call(id)).toMatchObject({ state: 'input-available', input: {} })
  })

  it('an answer that waits to be sent is not closed', async () => {
    const { play, call, session } = openSession({ host: scriptHost({ respondWhen: BATCH }) })
    play(toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'))
    void session.respond(call('a'), { type: 'approval', approved: true })
    play(runEnd())
    await settle()
    expect(call('a')).toMatchObject({ state: 'approval-responded', delivery: { status: 'held' } })
  })

  it('B043: an automatic denial settles with the end of the run, when nobody says so', () => {
    const { play, call } = openSession()
    play(
      toolStart('c1'),
      approvalRequired('c1', { approvalId: 'p1', isAutomatic: true }),
      { type: 'tool_approval_resolved', approvalId: 'p1', approved: false, reason: 'policy', by: 'policy' },
      runEnd(),
    )
    expect(call('c1')).toMatchObject({
      state: 'output-denied',
      decision: { approved: false, by: 'policy', reason: 'policy' },
    })
  })
})
