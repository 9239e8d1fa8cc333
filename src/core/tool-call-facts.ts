import type { CallEvent } from './reduce-tool-call.ts'
import { isDeepEqual } from './json-value.ts'
import type { Fields } from './tool-call-record.ts'
import type { ToolCall } from './tool-call.ts'

const PLACES = ['threadId', 'runId', 'messageId', 'stepId', 'subagentRunId'] as const
const FACTS = ['title', 'providerExecuted', 'dynamic', 'background', 'annotations', 'metadata'] as const
const NAMING: ReadonlySet<CallEvent['type']> = new Set(['tool_input_start', 'tool_start', 'tool_input_error'])

/**
 * What an event says beside its own matter, as fields to add; undefined when nothing is new. The newest word counts while a call
 * is open; once it is settled only gaps are filled.
 */
export function newFacts(call: ToolCall, event: CallEvent, settled: boolean): Fields | undefined {
  const added: Record<string, unknown> = {}
  const said = event as unknown as Fields
  for (const place of PLACES) if (said[place] !== undefined && call[place] === undefined) added[place] = said[place]
  // a name that was repaired on the way counts from the final input on
  if (
    said.toolName &&
    said.toolName !== call.toolName &&
    (call.toolName === '' || (!settled && NAMING.has(event.type)))
  ) {
    added.toolName = said.toolName
  }
  for (const fact of FACTS) {
    const isNew =
      said[fact] !== undefined && !(settled && call[fact] !== undefined) && !isDeepEqual(said[fact], call[fact])
    if (isNew) added[fact] = said[fact]
  }
  if (event.type !== 'tool_input_delta' && said.display) {
    const display = { ...call.display, ...said.display }
    if (!isDeepEqual(display, call.display)) added.display = display
  }
  addProgress(call, event, settled, added)
  return Object.keys(added).length === 0 ? undefined : added
}

function addProgress(
  { shell, subagent }: ToolCall,
  event: CallEvent,
  settled: boolean,
  added: Record<string, unknown>,
) {
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
      if (shell?.exitCode !== undefined) return
      added.shell = {
        chunks: [],
        ...shell,
        exitCode: event.exitCode ?? -1,
        success: event.success ?? event.exitCode === 0,
      }
      return
    case 'subagent_start': {
      const { task, modelId } = event
      if (!subagent)
        added.subagent = {
          agentType: event.agentType ?? '',
          ...(task !== undefined && { task }),
          ...(modelId !== undefined && { modelId }),
          text: '',
        }
      return
    }
    case 'subagent_text_delta':
      if (settled || !event.textDelta) return
      added.subagent = { agentType: event.agentType ?? '', ...subagent, text: (subagent?.text ?? '') + event.textDelta }
      return
    default:
  }
}
