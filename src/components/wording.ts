import { isRecord } from './is-record.ts'

/** At most so many characters, and a sign where something is left out. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

export function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What was thrown, to be said inside of a sentence. */
export function reasonOf(cause: unknown): string {
  return withoutFullStop(messageOf(cause))
}

export function messageOf(cause: unknown): string {
  return String(isRecord(cause) && 'message' in cause ? cause['message'] : cause)
}

export function withoutFullStop(text: string): string {
  return text.replace(/[.\s]+$/, '')
}
