import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCall, ToolCallEvent, ToolCallResponse } from '../../../src/core.ts'
import type { ToolRunResult } from '../../../src/core/tool-runs.ts'
import {
  BATCH,
  describeState,
  openSession,
  runEnd,
  runStart,
  scriptHost,
  scriptTool,
  settle,
  type TestSession,
} from '../../support/events.ts'

// Events: few ids, runs, messages and threads, so that they meet

const id = fc.constantFrom('a', 'b', 'c', '', '__proto__')
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const args = optional(fc.constantFrom<unknown>({}, { path: 'x' }, { n: 1 }, null, 0, 'text'))
const by = fc.constantFrom('user', 'policy', 'elsewhere')
const scope = {
  toolCallId: id,
  threadId: fc.option(fc.constantFrom('t1', 't2'), { nil: undefined, freq: 5 }),
  runId: optional(fc.constantFrom('r1', 'r2')),
  messageId: fc.option(fc.constantFrom('m1', 'm2'), { nil: undefined, freq: 3 }),
  parentToolCallId: fc.option(fc.constantFrom('a', 'b'), { nil: undefined, freq: 8 }),
}
const of = (type: string, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ type: fc.constant(type), ...scope, ...fields })
const toolName = fc.constantFrom('edit', 'read', '')
const approvalId = optional(fc.constantFrom('ap1', 'ap2'))
const suspensionId = optional(fc.constantFrom('s1', 's2'))

const anyToolEvent = fc.oneof(
  of('tool_input_start', {
    toolName,
    background: optional(fc.boolean()),
    inputEncoding: optional(fc.constantFrom('json', 'text')),
  }),
  of('tool_input_delta', {
    argsTextDelta: fc.constantFrom<unknown>('{', '"path":', '"x', '"}', '}', '', '1', { shown: 1 }),
  }),
  of('tool_input_end'),
  of('tool_start', { toolName, args, providerExecuted: optional(fc.boolean()) }),
  of('tool_input_error', { toolName, input: args, errorText: fc.constant('bad') }),
  of('tool_approval_required', {
    args,
    approvalId,
    isAutomatic: optional(fc.boolean()),
    editable: optional(fc.boolean()),
  }),
  of('tool_approval_resolved', { approved: fc.boolean(), approvalId, by }),
  of('tool_suspended', { suspendPayload: args, suspensionId, detached: optional(fc.boolean()) }),
  of('tool_resumed', { resumeData: fc.constantFrom<unknown>(0, '', null, { a: 1 }), suspensionId, by }),
  of('tool_cancelled', {
    approvalId,
    suspensionId,
    reason: fc.constantFrom('aborted', 'cancelled', 'expired', 'superseded', 'answered-elsewhere'),
  }),
  of('tool_suspension_cancelled', { reason: fc.constant('why') }),
  of('tool_output_required', { args }),
  of('tool_update', { partialResult: args, name: optional(fc.constant('progress')) }),
  of('shell_output', { output: fc.constant('x'), stream: fc.constantFrom('stdout', 'stderr') }),
  of('command_exit', { exitCode: fc.constant(1), success: fc.boolean() }),
  of('tool_end', {
    args,
    result: args,
    isError: fc.boolean(),
    denied: fc.option(fc.boolean(), { nil: undefined, freq: 4 }),
  }),
  of('tool_retracted', { reason: fc.constant('step-reset') }),
  of('subagent_start', { agentType: fc.constant('s') }),
  of('subagent_text_delta', { agentType: fc.constant('s'), textDelta: fc.constant('x') }),
  of('subagent_tool_start', { agentType: fc.constant('s'), subToolName: fc.constant('x'), subToolArgs: args }),
  of('subagent_tool_end', {
    agentType: fc.constant('s'),
    subToolName: fc.constant('x'),
    subToolResult: args,
    isError: fc.boolean(),
  }),
  of('subagent_end', { agentType: fc.constant('s'), isError: fc.boolean() }),
  of('response_failed', { error: fc.constant('no'), retryable: fc.boolean() }),
)
const { threadId, runId, parentToolCallId } = scope
const anyRunEvent = fc.oneof(
  fc.record({ type: fc.constant('run_start'), threadId, runId }),
  fc.record({
    type: fc.constant('run_end'),
    threadId,
    runId,
    parentToolCallId,
    reason: optional(fc.constantFrom('complete', 'aborted', 'error', 'suspended', 'length', 'disconnected')),
    pendingToolCallIds: optional(fc.array(id, { maxLength: 2 })),
  }),
)
// an event of a known type with a field that is anything
const anyBadEvent = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc
    .tuple(
      anyToolEvent,
      fc.constantFrom(
        'toolCallId',
        'toolName',
        'args',
        'isError',
        'approved',
        'by',
        'stream',
        'approvalId',
        'runId',
        'reason',
        'display',
        'at',
      ),
      fc.jsonValue({ maxDepth: 1 }),
    )
    .map(([event, field, value]) => ({ ...event, [field]: value })),
)
const anyStoredCall = fc.record({
  toolCallId: id,
  toolName,
  state: fc.constantFrom(
    'input-streaming',
    'input-available',
    'approval-requested',
    'approval-responded',
    'suspended',
    'resuming',
    'output-available',
    'output-error',
    'output-denied',
    'interrupted',
    'nonsense',
  ),
  threadId: fc.option(fc.constantFrom('t1', 't2'), { nil: undefined, freq: 5 }),
  messageId: scope.messageId,
  parentToolCallId: scope.parentToolCallId,
  input: args,
  inputText: optional(fc.constantFrom('{"path":"x', '', '{}')),
  waitingFor: optional(fc.constantFrom('client', 'background')),
  approval: optional(fc.record({ approvalId: fc.constantFrom('ap1', 'ap2') })),
  suspension: optional(fc.record({ suspensionId: fc.constantFrom('s1', 's2'), payload: args })),
  decision: optional(fc.record({ approved: fc.boolean(), by })),
  output: args,
  resumeData: fc.constantFrom<unknown>(0, '', null, { a: 1 }),
  inputComplete: optional(fc.boolean()),
  reason: optional(fc.constantFrom('aborted', 'disconnected', 'expired')),
})
const anyHydrate = fc.record({
  type: fc.constant('hydrate'),
  threadId: scope.threadId,
  toolCalls: fc.array(anyStoredCall, { maxLength: 3 }),
  complete: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
})
const anyEvent: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: anyToolEvent },
  { weight: 1, arbitrary: anyHydrate },
  { weight: 3, arbitrary: anyRunEvent },
  { weight: 1, arbitrary: anyBadEvent },
)
const anyEvents = fc.array(anyEvent, { maxLength: 30, size: 'max' })

// What must hold at every moment

const COMMON = [
  'key',
  'toolCallId',
  'toolName',
  'state',
  'parentKey',
  'threadId',
  'runId',
  'messageId',
  'stepId',
  'subagentRunId',
  'title',
  'providerExecuted',
  'dynamic',
  'background',
  'annotations',
  'metadata',
  'display',
  'startedAt',
  'settledAt',
  'shell',
  'subagent',
  'receipts',
  'outputRequest',
  'decision',
  'resumeData',
  'delivery',
]
/** §4.2: what a state has, and (with `?`) what it may have. */
const FIELDS: Record<ToolCall['state'], string> = {
  'input-streaming': 'input inputText revision inputOpenPath',
  'input-available': 'input inputError? running? waitingFor?',
  'approval-requested': 'input approval',
  'approval-responded': 'input approval decision',
  suspended: 'input suspension',
  resuming: 'input suspension resumeData',
  'output-available': 'input output modelOutput? ranAlthoughDenied?',
  'output-error': 'input errorText errorKind output?',
  'output-denied': 'input decision',
  interrupted: 'input inputComplete reason message? inputText?',
}
const SETTLED = ['output-available', 'output-error', 'output-denied']
const REASONS = [
  'aborted',
  'error',
  'length',
  'disconnected',
  'no-result',
  'cancelled',
  'expired',
  'superseded',
  'answered-elsewhere',
]

function checkShape(call: ToolCall) {
  const fields = FIELDS[call.state].split(' ')
  const has = Object.keys(call)
  const wrong = [
    ...fields.filter(field => !field.endsWith('?') && !has.includes(field)).map(field => `lacks ${field}`),
    ...has
      .filter(field => !COMMON.includes(field) && !fields.includes(field) && !fields.includes(`${field}?`))
      .map(field => `has ${field}`),
  ]
  expect(wrong, `the shape of ${JSON.stringify(call)}`).toEqual([])
  expect(Object.isFrozen(call)).toBe(true)
  expect([typeof call.key, typeof call.toolCallId, typeof call.toolName, Array.isArray(call.receipts)]).toEqual([
    'string',
    'string',
    'string',
    true,
  ])
  switch (call.state) {
    case 'input-available':
      if (call.inputError)
        expect(call).toMatchObject({
          input: undefined,
          inputError: { message: expect.any(String), text: expect.any(String) },
        })
      break
    case 'approval-requested':
    case 'approval-responded':
      expect(call.approval.approvalId).toEqual(expect.any(String))
      break
    case 'suspended':
    case 'resuming':
      expect(call.suspension).toMatchObject({ suspensionId: expect.any(String) })
      expect(call.suspension).toHaveProperty('payload')
      break
    case 'output-denied':
      expect(call.decision.approved).toBe(false)
      break
    case 'output-error':
      expect(call.errorText).toEqual(expect.any(String))
      expect(['input', 'execution', 'output', 'not-executed']).toContain(call.errorKind)
      break
    case 'interrupted':
      expect(REASONS).toContain(call.reason)
      expect('inputText' in call).toBe(!call.inputComplete)
      break
    default:
  }
}

function checkAll({ session }: TestSession, before: ReadonlyMap<string, ToolCall>): ReadonlyMap<string, ToolCall> {
  const calls = session.getToolCalls()
  const keys = session.getToolCallKeys()
  expect(calls.map(call => call.key)).toEqual(keys)
  expect(new Set(keys).size).toBe(keys.length)
  for (const call of calls) {
    expect(session.getToolCall(call.key)).toBe(call)
    const was = before.get(call.key)
    if (was === call) continue
    checkShape(call)
    if (was && SETTLED.includes(was.state) && was.state !== call.state) {
      expect(was.state).toBe('output-denied')
      expect(call).toMatchObject({ state: 'output-available', ranAlthoughDenied: true })
    }
  }
  return new Map(calls.map(call => [call.key, call]))
}

function mayStayOpen(call: ToolCall): boolean {
  if (SETTLED.includes(call.state) || call.state === 'interrupted' || call.state === 'suspended') return true
  if (call.state === 'input-streaming') return false
  if (call.background === true || call.delivery?.status === 'held') return true
  return call.state === 'approval-requested'
    ? call.approval.isAutomatic !== true
    : call.state === 'input-available' && call.waitingFor === 'client'
}

const RESPONSES: ToolCallResponse[] = [
  { type: 'approval', approved: true },
  { type: 'approval', approved: false },
  { type: 'approval', approved: true, editedInput: { e: 1 } },
  { type: 'resume', resumeData: 0 },
  { type: 'cancel' },
  { type: 'output', output: null },
  { type: 'output-error', errorText: 'no', errorKind: 'execution' },
]

// `test:all` looks longer (test/support/setup-unit.ts)
const RUNS = { numRuns: fc.readConfigureGlobal()?.numRuns ?? 200 }

describe('any order', { timeout: 120_000 }, () => {
  it('of any events: nothing throws, every record is whole, what is settled stays, and no key repeats', () => {
    fc.assert(
      fc.property(anyEvents, events => {
        const test = openSession()
        let records: ReadonlyMap<string, ToolCall> = new Map()
        for (const event of events) {
          test.play(event)
          records = checkAll(test, records)
        }
      }),
      RUNS,
    )
  })

  it('of any events: after the end of every run nothing is left spinning', () => {
    fc.assert(
      fc.property(
        anyEvents,
        fc.constantFrom('complete', 'aborted', 'error', 'length', 'disconnected'),
        (events, reason) => {
          const test = openSession()
          test.play(...events)
          for (const threadOfCalls of [undefined, 't1', 't2']) {
            test.play({ ...runStart(), threadId: threadOfCalls }, { ...runEnd(reason), threadId: threadOfCalls })
          }
          checkAll(test, new Map())
          expect(test.session.getToolCalls().filter(call => !mayStayOpen(call))).toEqual([])
        },
      ),
      RUNS,
    )
  })

  it('of events and answers: the same holds, and no answer stays on its way for ever', async () => {
    const answer = fc.record({
      answer: fc.constantFrom(...RESPONSES),
      of: fc.nat(5),
      stale: fc.boolean(),
      fails: fc.boolean(),
    })
    const steps = fc.array(fc.oneof({ weight: 3, arbitrary: anyEvent }, { weight: 2, arbitrary: answer }), {
      maxLength: 30,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (script, batch) => {
        const test = openSession({
          host: scriptHost({ ...(batch ? { respondWhen: BATCH } : {}), capabilities: { editInput: true } }),
        })
        let records: ReadonlyMap<string, ToolCall> = new Map()
        let shown: readonly ToolCall[] = []
        for (const step of script) {
          if (typeof step === 'object' && step !== null && 'answer' in step && 'stale' in step) {
            const {
              answer: response,
              of: at,
              stale,
              fails,
            } = step as { answer: ToolCallResponse; of: number; stale: boolean; fails: boolean }
            const from = stale ? shown : test.session.getToolCalls()
            const call = from[at % Math.max(1, from.length)]
            if (fails) test.host.failNext({ message: 'offline', retryable: true })
            if (call) void test.session.respond(call, response)
            shown = test.session.getToolCalls()
          } else test.play(step)
          records = checkAll(test, records)
          if (test.host.requests.length % 2 === 0) await Promise.resolve()
        }
        await settle()
        checkAll(test, records)
        for (const call of test.session.getToolCalls()) expect(call.delivery?.status).not.toBe('sending')
      }),
      RUNS,
    )
  })

  it('of events, answers and tools that run here: nothing runs or is sent more often than once, or while a run goes on', async () => {
    const result = fc.constantFrom<ToolRunResult>(
      { type: 'output', output: 0 },
      { type: 'output-error', errorText: 'no', errorKind: 'execution' },
      { type: 'approval-required' },
      { type: 'suspended', payload: 1 },
    )
    const deed = fc.oneof(
      fc.record({ deed: fc.constant('answer'), response: fc.constantFrom(...RESPONSES), of: fc.nat(5) }),
      fc.record({ deed: fc.constant('finish'), result, of: fc.nat(5) }),
      fc.record({ deed: fc.constant('rest') }),
      fc.record({ deed: fc.constantFrom('register', 'stop', 'supersede', 'retry', 'fail next'), of: fc.nat(5) }),
    )
    const wanted = fc.record({
      type: fc.constant('tool_output_required'),
      toolCallId: id,
      runId,
      toolName: fc.constant('edit'),
    })
    const steps = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: anyEvent },
        { weight: 2, arbitrary: wanted },
        { weight: 2, arbitrary: fc.constantFrom<unknown>(runStart(), runEnd()) },
        { weight: 4, arbitrary: deed },
      ),
      { maxLength: 40, size: 'max' },
    )
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.boolean(),
        fc.constantFrom('ask' as const, 'run' as const),
        async (script, batch, restored) => {
          const tool = scriptTool({ name: 'edit', restored })
          const host = scriptHost(batch ? { respondWhen: BATCH } : {})
          const test = openSession({ host, clientTools: [tool.definition] })
          const { session } = test
          let isActive = false
          const early: string[] = []
          const respond = host.respond
          host.respond = (answers, context) => {
            for (const { call, response } of answers) if (response.type === 'output' && isActive) early.push(call.key)
            return respond(answers, context)
          }
          const answered = new Map<string, number>()
          let records: ReadonlyMap<string, ToolCall> = new Map()
          const finished = new Set<number>()
          for (const step of script) {
            const { deed: what, ...more } = (step ?? {}) as { deed?: string; of?: number } & Record<string, unknown>
            const calls = session.getToolCalls()
            const call = calls[(more.of ?? 0) % Math.max(1, calls.length)]
            if (what === undefined) {
              // one run at a time, and of all threads: the others have their own tests
              const { type } = (step ?? {}) as { type?: string }
              if (type === 'run_start' || type === 'run_end') {
                isActive = type === 'run_start'
                test.play({ type })
                for (const threadOfCalls of ['t1', 't2']) test.play({ type, threadId: threadOfCalls })
              } else test.play(step)
            } else if (what === 'answer' && call) {
              if (call.state === 'suspended' || call.state === 'approval-requested')
                answered.set(call.key, (answered.get(call.key) ?? 0) + 1)
              void session.respond(call, more.response as ToolCallResponse)
            } else if (what === 'finish' && tool.runs.length > 0) {
              const at = (more.of ?? 0) % tool.runs.length
              if (!finished.has(at)) await tool.finish(more.result as ToolRunResult, at)
              finished.add(at)
            } else if (what === 'register') session.registerTool('edit', tool.definition)
            else if (what === 'stop') {
              // a host that cannot stop: the session ends what was going on
              session.stop()
              isActive = false
            } else if (what === 'supersede') void session.supersede()
            else if (what === 'retry' && call) void session.retry(call)
            else if (what === 'fail next') host.failNext({ message: 'offline', retryable: true })
            else await settle()
            records = checkAll(test, records)
          }
          await settle()
          checkAll(test, records)
          for (const key of new Set(tool.runs.map(({ call }) => call.key)))
            expect(tool.runs.filter(({ call }) => call.key === key).length, `runs of ${key}`).toBeLessThanOrEqual(
              1 + (answered.get(key) ?? 0),
            )
          for (const { call } of tool.runs) expect(call.state).toBe('input-available')
          expect(early, 'outputs that were sent while a run goes on').toEqual([])
          for (const call of session.getToolCalls()) expect(call.delivery?.status).not.toBe('sending')
        },
      ),
      RUNS,
    )
  })

  it('the same events in another legal order, in two threads, end in the same state', () => {
    fc.assert(
      fc.property(anyThreads, anyMix, anyMix, (threads, one, other) => {
        const end = (mix: readonly number[]) => {
          const test = openSession()
          test.play(...interleave(threads, mix))
          const records = test.session.getToolCalls().map(call => [call.key, call] as const)
          return new Map(records.toSorted(([left], [right]) => (left < right ? -1 : 1)))
        }
        expect(end(one)).toEqual(end(other))
      }),
      RUNS,
    )
  })

  it('a snapshot of how it ended, wherever it comes between, changes no end', () => {
    fc.assert(
      fc.property(anyShortThreads, anyMix, fc.nat(60), fc.boolean(), (threads, mix, at, complete) => {
        const log = interleave(threads, mix)
        const { play, session } = openSession()
        play(...log)
        // a call that was going on when it was stored is cut off until somebody goes on telling of it
        const words = (calls: readonly ToolCall[]) =>
          calls
            .filter(call => call.state !== 'input-available' && call.state !== 'interrupted')
            .map(call =>
              JSON.stringify([
                call.threadId,
                call.toolCallId,
                describeState(call),
                'output' in call ? call.output : null,
              ]),
            )
            .toSorted((left, right) => (left < right ? -1 : 1))
        const ended = session.getToolCalls()
        const snapshots = ['t1', 't2'].map(threadOfCalls => ({
          type: 'hydrate',
          threadId: threadOfCalls,
          toolCalls: JSON.parse(JSON.stringify(ended.filter(call => call.threadId === threadOfCalls))) as unknown,
        }))
        const again = openSession()
        again.play(...log.slice(0, at), ...snapshots, ...log.slice(at))
        if (complete) for (const snapshot of snapshots) again.play({ ...snapshot, complete: true })
        expect(words(again.session.getToolCalls())).toEqual(words(ended))
      }),
      RUNS,
    )
  })

  it('of a whole log a second time: the end is the same, where ids name runs', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(12), (log, tail) => {
        const test = openSession()
        test.play(...log)
        const once = test.session.getToolCalls()
        test.play(...log)
        expect(test.session.getToolCalls()).toEqual(once)
        test.play(...log.slice(-tail))
        expect(test.session.getToolCalls()).toEqual(once)
      }),
      RUNS,
    )
  })
})

// Logs as a server writes them: calls of two runs, each in its own order, interleaved

const CALL: Record<string, (toolCallId: string) => ToolCallEvent[]> = {
  streamed: toolCallId => [
    { type: 'tool_input_start', toolCallId, toolName: 'edit' },
    { type: 'tool_input_delta', toolCallId, argsTextDelta: '{"path":"x"' },
    { type: 'tool_input_delta', toolCallId, argsTextDelta: '}' },
    { type: 'tool_input_end', toolCallId },
  ],
  cut: toolCallId => [
    { type: 'tool_input_start', toolCallId, toolName: 'edit' },
    { type: 'tool_input_delta', toolCallId, argsTextDelta: '{"path":"x' },
  ],
  whole: toolCallId => [{ type: 'tool_start', toolCallId, toolName: 'read', args: { a: 1 } }],
}
const MIDDLE: Record<string, (toolCallId: string) => ToolCallEvent[]> = {
  nothing: () => [],
  asked: toolCallId => [{ type: 'tool_approval_required', toolCallId, approvalId: `ap-${toolCallId}` }],
  approved: toolCallId => [
    { type: 'tool_approval_required', toolCallId, approvalId: `ap-${toolCallId}` },
    { type: 'tool_approval_resolved', toolCallId, approvalId: `ap-${toolCallId}`, approved: true, by: 'elsewhere' },
  ],
  denied: toolCallId => [
    { type: 'tool_approval_required', toolCallId, approvalId: `ap-${toolCallId}` },
    { type: 'tool_approval_resolved', toolCallId, approvalId: `ap-${toolCallId}`, approved: false, by: 'elsewhere' },
  ],
  resumed: toolCallId => [
    { type: 'tool_suspended', toolCallId, suspensionId: `s-${toolCallId}`, suspendPayload: 1 },
    { type: 'tool_resumed', toolCallId, suspensionId: `s-${toolCallId}`, resumeData: 2, by: 'elsewhere' },
  ],
}
const END: Record<string, (toolCallId: string) => ToolCallEvent[]> = {
  nothing: () => [],
  result: toolCallId => [{ type: 'tool_end', toolCallId, result: 1, isError: false }],
  failure: toolCallId => [{ type: 'tool_end', toolCallId, isError: true, errorText: 'no' }],
  cancelled: toolCallId => [{ type: 'tool_cancelled', toolCallId, reason: 'expired' }],
}
const pickFrom = (table: typeof CALL) => fc.constantFrom(...Object.values(table))
const anyCall = fc.tuple(pickFrom(CALL), pickFrom(MIDDLE), pickFrom(END))
const anyRun = fc.record({
  calls: fc.array(anyCall, { minLength: 1, maxLength: 3 }),
  order: fc.array(fc.nat(2), { maxLength: 30 }),
  reason: fc.constantFrom('complete' as const, 'aborted' as const, 'suspended' as const),
})
const anyLog: fc.Arbitrary<ToolCallEvent[]> = fc.array(anyRun, { minLength: 1, maxLength: 2 }).map(runs =>
  runs.flatMap(({ calls, order, reason }, run) => {
    const queues = calls.map((parts, at) => parts.flatMap(part => part(`call_${run}_${at}`)))
    const mixed = [...order, ...queues.keys()].flatMap((at, turn) =>
      turn < order.length ? queues[at % queues.length]!.splice(0, 1) : queues[at]!.splice(0),
    )
    // a suspended run after another one has its own test: law 13
    const end = run === 0 || reason !== 'suspended' ? reason : 'complete'
    return [runStart(), ...mixed, runEnd(end)].map(event => ({ ...event, runId: `r${run}`, at: 1 }))
  }),
)

// The same in two threads, as parts whose own order is fixed: what is interleaved otherwise is another legal order

const RETRACTED: Record<string, (toolCallId: string) => ToolCallEvent[]> = {
  ...END,
  'never happened': toolCallId => [{ type: 'tool_retracted', toolCallId, reason: 'step-reset' }],
}
const ENDS = ['complete', 'aborted', 'error', 'length', 'suspended'] as const
type ThreadPart = ToolCallEvent[][]
const anyThread = (thread: string, maxLength: number): fc.Arbitrary<ThreadPart[]> =>
  fc
    .array(
      fc.record({
        calls: fc.array(fc.tuple(pickFrom(CALL), pickFrom(MIDDLE), pickFrom(RETRACTED)), {
          minLength: 1,
          maxLength: 3,
        }),
        reason: fc.constantFrom(...ENDS),
      }),
      { minLength: 1, maxLength },
    )
    .map(runs =>
      runs.flatMap(({ calls, reason }, run) => {
        const place = (event: ToolCallEvent) => ({ ...event, threadId: thread, runId: `${thread} r${run}`, at: 1 })
        // the ids repeat in the other thread and in the other run, and there they are other calls
        const parts = calls.map((part, at) =>
          part.flatMap(events =>
            events(`call_${at}`).map(event => ({ ...place(event), messageId: `m${run}`, stepId: `m${run}:0` })),
          ),
        )
        return [[[place(runStart())]], parts, [[place(runEnd(reason))]]]
      }),
    )
const anyThreads = fc.tuple(anyThread('t1', 2), anyThread('t2', 2))
const anyShortThreads = fc.tuple(anyThread('t1', 1), anyThread('t2', 1))
const anyMix = fc.array(fc.nat(5), { minLength: 20, maxLength: 80 })

/** A thread is stages, one after the other; the parts of a stage go side by side, and so do the threads. */
function interleave(threads: readonly ThreadPart[][], mix: readonly number[]): ToolCallEvent[] {
  const left = threads.map(stages => stages.map(parts => parts.map(part => [...part])))
  const log: ToolCallEvent[] = []
  for (let turn = 0; left.some(stages => stages.length > 0); turn += 1) {
    const choose = (count: number, more: number) => (mix[(turn * 2 + more) % mix.length]! + turn) % count
    const going = left.filter(stages => stages.length > 0)
    const stages = going[choose(going.length, 0)]!
    const parts = stages[0]!.filter(part => part.length > 0)
    const next = parts[choose(Math.max(1, parts.length), 1)]?.shift()
    if (next) log.push(next)
    if (stages[0]!.every(part => part.length === 0)) stages.shift()
  }
  return log
}
