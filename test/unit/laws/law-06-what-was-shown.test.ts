import { describe, expect, it } from 'vitest'
import { createToolCallSession, type ToolCallEvent, type ToolCallResponse } from '../../../src/core.ts'
import {
  approvalRequired,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  runEnd,
  suspended,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

const APPROVE: ToolCallResponse = { type: 'approval', approved: true }
const RESUME: ToolCallResponse = { type: 'resume', resumeData: 1 }
const cancelled: ToolCallEvent = { type: 'tool_cancelled', toolCallId: 'c', reason: 'expired' }

describe('law 6: an answer belongs to what was shown', () => {
  it.each<[string, ToolCallEvent[], ToolCallEvent[], ToolCallResponse, string]>([
    [
      'the approval is another one',
      [toolStart('c'), approvalRequired('c', { approvalId: 'a1' })],
      [approvalRequired('c', { approvalId: 'a2' })],
      APPROVE,
      'changed',
    ],
    [
      'the suspension is another one',
      [toolStart('c'), suspended('c', { suspensionId: 's1' })],
      [suspended('c', { suspensionId: 's2' })],
      RESUME,
      'changed',
    ],
    [
      'a question came in place of the approval',
      [toolStart('c'), approvalRequired('c', { approvalId: 'a1' })],
      [suspended('c', { suspensionId: 's1' })],
      APPROVE,
      'changed',
    ],
    [
      'a question came in place of the approval, neither with an id',
      [toolStart('c'), approvalRequired('c')],
      [suspended('c')],
      APPROVE,
      'changed',
    ],
    [
      'an approval came in place of the question, neither with an id',
      [toolStart('c'), suspended('c')],
      [approvalRequired('c')],
      RESUME,
      'changed',
    ],
    [
      'the input became known since',
      [inputStart('c'), inputDelta('c', '{"n":'), approvalRequired('c')],
      [inputDelta('c', '1}'), inputEnd('c')],
      APPROVE,
      'changed',
    ],
    ['it has its outcome', [toolStart('c'), approvalRequired('c')], [toolEnd('c')], APPROVE, 'settled'],
    ['it was cancelled', [toolStart('c'), suspended('c')], [cancelled], RESUME, 'settled'],
    [
      'it is gone',
      [toolStart('c'), approvalRequired('c')],
      [{ type: 'tool_retracted', toolCallId: 'c', reason: 'message-removed' }],
      APPROVE,
      'unknown',
    ],
  ])('is refused when %s', async (_, before, after, response, reason) => {
    const { play, call, session, host } = openSession()
    play(...before)
    const shown = call('c')
    play(...after)
    const now = session.getToolCalls()
    const result = await session.respond(shown, response)
    expect(result).toMatchObject({ ok: false, reason })
    expect(result.ok || result.message).toContain('edit')
    expect(session.getToolCalls()).toBe(now)
    expect(host.requests).toEqual([])
  })

  it.each<[string, ToolCallEvent[], ToolCallResponse]>([
    ['an answer to an approval', [toolStart('c'), approvalRequired('c')], RESUME],
    ['a decision about a question', [toolStart('c'), suspended('c')], APPROVE],
    ['a decision that nobody asked for', [toolStart('c')], APPROVE],
    [
      'an output of a call that waits for a decision',
      [toolStart('c'), approvalRequired('c')],
      { type: 'output', output: 1 },
    ],
    [
      'an edited input that the request does not allow',
      [toolStart('c'), approvalRequired('c')],
      { ...APPROVE, editedInput: {} },
    ],
    [
      'an edited input that the host cannot send',
      [toolStart('c'), approvalRequired('c', { editable: true })],
      { ...APPROVE, editedInput: {} },
    ],
  ])('%s is not allowed', async (_, events, response) => {
    const { play, call, session, host } = openSession()
    play(...events)
    const shown = call('c')
    expect(await session.respond(shown, response)).toMatchObject({ ok: false, reason: 'not-allowed' })
    expect(call('c')).toBe(shown)
    expect(host.requests).toEqual([])
  })

  it('a record of another session is unknown', async () => {
    const { play, call } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    expect(await openSession().session.respond(call('c'), APPROVE)).toMatchObject({ ok: false, reason: 'unknown' })
  })

  it('without a host an answer is refused and the prompt stays', async () => {
    const session = createToolCallSession()
    session.dispatch([toolStart('c'), approvalRequired('c')])
    const shown = session.findToolCall('c')!
    expect(await session.respond(shown, APPROVE)).toMatchObject({ ok: false, reason: 'not-allowed' })
    expect(session.findToolCall('c')).toBe(shown)
  })

  it('A07: what is sent is what was shown, whatever became of the object that brought it', async () => {
    const { play, call, session, host } = openSession()
    const args = { to: 'Ada', items: [{ amount: 1 }] }
    play(toolStart('c', args), approvalRequired('c'))
    const shown = call('c')
    args.items[0]!.amount = 1000
    expect(shown.input).toEqual({ to: 'Ada', items: [{ amount: 1 }] })
    expect(call('c')).toBe(shown)
    expect(await session.respond(shown, APPROVE)).toEqual({ ok: true })
    expect(host.requests[0]![0]!.call).toBe(shown)
  })

  it('A07: nobody can change what an approval shows', () => {
    const { play, call } = openSession()
    play(toolStart('c', { items: [{ amount: 1 }] }), approvalRequired('c', { args: { items: [{ amount: 2 }] } }))
    const { input, approval } = call('c', 'approval-requested')
    for (const value of [input, approval.input] as { items: { amount: number }[] }[]) {
      expect([value, value.items, value.items[0]].every(Object.isFrozen)).toBe(true)
    }
  })

  it('A07: an approval without an id that asks about something else is a new question', async () => {
    const { play, call, session, host } = openSession()
    play(approvalRequired('c', { toolName: 'pay', args: { amount: 1 } }))
    const shown = call('c')
    play(approvalRequired('c', { toolName: 'pay', args: { amount: 1000 } }))
    expect(await session.respond(shown, APPROVE)).toMatchObject({ ok: false, reason: 'changed' })
    expect(host.requests).toEqual([])
  })

  it('the asked-again question can be answered', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c', { approvalId: 'a1' }), approvalRequired('c', { approvalId: 'a2' }))
    expect(await session.respond(call('c'), APPROVE)).toEqual({ ok: true })
    expect(host.requests).toMatchObject([[{ call: { approval: { approvalId: 'a2' } } }]])
    expect(call('c').receipts).toMatchObject([
      { type: 'withdrawn', request: { approvalId: 'a1' } },
      { type: 'approval', request: { approvalId: 'a2' }, decision: { approved: true } },
    ])
  })

  it('a request without an id of its own that asks about something else by now is another one', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c', { args: { path: 'b.ts' } }))
    const shown = call('c')
    play(approvalRequired('c', { args: { path: '/etc/passwd' } }))
    expect(await session.respond(shown, APPROVE)).toMatchObject({ ok: false, reason: 'changed' })
    expect(host.requests).toEqual([])
    expect(call('c').state).toBe('approval-requested')
  })

  it('a fact that is not part of the question may have changed', async () => {
    const { play, call, session } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    const shown = call('c')
    play(toolStart('c', { path: 'a.ts' }, { title: 'Edit a.ts' }))
    expect(await session.respond(shown, APPROVE)).toEqual({ ok: true })
  })

  it('B058: a question that the server cancelled is closed with its reason, and refuses a late answer', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('p1'), suspended('p1'), runEnd('suspended'))
    const shown = call('p1')
    session.setDraft(shown.key, { text: 'please also' })
    play({ type: 'tool_suspension_cancelled', toolCallId: 'p1', toolName: 'submit_plan', reason: 'thread switched' })
    expect(call('p1')).toMatchObject({ state: 'interrupted', reason: 'cancelled', message: 'thread switched' })
    expect(await session.respond(shown, { type: 'resume', resumeData: { action: 'approved' } })).toMatchObject({
      ok: false,
      reason: 'settled',
    })
    play({ type: 'tool_end', toolCallId: 'p1', result: 'cancelled', isError: false, denied: true }, runEnd('aborted'))
    expect(['interrupted', 'output-denied']).toContain(call('p1').state)
    expect(session.getDraft(shown.key)).toEqual({ text: 'please also' })
    expect(host.requests).toEqual([])
  })

  it('an answer to a question decides no approval, and a decision answers no question', () => {
    const { play, call } = openSession()
    play(
      toolStart('c'),
      suspended('c', { suspensionId: 's1' }),
      { type: 'tool_resumed', toolCallId: 'c', suspensionId: 's1', by: 'user' },
      approvalRequired('c', { approvalId: 'a1' }),
    )
    const shown = call('c', 'approval-requested')
    for (const event of [{ suspensionId: 's1' }, { suspensionId: 's2', resumeData: { approved: true } }, {}])
      play({ type: 'tool_resumed', toolCallId: 'c', by: 'elsewhere', ...event })
    expect(call('c')).toBe(shown)
    play(toolStart('d'), suspended('d'))
    const question = call('d', 'suspended')
    play({ type: 'tool_approval_resolved', toolCallId: 'd', approved: true, by: 'elsewhere' })
    expect(call('d')).toBe(question)
  })

  it('A10: a forged record, or one with another approval id, is not answered', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c', { approvalId: 'a1' }))
    const shown = call('c', 'approval-requested')
    const forged = { ...shown, approval: { ...shown.approval, approvalId: 'a2' } }
    const edited = { ...shown, input: { path: '/etc/passwd' } }
    expect(await session.respond(forged, APPROVE)).toMatchObject({ ok: false, reason: 'changed' })
    expect(await session.respond(edited, APPROVE)).toMatchObject({ ok: false, reason: 'changed' })
    expect(host.requests).toEqual([])
  })
})
