type Chunk = Readonly<Record<string, unknown>>

export interface DeltaRelay {
  /** What the chat gets for this chunk, in order: nothing while it is held back. */
  take(chunk: Chunk): Chunk[]
  /** What is still held back. */
  rest(): Chunk[]
}

/**
 * Merges the deltas of each tool input. `Chat` parses all of an input again for each delta: it gets one when the text has
 * doubled, and the remainder before whatever else is said of the call or ends the step.
 */
export function createDeltaRelay(): DeltaRelay {
  const held = new Map<string, { first: Chunk | undefined; texts: string[]; length: number; sent: number }>()

  const release = (toolCallId: string): Chunk[] => {
    const input = held.get(toolCallId)
    if (!input?.first) return []
    const merged = { ...input.first, inputTextDelta: input.texts.join('') }
    input.sent += input.length
    input.first = undefined
    input.texts = []
    input.length = 0
    return [merged]
  }
  const rest = () => [...held.keys()].flatMap(release)

  return {
    take(chunk) {
      const { type, toolCallId, inputTextDelta } = chunk
      if (typeof toolCallId !== 'string') return ENDS.has(type) ? [...rest(), chunk] : [chunk]
      if (type !== 'tool-input-delta' || typeof inputTextDelta !== 'string') {
        const before = release(toolCallId)
        held.delete(toolCallId)
        return [...before, chunk]
      }
      const input = held.get(toolCallId)
      if (!input) {
        held.set(toolCallId, { first: undefined, texts: [], length: 0, sent: inputTextDelta.length })
        return [chunk]
      }
      input.first ??= chunk
      input.texts.push(inputTextDelta)
      input.length += inputTextDelta.length
      return input.length < input.sent ? [] : release(toolCallId)
    },
    rest,
  }
}

const ENDS: ReadonlySet<unknown> = new Set(['finish', 'finish-step', 'start-step', 'reset-step', 'abort', 'error'])
