import type { HydrateEvent, ToolCallEvent, ToolDisplay, TransformPhase } from '../core/events.ts'
import type { Decision, Receipt, StoredToolCall } from '../core/tool-call.ts'

/** Stands where a value may not be shown. */
export const HIDDEN = '[hidden]'

/** What may be drawn of each call, by its id. */
export type Displays = Map<string, ToolDisplay>

/** Remembers what an event says about what may be drawn. */
export function noteDisplay(displays: Displays, event: ToolCallEvent): void {
  if (event.type === 'hydrate') for (const stored of storedOf(event)) add(displays, stored)
  else if ('toolCallId' in event && event.toolCallId !== undefined && 'display' in event) add(displays, event)
}

function add(displays: Displays, { toolCallId, display }: { toolCallId: string; display?: ToolDisplay | undefined }) {
  if (display) displays.set(toolCallId, { ...displays.get(toolCallId), ...display })
}

/**
 * The event with display values in place of the raw ones (law 12). An override that came with any event of a call holds for all of
 * them, earlier ones included; one that is empty or unreadable hides. `ref` is for the backend only and is left out.
 */
export function redactEvent(event: ToolCallEvent, displays: Displays): ToolCallEvent {
  if (event.type === 'hydrate') {
    return {
      ...event,
      toolCalls: storedOf(event).map(stored =>
        redactStored(stored, { ...displays.get(stored.toolCallId), ...stored.display }),
      ),
    }
  }
  const toolCallId = 'toolCallId' in event ? event.toolCallId : undefined
  const own = 'display' in event ? event.display : undefined
  const display = { ...(toolCallId === undefined ? undefined : displays.get(toolCallId)), ...own }
  const show = showWith(display)
  const showText = (phase: TransformPhase, text: string | undefined) => asText(show(phase, text))
  const redacted = withoutRaw(event, display)
  switch (redacted.type) {
    case 'tool_input_delta': {
      const isRaw = typeof redacted.argsTextDelta === 'string' && (display.input ?? display.inputDelta)
      const delta = showWith(own ?? {})('inputDelta', HIDDEN)
      return isRaw ? { ...redacted, argsTextDelta: delta === HIDDEN ? '' : delta } : redacted
    }
    case 'tool_start':
    case 'tool_output_required':
      return { ...redacted, args: show('input', redacted.args) }
    case 'tool_input_error':
      return {
        ...redacted,
        input: show('input', redacted.input),
        errorText: showText('error', redacted.errorText) ?? '',
      }
    case 'tool_approval_required': {
      const { descriptor, ...rest } = redacted
      return {
        ...rest,
        ...(display.approval || display.input ? {} : { descriptor }),
        args: show(display.approval ? 'approval' : 'input', rest.args),
        message: isHidden(display, 'approval') ? undefined : rest.message,
        requestReason: isHidden(display, 'approval') ? undefined : rest.requestReason,
      }
    }
    case 'tool_approval_resolved':
      return {
        ...redacted,
        // which call it decides about is not said, so whatever hides something may hide this
        ...redactDecision(redacted, toolCallId === undefined && displays.size > 0 ? HIDDEN_DECISION : display),
      }
    case 'tool_suspended':
      return {
        ...redacted,
        args: show('input', redacted.args),
        suspendPayload: show('suspend', redacted.suspendPayload),
        message: isHidden(display, 'suspend') ? undefined : redacted.message,
      }
    case 'tool_resumed':
      return { ...redacted, resumeData: show('resume', redacted.resumeData) }
    case 'tool_update':
      return { ...redacted, partialResult: show('output', redacted.partialResult) }
    case 'shell_output':
      return { ...redacted, output: showText('output', redacted.output) ?? '' }
    case 'tool_end':
      return {
        ...redacted,
        args: show('input', redacted.args),
        result: show(redacted.isError && display.error ? 'error' : 'output', redacted.result),
        errorText: showText('error', redacted.errorText),
        modelOutput: display.output || display.error ? undefined : redacted.modelOutput,
      }
    case 'subagent_start':
      return { ...redacted, task: showText('input', redacted.task) }
    case 'subagent_text_delta':
      return { ...redacted, textDelta: showText('output', redacted.textDelta) ?? '' }
    case 'subagent_tool_start':
      return { ...redacted, subToolArgs: show('input', redacted.subToolArgs) }
    case 'subagent_tool_end':
      return { ...redacted, subToolResult: show('output', redacted.subToolResult) }
    case 'subagent_end':
      return { ...redacted, result: showText('output', redacted.result) }
    default:
      return redacted
  }
}

const HIDDEN_DECISION: ToolDisplay = { input: { suppress: true }, resume: { suppress: true } }

/** A stored call with what may be drawn. */
export function redactStored(stored: StoredToolCall, display: ToolDisplay): StoredToolCall {
  const show = showWith(display)
  const { approval, suspension, outputRequest, decision, shell, subagent } = stored
  const outputIsShown = !display.output && !display.error
  return {
    ...withoutRaw(stored, display),
    display: Object.keys(display).length > 0 ? display : undefined,
    input: show('input', stored.input),
    inputText: display.input || display.inputDelta ? undefined : stored.inputText,
    approval: approval && redactRequest(approval, display),
    suspension: suspension && redactRequest(suspension, display),
    outputRequest: outputRequest && withoutRaw(outputRequest, display),
    decision: decision && { ...decision, ...redactDecision(decision, display) },
    receipts: stored.receipts?.map(receipt => redactReceipt(receipt, display)),
    resumeData: show('resume', stored.resumeData),
    output: show('output', stored.output),
    modelOutput: outputIsShown ? stored.modelOutput : undefined,
    errorText: asText(show('error', stored.errorText)),
    shell: shell && (outputIsShown ? shell : { ...shell, chunks: [] }),
    subagent:
      subagent && (outputIsShown && !display.input ? subagent : { agentType: subagent.agentType, text: HIDDEN }),
  }
}

function redactReceipt(receipt: Receipt, display: ToolDisplay): Receipt {
  const show = showWith(display)
  switch (receipt.type) {
    case 'approval':
      return {
        ...receipt,
        request: redactRequest(receipt.request, display),
        input: show('input', receipt.input),
        decision: { ...receipt.decision, ...redactDecision(receipt.decision, display) },
      }
    case 'suspension':
      return {
        ...receipt,
        request: redactRequest(receipt.request, display),
        resumeData: show('resume', receipt.resumeData),
      }
    case 'withdrawn':
      return { ...receipt, request: redactRequest(receipt.request, display) }
    default: {
      const unreachable: never = receipt
      return unreachable
    }
  }
}

function redactRequest<Request extends object>(request: Request, display: ToolDisplay): Request {
  const show = showWith(display)
  const fields = { ...withoutRaw(request, display) } as Record<string, unknown>
  if ('input' in fields) fields.input = show(display.approval ? 'approval' : 'input', fields.input)
  if ('payload' in fields) fields.payload = show('suspend', fields.payload)
  if (display.approval || display.input) delete fields.descriptor
  if (isHidden(display, 'payload' in fields ? 'suspend' : 'approval')) {
    delete fields.message
    delete fields.requestReason
  }
  return fields as Request
}

function redactDecision(decision: Pick<Decision, 'editedInput' | 'payload'>, display: ToolDisplay) {
  const show = showWith(display)
  return {
    ...('editedInput' in decision && { editedInput: show('input', decision.editedInput) }),
    ...('payload' in decision && { payload: show('resume', decision.payload) }),
  }
}

/** What only the backend needs; with a transform, metadata too: nobody knows what of the raw value is in it. */
function withoutRaw<Value extends object>(value: Value, display: ToolDisplay): Value {
  const { ref: _, ...rest } = value as Record<string, unknown>
  if (Object.keys(display).length > 0) delete rest.metadata
  return rest as Value
}

function showWith(display: ToolDisplay): (phase: TransformPhase, value: unknown) => unknown {
  return (phase, value) => {
    const override: unknown = display[phase]
    if (override === undefined || value === undefined) return value
    return isHidden(display, phase) ? HIDDEN : (override as { value: unknown }).value
  }
}

function isHidden(display: ToolDisplay, phase: TransformPhase): boolean {
  const override: unknown = display[phase]
  if (override === undefined) return false
  return (
    typeof override !== 'object' ||
    override === null ||
    'suppress' in override ||
    !('value' in override) ||
    override.value === undefined
  )
}

function asText(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : HIDDEN
}

function storedOf(event: HydrateEvent): readonly StoredToolCall[] {
  return event.toolCalls.filter(stored => typeof stored === 'object' && stored !== null)
}
