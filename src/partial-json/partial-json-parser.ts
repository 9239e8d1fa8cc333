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
  escapeAt,
  GrowingText,
  INVALID,
  isBlank,
  isHighSurrogate,
  isNumberCharacter,
  UNFINISHED,
  validPart,
} from './json-text.ts'

// Asked once: in Node a look at the environment costs as much as a delta.
const freeze: <T>(node: T) => T = process.env.NODE_ENV === 'production' ? node => node : Object.freeze
const freezeAll: (nodes: unknown[], from: number, end: number) => void =
  process.env.NODE_ENV === 'production' ? () => {} : (nodes, from, end) => nodes.slice(from, end).forEach(freeze)

type Container = Record<string | number, unknown> | unknown[]
type Listener = (path: JsonPath, piece: string) => void

// What the parser waits for. In the first two it is inside of quotes; from VALUE to FIRST_VALUE a value may begin.
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

/** More than there ever is of anything; V8 keeps a number of 31 bits in its field, and also makes this of -1. */
const NONE = 0x3fffffff

/** A preview has no more levels than this: each snapshot copies the open path. */
const LEVELS = 512

/**
 * The parser behind `createPartialJson`. It builds one tree and hands out its root. From then on the containers of the open path
 * belong to a reader; before the next change they are replaced by copies. So a snapshot costs the open path, and everything else
 * keeps its identity. Text is only collected until somebody reads.
 */
export class PartialJsonParser implements PartialJson {
  readonly #showNumbers: boolean
  readonly #listeners = new Set<Listener>()
  #result: JsonResult | undefined

  /** All text that was taken in, and what was appended since. */
  #text!: GrowingText
  #pending!: string
  /** The end of what was taken in, where it cannot be understood without what follows: half an escape, half a literal. */
  #rest!: string
  /** Where the chunk at hand begins in the text. */
  #offset!: number
  /** The next ones in the chunk, as far as they are known. */
  #quote!: number
  #backslash!: number
  #mode!: number
  #error: JsonError | undefined
  /** Where the value begins and ends in the text. */
  #start!: number
  #end!: number

  #root: unknown
  /** The open containers from the root on; and in each, the key of the next one or of the value that is arriving. */
  #nodes!: Container[]
  #keys!: (string | number)[]
  #depth!: number
  /** The open containers from this level on belong to readers. */
  #shared!: number
  #levels = LEVELS
  /** The innermost open node is a string, or a number that is shown. */
  #hasOpenLeaf!: boolean
  #hasProtoKey!: boolean
  #isTruncated!: boolean
  #openPath!: JsonPath

  /** The string or key that is arriving. */
  #string!: GrowingText
  /** It has grown since it was put into the tree. */
  #hasGrown!: boolean
  /** What was added to it by this chunk, and to others before, for the listeners. */
  #added!: string
  #additions!: [JsonPath, string][]
  #number!: string
  #shownNumber: number | undefined

  /** For `rawText`: the path that is looked for, and where its value begins and ends. */
  #wanted: JsonPath | undefined
  #found!: [begin: number, end?: number]

  /** A key came twice in one object: the later value stands at the earlier one's place. */
  protected hasDuplicateKey!: boolean

  constructor(options: PartialJsonOptions) {
    this.#showNumbers = options.numbers === 'show'
    this.reset()
  }

  append(delta: string): void {
    if (this.#result) return
    this.#pending += delta
    if (this.#listeners.size || this.#pending.length > 4096) this.parse()
  }

  get value(): unknown {
    this.parse()
    return this.#publish(0)
  }

  get state(): PartialJsonState {
    this.parse()
    if (this.hasFailed) return 'error'
    if (this.hasEnded) return 'complete'
    if (this.#mode === VALUE && !this.#depth && !this.#rest) return 'empty'
    return this.#result ? 'incomplete' : 'streaming'
  }

  get error(): JsonError | undefined {
    this.parse()
    return this.#result || this.hasFailed ? this.#error : undefined
  }

  get openPath(): JsonPath | undefined {
    this.parse()
    return this.#depth || this.#hasOpenLeaf ? this.#pathOfOpenNode() : undefined
  }

  get pendingKey(): string | undefined {
    this.parse()
    const mode = this.#mode
    const key = this.#keys[this.#depth - 1]
    const waits = mode === COLON || mode === VALUE || (mode === NUMBER && !this.#hasOpenLeaf)
    return waits && typeof key === 'string' ? key : undefined
  }

  status(path: JsonPath): JsonPathStatus {
    if (this.#find(path) === undefined) return 'absent'
    const { openPath } = this
    return openPath && isPrefix(path, openPath) ? 'streaming' : 'complete'
  }

  get(path: JsonPath): unknown {
    const node = this.#find(path)
    if (path.length < this.#depth && this.#nodes[path.length] === node) this.#publish(path.length)
    return node
  }

  length(path: JsonPath): number | undefined {
    const node = this.#find(path)
    return typeof node === 'string' || Array.isArray(node) ? node.length : undefined
  }

  rawText(path: JsonPath): string | undefined {
    if (this.#find(path) === undefined) return undefined
    const again = this.#readAgain(LEVELS, path)
    return again.text.slice(...again.#found)
  }

  onAppend(listener: Listener): () => void {
    this.parse()
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  finish(): JsonResult {
    if (this.#result) return this.#result
    const { text } = this
    if (this.#mode === NUMBER && !this.#depth && validPart(this.#number) === this.#number) {
      this.#set(Number(this.#number))
      this.#endValue(text.length)
    }
    if (this.#mode !== END) this.#error ??= { message: 'Unexpected end', position: text.length }
    const error = this.#error
    return (this.#result = error ? { ok: false, error, text } : { ok: true, value: this.value })
  }

  // For layer 2

  protected reset(): void {
    this.#text = new GrowingText()
    this.#string = new GrowingText()
    this.#pending = this.#rest = this.#added = ''
    this.#offset = this.#start = this.#depth = 0
    this.#mode = VALUE
    this.#error = this.#root = undefined
    this.#hasOpenLeaf = this.#hasGrown = this.#isTruncated = this.#hasProtoKey = this.hasDuplicateKey = false
    this.#nodes = []
    this.#keys = []
    this.#openPath = []
    this.#additions = []
    this.#shared = NONE
  }

  /** All text so far. */
  protected get text(): string {
    this.parse()
    return this.#text.toString()
  }

  /** What stands after the value. */
  protected get textAfter(): string {
    return this.text.slice(this.#end)
  }

  protected get hasEnded(): boolean {
    return this.#mode === END
  }

  protected get hasFailed(): boolean {
    return this.#mode === STOPPED || (this.#mode === END && this.#error !== undefined)
  }

  /** Text before the value, which is not JSON. */
  protected pass(text: string): void {
    this.parse()
    this.#text.add(text)
    this.#start = this.#text.length
  }

  /** Whether a character after the value begins another one in its place, or is a mistake; undefined: it is not read. */
  protected isValueAgain(_code: number): boolean | undefined {
    return false
  }

  /** Takes in what was appended since the last time. */
  protected parse(): void {
    const pending = this.#pending
    if (!pending) return
    const chunk = this.#rest + pending
    this.#offset = this.#text.length - this.#rest.length
    this.#pending = this.#rest = ''
    this.#text.add(pending)
    if (this.#mode === STOPPED) return
    this.#quote = this.#backslash = -1
    this.#read(chunk)
    this.#tell()
  }

  /** A second reader of the same text: for what the first did not look at. */
  #readAgain(levels: number, wanted?: JsonPath): PartialJsonParser {
    const reader = new PartialJsonParser({})
    reader.#levels = levels
    reader.#wanted = wanted
    reader.append(this.text.slice(this.#start))
    reader.parse()
    return reader
  }

  // Text

  #read(chunk: string): void {
    for (let index = 0; index < chunk.length;) {
      const mode = this.#mode
      if (mode <= KEY_TEXT) index = this.#readString(chunk, index)
      else if (mode === NUMBER) index = this.#readNumber(chunk, index)
      else {
        const code = chunk.charCodeAt(index)
        if (isBlank(code)) index++
        else if (mode === VALUE || (mode === FIRST_VALUE && code !== 93)) index = this.#beginValue(chunk, index, code)
        else index = this.#readSign(chunk, index, code)
      }
    }
    if (this.#mode === NUMBER) this.#showNumber()
  }

  /** What has a single character: brackets, commas, colons, and the quote before a key. */
  #readSign(chunk: string, index: number, code: number): number {
    const level = this.#depth - 1
    const key = this.#keys[level]
    const mode = this.#mode
    if (mode === END) {
      const isValue = this.isValueAgain(code)
      if (isValue === undefined) return chunk.length
      if (!isValue) return this.#fail(chunk, index)
      this.#start = this.#offset + index
      this.#mode = VALUE
      return index
    }
    const next = index + 1
    if (mode === COLON && code === 58) this.#mode = VALUE
    else if ((mode === KEY || mode === FIRST_KEY) && code === 34) this.#mode = KEY_TEXT
    else if (mode === COMMA && code === 44) {
      this.#mode = KEY
      if (typeof key === 'number') {
        this.#keys[level] = key + 1
        this.#mode = VALUE
      }
    } else if (mode !== KEY && mode !== COLON && code === this.#closing()) {
      this.#depth--
      freeze(this.#nodes.pop())
      return this.#endValue(next)
    } else return this.#fail(chunk, index)
    return next
  }

  #beginValue(chunk: string, index: number, code: number): number {
    if (this.#isAtWanted()) this.#found = [this.#offset + index]
    if (code === 34) {
      this.#mode = STRING
      this.#hasOpenLeaf = this.#hasGrown = true
      return index + 1
    }
    if (code === 91 || code === 123) {
      const isArray = code === 91
      const node: Container = isArray ? [] : {}
      if (this.#depth === this.#levels) this.#isTruncated = true
      else this.#set(node)
      this.#nodes.push(node)
      this.#keys[this.#depth++] = isArray ? 0 : ''
      this.#mode = isArray ? FIRST_VALUE : FIRST_KEY
      return index + 1
    }
    if (code === 45 || (code > 47 && code < 58)) {
      this.#mode = NUMBER
      this.#number = ''
      this.#shownNumber = undefined
      return index
    }
    const word = code === 116 ? 'true' : code === 102 ? 'false' : 'null'
    for (let at = 0; at < word.length; at++) {
      if (index + at === chunk.length) return this.#wait(chunk, index)
      if (chunk[index + at] !== word[at]) return this.#fail(chunk, index + at)
    }
    this.#set(word === 'null' ? null : word === 'true')
    return this.#endValue(index + word.length)
  }

  #readString(chunk: string, index: number): number {
    const { length } = chunk
    const end = this.#endOfPlain(chunk, index)
    if (end < length && chunk.charCodeAt(end) === 34) {
      return this.#endString(end + 1, chunk.slice(index, end))
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
      const following = next < length && chunk[next] !== '\\' ? 0 : escapeAt(chunk, next)
      if (following < 0) {
        this.#grow(chunk.slice(index, end))
        return following === INVALID ? this.#fail(chunk, next + 1) : this.#wait(chunk, end)
      }
    }
    this.#grow(chunk.slice(index, end) + String.fromCharCode(unit))
    return next
  }

  /** The next quote or backslash, else the end. Most strings are short: only for long ones a search pays. */
  #endOfPlain(chunk: string, index: number): number {
    const near = Math.min(chunk.length, index + 32)
    for (let end = index; end < near; end++) {
      const code = chunk.charCodeAt(end)
      if (code === 34 || code === 92) return end
      if (code < 32) this.#refuse(chunk, end)
    }
    if (near === chunk.length) return near
    // Remembered for the whole chunk: else text without backslashes is searched to its end for every string.
    if (this.#quote < near) this.#quote = chunk.indexOf('"', near) & NONE
    if (this.#backslash < near) this.#backslash = chunk.indexOf('\\', near) & NONE
    const end = Math.min(this.#quote, this.#backslash, chunk.length)
    const control = chunk.slice(near, end).search(/[\0-\x1f]/)
    if (control >= 0) this.#refuse(chunk, near + control)
    return end
  }

  #readNumber(chunk: string, index: number): number {
    let end = index
    while (end < chunk.length && isNumberCharacter(chunk.charCodeAt(end))) end++
    this.#number += chunk.slice(index, end)
    if (end === chunk.length) return end
    const code = chunk.charCodeAt(end)
    const number = this.#number
    this.#showNumber()
    const { length } = validPart(number)
    if (length < number.length) return this.#fail(chunk, end - number.length + length, number[length])
    if (!isBlank(code) && !(this.#depth && (code === 44 || code === this.#closing()))) return this.#fail(chunk, end)
    if (!this.#showNumbers) this.#set(Number(number))
    return this.#endValue(end)
  }

  #closing(): number {
    return typeof this.#keys[this.#depth - 1] === 'number' ? 93 : 125
  }

  #wait(chunk: string, from: number): number {
    this.#rest = chunk.slice(from)
    return chunk.length
  }

  #fail(chunk: string, index: number, character?: string): number {
    this.#refuse(chunk, index, character)
    this.#mode = STOPPED
    return chunk.length
  }

  /** Keeps the first mistake. A raw control character in a string is one that the preview survives: models write them into code. */
  #refuse(chunk: string, index: number, character = chunk[index]): void {
    const what = this.#mode === END ? 'Trailing' : 'Unexpected'
    this.#error ??= { message: `${what} ${JSON.stringify(character)}`, position: this.#offset + index }
  }

  // Values

  #grow(piece: string): void {
    if (!piece) return
    this.#string.add(piece)
    if (this.#mode !== STRING) return
    this.#hasGrown = true
    if (this.#listeners.size) this.#added += piece
  }

  #endString(next: number, piece: string): number {
    let string = piece
    if (this.#string.length || this.#added || this.#listeners.size) {
      this.#grow(piece)
      string = this.#string.toString()
      this.#note()
      this.#string = new GrowingText()
    }
    if (this.#mode === KEY_TEXT) {
      const level = this.#depth - 1
      this.#keys[level] = string
      if (Object.hasOwn(this.#nodes[level]!, string)) this.hasDuplicateKey = true
      this.#mode = COLON
      return next
    }
    if (this.#hasGrown || piece) this.#set(string)
    this.#hasGrown = false
    return this.#endValue(next)
  }

  #storeString(): void {
    if (!this.#hasGrown) return
    this.#hasGrown = false
    this.#set(this.#string.toString())
  }

  #showNumber(): void {
    const valid = this.#showNumbers && validPart(this.#number)
    if (!valid || Object.is(Number(valid), this.#shownNumber)) return
    this.#hasOpenLeaf = true
    this.#set((this.#shownNumber = Number(valid)))
  }

  #endValue(next: number): number {
    this.#hasOpenLeaf = false
    if (this.#isAtWanted()) this.#found[1] = this.#offset + next
    this.#mode = COMMA
    if (!this.#depth) {
      this.#mode = END
      this.#end = this.#offset + next
      if (this.#isTruncated) this.#root = this.#readAgain(Infinity).#root
    }
    return next
  }

  /** Puts a value into the innermost open container, under its key. */
  #set(value: unknown): void {
    const level = this.#depth - 1
    if (level < this.#levels) this.#unshare()
    if (level < 0) {
      this.#root = value
      return
    }
    const node = this.#nodes[level] as Record<string | number, unknown>
    const key = this.#keys[level]!
    // A plain assignment would set the prototype. Once it is an own property, it does not.
    if (key === '__proto__' && !Object.hasOwn(node, key)) {
      this.#hasProtoKey = true
      Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true })
    } else node[key] = value
  }

  /** Takes the open path back from the readers. */
  #unshare(): void {
    const end = Math.min(this.#depth, this.#levels)
    for (let level = this.#shared; level < end; level++) {
      const node = this.#nodes[level]!
      // `assign` is twice as fast as a spread, but it sets what is called `__proto__`.
      const copy = Array.isArray(node) ? node.slice() : this.#hasProtoKey ? { ...node } : Object.assign({}, node)
      this.#nodes[level] = copy
      if (level) (this.#nodes[level - 1] as Record<string | number, unknown>)[this.#keys[level - 1]!] = copy
      else this.#root = copy
    }
    this.#shared = NONE
  }

  /** Gives the open path, from a level on, to a reader. */
  #publish(level: number): unknown {
    this.#storeString()
    freezeAll(this.#nodes, level, this.#levels)
    if (level < this.#shared) this.#shared = level
    return this.#root
  }

  /** Undefined is "absent": JSON has no such value. */
  #find(path: JsonPath): unknown {
    this.parse()
    this.#storeString()
    let node = this.#root
    for (const key of path) {
      if (Object(node) !== node || typeof key !== (Array.isArray(node) ? 'number' : 'string')) return undefined
      if (!Object.hasOwn(node as Container, key)) return undefined
      node = (node as Record<string | number, unknown>)[key]
    }
    return node
  }

  #pathOfOpenNode(): JsonPath {
    const length = this.#depth > this.#levels ? this.#levels - 1 : this.#depth - (this.#hasOpenLeaf ? 0 : 1)
    if (this.#openPath.length !== length || !isPrefix(this.#openPath, this.#keys))
      this.#openPath = freeze(this.#keys.slice(0, length))
    return this.#openPath
  }

  // Listeners

  /** Keeps what was added to the string. Its listeners hear of it when the chunk is done, because they may read. */
  #note(): void {
    if (!this.#added) return
    this.#storeString()
    if (this.#depth <= this.#levels) this.#additions.push([this.#pathOfOpenNode(), this.#added])
    this.#added = ''
  }

  #tell(): void {
    this.#note()
    const additions = this.#additions
    if (!additions.length) return
    this.#additions = []
    for (const addition of additions) for (const listener of this.#listeners) listener(...addition)
  }

  #isAtWanted(): boolean {
    return this.#wanted?.length === this.#depth && isPrefix(this.#wanted, this.#keys)
  }
}

function isPrefix(path: JsonPath, keys: JsonPath): boolean {
  return path.every((key, level) => key === keys[level])
}
