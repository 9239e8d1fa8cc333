import type { CallEvent } from './reduce-tool-call.ts'
import { isSettled, type AnyToolCall, type Fields } from './tool-call-record.ts'

/** The events that may open a second call of a known id, and that give a call its name. */
export const OPENING: ReadonlySet<CallEvent['type']> = new Set(['tool_input_start', 'tool_start', 'tool_input_error'])

const FACTS =
  'threadId runId messageId stepId subagentRunId title providerExecuted dynamic background annotations metadata'.split(
    ' ',
  )

/**
 * What an event says beside its own matter. The newest word counts while a call is open; once it is settled only gaps are filled,
 * and a place never changes.
 */
export function factsOf(call: AnyToolCall, event: CallEvent, settled = isSettled(call)): Fields {
  const facts: Record<string, unknown> = {}
  const said = event as unknown as Fields
  const known = call as unknown as Fields
  for (const field of FACTS)
    if (said[field] !== undefined && (known[field] === undefined || !(settled || field.endsWith('Id'))))
      facts[field] = said[field]
  // a name that was repaired on the way counts from the final input on
  if (said.toolName && (call.toolName === '' || (!settled && OPENING.has(event.type)))) facts.toolName = said.toolName
  if (said.display && event.type !== 'tool_input_delta') facts.display = { ...call.display, ...said.display }
  return facts
}
