const MAX_LENGTH = 2_000

/** What was thrown, whatever it is, as a short text for the model. */
export function toErrorText(error: unknown): string {
  try {
    const texts = [messageOf(error)]
    if (error instanceof AggregateError) texts.push(...error.errors.slice(0, 5).map(messageOf))
    const text = texts.filter(Boolean).join('; ')
    if (text !== '') return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
  } catch {
    // a getter that throws
  }
  return 'The tool failed without saying why.'
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error.trim()
  const message: unknown = typeof error === 'object' && error !== null && 'message' in error ? error.message : ''
  return typeof message === 'string' ? message.trim() : ''
}
