import type { ToolCallEvent } from '../core/events.ts'
import { redactEvent, type Displays } from './redact-event.ts'
import { shiftTimes } from './shift-times.ts'

export interface HeardEvent {
  readonly event: ToolCallEvent
  /** When it was heard here, in epoch milliseconds. */
  readonly at: number
}

/** JSONL: one event a line, `at` in milliseconds since the first one. @param displays none: the values as they came */
export function writeRecording(heard: readonly HeardEvent[], displays: Displays | undefined): string {
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
