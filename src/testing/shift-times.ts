import type { ToolCallEvent } from '../core/events.ts'

const TIMES: ReadonlySet<string> = new Set(['at', 'expiresAt', 'startedAt', 'settledAt'])
/** Where an event has times deeper inside. Payloads are not looked into: a time in them is data. */
const HOLDERS: ReadonlySet<string> = new Set([
  'toolCalls',
  'approval',
  'suspension',
  'outputRequest',
  'receipts',
  'request',
])

/** The event as if it had happened so many milliseconds later. */
export function shiftTimes<Event extends ToolCallEvent>(event: Event, by: number): Event {
  return shift(event, by) as Event
}

function shift(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map(item => shift(item, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      TIMES.has(name) && typeof field === 'number' ? field + by : HOLDERS.has(name) ? shift(field, by) : field,
    ]),
  )
}
