import type { CancelReason, RunEndReason, ToolCallEvent } from './events.ts'

export type ParsedEvent =
  | { readonly event: ToolCallEvent; readonly problem?: undefined }
  | { readonly event?: undefined; readonly problem: 'unknown-event' | 'malformed-event'; readonly message: string }

/**
 * Checks what came from outside and mends what can be mended: a field of the wrong type is dropped, a number that stands for a
 * text becomes one. What cannot be an event is reported, never thrown.
 */
export function parseEvent(value: unknown): ParsedEvent {
  if (!isObject(value) || typeof value.type !== 'string') return malformed('An event must be an object with a "type".')
  const { type } = value
  if (!Object.hasOwn(NEEDS, type))
    return { problem: 'unknown-event', message: `The event type "${shorten(type)}" is not known. It is skipped.` }
  const needs = NEEDS[type as ToolCallEvent['type']]
  if (
    needs !== '' &&
    typeof value.toolCallId !== 'string' &&
    !(needs === 'approvalId' && typeof value.approvalId === 'string')
  ) {
    return malformed(`"${type}" has no toolCallId.`)
  }
  const list = type === 'hydrate' ? value.toolCalls : type === 'task_updated' ? value.tasks : NO_LIST
  if (!Array.isArray(list)) return malformed(`"${type}" has no list.`)
  return { event: mend(value, type) as unknown as ToolCallEvent }
}
const NO_LIST: readonly unknown[] = []

/** For messages: names and ids come from outside and may be very long. */
export function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

const NEEDS: Record<ToolCallEvent['type'], 'toolCallId' | 'approvalId' | ''> = {
  tool_input_start: 'toolCallId',
  tool_input_delta: 'toolCallId',
  tool_input_end: 'toolCallId',
  tool_start: 'toolCallId',
  tool_input_error: 'toolCallId',
  tool_approval_required: 'toolCallId',
  tool_approval_resolved: 'approvalId',
  tool_suspended: 'toolCallId',
  tool_resumed: 'toolCallId',
  tool_cancelled: 'toolCallId',
  tool_suspension_cancelled: 'toolCallId',
  tool_output_required: 'toolCallId',
  tool_update: 'toolCallId',
  shell_output: 'toolCallId',
  command_exit: 'toolCallId',
  tool_end: 'toolCallId',
  tool_retracted: 'toolCallId',
  subagent_start: 'toolCallId',
  subagent_text_delta: 'toolCallId',
  subagent_tool_start: 'toolCallId',
  subagent_tool_end: 'toolCallId',
  subagent_end: 'toolCallId',
  task_updated: '',
  run_start: '',
  run_end: '',
  response_failed: 'toolCallId',
  hydrate: '',
}

const KINDS = new Map(
  Object.entries({
    string:
      'threadId runId messageId stepId parentToolCallId subagentRunId parentRunId toolCallId toolName title approvalId suspensionId ' +
      'errorText requestReason message optionId name agentType task modelId textDelta output subToolName reason error key',
    boolean:
      'providerExecuted dynamic background isAutomatic editable detached isError denied approved success retryable complete',
    number: 'at expiresAt exitCode',
    object: 'annotations display',
  }).flatMap(([kind, fields]) => fields.split(' ').map(field => [field, kind] as const)),
)
const BY = ['user', 'policy', 'elsewhere']
const RUN_END: readonly RunEndReason[] = ['complete', 'aborted', 'error', 'suspended', 'length', 'disconnected']
const CANCEL: readonly CancelReason[] = ['aborted', 'cancelled', 'expired', 'superseded', 'answered-elsewhere']

function mend(event: Record<string, unknown>, type: string): Record<string, unknown> {
  let mended = event
  const set = (field: string, value: unknown) => {
    if (mended === event) mended = { ...event }
    mended[field] = value
  }
  for (const field of Object.keys(event)) {
    const value = event[field]
    const kind = KINDS.get(field)
    if (kind === undefined || value === undefined) continue
    if (kind === 'object' ? !isObject(value) : typeof value !== kind || Number.isNaN(value)) {
      set(field, kind === 'string' && typeof value === 'number' ? String(value) : undefined)
    }
  }
  if ('by' in event && !BY.includes(event.by as string)) set('by', 'elsewhere')
  if (type === 'run_end' && !RUN_END.includes(event.reason as RunEndReason)) set('reason', undefined)
  if (type === 'run_end' && !Array.isArray(event.pendingToolCallIds)) set('pendingToolCallIds', undefined)
  if (type === 'tool_cancelled' && !CANCEL.includes(event.reason as CancelReason)) set('reason', 'cancelled')
  return mended
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function malformed(message: string): ParsedEvent {
  return { problem: 'malformed-event', message: `${message} It is skipped.` }
}
