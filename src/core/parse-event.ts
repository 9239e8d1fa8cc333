import type { ToolCallEvent } from './events.ts'
import { isObject } from './json-value.ts'
import { REACTIONS } from './reduce-tool-call.ts'
import type { Warn } from './warnings.ts'

/**
 * Checks what came from outside and mends what can be mended: a field of the wrong type is dropped, a number that stands for a
 * text becomes one. What cannot be an event is reported, never thrown.
 */
export function parseEvent(value: unknown, warn: Warn): ToolCallEvent | undefined {
  const skip = (code: string, about: string) => {
    warn(code, about)
    return undefined
  }
  if (!isObject(value) || typeof value.type !== 'string') return skip('malformed-event', 'no type')
  const { type, toolCallId, approvalId } = value
  const event = mendFields(value)
  const ids = [toolCallId, type === 'tool_approval_resolved' && approvalId]
  let isWhole: unknown = type === 'hydrate' ? event.toolCalls : type !== 'task_updated' || event.tasks
  if (Object.hasOwn(REACTIONS, type)) isWhole = ids.some(id => typeof id === 'string')
  else if (!OF_THREADS.includes(type)) return skip('unknown-event', type)
  return isWhole ? (event as unknown as ToolCallEvent) : skip('malformed-event', type)
}

/** The events that speak of no single call. */
const OF_THREADS = ['run_start', 'run_end', 'hydrate', 'task_updated']

// Each list begins with the fields that others have in the same order: that compresses better.
const KINDS = new Map(
  Object.entries({
    string:
      'threadId runId messageId stepId subagentRunId title parentToolCallId parentRunId toolCallId toolName approvalId suspensionId ' +
      'errorText requestReason message optionId name agentType task modelId textDelta subToolName reason error key by inputText',
    boolean:
      'providerExecuted dynamic background isAutomatic editable detached isError denied approved success retryable complete inputComplete',
    number: 'at expiresAt exitCode startedAt settledAt',
    object: 'annotations display approval suspension decision outputRequest shell subagent',
    list: 'toolCalls tasks pendingToolCallIds receipts',
  }).flatMap(([kind, fields]) => fields.split(' ').map(field => [field, kind] as const)),
)
const WORDS = new Map<unknown, readonly unknown[]>([
  ['by', ['user', 'policy', 'elsewhere']],
  ['run_end', ['complete', 'aborted', 'error', 'suspended', 'length', 'disconnected']],
  ['tool_cancelled', ['aborted', 'cancelled', 'expired', 'superseded', 'answered-elsewhere']],
])

/** The same object without the known fields that have a wrong type. */
export function mendFields(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let mended = object
  for (const [field, value] of Object.entries(object)) {
    const kind = KINDS.get(field)
    if (kind === undefined || value === undefined) continue
    const words = WORDS.get(field === 'reason' ? object.type : field)
    if (words ? words.includes(value) : kindOf(value) === kind) continue
    const isText = kind === 'string' && typeof value === 'number' && !words
    mended = { ...mended, [field]: isText ? String(value) : undefined }
  }
  return mended
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null || Number.isNaN(value) ? 'none' : typeof value
}
