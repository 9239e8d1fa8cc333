import type {
  InterruptReason,
  ResponseFailedEvent,
  RunEndEvent,
  ToolApprovalRequiredEvent,
  ToolApprovalResolvedEvent,
  ToolCallEvent,
  ToolCancelledEvent,
  ToolEndEvent,
  ToolOutputRequiredEvent,
  ToolResumedEvent,
  ToolStartEvent,
  ToolSuspendedEvent,
  ToolUpdateEvent,
} from './events.ts'
import { frozenCopy, isDeepEqual } from './json-value.ts'
import type { LiveInput, ToolInputPreviewState } from './live-input.ts'
import { newFacts } from './tool-call-facts.ts'
import { endedInput, finalInput, inputOf, parsedInput } from './tool-call-input.ts'
import {
  change,
  isEnded,
  isIn,
  isLent,
  isPending,
  isSettled,
  isWaiting,
  lacksInput,
  mayStream,
  move,
  pick,
  requestId,
  requestOf,
  requestsOf,
  type Fields,
  type Phase,
} from './tool-call-record.ts'
import type { ApprovalRequest, Decision, RunningTool, ToolCall, ToolCallIn } from './tool-call.ts'

/** Events that speak of one call. */
export type CallEvent = Exclude<
  ToolCallEvent,
  { type: 'run_start' | 'run_end' | 'hydrate' | 'task_updated' | 'tool_retracted' }
>

export interface ReduceContext {
  /** Epoch milliseconds. */
  readonly at: number
  /** The arguments, as far as they have come; undefined where they do not stream. */
  readonly live: LiveInput | undefined
  /** True for tools that run here: their calls wait until their run has ended. */
  isClientTool(toolName: string): boolean
}

/**
 * What an event makes of a record. Pure and total: an event that cannot be applied gives the same object back.
 *
 * @param call the record; or, for a call that nobody has heard of, `opened`: an event opens its call, whatever came before got lost.
 */
export function reduceToolCall(
  call: ToolCall | undefined,
  event: CallEvent,
  context: ReduceContext,
  opened: ToolCall = call!,
): ToolCall {
  const facts = newFacts(opened, event, isSettled(call))
  const known = facts ? change(opened, facts) : opened
  const phase = phaseAfter(call, event, context, known)
  if (phase) return phase.state === call?.state ? change(known, phase) : move(known, phase)
  return call ? known : move(known, { state: 'input-available', input: undefined })
}

/** How an open call ends with its run (law 4). Gives the same record back where it waits for somebody. */
export function closeToolCall(call: ToolCall, end: RunEndEvent, context: ReduceContext): ToolCall {
  const { reason = 'complete' } = end
  if (isEnded(call)) return call
  if (!isIn(call, 'input-streaming')) {
    if (reason === 'suspended' || isWaiting(call) || call.background === true) return call
    if (call.decision?.approved === false)
      return move(call, { state: 'output-denied', input: call.input, settledAt: context.at })
    if (call.outputRequest || end.pendingToolCallIds?.includes(call.toolCallId))
      return move(call, { state: 'input-available', ...inputOf(call), waitingFor: 'client' })
  }
  const why = reason === 'complete' || reason === 'suspended' ? 'no-result' : reason
  return move(call, interruption(call, why, context, end.errorText))
}

function phaseAfter(
  call: ToolCall | undefined,
  event: CallEvent,
  context: ReduceContext,
  known: ToolCall,
): Phase | undefined {
  if (event.type === 'response_failed') return call && afterFailedResponse(call, event)
  if (isSettled(call)) return afterSettled(call, event, context)
  switch (event.type) {
    case 'tool_input_start':
    case 'tool_input_delta':
    case 'tool_input_end':
      return afterInputEvent(call, event.type === 'tool_input_end', context)
    case 'tool_start':
      return afterStart(call, event, context, known)
    case 'tool_input_error': {
      const { input, inputError } = endedInput(call, context.live)
      return {
        state: 'output-error',
        errorKind: 'input',
        errorText: event.errorText ?? '',
        input: event.input ?? inputError?.text ?? input,
        settledAt: context.at,
      }
    }
    case 'tool_approval_required':
      return afterApprovalRequired(call, event, known)
    case 'tool_approval_resolved':
      return afterApprovalResolved(call, event, known)
    case 'tool_suspended':
      return afterSuspended(call, event, known)
    case 'tool_resumed':
      return afterResumed(call, event, known)
    case 'tool_cancelled':
      return afterCancelled(call, event, context)
    case 'tool_suspension_cancelled':
      return afterCancelled(
        call,
        { ...event, type: 'tool_cancelled', reason: 'cancelled', message: event.reason },
        context,
      )
    case 'tool_output_required':
      return afterOutputRequired(call, event)
    case 'tool_update':
      return afterUpdate(call, event, context)
    case 'tool_end':
      return afterEnd(call, event, context, known)
    default:
      // a shell or a sub-agent speaks: the call runs
      return !call || (isIn(call, 'input-available') && !call.running && !call.waitingFor)
        ? { state: 'input-available', ...inputOf(call), running: { by: 'server', since: context.at } }
        : undefined
  }
}

// The input

function afterInputEvent(call: ToolCall | undefined, isEnd: boolean, context: ReduceContext): Phase | undefined {
  const streams = mayStream(call)
  if (!call || (streams && !isEnd)) return { state: 'input-streaming', ...previewOf(context) }
  const result = isEnd ? context.live?.finish(true) : undefined
  if (!result) return undefined
  if (streams) return { state: 'input-available', ...parsedInput(result) }
  // a request or a result came before the end of the arguments
  return result.ok ? fillInput(call, result.value) : undefined
}

function previewOf({ live }: ReduceContext): ToolInputPreviewState {
  return live?.preview() ?? { input: undefined, inputText: '', inputOpenPath: undefined, revision: 0 }
}

function fillInput(call: ToolCall, input: unknown): Phase | undefined {
  return lacksInput(call) && input !== undefined && !isDeepEqual(input, call.input)
    ? { state: call.state, input }
    : undefined
}

function afterStart(
  call: ToolCall | undefined,
  event: ToolStartEvent,
  context: ReduceContext,
  known: ToolCall,
): Phase | undefined {
  const running: RunningTool | undefined = context.isClientTool(known.toolName)
    ? undefined
    : { by: 'server', since: context.at }
  if (!call || isIn(call, 'input-streaming') || (isIn(call, 'interrupted') && call.reason === 'disconnected')) {
    return { state: 'input-available', ...finalInput(call, context.live, event.args), running }
  }
  if (!isIn(call, 'input-available')) return fillInput(call, event.args)
  // the first final input stays; what was only parsed from the text gives way to what the wire says
  const started = call.running ?? call.waitingFor
  const input = started ? inputOf(call, event.args) : finalInput(call, context.live, event.args)
  const isSame = isDeepEqual(input.input, call.input) && isDeepEqual(input.inputError, call.inputError)
  if (isSame && (started || !running)) return undefined
  return { state: call.state, ...(isSame ? {} : { inputError: undefined, ...input }), ...(started ? {} : { running }) }
}

// Requests and answers

const REQUEST =
  'requestReason message isAutomatic options approvalSchema editable descriptor resumeSchema detached expiresAt ref'

function afterApprovalRequired(
  call: ToolCall | undefined,
  event: ToolApprovalRequiredEvent,
  { toolCallId }: ToolCall,
): Phase | undefined {
  const approvalId = event.approvalId ?? toolCallId
  const asked = requestsOf(call).findLast(request => 'approvalId' in request && request.approvalId === approvalId)
  // A replay, also of what was answered before. A request without an id of its own may come again when its call was interrupted, or ask something else.
  if (call && asked && !(event.approvalId === undefined && isIn(call, 'interrupted'))) {
    const about = (asked as ApprovalRequest).input ?? call.input
    const isOpen = isIn(call, 'approval-requested', 'approval-responded')
    if (event.args === undefined || isDeepEqual(event.args, about) || !isOpen) return undefined
  }
  const own = isLent(call) ? undefined : inputOf(call).input
  const input = frozenCopy(own === undefined ? event.args : own)
  const about = own === undefined ? input : isDeepEqual(event.args, input) ? undefined : frozenCopy(event.args)
  return ask(call, {
    state: 'approval-requested',
    input,
    approval: { approvalId, ...pick({ input: about }, 'input'), ...pick(event, REQUEST) },
  })
}

function afterSuspended(
  call: ToolCall | undefined,
  event: ToolSuspendedEvent,
  { toolCallId }: ToolCall,
): Phase | undefined {
  const asked = requestsOf(call).filter(request => 'suspensionId' in request)
  // without an id only the last question can be told from its own replay
  const isReplay =
    event.suspensionId === undefined
      ? isIn(call, 'suspended', 'resuming') && isDeepEqual(call.suspension.payload, event.suspendPayload)
      : asked.some(({ suspensionId }) => suspensionId === event.suspensionId)
  if (isReplay) return undefined
  const suspensionId = event.suspensionId ?? (asked.length === 0 ? toolCallId : `${toolCallId}:${asked.length}`)
  return ask(call, {
    state: 'suspended',
    input: inputOf(call, event.args).input,
    suspension: { suspensionId, payload: event.suspendPayload, ...pick(event, REQUEST) },
    decision: call?.decision,
  })
}

/** A request makes an older one, and its answer, things of the past. */
function ask(call: ToolCall | undefined, phase: Phase): Phase {
  return { decision: undefined, resumeData: undefined, delivery: undefined, ...withdrawn(call, 'superseded'), ...phase }
}

function afterApprovalResolved(
  call: ToolCall | undefined,
  event: ToolApprovalResolvedEvent,
  { receipts, toolCallId }: ToolCall,
): Phase | undefined {
  const isAsked = isIn(call, 'approval-requested')
  if (call && !isAsked && (call.decision || !isIn(call, 'input-available', 'input-streaming'))) return undefined
  if (namesAnother(call, event)) return undefined
  const approval = isAsked ? call.approval : { approvalId: event.approvalId ?? toolCallId }
  const decision: Decision = {
    approved: event.approved === true,
    by: event.by ?? 'elsewhere',
    ...pick(event, 'reason optionId editedInput payload grant'),
  }
  const { input } = inputOf(call)
  return {
    state: 'approval-responded',
    input: event.editedInput === undefined ? input : event.editedInput,
    approval,
    decision,
    receipts: [...receipts, { type: 'approval', request: approval, input, decision }],
  }
}

function afterResumed(
  call: ToolCall | undefined,
  event: ToolResumedEvent,
  { receipts, toolCallId }: ToolCall,
): Phase | undefined {
  // what answers a question decides no approval: that waits for its person
  if (isIn(call, 'interrupted', 'resuming', 'approval-requested') || namesAnother(call, event)) return undefined
  const suspension = isIn(call, 'suspended')
    ? call.suspension
    : { suspensionId: event.suspensionId ?? toolCallId, payload: undefined }
  const { resumeData } = event
  return {
    state: 'resuming',
    input: inputOf(call).input,
    suspension,
    resumeData,
    receipts: [...receipts, { type: 'suspension', request: suspension, resumeData, by: event.by ?? 'elsewhere' }],
  }
}

function afterCancelled(
  call: ToolCall | undefined,
  event: ToolCancelledEvent,
  context: ReduceContext,
): Phase | undefined {
  if (isIn(call, 'interrupted') || namesAnother(call, event)) return undefined
  const { message } = event
  const reason = event.reason ?? 'cancelled'
  return {
    ...interruption(call, reason, context, message),
    ...withdrawn(call, reason, message),
    delivery: undefined,
  }
}

/** True for an answer or a withdrawal of another request than the one that is open. */
function namesAnother(
  call: ToolCall | undefined,
  event: { readonly approvalId?: string | undefined; readonly suspensionId?: string | undefined },
): boolean {
  if (!isIn(call, 'approval-requested', 'suspended')) return false
  const id = call.state === 'suspended' ? event.suspensionId : event.approvalId
  return id !== undefined && id !== requestId(call)
}

function withdrawn(call: ToolCall | undefined, reason: InterruptReason, message?: string): Fields {
  if (!isIn(call, 'approval-requested', 'suspended')) return {}
  const receipt = { type: 'withdrawn', request: requestOf(call), reason, ...(message !== undefined && { message }) }
  return { receipts: [...call.receipts, receipt] }
}

function afterFailedResponse(call: ToolCall, event: ResponseFailedEvent): Phase | undefined {
  const delivery = { status: 'failed', error: { message: event.error ?? '', retryable: event.retryable ?? true } }
  const receipt = call.receipts.at(-1)
  if (isSettled(call)) return call.delivery && { state: call.state, delivery }
  const wasAnswered = isIn(call, 'approval-responded', 'resuming') || (isIn(call, 'interrupted') && call.delivery)
  // a tool that is seen running has its answer, whatever the sending says
  if (!wasAnswered || !receipt) return call.delivery && { state: call.state, delivery: undefined }
  const { request } = receipt
  const input = receipt.type === 'approval' ? receipt.input : call.input
  return ask(call, {
    ...('approvalId' in request
      ? { state: 'approval-requested', approval: request }
      : { state: 'suspended', suspension: request, decision: call.decision }),
    input,
    delivery,
    receipts: call.receipts.slice(0, -1),
  })
}

// Running and ending

function afterOutputRequired(call: ToolCall | undefined, event: ToolOutputRequiredEvent): Phase | undefined {
  const outputRequest = pick(event, 'outputSchema expiresAt ref')
  const waits = isIn(call, 'input-available') && call.waitingFor === 'client'
  if (waits && isDeepEqual(call.outputRequest, outputRequest) && !lacksInput(call)) return undefined
  return {
    state: 'input-available',
    ...inputOf(call, event.args),
    running: undefined,
    waitingFor: 'client',
    outputRequest,
  }
}

function afterUpdate(call: ToolCall | undefined, event: ToolUpdateEvent, context: ReduceContext): Phase | undefined {
  if (isPending(call) || isIn(call, 'interrupted', 'input-streaming')) return undefined
  const { running: was, waitingFor } = (isIn(call, 'input-available') ? call : {}) as Partial<
    ToolCallIn<'input-available'>
  >
  const running: RunningTool = {
    by: 'server',
    since: context.at,
    ...was,
    ...(event.name === undefined
      ? { partialOutput: event.partialResult }
      : { progress: { ...(was?.progress as object | undefined), [event.name]: event.partialResult } }),
  }
  return isDeepEqual(running, was) ? undefined : { state: 'input-available', ...inputOf(call), waitingFor, running }
}

function afterEnd(
  call: ToolCall | undefined,
  event: ToolEndEvent,
  context: ReduceContext,
  { decision }: ToolCall,
): Phase {
  const { input, inputError } = endedInput(call, context.live, event.args)
  const settled = { input, delivery: undefined, settledAt: context.at }
  const saidNo = decision?.approved === false
  if (event.denied === true || (event.isError && saidNo)) {
    const reason = event.reason ?? (decision ? undefined : event.errorText)
    return {
      state: 'output-denied',
      ...settled,
      decision: saidNo ? decision : { approved: false, by: 'policy', ...(reason !== undefined && { reason }) },
    }
  }
  if (!event.isError)
    return {
      state: 'output-available',
      ...settled,
      output: event.result,
      modelOutput: event.modelOutput,
      ranAlthoughDenied: saidNo || undefined,
    }
  const text = textOf(event.result)
  return {
    state: 'output-error',
    ...settled,
    ...(inputError && event.errorKind === 'input' && { input: inputError.text }),
    errorKind: event.errorKind ?? 'execution',
    errorText: event.errorText ?? text ?? '',
    ...(event.result !== undefined && event.result !== text && { output: event.result }),
  }
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'object' && value !== null && 'message' in value ? value.message : value
  return typeof text === 'string' ? text : undefined
}

/** After an outcome only missing facts are added; and a success after a denial is never hidden. */
function afterSettled(call: ToolCall, event: CallEvent, context: ReduceContext): Phase | undefined {
  if (event.type === 'tool_end' && isIn(call, 'output-denied') && !event.isError && event.denied !== true)
    return afterEnd(call, event, context, call)
  if (event.type === 'tool_start') return fillInput(call, event.args)
  return event.type === 'tool_input_end' && lacksInput(call)
    ? fillInput(call, parsedInput(context.live?.finish(true)).input)
    : undefined
}

function interruption(
  call: ToolCall | undefined,
  reason: InterruptReason,
  context: ReduceContext,
  message: string | undefined,
): Phase {
  const { input, inputError } = inputOf(call)
  const isStreaming = !call || isIn(call, 'input-streaming')
  const preview = isStreaming ? previewOf(context) : { input, inputText: inputError?.text }
  return {
    state: 'interrupted',
    reason,
    message,
    settledAt: context.at,
    inputComplete: preview.inputText === undefined,
    input: preview.input,
    inputText: preview.inputText,
  }
}
