import type { ToolCallEvent } from './events.ts'

export type ParsedEvent =
  | { readonly event: ToolCallEvent; readonly problem?: undefined; readonly message?: undefined }
  | { readonly event?: undefined; readonly problem: 'unknown-event' | 'malformed-event'; readonly message: string }

/**
 * Checks what came from outside and mends what can be mended: a field of the wrong type is dropped, a number that stands for a
 * text becomes one. What cannot be an event is reported, never thrown.
 */
export function parseEvent(value: unknown): ParsedEvent {
  if (!isObject(value) || typeof value.type !== 'string') return malformed('An event must be an object with a "type".')
  const { type } = value
  if (!Object.hasOwn(SPEAKS_OF_A_CALL, type))
    return { problem: 'unknown-event', message: `The event type "${shorten(type)}" is not known. It is skipped.` }
  const ids = [value.toolCallId, type === 'tool_approval_resolved' && value.approvalId]
  if (SPEAKS_OF_A_CALL[type as ToolCallEvent['type']] && !ids.some(id => typeof id === 'string'))
    return malformed(`"${type}" has no toolCallId.`)
  const event = mendFields(value)
  if ((type === 'hydrate' && !event.toolCalls) || (type === 'task_updated' && !event.tasks))
    return malformed(`"${type}" has no list.`)
  return { event: event as unknown as ToolCallEvent }
}

/** For messages: names and ids come from outside and may be very long. */
export function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

const SPEAKS_OF_A_CALL: Record<ToolCallEvent['type'], boolean> = {
  tool_input_start: true,
  tool_input_delta: true,
  tool_input_end: true,
  tool_start: true,
  tool_input_error: true,
  tool_approval_required: true,
  tool_approval_resolved: true,
  tool_suspended: true,
  tool_resumed: true,
  tool_cancelled: true,
  tool_suspension_cancelled: true,
  tool_output_required: true,
  tool_update: true,
  shell_output: true,
  command_exit: true,
  tool_end: true,
  tool_retracted: true,
  subagent_start: true,
  subagent_text_delta: true,
  subagent_tool_start: true,
  subagent_tool_end: true,
  subagent_end: true,
  response_failed: true,
  task_updated: false,
  run_start: false,
  run_end: false,
  hydrate: false,
}

const KINDS = new Map(
  Object.entries({
    string:
      'threadId runId messageId stepId parentToolCallId subagentRunId parentRunId toolCallId toolName title approvalId suspensionId ' +
      'errorText requestReason message optionId name agentType task modelId textDelta subToolName reason error key by inputText',
    boolean:
      'providerExecuted dynamic background isAutomatic editable detached isError denied approved success retryable complete inputComplete',
    number: 'at expiresAt exitCode startedAt settledAt',
    object: 'annotations display approval suspension decision outputRequest shell subagent',
    list: 'toolCalls tasks pendingToolCallIds receipts',
  }).flatMap(([kind, fields]) => fields.split(' ').map(field => [field, kind] as const)),
)
/** Fields that may only hold certain words; a `reason` has its own in each type of event. */
const WORDS = new Map<unknown, readonly unknown[]>(
  Object.entries({
    by: 'user policy elsewhere',
    run_end: 'complete aborted error suspended length disconnected',
    tool_cancelled: 'aborted cancelled expired superseded answered-elsewhere',
  }).map(([field, words]) => [field, words.split(' ')]),
)

/** The same object without the known fields that have a wrong type. */
export function mendFields(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let mended = object
  for (const field of Object.keys(object)) {
    const value = object[field]
    const kind = KINDS.get(field)
    if (kind === undefined || value === undefined) continue
    const words = WORDS.get(field === 'reason' ? object.type : field)
    const isRight =
      kind === 'object'
        ? isObject(value)
        : kind === 'list'
          ? Array.isArray(value)
          : words
            ? words.includes(value)
            : typeof value === kind && !Number.isNaN(value)
    if (isRight) continue
    const isText = kind === 'string' && typeof value === 'number' && !words
    mended = { ...mended, [field]: isText ? String(value) : undefined }
  }
  return mended
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function malformed(message: string): ParsedEvent {
  return { problem: 'malformed-event', message: `${message} It is skipped.` }
}
