import type { CancelReason, RunEndReason, ToolCallEvent } from './events.ts'

export type ParsedEvent =
  | { readonly event: ToolCallEvent; readonly problem?: undefined }
  | { readonly event?: undefined; readonly problem: 'unknown-event' | 'malformed-event'; readonly message: string }

/**
 * Checks what came from outside and mends what can be mended: an optional field of the wrong type is dropped, a missing flag is
 * false. What cannot be an event is reported, never thrown.
 */
export function parseEvent(value: unknown): ParsedEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return malformed(`An event must be an object, not ${value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value}.`)
  }
  const event = value as Record<string, unknown>
  const type = event.type
  if (typeof type !== 'string') return malformed('An event has no "type".')
  if (!Object.hasOwn(NEEDS, type)) {
    return { problem: 'unknown-event', message: `The event type "${shorten(type)}" is not known. It is skipped.` }
  }
  const needs = NEEDS[type as ToolCallEvent['type']]
  if (needs === 'toolCallId' && typeof event.toolCallId !== 'string') return malformed(`"${type}" has no toolCallId.`)
  if (needs === 'approval' && typeof event.toolCallId !== 'string' && typeof event.approvalId !== 'string') {
    return malformed(`"${type}" has neither a toolCallId nor an approvalId.`)
  }
  if (type === 'hydrate' && !Array.isArray(event.toolCalls)) return malformed('"hydrate" has no list of tool calls.')
  if (type === 'task_updated' && !Array.isArray(event.tasks)) return malformed('"task_updated" has no list of tasks.')
  return { event: mend(event, type as ToolCallEvent['type']) as unknown as ToolCallEvent }
}

/** For messages: names and ids come from outside and may be very long. */
export function shorten(text: string, length = 80): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

const NEEDS: Record<ToolCallEvent['type'], 'toolCallId' | 'approval' | 'nothing'> = {
  tool_input_start: 'toolCallId',
  tool_input_delta: 'toolCallId',
  tool_input_end: 'toolCallId',
  tool_start: 'toolCallId',
  tool_input_error: 'toolCallId',
  tool_approval_required: 'toolCallId',
  tool_approval_resolved: 'approval',
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
  task_updated: 'nothing',
  run_start: 'nothing',
  run_end: 'nothing',
  response_failed: 'toolCallId',
  hydrate: 'nothing',
}

const TEXT_FIELDS = [
  'threadId', 'runId', 'messageId', 'stepId', 'parentToolCallId', 'subagentRunId', 'parentRunId', 'toolCallId', 'toolName', 'title',
  'approvalId', 'suspensionId', 'errorText', 'requestReason', 'message', 'optionId', 'name', 'agentType', 'task', 'modelId', 'textDelta',
  'output', 'subToolName', 'result', 'reason', 'error', 'key',
] as const
// These names hold text in some events and any value in others.
const ANY_VALUE: Partial<Record<ToolCallEvent['type'], readonly string[]>> = { tool_end: ['result'] }
const FLAGS = ['providerExecuted', 'dynamic', 'background', 'isAutomatic', 'editable', 'detached'] as const
const TEXT_DEFAULTS: Partial<Record<ToolCallEvent['type'], Readonly<Record<string, unknown>>>> = {
  tool_input_start: { toolName: '' },
  tool_start: { toolName: '' },
  tool_input_error: { toolName: '', errorText: '' },
  shell_output: { output: '' },
  subagent_start: { agentType: '' },
  subagent_text_delta: { textDelta: '' },
  subagent_tool_start: { subToolName: '' },
  subagent_tool_end: { subToolName: '' },
  response_failed: { error: '' },
  tool_suspension_cancelled: { reason: '' },
}
const RUN_END_REASONS: readonly RunEndReason[] = ['complete', 'aborted', 'error', 'suspended', 'length', 'disconnected']
const CANCEL_REASONS: readonly CancelReason[] = ['aborted', 'cancelled', 'expired', 'superseded', 'answered-elsewhere']
const ANSWERED_BY = ['user', 'policy', 'elsewhere']

function mend(event: Record<string, unknown>, type: ToolCallEvent['type']): Record<string, unknown> {
  let mended: Record<string, unknown> | undefined
  const set = (field: string, value: unknown) => {
    mended ??= { ...event }
    if (value === undefined) delete mended[field]
    else mended[field] = value
  }
  for (const field of TEXT_FIELDS) {
    if (event[field] === undefined || typeof event[field] === 'string' || ANY_VALUE[type]?.includes(field)) continue
    set(field, typeof event[field] === 'number' ? String(event[field]) : undefined)
  }
  for (const flag of FLAGS) if (event[flag] !== undefined && typeof event[flag] !== 'boolean') set(flag, undefined)
  for (const [field, value] of Object.entries(TEXT_DEFAULTS[type] ?? {})) {
    if (typeof (mended ?? event)[field] !== 'string') set(field, value)
  }
  if (event.at !== undefined && !Number.isFinite(event.at)) set('at', undefined)
  if (event.expiresAt !== undefined && !Number.isFinite(event.expiresAt)) set('expiresAt', undefined)
  if (event.annotations !== undefined && !isObject(event.annotations)) set('annotations', undefined)
  if (event.display !== undefined && !isObject(event.display)) set('display', undefined)
  switch (type) {
    case 'tool_end':
    case 'subagent_tool_end':
    case 'subagent_end':
      if (typeof event.isError !== 'boolean') set('isError', event.isError === 'true' || event.isError === 1)
      break
    case 'tool_approval_resolved':
      if (typeof event.approved !== 'boolean') set('approved', false)
      if (!ANSWERED_BY.includes(event.by as string)) set('by', 'elsewhere')
      break
    case 'tool_resumed':
      if (!ANSWERED_BY.includes(event.by as string)) set('by', 'elsewhere')
      break
    case 'tool_cancelled':
      if (!CANCEL_REASONS.includes(event.reason as CancelReason)) set('reason', 'cancelled')
      break
    case 'run_end':
      if (event.reason !== undefined && !RUN_END_REASONS.includes(event.reason as RunEndReason)) set('reason', undefined)
      if (event.pendingToolCallIds !== undefined && !Array.isArray(event.pendingToolCallIds)) set('pendingToolCallIds', undefined)
      break
    case 'shell_output':
      if (event.stream !== 'stdout' && event.stream !== 'stderr') set('stream', 'stdout')
      break
    case 'command_exit':
      if (typeof event.exitCode !== 'number') set('exitCode', -1)
      if (typeof event.success !== 'boolean') set('success', event.exitCode === 0)
      break
    default:
  }
  return mended ?? event
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function malformed(message: string): ParsedEvent {
  return { problem: 'malformed-event', message: `${message} It is skipped.` }
}
