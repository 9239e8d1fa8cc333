import type { ToolCallResponse } from './host.ts'

/** What was begun and what came of it, so that a tool runs once (law 8). */
export interface Ledger {
  /** Notes the intent to run a call; false when that was noted before. An answer to the tool's own question allows one more run. */
  begin(key: string, isAnswered: boolean): boolean
  output(key: string, response: ToolCallResponse): void
  /** The backend has the output; nothing needs to be kept but that it ran. */
  taken(key: string): void
  outputOf(key: string): ToolCallResponse | undefined
}

/** A ledger that lives as long as its session. */
export function createMemoryLedger(): Ledger {
  const begun = new Set<string>()
  const outputs = new Map<string, ToolCallResponse>()
  return {
    begin(key, isAnswered) {
      if (begun.has(key) && !isAnswered) return false
      begun.add(key)
      return true
    },
    output: (key, response) => void outputs.set(key, response),
    taken: key => void outputs.delete(key),
    outputOf: key => outputs.get(key),
  }
}
