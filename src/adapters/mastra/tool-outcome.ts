/** The person pressed stop, they did not say no: the wire calls both denied, with this text (i-controller-abort-while-approval). */
export const STOPPED = 'Aborted by the user'

/** Built-in tools fail inside their result, and the wire says that it is no error (i-controller-tasks). */
export function outcomeOf(result: unknown, isError: boolean): { isError: boolean; errorText?: string | undefined } {
  return isError || (isObject(result) && result.isError === true)
    ? { isError: true, errorText: textOf(result) }
    : { isError: false }
}

/** The text of an error, in whichever of its forms. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!isObject(value)) return undefined
  const { content, message } = value
  return typeof content === 'string' ? content : typeof message === 'string' ? message : undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
