import { createToolCallSession, type ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../core/events.ts'
import { redactEvent, type Displays } from './redact-event.ts'
import { shiftTimes } from './shift-times.ts'
import { toSnapshot } from './to-snapshot.ts'

export interface HeardEvent {
  readonly event: ToolCallEvent
  /** When it was heard here, in epoch milliseconds. */
  readonly at: number
}

/**
 * JSONL: one event a line, `at` in milliseconds since the first one. What a session does by itself, such as running a tool, is no
 * event: calls that would end otherwise when it is played are added at the end, as they are now.
 *
 * @param displays none: the values as they came
 */
export function writeRecording(
  heard: readonly HeardEvent[],
  session: ToolCallSession,
  displays: Displays | undefined,
): string {
  const played = createToolCallSession({ scheduler: { schedule: () => () => {} } })
  for (const { event } of heard) played.dispatch(event)
  played.flush()
  const untold = session.getToolCalls().filter(call => {
    const { toolCallId, messageId, stepId, state } = call
    const other = played.findToolCall(toolCallId, { messageId, stepId })
    return other && other.state !== state
  })
  played.dispose()
  const [hydrate] = toSnapshot(untold, session.threadId).slice(-1)
  return write(hydrate ? [...heard, { event: hydrate, at: Date.now() }] : heard, displays)
}

function write(heard: readonly HeardEvent[], displays: Displays | undefined): string {
  const start = heard[0]?.at ?? 0
  return heard
    .map(({ event, at }) => {
      // its other times are by the clock that it came with
      const shifted = shiftTimes(event, (event.at === undefined ? 0 : at - event.at) - start)
      const kept = displays ? redactEvent(shifted, displays) : shifted
      return `${toJson({ ...kept, at: at - start })}\n`
    })
    .join('')
}

/** A field that JSON cannot hold, a cycle or a bigint, is left out; the event stays. */
function toJson(event: object): string {
  try {
    return JSON.stringify(event)
  } catch {
    return JSON.stringify(Object.fromEntries(Object.entries(event).filter(([, value]) => isJson(value))))
  }
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}
