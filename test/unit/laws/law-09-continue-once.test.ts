import { describe, expect, it } from 'vitest'
import type { ToolCallHost, ToolCallResponse } from '../../../src/core.ts'
import {
  approvalRequired,
  BATCH,
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
})
