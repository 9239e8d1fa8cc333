import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCall, ToolCallEvent, ToolCallResponse } from '../../../src/core.ts'
import { BATCH, openSession, runEnd, runStart, scriptHost, settle, type TestSession } from '../../support/events.ts'

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
const anyEvent: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: anyToolEvent },
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

describe('any order', () => {
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
