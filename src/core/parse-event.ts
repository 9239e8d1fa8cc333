import type { ToolCallEvent } from './events.ts'

/** Reports what was survived. The message holds no payload. */
export type Warn = (code: string, message: string, toolCallId?: string) => void

/**
 * Checks what came from outside and mends what can be mended: a field of the wrong type is dropped, a number that stands for a
 * text becomes one. What cannot be an event is reported, never thrown.
 */
export function parseEvent(value: unknown, warn: Warn): ToolCallEvent | undefined {
  const skip = (message: string, code = 'malformed-event') => {
    warn(code, `${message} It is skipped.`)
    return undefined
  }
  if (!isObject(value) || typeof value.type !== 'string') return skip('An event must be an object with a "type".')
  const { type } = value
  if (!Object.hasOwn(SPEAKS_OF_A_CALL, type))
    return skip(`The event type "${shorten(type)}" is not known.`, 'unknown-event')
  const ids = [value.toolCallId, type === 'tool_approval_resolved' && value.approvalId]
  if (SPEAKS_OF_A_CALL[type as ToolCallEvent['type']] && !ids.some(id => typeof id === 'string'))
    return skip(`"${type}" has no toolCallId.`)
  const event = mendFields(value)
  if ((type === 'hydrate' && !event.toolCalls) || (type === 'task_updated' && !event.tasks))
    return skip(`"${type}" has no list.`)
  return event as unknown as ToolCallEvent
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
const BY: readonly unknown[] = ['user', 'policy', 'elsewhere']
const REASONS = new Map<unknown, readonly unknown[]>([
  ['run_end', ['complete', 'aborted', 'error', 'suspended', 'length', 'disconnected']],
  ['tool_cancelled', ['aborted', 'cancelled', 'expired', 'superseded', 'answered-elsewhere']],
])

/** The same object without the known fields that have a wrong type. */
export function mendFields(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let mended = object
  for (const field of Object.keys(object)) {
    const value = object[field]
    const kind = KINDS.get(field)
    if (kind === undefined || value === undefined) continue
    const words = field === 'by' ? BY : field === 'reason' ? REASONS.get(object.type) : undefined
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
