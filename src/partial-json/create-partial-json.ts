import { PartialJsonParser } from './partial-json-parser.ts'

export type JsonPath = readonly (string | number)[]
/** `streaming` are the nodes that may still grow; all others that are shown are final, duplicate keys aside. */
export type JsonPathStatus = 'absent' | 'streaming' | 'complete'
export type PartialJsonState = 'empty' | 'streaming' | 'complete' | 'incomplete' | 'error'
export interface JsonError {
  readonly message: string
  /** Characters of the text before the one that cannot be there. */
  readonly position: number
}
export type JsonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: JsonError; readonly text: string }

export interface PartialJsonOptions {
  /** @default 'hide' an unfinished number waits for its delimiter; 'show' gives its longest valid prefix, as `streaming` */
  numbers?: 'hide' | 'show' | undefined
}
export interface PartialJson {
  append(delta: string): void
  /**
   * What no continuation can contradict: strings and open containers grow, keys, numbers and literals wait until they are whole.
   * A snapshot: it never changes, and the next one shares with it whatever did not grow. Frozen in development. Containers below
   * the 512th level are absent until the text has ended.
   */
  readonly value: unknown
  readonly state: PartialJsonState
  readonly error: JsonError | undefined
  /** The innermost node that may still grow. The streaming nodes are this one and those around it. */
  readonly openPath: JsonPath | undefined
  /** A key that stands in the text and whose value cannot be shown yet. */
  readonly pendingKey: string | undefined
  status(path: JsonPath): JsonPathStatus
  /** The node at a path, without making a snapshot of what is around it: cheap, however long the array is that it stands in. */
  get(path: JsonPath): unknown
  /** Of an array or a string. */
  length(path: JsonPath): number | undefined
  /** The source text of a node: a number as the model wrote it. Reads the text again, so not for every delta. */
  rawText(path: JsonPath): string | undefined
  /** Tells what was added to a string, from now on. Returns a function that ends it. */
  onAppend(listener: (path: JsonPath, piece: string) => void): () => void
  /** The end of the text. Takes what `JSON.parse` takes, with the same value. */
  finish(): JsonResult
}
export interface ParsedPartialJson {
  readonly value: unknown
  readonly state: PartialJsonState
  readonly error?: JsonError
}

/** Reads JSON text that is still arriving: never throws, and the work for a delta does not depend on what came before it. */
export function createPartialJson(options: PartialJsonOptions = {}): PartialJson {
  return new PartialJsonParser(options)
}

/** One shot of the above: what may be shown of a text, and whether it is whole. */
export function parsePartialJson(text: string, options?: PartialJsonOptions): ParsedPartialJson {
  const json = createPartialJson(options)
  json.append(text)
  json.finish()
  const { value, state, error } = json
  return error ? { value, state, error } : { value, state }
}
