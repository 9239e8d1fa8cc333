import type { JsonPath, JsonResult } from '../partial-json/create-partial-json.ts'
import type {
  InterruptReason,
  ResponseFailedEvent,
  RunEndEvent,
  ToolApprovalRequiredEvent,
  ToolApprovalResolvedEvent,
  ToolCallEvent,
  ToolCancelledEvent,
  ToolEndEvent,
  ToolInputErrorEvent,
  ToolOutputRequiredEvent,
  ToolResumedEvent,
  ToolStartEvent,
  ToolSuspendedEvent,
  ToolUpdateEvent,
} from './events.ts'
import { frozenCopy, isDeepEqual } from './json-value.ts'
import type {
  ApprovalRequest,
  Decision,
  OutputRequest,
  Receipt,
  RunningTool,
  SuspensionRequest,
  ToolCall,
  ToolCallIn,
} from './tool-call.ts'
import { addFacts, commonOf, openCommon, type CommonFields } from './tool-call-facts.ts'

/** Events that speak of one call. */
export type CallEvent = Exclude<
  ToolCallEvent,
  { type: 'run_start' | 'run_end' | 'hydrate' | 'task_updated' | 'tool_retracted' }
>

export interface ReduceContext {
  /** The key of the record, for one that is opened here. */
  readonly key: string
  readonly parentKey?: string | undefined
  readonly threadId?: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
  /** What the input stream shows now. */
  readonly preview: ToolInputPreviewState
  /** Ends the input stream and parses its text strictly; undefined when no text ever came. */
  finishInput(): JsonResult | undefined
  /** True for tools that run here: their calls wait until their run has ended. */
  isClientTool(toolName: string): boolean
}
export interface ToolInputPreviewState {
  readonly input: unknown
  readonly inputText: string
  readonly inputOpenPath: JsonPath | undefined
  readonly revision: number
}

/**
 * What an event makes of a record. Pure and total: an event that cannot be applied gives the same object back, and one that
 * speaks of an unknown call (`call` undefined) opens it, whatever came before got lost.
 *
 * @returns the record, or undefined when the event is no reason to open one.
 */
export function reduceToolCall(
  call: ToolCall | undefined,
  event: CallEvent,
  context: ReduceContext,
): ToolCall | undefined {
  if (!call && event.type === 'response_failed') return undefined
  const common = call ? commonOf(call) : openCommon(event, context)
  const facts = addFacts(common, event, call !== undefined && isSettled(call))
  const phase = phaseAfter(call, event, context, facts)
  if (phase) return freezeCall({ ...facts, ...phase.common }, phase)
  if (!call) return freezeCall(facts, { state: 'input-available', input: undefined })
  return facts === common ? call : freezeCall(facts, phaseOf(call))
}

/** `output-*`: there is an outcome, and nothing that comes later changes it. */
export function isSettled(call: ToolCall): call is ToolCallIn<'output-available' | 'output-error' | 'output-denied'> {
  return call.state === 'output-available' || call.state === 'output-error' || call.state === 'output-denied'
}

/** Settled, or ended without an outcome. */
export function isEnded(call: ToolCall): boolean {
  return isSettled(call) || call.state === 'interrupted'
}

/** Somebody here must decide. A request that a policy answers by itself is not one. */
export function isPending(call: ToolCall): call is ToolCallIn<'approval-requested' | 'suspended'> {
  return (call.state === 'approval-requested' && call.approval.isAutomatic !== true) || call.state === 'suspended'
}

/** It cannot go on before somebody here answers, a tool here runs, or the other answers of its batch are given. */
export function isWaiting(call: ToolCall): boolean {
  return (
    isPending(call) ||
    (call.state === 'input-available' && call.waitingFor === 'client') ||
    call.delivery?.status === 'held'
  )
}

/** The same call, running here. */
export function asRunning(call: ToolCall, by: RunningTool['by'], at: number): ToolCall {
  if (isEnded(call) || call.state === 'input-streaming') return call
  const { input } = call
  return freezeCall(commonOf(call), {
    state: 'input-available',
    input,
    waitingFor: 'client',
    running: { by, since: at },
  })
}

/** How an open call ends with its run (law 4). Gives the same record back where it waits for somebody. */
export function closeToolCall(call: ToolCall, end: RunEndEvent, context: ReduceContext): ToolCall {
  const reason = end.reason ?? 'complete'
  const interrupted: InterruptReason = reason === 'complete' || reason === 'suspended' ? 'no-result' : reason
  const common = { ...commonOf(call), settledAt: context.at }
  const close = () => freezeCall(common, interruption(call, interrupted, context, end.errorText))
  if (isEnded(call)) return call
  if (call.state === 'input-streaming') return close()
  if (reason === 'suspended' || isPending(call) || call.background === true || call.delivery?.status === 'held')
    return call
  if (call.decision?.approved === false)
    return freezeCall(common, { state: 'output-denied', input: call.input, decision: call.decision })
  if (call.outputRequest !== undefined || end.pendingToolCallIds?.includes(call.toolCallId)) {
    return call.state === 'input-available' && call.waitingFor
      ? call
      : freezeCall(commonOf(call), { state: 'input-available', ...inputOf(call), waitingFor: 'client' })
  }
  return close()
}

/** The same record with a new delivery status. */
export function withDelivery(call: ToolCall, delivery: ToolCall['delivery']): ToolCall {
  const { delivery: _, ...common } = commonOf(call)
  return freezeCall(delivery ? { ...common, delivery } : common, phaseOf(call))
}

/** The preview of an input that is still arriving. */
export function withPreview(call: ToolCallIn<'input-streaming'>, preview: ToolInputPreviewState): ToolCall {
  return freezeCall(commonOf(call), { state: 'input-streaming', ...preview })
}

// A phase is what belongs to a state; `common` overrides fields that every state carries.
export type Phase = {
  readonly state: ToolCall['state']
  readonly common?: { readonly [Field in keyof CommonFields]?: CommonFields[Field] | undefined }
  readonly [field: string]: unknown
}

function phaseAfter(
  call: ToolCall | undefined,
  event: CallEvent,
  context: ReduceContext,
  facts: CommonFields,
): Phase | undefined {
  if (event.type === 'response_failed') return call && afterFailedResponse(call, event)
  if (call && isSettled(call)) return fillSettled(call, event, context)
  switch (event.type) {
    case 'tool_input_start':
    case 'tool_input_delta':
    case 'tool_input_end':
      return afterInputEvent(call, event, context)
    case 'tool_start':
      return afterStart(call, event, context, facts)
    case 'tool_input_error':
      return afterInputError(call, event, context)
    case 'tool_approval_required':
      return afterApprovalRequired(call, event)
    case 'tool_approval_resolved':
      return afterApprovalResolved(call, event, facts)
    case 'tool_suspended':
      return afterSuspended(call, event)
    case 'tool_resumed':
      return afterResumed(call, event, facts)
    case 'tool_cancelled':
      return afterCancelled(call, event, context, facts)
    case 'tool_suspension_cancelled':
      return afterCancelled(
        call,
        { ...event, type: 'tool_cancelled', reason: 'cancelled', message: event.reason },
        context,
        facts,
      )
    case 'tool_output_required':
      return afterOutputRequired(call, event)
    case 'tool_update':
      return afterUpdate(call, event, context)
    case 'shell_output':
    case 'command_exit':
    case 'subagent_start':
    case 'subagent_text_delta':
    case 'subagent_tool_start':
    case 'subagent_tool_end':
    case 'subagent_end':
      return !call || (call.state === 'input-available' && !call.running && !call.waitingFor)
        ? { state: 'input-available', ...inputOf(call), running: { by: 'server', since: context.at } }
        : undefined
    case 'tool_end':
      return afterEnd(call, event, context, facts)
    default: {
      const unreachable: never = event
      return unreachable
    }
  }
}

// The input

function afterInputEvent(
  call: ToolCall | undefined,
  event: Extract<CallEvent, { type: 'tool_input_start' | 'tool_input_delta' | 'tool_input_end' }>,
  context: ReduceContext,
): Phase | undefined {
  const streams = !call || call.state === 'input-streaming' || mayStreamOn(call)
  if (streams && event.type !== 'tool_input_end') return { state: 'input-streaming', ...context.preview }
  if (!call) return { state: 'input-streaming', ...context.preview }
  if (event.type !== 'tool_input_end') return undefined
  const result = context.finishInput()
  if (!result) return undefined
  if (streams) return { state: 'input-available', ...parsedInput(result) }
  // a request or a result came before the end of the arguments
  return result.ok && lacksInput(call) && !isDeepEqual(result.value, call.input)
    ? { ...phaseOf(call), input: result.value }
    : undefined
}

/** A request or an outcome came before the arguments were known; what a request says of them is only lent. */
export function lacksInput(call: ToolCall): boolean {
  if (call.state === 'interrupted' || (call.state === 'input-available' && call.inputError)) return false
  return call.input === undefined || isLent(call)
}

function isLent(call: ToolCall): boolean {
  return call.state === 'approval-requested' && call.approval.input !== undefined && call.approval.input === call.input
}

/** A call that was cut off by a lost connection goes on when the connection is back. */
export function mayStreamOn(call: ToolCall): boolean {
  return call.state === 'interrupted' && call.reason === 'disconnected' && !call.inputComplete
}

function afterStart(
  call: ToolCall | undefined,
  event: ToolStartEvent,
  context: ReduceContext,
  facts: CommonFields,
): Phase | undefined {
  const running: { running?: RunningTool } = context.isClientTool(facts.toolName)
    ? {}
    : { running: { by: 'server', since: context.at } }
  if (!call || call.state === 'input-streaming' || (call.state === 'interrupted' && call.reason === 'disconnected')) {
    return { state: 'input-available', ...finalInput(event.args, context), ...running }
  }
  if (call.state !== 'input-available') {
    return lacksInput(call) && event.args !== undefined && !isDeepEqual(event.args, call.input)
      ? { ...phaseOf(call), input: event.args }
      : undefined
  }
  // the first final input stays; what was only parsed from the text gives way to what the wire says
  const started = call.running !== undefined || call.waitingFor !== undefined
  const input = started ? inputOf(call, event.args) : finalInput(event.args, context, call)
  const sameInput = isDeepEqual(input.input, call.input) && isDeepEqual(input.inputError, call.inputError)
  if (sameInput && (started || !running.running)) return undefined
  return { ...phaseOf(call), ...(sameInput ? {} : { inputError: undefined, ...input }), ...(started ? {} : running) }
}

function afterInputError(call: ToolCall | undefined, event: ToolInputErrorEvent, context: ReduceContext): Phase {
  const input = event.input !== undefined ? event.input : rawInput(call, context)
  return {
    state: 'output-error',
    errorKind: 'input',
    errorText: event.errorText ?? '',
    input,
    common: { settledAt: context.at },
  }
}

function rawInput(call: ToolCall | undefined, context: ReduceContext): unknown {
  const { input, inputError } = endedInput(call, context)
  return inputError ? inputError.text : input
}

type FinalInput = {
  readonly input: unknown
  readonly inputError?: { readonly message: string; readonly position: number; readonly text: string }
}

/** The input that the wire gives as final. A `{}` that it made up beside text that does not parse is not believed. */
function finalInput(args: unknown, context: ReduceContext, call?: ToolCall): FinalInput {
  if (args === undefined) return endedInput(call, context)
  if (isEmptyObject(args)) {
    const parsed =
      call?.state === 'input-available' && call.inputError
        ? { input: undefined, inputError: call.inputError }
        : parsedInput(context.finishInput())
    if (parsed.inputError) return parsed
  }
  return { input: args }
}

/** The call's own input, else what a later event says it was. Text that may still grow is no input (law 2). */
function inputOf(call: ToolCall | undefined, args?: unknown): FinalInput {
  if (!call || call.state === 'input-streaming' || (call.state === 'interrupted' && !call.inputComplete))
    return { input: args }
  if (call.state === 'input-available' && call.inputError && (args === undefined || isEmptyObject(args)))
    return { input: undefined, inputError: call.inputError }
  return { input: args !== undefined && (call.input === undefined || isLent(call)) ? args : call.input }
}

/** The same when no more text can come: then what has arrived is parsed. */
function endedInput(call: ToolCall | undefined, context: ReduceContext, args?: unknown): FinalInput {
  const known = inputOf(call)
  if (known.inputError || (known.input !== undefined && !(call && isLent(call)))) return inputOf(call, args)
  const parsed = parsedInput(context.finishInput())
  if (parsed.inputError ? args === undefined || isEmptyObject(args) : parsed.input !== undefined) return parsed
  return inputOf(call, args)
}

function parsedInput(result: JsonResult | undefined): FinalInput {
  if (!result) return { input: undefined }
  if (result.ok) return { input: result.value }
  return { input: undefined, inputError: { ...result.error, text: result.text } }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}

// Requests and answers

function afterOutputRequired(call: ToolCall | undefined, event: ToolOutputRequiredEvent): Phase | undefined {
  const outputRequest = pick<OutputRequest>(event, ['outputSchema', 'expiresAt', 'ref'])
  if (
    call?.state === 'input-available' &&
    call.waitingFor === 'client' &&
    isDeepEqual(call.outputRequest, outputRequest) &&
    !lacksInput(call)
  )
    return undefined
  return { state: 'input-available', ...inputOf(call, event.args), waitingFor: 'client', common: { outputRequest } }
}

function afterApprovalRequired(call: ToolCall | undefined, event: ToolApprovalRequiredEvent): Phase | undefined {
  const approvalId = event.approvalId ?? event.toolCallId
  const asked =
    call &&
    [...call.receipts.map(receipt => receipt.request), ...('approval' in call ? [call.approval] : [])].findLast(
      request => 'approvalId' in request && request.approvalId === approvalId,
    )
  // A replay, also of what was answered before. A request without an id of its own may come again when its call was interrupted, or ask something else.
  if (call && asked && !(event.approvalId === undefined && call.state === 'interrupted')) {
    const about = ('input' in asked ? asked.input : undefined) ?? call.input
    if (event.args === undefined || isDeepEqual(event.args, about) || !('approval' in call)) return undefined
  }
  const own = inputOf(call)
  const hasOwn = own.input !== undefined && !(call && isLent(call))
  const input = frozenCopy(hasOwn ? own.input : event.args)
  const about = !hasOwn
    ? input
    : event.args === undefined || isDeepEqual(event.args, input)
      ? undefined
      : frozenCopy(event.args)
  const approval: ApprovalRequest = {
    approvalId,
    ...(about === undefined ? {} : { input: about }),
    ...pick<Omit<ApprovalRequest, 'approvalId' | 'input'>>(event, [
      'requestReason',
      'message',
      'isAutomatic',
      'options',
      'approvalSchema',
      'editable',
      'descriptor',
      'expiresAt',
      'ref',
    ]),
  }
  return { state: 'approval-requested', input, approval, common: { ...withdrawn(call, 'superseded'), ...UNANSWERED } }
}

const UNANSWERED = { decision: undefined, delivery: undefined }

function afterApprovalResolved(
  call: ToolCall | undefined,
  event: ToolApprovalResolvedEvent,
  facts: CommonFields,
): Phase | undefined {
  const asked = call?.state === 'approval-requested' ? call.approval : undefined
  if (call && !asked && call.state !== 'input-available' && call.state !== 'input-streaming') return undefined
  if (call && !asked && call.decision) return undefined
  if (asked && event.approvalId !== undefined && event.approvalId !== asked.approvalId) return undefined
  const approval = asked ?? { approvalId: event.approvalId ?? event.toolCallId ?? '' }
  const decision: Decision = {
    approved: event.approved === true,
    by: event.by ?? 'elsewhere',
    ...pick<Omit<Decision, 'approved' | 'by'>>(event, ['reason', 'optionId', 'editedInput', 'payload', 'grant']),
  }
  const { input } = inputOf(call)
  const receipt: Receipt = { type: 'approval', request: approval, input, decision }
  return {
    state: 'approval-responded',
    input: event.editedInput === undefined ? input : event.editedInput,
    approval,
    decision,
    common: { decision, receipts: [...facts.receipts, receipt] },
  }
}

function afterSuspended(call: ToolCall | undefined, event: ToolSuspendedEvent): Phase | undefined {
  const previous = call && 'suspension' in call ? call.suspension : undefined
  const asksAgain =
    previous !== undefined &&
    (event.suspensionId === undefined
      ? isDeepEqual(previous.payload, event.suspendPayload)
      : previous.suspensionId === event.suspensionId)
  if (asksAgain) return undefined
  const answered = call?.receipts.filter(receipt => 'suspensionId' in receipt.request) ?? []
  if (
    event.suspensionId !== undefined &&
    answered.some(({ request }) => 'suspensionId' in request && request.suspensionId === event.suspensionId)
  )
    return undefined
  const suspension: SuspensionRequest = {
    suspensionId:
      event.suspensionId ?? (answered.length === 0 ? event.toolCallId : `${event.toolCallId}:${answered.length}`),
    payload: event.suspendPayload,
    ...pick<Omit<SuspensionRequest, 'suspensionId' | 'payload'>>(event, [
      'resumeSchema',
      'message',
      'detached',
      'expiresAt',
      'ref',
    ]),
  }
  return {
    state: 'suspended',
    input: inputOf(call, event.args).input,
    suspension,
    common: { ...withdrawn(call, 'superseded'), delivery: undefined, resumeData: undefined },
  }
}

function afterResumed(call: ToolCall | undefined, event: ToolResumedEvent, facts: CommonFields): Phase | undefined {
  const asked = call?.state === 'suspended' ? call.suspension : undefined
  if (call && !asked && (isEnded(call) || call.state === 'resuming')) return undefined
  if (asked && event.suspensionId !== undefined && event.suspensionId !== asked.suspensionId) return undefined
  const suspension = asked ?? { suspensionId: event.suspensionId ?? event.toolCallId, payload: undefined }
  const receipt: Receipt = {
    type: 'suspension',
    request: suspension,
    resumeData: event.resumeData,
    by: event.by ?? 'elsewhere',
  }
  return {
    state: 'resuming',
    input: inputOf(call).input,
    suspension,
    resumeData: event.resumeData,
    common: { resumeData: event.resumeData, receipts: [...facts.receipts, receipt] },
  }
}

function afterCancelled(
  call: ToolCall | undefined,
  event: ToolCancelledEvent,
  context: ReduceContext,
  facts: CommonFields,
): Phase | undefined {
  if (call?.state === 'interrupted') return undefined
  if (
    call?.state === 'approval-requested' &&
    event.approvalId !== undefined &&
    event.approvalId !== call.approval.approvalId
  )
    return undefined
  if (
    call?.state === 'suspended' &&
    event.suspensionId !== undefined &&
    event.suspensionId !== call.suspension.suspensionId
  )
    return undefined
  const taken = withdrawn(call, event.reason, event.message) ?? { receipts: facts.receipts }
  return {
    ...interruption(call, event.reason, context, event.message),
    common: { ...taken, delivery: undefined, settledAt: context.at },
  }
}

function withdrawn(
  call: ToolCall | undefined,
  reason: InterruptReason,
  message?: string,
): { receipts: readonly Receipt[] } | undefined {
  if (call?.state !== 'approval-requested' && call?.state !== 'suspended') return undefined
  const request = call.state === 'approval-requested' ? call.approval : call.suspension
  return {
    receipts: [...call.receipts, { type: 'withdrawn', request, reason, ...(message === undefined ? {} : { message }) }],
  }
}

function afterFailedResponse(call: ToolCall, event: ResponseFailedEvent): Phase | undefined {
  const delivery = { status: 'failed', error: { message: event.error, retryable: event.retryable } } as const
  if (isSettled(call)) return call.delivery ? { ...phaseOf(call), common: { delivery } } : undefined
  const receipt = call.receipts.at(-1)
  const wasAnswered =
    call.state === 'approval-responded' || call.state === 'resuming' || (call.state === 'interrupted' && call.delivery)
  // a tool that is seen running has its answer, whatever the sending says
  if (!wasAnswered || !receipt) return call.delivery ? { ...phaseOf(call), common: { delivery: undefined } } : undefined
  const common = { delivery, receipts: call.receipts.slice(0, -1), decision: undefined, resumeData: undefined }
  const input = receipt.type === 'approval' ? receipt.input : call.input
  return 'approvalId' in receipt.request
    ? { state: 'approval-requested', input, approval: receipt.request, common }
    : { state: 'suspended', input, suspension: receipt.request, common }
}

// Running and ending

function afterUpdate(call: ToolCall | undefined, event: ToolUpdateEvent, context: ReduceContext): Phase | undefined {
  if (call && (isPending(call) || call.state === 'interrupted' || call.state === 'input-streaming')) return undefined
  const was = call?.state === 'input-available' ? call.running : undefined
  const next =
    event.name === undefined
      ? { partialOutput: event.partialResult }
      : { progress: { ...(was?.progress as object | undefined), [event.name]: event.partialResult } }
  const running: RunningTool = { by: 'server', since: context.at, ...was, ...next }
  if (isDeepEqual(running, was)) return undefined
  const waitingFor = call?.state === 'input-available' ? call.waitingFor : undefined
  return { state: 'input-available', ...inputOf(call), ...(waitingFor && { waitingFor }), running }
}

function afterEnd(call: ToolCall | undefined, event: ToolEndEvent, context: ReduceContext, facts: CommonFields): Phase {
  const { input, inputError } = endedInput(call, context, event.args)
  const said = facts.decision
  const settled = { settledAt: context.at, delivery: undefined }
  if (event.denied === true || (event.isError && said?.approved === false)) {
    const reason = event.reason ?? (said ? undefined : event.errorText)
    const decision: Decision =
      said?.approved === false ? said : { approved: false, by: 'policy', ...(reason === undefined ? {} : { reason }) }
    return { state: 'output-denied', input, decision, common: { ...settled, decision } }
  }
  if (event.isError) {
    return {
      state: 'output-error',
      input: inputError && event.errorKind === 'input' ? inputError.text : input,
      errorKind: event.errorKind ?? 'execution',
      errorText: event.errorText ?? textOf(event.result) ?? '',
      ...(event.result === undefined || event.result === textOf(event.result) ? {} : { output: event.result }),
      common: settled,
    }
  }
  return {
    state: 'output-available',
    input,
    output: event.result,
    ...pick<{ modelOutput: unknown }>(event, ['modelOutput']),
    ...(said?.approved === false ? { ranAlthoughDenied: true } : {}),
    common: settled,
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string')
    return value.message
  return undefined
}

/** After an outcome only missing facts are added; and a success after a denial is never hidden. */
function fillSettled(
  call: ToolCallIn<'output-available' | 'output-error' | 'output-denied'>,
  event: CallEvent,
  context: ReduceContext,
): Phase | undefined {
  if (event.type === 'tool_end' && call.state === 'output-denied' && !event.isError && event.denied !== true) {
    return afterEnd(call, event, context, commonOf(call))
  }
  if (!lacksInput(call)) return undefined
  const args =
    event.type === 'tool_start'
      ? event.args
      : event.type === 'tool_input_end'
        ? parsedInput(context.finishInput()).input
        : undefined
  return args === undefined ? undefined : { ...phaseOf(call), input: args }
}

function interruption(
  call: ToolCall | undefined,
  reason: InterruptReason,
  context: ReduceContext,
  message: string | undefined,
): Phase {
  const why = message === undefined ? { reason } : { reason, message }
  if (!call || call.state === 'input-streaming') {
    return {
      state: 'interrupted',
      ...why,
      inputComplete: false,
      input: context.preview.input,
      inputText: context.preview.inputText,
    }
  }
  const { input, inputError } = inputOf(call)
  if (inputError)
    return { state: 'interrupted', ...why, inputComplete: false, input: undefined, inputText: inputError.text }
  return { state: 'interrupted', ...why, inputComplete: true, input }
}

// Records

/** The fields of a state, without what every state carries. */
export function phaseOf(call: ToolCall): Phase {
  const common = commonOf(call)
  return Object.fromEntries(
    Object.entries(call).filter(
      ([field]) => !Object.hasOwn(common, field) || field === 'decision' || field === 'resumeData',
    ),
  ) as Phase
}

export function freezeCall(common: Phase['common'], phase: Phase): ToolCall {
  const record: Record<string, unknown> = { ...common, ...phase, ...phase.common }
  delete record.common
  if (!ENDED.has(phase.state)) delete record.settledAt
  for (const field of Object.keys(record)) if (record[field] === undefined && OPTIONAL.has(field)) delete record[field]
  return Object.freeze(record) as unknown as ToolCall
}
const OPTIONAL = new Set(['decision', 'resumeData', 'delivery', 'settledAt', 'inputError'])
const ENDED: ReadonlySet<ToolCall['state']> = new Set([
  'output-available',
  'output-error',
  'output-denied',
  'interrupted',
])

export function pick<Picked extends object>(event: object, fields: readonly string[]): Picked {
  return Object.fromEntries(
    Object.entries(event).filter(([field, value]) => value !== undefined && fields.includes(field)),
  ) as Picked
}
