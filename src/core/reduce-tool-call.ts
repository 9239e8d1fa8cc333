import type { InterruptReason, RunEndEvent, ToolCallEvent } from './events.ts'
import { frozenCopy, isDeepEqual } from './json-value.ts'
import type { LiveInput, ToolInputPreviewState } from './live-input.ts'
import { factsOf } from './tool-call-facts.ts'
import { endedInput, finalInput, inputOf, parsedInput } from './tool-call-input.ts'
import {
  change,
  idOf,
  isEnded,
  isIn,
  isLent,
  isNew,
  isPending,
  isSettled,
  isWaiting,
  lacksInput,
  mayStream,
  move,
  pick,
  requestOf,
  requestsOf,
  type AnyToolCall,
  type Fields,
  type Phase,
} from './tool-call-record.ts'
import type { Decision, RunningTool, ToolCall } from './tool-call.ts'

/** Events that speak of one call. */
export type CallEvent = Exclude<ToolCallEvent, { type: 'run_start' | 'run_end' | 'hydrate' | 'task_updated' }>

export interface ReduceContext {
  /** Epoch milliseconds. */
  readonly at: number
  /** The arguments, as far as they have come; undefined where they do not stream. */
  readonly live: LiveInput | undefined
  /** True for tools that run here: their calls wait until their run has ended. */
  isClientTool(toolName: string): boolean
}

/** What an event makes of a record. Pure and total: an event that cannot be applied gives the same object back. */
export function reduceToolCall(call: ToolCall, event: CallEvent, context: ReduceContext): ToolCall {
  const known = change(call, factsOf(call, event))
  if (isSettled(call) && !AFTER_OUTCOME.has(event.type)) return known
  const react = REACTIONS[event.type] as Reaction<CallEvent['type']>
  const phase = react(known, event, context)
  if (!phase) return known
  return phase.state === call.state && !isNew(call) ? change(known, phase) : enter(known, phase, context)
}

/** How an open call ends with its run (law 4). Gives the same record back where it waits for somebody. */
export function closeToolCall(call: ToolCall, end: RunEndEvent, context: ReduceContext): ToolCall {
  const { reason = 'complete' } = end
  if (isEnded(call)) return call
  if (!isIn(call, 'input-streaming')) {
    if (reason === 'suspended' || isWaiting(call) || call.background === true) return call
    if (call.decision?.approved === false) return enter(call, { state: 'output-denied' }, context)
    if (call.outputRequest || end.pendingToolCallIds?.includes(call.toolCallId))
      return enter(call, { state: 'input-available', waitingFor: 'client' }, context)
  }
  const why = reason === 'complete' || reason === 'suspended' ? 'no-result' : reason
  return enter(call, interruption(call, why, context, end.errorText), context)
}

/** A record in another state: it takes its input with it. */
function enter(call: AnyToolCall, phase: Phase, { at }: ReduceContext): ToolCall {
  const { input, inputError } = inputOf(call)
  return move(call, {
    input,
    ...(phase.state === 'input-available' && { inputError }),
    ...(isEnded(phase) && { settledAt: at }),
    ...phase,
  })
}

/** A field of a wrong type was dropped from the event, so any may be missing. */
type Reaction<Type extends CallEvent['type']> = (
  call: AnyToolCall,
  event: Partial<Extract<CallEvent, { type: Type }>>,
  context: ReduceContext,
) => Phase | undefined

/** What each event makes of a call's state; undefined where it makes nothing of it. */
export const REACTIONS: { readonly [Type in CallEvent['type']]: Reaction<Type> } = {
  // The input

  tool_input_start: showInput,
  tool_input_delta: showInput,
  tool_input_end(call, event, context) {
    if (isNew(call)) return showInput(call, event, context)
    const result = context.live?.finish(true)
    if (!result) return undefined
    if (mayStream(call)) return { state: 'input-available', ...parsedInput(result) }
    // a request or a result came before the end of the arguments
    return fillInput(call, parsedInput(result).input)
  },
  tool_start(call, { args }, { at, live, isClientTool }) {
    const running = isClientTool(call.toolName) ? undefined : runningAt(at)
    if (isIn(call, 'input-streaming') || call.reason === 'disconnected')
      return { state: 'input-available', ...finalInput(call, live, args), running }
    if (!isIn(call, 'input-available')) return fillInput(call, args)
    // the first final input stays; what was only parsed from the text gives way to what the wire says
    return {
      state: call.state,
      inputError: undefined,
      ...((call.running ?? call.waitingFor) ? inputOf(call, args) : { ...finalInput(call, live, args), running }),
    }
  },
  tool_input_error(call, event, { live }) {
    const { input, inputError } = endedInput(call, live)
    return {
      state: 'output-error',
      errorKind: 'input',
      errorText: event.errorText ?? '',
      input: event.input ?? inputError?.text ?? input,
    }
  },

  // Requests and answers

  tool_approval_required(call, event) {
    const { approvalId = call.toolCallId, args } = event
    const asked = requestsOf(call).findLast(request => request.approvalId === approvalId)
    // A replay, also of what was answered before. A request without an id of its own may come again when its call was interrupted, or ask something else.
    if (asked && !(event.approvalId === undefined && isIn(call, 'interrupted'))) {
      const isOpen = isIn(call, 'approval-requested', 'approval-responded')
      if (args === undefined || isDeepEqual(args, asked.input ?? call.input) || !isOpen) return undefined
    }
    const own = isLent(call) ? undefined : inputOf(call).input
    const input = frozenCopy(own === undefined ? args : own)
    const about = own === undefined ? input : isDeepEqual(args, input) ? undefined : frozenCopy(args)
    return ask(call, {
      state: 'approval-requested',
      input,
      approval: { approvalId, ...pick({ input: about }, 'input'), ...pick(event, REQUEST) },
    })
  },
  tool_approval_resolved(call, event) {
    const isAsked = isIn(call, 'approval-requested')
    if (!isAsked && (call.decision || !isIn(call, 'input-available', 'input-streaming'))) return undefined
    if (namesAnother(call, event)) return undefined
    const decision: Decision = {
      approved: event.approved === true,
      by: event.by ?? 'elsewhere',
      ...pick(event, 'reason optionId editedInput payload grant'),
    }
    const { input } = inputOf(call)
    const request = isAsked ? call.approval : { approvalId: event.approvalId ?? call.toolCallId }
    return {
      state: 'approval-responded',
      input: event.editedInput === undefined ? input : event.editedInput,
      approval: request,
      decision,
      ...receipts(call, { type: 'approval', request, input, decision }),
    }
  },
  tool_suspended(call, event) {
    const { suspendPayload: payload } = event
    const asked = requestsOf(call).filter(request => 'suspensionId' in request)
    // without an id only the last question can be told from its own replay
    const isReplay =
      event.suspensionId === undefined
        ? isIn(call, 'suspended', 'resuming') && isDeepEqual(call.suspension.payload, payload)
        : asked.some(({ suspensionId }) => suspensionId === event.suspensionId)
    if (isReplay) return undefined
    const { suspensionId = call.toolCallId + (asked.length === 0 ? '' : `:${asked.length}`) } = event
    return ask(call, {
      state: 'suspended',
      input: inputOf(call, event.args).input,
      suspension: { suspensionId, payload, ...pick(event, REQUEST) },
      decision: call.decision,
    })
  },
  tool_resumed(call, event) {
    // what answers a question decides no approval: that waits for its person
    if (isIn(call, 'interrupted', 'resuming', 'approval-requested') || namesAnother(call, event)) return undefined
    const { resumeData, suspensionId = call.toolCallId, by = 'elsewhere' } = event
    const request = isIn(call, 'suspended') ? call.suspension : { suspensionId, payload: undefined }
    return {
      state: 'resuming',
      suspension: request,
      resumeData,
      ...receipts(call, { type: 'suspension', request, resumeData, by }),
    }
  },
  tool_cancelled(call, event, context) {
    if (isIn(call, 'interrupted') || namesAnother(call, event)) return undefined
    const { reason = 'cancelled', message } = event
    return {
      ...interruption(call, reason, context, message),
      ...withdrawn(call, reason, message),
      delivery: undefined,
    }
  },
  tool_suspension_cancelled: (call, { reason: message, ...event }, context) =>
    REACTIONS.tool_cancelled(call, { ...event, type: 'tool_cancelled', reason: 'cancelled', message }, context),
  response_failed(call, event) {
    const delivery = { status: 'failed', error: { message: event.error ?? '', retryable: event.retryable ?? true } }
    const { state } = call
    const receipt = call.receipts.at(-1)
    const wasAnswered = isIn(call, 'approval-responded', 'resuming') || (isIn(call, 'interrupted') && call.delivery)
    // a tool that is seen running has its answer, whatever the sending says
    if (!wasAnswered || !receipt) return call.delivery && { state, delivery: isSettled(call) ? delivery : undefined }
    const { request } = receipt
    return ask(call, {
      ...('approvalId' in request
        ? { state: 'approval-requested', approval: request }
        : { state: 'suspended', suspension: request, decision: call.decision }),
      input: receipt.type === 'approval' ? receipt.input : call.input,
      delivery,
      receipts: call.receipts.slice(0, -1),
    })
  },

  // Running and ending

  tool_output_required(call, event) {
    const outputRequest = pick(event, 'outputSchema expiresAt ref')
    return {
      state: 'input-available',
      inputError: undefined,
      ...inputOf(call, event.args),
      running: call.waitingFor === 'client' ? call.running : undefined,
      waitingFor: 'client',
      outputRequest,
    }
  },
  tool_update(call, { name, partialResult }, { at }) {
    if (isPending(call) || isIn(call, 'interrupted') || call.revision !== undefined) return undefined
    const { running, waitingFor } = call
    return {
      state: 'input-available',
      waitingFor,
      running: {
        ...runningAt(at),
        ...running,
        ...(name === undefined
          ? { partialOutput: partialResult }
          : { progress: { ...(running?.progress as object | undefined), [name]: partialResult } }),
      },
    }
  },
  shell_output(call, event, context) {
    const { output } = event
    const chunks = call.shell?.chunks ?? []
    const last = chunks.at(-1)
    const stream = event.stream === 'stderr' ? 'stderr' : 'stdout'
    const joins = last?.stream === stream
    const chunk = { stream, text: (joins ? last.text : '') + output }
    return speaks(
      call,
      context,
      output &&
        typeof output === 'string' && {
          shell: { ...call.shell, chunks: [...(joins ? chunks.slice(0, -1) : chunks), chunk] },
        },
    )
  },
  command_exit(call, { exitCode = -1, success = exitCode === 0 }, context) {
    return speaks(
      call,
      context,
      call.shell?.exitCode === undefined && { shell: { chunks: [], ...call.shell, exitCode, success } },
    )
  },
  subagent_start: (call, event, context) =>
    speaks(
      call,
      context,
      !call.subagent && { subagent: { agentType: '', ...pick(event, 'agentType task modelId'), text: '' } },
    ),
  subagent_text_delta: (call, { agentType = '', textDelta }, context) =>
    speaks(
      call,
      context,
      textDelta && { subagent: { agentType, ...call.subagent, text: (call.subagent?.text ?? '') + textDelta } },
    ),
  subagent_tool_start: speaksOnly,
  subagent_tool_end: speaksOnly,
  subagent_end: speaksOnly,
  tool_end(call, event, { live }) {
    const { decision } = call
    const saidNo = decision?.approved === false
    const isDenied = event.denied === true || (event.isError && saidNo)
    // a success after a denial is never hidden
    if (isSettled(call) && (isDenied || event.isError || !isIn(call, 'output-denied'))) return undefined
    const { input, inputError } = endedInput(call, live, event.args)
    const settled = { input, delivery: undefined }
    if (isDenied) {
      const reason = event.reason ?? (decision ? undefined : event.errorText)
      return {
        state: 'output-denied',
        ...settled,
        decision: saidNo ? decision : { approved: false, by: 'policy', ...pick({ reason }, 'reason') },
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
      ...(event.result !== text && { output: event.result }),
    }
  },
  // the store takes the record away
  tool_retracted: () => undefined,
}

/** What says something new even of a call that has its outcome. */
const AFTER_OUTCOME: ReadonlySet<CallEvent['type']> = new Set([
  'tool_start',
  'tool_input_end',
  'tool_end',
  'response_failed',
  'command_exit',
  'subagent_start',
])
const REQUEST =
  'requestReason message isAutomatic options approvalSchema editable descriptor resumeSchema detached expiresAt ref'

function showInput(call: AnyToolCall, _event: unknown, { live }: ReduceContext): Phase | undefined {
  return mayStream(call) ? { state: 'input-streaming', ...previewOf(live) } : undefined
}

function previewOf(live: LiveInput | undefined): ToolInputPreviewState {
  return live?.preview() ?? { input: undefined, inputText: '', inputOpenPath: undefined, revision: 0 }
}

function fillInput(call: AnyToolCall, input: unknown): Phase | undefined {
  return lacksInput(call) && input !== undefined ? { state: call.state, input } : undefined
}

function runningAt(since: number): RunningTool {
  return { by: 'server', since }
}

/** A shell or a sub-agent speaks: the call runs. */
function speaks(call: AnyToolCall, { at }: ReduceContext, says: Fields | string | false | undefined): Phase {
  const isSeenRunning = isNew(call) || (isIn(call, 'input-available') && !call.running && !call.waitingFor)
  return {
    ...(isSeenRunning ? { state: 'input-available', running: runningAt(at) } : { state: call.state }),
    ...(says as Fields),
  }
}

function speaksOnly(call: AnyToolCall, _event: unknown, context: ReduceContext): Phase {
  return speaks(call, context, undefined)
}

/** A request makes an older one, and its answer, things of the past. */
function ask(call: AnyToolCall, phase: Phase): Phase {
  return { decision: undefined, resumeData: undefined, delivery: undefined, ...withdrawn(call, 'superseded'), ...phase }
}

/** True for an answer or a withdrawal of another request than the one that is open. */
function namesAnother(
  call: AnyToolCall,
  event: { readonly approvalId?: string | undefined; readonly suspensionId?: string | undefined },
): boolean {
  const id = isIn(call, 'suspended') ? event.suspensionId : event.approvalId
  return isIn(call, 'approval-requested', 'suspended') && id !== undefined && id !== idOf(requestOf(call))
}

function withdrawn(call: AnyToolCall, reason: InterruptReason, message?: string): Fields {
  return isIn(call, 'approval-requested', 'suspended')
    ? receipts(call, { type: 'withdrawn', request: requestOf(call), reason, ...pick({ message }, 'message') })
    : {}
}

function receipts(call: AnyToolCall, receipt: Fields): Fields {
  return { receipts: [...call.receipts, receipt] }
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'object' && value !== null && 'message' in value ? value.message : value
  return typeof text === 'string' ? text : undefined
}

function interruption(
  call: AnyToolCall,
  reason: InterruptReason,
  { live }: ReduceContext,
  message: string | undefined,
): Phase {
  const known = inputOf(call)
  const { input, inputText } = isIn(call, 'input-streaming')
    ? previewOf(live)
    : { ...known, inputText: known.inputError?.text }
  return {
    state: 'interrupted',
    reason,
    message,
    inputComplete: inputText === undefined,
    input,
    inputText,
  }
}
