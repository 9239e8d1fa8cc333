import { describe, expect, it } from 'vitest'
import type { ToolCallEvent, ToolCallHost, ToolCallResponse } from '../../../src/core.ts'
import type { ToolRunResult } from '../../../src/core/tool-runs.ts'
import {
  approvalRequired,
  BATCH,
  clientCall,
  openSession,
  outputRequired,
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
const DENY: ToolCallResponse = { type: 'approval', approved: false }
const OUTPUT: ToolCallResponse = { type: 'output', output: 1 }
const openBatchSession = (respondWhen: ToolCallHost['respondWhen'] = BATCH) => {
  const test = openSession({ host: scriptHost({ respondWhen }) })
  return { ...test, sent: () => test.host.requests.map(answers => answers.map(({ call }) => call.toolCallId)) }
}

describe('law 9: continue once', () => {
  it('answers given while a response runs wait for its end', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(runStart(), toolStart('a'), approvalRequired('a'))
    const answer = session.respond(call('a'), APPROVE)
    await settle()
    expect(sent()).toEqual([])
    expect(call('a').delivery).toEqual({ status: 'held' })
    play(runEnd())
    expect(await answer).toEqual({ ok: true })
    expect(sent()).toEqual([['a']])
    expect(call('a').delivery).toBeUndefined()
  })

  it('all open approvals go in one send, in order of appearance, whatever the order of the answers', async () => {
    const { play, call, session, host, sent } = openBatchSession()
    play(
      toolStart('a'),
      toolStart('b'),
      toolStart('c'),
      approvalRequired('c'),
      approvalRequired('a'),
      approvalRequired('b'),
      runEnd(),
    )
    const shown = ['c', 'a', 'b'].map(id => call(id))
    const answers = shown.map((record, at) => session.respond(record, at === 0 ? DENY : APPROVE))
    expect((await Promise.all(answers)).every(({ ok }) => ok)).toBe(true)
    expect(sent()).toEqual([['a', 'b', 'c']])
    expect(host.requests[0]!.map(({ call: record }) => shown.includes(record))).toEqual([true, true, true])
  })

  it('holds what was answered until the last one is', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), toolStart('b'), suspended('b'), runEnd())
    void session.respond(call('a'), APPROVE)
    await settle()
    expect(sent()).toEqual([])
    void session.respond(call('b'), { type: 'resume', resumeData: 0 })
    await settle()
    expect(sent()).toEqual([['a', 'b']])
  })

  it('an output that could not be sent goes with the next answers of its batch, or with the message instead', async () => {
    const { play, call, session, host, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), toolStart('tool'), runEnd('complete', { pendingToolCallIds: ['tool'] }))
    const failAll = () => {
      host.failNext({ message: 'You are offline.', retryable: true })
      return session.respond(call('a'), APPROVE)
    }
    const first = failAll()
    void session.respond(call('tool'), OUTPUT)
    expect(await first).toMatchObject({ ok: false })
    expect(call('tool').delivery).toMatchObject({ status: 'failed' })
    expect(await failAll()).toMatchObject({ ok: false })
    expect(await session.respond(call('a'), APPROVE)).toEqual({ ok: true })
    expect(sent()).toEqual([
      ['a', 'tool'],
      ['a', 'tool'],
      ['a', 'tool'],
    ])
    expect(call('tool').delivery).toBeUndefined()

    play(runStart(), toolStart('late'), runEnd('complete', { pendingToolCallIds: ['late'] }))
    host.failNext({ message: 'You are offline.', retryable: true })
    await session.respond(call('late'), OUTPUT)
    expect(await session.supersede()).toEqual([
      { call: expect.objectContaining({ toolCallId: 'late' }), response: OUTPUT },
    ])
    expect(call('late').delivery).toBeUndefined()
  })

  it('a call that settles by itself is not waited for', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'), runEnd())
    void session.respond(call('a'), APPROVE)
    play({ type: 'tool_cancelled', toolCallId: 'b', reason: 'answered-elsewhere' })
    await settle()
    expect(sent()).toEqual([['a']])
  })

  it('waits for tools of ours', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), toolStart('tool'), runEnd('complete', { pendingToolCallIds: ['tool'] }))
    void session.respond(call('a'), APPROVE)
    await settle()
    expect(sent()).toEqual([])
    void session.respond(call('tool'), OUTPUT)
    await settle()
    expect(sent()).toEqual([['a', 'tool']])
  })

  it('waits for questions that belong to no call', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), suspended('i2', { detached: true }), runEnd('suspended'))
    void session.respond(call('a'), APPROVE)
    await settle()
    expect(sent()).toEqual([])
    void session.respond(call('i2'), { type: 'resume', resumeData: 'CC-9' })
    await settle()
    expect(sent()).toEqual([['a', 'i2']])
  })

  it('does not wait for another thread', async () => {
    const { play, session, sent } = openBatchSession()
    play(
      { ...toolStart('a'), threadId: 't1' },
      { ...approvalRequired('a'), threadId: 't1' },
      { ...runEnd(), threadId: 't1' },
    )
    play(
      { ...runStart(), threadId: 't2' },
      { ...toolStart('b'), threadId: 't2' },
      { ...approvalRequired('b'), threadId: 't2' },
    )
    void session.respond(
      session.getToolCalls().find(({ toolCallId }) => toolCallId === 'a')!,
      APPROVE,
    )
    await settle()
    expect(sent()).toEqual([['a']])
  })

  it('B047: an approval answered while the continuation runs makes exactly one more request', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(runStart(), toolStart('c1'), approvalRequired('c1'), runEnd())
    void session.respond(call('c1'), APPROVE)
    await settle()
    play(runStart(), toolEnd('c1'), toolStart('c2'), approvalRequired('c2'))
    void session.respond(call('c2'), APPROVE)
    await settle()
    expect(sent()).toEqual([['c1']])
    play(runEnd())
    await settle()
    play(runStart(), toolEnd('c2'), runEnd())
    await settle()
    expect(sent()).toEqual([['c1'], ['c2']])
  })

  it('B032: where each answer goes at once, any order will do and none touches another', async () => {
    const { play, call, session, states, sent } = openBatchSession({})
    play(
      runStart('r1'),
      toolStart('A', { path: 'a.log' }, { runId: 'r1' }),
      toolStart('B', { path: 'b.log' }, { runId: 'r1' }),
    )
    play(
      approvalRequired('A', { runId: 'r1' }),
      approvalRequired('B', { runId: 'r1' }),
      runEnd('suspended', { runId: 'r1' }),
    )
    expect(['A', 'B'].map(id => call(id).input)).toEqual([{ path: 'a.log' }, { path: 'b.log' }])
    expect(await session.respond(call('B'), APPROVE)).toEqual({ ok: true })
    expect(states()).toEqual({ A: 'approval-requested', B: 'approval-responded' })
    play(runStart('r1'), toolEnd('B', { deleted: 'b.log' }), runEnd('suspended', { runId: 'r1' }))
    expect(states()).toEqual({ A: 'approval-requested', B: 'output-available' })
    expect(await session.respond(call('A'), { ...DENY, reason: 'keep it' })).toEqual({ ok: true })
    play(
      runStart('r1'),
      toolEnd('A', undefined, { denied: true, isError: true, reason: 'keep it' }),
      runEnd('complete', { runId: 'r1' }),
    )
    expect(call('A')).toMatchObject({ state: 'output-denied', decision: { reason: 'keep it' } })
    expect(sent()).toEqual([['B'], ['A']])
  })

  it('where each answer goes at once, an answer is sent while the run goes on', async () => {
    const { play, call, session, sent } = openBatchSession({})
    play(runStart(), toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'))
    expect(await session.respond(call('a'), APPROVE)).toEqual({ ok: true })
    expect(sent()).toEqual([['a']])
  })

  it.each<ToolCallResponse>([OUTPUT, { type: 'output-error', errorText: 'no', errorKind: 'execution' }])(
    'but never a result of a client tool while a run is active: %j',
    async response => {
      const { play, call, session, sent } = openBatchSession({})
      play(runStart(), toolStart('a'), outputRequired('a'))
      const answer = session.respond(call('a'), response)
      await settle()
      expect(sent()).toEqual([])
      expect(call('a').delivery).toEqual({ status: 'held' })
      play(runEnd())
      expect(await answer).toEqual({ ok: true })
      expect(sent()).toEqual([['a']])
    },
  )

  it('nothing is sent for calls that only the server ran', async () => {
    const { play, sent } = openBatchSession()
    play(runStart(), toolStart('a'), toolEnd('a'), toolStart('b'), runEnd())
    await settle()
    expect(sent()).toEqual([])
  })

  it('stop drops what is held', async () => {
    const { play, call, session, sent, states } = openBatchSession()
    play(runStart(), toolStart('a'), approvalRequired('a'))
    const answer = session.respond(call('a'), APPROVE)
    session.stop()
    expect(await answer).toMatchObject({ ok: false })
    play(runEnd('aborted'))
    await settle()
    expect(sent()).toEqual([])
    expect(states()).toEqual({ a: 'interrupted: aborted' })
  })

  it('a failed batch can be answered and sent again', async () => {
    const { play, call, session, host, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'), runEnd())
    host.failNext({ message: 'offline', retryable: true })
    await Promise.all(['a', 'b'].map(id => session.respond(call(id), APPROVE)))
    expect([call('a').state, call('b').state]).toEqual(['approval-requested', 'approval-requested'])
    const again = await Promise.all(['b', 'a'].map(id => session.respond(call(id), APPROVE)))
    expect(again).toEqual([{ ok: true }, { ok: true }])
    expect(sent()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('B028: an answer that is held for a call that was withdrawn is not sent', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(runStart(), toolStart('t1'), approvalRequired('t1'))
    void session.respond(call('t1'), APPROVE)
    play({ type: 'tool_retracted', toolCallId: 't1', reason: 'step-reset' }, runEnd())
    await settle()
    expect(sent()).toEqual([])
  })

  it('B061: two open questions, one resume array, and the record says that the first answer waits', async () => {
    const { play, call, session, host } = openBatchSession()
    play(
      runStart('r1'),
      toolStart('book', {}, { runId: 'r1' }),
      suspended('book', { suspensionId: 'i1', ref: { id: 'i1' } }),
      suspended('i2', { detached: true, suspensionId: 'i2', ref: { id: 'i2' } }),
      runEnd('suspended', { runId: 'r1' }),
    )
    void session.respond(call('i2'), { type: 'resume', resumeData: 'CC-9' })
    await settle()
    expect(host.requests).toEqual([])
    expect(call('i2')).toMatchObject({ state: 'resuming', delivery: { status: 'held' } })
    void session.respond(call('book'), { type: 'cancel', reason: 'no' })
    await settle()
    expect(
      host.requests.map(answers => answers.map(({ call: record, response }) => [refOf(record), response])),
    ).toEqual([
      [
        [{ id: 'i1' }, { type: 'cancel', reason: 'no' }],
        [{ id: 'i2' }, { type: 'resume', resumeData: 'CC-9' }],
      ],
    ])
  })

  it('a suspended run does not end the waiting for calls that only its server has still to run', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(
      runStart('r'),
      toolStart('sibling', {}, { runId: 'r' }),
      toolStart('q', {}, { runId: 'r' }),
      suspended('q'),
      runEnd('suspended', { runId: 'r' }),
    )
    expect(await session.respond(call('q'), { type: 'resume', resumeData: 1 })).toEqual({ ok: true })
    expect(sent()).toEqual([['q']])
  })

  it('an answer that the host is taking does not hold up one that is given at once elsewhere', async () => {
    const { play, call, session, host, sent } = openBatchSession({})
    play(toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'), runEnd())
    const first = host.holdNext()
    void session.respond(call('a'), APPROVE)
    expect(await session.respond(call('b'), APPROVE)).toEqual({ ok: true })
    first.take()
    await settle()
    expect(sent()).toEqual([['a'], ['b']])
  })

  it('a batch that is on its way is not sent a second time, and one that comes after it waits for it', async () => {
    const { play, call, session, host, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), runEnd())
    const first = host.holdNext()
    void session.respond(call('a'), APPROVE)
    play(toolStart('b'), approvalRequired('b'), runEnd())
    void session.respond(call('b'), APPROVE)
    await settle()
    session.flush()
    expect(sent()).toEqual([['a']])
    first.take()
    await settle()
    expect(sent()).toEqual([['a'], ['b']])
  })

  it.each<[string, ToolCallEvent[]]>([
    ['a prompt that expires', [{ type: 'tool_cancelled', toolCallId: 'b', reason: 'expired' }]],
    ['a prompt that is withdrawn', [{ type: 'tool_retracted', toolCallId: 'b', reason: 'step-reset' }]],
    ['a prompt that is answered elsewhere', [decidedElsewhere('b')]],
    ['a call that gets its outcome', [toolEnd('b')]],
  ])('does not wait for %s', async (_, events) => {
    const { play, call, session, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'), runEnd())
    void session.respond(call('a'), APPROVE)
    await settle()
    expect(sent()).toEqual([])
    play(...events)
    await settle()
    expect(sent()).toEqual([['a']])
  })

  it('does not wait for a record that was removed', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'), runEnd())
    void session.respond(call('a'), APPROVE)
    session.removeToolCalls([call('b').key])
    await settle()
    expect(sent()).toEqual([['a']])
  })

  it('a request that a policy answers by itself is not waited for', async () => {
    const { play, call, session, sent } = openBatchSession()
    play(
      toolStart('auto'),
      approvalRequired('auto', { isAutomatic: true }),
      toolStart('a'),
      approvalRequired('a'),
      runEnd(),
    )
    void session.respond(call('a'), APPROVE)
    await settle()
    expect(sent()).toEqual([['a']])
  })

  describe('B101: the results of parallel client tools', () => {
    const ORDERS = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'].map(order => order.split(''))
    const WAITS: Record<string, (turn: number) => Promise<void>> = {
      'at once': () => Promise.resolve(),
      'in microtasks': async turn => {
        for (let count = 0; count < turn * 3; count += 1) await Promise.resolve()
      },
      'in timers': turn => new Promise(resolve => setTimeout(resolve, turn * 2)),
    }
    const cases = Object.keys(WAITS).flatMap(wait =>
      ORDERS.flatMap(order => [BATCH, {}].map(respondWhen => ({ order: order.join(''), wait, respondWhen }))),
    )

    it.each(cases)(
      'in the order $order, $wait, are each sent once ($respondWhen)',
      async ({ order, wait, respondWhen }) => {
        const tool = scriptTool({
          run: async ({ call }): Promise<ToolRunResult> => {
            await WAITS[wait]!(order.indexOf(call.toolCallId))
            return { type: 'output', output: call.toolCallId }
          },
        })
        const host = scriptHost({ respondWhen })
        const { play, session, states } = openSession({ host, clientTools: [tool.definition] })
        let turns = 0
        const takeTurn = host.respond
        // the server goes on with each request, and asks for nothing more
        host.respond = async (answers, context) => {
          await takeTurn(answers, context)
          turns += 1
          session.dispatch([runStart(`turn ${turns}`), { ...runEnd(), runId: `turn ${turns}` }])
        }
        play(
          runStart('r'),
          ...['a', 'b', 'c'].map(id => toolStart(id, {}, { toolName: 'pick', runId: 'r' })),
          runEnd('complete', { runId: 'r', pendingToolCallIds: ['a', 'b', 'c'] }),
        )
        for (let count = 0; count < 20; count += 1) await settle()
        expect(states()).toEqual({ a: 'output-available', b: 'output-available', c: 'output-available' })
        expect(session.getToolCalls().filter(({ delivery }) => delivery)).toEqual([])
        const sent = host.requests.map(answers => answers.map(({ call }) => call.toolCallId))
        if (respondWhen === BATCH) expect(sent).toEqual([['a', 'b', 'c']])
        expect(sent.flat().toSorted()).toEqual(['a', 'b', 'c'])
      },
    )
  })

  describe('B095: never in a loop', () => {
    it.each<[string, ToolCallEvent[]]>([
      ['a server tool and an empty last step', [toolStart('t'), toolEnd('t')]],
      ['a tool that the provider ran', [toolStart('t', {}, { providerExecuted: true }), toolEnd('t')]],
      ['an error', [toolStart('t'), toolEnd('t', undefined, { isError: true, errorText: 'no' })]],
      [
        'a denial by a policy',
        [toolStart('t'), approvalRequired('t', { isAutomatic: true }), toolEnd('t', undefined, { denied: true })],
      ],
      ['nothing at all', []],
    ])('%s asks for no turn', async (_, events) => {
      const tool = scriptTool({ name: 'edit' })
      for (const respondWhen of [BATCH, {}]) {
        const { play, host } = openSession({ host: scriptHost({ respondWhen }), clientTools: [tool.definition] })
        play(runStart(), ...events, runEnd(), runStart(), runEnd())
        await settle()
        expect(host.requests).toEqual([])
      }
      expect(tool.runs).toEqual([])
    })

    it.each<[string, object]>([
      ['together', BATCH],
      ['at once', {}],
    ])('a model that calls a client tool for ever is stopped visibly, where answers go %s', async (_, respondWhen) => {
      const loop = openLoop({ respondWhen })
      loop.turn()
      await loop.rest()
      expect(loop.host.requests).toHaveLength(20)
      expect(loop.newest()).toMatchObject({
        state: 'output-available',
        delivery: { status: 'failed', error: { message: expect.stringContaining('20'), retryable: true } },
      })
      // and stays so
      loop.session.flush()
      await loop.rest()
      expect(loop.host.requests).toHaveLength(20)
    })

    it('maxAutomaticTurns says after how many, and retry goes on for as many again', async () => {
      const loop = openLoop({ maxAutomaticTurns: 3 })
      loop.turn()
      await loop.rest()
      expect(loop.host.requests).toHaveLength(3)
      expect(loop.newest().delivery).toMatchObject({
        status: 'failed',
        error: { message: expect.stringContaining('3') },
      })
      void loop.session.retry(loop.newest())
      await loop.rest()
      expect(loop.tool.runs).toHaveLength(loop.turns())
      expect(loop.host.requests).toHaveLength(7)
    })

    it('no turn by itself, where none is allowed', async () => {
      const loop = openLoop({ maxAutomaticTurns: 0 })
      loop.turn()
      await loop.rest()
      expect(loop.host.requests).toHaveLength(0)
      expect(loop.newest().delivery).toMatchObject({ status: 'failed' })
    })

    it.each<[string, (loop: ReturnType<typeof openLoop>) => unknown]>([
      [
        "a person's answer",
        ({ play, session, call }) => {
          play(toolStart('ask'), approvalRequired('ask'))
          return session.respond(call('ask'), APPROVE)
        },
      ],
      ['a newer message', ({ session }) => session.supersede()],
    ])('%s begins the count again', async (_, speak) => {
      const loop = openLoop({ maxAutomaticTurns: 3, respondWhen: {}, limit: 2 })
      loop.turn()
      await loop.rest()
      expect(loop.host.requests).toHaveLength(2)
      await speak(loop)
      const before = loop.host.requests.length
      loop.goOn(2)
      loop.turn()
      await loop.rest()
      expect(loop.host.requests.length - before).toBe(2)
      expect(loop.newest().delivery).toBeUndefined()
    })

    it('a prompt that expired is nobody who said something: the count goes on', async () => {
      const loop = openLoop({ maxAutomaticTurns: 3, respondWhen: {}, limit: 2 })
      loop.turn()
      await loop.rest()
      loop.play(toolStart('ask'), approvalRequired('ask', { expiresAt: Date.now() - 1 }))
      await loop.rest()
      expect(loop.host.requests.at(-1)).toMatchObject([{ response: { type: 'cancel', cause: 'expired' } }])
      const before = loop.host.requests.length
      loop.goOn(5)
      loop.turn()
      await loop.rest()
      expect(loop.host.requests.length - before).toBeLessThanOrEqual(1)
    })

    it('the results of many calls of one turn are one turn', async () => {
      const tool = scriptTool({ run: () => ({ type: 'output', output: 1 }) })
      const { play, host, session } = openSession({ clientTools: [tool.definition] })
      const ids = Array.from({ length: 25 }, (_, at) => `c${at}`)
      play(
        runStart(),
        ...ids.map(id => toolStart(id, {}, { toolName: 'pick' })),
        runEnd('complete', { pendingToolCallIds: ids }),
      )
      for (let count = 0; count < 5; count += 1) await settle()
      expect(session.getToolCalls().filter(({ delivery }) => delivery)).toEqual([])
      expect(host.requests.flat()).toHaveLength(25)
    })

    it('B100: the same call again and again is a call each time', async () => {
      const { play, session, sent } = openBatchSession()
      for (let step = 0; step < 5; step += 1) {
        const place = { messageId: 'm', stepId: `m:${step}` }
        play(toolStart('call_0', { q: 'a' }, { toolName: 'search', ...place }), { ...toolEnd('call_0', []), ...place })
      }
      play(runEnd())
      await settle()
      expect(session.getToolCallKeys()).toHaveLength(5)
      expect(sent()).toEqual([])
    })
  })

  describe('stop', () => {
    it('drops every answer that is held, and nothing of it goes with the next turn', async () => {
      const { play, call, session, sent, host } = openBatchSession()
      play(toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'), runEnd())
      const answer = session.respond(call('a'), APPROVE)
      session.stop('enough')
      expect(await answer).toMatchObject({ ok: false, reason: 'failed' })
      play(runStart(), toolStart('c'), approvalRequired('c'), runEnd())
      void session.respond(call('b'), DENY)
      void session.respond(call('c'), APPROVE)
      await settle()
      expect(sent()).toEqual([['b', 'c']])
      expect(call('a')).toMatchObject({ state: 'interrupted', reason: 'aborted', message: 'enough' })
      expect(call('a').delivery).toBeUndefined()
      expect(host.requests.flat().map(({ response }) => response)).toEqual([DENY, APPROVE])
    })

    it('leaves open prompts to their person', () => {
      const { play, session, states } = openBatchSession()
      play(runStart(), toolStart('a'), approvalRequired('a'), toolStart('q'), suspended('q'))
      session.stop()
      expect(states()).toEqual({ a: 'approval-requested', q: 'suspended' })
    })

    it('ends what runs, where the host cannot', () => {
      const { play, session, states } = openBatchSession()
      play(runStart('r'), toolStart('a', {}, { runId: 'r' }))
      session.stop()
      expect(states()).toEqual({ a: 'interrupted: aborted' })
    })

    it('asks the host, which says when it has ended', () => {
      const { play, session, host, states } = openBatchSession()
      const reasons: unknown[] = []
      host.stop = reason => void reasons.push(reason)
      play(runStart('r'), toolStart('a', {}, { runId: 'r' }))
      session.stop('enough')
      expect(reasons).toEqual(['enough'])
      expect(states()).toEqual({ a: 'input-available' })
    })

    it.each([
      ['for its turn', { maxParallelToolCalls: 1 }, runEnd()],
      ['for the end of its run', {}, undefined],
    ])('starts no tool that waits %s', async (_, options, end) => {
      const tool = scriptTool()
      const { play, session, states } = openSession({ ...options, clientTools: [tool.definition] })
      play(runStart('r'))
      for (const id of ['a', 'b']) play(toolStart(id, {}, { toolName: 'pick', runId: 'r' }), outputRequired(id))
      if (end) play(end)
      await settle()
      const started = tool.runs.length
      expect(started).toBe(end ? 1 : 0)
      session.stop()
      await settle()
      expect(tool.runs).toHaveLength(started)
      expect(states()).toEqual({ a: 'interrupted: aborted', b: 'interrupted: aborted' })
    })

    it('leaves a stored call to its person', () => {
      const { session, states } = openSession({
        clientTools: [scriptTool().definition],
        initialToolCalls: [
          { toolCallId: 'c', toolName: 'pick', state: 'input-available', input: {}, waitingFor: 'client' },
        ],
      })
      session.stop()
      expect(states()).toEqual({ c: 'approval-requested' })
    })

    it('B076: makes a late result inert: no request comes of it, and one end of the call', async () => {
      const tool = scriptTool()
      const { play, call, session, host } = openSession({
        host: scriptHost({ respondWhen: BATCH }),
        clientTools: [tool.definition],
      })
      play(...clientCall('c1'))
      await settle()
      session.stop()
      await tool.finish({ type: 'output', output: 'late' })
      expect(await session.supersede()).toEqual([])
      play(runStart('r2'), toolStart('x', {}, { runId: 'r2' }), toolEnd('x'), runEnd('complete', { runId: 'r2' }))
      await settle()
      expect(host.requests).toEqual([])
      expect(call('c1')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
      expect(session.getToolCalls()).toHaveLength(2)
    })
  })
})

/** A model that answers each output of its client tool with another call of it. */
function openLoop({
  limit = 1000,
  respondWhen = BATCH,
  maxAutomaticTurns,
}: { limit?: number; respondWhen?: ToolCallHost['respondWhen']; maxAutomaticTurns?: number } = {}) {
  const tool = scriptTool({ run: () => ({ type: 'output', output: 'again' }) })
  const host = scriptHost({ respondWhen })
  const test = openSession({ host, clientTools: [tool.definition], maxAutomaticTurns })
  let turns = 0
  let left = limit
  const turn = () => {
    turns += 1
    left -= 1
    const runId = `r${turns}`
    test.play(
      runStart(runId),
      toolStart(`c${turns}`, {}, { toolName: 'pick', runId }),
      runEnd('complete', { runId, pendingToolCallIds: [`c${turns}`] }),
    )
  }
  const respond = host.respond
  host.respond = async (answers, context) => {
    await respond(answers, context)
    if (left > 0 && answers.some(({ response }) => response.type === 'output')) turn()
  }
  return {
    ...test,
    tool,
    turn,
    turns: () => turns,
    goOn: (more: number) => void (left = more),
    newest: () => test.call(`c${turns}`),
    async rest() {
      for (let count = 0; count < 120; count += 1) await settle()
    },
  }
}

function decidedElsewhere(toolCallId: string): ToolCallEvent {
  return { type: 'tool_approval_resolved', toolCallId, approved: true, by: 'elsewhere' }
}

function refOf(call: object): unknown {
  return (call as { suspension?: { ref?: unknown } }).suspension?.ref
}
