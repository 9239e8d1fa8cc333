import type { CallEvent } from './reduce-tool-call.ts'
import { isDeepEqual } from './json-value.ts'
import type { ToolCall } from './tool-call.ts'

/** What a record carries in every state. */
export type CommonFields = Pick<ToolCall, (typeof COMMON)[number]>

const COMMON = [
  'key',
  'toolCallId',
  'toolName',
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
] as const satisfies readonly (keyof ToolCall)[]
const PLACES = ['threadId', 'runId', 'messageId', 'stepId', 'subagentRunId'] as const
const FACTS = ['title', 'providerExecuted', 'dynamic', 'background', 'annotations', 'metadata'] as const

export function commonOf(call: ToolCall): CommonFields {
  const common: Record<string, unknown> = {}
  for (const field of COMMON) if (call[field] !== undefined) common[field] = call[field]
  return common as CommonFields
}

export function openCommon(
  event: CallEvent,
  context: { key: string; parentKey?: string | undefined; threadId?: string | undefined; at: number },
): CommonFields {
  return {
    key: context.key,
    toolCallId: event.toolCallId ?? '',
    toolName: '',
    ...(context.parentKey === undefined ? {} : { parentKey: context.parentKey }),
    ...(context.threadId === undefined ? {} : { threadId: context.threadId }),
    startedAt: context.at,
    receipts: NO_RECEIPTS,
  }
}
const NO_RECEIPTS: ToolCall['receipts'] = Object.freeze([])

/**
 * Adds what an event says beside its own matter. The newest word counts while a call is open; once it is settled only gaps are
 * filled. Gives the same object back when nothing is new.
 */
export function addFacts(common: CommonFields, event: CallEvent, settled: boolean): CommonFields {
  const added: Record<string, unknown> = {}
  const fields = event as unknown as Record<string, unknown>
  for (const place of PLACES)
    if (fields[place] !== undefined && common[place] === undefined) added[place] = fields[place]
  // a name that was repaired on the way counts from the final input on
  if (
    typeof fields.toolName === 'string' &&
    fields.toolName !== '' &&
    fields.toolName !== common.toolName &&
    (common.toolName === '' || (!settled && NAMING.has(event.type)))
  ) {
    added.toolName = fields.toolName
  }
  for (const fact of FACTS) {
    const value = fields[fact]
    if (value === undefined || isDeepEqual(value, common[fact]) || (settled && common[fact] !== undefined)) continue
    added[fact] = value
  }
  if (
    event.type !== 'tool_input_delta' &&
    'display' in event &&
    event.display !== undefined &&
    !isDeepEqual({ ...common.display, ...event.display }, common.display)
  ) {
    added.display = { ...common.display, ...event.display }
  }
  addTool(common, event, settled, added)
  return Object.keys(added).length === 0 ? common : { ...common, ...added }
}
const NAMING: ReadonlySet<CallEvent['type']> = new Set(['tool_input_start', 'tool_start', 'tool_input_error'])

function addTool(common: CommonFields, event: CallEvent, settled: boolean, added: Record<string, unknown>) {
  const { shell, subagent } = common
  switch (event.type) {
    case 'shell_output': {
      if (settled || !event.output) return
      const chunks = shell?.chunks ?? []
      const last = chunks.at(-1)
      const stream = event.stream === 'stderr' ? 'stderr' : 'stdout'
      const joins = last?.stream === stream
      const chunk = { stream, text: (joins ? last.text : '') + event.output }
      added.shell = { ...shell, chunks: [...(joins ? chunks.slice(0, -1) : chunks), chunk] }
      return
    }
    case 'command_exit':
      if (shell?.exitCode === undefined)
        added.shell = {
          chunks: [],
          ...shell,
          exitCode: event.exitCode ?? -1,
          success: event.success ?? event.exitCode === 0,
        }
      return
    case 'subagent_start':
      if (subagent) return
      added.subagent = {
        agentType: event.agentType ?? '',
        ...(event.task === undefined ? {} : { task: event.task }),
        ...(event.modelId === undefined ? {} : { modelId: event.modelId }),
        text: '',
      }
      return
    case 'subagent_text_delta':
      if (settled || !event.textDelta) return
      added.subagent = { agentType: event.agentType ?? '', ...subagent, text: (subagent?.text ?? '') + event.textDelta }
      return
    default:
  }
}
