import { describe, expect, it, vi } from 'vitest'
import type { StoredToolCall, ToolCallEvent, ToolCallResponse, ToolCallState } from '../../../src/core.ts'
import {
  approvalRequired,
  BATCH,
  describeState,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  outputRequired,
  runEnd,
  runStart,
  scriptHost,
  scriptTool,
  settle,
  suspended,
  toolEnd,
  toolFailed,
  toolStart,
} from '../../support/events.ts'

const APPROVE: ToolCallResponse = { type: 'approval', approved: true }
const stored = (state: ToolCallState, more: Partial<StoredToolCall> = {}): StoredToolCall => ({
  toolCallId: 'c',
  toolName: 'edit',
  input: { path: 'a.ts' },
  ...BY_STATE[state],
  state,
  ...more,
})
const approval = { approvalId: 'ap', requestReason: 'writes', ref: { signature: 's', zz: 1 } }
const suspension = { suspensionId: 's1', payload: { question: 'Which?' }, ref: { run: 'outer' } }
const yes = { approved: true, by: 'elsewhere' } as const
const no = { approved: false, by: 'elsewhere', reason: 'never' } as const
const BY_STATE: Record<ToolCallState, Partial<StoredToolCall>> = {
  'input-streaming': { input: { path: 'a' }, inputText: '{"path":"a' },
  'input-available': { waitingFor: 'client' },
  'approval-requested': { approval },
  'approval-responded': { approval, decision: yes },
  suspended: { suspension },
  resuming: { suspension, resumeData: 'left' },
  'output-available': { output: 0, modelOutput: { type: 'text', value: '0' } },
  'output-error': { errorText: 'disk full', errorKind: 'execution', output: { partial: 1 } },
  'output-denied': { approval, decision: no },
  interrupted: { reason: 'aborted', message: 'you stopped it', inputComplete: true },
}
const hydrate = (toolCalls: readonly unknown[], complete?: boolean) =>
  ({ type: 'hydrate', toolCalls, complete }) as unknown as ToolCallEvent

describe('hydrate', () => {
  it.each<[ToolCallState, object]>([
    [
      'input-streaming',
      {
        state: 'interrupted',
        reason: 'disconnected',
        inputComplete: false,
        input: { path: 'a' },
        inputText: '{"path":"a',
      },
    ],
    ['input-available', { state: 'input-available', waitingFor: 'client' }],
    ['approval-requested', { approval }],
    ['approval-responded', { approval, decision: yes }],
    ['suspended', { suspension }],
    ['resuming', { suspension, resumeData: 'left' }],
    ['output-available', { output: 0, modelOutput: { type: 'text', value: '0' } }],
    ['output-error', { errorText: 'disk full', errorKind: 'execution', output: { partial: 1 } }],
    ['output-denied', { decision: no }],
    ['interrupted', { reason: 'aborted', message: 'you stopped it', inputComplete: true }],
  ])('brings back a call that is %s, with what belongs to it', (state, expected) => {
    const { session, call } = openSession({ initialToolCalls: [stored(state)] })
    expect(session.getToolCalls()).toHaveLength(1)
    expect(call('c')).toMatchObject({ state, toolName: 'edit', ...expected })
    if (state !== 'input-streaming') expect(call('c').input).toEqual({ path: 'a.ts' })
  })

  it('brings back the facts of a call', () => {
    const facts = {
      title: 'Edit a file',
      providerExecuted: true,
      dynamic: true,
      background: true,
      annotations: { destructiveHint: true },
      metadata: { a: 1 },
      display: { input: { suppress: true } },
      messageId: 'm',
      stepId: 'm:0',
      runId: 'r',
      startedAt: 5,
      settledAt: 9,
      shell: { chunks: [{ stream: 'stdout', text: 'x' }], exitCode: 0, success: true },
      subagent: { agentType: 'explore', task: 'look', text: 'found' },
      outputRequest: { ref: 7 },
    } as const
    const { call } = openSession({ initialToolCalls: [stored('output-available', facts)] })
    expect(call('c')).toMatchObject(facts)
  })

  it('finds a stored call under the key that a live one would have', () => {
    const place = { messageId: 'm', stepId: 'm:0' }
    const live = openSession({ threadId: 't' })
    live.play(toolStart('c', {}, place))
    const { session } = openSession({ threadId: 't', initialToolCalls: [stored('output-available', place)] })
    expect(session.getToolCallKeys()).toEqual(live.session.getToolCallKeys())
  })

  describe('what is further on counts', () => {
    // settled > answered > waiting > input complete > streaming
    const LIVE: [rank: number, name: string, events: ToolCallEvent[], state: ToolCallState][] = [
      [0, 'streams', [inputStart('c'), inputDelta('c', '{"path":"li')], 'input-streaming'],
      [1, 'runs', [toolStart('c', { path: 'live' })], 'input-available'],
      [2, 'waits for an approval', [toolStart('c', { path: 'live' }), approvalRequired('c')], 'approval-requested'],
      [2, 'waits for an answer', [toolStart('c', { path: 'live' }), suspended('c')], 'suspended'],
      [
        3,
        'is answered',
        [
          toolStart('c', { path: 'live' }),
          approvalRequired('c'),
          { type: 'tool_approval_resolved', toolCallId: 'c', approved: true, by: 'elsewhere' },
        ],
        'approval-responded',
      ],
      [4, 'has its result', [toolStart('c', { path: 'live' }), toolEnd('c', 'live')], 'output-available'],
      [4, 'has failed', [toolStart('c', { path: 'live' }), toolFailed('c')], 'output-error'],
    ]
    const STORED: [rank: number, state: ToolCallState][] = [
      [0, 'input-streaming'],
      [1, 'input-available'],
      [2, 'approval-requested'],
      [2, 'suspended'],
      [3, 'approval-responded'],
      [3, 'resuming'],
      [4, 'output-available'],
      [4, 'output-error'],
      [4, 'output-denied'],
    ]
    const pairs = LIVE.flatMap(([liveRank, name, events, liveState]) =>
      STORED.map(([rank, state]) => ({
        name,
        events,
        state,
        wins: rank > liveRank,
        expected: rank > liveRank ? state : liveState,
      })),
    )

    it.each(pairs)('a call that $name, and a stored one that is $state', ({ events, state, wins, expected }) => {
      const { play, call, session } = openSession()
      play(runStart(), ...events)
      const before = call('c')
      play(hydrate([stored(state)]))
      expect(session.getToolCalls()).toHaveLength(1)
      expect(call('c')).toMatchObject({ key: before.key, state: expected })
      // nothing in it was new
      if (!wins && before.input !== undefined) expect(call('c')).toBe(before)
    })

    it('in a stored list too, the second of one call counts only where it is further', () => {
      const { call, session } = openSession({
        initialToolCalls: [stored('output-available', { output: 'done' }), stored('input-available')],
      })
      expect(session.getToolCalls()).toHaveLength(1)
      expect(call('c')).toMatchObject({ state: 'output-available', output: 'done' })
    })

    it('a snapshot fills what was never heard, and changes nothing that was', () => {
      const { play, call } = openSession()
      play(toolEnd('c', 'live'))
      play(hydrate([stored('input-available', { title: 'Edit' })]))
      expect(call('c')).toMatchObject({
        state: 'output-available',
        output: 'live',
        input: { path: 'a.ts' },
        toolName: 'edit',
        title: 'Edit',
      })
    })

    it('an answer that was given here is not taken back by a snapshot that does not know it', async () => {
      const { play, call, session, host } = openSession()
      play(toolStart('c', { path: 'a.ts' }), approvalRequired('c', { approvalId: 'ap' }))
      const sending = host.holdNext()
      const answer = session.respond(call('c'), APPROVE)
      play(hydrate([stored('approval-requested')]))
      expect(call('c')).toMatchObject({ state: 'approval-responded', decision: { by: 'user' } })
      sending.take()
      expect(await answer).toEqual({ ok: true })
      expect(host.requests).toHaveLength(1)
    })

    it('an outcome that a snapshot brings ends what ran here for it', async () => {
      const tool = scriptTool()
      const { play, call } = openSession({ clientTools: [tool.definition] })
      play(toolStart('c', {}, { toolName: 'pick' }), outputRequired('c'), runEnd())
      await settle()
      play(hydrate([stored('output-available', { toolName: 'pick', output: 'theirs' })]))
      expect(tool.runs[0]!.abortSignal.aborted).toBe(true)
      await tool.finish()
      expect(call('c')).toMatchObject({ state: 'output-available', output: 'theirs' })
    })
  })

  describe('B013: deltas for a call whose start was before the reload', () => {
    const streaming = (inputText: string | undefined) =>
      stored('input-streaming', { toolCallId: 't1', toolName: 'searchDocs', input: { query: 'tide ta' }, inputText })
    const rest = [
      toolStart('t1', { query: 'tide tables', limit: 3 }, { toolName: 'searchDocs' }),
      toolEnd('t1', { hits: 2 }),
    ]

    it.each([
      ['before the run goes on', true],
      ['while the run goes on', false],
    ])('continue the text that was stored (%s)', (_, early) => {
      const { play, call, session } = openSession()
      const loaded = hydrate([streaming('{"query":"tide ta')])
      play(...(early ? [loaded, runStart()] : [runStart(), loaded]))
      expect(call('t1').input).toEqual({ query: 'tide ta' })
      play(inputDelta('t1', 'bles"'))
      expect(call('t1', 'input-streaming').input).toEqual({ query: 'tide tables' })
      play(inputDelta('t1', ',"limit":3}'))
      expect(call('t1', 'input-streaming').input).toEqual({ query: 'tide tables', limit: 3 })
      play(...rest, runEnd())
      expect(session.getToolCalls()).toHaveLength(1)
      expect(call('t1')).toMatchObject({
        state: 'output-available',
        input: { query: 'tide tables', limit: 3 },
        output: { hits: 2 },
      })
    })

    it.each([
      ['before the run goes on', true],
      ['while the run goes on', false],
    ])('keep the old preview where only that was stored (%s)', (_, early) => {
      const { play, call, session } = openSession()
      const loaded = hydrate([streaming(undefined)])
      play(...(early ? [loaded, runStart()] : [runStart(), loaded]))
      play(inputDelta('t1', 'bles"'))
      expect(call('t1').input).toEqual({ query: 'tide ta' })
      play(inputDelta('t1', ',"limit":3}'))
      expect(call('t1', 'input-streaming').input).toEqual({ query: 'tide ta' })
      play(...rest, runEnd())
      expect(session.getToolCalls()).toHaveLength(1)
      expect(call('t1')).toMatchObject({ state: 'output-available', input: { query: 'tide tables', limit: 3 } })
    })

    it('the end of arguments of which only a piece came is not the end of known arguments', () => {
      const { play, call } = openSession()
      play(runStart(), hydrate([streaming(undefined)]), inputDelta('t1', 'bles"}'), inputEnd('t1'))
      expect(call('t1')).not.toHaveProperty('input', {})
      play(...rest)
      expect(call('t1')).toMatchObject({ state: 'output-available', input: { query: 'tide tables', limit: 3 } })
    })
  })

  it('B086: a stream that is replayed onto restored calls runs, asks and doubles nothing', async () => {
    const tool = scriptTool({ name: 'edit' })
    const place = { messageId: 'm1', stepId: 'm1:0' }
    const { play, session, host } = openSession({
      clientTools: [tool.definition],
      initialToolCalls: [
        stored('output-available', { toolCallId: 't1', output: 1, ...place }),
        stored('approval-responded', { toolCallId: 't2', ...place }),
        stored('approval-requested', { toolCallId: 't3', ...place }),
      ],
    })
    const before = session.getToolCalls()
    play(
      runStart('r'),
      inputStart('t1', place),
      inputDelta('t1', '{"path":"a.ts"}'),
      toolStart('t1', { path: 'a.ts' }, place),
      outputRequired('t1'),
      toolEnd('t1', 1),
      toolStart('t2', { path: 'a.ts' }, place),
      { ...approvalRequired('t2', { approvalId: 'ap' }), ...place },
      toolStart('t3', { path: 'a.ts' }, place),
      { ...approvalRequired('t3', { approvalId: 'ap' }), ...place },
      runEnd('suspended', { runId: 'r' }),
    )
    await settle()
    expect(session.getToolCalls().map(describeState)).toEqual(before.map(describeState))
    expect(session.getToolCalls().map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    expect(tool.runs).toEqual([])
    expect(host.requests).toEqual([])
  })

  it('B085: a pending approval is there again, and its answer has what the backend needs', async () => {
    const { call, session, host } = openSession({
      initialToolCalls: [stored('approval-requested', { runId: 'r1', input: { a: 1 }, toolName: 'pay' })],
    })
    expect(call('c')).toMatchObject({ state: 'approval-requested', toolName: 'pay', input: { a: 1 }, runId: 'r1' })
    const shown = call('c')
    expect(await session.respond(shown, APPROVE)).toEqual({ ok: true })
    expect(host.requests).toEqual([[{ call: shown, response: APPROVE }]])
    expect(shown).toMatchObject({ approval })
  })

  it.each<ToolCallState>(['approval-requested', 'suspended'])('what was open stays open: %s', state => {
    const { play, call } = openSession({ initialToolCalls: [stored(state)] })
    play(runStart(), runEnd(), runStart('r'), runEnd('suspended', { runId: 'r' }))
    expect(call('c').state).toBe(state)
  })

  it('B088: a bad row does not cost the good ones, and says nothing of what it held', () => {
    const bad = [
      null,
      7,
      'secret',
      [],
      {},
      { foo: 'secret' },
      { toolCallId: 5, toolName: 'x', state: 'secret' },
      { toolCallId: 'x', toolName: 'x', state: 'nonsense' },
      { toolCallId: 'x', toolName: 'x', state: '__proto__' },
    ]
    const { session, warnings, play } = openSession()
    play(hydrate([stored('output-available', { toolCallId: 'a' }), ...bad, stored('suspended', { toolCallId: 'b' })]))
    expect(session.getToolCalls().map(({ toolCallId }) => toolCallId)).toEqual(['a', 'b'])
    expect(warnings).toHaveLength(bad.length)
    expect(JSON.stringify(warnings)).not.toContain('secret')
  })

  it.each<[string, Partial<StoredToolCall> & Record<string, unknown>]>([
    ['no name', { toolName: undefined as never }],
    ['a name that is no text', { toolName: 5 as never }],
    ['receipts that are no list', { receipts: 5 as never }],
    ['an approval that is null', { approval: null as never }],
    ['a suspension that is text', { suspension: 'x' as never }],
    ['a decision that is text', { decision: 'yes' as never }],
    ['a place that is no text', { messageId: 5 as never, stepId: {} as never }],
    ['an input text that is no text', { inputText: 5 as never }],
    ['a version that nobody knows', { version: 999 }],
  ])('B088: a row with %s throws nothing, in any state', (_, wrong) => {
    for (const state of Object.keys(BY_STATE) as ToolCallState[]) {
      const { play, session } = openSession()
      play(hydrate([{ ...stored(state), ...wrong }, stored('output-available', { toolCallId: 'good' })]))
      expect(session.findToolCall('good')).toBeDefined()
      play(
        runStart(),
        toolStart('c'),
        approvalRequired('c'),
        { type: 'tool_approval_resolved', toolCallId: 'c', approved: true, by: 'user' },
        toolEnd('c'),
        runEnd(),
      )
      for (const call of session.getToolCalls()) {
        expect([typeof call.toolName, Array.isArray(call.receipts)]).toEqual(['string', true])
      }
    }
  })

  it('B089: a snapshot in the middle of a run keeps the live calls that it does not know', async () => {
    const { play, call, states, session, host } = openSession({ host: scriptHost({ respondWhen: BATCH }) })
    play(
      runStart('r1'),
      inputStart('s1', { toolName: 'pickSeat', messageId: 'a1', runId: 'r1' }),
      inputDelta('s1', '{"row":12}'),
      inputEnd('s1'),
      hydrate([
        stored('output-available', {
          toolCallId: 's0',
          toolName: 'findFlight',
          messageId: 'a0',
          input: { no: 'XY1' },
          output: { found: true },
        }),
      ]),
      runEnd('complete', { runId: 'r1', pendingToolCallIds: ['s1'] }),
    )
    expect(states()).toEqual({ s0: 'output-available', s1: 'input-available, waiting for client' })
    expect(call('s1').input).toEqual({ row: 12 })
    expect(await session.respond(call('s1'), { type: 'output', output: { seat: '12C' } })).toEqual({ ok: true })
    expect(host.requests.map(answers => answers.map(({ response }) => response))).toEqual([
      [{ type: 'output', output: { seat: '12C' } }],
    ])
  })

  it('B091: a call that was met without its message is the one that history brings with it', () => {
    const { play, session, call } = openSession()
    play(runStart(), toolStart('c1', { a: 1 }), toolEnd('c1', 'done'), runEnd())
    play(hydrate([stored('input-available', { toolCallId: 'c1', messageId: 'srv-9', waitingFor: undefined })]))
    expect(session.getToolCalls()).toHaveLength(1)
    expect(call('c1')).toMatchObject({ state: 'output-available', output: 'done', messageId: 'srv-9' })
  })

  describe('A10: a forged or foreign history', () => {
    const decision = { approved: true, by: 'user' } as const
    const receipts = [{ type: 'approval', request: approval, input: {}, decision }] as const

    it.each<ToolCallState>(['approval-responded', 'input-available', 'resuming', 'suspended'])(
      'a decision "by the user" of a call that is %s was not given here',
      state => {
        const { call } = openSession({ initialToolCalls: [stored(state, { decision, receipts })] })
        expect(call('c').decision).toMatchObject({ approved: true, by: 'elsewhere' })
        expect(call('c').receipts).toMatchObject([{ type: 'approval', decision: { by: 'elsewhere' } }])
      },
    )

    it('a denied call was not approved, whatever is written beside it', () => {
      const { call } = openSession({ initialToolCalls: [stored('output-denied', { decision, receipts: [] })] })
      expect(call('c', 'output-denied').decision.approved).toBe(false)
    })

    it('an outcome shows that the decision was really taken', () => {
      const { call } = openSession({ initialToolCalls: [stored('output-available', { decision, receipts })] })
      expect(call('c')).toMatchObject({ decision: { by: 'user' }, receipts: [{ decision: { by: 'user' } }] })
    })

    it('a decision is not sent, and cannot be sent again', async () => {
      const { call, session, host, play } = openSession({
        host: scriptHost({ respondWhen: BATCH }),
        initialToolCalls: [
          stored('approval-responded', { decision, receipts, delivery: { status: 'held' } } as never),
          stored('output-available', { toolCallId: 'o', delivery: { status: 'failed' } } as never),
        ],
      })
      play(runStart(), runEnd())
      expect(await session.retry(call('c'))).toMatchObject({ ok: false })
      expect(await session.retry(call('o'))).toMatchObject({ ok: false })
      expect(await session.respond(call('c'), APPROVE)).toMatchObject({ ok: false })
      await settle()
      expect(host.requests).toEqual([])
      for (const id of ['c', 'o']) expect(call(id)).not.toHaveProperty('delivery')
    })

    it('fields that the session keeps for itself are not taken: key, running, delivery', () => {
      const forged = { key: 'k', running: { by: 'client', since: 0 }, delivery: { status: 'sending' } }
      const { session, call } = openSession({ initialToolCalls: [stored('input-available', forged as never)] })
      expect(session.getToolCall('k')).toBeUndefined()
      expect(call('c')).not.toHaveProperty('running')
      expect(call('c')).not.toHaveProperty('delivery')
    })

    it('what is stored cannot be changed from outside once it is shown for a decision', () => {
      const input = { path: 'a.ts' }
      const { call } = openSession({ initialToolCalls: [stored('approval-requested', { input })] })
      input.path = '/etc/passwd'
      expect(call('c').input).toEqual({ path: 'a.ts' })
    })
  })

  describe('complete', () => {
    it('says that these are all: others are gone, what they wanted with them', async () => {
      const tool = scriptTool()
      const { play, call, session, states, host } = openSession({
        host: scriptHost({ respondWhen: BATCH }),
        clientTools: [tool.definition],
      })
      play(
        runStart('r'),
        toolStart('kept', { path: 'a.ts' }, { runId: 'r' }),
        toolStart('tool', {}, { runId: 'r', toolName: 'pick' }),
        toolStart('ask', {}, { runId: 'r' }),
        approvalRequired('ask'),
        toolStart('held', {}, { runId: 'r' }),
        approvalRequired('held'),
        runEnd('complete', { runId: 'r', pendingToolCallIds: ['tool', 'kept'] }),
      )
      const gone = call('ask')
      const answer = session.respond(call('held'), APPROVE)
      await settle()
      play(hydrate([stored('input-available', { toolCallId: 'kept' })], true))
      await settle()
      expect(states()).toEqual({ kept: 'input-available, waiting for client' })
      expect(tool.runs[0]!.abortSignal.aborted).toBe(true)
      expect(await session.respond(gone, APPROVE)).toMatchObject({ ok: false, reason: 'unknown' })
      play({ type: 'tool_end', toolCallId: 'kept', result: 1, isError: false })
      await settle()
      expect(await answer).toMatchObject({ ok: false })
      expect(host.requests).toEqual([])
    })

    it('speaks of its thread only', () => {
      const { play, states } = openSession()
      play({ ...toolStart('a'), threadId: 't1' }, { ...toolStart('b'), threadId: 't2' }, toolStart('c'))
      play({ ...hydrate([], true), threadId: 't1' })
      expect(states()).toEqual({ b: 'input-available', c: 'input-available' })
    })

    it('a row that cannot be read does not retract the call that it is about', () => {
      const { play, states } = openSession()
      play(toolStart('a'), approvalRequired('a'), toolStart('b'))
      play(hydrate([{ toolCallId: 'a', toolName: 'edit', state: 'a state of next year' }], true))
      expect(states()).toEqual({ a: 'approval-requested' })
    })
  })

  describe('threads', () => {
    it('a stored call of another thread is ignored and counted', () => {
      const { session, warnings } = openSession({
        threadId: 't1',
        initialToolCalls: [
          stored('output-available', { threadId: 't2', toolCallId: 'theirs' }),
          stored('output-available', { threadId: 't1', toolCallId: 'ours' }),
          stored('output-available', { toolCallId: 'also-ours' }),
        ],
      })
      expect(session.getToolCalls().map(({ toolCallId, threadId }) => [toolCallId, threadId])).toEqual([
        ['ours', 't1'],
        ['also-ours', 't1'],
      ])
      expect(warnings.map(({ code }) => code)).toEqual(['other-thread'])
    })

    it('in a session of all threads, a stored call is of the thread that it names, however often it comes', () => {
      const { play, session } = openSession()
      const row = stored('approval-requested', { threadId: 't2' })
      play(hydrate([row]), hydrate([row]))
      expect(session.getToolCalls()).toMatchObject([{ threadId: 't2', state: 'approval-requested' }])
      play({ ...toolStart('c', { path: 'a.ts' }), threadId: 't2' }, { ...toolEnd('c', 1), threadId: 't2' })
      expect(session.getToolCalls()).toMatchObject([{ threadId: 't2', state: 'output-available' }])
      play({ ...hydrate([], true), threadId: 't2' })
      expect(session.getToolCalls()).toEqual([])
    })
  })

  it('a stored nested call finds its parent, whichever of the two comes first', () => {
    const child = stored('output-available', { toolCallId: 'child', parentToolCallId: 'parent' })
    const parent = stored('output-available', { toolCallId: 'parent' })
    for (const toolCalls of [
      [parent, child],
      [child, parent],
    ]) {
      const { call } = openSession({ initialToolCalls: toolCalls })
      expect(call('child').parentKey).toBe(call('parent').key)
    }
  })

  it('B149: the same stored calls are the same records on the server and, later, in the browser', () => {
    vi.useFakeTimers()
    const toolCalls = (Object.keys(BY_STATE) as ToolCallState[]).map(state => stored(state, { toolCallId: state }))
    const onServer = openSession({ initialToolCalls: toolCalls }).session.getToolCalls()
    vi.advanceTimersByTime(5000)
    expect(openSession({ initialToolCalls: toolCalls }).session.getToolCalls()).toEqual(onServer)
    vi.useRealTimers()
  })

  it('keeps the order of the list', () => {
    const ids = ['z', 'a', 'm']
    const { session } = openSession({ initialToolCalls: ids.map(id => stored('suspended', { toolCallId: id })) })
    expect(session.getToolCalls().map(({ toolCallId }) => toolCallId)).toEqual(ids)
  })

  it('older calls that are loaded later stand in front, and a repeated id is still the newest one', () => {
    const of = (messageId: string, toolCallId: string) =>
      stored('output-available', { toolCallId, messageId, output: messageId })
    const { session, play } = openSession({ initialToolCalls: [of('m2', 'c'), of('m2', 'live')] })
    play({ type: 'hydrate', toolCalls: [of('m1', 'c'), of('m1', 'b'), of('m2', 'c'), of('m2', 'live')] })
    const order = session.getToolCalls().map(({ messageId, toolCallId }) => `${messageId} ${toolCallId}`)
    expect(order).toEqual(['m1 c', 'm1 b', 'm2 c', 'm2 live'])
    expect(session.getToolCallKeys()).toEqual(session.getToolCalls().map(({ key }) => key))
    expect(session.findToolCall('c')).toMatchObject({ messageId: 'm2' })
  })
})
