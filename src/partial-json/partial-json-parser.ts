import type {
  JsonError,
  JsonPath,
  JsonPathStatus,
  JsonResult,
  PartialJson,
  PartialJsonOptions,
  PartialJsonState,
} from './create-partial-json.ts'
import {
  controlCharacterIn,
  escapeAt,
  GrowingText,
  INVALID,
  isHighSurrogate,
  nextNumberState,
  UNFINISHED,
  WHOLE_NUMBER,
} from './json-text.ts'

type Container = unknown[] | Record<string, unknown>
type Listener = (path: JsonPath, piece: string) => void

// What the parser waits for. In the first two it is inside of a string.
const STRING = 0
const KEY_TEXT = 1
const NUMBER = 2
const VALUE = 3
const FIRST_VALUE = 4
const KEY = 5
const FIRST_KEY = 6
const COLON = 7
const COMMA = 8
const END = 9
const STOPPED = 10

/** A preview has no more levels than this: a snapshot copies the open path. */
const LEVELS = 512

const isDevelopment = process.env.NODE_ENV !== 'production'

/**
 * The parser behind `createPartialJson`. It builds one tree and hands out its root. From then on the containers of the open path
 * are shared with a reader; before the next change they are replaced by copies, so that a snapshot costs the open path and
 * everything else keeps its identity. Text is only collected until somebody reads.
 */
export class PartialJsonParser implements PartialJson {
  readonly #showNumbers: boolean
  readonly #text = new GrowingText()
  #pending = ''
  /** The end of what was parsed, where it cannot be understood without what follows: half an escape, half a literal. */
  #rest = ''
  /** Where the chunk that is being parsed begins in the text. */
  #offset = 0
  #mode = VALUE
  /** The next ones in the chunk, as far as they are known. */
  #quote = -1
  #backslash = -1

  #root: unknown
  /** The open containers from the root on, and under which key the next one, or the value that is arriving, stands in each. */
  #nodes: Container[] = []
  #keys: (string | number)[] = []
  #depth = 0
  /** The open containers from this one on were handed out. */
  #shared = LEVELS
  /** A string, or a number that is shown, is arriving: the innermost open node is no container. */
  #hasOpenLeaf = false
  #string = new GrowingText()
  /** The string has grown since it was put into the tree. */
  #hasGrown = false
  #number = ''
  #numberState = 0
  #shownNumber: number | undefined
  #isTruncated = false

  /** Where the value begins and ends in the text. */
  #start = 0
  #end = 0
  #isChecked = false
  #error: JsonError | undefined
  #result: JsonResult | undefined
  #listeners: Set<Listener> | undefined
  /** What was added to the open string by this chunk, for the listeners. */
  #grown = ''
  #appended: [JsonPath, string][] = []
  #openPath: JsonPath = []
  /** For `rawText`: where the value at a path begins and ends. */
  #wanted: JsonPath | undefined
  #wantedText: [number, number?] | undefined

  constructor(options: PartialJsonOptions) {
    this.#showNumbers = options.numbers === 'show'
  }

  append(delta: string): void {
    if (this.#result) return
    this.#pending += delta
    if (this.#listeners?.size || this.#pending.length > 4096) this.parse()
  }

  get value(): unknown {
    this.parse()
    return this.#publish(0)
  }

  get state(): PartialJsonState {
    this.parse()
    if (this.#mode === END) this.#check()
    if (this.#mode === END) return 'complete'
    if (this.#mode === STOPPED) return 'error'
    if (this.#mode === VALUE && !this.#depth && !this.#rest) return 'empty'
    return this.#result ? 'incomplete' : 'streaming'
  }

  get error(): JsonError | undefined {
    return this.state === 'empty' ? undefined : this.#error
  }

  get openPath(): JsonPath | undefined {
    this.parse()
    if (this.#mode === END || this.#root === undefined) return undefined
    const length = this.#depth > LEVELS ? LEVELS - 1 : this.#depth - (this.#hasOpenLeaf ? 0 : 1)
    const known = this.#openPath
    if (known.length !== length || known.some((key, level) => key !== this.#keys[level]))
      this.#openPath = freeze(this.#keys.slice(0, length))
    return this.#openPath
  }

  get pendingKey(): string | undefined {
    this.parse()
    const key = this.#keys[this.#depth - 1]
    const waits = this.#mode === COLON || this.#mode === VALUE || (this.#mode === NUMBER && !this.#hasOpenLeaf)
    return waits && typeof key === 'string' ? key : undefined
  }

  status(path: JsonPath): JsonPathStatus {
    if (this.#find(path) === undefined) return 'absent'
    const open = this.openPath
    return open && path.length <= open.length && path.every((key, level) => key === open[level])
      ? 'streaming'
      : 'complete'
  }

  get(path: JsonPath): unknown {
    const node = this.#find(path)
    if (typeof node === 'object' && this.#nodes[path.length] === node && path.length < this.#depth)
      this.#publish(path.length)
    return node
  }

  length(path: JsonPath): number | undefined {
    const node = this.#find(path)
    return typeof node === 'string' || Array.isArray(node) ? node.length : undefined
  }

  rawText(path: JsonPath): string | undefined {
    if (this.#find(path) === undefined) return undefined
    const text = this.text
    const reader = new PartialJsonParser({})
    reader.#wanted = path
    reader.append(text.slice(this.#start))
    reader.parse()
    const [from, to] = reader.#wantedText!
    return text.slice(this.#start + from, to === undefined ? undefined : this.#start + to)
  }

  onAppend(listener: Listener): () => void {
    this.parse()
    const listeners = (this.#listeners ??= new Set())
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  finish(): JsonResult {
    return (this.#result ??= this.#finish())
  }

  #finish(): JsonResult {
    this.parse()
    if (this.#mode === NUMBER && !this.#depth && WHOLE_NUMBER.includes(this.#numberState)) {
      this.#set(Number(this.#number))
      this.#endValue(this.#text.length)
    }
    if (this.#mode === END) this.#check()
    const { text } = this
    if (this.#mode !== END) this.#error ??= { message: 'The JSON text ends too early', position: text.length }
    const error = this.#error
    return error ? { ok: false, error, text } : { ok: true, value: this.value }
  }

  /** All text so far. */
  protected get text(): string {
    this.parse()
    return this.#text.toString()
  }

  /** A key came twice in one object: the later value stands at the earlier one's place. */
  protected hasDuplicateKey = false

  /** The value as a reader may see it, from a level of the open path on. */
  #publish(level: number): unknown {
    this.#storeString()
    if (isDevelopment) this.#nodes.slice(level, LEVELS).forEach(freeze)
    if (level < this.#shared) this.#shared = level
    return this.#root
  }

  /** Undefined is "absent": JSON has no such value. */
  #find(path: JsonPath): unknown {
    this.parse()
    this.#storeString()
    let node = this.#root
    for (const key of path) {
      const isThere =
        typeof node === 'object' &&
        node !== null &&
        typeof key === (Array.isArray(node) ? 'number' : 'string') &&
        Object.hasOwn(node, key)
      if (!isThere) return undefined
      node = (node as Record<string | number, unknown>)[key]
    }
    return node
  }

  #storeString(): void {
    if (!this.#hasGrown) return
    this.#hasGrown = false
    this.#set(this.#string.toString())
  }

  /** Puts a value into the innermost open container, under its key. */
  #set(value: unknown): void {
    const level = this.#depth - 1
    if (level < LEVELS) this.#unshare()
    if (level < 0) {
      this.#root = value
      return
    }
    const node = this.#nodes[level] as Record<string | number, unknown>
    const key = this.#keys[level]!
    // A plain assignment would set the prototype. Once it is an own property, it does not.
    if (key === '__proto__' && !Object.hasOwn(node, key))
      Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true })
    else node[key] = value
  }

  #unshare(): void {
    const end = Math.min(this.#depth, LEVELS)
    for (let level = this.#shared; level < end; level++) {
      const node = this.#nodes[level]!
      const copy = Array.isArray(node) ? node.slice() : { ...node }
      this.#nodes[level] = copy
      if (level) (this.#nodes[level - 1] as Record<string | number, unknown>)[this.#keys[level - 1]!] = copy
      else this.#root = copy
    }
    this.#shared = LEVELS
  }

  /** Collects what was added to the string for the listeners. They are told when the chunk is done: they may read. */
  #tell(): void {
    if (this.#grown && this.#depth <= LEVELS) this.#appended.push([this.openPath!, this.#grown])
    this.#grown = ''
  }

  /**
   * The strict verdict on a value that has ended. Everything but raw control characters in strings was refused on the way; to look
   * for those in every delta would cost more than to ask `JSON.parse` once.
   */
  #check(): void {
    if (this.#isChecked) return
    this.#isChecked = true
    const text = this.#text.toString().slice(this.#start, this.#end)
    try {
      JSON.parse(text)
    } catch {
      const position = this.#start + controlCharacterIn(text)
      this.#error = { message: 'A control character in a string must be escaped', position }
      this.#mode = STOPPED
    }
  }

  /** Takes in what the preview left out because of its depth. */
  #completeRoot(): void {
    try {
      this.#root = JSON.parse(this.#text.toString().slice(this.#start, this.#end))
    } catch {
      return // control characters: an error, so the preview stays
    }
    const nodes = [this.#root]
    for (let node = nodes.pop(); isDevelopment && node; node = nodes.pop()) {
      if (typeof node === 'object') for (const child of Object.values(freeze(node))) nodes.push(child)
    }
  }

  /** Takes in what was appended since the last time. */
  protected parse(): void {
    const pending = this.#pending
    if (!pending) return
    this.#pending = ''
    const chunk = this.#rest + pending
    this.#offset = this.#text.length - this.#rest.length
    this.#rest = ''
    this.#text.add(pending)
    if (this.#mode === STOPPED) return
    this.#scan(chunk)
    if (!this.#listeners?.size) return
    this.#tell()
    const appended = this.#appended
    this.#appended = []
    for (const [path, piece] of appended) for (const listener of this.#listeners) listener(path, piece)
  }

  /** Where the value that was complete at this character goes on after all. Layer 1 knows no such case. */
  protected goesOn(_code: number): boolean {
    return false
  }

  protected get root(): unknown {
    return this.#root
  }

  #scan(chunk: string): void {
    this.#quote = this.#backslash = -1
    for (let index = 0; index < chunk.length; ) {
      const mode = this.#mode
      if (mode <= KEY_TEXT) index = this.#readString(chunk, index)
      else if (mode === NUMBER) index = this.#readNumber(chunk, index)
      else {
        const code = chunk.charCodeAt(index)
        if (isBlank(code)) index++
        else if (mode <= FIRST_VALUE && !(mode === FIRST_VALUE && code === 93)) index = this.#beginValue(chunk, index, code)
        else index = this.#readSign(chunk, index, code)
      }
    }
    if (this.#showNumbers && this.#mode === NUMBER) this.#showNumber()
  }

  /** Between two values: everything that JSON has single characters for. */
  #readSign(chunk: string, index: number, code: number): number {
    const level = this.#depth - 1
    const key = this.#keys[level]
    const mode = this.#mode
    const next = index + 1
    if (mode === END) {
      if (!this.goesOn(code)) return this.#fail(chunk, index)
      this.#start = this.#offset + index
      this.#mode = VALUE
      return index
    }
    if (mode === COLON && code === 58) this.#mode = VALUE
    else if ((mode === COMMA || mode === FIRST_KEY || mode === FIRST_VALUE) && code === this.#closing()) this.#close(next)
    else if (mode === COMMA && code === 44) {
      if (typeof key === 'number') this.#keys[level] = key + 1
      this.#mode = typeof key === 'number' ? VALUE : KEY
    } else if ((mode === KEY || mode === FIRST_KEY) && code === 34) this.#mode = KEY_TEXT
    else return this.#fail(chunk, index)
    return next
  }

  #beginValue(chunk: string, index: number, code: number): number {
    if (this.#wanted && this.#isAtWanted()) this.#wantedText = [this.#offset + index]
    if (code === 34) {
      this.#mode = STRING
      this.#hasOpenLeaf = this.#hasGrown = true
      return index + 1
    }
    if (code === 91 || code === 123) {
      const isArray = code === 91
      const node: Container = isArray ? [] : {}
      if (this.#depth === LEVELS) this.#isTruncated = true
      else this.#set(node)
      this.#nodes[this.#depth] = node
      this.#keys[this.#depth++] = isArray ? 0 : ''
      this.#mode = isArray ? FIRST_VALUE : FIRST_KEY
      return index + 1
    }
    if (nextNumberState(0, code) > 0) {
      this.#mode = NUMBER
      this.#number = ''
      this.#numberState = 0
      this.#shownNumber = undefined
      return index
    }
    const word = code === 116 ? 'true' : code === 102 ? 'false' : 'null'
    for (let at = 0; at < word.length; at++) {
      if (index + at === chunk.length) return this.#wait(chunk, index)
      if (chunk[index + at] !== word[at]) return this.#fail(chunk, index + at)
    }
    this.#set(code === 116 ? true : code === 102 ? false : null)
    return this.#endValue(index + word.length)
  }

  #readString(chunk: string, index: number): number {
    const { length } = chunk
    const end = this.#endOfPlain(chunk, index)
    if (end < length && chunk.charCodeAt(end) === 34) {
      this.#grow(chunk.slice(index, end))
      return this.#endString(end + 1)
    }
    // An escape, or the end of the chunk. A high surrogate waits for the unit after it.
    const unit = end < length ? escapeAt(chunk, end) : UNFINISHED
    if (unit < 0) {
      const rest = end > index && isHighSurrogate(chunk.charCodeAt(end - 1)) ? end - 1 : end
      this.#grow(chunk.slice(index, rest))
      return unit === INVALID ? this.#fail(chunk, end + 1) : this.#wait(chunk, rest)
    }
    const next = end + (chunk[end + 1] === 'u' ? 6 : 2)
    if (isHighSurrogate(unit)) {
      const following = next === length ? UNFINISHED : chunk[next] === '\\' ? escapeAt(chunk, next) : 0
      if (following < 0) {
        this.#grow(chunk.slice(index, end))
        return following === INVALID ? this.#fail(chunk, next + 1) : this.#wait(chunk, end)
      }
    }
    this.#grow(chunk.slice(index, end) + String.fromCharCode(unit))
    return next
  }

  /** The next quote or backslash, else the end. */
  #endOfPlain(chunk: string, index: number): number {
    const { length } = chunk
    if (length - index < 32) {
      for (let end = index; end < length; end++) {
        const code = chunk.charCodeAt(end)
        if (code === 34 || code === 92) return end
      }
      return length
    }
    // Remembered for the whole chunk: else text without backslashes is searched to its end for every string.
    if (this.#quote < index) this.#quote = indexOf(chunk, '"', index)
    if (this.#backslash < index) this.#backslash = indexOf(chunk, '\\', index)
    return Math.min(this.#quote, this.#backslash)
  }

  #grow(piece: string): void {
    if (!piece) return
    this.#string.add(piece)
    if (this.#mode !== STRING) return
    this.#hasGrown = true
    if (this.#listeners?.size) this.#grown += piece
  }

  #endString(next: number): number {
    const string = this.#string.toString()
    if (this.#mode === KEY_TEXT) {
      const level = this.#depth - 1
      this.#keys[level] = string
      if (Object.hasOwn(this.#nodes[level]!, string)) this.hasDuplicateKey = true
      this.#mode = COLON
      this.#string.clear()
      return next
    }
    this.#tell()
    this.#storeString()
    this.#string.clear()
    return this.#endValue(next)
  }

  #readNumber(chunk: string, index: number): number {
    let end = index
    let state = this.#numberState
    while (end < chunk.length) {
      const next = nextNumberState(state, chunk.charCodeAt(end))
      if (next >= 0) state = next
      if (next <= 0) break
      end++
    }
    this.#number += chunk.slice(index, end)
    this.#numberState = state
    if (end === chunk.length) return end
    const code = chunk.charCodeAt(end)
    if (this.#showNumbers) this.#showNumber()
    if (!WHOLE_NUMBER.includes(state) || !(isBlank(code) || (this.#depth && (code === 44 || code === this.#closing()))))
      return this.#fail(chunk, end)
    if (!this.#showNumbers) this.#set(Number(this.#number))
    return this.#endValue(end)
  }

  #showNumber(): void {
    const valid = this.#number.replace(/\D+$/, '')
    if (!valid || Object.is(Number(valid), this.#shownNumber)) return
    this.#hasOpenLeaf = true
    this.#set((this.#shownNumber = Number(valid)))
  }

  #close(next: number): void {
    this.#depth--
    freeze(this.#nodes.pop())
    this.#endValue(next)
  }

  #endValue(next: number): number {
    this.#hasOpenLeaf = false
    if (this.#wanted && this.#isAtWanted()) this.#wantedText![1] = this.#offset + next
    this.#mode = this.#depth ? COMMA : END
    if (!this.#depth) {
      this.#end = this.#offset + next
      if (this.#isTruncated) this.#completeRoot()
    }
    return next
  }

  #wait(chunk: string, from: number): number {
    this.#rest = chunk.slice(from)
    return chunk.length
  }

  #fail(chunk: string, index: number): number {
    const message = this.#mode === END ? 'There is text after the JSON value' : `Unexpected ${JSON.stringify(chunk[index])}`
    this.#error = { message, position: this.#offset + index }
    this.#mode = STOPPED
    return chunk.length
  }

  #closing(): number {
    return typeof this.#keys[this.#depth - 1] === 'number' ? 93 : 125
  }

  #isAtWanted(): boolean {
    return this.#depth === this.#wanted!.length && this.#wanted!.every((key, level) => key === this.#keys[level])
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function indexOf(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from)
  return index < 0 ? text.length : index
}

function freeze<T>(node: T): T {
  return isDevelopment ? Object.freeze(node) : node
}
