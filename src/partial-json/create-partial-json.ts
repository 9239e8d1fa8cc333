import { Allow, parse } from 'partial-json'

export type JsonPath = readonly (string | number)[]
export type JsonPathStatus = 'absent' | 'streaming' | 'complete'
export type PartialJsonState = 'empty' | 'streaming' | 'complete' | 'incomplete' | 'error'
export interface JsonError {
  readonly message: string
  readonly position: number
}
export type JsonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: JsonError; readonly text: string }

export interface PartialJsonOptions {
  /** @default 'hide' an unfinished number waits for its delimiter */
  numbers?: 'hide' | 'show' | undefined
}
export interface PartialJson {
  append(delta: string): void
  readonly value: unknown
  readonly state: PartialJsonState
  readonly error: JsonError | undefined
  readonly openPath: JsonPath | undefined
  readonly pendingKey: string | undefined
  status(path: JsonPath): JsonPathStatus
  get(path: JsonPath): unknown
  length(path: JsonPath): number | undefined
  rawText(path: JsonPath): string | undefined
  onAppend(listener: (path: JsonPath, piece: string) => void): () => void
  finish(): JsonResult
}
export interface ParsedPartialJson {
  readonly value: unknown
  readonly state: PartialJsonState
  readonly error?: JsonError
}

/**
 * Reads JSON text that is still arriving.
 *
 * A stand-in on the package `partial-json`: it parses the whole text again whenever `value` is read after an `append`.
 * `openPath` and `pendingKey` are always undefined, a path is `streaming` until `finish`, and `get`, `length`, `rawText` and
 * `onAppend` throw.
 */
export function createPartialJson(options: PartialJsonOptions = {}): PartialJson {
  if (options.numbers === 'show') throw notYet("numbers: 'show'")
  let text = ''
  let parsedLength = 0
  let value: unknown
  let result: JsonResult | undefined
  const read = () => {
    if (!result && parsedLength !== text.length) {
      parsedLength = text.length
      value = preview(text, value)
    }
    return value
  }
  return {
    append(delta) {
      if (!result) text += delta
    },
    get value() {
      return read()
    },
    get state() {
      if (result) return result.ok ? 'complete' : 'error'
      return text.trim() === '' ? 'empty' : 'streaming'
    },
    get error() {
      return result && !result.ok ? result.error : undefined
    },
    openPath: undefined,
    pendingKey: undefined,
    status: () => (result?.ok ? 'complete' : 'streaming'),
    get: () => {
      throw notYet('get')
    },
    length: () => {
      throw notYet('length')
    },
    rawText: () => {
      throw notYet('rawText')
    },
    onAppend: () => {
      throw notYet('onAppend')
    },
    finish() {
      if (result) return result
      read()
      result = parseStrictly(text)
      if (result.ok) value = result.value
      return result
    },
  }
}

/** One shot of the above: what may be shown of a text, and whether it is whole. */
export function parsePartialJson(text: string, options?: PartialJsonOptions): ParsedPartialJson {
  const json = createPartialJson(options)
  json.append(text)
  const shown = json.value
  const result = json.finish()
  if (result.ok) return { value: result.value, state: 'complete' }
  return { value: shown, state: text.trim() === '' ? 'empty' : 'incomplete', error: result.error }
}

function notYet(name: string): Error {
  return new Error(
    `createPartialJson: "${name}" is not there yet. This version only has append, value, state and finish.`,
  )
}

// Strings, objects and arrays may be shown unfinished; numbers and literals wait until they are whole.
function preview(text: string, previous: unknown): unknown {
  try {
    return parse(text, Allow.STR | Allow.OBJ | Allow.ARR)
  } catch {
    return previous
  }
}

function parseStrictly(text: string): JsonResult {
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = /position (\d+)/.exec(message)
    return { ok: false, text, error: { message, position: position ? Number(position[1]) : text.length } }
  }
}
