import { describe, expect, it } from 'vitest'
import { createToolCallSession, type ToolCallHostError } from '../../../src/core.ts'
import { createScriptedHost } from '../../../src/testing.ts'
import { approvalRequired, settle, toolEnd } from '../../support/events.ts'

function ask(host: ReturnType<typeof createScriptedHost>, isConnected = true) {
  const session = createToolCallSession({ host })
  if (isConnected) session.connect()
  session.dispatch(approvalRequired('c', { toolName: 'delete_file', args: { path: 'a.ts' } }))
  const call = () => session.findToolCall('c')!
  return { session, call, approve: () => session.respond(call(), { type: 'approval', approved: true }) }
}

describe('createScriptedHost', () => {
  it('keeps what it was sent, and takes everything without a script', async () => {
    const host = createScriptedHost()
    const { approve, call } = ask(host)
    expect(await approve()).toEqual({ ok: true })
    expect(host.answers).toMatchObject([
      { call: { toolCallId: 'c', state: 'approval-requested' }, response: { type: 'approval', approved: true } },
    ])
    expect(call().state).toBe('approval-responded')
  })

  it('emits what the script makes of the answers, after they were taken', async () => {
    const host = createScriptedHost(async ([answer]) => toolEnd(answer!.call.toolCallId, 'deleted'))
    const { session, approve, call } = ask(host)
    const seen: unknown[] = []
    session.subscribe(() => seen.push([call().state, call().delivery?.status]))
    await approve()
    await settle()
    expect(call()).toMatchObject({ state: 'output-available', output: 'deleted' })
    expect(seen).toEqual([
      ['approval-responded', 'sending'],
      ['approval-responded', undefined],
      ['output-available', undefined],
    ])
  })

  it('refuses, and the prompt comes back with the reason', async () => {
    let refusals = 1
    const host = createScriptedHost(() => {
      if (refusals-- > 0) throw { message: 'the server is away', retryable: true } satisfies ToolCallHostError
    })
    const { approve, call } = ask(host)
    expect(await approve()).toMatchObject({ ok: false, reason: 'failed', message: 'the server is away' })
    expect(call()).toMatchObject({
      state: 'approval-requested',
      delivery: { status: 'failed', error: { message: 'the server is away', retryable: true } },
    })
    expect(await approve()).toEqual({ ok: true })
    expect(host.answers).toHaveLength(2)
  })

  it('says what it can, and when it wants its answers', async () => {
    const host = createScriptedHost(undefined, {
      respondWhen: { approval: 'batch' },
      capabilities: { editInput: true },
    })
    expect(host.capabilities).toEqual({ editInput: true })
    const { session, approve, call } = ask(host)
    session.dispatch(approvalRequired('d', { toolName: 'delete_file', args: {} }))
    void approve()
    expect(call().delivery).toEqual({ status: 'held' })
    expect(host.answers).toEqual([])
    await session.respond(session.findToolCall('d')!, { type: 'approval', approved: false })
    expect(host.answers.map(({ call: { toolCallId } }) => toolCallId)).toEqual(['c', 'd'])
  })

  it('tells something on its own', () => {
    const host = createScriptedHost()
    const { call } = ask(host)
    host.emit([toolEnd('c', 'done elsewhere')])
    expect(call().state).toBe('output-available')
  })

  it('stops telling when the session disconnects, and says why it cannot', async () => {
    const host = createScriptedHost(() => toolEnd('c'))
    const { session, approve, call } = ask(host, false)
    expect(() => host.emit(toolEnd('c'))).toThrow('no session of it is connected')
    expect(await approve()).toMatchObject({ ok: false, message: expect.stringContaining('session.connect()') })
    expect(call().state).toBe('approval-requested')
    session.connect()()
    expect(() => host.emit(toolEnd('c'))).toThrow('no session of it is connected')
  })
})
