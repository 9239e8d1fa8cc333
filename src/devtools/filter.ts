import type { Lane, LogRow } from './inspector-log.ts'

/**
 * Every word of the filter must be in the text, one with a minus before it must not. Only names, ids, types and states are looked at:
 * a search in values would tell of those that may not be shown.
 */
function createFilter(filter: string): (...texts: readonly (string | undefined)[]) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const wanted = words.filter(word => !word.startsWith('-'))
  const unwanted = words.flatMap(word => (word.startsWith('-') && word.length > 1 ? word.slice(1) : []))
  return (...texts) => {
    const text = texts.join('\n').toLowerCase()
    return wanted.every(word => text.includes(word)) && !unwanted.some(word => text.includes(word))
  }
}

export function filterLanes(lanes: readonly Lane[], filter: string): readonly Lane[] {
  if (filter.trim() === '') return lanes
  const matches = createFilter(filter)
  return lanes.filter(({ call }) => matches(call.toolName, call.toolCallId, call.state))
}

export function filterRows(rows: readonly LogRow[], filter: string): readonly LogRow[] {
  if (filter.trim() === '') return rows
  const matches = createFilter(filter)
  return rows.filter(row => matches(row.type, row.toolName, row.toolCallId))
}
