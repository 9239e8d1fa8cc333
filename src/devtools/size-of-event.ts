/** Nobody needs to know it exactly, and a large value must not be walked for each event. */
const MAX_NODES = 500

/** They say where an event belongs, not what it brings. */
const PLACES: ReadonlySet<string> = new Set([
  'type',
  'toolCallId',
  'toolName',
  'threadId',
  'runId',
  'messageId',
  'stepId',
  'parentToolCallId',
  'at',
])

/** About how many characters an event brings. */
export function sizeOfEvent(event: object): number {
  let nodes = 0
  const sizeOf = (value: unknown): number => {
    if (typeof value === 'string') return value.length
    if (typeof value !== 'object' || value === null || ++nodes > MAX_NODES) return 8
    if (Array.isArray(value)) {
      const looked = value.slice(0, MAX_NODES)
      // the rest is taken to be like the beginning
      return (sum(looked) * value.length) / Math.max(looked.length, 1)
    }
    return sum(Object.values(value))
  }
  const sum = (values: readonly unknown[]) => values.reduce<number>((total, value) => total + sizeOf(value), 0)
  try {
    return Math.round(
      sum(Object.entries(event).flatMap(([name, value]) => (PLACES.has(name) ? [] : [value as unknown]))),
    )
  } catch {
    // a getter that throws
    return 0
  }
}
