import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StoredToolCall, ToolCallEvent, ToolCallHost, ToolCallResponse } from '../../../src/core.ts'
import type { ToolCallStorage } from '../../../src/core/create-tool-call-session.ts'
import {
  approvalRequired,
  BATCH,
  clientCall,
  inputDelta,
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
const OFFLINE = { message: 'offline', retryable: true }

afterEach(() => void vi.useRealTimers())

describe('connect', () => {
  const connectable = () => {
    const host = scriptHost()
    const opened: string[] = []
    let emit!: Parameters<NonNullable<ToolCallHost['connect']>>[0]
    host.connect = (to, { threadId }) => {
      opened.push(`open ${threadId}`)
      emit = to
      return () => opened.push('close')
    }
    return { host, opened, emit: (...events: ToolCallEvent[]) => emit(events) }
  }

  it('opens nothing before it is called', async () => {
    const { host, opened } = connectable()
    openSession({ host })
    await settle()
    expect(opened).toEqual([])
  })

  it('is counted: one connection, until the last one has let go', () => {
    const { host, opened } = connectable()
    const { session } = openSession({ host, threadId: 't' })
    const first = session.connect()
    const second = session.connect()
    expect(opened).toEqual(['open t'])
    first()
    first()
    expect(opened).toEqual(['open t'])
    second()
    second()
    expect(opened).toEqual(['open t', 'close'])
    session.connect()()
    expect(opened).toEqual(['open t', 'close', 'open t', 'close'])
  })

  it('brings what the host tells', () => {
    const { host, emit } = connectable()
    const { session, states } = openSession({ host })
    session.connect()
    emit(toolStart('c'), toolEnd('c'))
    expect(states()).toEqual({ c: 'output-available' })
  })

  it('tells the host which tools there are, by the names that they are registered under', () => {
    const host = scriptHost()
    let names: () => string[] = () => []
    host.connect = (_, context) => {
      names = () => context.getToolDeclarations().map(({ name }) => name)
      return () => {}
    }
    const { session } = openSession({ host, clientTools: { theirs: scriptTool({ name: 'own' }).definition } })
    session.connect()
    expect(names()).toEqual(['theirs'])
    const unregister = session.registerTool('late', scriptTool().definition)
    expect(names()).toEqual(['theirs', 'late'])
    unregister()
    expect(names()).toEqual(['theirs'])
  })

  it('closes with the session, once', () => {
    const { host, opened } = connectable()
    const { session } = openSession({ host })
    const disconnect = session.connect()
    session.dispose()
    disconnect()
    expect(opened.slice(1)).toEqual(['close'])
  })

  it('does without a host that connects, and without any', () => {
    expect(() => openSession().session.connect()()).not.toThrow()
    expect(() => openSession({ hasHost: false }).session.connect()()).not.toThrow()
  })
})

describe('respond', () => {
  it('works when it is taken off the session, as a handler is', async () => {
    const { play, call, session } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    const { respond, setDraft, getDraft } = session
    setDraft(call('c').key, 'half')
    expect(await respond(call('c'), APPROVE)).toEqual({ ok: true })
    expect(getDraft(call('c').key)).toBeUndefined()
  })
})

describe('drafts', () => {
  const memory = () => {
    const kept = new Map<string, string>()
    const storage: ToolCallStorage = {
      get: async key => (kept.has(key) ? JSON.parse(kept.get(key)!) : undefined),
      set: async (key, value) => void kept.set(key, JSON.stringify(value)),
      delete: async key => void kept.delete(key),
      keys: async prefix => [...kept.keys()].filter(key => key.startsWith(prefix)),
    }
    return { kept, storage }
  }

  it('are kept by key, and each call has its own', () => {
    const { session } = openSession()
    session.setDraft('a', { text: 'x' })
    session.setDraft('__proto__', ['y'])
    expect(session.getDraft('a')).toEqual({ text: 'x' })
    expect(session.getDraft('__proto__')).toEqual(['y'])
    expect(session.getDraft('constructor')).toBeUndefined()
    session.setDraft('a', undefined)
    expect(session.getDraft('a')).toBeUndefined()
  })

  it.each([false, 0, '', null])('%j is a draft', draft => {
    const { session } = openSession()
    session.setDraft('a', draft)
    expect(session.getDraft('a')).toBe(draft)
  })

  it('stay while the answer is held or on its way, and go once it was taken', async () => {
    const { play, call, session, host } = openSession({ host: scriptHost({ respondWhen: BATCH }) })
    play(runStart(), toolStart('c'), approvalRequired('c'))
    const { key } = call('c')
    session.setDraft(key, 'why')
    const answer = session.respond(call('c'), { ...APPROVE, reason: 'why' })
    await settle()
    expect(session.getDraft(key)).toBe('why')
    const sending = host.holdNext()
    play(runEnd())
    await settle()
    expect(session.getDraft(key)).toBe('why')
    sending.take()
    await answer
    expect(session.getDraft(key)).toBeUndefined()
  })

  it('stay where the answer was refused or could not be sent', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), suspended('c'))
    session.setDraft(call('c').key, 'text')
    await session.respond(call('c'), APPROVE)
    host.failNext(OFFLINE)
    await session.respond(call('c'), { type: 'resume', resumeData: 'text' })
    expect(session.getDraft(call('c').key)).toBe('text')
  })

  it('B058: stay to be copied when the server withdraws the question', () => {
    const { play, call, session } = openSession()
    play(toolStart('c'), suspended('c'))
    session.setDraft(call('c').key, 'a long text')
    play({ type: 'tool_suspension_cancelled', toolCallId: 'c', reason: 'timeout' })
    expect(session.getDraft(call('c').key)).toBe('a long text')
  })

  it('go to the storage as plain JSON, and leave it when they are done', async () => {
    const { storage, kept } = memory()
    const { play, call, session } = openSession({ storage, threadId: 't' })
    play(toolStart('c'), suspended('c'))
    session.setDraft(call('c').key, { text: 'x', at: [1, null] })
    await settle()
    expect([...kept.values()].map(value => JSON.parse(value) as unknown)).toEqual([{ text: 'x', at: [1, null] }])
    await session.respond(call('c'), { type: 'resume', resumeData: 'x' })
    await settle()
    expect([...kept]).toEqual([])
  })

  it('are there again after a reload', async () => {
    const { storage } = memory()
    const first = openSession({ storage, threadId: 't' })
    first.play(toolStart('c'), suspended('c'))
    const { key } = first.call('c')
    first.session.setDraft(key, 'half')
    await settle()
    const second = openSession({ storage, threadId: 't' })
    second.play(toolStart('c'), suspended('c'))
    await settle()
    expect(second.session.getDraft(key)).toBe('half')
  })

  it.each<[string, () => Promise<never>]>([
    ['rejects', () => Promise.reject(new Error('quota'))],
    [
      'throws',
      () => {
        throw new Error('quota')
      },
    ],
  ])('live on where the storage %s, and nothing is disturbed', async (_, fail) => {
    const rejected: unknown[] = []
    const note = (error: unknown) => rejected.push(error)
    process.on('unhandledRejection', note)
    try {
      const { session, warnings } = openSession({ storage: { get: fail, set: fail, delete: fail, keys: fail } })
      session.setDraft('a', 'x')
      expect(session.getDraft('a')).toBe('x')
      session.setDraft('a', undefined)
      await settle()
      await settle()
      expect(session.getDraft('a')).toBeUndefined()
      expect(rejected).toEqual([])
      expect(JSON.stringify(warnings)).not.toContain('"x"')
    } finally {
      process.off('unhandledRejection', note)
    }
  })
})

describe('tasks', () => {
  const task = (id: string) => ({ id, content: id, status: 'pending' as const })

  it('are those of the thread, the newest list', () => {
    const { play, session } = openSession()
    play(
      { type: 'task_updated', tasks: [task('none')] },
      { type: 'task_updated', tasks: [task('one')], threadId: 't1' },
      { type: 'task_updated', tasks: [task('two')], threadId: 't2' },
      { type: 'task_updated', tasks: [task('one'), task('more')], threadId: 't1' },
    )
    expect(session.getTasks()).toEqual([task('none')])
    expect(session.getTasks('t1')).toEqual([task('one'), task('more')])
    expect(session.getTasks('t2')).toEqual([task('two')])
    expect(session.getTasks('__proto__')).toEqual([])
  })

  it('of the session are those of its thread, and keep their identity', () => {
    const { play, session } = openSession({ threadId: 't1' })
    expect(session.getTasks()).toBe(session.getTasks())
    play({ type: 'task_updated', tasks: [task('a')] })
    const tasks = session.getTasks()
    play(toolStart('c'))
    expect(session.getTasks()).toBe(tasks)
    expect(session.getTasks('t1')).toBe(tasks)
    expect(Object.isFrozen(tasks)).toBe(true)
  })

  it('tell the listeners', () => {
    const { play, session } = openSession()
    const listener = vi.fn<() => void>()
    session.subscribe(listener)
    play({ type: 'task_updated', tasks: [task('a')] })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('nesting', () => {
  const below = (toolCallId: string, parentToolCallId: string, more = {}) =>
    toolStart(toolCallId, {}, { parentToolCallId, ...more })

  it('a call below another knows its key', () => {
    const { play, call } = openSession()
    play(toolStart('p'), below('child', 'p'), below('grandchild', 'child'))
    expect(call('child').parentKey).toBe(call('p').key)
    expect(call('grandchild').parentKey).toBe(call('child').key)
  })

  it('whichever of the two is heard of first', () => {
    const { play, call, states } = openSession()
    play(runStart(), below('child', 'p'), toolStart('p'))
    expect(call('child').parentKey).toBe(call('p').key)
    play(runEnd('aborted', { parentToolCallId: 'p' }))
    expect(states()).toEqual({ child: 'interrupted: aborted', p: 'input-available' })
  })

  it('of a repeated id it is the one that was there when the child came', () => {
    const { play, session, call } = openSession()
    play(toolStart('call_0', {}, { messageId: 'm1' }), below('x', 'call_0'), toolEnd('call_0'))
    play(toolStart('call_0', {}, { messageId: 'm2' }), below('y', 'call_0'))
    const [first, second] = session.getToolCalls().filter(({ toolCallId }) => toolCallId === 'call_0')
    expect(call('x').parentKey).toBe(first!.key)
    expect(call('y').parentKey).toBe(second!.key)
  })

  it('calls of one id below two parents are two', () => {
    const { play, session } = openSession()
    play(toolStart('p'), toolStart('q'), below('call_0', 'p'), below('call_0', 'q'))
    expect(session.getToolCallKeys()).toHaveLength(4)
  })

  it('a circle of parents does no harm', () => {
    const { play, states } = openSession()
    play(runStart(), below('a', 'b'), below('b', 'a'), below('c', 'c'))
    play(runEnd('aborted', { parentToolCallId: 'a' }), runEnd('aborted'))
    expect(Object.values(states())).toEqual(['interrupted: aborted', 'interrupted: aborted', 'interrupted: aborted'])
  })

  it('B143: the approval of a nested call is asked on it, whether or not its parent was ever heard of', async () => {
    const { play, call, session, host } = openSession()
    play({
      type: 'tool_approval_required',
      toolCallId: 'inner',
      toolName: 'rm',
      args: { p: 1 },
      parentToolCallId: 'p1',
      ref: { runId: 'outer' },
    })
    expect(call('inner')).toMatchObject({ state: 'approval-requested', toolName: 'rm', input: { p: 1 } })
    const shown = call('inner')
    await session.respond(shown, APPROVE)
    expect(host.requests).toEqual([[{ call: shown, response: APPROVE }]])
  })

  describe('sub-agents', () => {
    const agent = (type: string, toolCallId: string, more = {}) =>
      ({ type, toolCallId, agentType: 'explore', ...more }) as unknown as ToolCallEvent
    const start = (parent: string, subToolName: string, subToolArgs: unknown) =>
      agent('subagent_tool_start', parent, { subToolName, subToolArgs })
    const end = (parent: string, subToolName: string, subToolResult: unknown, isError = false) =>
      agent('subagent_tool_end', parent, { subToolName, subToolResult, isError })

    it('B146: parallel ones each write into their own call', () => {
      const { play, call } = openSession()
      play(
        toolStart('p1'),
        toolStart('p2'),
        agent('subagent_start', 'p1', { task: 'one', modelId: 'small' }),
        agent('subagent_start', 'p2', { task: 'two' }),
        agent('subagent_text_delta', 'p1', { textDelta: 'A' }),
        agent('subagent_text_delta', 'p2', { textDelta: 'B' }),
        agent('subagent_text_delta', 'p1', { textDelta: 'C' }),
      )
      expect(call('p1').subagent).toEqual({ agentType: 'explore', task: 'one', modelId: 'small', text: 'AC' })
      expect(call('p2').subagent).toEqual({ agentType: 'explore', task: 'two', text: 'B' })
    })

    it('B145: two of its tools with one name are paired in order, and its end closes what is left', () => {
      const { play, call, session } = openSession()
      play(
        toolStart('p1'),
        agent('subagent_start', 'p1'),
        start('p1', 'read', { a: 1 }),
        start('p1', 'read', { b: 1 }),
        end('p1', 'read', 'A'),
      )
      const inner = () => session.getToolCalls().filter(({ parentKey }) => parentKey === call('p1').key)
      expect(inner()).toMatchObject([
        { toolName: 'read', input: { a: 1 }, state: 'output-available', output: 'A' },
        { toolName: 'read', input: { b: 1 }, state: 'input-available' },
      ])
      play(agent('subagent_end', 'p1', { isError: false }))
      expect(inner()).toMatchObject([
        { state: 'output-available', output: 'A' },
        { state: 'interrupted', reason: 'no-result' },
      ])
      expect(inner()[1]).not.toHaveProperty('output')
      expect(call('p1').state).toBe('input-available')
    })

    it('B145: the tools of another sub-agent, and those of another name, are left alone', () => {
      const { play, session, call } = openSession()
      play(toolStart('p1'), toolStart('p2'), start('p2', 'read', {}), start('p1', 'list', {}), start('p1', 'read', {}))
      play(end('p1', 'read', 'x'), end('p1', 'nothing', 'y'))
      expect(
        session
          .getToolCalls()
          .filter(({ parentKey }) => parentKey !== undefined)
          .map(({ parentKey, toolName, state }) => [parentKey === call('p1').key, toolName, state]),
      ).toEqual([
        [false, 'read', 'input-available'],
        [true, 'list', 'input-available'],
        [true, 'read', 'output-available'],
      ])
    })

    it('a failed tool of it, and its own failure, are errors of the inner calls only', () => {
      const { play, session, call } = openSession()
      play(toolStart('p1'), start('p1', 'read', {}), end('p1', 'read', 'no such file', true), start('p1', 'read', {}))
      play(agent('subagent_end', 'p1', { isError: true }))
      expect(session.getToolCalls().slice(1)).toMatchObject([
        { state: 'output-error', errorText: 'no such file' },
        { state: 'interrupted', reason: 'error' },
      ])
      expect(call('p1').state).toBe('input-available')
    })

    it('are told of without a start, and before their call', () => {
      const { play, call } = openSession()
      play(agent('subagent_text_delta', 'p1', { textDelta: 'A' }), start('p1', 'read', {}), toolStart('p1', { t: 1 }))
      expect(call('p1')).toMatchObject({ subagent: { text: 'A' }, toolName: 'edit', input: { t: 1 } })
    })
  })
})

describe('threads', () => {
  const theirs: ToolCallEvent[] = [
    toolStart('c'),
    approvalRequired('c'),
    toolEnd('c'),
    runStart('r'),
    runEnd('aborted', { runId: 'r' }),
    runEnd('aborted'),
    { type: 'task_updated', tasks: [] },
    { type: 'hydrate', toolCalls: [], complete: true },
    { type: 'tool_retracted', toolCallId: 'c', reason: 'step-reset' },
    inputDelta('c', '{}'),
  ]

  it('what is of another thread is ignored and counted', () => {
    const { play, session, warnings } = openSession({ threadId: 'mine' })
    play(runStart('r'), toolStart('c', {}, { runId: 'r' }))
    const before = session.getToolCalls()
    play(...theirs.map(event => ({ ...event, threadId: 'theirs' })))
    expect(session.getToolCalls()).toBe(before)
    expect(warnings).toHaveLength(theirs.length)
    expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(['other-thread']))
  })

  it('what names no thread, or the thread of the session, is taken', () => {
    const { play, states, warnings } = openSession({ threadId: 'mine' })
    play(toolStart('a'), { ...toolStart('b'), threadId: 'mine' }, { ...runEnd('aborted'), threadId: 'mine' })
    expect(states()).toEqual({ a: 'interrupted: aborted', b: 'interrupted: aborted' })
    expect(warnings).toEqual([])
  })

  it('a session of no thread keeps them all apart', () => {
    const { play, session } = openSession()
    for (const threadId of ['t1', 't2', undefined]) {
      play(...[runStart(), toolStart('c', { threadId }), approvalRequired('c')].map(event => ({ ...event, threadId })))
    }
    expect(session.getToolCalls().map(({ threadId, input }) => [threadId, input])).toEqual([
      ['t1', { threadId: 't1' }],
      ['t2', { threadId: 't2' }],
      [undefined, { threadId: undefined }],
    ])
    play({ ...toolEnd('c', 2), threadId: 't2' })
    expect(session.getToolCalls().map(({ state }) => state)).toEqual([
      'approval-requested',
      'output-available',
      'approval-requested',
    ])
  })

  it('finds the newest of an id, whatever its thread', () => {
    const { play, session } = openSession()
    play({ ...toolStart('c'), threadId: 't1' }, { ...toolStart('c'), threadId: 't2' })
    expect(session.findToolCall('c')).toMatchObject({ threadId: 't2' })
  })
})

describe('warnings', () => {
  it('B140: hold nothing of arguments, outputs, answers or errors', async () => {
    const secret = 'S3CRET'
    const tool = scriptTool()
    const { play, session, call, warnings } = openSession({ threadId: 't', clientTools: [tool.definition] })
    play(
      toolEnd('nobody', secret),
      toolFailed('nobody2', secret),
      { type: 'tool_input_delta', argsTextDelta: secret },
      { type: 'tool_start', toolName: 'x', args: secret },
      { type: 'zzz', toolCallId: 'x', args: secret },
      { type: 'response_failed', toolCallId: 'unknown', error: secret, retryable: true },
      { type: 'hydrate', toolCalls: [{ toolCallId: 1, input: secret }] },
      { ...toolStart('c', secret), threadId: 'other' },
      { type: 'tool_approval_resolved', approvalId: 'none', approved: true, reason: secret, by: 'user' },
      secret,
      [secret],
      ...clientCall('c', { args: { secret } }),
    )
    await settle()
    session.stop()
    await tool.fail(new Error(secret))
    session.registerTool('pick', tool.definition)
    expect(call('c').state).toBe('interrupted')
    expect(warnings.length).toBeGreaterThan(5)
    expect(JSON.stringify(warnings)).not.toContain(secret)
    for (const { code, message } of warnings)
      expect([code, message]).toEqual([expect.stringMatching(/^[a-z-]+$/), expect.stringMatching(/\.$/)])
  })

  it('B140: a refused answer says nothing of what was answered', async () => {
    const { play, call, session } = openSession()
    play(toolStart('c', { secret: 'S3CRET' }), suspended('c'))
    const shown = call('c')
    play(toolEnd('c'))
    const refused = [
      await session.respond(shown, { type: 'resume', resumeData: 'S3CRET' }),
      await session.respond(shown, { type: 'output', output: 'S3CRET' }),
      await session.retry(shown),
    ]
    for (const result of refused) expect(result).toMatchObject({ ok: false })
    expect(JSON.stringify(refused)).not.toContain('S3CRET')
  })

  it('are short, however long a name or an id is', async () => {
    const long = 'n'.repeat(1_000_000)
    const tool = scriptTool({ name: long })
    const { play, session, warnings } = openSession({ threadId: 't', clientTools: [tool.definition] })
    play(
      { type: long },
      { ...toolStart('a'), threadId: long },
      toolEnd(long),
      ...clientCall('c', { toolName: long }),
      ...clientCall(long, { toolName: long, runId: 'r2' }),
    )
    await settle()
    session.stop()
    await tool.finish(undefined, 0)
    await tool.finish(undefined, 1)
    session.registerTool(long, tool.definition)
    expect(new Set(warnings.map(({ code }) => code)).size).toBeGreaterThan(3)
    for (const warning of warnings) expect(JSON.stringify(warning).length).toBeLessThan(1000)
  })

  it('are short in production: the code, and what it is about', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    try {
      const { play, call, session, warnings } = openSession({ threadId: 'mine', hasHost: false })
      play({ type: 'zzz' }, { type: 'tool_end' }, 5, { ...toolStart('c'), threadId: 'theirs' }, toolEnd('nobody'))
      expect(warnings).toEqual([
        { code: 'unknown-event', message: 'unknown-event: zzz.' },
        { code: 'malformed-event', message: 'malformed-event: tool_end.' },
        { code: 'malformed-event', message: 'malformed-event: no type.' },
        { code: 'other-thread', message: 'other-thread: theirs.' },
        { code: 'unannounced-call', message: 'unannounced-call: tool_end.', toolCallId: 'nobody' },
      ])
      play(toolStart('c'), approvalRequired('c'))
      expect(await session.respond(call('c'), APPROVE)).toEqual({
        ok: false,
        reason: 'not-allowed',
        message: 'Tool "edit" (c) takes no such answer. The answer was not sent.',
      })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('are at most 20 of each kind, and one kind does not silence another', () => {
    const { play, warnings } = openSession()
    for (let count = 0; count < 1000; count += 1) play({ type: 'zzz' })
    play({ type: 'tool_end' })
    expect(warnings.map(({ code }) => code)).toEqual([
      ...Array.from({ length: 20 }, () => 'unknown-event'),
      'malformed-event',
    ])
  })

  it('and settlements that throw do not stop the stream', async () => {
    const thrown: unknown[] = []
    const note = (error: unknown) => thrown.push(error)
    process.on('uncaughtException', note)
    const others = process.listeners('uncaughtException').filter(listener => listener !== note)
    for (const listener of others) process.off('uncaughtException', listener)
    try {
      const fail = () => {
        throw new Error('in the app')
      }
      const { play, states } = openSession({ onWarning: fail, onSettled: fail })
      play({ type: 'zzz' }, toolStart('c'), toolEnd('c'), toolStart('d'))
      expect(states()).toEqual({ c: 'output-available', d: 'input-available' })
      await settle()
      expect(thrown).toHaveLength(2)
    } finally {
      process.off('uncaughtException', note)
      for (const listener of others) process.on('uncaughtException', listener)
    }
  })

  it('come for a second tool of one name, and the newer one is used', async () => {
    const [older, newer] = [scriptTool(), scriptTool()]
    const { play, session, warnings } = openSession({ clientTools: [older.definition] })
    session.registerTool('pick', newer.definition)
    play(...clientCall('c'))
    await settle()
    expect([older.runs.length, newer.runs.length]).toEqual([0, 1])
    expect(warnings.map(({ code }) => code)).toEqual(['duplicate-tool'])
  })
})

describe('onSettled', () => {
  it('is called once for each call that has an outcome, with its record', () => {
    const settled: string[] = []
    const { play } = openSession({ onSettled: ({ toolCallId, state }) => settled.push(`${toolCallId} ${state}`) })
    play(toolStart('a'), toolEnd('a'), toolEnd('a', 'again'), toolStart('a'), toolFailed('b'))
    play(toolStart('c'), runEnd('aborted'))
    play({ type: 'tool_approval_resolved', toolCallId: 'd', approved: false, by: 'policy' }, runEnd())
    expect(settled).toEqual(['a output-available', 'b output-error', 'd output-denied'])
  })
})

describe('removing a call in onSettled', () => {
  it('throws nothing, whoever gives its outcome', async () => {
    const unhandled = vi.fn<(error: unknown) => void>()
    process.on('unhandledRejection', unhandled)
    const tool = scriptTool()
    const { play, session, call, states } = openSession({
      clientTools: [tool.definition],
      onSettled: ({ key }) => session.removeToolCalls([key]),
    })
    play(...clientCall('a'))
    await settle()
    await tool.finish()
    play(...clientCall('b'))
    await settle()
    await tool.finish({ type: 'approval-required' })
    expect(await session.respond(call('b'), { type: 'approval', approved: false })).toEqual({ ok: true })
    play(toolStart('c'), outputRequired('c'), runEnd())
    expect(await session.respond(call('c'), { type: 'output', output: 1 })).toMatchObject({ ok: false })
    await settle()
    expect(states()).toEqual({})
    expect(unhandled).not.toHaveBeenCalled()
    process.off('unhandledRejection', unhandled)
  })
})

describe('other client tools', () => {
  it('take the place of those that were given, and a tool that was registered still counts before them', async () => {
    const [given, registered, next] = [scriptTool(), scriptTool(), scriptTool()]
    const { play, session, warnings } = openSession({ clientTools: [given.definition] })
    const takeBack = session.registerTool('pick', registered.definition)
    session.experimental_setClientTools([next.definition])
    play(...clientCall('a'))
    await settle()
    takeBack()
    play(...clientCall('b'))
    await settle()
    expect([given, registered, next].map(({ runs }) => runs.length)).toEqual([0, 1, 1])
    expect(warnings.map(({ code }) => code)).toEqual(['duplicate-tool'])
  })
})

describe('what was there at the start', () => {
  const stored: StoredToolCall[] = [
    { toolCallId: 'a', toolName: 'edit', state: 'output-available', input: {}, output: 1 },
    { toolCallId: 'b', toolName: 'edit', state: 'approval-requested', input: {} },
  ]

  it('stays, for the first render in the browser', () => {
    const { play, session, call } = openSession({ initialToolCalls: stored })
    const [keys, before] = [session.getInitialToolCallKeys(), call('b')]
    expect(keys).toEqual(session.getToolCallKeys())
    play(toolEnd('b'), toolStart('new'), { type: 'tool_retracted', toolCallId: 'a', reason: 'message-removed' })
    expect(session.getInitialToolCallKeys()).toBe(keys)
    expect(session.getInitialToolCall(keys[1]!)).toBe(before)
    expect(session.getInitialToolCall(keys[0]!)).toMatchObject({ toolCallId: 'a', output: 1 })
    expect(session.getInitialToolCall(call('new').key)).toBeUndefined()
    expect(session.getToolCallKeys()).not.toEqual(keys)
  })

  it('is nothing where nothing was given', () => {
    const { play, session, call } = openSession()
    play(toolStart('c'))
    expect(session.getInitialToolCallKeys()).toEqual([])
    expect(session.getInitialToolCall(call('c').key)).toBeUndefined()
  })

  it('B151: opens no timer, calls no host and tells nobody', async () => {
    vi.useFakeTimers()
    const { host } = openSession({
      initialToolCalls: [...stored, { toolCallId: 'c', toolName: 'x', state: 'input-available', waitingFor: 'client' }],
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(host.requests).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('removeToolCalls', () => {
  it('forgets records, tells their listeners, and leaves the others as they are', () => {
    const { play, session, call, states } = openSession()
    play(toolStart('a'), toolEnd('a'), toolStart('b'), toolEnd('b'))
    const [a, b] = [call('a'), call('b')]
    const [onA, onB] = [vi.fn<() => void>(), vi.fn<() => void>()]
    session.subscribeToolCall(a.key, onA)
    session.subscribeToolCall('b', onB)
    session.removeToolCalls([a.key, 'unknown', a.key])
    session.flush()
    expect(session.getToolCall(a.key)).toBeUndefined()
    expect(session.findToolCall('a')).toBeUndefined()
    expect(states()).toEqual({ b: 'output-available' })
    expect(call('b')).toBe(b)
    expect([onA.mock.calls.length, onB.mock.calls.length]).toEqual([1, 0])
  })

  it('an answer to a record that was removed is refused, and one that is held is not sent', async () => {
    const { play, session, call, host } = openSession({ host: scriptHost({ respondWhen: BATCH }) })
    play(runStart(), toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'))
    const shown = call('b')
    const held = session.respond(call('a'), APPROVE)
    session.removeToolCalls([call('a').key, shown.key])
    play(runEnd())
    expect(await held).toMatchObject({ ok: false })
    expect(await session.respond(shown, APPROVE)).toMatchObject({ ok: false, reason: 'unknown' })
    expect(host.requests).toEqual([])
  })

  it('stops what runs for it, and does not run it again when it is told of again', async () => {
    const tool = scriptTool()
    const { play, session, call, host } = openSession({ clientTools: [tool.definition] })
    play(...clientCall('c'))
    await settle()
    session.removeToolCalls([call('c').key])
    expect(tool.runs[0]!.abortSignal.aborted).toBe(true)
    await tool.finish()
    play(...clientCall('c'))
    await settle()
    expect(tool.runs).toHaveLength(1)
    expect(host.requests).toEqual([])
  })

  it('an output that could not be sent goes with its record', async () => {
    const { play, session, call, host } = openSession()
    play(toolStart('c'), outputRequired('c'), runEnd())
    host.failNext(OFFLINE)
    await session.respond(call('c'), { type: 'output', output: 1 })
    const failed = call('c')
    session.removeToolCalls([failed.key])
    expect(await session.retry(failed)).toMatchObject({ ok: false })
    expect(host.requests).toHaveLength(1)
  })

  it('the end of a run, and late events, find their way without it', () => {
    const { play, session, call, states } = openSession()
    play(
      runStart(),
      toolStart('p'),
      toolStart('c', {}, { parentToolCallId: 'p' }),
      inputStart('s'),
      inputDelta('s', '{'),
    )
    session.dispatch(inputDelta('s', '}'))
    session.removeToolCalls([call('p').key, call('s').key])
    play(runEnd('aborted'))
    expect(states()).toEqual({ c: 'interrupted: aborted', s: 'interrupted: aborted' })
  })
})

describe('retry', () => {
  it.each<[string, ToolCallEvent[]]>([
    ['is not known', []],
    ['runs', [toolStart('c')]],
    ['has its result', [toolStart('c'), toolEnd('c')]],
    ['asks', [toolStart('c'), approvalRequired('c')]],
  ])('does nothing for a call that %s', async (_, events) => {
    const { play, session, host } = openSession()
    const known = openSession()
    known.play(toolStart('c'))
    play(...events)
    const before = session.getToolCalls()
    expect(await session.retry(session.findToolCall('c') ?? known.call('c'))).toMatchObject({ ok: false })
    expect(session.getToolCalls()).toEqual(before)
    expect(host.requests).toEqual([])
  })

  it('sends again what the app gave and could not be sent, as it was', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), outputRequired('c', { run: 1 }), runEnd())
    const response: ToolCallResponse = { type: 'output', output: false, modelOutput: { type: 'text', value: 'no' } }
    host.failNext(OFFLINE)
    await session.respond(call('c'), response)
    const sending = host.holdNext()
    const again = session.retry(call('c'))
    expect(call('c').delivery).toEqual({ status: 'sending' })
    sending.take()
    expect(await again).toEqual({ ok: true })
    expect(host.requests.map(([answer]) => answer!.response)).toEqual([response, response])
    expect(host.requests[1]![0]!.call.outputRequest).toEqual({ ref: { run: 1 } })
  })

  it('waits for the end of a run that goes on, as any output does', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), outputRequired('c'), runEnd())
    host.failNext(OFFLINE)
    await session.respond(call('c'), { type: 'output', output: 1 })
    play(runStart('r2'))
    void session.retry(call('c'))
    await settle()
    expect(host.requests).toHaveLength(1)
    expect(call('c').delivery).toEqual({ status: 'held' })
    play(runEnd())
    await settle()
    expect(host.requests).toHaveLength(2)
    expect(call('c').delivery).toBeUndefined()
  })

  it('sends the approval again that went with an output: the host took neither', async () => {
    const tool = scriptTool()
    const { play, call, session, host } = openSession({
      host: scriptHost({ respondWhen: BATCH }),
      clientTools: [tool.definition],
    })
    play(
      runStart('r1'),
      toolStart('c', {}, { toolName: 'pick' }),
      approvalRequired('c', { ref: { interrupt: 1 } }),
      runEnd(),
    )
    const answer = session.respond(call('c'), { type: 'approval', approved: true })
    await settle()
    host.failNext(OFFLINE)
    await tool.finish()
    expect(await answer).toMatchObject({ ok: false, reason: 'failed' })
    expect(await session.retry(call('c'))).toEqual({ ok: true })
    const sent = host.requests.map(answers => answers.map(({ response }) => response.type))
    expect(sent).toEqual([
      ['approval', 'output'],
      ['approval', 'output'],
    ])
    expect(host.requests[1]![0]!.call).toMatchObject({ approval: { ref: { interrupt: 1 } } })
    expect(tool.runs).toHaveLength(1)
  })

  it('of one output does not send another', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('a'), outputRequired('a'), toolStart('b'), outputRequired('b'), runEnd())
    for (const id of ['a', 'b']) {
      host.failNext(OFFLINE)
      await session.respond(call(id), { type: 'output', output: id })
    }
    expect(await session.retry(call('b'))).toEqual({ ok: true })
    expect(host.requests.at(-1)!.map(answer => answer.call.toolCallId)).toEqual(['b'])
    expect(call('a').delivery).toMatchObject({ status: 'failed' })
  })
})
