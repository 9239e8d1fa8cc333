import { describe, expect, it } from 'vitest'
import type { ToolCallEvent, ToolCallResponse } from '../../../src/core.ts'
import {
  approvalRequired,
  describeState,
  openSession,
  runEnd,
  suspended,
  toolEnd,
  toolFailed,
  toolStart,
} from '../../support/events.ts'

const cancelled = (reason: string): ToolCallEvent =>
  ({ type: 'tool_cancelled', toolCallId: 'c', reason, message: 'why' }) as ToolCallEvent

describe('law 7: seven ends, seven words', () => {
  it.each<[string, ToolCallEvent, string]>([
    ['denied', toolEnd('c', undefined, { denied: true, isError: true, reason: 'no' }), 'output-denied'],
    ['failed', toolFailed('c', 'disk full'), 'output-error'],
    ['cancelled', cancelled('cancelled'), 'interrupted: cancelled'],
    ['expired', cancelled('expired'), 'interrupted: expired'],
    ['superseded', cancelled('superseded'), 'interrupted: superseded'],
    ['stopped', cancelled('aborted'), 'interrupted: aborted'],
    ['answered elsewhere', cancelled('answered-elsewhere'), 'interrupted: answered-elsewhere'],
  ])('a prompt that was %s', (_, event, expected) => {
    for (const ask of [approvalRequired('c'), suspended('c')]) {
      const { play, call } = openSession()
      play(toolStart('c'), ask, event)
      expect(describeState(call('c'))).toBe(expected)
      if (expected.startsWith('interrupted'))
        expect(call('c')).toMatchObject({ message: 'why', receipts: [{ type: 'withdrawn', message: 'why' }] })
    }
  })

  it.each<[ToolCallResponse, string]>([
    [{ type: 'cancel', reason: 'not now' }, 'interrupted: cancelled'],
    [{ type: 'cancel', reason: 'not now', cause: 'user' }, 'interrupted: cancelled'],
    [{ type: 'cancel', reason: 'not now', cause: 'expired' }, 'interrupted: expired'],
    [{ type: 'cancel', reason: 'not now', cause: 'superseded' }, 'interrupted: superseded'],
  ])('the answer %j', async (response, expected) => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), suspended('c'))
    const shown = call('c')
    expect(await session.respond(shown, response)).toEqual({ ok: true })
    expect(describeState(call('c'))).toBe(expected)
    expect(call('c')).toMatchObject({ message: 'not now' })
    expect(host.requests).toEqual([[{ call: shown, response }]])
  })

  it('a decision that was made elsewhere says so', () => {
    const { play, call } = openSession()
    play(
      toolStart('c'),
      approvalRequired('c'),
      { type: 'tool_approval_resolved', toolCallId: 'c', approved: true, by: 'elsewhere' },
      toolEnd('c', 1),
    )
    expect(call('c')).toMatchObject({ state: 'output-available', decision: { approved: true, by: 'elsewhere' } })
  })

  it('a stopped session ends what ran, as stopped', () => {
    const { play, session, states } = openSession()
    play(toolStart('runs'), toolStart('asks'), approvalRequired('asks'))
    session.stop()
    expect(states()).toEqual({ runs: 'interrupted: aborted', asks: 'approval-requested' })
  })

  it('a denial by the person keeps the reason through the end of the run', async () => {
    const { play, call, session } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    await session.respond(call('c'), { type: 'approval', approved: false, reason: 'too much' })
    play(runEnd())
    expect(call('c')).toMatchObject({
      state: 'output-denied',
      decision: { approved: false, by: 'user', reason: 'too much' },
    })
  })
})
