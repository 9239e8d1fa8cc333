import { describe, expect, it } from 'vitest'
import type { ToolCall, ToolCallResponse } from '../../../src/core.ts'
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
const DENY: ToolCallResponse = { type: 'approval', approved: false, reason: 'no' }
const OFFLINE = { message: 'You are offline.', retryable: true }
const FAILED = { status: 'failed', error: OFFLINE }

describe('law 5: first answer wins, synchronously', () => {
  it.each<[string, ToolCallResponse, object]>([
    ['approved', APPROVE, { state: 'approval-responded', decision: { approved: true, by: 'user' } }],
    ['denied', DENY, { state: 'approval-responded', decision: { approved: false, by: 'user', reason: 'no' } }],
  ])('an approval is %s before anything is awaited', (_, response, expected) => {
    const { play, call, session } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    void session.respond(call('c'), response)
    expect(call('c')).toMatchObject(expected)
  })

  it('a suspension is answered before anything is awaited', () => {
    const { play, call, session } = openSession()
    play(toolStart('c'), suspended('c'))
    void session.respond(call('c'), { type: 'resume', resumeData: 'left' })
    expect(call('c')).toMatchObject({ state: 'resuming', resumeData: 'left' })
  })

  it.each<[string, ToolCallResponse]>([
    ['two clicks, one answer', APPROVE],
    ['approve and then deny, one answer', DENY],
  ])('B041: %s', async (_, second) => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    const shown = call('c')
    const answers = await Promise.all([
      session.respond(shown, APPROVE),
      session.respond(shown, second),
      session.respond(call('c'), second),
    ])
    expect(answers.map(answer => answer.ok)).toEqual([true, false, false])
    expect(host.requests).toEqual([[{ call: shown, response: APPROVE }]])
    expect(call('c')).toMatchObject({ decision: { approved: true } })
  })

  it.each([false, 0, '', null, [], {}])('B056: %j is an answer', async resumeData => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), suspended('c'))
    expect(await session.respond(call('c'), { type: 'resume', resumeData })).toEqual({ ok: true })
    expect(call('c')).toMatchObject({ state: 'resuming', resumeData })
    expect(host.requests).toMatchObject([[{ response: { type: 'resume', resumeData } }]])
  })

  it.each<[string, ToolCallResponse, 'approval-requested' | 'suspended']>([
    ['an approval', APPROVE, 'approval-requested'],
    ['a denial', DENY, 'approval-requested'],
    ['a cancellation of an approval', { type: 'cancel' }, 'approval-requested'],
    ['an answer', { type: 'resume', resumeData: 'left' }, 'suspended'],
    ['a cancellation of a question', { type: 'cancel' }, 'suspended'],
  ])('%s that could not be sent brings the prompt back, with the error and the draft', async (_, response, state) => {
    const { play, call, session, host } = openSession()
    play(
      toolStart('c'),
      state === 'suspended'
        ? suspended('c', { suspensionId: 's' })
        : approvalRequired('c', { approvalId: 'a', ref: { x: 1 } }),
    )
    const shown = call('c', state)
    session.setDraft(shown.key, { text: 'half' })
    host.failNext(OFFLINE)
    expect(await session.respond(shown, response)).toEqual({ ok: false, reason: 'failed', message: 'You are offline.' })
    const back = call('c', state)
    expect(back.delivery).toEqual(FAILED)
    expect(back.decision).toBeUndefined()
    expect(back).not.toHaveProperty('resumeData')
    expect(back.state === 'suspended' ? back.suspension : back.approval).toEqual(
      shown.state === 'suspended' ? shown.suspension : shown.approval,
    )
    expect(session.getDraft(shown.key)).toEqual({ text: 'half' })

    expect(await session.respond(back, response)).toEqual({ ok: true })
    expect(call('c').state).not.toBe(state)
    expect(call('c').delivery).toBeUndefined()
    expect(host.requests).toHaveLength(2)
  })

  it('an edited input that could not be sent gives way to the one that was asked about', async () => {
    const { play, call, session, host } = openSession({ host: scriptHost({ capabilities: { editInput: true } }) })
    play(toolStart('c', { n: 1 }), approvalRequired('c', { editable: true }))
    host.failNext(OFFLINE)
    const answer = session.respond(call('c'), { type: 'approval', approved: true, editedInput: { n: 2 } })
    expect(call('c')).toMatchObject({
      state: 'approval-responded',
      input: { n: 2 },
      receipts: [{ type: 'approval', input: { n: 1 } }],
    })
    await answer
    expect(call('c')).toMatchObject({ state: 'approval-requested', input: { n: 1 } })
  })

  it.each<[ToolCallResponse, object]>([
    [
      { type: 'output', output: 0 },
      { state: 'output-available', output: 0 },
    ],
    [
      { type: 'output-error', errorText: 'no camera', errorKind: 'execution' },
      { state: 'output-error', errorText: 'no camera' },
    ],
  ])('what a client tool gave and could not be sent stays, marked: %j', async (response, expected) => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), outputRequired('c'), runEnd())
    const shown = call('c')
    host.failNext(OFFLINE)
    expect(await session.respond(shown, response)).toMatchObject({ ok: false, reason: 'failed' })
    expect(call('c')).toMatchObject({ ...expected, delivery: FAILED })
    expect(await session.respond(shown, response)).toMatchObject({ ok: false, reason: 'settled' })
    expect(host.requests).toHaveLength(1)
  })

  it('B031: a refused answer opens only its own prompt again', async () => {
    const { play, call, session, host, states } = openSession()
    play(
      runStart('r'),
      toolStart('s1', {}, { toolName: 'pickDate', runId: 'r' }),
      toolStart('s2', {}, { toolName: 'pickDate', runId: 'r' }),
      suspended('s1'),
      suspended('s2'),
      runEnd('suspended', { runId: 'r' }),
    )
    host.failNext({ message: 'not suspended', retryable: false })
    await session.respond(call('s2'), { type: 'resume', resumeData: 2 })
    expect(states()).toEqual({ s1: 'suspended', s2: 'suspended' })
    expect(call('s1').delivery).toBeUndefined()
    expect(call('s2').delivery).toEqual({ status: 'failed', error: { message: 'not suspended', retryable: false } })
    expect(await session.respond(call('s1'), { type: 'resume', resumeData: 1 })).toEqual({ ok: true })
    expect(host.requests.map(([answer]) => answer!.call.toolCallId)).toEqual(['s2', 's1'])
  })

  it('of a batch only the calls fail that the host names', async () => {
    const { play, call, session, host } = openSession({ host: scriptHost({ respondWhen: BATCH }) })
    play(toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'), runEnd())
    host.failNext({ ...OFFLINE, toolCallKeys: [call('b').key] })
    const [a, b] = await Promise.all([session.respond(call('a'), APPROVE), session.respond(call('b'), APPROVE)])
    expect([a.ok, b.ok]).toEqual([true, false])
    expect(call('a')).toMatchObject({ state: 'approval-responded' })
    expect(call('b')).toMatchObject({ state: 'approval-requested', delivery: FAILED })
  })

  it('an outcome that came while the answer was on its way proves that it was taken', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    const sending = host.holdNext()
    void session.respond(call('c'), APPROVE)
    play(toolEnd('c', 'ok'))
    sending.fail(OFFLINE)
    await settle()
    expect(call('c')).toMatchObject({ state: 'output-available', output: 'ok' })
    expect(call('c').delivery).toBeUndefined()
  })

  it('an answer that failed while its tool was already seen running is not "sending" for ever', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    const sending = host.holdNext()
    void session.respond(call('c'), APPROVE)
    play({ type: 'tool_update', toolCallId: 'c', partialResult: 1 })
    sending.fail(OFFLINE)
    await settle()
    expect(call('c').delivery?.status).not.toBe('sending')
  })

  it('an error of a client tool that failed to be sent is not "sending" for ever, though a person had said no', async () => {
    const { play, call, session, host } = openSession()
    play(
      toolStart('c'),
      { type: 'tool_approval_resolved', toolCallId: 'c', approved: false, by: 'user' },
      outputRequired('c'),
      runEnd(),
    )
    host.failNext(OFFLINE)
    expect(
      await session.respond(call('c'), { type: 'output-error', errorText: 'no', errorKind: 'not-executed' }),
    ).toMatchObject({ ok: false })
    expect(call('c').delivery?.status).not.toBe('sending')
  })

  it('says that an answer is on its way', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    const sending = host.holdNext()
    const result = session.respond(call('c'), APPROVE)
    expect(call('c').delivery).toEqual({ status: 'sending' })
    sending.take()
    expect(await result).toEqual({ ok: true })
    expect(call('c').delivery).toBeUndefined()
  })

  it('a host that throws at once, or rejects with anything, is a failed answer', async () => {
    for (const error of [null, undefined, 'text', 0, {}, new Error('x'), { message: {} }]) {
      const { play, call, session, host } = openSession()
      play(toolStart('c'), approvalRequired('c'))
      host.respond = () => {
        throw error
      }
      expect(await session.respond(call('c'), APPROVE)).toMatchObject({ ok: false, reason: 'failed' })
      const back: ToolCall = call('c', 'approval-requested')
      expect(back.delivery?.error?.message).toEqual(expect.stringMatching(/./))
    }
  })
})
