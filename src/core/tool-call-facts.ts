import type { CallEvent } from './reduce-tool-call.ts'
import { isDeepEqual } from './json-value.ts'
import { pick, type Fields } from './tool-call-record.ts'
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
  const progress = progressOf(call, event, settled)
  if (progress) Object.assign(added, progress)
  return Object.keys(added).length === 0 ? undefined : added
}

function progressOf({ shell, subagent }: ToolCall, event: CallEvent, settled: boolean): Fields | undefined {
  switch (event.type) {
    case 'shell_output': {
      if (settled || !event.output || typeof event.output !== 'string') return undefined
      const chunks = shell?.chunks ?? []
      const last = chunks.at(-1)
      const stream = event.stream === 'stderr' ? 'stderr' : 'stdout'
      const joins = last?.stream === stream
      const chunk = { stream, text: (joins ? last.text : '') + event.output }
      return { shell: { ...shell, chunks: [...(joins ? chunks.slice(0, -1) : chunks), chunk] } }
    }
    case 'command_exit': {
      const exitCode = event.exitCode ?? -1
      const success = event.success ?? exitCode === 0
      return shell?.exitCode === undefined ? { shell: { chunks: [], ...shell, exitCode, success } } : undefined
    }
    case 'subagent_start':
      return subagent ? undefined : { subagent: { agentType: '', ...pick(event, 'agentType task modelId'), text: '' } }
    case 'subagent_text_delta': {
      const { agentType, textDelta } = event
      if (settled || !textDelta) return undefined
      return { subagent: { agentType: agentType ?? '', ...subagent, text: (subagent?.text ?? '') + textDelta } }
    }
    default:
      return undefined
  }
}
