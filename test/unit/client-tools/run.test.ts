import { type } from 'arktype'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  createTool,
  toolDefinition,
  type ExecuteContext,
  type ToolCallHostContext,
  type ToolCallResponse,
} from '../../../src/core.ts'
import { openTools } from '../../support/client-tools.ts'
import {
  approvalRequired,
  BATCH,
  inputDelta,
  inputEnd,
  inputStart,
  runEnd,
  runStart,
  scriptHost,
  settle,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

const APPROVE: ToolCallResponse = { type: 'approval', approved: true }

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the run of a client tool', () => {
  it('goes through its steps in their order', async () => {
    const steps: string[] = []
    const step = (name: string) => void steps.push(name)
    const tool = createTool({
      id: 'pick',
      description: '',
      inputSchema: z.object({ n: z.number() }).transform(value => (step('inputSchema'), value)),
      outputSchema: z.object({ n: z.number() }).transform(value => (step('outputSchema'), value)),
      requireApproval: () => (step('requireApproval'), false),
      execute: ({ n }) => (step('execute'), { n: n + 1 }),
      toModelOutput: ({ n }) => (step('toModelOutput'), { type: 'text', value: String(n) }),
      onInputAvailable: () => step('onInputAvailable'),
      onOutput: () => step('onOutput'),
    })
    const { callTool, rested, posted } = openTools([tool], {
      beforeToolCall: () => step('beforeToolCall'),
      afterToolCall: () => step('afterToolCall'),
    })
    callTool('pick', { n: 1 })
    expect(await rested()).toMatchObject({ state: 'output-available', output: { n: 2 }, modelOutput: { value: '2' } })
    expect(steps).toEqual([
      'inputSchema',
      'onInputAvailable',
      'requireApproval',
      'beforeToolCall',
      'execute',
      'outputSchema',
      'onOutput',
      'afterToolCall',
      'toModelOutput',
    ])
    expect(posted()).toEqual([{ type: 'output', output: { n: 2 }, modelOutput: { type: 'text', value: '2' } }])
  })

  it('tells the context by both forms', async () => {
    let seen: ExecuteContext | undefined
    const messages = [{ id: 'm1' }]
    const tool = createTool({ id: 'look', description: '', execute: (_, context) => void (seen = context) })
    const { callTool, rested } = openTools(
      { lookHere: tool },
      {
        threadId: 'thread-1',
        requestContext: () => ({ user: 'ada' }),
        getMessages: () => messages,
      },
    )
    callTool('lookHere')
    await rested()
    expect(seen).toMatchObject({
      toolCallId: 'c',
      toolName: 'lookHere',
      requestContext: { user: 'ada' },
      messages,
      resumeData: undefined,
      agent: { toolCallId: 'c', threadId: 'thread-1', messages, resumeData: undefined },
    })
    expect(seen!.agent.suspend).toBe(seen!.suspend)
  })

  it('without tracing a span runs its function, and a log is nothing', async () => {
    const tool = createTool({
      id: 'look',
      description: '',
      execute: async (_, { observe }) => {
        observe.log('info', 'looking', { at: 1 })
        return observe.span('look', () => 'seen', { depth: 1 })
      },
    })
    const { callTool, rested } = openTools([tool])
    callTool('look')
    expect(await rested()).toMatchObject({ output: 'seen' })
  })

  it('refuses a request context that does not fit, and does not run', async () => {
    const execute = vi.fn<() => number>(() => 1)
    const tool = createTool({
      id: 'look',
      description: '',
      requestContextSchema: z.object({ user: z.string() }),
      execute,
    })
    const { callTool, rested, posted } = openTools([tool], { requestContext: () => ({}) })
    callTool('look')
    expect(await rested()).toMatchObject({
      state: 'output-error',
      errorKind: 'not-executed',
      errorText: expect.stringContaining('user'),
    })
    expect(execute).not.toHaveBeenCalled()
    expect(posted()).toHaveLength(1)
  })

  it('shows progress while it runs', async () => {
    let finish!: (value: string) => void
    let context!: ExecuteContext
    const tool = createTool({
      id: 'look',
      description: '',
      execute: (_, given) => {
        context = given
        return new Promise<string>(resolve => (finish = resolve))
      },
    })
    const { callTool, rested, session, call } = openTools([tool])
    callTool('look')
    await vi.waitFor(() => expect(context).toBeDefined())
    context.reportProgress({ done: 1n, of: new Date(0) })
    session.flush()
    expect(call('c')).toMatchObject({
      running: { by: 'client', partialOutput: { done: '1', of: '1970-01-01T00:00:00.000Z' } },
    })
    finish('seen')
    expect(await rested()).toMatchObject({ output: 'seen' })
  })
})

describe('the schemas of a client tool', () => {
  const async = {
    '~standard': {
      version: 1 as const,
      vendor: 'own',
      validate: async (value: unknown) =>
        typeof (value as { city?: unknown }).city === 'string'
          ? { value }
          : { issues: [{ message: 'has to be text', path: [{ key: 'city' }] }] },
    },
  }
  const schemas = [
    ['Zod', z.object({ city: z.string() })],
    ['Valibot', v.object({ city: v.string() })],
    ['ArkType', type({ city: 'string' })],
    ['a Standard Schema that is checked asynchronously', async],
    ['JSON Schema', { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }],
  ] as const

  it.each(schemas)('%s: arguments that fit run', async (_, inputSchema) => {
    const execute = vi.fn<(input: unknown) => string>(() => 'sunny')
    const { callTool, rested } = openTools([createTool({ id: 'weather', description: '', inputSchema, execute })])
    callTool('weather', { city: 'Oslo' })
    expect(await rested()).toMatchObject({ state: 'output-available', output: 'sunny' })
    expect(execute.mock.calls[0]![0]).toEqual({ city: 'Oslo' })
  })

  it.each(schemas)(
    '%s: arguments that do not fit are an answer that names the field, and nothing runs',
    async (_, inputSchema) => {
      const execute = vi.fn<() => string>(() => 'sunny')
      const { callTool, rested, posted } = openTools([
        createTool({ id: 'weather', description: '', inputSchema, execute }),
      ])
      callTool('weather', { city: 7 })
      const call = await rested()
      expect(call).toMatchObject({
        state: 'output-error',
        errorKind: 'input',
        errorText: expect.stringContaining('city'),
      })
      // what the library says may end in a full stop, and the sentence has its own
      expect(call).not.toHaveProperty('errorText', expect.stringContaining('..'))
      expect(posted()).toMatchObject([{ type: 'output-error', errorKind: 'input' }])
      expect(execute).not.toHaveBeenCalled()
    },
  )

  it.each(schemas)('%s: a result that does not fit is an error of its output', async (_, outputSchema) => {
    const tool = createTool({ id: 'weather', description: '', outputSchema, execute: () => ({ city: 7 }) as never })
    const { callTool, rested, posted } = openTools([tool])
    callTool('weather')
    expect(await rested()).toMatchObject({
      state: 'output-error',
      errorKind: 'output',
      errorText: expect.stringContaining('city'),
    })
    expect(posted()).toHaveLength(1)
  })

  it('`execute` gets what the schema makes of the arguments, and the record keeps what the model wrote', async () => {
    const execute = vi.fn<(input: { city: string; days: number }) => number>(input => input.days)
    const inputSchema = z.object({ city: z.string().trim(), days: z.number().default(3) })
    const { callTool, rested } = openTools([createTool({ id: 'weather', description: '', inputSchema, execute })])
    callTool('weather', { city: ' Oslo ' })
    expect(await rested()).toMatchObject({ input: { city: ' Oslo ' }, output: 3 })
    expect(execute.mock.calls[0]![0]).toEqual({ city: 'Oslo', days: 3 })
  })

  it('a schema that fails is an answer, and nothing runs', async () => {
    const execute = vi.fn<() => number>(() => 1)
    const inputSchema = { type: 'object', properties: { a: { $ref: '#/nowhere' } } }
    const { callTool, rested } = openTools([createTool({ id: 'weather', description: '', inputSchema, execute })])
    callTool('weather', { a: 1 })
    expect(await rested()).toMatchObject({ state: 'output-error', errorKind: 'not-executed' })
    expect(execute).not.toHaveBeenCalled()
  })
})

describe('tools of one batch', () => {
  const waiting = () => {
    const open: (() => void)[] = []
    let most = 0
    const tool = createTool({
      id: 'work',
      description: '',
      inputSchema: z.object({ n: z.number() }),
      execute: async ({ n }) => {
        await new Promise<void>(resolve => (most = Math.max(most, open.push(resolve))))
        return n
      },
    })
    return { tool, open, most: () => most }
  }
  const events = [
    runStart(),
    ...[1, 2, 3].map(n => toolStart(`c${n}`, { n }, { toolName: 'work' })),
    runEnd('complete', { pendingToolCallIds: ['c1', 'c2', 'c3'] }),
  ]

  it('run at the same time', async () => {
    const { tool, open } = waiting()
    const { play } = openTools([tool])
    play(...events)
    await vi.waitFor(() => expect(open).toHaveLength(3))
  })

  it('run as many at a time as the session allows, in order, and all are answered in one request', async () => {
    const { tool, open } = waiting()
    const { play, rested, host } = openTools([tool], {
      maxParallelToolCalls: 2,
      host: scriptHost({ respondWhen: BATCH }),
    })
    play(...events)
    await vi.waitFor(() => expect(open).toHaveLength(2))
    await settle()
    expect(open).toHaveLength(2)
    open[0]!()
    await vi.waitFor(() => expect(open).toHaveLength(3))
    open[1]!()
    open[2]!()
    await rested('c3')
    expect(host.requests.map(answers => answers.map(({ call, response }) => [call.toolCallId, response]))).toEqual([
      [1, 2, 3].map(n => [`c${n}`, { type: 'output', output: n }]),
    ])
  })

  it('one that throws leaves the other alone', async () => {
    const good = createTool({ id: 'good', description: '', execute: async () => 'fine' })
    const bad = createTool({
      id: 'bad',
      description: '',
      execute: () => {
        throw new Error('no such file')
      },
    })
    const { play, rested, host } = openTools([good, bad], { host: scriptHost({ respondWhen: BATCH }) })
    play(
      runStart(),
      toolStart('g', {}, { toolName: 'good' }),
      toolStart('b', {}, { toolName: 'bad' }),
      runEnd('complete', { pendingToolCallIds: ['g', 'b'] }),
    )
    expect(await rested('g')).toMatchObject({ state: 'output-available', output: 'fine' })
    expect(await rested('b')).toMatchObject({ state: 'output-error', errorText: 'no such file' })
    expect(host.requests).toHaveLength(1)
  })
})

describe('a time-out', () => {
  const slow = (timeout: number | undefined) => {
    let context!: ExecuteContext
    let finish!: (value: unknown) => void
    const tool = createTool({
      id: 'slow',
      description: '',
      timeout,
      execute: (_, given) => {
        context = given
        return new Promise<unknown>(resolve => (finish = resolve))
      },
    })
    return { tool, context: () => context, finish: (value: unknown) => finish(value) }
  }

  it('ends the call with words for the model, and tells the tool', async () => {
    vi.useFakeTimers()
    const { tool, context } = slow(2_000)
    const { callTool, call, posted } = openTools([tool])
    callTool('slow')
    await vi.advanceTimersByTimeAsync(1_999)
    expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client' } })
    expect(context().abortSignal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(10)
    expect(context().abortSignal.reason).toMatchObject({ name: 'TimeoutError' })
    expect(call('c')).toMatchObject({
      state: 'output-error',
      errorKind: 'execution',
      errorText: expect.stringContaining('2 s'),
    })
    expect(posted()).toHaveLength(1)
  })

  it('B076: what comes afterwards is dropped, with a warning', async () => {
    vi.useFakeTimers()
    const { tool, finish } = slow(10)
    const { callTool, call, posted, codes } = openTools([tool])
    callTool('slow')
    await vi.advanceTimersByTimeAsync(20)
    const ended = call('c')
    finish('late')
    await vi.advanceTimersByTimeAsync(20)
    expect(call('c')).toBe(ended)
    expect(posted()).toHaveLength(1)
    expect(codes()).toEqual(['late-result'])
  })

  it('B067: does not run while a person is asked', async () => {
    vi.useFakeTimers()
    const tool = createTool({
      id: 'ask',
      description: '',
      timeout: 1_000,
      execute: async (_, { suspend, resumeData }) => resumeData ?? suspend({ question: 'Which?' }),
    })
    const { callTool, call, session } = openTools([tool])
    callTool('ask')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(call('c').state).toBe('suspended')
    void session.respond(call('c'), { type: 'resume', resumeData: 'this' })
    await vi.advanceTimersByTimeAsync(10)
    expect(call('c')).toMatchObject({ state: 'output-available', output: 'this' })
  })

  it('of `toModelOutput` does not cost the result', async () => {
    vi.useFakeTimers()
    const tool = createTool({
      id: 'slow',
      description: '',
      timeout: 1_000,
      execute: () => 'done',
      toModelOutput: () => new Promise<undefined>(() => {}),
    })
    const { callTool, call, posted, codes } = openTools([tool])
    callTool('slow')
    await vi.advanceTimersByTimeAsync(1_100)
    expect(call('c')).toMatchObject({ state: 'output-available', output: 'done' })
    expect(posted()).toEqual([{ type: 'output', output: 'done' }])
    expect(codes()).toEqual(['model-output-failed'])
  })
})

describe('a call that is stopped before its tool has begun', () => {
  it.each(['requireApproval', 'beforeToolCall'] as const)('while `%s` thinks: it never begins', async hook => {
    let decide!: () => void
    const decided = new Promise<void>(resolve => (decide = resolve))
    const execute = vi.fn<() => string>(() => 'done')
    const tool = createTool({
      id: 'pick',
      description: '',
      execute,
      ...(hook === 'requireApproval' && { requireApproval: () => decided.then(() => false) }),
    })
    const { callTool, session, call, posted } = openTools([tool], {
      ...(hook === 'beforeToolCall' && { beforeToolCall: () => decided }),
    })
    callTool('pick')
    await settle()
    expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client' } })
    session.stop()
    decide()
    await settle()
    expect(execute).not.toHaveBeenCalled()
    expect(call('c')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
    expect(posted()).toEqual([])
  })

  it('by its time, while `beforeToolCall` thinks: it was not run', async () => {
    vi.useFakeTimers()
    const execute = vi.fn<() => string>(() => 'done')
    const tool = createTool({ id: 'pick', description: '', timeout: 1_000, execute })
    const { callTool, call } = openTools([tool], { beforeToolCall: () => new Promise<void>(() => {}) })
    callTool('pick')
    await vi.advanceTimersByTimeAsync(1_100)
    expect(call('c')).toMatchObject({ state: 'output-error', errorKind: 'not-executed' })
    expect(call('c')).not.toMatchObject({ errorText: expect.stringContaining('may remain') })
    expect(execute).not.toHaveBeenCalled()
  })
})

describe('an approval of a client tool', () => {
  const publish = (more: Partial<Parameters<typeof createTool>[0]> = {}) => {
    const execute = vi.fn<() => string>(() => 'published')
    const onInputAvailable = vi.fn<(event: unknown) => void>()
    const tool = createTool({
      id: 'publish',
      description: '',
      inputSchema: z.object({ channel: z.string() }),
      requireApproval: true,
      execute,
      onInputAvailable,
      ...(more as object),
    })
    return { tool, execute, onInputAvailable }
  }

  it('comes before everything that runs, and is asked for once', async () => {
    const { tool, execute, onInputAvailable } = publish()
    const beforeToolCall = vi.fn<(event: unknown) => void>()
    const { callTool, rested, session, posted } = openTools([tool], { beforeToolCall })
    callTool('publish', { channel: 'news' })
    const asked = await rested()
    expect(asked).toMatchObject({ state: 'approval-requested', input: { channel: 'news' } })
    expect(beforeToolCall).not.toHaveBeenCalled()
    await session.respond(asked, APPROVE)
    expect(await rested()).toMatchObject({ state: 'output-available', output: 'published' })
    expect(execute).toHaveBeenCalledOnce()
    expect(beforeToolCall).toHaveBeenCalledOnce()
    expect(onInputAvailable).toHaveBeenCalledOnce()
    expect(posted()).toEqual([{ type: 'output', output: 'published' }])
  })

  it.each([
    ['false', () => false, 'output-available'],
    ['true', () => true, 'approval-requested'],
    ['a promise of true', async () => true, 'approval-requested'],
    ['a promise of false', async () => false, 'output-available'],
    ['an error: nobody can tell, so a person is asked', () => Promise.reject(new Error('no')), 'approval-requested'],
  ])('of a function that gives %s', async (_, requireApproval, state) => {
    const { tool } = publish({ requireApproval })
    const { callTool, rested } = openTools([tool])
    callTool('publish', { channel: 'news' })
    expect((await rested()).state).toBe(state)
  })

  it('is asked for where a function that has to tell takes all the time there is', async () => {
    vi.useFakeTimers()
    const { tool } = publish({ timeout: 1_000, requireApproval: () => new Promise<boolean>(() => {}) })
    const { callTool, call } = openTools([tool])
    callTool('publish', { channel: 'news' })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(call('c').state).toBe('approval-requested')
  })

  it('is not asked for a second time where the server has asked', async () => {
    const { tool, execute } = publish()
    const { play, session, call, rested } = openTools([tool], { host: scriptHost({ respondWhen: BATCH }) })
    play(runStart(), toolStart('c', { channel: 'news' }, { toolName: 'publish' }), approvalRequired('c'), runEnd())
    void session.respond(call('c'), APPROVE)
    expect(await rested()).toMatchObject({ state: 'output-available' })
    expect(execute).toHaveBeenCalledOnce()
  })

  it('is not asked for arguments that do not fit', async () => {
    const { tool } = publish()
    const { callTool, rested } = openTools([tool])
    callTool('publish', { channel: 1 })
    expect(await rested()).toMatchObject({ state: 'output-error', errorKind: 'input' })
  })

  it('B052: a result that came without one is flagged', () => {
    const { tool } = publish()
    const { play, codes } = openTools([tool])
    play(runStart(), toolStart('c', { channel: 'news' }, { toolName: 'publish' }), toolEnd('c'))
    expect(codes()).toEqual(['ran-without-approval'])
    play(toolStart('d', {}, { toolName: 'publish' }), approvalRequired('d'))
    play({ type: 'tool_approval_resolved', toolCallId: 'd', approved: true, by: 'elsewhere' }, toolEnd('d'))
    expect(codes()).toEqual(['ran-without-approval'])
  })
})

describe('a client tool that asks a person', () => {
  const colours = () => {
    const runs: unknown[] = []
    const tool = createTool({
      id: 'colour',
      description: '',
      inputSchema: z.object({ purpose: z.string() }),
      suspendSchema: z.object({ question: z.string(), choices: z.array(z.string()) }),
      resumeSchema: z.object({ choice: z.enum(['red', 'blue']) }),
      execute: async ({ purpose }, { suspend, resumeData }) => {
        runs.push(resumeData)
        if (!resumeData) return suspend({ question: `For ${purpose}?`, choices: ['red', 'blue'] })
        return resumeData.choice
      },
    })
    return { tool, runs }
  }

  it('shows the question, runs again with the answer, and only its output is sent', async () => {
    const { tool, runs } = colours()
    const { callTool, rested, session, posted } = openTools([tool])
    callTool('colour', { purpose: 'the wall' })
    const asked = await rested()
    expect(asked).toMatchObject({
      state: 'suspended',
      suspension: {
        payload: { question: 'For the wall?', choices: ['red', 'blue'] },
        resumeSchema: { type: 'object', properties: { choice: { enum: ['red', 'blue'] } } },
      },
    })
    await session.respond(asked, { type: 'resume', resumeData: { choice: 'blue' } })
    expect(await rested()).toMatchObject({ state: 'output-available', output: 'blue' })
    expect(runs).toEqual([undefined, { choice: 'blue' }])
    expect(posted()).toEqual([{ type: 'output', output: 'blue' }])
  })

  it('asks again, with the reason, where the answer does not fit', async () => {
    const { tool, runs } = colours()
    const { callTool, rested, session } = openTools([tool])
    callTool('colour', { purpose: 'the wall' })
    await session.respond(await rested(), { type: 'resume', resumeData: { choice: 'green' } })
    const again = await rested()
    expect(again).toMatchObject({
      state: 'suspended',
      suspension: { payload: { question: 'For the wall?' }, message: expect.stringContaining('choice') },
    })
    expect(runs).toEqual([undefined])
    await session.respond(again, { type: 'resume', resumeData: { choice: 'red' } })
    expect(await rested()).toMatchObject({ output: 'red' })
  })

  it('a question that does not fit its own schema is an error', async () => {
    const tool = createTool({
      id: 'colour',
      description: '',
      suspendSchema: z.object({ question: z.string() }),
      execute: (_, { suspend }) => suspend({ question: 1 as never }),
    })
    const { callTool, rested, posted } = openTools([tool])
    callTool('colour')
    expect(await rested()).toMatchObject({ state: 'output-error', errorText: expect.stringContaining('question') })
    expect(posted()).toHaveLength(1)
  })

  it('what it does after it has asked counts for nothing', async () => {
    const tool = createTool({
      id: 'colour',
      description: '',
      execute: (_, { suspend, resumeData }) => {
        if (resumeData === undefined) void suspend({ question: 'Which?' })
        return 'too early'
      },
    })
    const { callTool, rested, posted } = openTools([tool])
    callTool('colour')
    expect((await rested()).state).toBe('suspended')
    expect(posted()).toEqual([])
  })

  it('is let through and announced once, however often it asks', async () => {
    const onInputAvailable = vi.fn<(event: unknown) => void>()
    const beforeToolCall = vi.fn<(event: unknown) => void>()
    const afterToolCall = vi.fn<(event: unknown) => void>()
    const tool = createTool({
      id: 'colour',
      description: '',
      requireApproval: true,
      onInputAvailable,
      execute: async (_, { suspend, resumeData }) => resumeData ?? suspend({ question: 'Which?' }),
    })
    const { callTool, rested, session } = openTools([tool], { beforeToolCall, afterToolCall })
    callTool('colour')
    await session.respond(await rested(), APPROVE)
    await session.respond(await rested(), { type: 'resume', resumeData: 'red' })
    expect(await rested()).toMatchObject({ state: 'output-available', output: 'red' })
    expect([onInputAvailable, beforeToolCall, afterToolCall].map(hook => hook.mock.calls.length)).toEqual([1, 1, 1])
  })
})

describe('the hooks around every call', () => {
  const tool = (execute: () => unknown = () => 'done') => createTool({ id: 'pick', description: '', execute })

  it('the one before gets the input, and may answer in place of the tool', async () => {
    const execute = vi.fn<() => string>(() => 'done')
    const afterToolCall = vi.fn<(event: unknown) => void>()
    const beforeToolCall = vi.fn<(event: unknown) => { proceed: false; output: unknown }>(() => ({
      proceed: false,
      output: { cached: true },
    }))
    const { callTool, rested, posted } = openTools([tool(execute)], { beforeToolCall, afterToolCall })
    callTool('pick', { n: 1 })
    expect(await rested()).toMatchObject({ state: 'output-available', output: { cached: true } })
    expect(beforeToolCall).toHaveBeenCalledWith(
      expect.objectContaining({
        toolName: 'pick',
        input: { n: 1 },
        context: expect.objectContaining({ toolCallId: 'c' }),
      }),
    )
    expect(execute).not.toHaveBeenCalled()
    expect(afterToolCall).not.toHaveBeenCalled()
    expect(posted()).toEqual([{ type: 'output', output: { cached: true } }])
  })

  it('where the one before fails, the tool is not run', async () => {
    const execute = vi.fn<() => string>(() => 'done')
    const { callTool, rested } = openTools([tool(execute)], {
      beforeToolCall: () => Promise.reject(new Error('the policy is away')),
    })
    callTool('pick')
    expect(await rested()).toMatchObject({
      state: 'output-error',
      errorKind: 'not-executed',
      errorText: expect.stringContaining('the policy is away'),
    })
    expect(execute).not.toHaveBeenCalled()
  })

  it('what the one before gives in place of the tool, and cannot be sent, does not count as a run', async () => {
    const execute = vi.fn<() => string>(() => 'done')
    const { callTool, rested } = openTools([tool(execute)], {
      beforeToolCall: () => ({ proceed: false, output: 'x'.repeat(11_000_000) }),
    })
    callTool('pick')
    expect(await rested()).toMatchObject({
      state: 'output-error',
      errorKind: 'not-executed',
      errorText: expect.stringContaining('10 MB'),
    })
    expect(execute).not.toHaveBeenCalled()
  })

  it('the one after hears of an output', async () => {
    const afterToolCall = vi.fn<(event: unknown) => void>()
    const { callTool, rested } = openTools([tool()], { afterToolCall })
    callTool('pick')
    await rested()
    expect(afterToolCall).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ toolName: 'pick', output: 'done' }))
  })

  it('the one after hears of an error, the thrown one, and the call still fails', async () => {
    const error = new Error('disk full')
    const afterToolCall = vi.fn<(event: unknown) => void>()
    const { callTool, rested } = openTools([tool(() => Promise.reject(error))], { afterToolCall })
    callTool('pick')
    expect(await rested()).toMatchObject({ state: 'output-error', errorText: 'disk full' })
    expect(afterToolCall.mock.calls).toMatchObject([[{ error }]])
    expect(afterToolCall.mock.calls[0]![0]).not.toHaveProperty('output')
  })

  it("those of a registration are used in place of the session's, key by key", async () => {
    const told: string[] = []
    const tell = (what: string) => () => void told.push(what)
    const { session, callTool, rested } = openTools([], {
      beforeToolCall: tell('session before'),
      afterToolCall: tell('session after'),
    })
    session.registerTool('pick', tool(), { afterToolCall: tell('own after'), beforeToolCall: undefined })
    session.registerTool('other', tool())
    callTool('pick')
    await rested()
    callTool('other', {}, 'd')
    await rested('d')
    expect(told).toEqual(['session before', 'own after', 'session before', 'session after'])
  })

  it.each<[string, () => never | Promise<never>]>([
    [
      'throws',
      () => {
        throw new Error('oops')
      },
    ],
    ['rejects', () => Promise.reject(new Error('oops'))],
  ])('one that only listens and %s changes nothing, and is reported', async (_, fail) => {
    const broken = createTool({
      id: 'pick',
      description: '',
      execute: () => 'done',
      onInputStart: fail,
      onInputDelta: fail,
      onInputAvailable: fail,
      onOutput: fail,
    })
    const { play, rested, posted, warnings } = openTools([broken], { afterToolCall: fail })
    play(
      runStart(),
      inputStart('c', { toolName: 'pick' }),
      inputDelta('c', '{"n":1}'),
      inputEnd('c'),
      runEnd('complete', { pendingToolCallIds: ['c'] }),
    )
    expect(await rested()).toMatchObject({ state: 'output-available', output: 'done' })
    await settle()
    expect(posted()).toEqual([{ type: 'output', output: 'done' }])
    expect(warnings.map(({ code, message }) => [code, /"(\w+)"/.exec(message)![1]])).toEqual(
      ['onInputStart', 'onInputDelta', 'onInputAvailable', 'onOutput', 'afterToolCall'].map(hook => [
        'hook-failed',
        hook,
      ]),
    )
    expect(JSON.stringify(warnings)).not.toContain('oops')
  })
})

describe('what a client tool hears while its arguments stream', () => {
  const listening = () => {
    const told: unknown[] = []
    const tool = createTool({
      id: 'pick',
      description: '',
      execute: () => 'done',
      onInputStart: ({ toolCallId }) => void told.push(['start', toolCallId]),
      onInputDelta: ({ inputTextDelta }) => void told.push(inputTextDelta),
      onInputAvailable: ({ input }) => void told.push(input),
    })
    return { tool, told }
  }

  it('the start, each piece as it is applied, and the final input', async () => {
    const { tool, told } = listening()
    const { play, rested } = openTools([tool])
    play(
      runStart(),
      inputStart('c', { toolName: 'pick' }),
      inputDelta('c', '{"n"'),
      inputDelta('c', ':1}'),
      inputEnd('c'),
      runEnd('complete', { pendingToolCallIds: ['c'] }),
    )
    await rested()
    expect(told).toEqual([['start', 'c'], '{"n"', ':1}', { n: 1 }])
  })

  it('nothing twice where the stream is replayed, and a second start where the arguments become others', () => {
    const { tool, told } = listening()
    const { play } = openTools([tool])
    const start = inputStart('c', { toolName: 'pick' })
    play(runStart(), start, inputDelta('c', '{"n'), start, inputDelta('c', '{"n'), inputDelta('c', '":1'))
    expect(told).toEqual([['start', 'c'], '{"n', '":1'])
    play(start, inputDelta('c', '{"other"'))
    expect(told.slice(3)).toEqual([['start', 'c'], '{"other"'])
  })

  it('a signal that tells when the call is over before it ran', () => {
    let signal!: AbortSignal
    const tool = createTool({
      id: 'pick',
      description: '',
      onInputStart: ({ abortSignal }) => void (signal = abortSignal),
    })
    const { play } = openTools([tool])
    play(runStart(), inputStart('c', { toolName: 'pick' }))
    expect(signal.aborted).toBe(false)
    play({ type: 'tool_cancelled', toolCallId: 'c', reason: 'aborted' })
    expect(signal.aborted).toBe(true)
  })
})

describe('what a client tool says of itself', () => {
  it('its title and its hints are on its calls where the wire says nothing of them', () => {
    const tool = createTool({
      id: 'pick',
      description: '',
      title: 'Pick',
      mcp: { annotations: { readOnlyHint: true } },
    })
    const { play, call } = openTools([tool])
    play(runStart(), inputStart('c', { toolName: 'pick' }))
    expect(call('c')).toMatchObject({ title: 'Pick', annotations: { readOnlyHint: true } })
    play(toolStart('d', {}, { toolName: 'pick', title: 'Theirs' }))
    expect(call('d')).toMatchObject({ title: 'Theirs', annotations: { readOnlyHint: true } })
  })

  it.each([
    [{}, { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }],
    [
      { readOnlyHint: true },
      { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    ],
    [
      { destructiveHint: false, openWorldHint: false },
      { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    ],
  ])('a hint that is missing in %j is not a safe one', (annotations, expected) => {
    expect(createTool({ id: 'x', description: '', mcp: { annotations } }).annotations).toEqual(expected)
  })

  it('what only a server can honour travels in the declaration', () => {
    let declarations: unknown
    let ofTheRun: unknown
    const host = {
      ...scriptHost(),
      connect(_: unknown, { getToolDeclarations, activeTools, toolChoice }: ToolCallHostContext) {
        declarations = getToolDeclarations()
        ofTheRun = { activeTools, toolChoice }
        return () => {}
      },
    }
    const weather = createTool({
      id: 'weather',
      description: 'Weather of a city',
      inputSchema: z.object({ city: z.string() }),
      outputSchema: type({ degrees: 'number' }),
      strict: true,
      providerOptions: { openai: { a: 1 } },
      inputExamples: [{ input: { city: 'Oslo' } }],
      background: { enabled: true },
      execute: () => ({ degrees: 3 }),
    })
    const bare = toolDefinition({
      name: 'bare',
      description: '',
      inputSchema: { type: 'object' },
      lazy: true,
      metadata: { group: 'a' },
    }).client()
    const toolChoice = { type: 'tool', toolName: 'bare' } as const
    const { session } = openTools({ weatherTool: weather, bare }, { host, activeTools: ['bare'], toolChoice })
    session.connect()
    expect(ofTheRun).toEqual({ activeTools: ['bare'], toolChoice })
    expect(declarations).toEqual([
      {
        name: 'weatherTool',
        description: 'Weather of a city',
        inputSchema: expect.objectContaining({ properties: { city: { type: 'string' } }, required: ['city'] }),
        outputSchema: expect.objectContaining({ properties: { degrees: { type: 'number' } } }),
        strict: true,
        providerOptions: { openai: { a: 1 } },
        inputExamples: [{ input: { city: 'Oslo' } }],
        background: { enabled: true },
      },
      { name: 'bare', description: '', inputSchema: { type: 'object' }, lazy: true, metadata: { group: 'a' } },
    ])
  })
})
