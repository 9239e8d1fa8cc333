/** Something that went wrong outside and was survived. `code` is stable, and the message holds no payload. */
export interface ToolCallWarning {
  readonly code: string
  readonly message: string
  readonly toolCallId?: string
  readonly cause?: unknown
}

/**
 * Reports what was survived.
 *
 * @param about what it is about: a name or an id, no payload.
 * @param sentence what is said in place of the code's own words.
 */
export type Warn = (code: string, about: string, toolCallId?: string, sentence?: string) => void

/** Reports at most 20 warnings of each code. */
export function createWarn(report: (warning: ToolCallWarning) => void): Warn {
  const counts = new Map<string, number>()
  return (code, about, toolCallId, sentence = explain(code, about)) => {
    const count = counts.get(code) ?? 0
    counts.set(code, count + 1)
    if (count < 20) report({ code, message: sentence, ...(toolCallId && { toolCallId: shorten(toolCallId) }) })
  }
}

/** What a warning says. In production that is its code and what it is about. */
export function explain(code: string, about: string): string {
  const explained = process.env.NODE_ENV !== 'production' && SENTENCES[code]?.(shorten(about))
  return explained || `${code}: ${shorten(about)}.`
}

/** Names and ids come from outside and may be very long. */
export function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

const SENTENCES: Readonly<Record<string, (about: string) => string>> = {
  'malformed-event': type =>
    type === 'no type'
      ? 'An event must be an object with a "type". It is skipped.'
      : `"${type}" has no ${['hydrate', 'task_updated'].includes(type) ? 'list' : 'toolCallId'}. It is skipped.`,
  'unknown-event': type => `The event type "${type}" is not known. It is skipped.`,
  'unknown-call': type => `"${type}" speaks of a call that is not known. It is skipped.`,
  'unannounced-call': () => 'A result came for a call that was never announced. It gets a card of its own.',
  'malformed-stored-call': () => 'A stored call could not be read. The others are.',
  'other-thread': thread => `Something of the thread "${thread}" came to the session of another one. It is ignored.`,
  'duplicate-tool': name => `A tool with the name "${name}" is registered already. The newer one is used.`,
  'server-tool': name => `The tool "${name}" runs on a server, so it is not registered here.`,
  'late-result': name => `Tool "${name}" gave a result after its call had ended. It is dropped.`,
}
