import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAgentControllerDecoder, type ToolCallEvent, type ToolCallResponse } from '../../../src/core.ts'
import {
  approvalRequired,
  BATCH,
  clientCall,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  readCase,
  runEnd,
  runStart,
  scriptHost,
  scriptTool,
  settle,
  suspended,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

const APPROVE: ToolCallResponse = { type: 'approval', approved: true }

afterEach(() => void vi.useRealTimers())

describe('bug cases, told in events', () => {
  it('B005: no arguments at all are {} at their end, and not before', () => {
    for (const text of ['', '  \n']) {
      const { play, call } = openSession()
      play(inputStart('c'), inputDelta('c', text))
      expect(call('c', 'input-streaming').input).toBeUndefined()
      play(inputEnd('c'))
      expect(call('c')).toMatchObject({ state: 'input-available', input: {} })
      expect(call('c')).not.toHaveProperty('inputError')
    }
  })

  it('B016: only its own end ends the arguments of a call, whatever else comes between', () => {
    const { play, call } = openSession()
    play(runStart('r'), inputStart('t1', { toolName: 'lookup' }), inputDelta('t1', '{"term":"har'))
    play(
      { type: 'task_updated', tasks: [] },
      { type: 'text_delta', text: 'Looking it up…' },
      toolStart('other'),
      toolEnd('other'),
      runStart('r2'),
      runEnd('complete', { runId: 'r2' }),
    )
    expect(call('t1')).toMatchObject({ state: 'input-streaming', input: { term: 'har' } })
    play(inputDelta('t1', 'bour"}'))
    expect(call('t1')).toMatchObject({ state: 'input-streaming', input: { term: 'harbour' } })
    play(inputEnd('t1'), toolEnd('t1', { n: 1 }))
    expect(call('t1')).toMatchObject({ state: 'output-available', input: { term: 'harbour' }, output: { n: 1 } })
  })

  it('B022: a snapshot without the input does not erase a preview that was shown', () => {
    const { play, call } = openSession()
    play(runStart(), inputStart('c'), inputDelta('c', '{"q":"a'))
    for (const input of [undefined, null]) {
      play({ type: 'hydrate', toolCalls: [{ toolCallId: 'c', toolName: 'edit', state: 'input-streaming', input }] })
      expect(call('c')).toMatchObject({ state: 'input-streaming', input: { q: 'a' } })
    }
    play(inputDelta('c', 'b"}'))
    expect(call('c').input).toEqual({ q: 'ab' })
  })

  it('B034: each prompt of an AgentController is its own, across the runs that resume it', async () => {
    const { play, call, session, states, host } = openSession({ threadId: 't' })
    const decoder = createAgentControllerDecoder()
    const seen: Record<string, string>[] = []
    let draft: unknown
    for (const event of readCase('B034').events) {
      if (event.type === '@user') {
        seen.push(states())
        session.setDraft(call('q1').key, ['olives'])
        await session.respond(call(event['toolCallId'] as string), { type: 'resume', resumeData: event['resumeData'] })
        draft ??= session.getDraft(call('q1').key)
      } else play(...decoder.decode(event))
    }
    expect(seen).toEqual([
      { q1: 'suspended', q2: 'suspended' },
      { q1: 'suspended', q2: 'output-available' },
    ])
    expect(draft).toEqual(['olives'])
    expect(states()).toEqual({ q1: 'output-available', q2: 'output-available' })
    expect(host.requests.map(answers => answers.map(answer => [answer.call.toolCallId, answer.response]))).toEqual([
      [['q2', { type: 'resume', resumeData: 'Ada' }]],
      [['q1', { type: 'resume', resumeData: ['olives', 'basil'] }]],
    ])
  })

  it('B035: calls stay in the order of their arrival, whatever happens to them', () => {
    const { play, session } = openSession()
    play(inputStart('b'), inputStart('a'), toolStart('c'), toolEnd('c'), inputEnd('a'), toolStart('a'), toolEnd('b'))
    expect(session.getToolCalls().map(({ toolCallId }) => toolCallId)).toEqual(['b', 'a', 'c'])
  })

  it.each(['{not json', '{}', '{"$ref":"#"}', undefined, null, 5, { $ref: '#' }])(
    'B064: a resume schema that is %j travels as it is, and the question can be answered',
    async resumeSchema => {
      const { play, call, session } = openSession()
      play(toolStart('c'), suspended('c', { resumeSchema }))
      const { suspension } = call('c', 'suspended')
      expect(suspension.resumeSchema).toEqual(resumeSchema)
      expect(await session.respond(call('c'), { type: 'resume', resumeData: 'x' })).toEqual({ ok: true })
    },
  )

  it('B071: a tool that answers its own call while it runs waits for nobody, and is answered once', async () => {
    const { play, call, session, host } = openSession()
    const tool = scriptTool({
      async run(run) {
        expect(await session.respond(run.call, { type: 'output', output: 1 })).toEqual({ ok: true })
        return { type: 'output', output: 2 }
      },
    })
    session.registerTool('pick', tool.definition)
    play(...clientCall('c'))
    await settle()
    await settle()
    expect(call('c')).toMatchObject({ state: 'output-available', output: 1 })
    expect(host.requests).toHaveLength(1)
  })

  it('B065: a prompt outlives the end of its run, and a display state that does not know it', () => {
    const { play, states } = openSession()
    const decoder = createAgentControllerDecoder()
    const events = [
      { type: 'agent_start' },
      { type: 'tool_start', toolCallId: 'q', toolName: 'ask_user', args: {} },
      {
        type: 'tool_suspended',
        toolCallId: 'q',
        toolName: 'ask_user',
        args: {},
        suspendPayload: { question: 'Name?' },
      },
      { type: 'agent_end', reason: 'suspended' },
      { type: 'display_state_changed', displayState: { pendingSuspensions: {}, pendingApproval: null } },
    ]
    for (const event of events) play(...decoder.decode(event))
    play(...decoder.end())
    expect(states()).toEqual({ q: 'suspended' })
  })

  it('B094: nothing waits for a frame that never comes: hidden, the state is whole, with few notifications', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { hidden: true })
    vi.stubGlobal('requestAnimationFrame', () => expect.fail('a hidden page has no frames'))
    try {
      const { session, call } = openSession()
      const listener = vi.fn<() => void>()
      session.subscribe(listener)
      session.dispatch([inputStart('c'), inputDelta('c', '{"text":"')])
      for (let piece = 0; piece < 5000; piece += 1) session.dispatch(inputDelta('c', 'x'))
      await vi.advanceTimersByTimeAsync(100)
      expect(call('c').input).toEqual({ text: 'x'.repeat(5000) })
      expect(listener.mock.calls.length).toBeLessThanOrEqual(3)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('B098: an answer that waits for a run goes when that run ends, though the run brought nothing', async () => {
    const { play, call, session, host } = openSession({ host: scriptHost({ respondWhen: BATCH }) })
    play(toolStart('c'), approvalRequired('c'), runEnd(), runStart('r2'))
    void session.respond(call('c'), APPROVE)
    await settle()
    expect(host.requests).toHaveLength(0)
    play(runEnd('complete', { runId: 'r2' }))
    await settle()
    expect(host.requests).toHaveLength(1)
  })

  it('B106: an error ends its own run, once, and the next run is as good as new', () => {
    const { play, states, call } = openSession()
    play(
      runStart('r1'),
      inputStart('t', { runId: 'r1' }),
      runEnd('error', { runId: 'r1', errorText: 'boom' }),
      runEnd('complete', { runId: 'r1' }),
    )
    expect(call('t')).toMatchObject({ state: 'interrupted', reason: 'error', message: 'boom' })
    play(runStart('r2'), toolStart('u', {}, { runId: 'r2' }), toolEnd('u'), runEnd('complete', { runId: 'r2' }))
    expect(states()).toEqual({ t: 'interrupted: error', u: 'output-available' })
  })

  it('B107: a run that failed or broke off is not one that the person stopped', () => {
    const ends: [Partial<Extract<ToolCallEvent, { type: 'run_end' }>>, string][] = [
      [{ reason: 'aborted' }, 'aborted'],
      [{ reason: 'error', errorText: 'timeout' }, 'error'],
      [{ reason: 'disconnected' }, 'disconnected'],
      [{ reason: 'length' }, 'length'],
      [{}, 'no-result'],
    ]
    for (const [end, reason] of ends) {
      const { play, call } = openSession()
      play(runStart(), toolStart('c'), { type: 'run_end', ...end })
      expect(call('c')).toMatchObject({ state: 'interrupted', reason })
      if (end.errorText !== undefined) expect(call('c')).toMatchObject({ message: end.errorText })
    }
  })

  it('B113: 10,000 deltas in one task are told once', async () => {
    vi.useFakeTimers()
    const { session, call } = openSession()
    session.dispatch(inputStart('c'))
    await vi.advanceTimersByTimeAsync(0)
    const listener = vi.fn<() => void>()
    session.subscribe(listener)
    const before = [session.getToolCalls(), call('c')]
    for (let piece = 0; piece < 10_000; piece += 1) session.dispatch(inputDelta('c', piece === 0 ? '{"n":1' : '1'))
    expect([session.getToolCalls(), call('c')]).toEqual(before)
    expect(session.getToolCalls()).toBe(before[0])
    await vi.advanceTimersByTimeAsync(200)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('B137: pieces that a transform made into something else replace the preview, and the text goes on', () => {
    const { play, call } = openSession()
    play(inputStart('x'), inputDelta('x', { redacted: true }))
    expect(call('x')).toMatchObject({ state: 'input-streaming', input: { redacted: true } })
    play(inputDelta('x', 5), { type: 'tool_input_delta', toolCallId: 'x' })
    expect(call('x').input).toBe(5)
    play(toolStart('x', { real: 1 }))
    expect(call('x')).toMatchObject({ state: 'input-available', input: { real: 1 } })
  })

  it('B148: the same question after an approval is asked again, and nobody says yes by himself', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c1', { x: 1 }), approvalRequired('c1'))
    await session.respond(call('c1'), APPROVE)
    play(runEnd('suspended'), runStart('r2'), toolStart('c2', { x: 1 }, { runId: 'r2' }), approvalRequired('c2'))
    await settle()
    expect(call('c2')).toMatchObject({ state: 'approval-requested', input: { x: 1 } })
    expect(host.requests).toHaveLength(1)
  })

  it('A26: an answer that the model wrote into its arguments answers nothing', () => {
    const { play, call } = openSession()
    const args = { resumeData: { approved: true }, suspendedToolRunId: 'r1', decision: { approved: true } }
    play(toolStart('c', args), suspended('c'), approvalRequired('d', { args }))
    expect(call('c')).toMatchObject({ state: 'suspended', input: args })
    expect(call('c')).not.toHaveProperty('resumeData')
    expect(call('d')).toMatchObject({ state: 'approval-requested', input: args })
    expect(call('d')).not.toHaveProperty('decision')
  })

  it('A16: 10,000 calls at once, and a name of 1 MB', () => {
    const { play, session } = openSession()
    const toolName = 'n'.repeat(1_000_000)
    session.dispatch(Array.from({ length: 10_000 }, (_, at) => toolStart(`c${at}`)))
    play(toolStart('long', {}, { toolName }), runEnd('aborted'))
    expect(session.getToolCalls().filter(({ state }) => state === 'interrupted')).toHaveLength(10_001)
    expect(session.findToolCall('long')?.toolName).toBe(toolName)
  })

  it('A23: what settles a call first counts, what comes later is nothing', async () => {
    const tool = scriptTool()
    const { play, call, session, host, warnings } = openSession({ clientTools: [tool.definition] })
    play(...clientCall('c'))
    await settle()
    await session.respond(call('c'), { type: 'output', output: 'first' })
    await tool.finish({ type: 'output', output: 'second' })
    expect(call('c')).toMatchObject({ state: 'output-available', output: 'first' })
    expect(host.requests).toHaveLength(1)
    expect(warnings.map(({ code }) => code)).toEqual(['late-result'])
  })
})
