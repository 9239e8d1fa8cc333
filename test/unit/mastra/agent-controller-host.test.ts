import { describe, expect, it, vi } from 'vitest'
import { agentControllerHost, type AgentControllerSession } from '../../../src/mastra.ts'
import { createToolCallSession, type ToolCallResponse } from '../../../src/core.ts'
import { answerAt, expectCalls, playHttp, type HttpLine } from '../../support/agent-controller.ts'
import { readRecordings } from '../../support/recordings.ts'

describe('recorded events end through the host as the server said', () => {
  it.each(readRecordings('mastra').map(recording => [recording.name, recording] as const))(
    '%s',
    async (_, recording) => {
      const server = fakeSession()
      const session = createToolCallSession({ threadId: 'thread-1', host: agentControllerHost(server.session) })
      const disconnect = session.connect()
      await server.connected
      const lines = recording.responses.flat() as { _note?: string; type?: string }[]
      for (const line of lines) {
        if (line._note === undefined) {
          server.emit(line)
          continue
        }
        session.flush()
        if (line._note === 'session.abort()') session.stop()
        const answer = answerAt(recording._how, line._note)
        if (answer) void session.respond(session.findToolCall(answer.toolCallId)!, answer.response)
        await Promise.resolve()
      }
      session.flush()
      await vi.waitFor(() => expect(session.getToolCalls().every(call => call.delivery === undefined)).toBe(true))
      expectCalls(session, recording)
      disconnect()
    },
  )
})

describe('recorded exchanges end through the host as the server said', () => {
  const recordings = readRecordings('mastra/http').map(recording => [recording.name, recording] as const)
  it.each(
    recordings.flatMap(([name, recording]) => [
      [`${name}, in chunks of seven bytes`, recording, { bytes: 7 }] as const,
      [`${name}, with CRLF`, recording, { bytes: 64, newline: '\r\n' }] as const,
    ]),
  )('%s', async (_, recording, framing) => {
    const { fetch, requests } = playHttp(recording.responses[0] as HttpLine[], framing)
    const at = { url: 'http://mastra.test/api/', controllerId: 'ctl', resourceId: 'user-1', fetch }
    const session = createToolCallSession({ threadId: 'thread-1', host: agentControllerHost(at) })
    const disconnect = session.connect()
    const open = await vi.waitUntil(() =>
      session.getToolCalls().find(call => call.state === 'approval-requested' || call.state === 'suspended'),
    )
    const answer = answerAt(recording._how, 'when its prompt appears in the stream')!
    expect(await session.respond(open, answer.response)).toEqual({ ok: true })
    await vi.waitUntil(() => session.getToolCalls().every(call => call.state === 'output-available'))
    expectCalls(session, recording)
    expect(requests.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/api/agent-controller/ctl/sessions', body: { resourceId: 'user-1', threadId: 'thread-1' } },
      answer.response.type === 'approval'
        ? {
            path: '/api/agent-controller/ctl/sessions/user-1/tool-approval',
            body: { toolCallId: 'call_1', approved: true },
          }
        : {
            path: '/api/agent-controller/ctl/sessions/user-1/tool-suspension',
            body: { toolCallId: 'call_1', resumeData: (answer.response as { resumeData: unknown }).resumeData },
          },
    ])
    disconnect()
  })

  it('i-http-controller-approval: a page that joins later knows the call from storage', async () => {
    const recording = readRecordings('mastra/http').find(({ name }) => name.includes('approval'))!
    const { fetch } = playHttp(recording.responses[0] as HttpLine[], { bytes: 100, stream: 6 })
    const at = { url: 'http://mastra.test/api', controllerId: 'ctl', resourceId: 'user-1', fetch }
    const session = createToolCallSession({ threadId: 'thread-1', host: agentControllerHost(at) })
    const disconnect = session.connect()
    await vi.waitUntil(() => session.findToolCall('call_1')?.state === 'output-available')
    expect(session.getToolCalls()).toHaveLength(1)
    expect(session.findToolCall('call_1')).toMatchObject({
      toolName: 'deleteFile',
      input: { path: '/a' },
      output: { deleted: '/a' },
    })
    disconnect()
  })
})

describe('an answer', () => {
  const asked = { type: 'tool_approval_required', threadId: 'thread-1', toolCallId: 'c', toolName: 'run', args: {} }
  const question = {
    type: 'tool_suspended',
    threadId: 'thread-1',
    toolCallId: 'c',
    toolName: 'ask',
    suspendPayload: {},
  }
  const pending = (kind: 'pendingToolApprovals' | 'suspendedTools' | 'nothing') => [
    {
      id: 'm',
      role: 'assistant',
      resourceId: 'someone',
      createdAt: '2026-11-30T12:00:00.000Z',
      content: {
        parts: [
          { type: 'tool-invocation', toolInvocation: { state: 'call', toolCallId: 'c', toolName: 'run', args: {} } },
        ],
        metadata: { [kind]: { c: { toolCallId: 'c', toolName: 'run', args: {}, suspendPayload: {} } } },
      },
    },
  ]
  const open = async (options: Parameters<typeof agentControllerHost>[1] = {}) => {
    const server = fakeSession()
    const host = agentControllerHost(server.session, { answerTimeout: 80, ...options })
    const session = createToolCallSession({ threadId: 'thread-1', host })
    const disconnect = session.connect()
    await server.connected
    const answer = (response: ToolCallResponse) => session.respond(session.findToolCall('c')!, response)
    const emit = (...events: object[]) => {
      for (const event of events) server.emit(event)
      session.flush()
    }
    return { server, host, session, answer, emit, disconnect }
  }

  it('that the server says yes to but does not take comes back, and can be given again', async () => {
    const { server, session, answer, emit } = await open()
    emit({ type: 'agent_start' }, asked)
    server.messages = pending('pendingToolApprovals')
    expect(await answer({ type: 'approval', approved: true })).toMatchObject({ ok: false, reason: 'failed' })
    expect(session.findToolCall('c')).toMatchObject({
      state: 'approval-requested',
      delivery: { status: 'failed', error: { retryable: true, message: expect.stringContaining('still asks') } },
    })
    const again = answer({ type: 'approval', approved: true })
    emit({ type: 'tool_end', threadId: 'thread-1', toolCallId: 'c', result: 1, isError: false })
    expect(await again).toEqual({ ok: true })
    expect(server.calls).toEqual(['approve c true', 'approve c true'])
  })

  it('counts when its prompt has left the storage, however silent the tool is', async () => {
    const { server, session, answer, emit } = await open()
    emit({ type: 'agent_start' }, asked)
    server.messages = pending('nothing')
    expect(await answer({ type: 'approval', approved: true })).toEqual({ ok: true })
    expect(session.findToolCall('c')?.state).toBe('approval-responded')
  })

  it('to a question that the conversation went on over ends the prompt with words', async () => {
    const { server, session, answer, emit } = await open()
    emit({ type: 'agent_start' }, question, { type: 'agent_end', reason: 'suspended' })
    const later = { id: 'later', role: 'assistant', createdAt: '2026-11-30T13:00:00.000Z', content: { parts: [] } }
    server.messages = [later, ...pending('suspendedTools')]
    expect(await answer({ type: 'resume', resumeData: 'a' })).toMatchObject({ ok: false })
    expect(session.findToolCall('c')).toMatchObject({
      state: 'interrupted',
      message: expect.stringContaining('the conversation went on'),
    })
  })

  it('that nobody waits for after the second time ends the prompt with words', async () => {
    const { server, session, answer, emit } = await open()
    emit({ type: 'agent_start' }, question, { type: 'agent_end', reason: 'suspended' })
    server.messages = pending('suspendedTools')
    await answer({ type: 'resume', resumeData: 'a' })
    expect(session.findToolCall('c')?.state).toBe('suspended')
    expect(await answer({ type: 'resume', resumeData: 'a' })).toMatchObject({ ok: false })
    expect(session.findToolCall('c')).toMatchObject({
      state: 'interrupted',
      reason: 'cancelled',
      message: expect.stringContaining('no longer waits'),
    })
  })

  it('that the server cannot take says why', async () => {
    const { session, answer, emit } = await open()
    emit({ type: 'agent_start' }, question, { type: 'agent_end', reason: 'suspended' })
    const answered = answer({ type: 'resume', resumeData: 'a' })
    emit(
      { type: 'error', error: { name: 'Error', message: 'No active suspension to resume' } },
      { type: 'agent_end', reason: 'error' },
    )
    expect(await answered).toMatchObject({ ok: false, message: 'No active suspension to resume' })
    expect(session.findToolCall('c')?.state).toBe('suspended')
  })

  it('goes to the agent when the controller has forgotten the question', async () => {
    const sendToolApproval = vi.fn<(params: object) => Promise<unknown>>(async () =>
      server.emit({ type: 'agent_start' }),
    )
    const { server, session, answer, emit } = await open({ agent: { sendToolApproval } })
    emit({ type: 'agent_start' }, question, { type: 'agent_end', reason: 'suspended' })
    server.messages = pending('suspendedTools')
    await server.reconnect()
    expect(await answer({ type: 'resume', resumeData: 'a' })).toEqual({ ok: true })
    expect(sendToolApproval.mock.calls).toEqual([
      [
        {
          resourceId: 'someone',
          threadId: 'thread-1',
          toolCallId: 'c',
          approved: true,
          resumeData: 'a',
          streamOptions: { requireToolApproval: true, memory: { thread: 'thread-1', resource: 'someone' } },
        },
      ],
    ])
    expect(session.findToolCall('c')?.state).toBe('resuming')
  })

  it('ends an approval at once when no run waits for it after a restart', async () => {
    const { server, session, emit } = await open()
    emit({ type: 'agent_start' }, asked)
    server.messages = pending('pendingToolApprovals')
    server.running = false
    await server.reconnect()
    await vi.waitUntil(() => session.findToolCall('c')?.state === 'interrupted')
    expect(session.findToolCall('c')).toMatchObject({ message: expect.stringContaining('restarted') })
  })

  it('allows the tool for good first, and takes that back when the answer cannot be sent', async () => {
    const { server, host, answer, emit } = await open()
    expect(host.capabilities?.grants).toEqual(['once', 'tool'])
    emit({ type: 'agent_start' }, asked)
    server.refuse = Object.assign(new Error('Forbidden'), { status: 403 })
    expect(await answer({ type: 'approval', approved: true, grant: 'tool' })).toMatchObject({
      ok: false,
      message: 'Forbidden',
    })
    expect(server.calls).toEqual(['tool run allow', 'approve c true', 'tool run ask'])
  })

  it('is not sent without a connection', async () => {
    const { server, answer, emit, session } = await open()
    emit({ type: 'agent_start' }, asked)
    server.down = true
    server.drop()
    expect(await answer({ type: 'approval', approved: true })).toMatchObject({
      ok: false,
      message: expect.stringContaining('cannot be reached'),
    })
    expect(server.calls).toEqual([])
    expect(session.findToolCall('c')?.delivery?.error?.retryable).toBe(true)
  })
})

describe('a connection that breaks', () => {
  it('does not append to arguments that have a hole', async () => {
    const server = fakeSession()
    const session = createToolCallSession({ threadId: 'thread-1', host: agentControllerHost(server.session) })
    const disconnect = session.connect()
    await server.connected
    const at = { threadId: 'thread-1', toolCallId: 'c' }
    server.emit({ type: 'agent_start' })
    server.emit({ ...at, type: 'tool_input_start', toolName: 'write' })
    server.emit({ ...at, type: 'tool_input_delta', argsTextDelta: '{"a":"on' })
    server.running = true
    await server.reconnect()
    server.emit({ ...at, type: 'tool_input_delta', argsTextDelta: 'ree"}' })
    session.flush()
    expect(session.findToolCall('c')).toMatchObject({ state: 'input-streaming', inputText: '{"a":"on' })
    server.emit({ ...at, type: 'tool_input_end' })
    server.emit({ ...at, type: 'tool_start', toolName: 'write', args: { a: 'one two three' } })
    session.flush()
    expect(session.findToolCall('c')).toMatchObject({ state: 'input-available', input: { a: 'one two three' } })
    disconnect()
  })

  it('ends what was running when the run has ended meanwhile', async () => {
    const server = fakeSession()
    const session = createToolCallSession({ threadId: 'thread-1', host: agentControllerHost(server.session) })
    const disconnect = session.connect()
    await server.connected
    server.emit({ type: 'agent_start' })
    server.emit({ type: 'tool_start', threadId: 'thread-1', toolCallId: 'c', toolName: 'run', args: {} })
    server.running = false
    await server.reconnect()
    await vi.waitUntil(() => session.findToolCall('c')?.state === 'interrupted')
    expect(session.findToolCall('c')).toMatchObject({ reason: 'disconnected' })
    disconnect()
  })
})

/** A session of Mastra's client as far as the host uses it. */
function fakeSession() {
  let onEvent: ((event: unknown) => void) | undefined
  let onError: ((error: unknown) => void) | undefined
  let subscriptions = 0
  const server = {
    messages: [] as unknown[],
    running: undefined as boolean | undefined,
    refuse: undefined as Error | undefined,
    down: false,
    calls: [] as string[],
    emit: (event: object) => onEvent?.(event),
    drop() {
      onEvent = undefined
      onError?.(new Error('dropped'))
    },
    async reconnect() {
      const before = subscriptions
      server.drop()
      await vi.waitUntil(() => subscriptions > before && onEvent !== undefined, { timeout: 3000 })
      await new Promise(resolve => setTimeout(resolve, 20))
    },
    connected: Promise.resolve(),
    session: undefined as unknown as AgentControllerSession,
  }
  const answer = async (what: string) => {
    server.calls.push(what)
    if (server.refuse && what.startsWith('approve')) throw server.refuse
    return { ok: true }
  }
  server.connected = new Promise(resolve => {
    server.session = {
      async subscribe(options) {
        if (server.down) throw new Error('down')
        subscriptions += 1
        onEvent = options.onEvent
        onError = options.onError
        setTimeout(resolve, 0)
        return { unsubscribe: () => (onEvent = undefined) }
      },
      create: async () => ({ threadId: 'thread-1' }),
      state: async () => ({ threadId: 'thread-1', running: server.running }),
      listMessages: async () => ({ messages: server.messages }),
      approveTool: (toolCallId, approved) => answer(`approve ${toolCallId} ${approved}`),
      respondToToolSuspension: toolCallId => answer(`resume ${toolCallId}`),
      abort: () => answer('abort'),
      setPermissionForTool: (toolName, policy) => answer(`tool ${toolName} ${policy}`),
    }
  })
  return server
}
