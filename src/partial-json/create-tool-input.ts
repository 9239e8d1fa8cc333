import type {
  JsonError,
  JsonPath,
  JsonResult,
  PartialJson,
  PartialJsonOptions,
  PartialJsonState,
} from './create-partial-json.ts'
import { PartialJsonParser } from './partial-json-parser.ts'

export type ToolInputEncoding = 'json' | 'text'
export interface ToolInputOptions extends PartialJsonOptions {
  /** @default 'json' */
  inputEncoding?: ToolInputEncoding | undefined
}
/** What was done to read the text, or is odd about it. */
export type ToolInputNote = 'empty' | 'fenced' | 'encoded-twice' | 'glued' | 'trailing' | 'duplicate-key' | 'restarted'
export interface ToolInput extends PartialJson {
  /** The whole text so far, for wires that resend it; text that was rewritten restarts the preview. */
  replace(text: string): void
  /** How often the preview began again. What `onAppend` told before belongs to the one before. */
  readonly revision: number
  readonly notes: readonly ToolInputNote[]
  /** What stands after the first complete value. It is not read. */
  readonly trailing: string | undefined
}

/**
 * The arguments of a tool call as models and gateways send them, on top of `createPartialJson`: lenient in what it shows, strict
 * in its verdict. A text that is empty at its end is `{}`; a Markdown fence is taken off; a JSON string that holds an object or an
 * array is read inside; of `{}{…}` the later object counts; text after the value is kept aside. What cannot be read is an error
 * with its text, never `{}`. With `inputEncoding: 'text'` the input is the text itself.
 */
export function createToolInput(options: ToolInputOptions = {}): ToolInput {
  return new ToolInputParser(options)
}

class ToolInputParser extends PartialJsonParser implements ToolInput {
  revision = 0
  #notes: readonly ToolInputNote[] = []
  /** The notes that are not seen by looking. */
  #found = new Set<ToolInputNote>()
  #isFinished = false
  /** The value has begun: text goes straight to its parser. */
  #hasBegun = false
  #hasTrailing = false
  #mayUnwrap = true
  /** What may become the first line of a fence. */
  #line = ''
  /** Reads a text that is a JSON string. The text that this parser reads is what the string holds. */
  #outer: ToolInputParser | undefined
  /** What it begins with, until it is seen to be an object, an array, or neither. */
  #inside: string | undefined = ''

  /** The text is no JSON: it is read as a JSON string that holds it. */
  readonly #isText: boolean

  constructor(options: ToolInputOptions) {
    super(options)
    this.#isText = options.inputEncoding === 'text'
    this.append('')
  }

  override append(delta: string): void {
    if (this.#isFinished) return
    if (this.#outer) this.#outer.append(delta)
    else if (this.#isText) {
      super.append((this.#hasBegun ? '' : '"') + JSON.stringify(delta).slice(1, -1))
      this.#hasBegun = true
    } else if (this.#hasBegun) super.append(delta)
    else this.#begin(this.#line + delta)
  }

  replace(text: string): void {
    this.parse()
    const known = this.#all
    if (text.startsWith(known)) this.append(text.slice(known.length))
    else if (!this.#isFinished) {
      this.#found = new Set(['restarted'])
      this.#mayUnwrap = true
      this.#restart(text)
    }
  }

  override get state(): PartialJsonState {
    this.parse()
    const outer = this.#outer?.state
    return outer && outer !== 'complete' ? outer : super.state
  }

  override get error(): JsonError | undefined {
    return this.#outer?.error ?? super.error
  }

  get notes(): readonly ToolInputNote[] {
    const { trailing } = this
    const notes = [...this.#found]
    if (this.#outer) notes.push('encoded-twice')
    if (this.hasDuplicateKey) notes.push('duplicate-key')
    if (trailing !== undefined) notes.push('trailing')
    if (notes.join() !== this.#notes.join()) this.#notes = notes
    return this.#notes
  }

  get trailing(): string | undefined {
    this.parse()
    const reader = this.#outer ?? this
    if (!reader.#hasTrailing) return undefined
    const trailing = this.#found.has('fenced') ? reader.textAfter.replace(/^\s*`{1,3}/, '') : reader.textAfter
    return trimBlanks(trailing) ? trailing : undefined
  }

  override rawText(path: JsonPath): string | undefined {
    return this.#isText && !path.length ? this.#all : super.rawText(path)
  }

  override finish(): JsonResult {
    if (!this.#isFinished) {
      this.parse()
      if (this.#isText) super.append('"')
      if (this.#line) super.append(this.#line)
      if (!this.#hasBegun && !trimBlanks(this.#all)) {
        this.#found.add('empty')
        super.append('{}')
      }
    }
    this.#isFinished = true
    const outer = this.#outer?.finish()
    if (outer && !outer.ok) return outer
    return super.finish()
  }

  protected override parse(): void {
    super.parse()
    if (!this.#outer || !(this.hasFailed || (this.#outer.hasEnded && !this.hasEnded))) return
    this.#keepString()
    super.parse()
  }

  protected override isValueAgain(code: number): boolean | undefined {
    if (this.#outer) return false
    if (code === 123 && !this.#hasTrailing && isEmptyObject(this.get([]))) {
      this.#found.add('glued')
      return true
    }
    this.#hasTrailing = true
    return undefined
  }

  /** All text, as it came. */
  get #all(): string {
    // A string that has arrived in part lacks what is held back.
    if (this.#isText) return JSON.parse(this.#isFinished ? this.text : `${this.text}"`)
    return (this.#outer ?? this).text + this.#line
  }

  #restart(text: string): void {
    this.#outer = undefined
    if (this.get([]) !== undefined) this.revision++
    this.reset()
    this.#inside = this.#line = ''
    this.#hasBegun = this.#hasTrailing = false
    this.append(text)
  }

  #begin(text: string): void {
    this.#line = ''
    const first = trimBlanks(text)[0]
    const fence = first === '`' && /^\s*```[^\n"{[]*(?=[\n"{[])/.exec(text)?.[0]
    if (fence) {
      this.#found.add('fenced')
      this.pass(fence)
      this.#begin(text.slice(fence.length))
    } else if (first === '`' && text.length < 100) this.#line = text
    else if (first === '"' && this.#mayUnwrap) {
      const outer = new ToolInputParser({})
      outer.#hasBegun = true
      this.#outer = outer
      outer.pass(this.text)
      this.reset()
      outer.onAppend((_, piece) => this.#outer && this.#unwrap(piece))
      outer.append(text)
    } else {
      this.#hasBegun = first !== undefined
      super.append(text)
    }
  }

  #unwrap(piece: string): void {
    if (this.#inside === undefined) return super.append(piece)
    const inside = trimBlanks(this.#inside + piece)
    this.#inside = trimBlanks(inside.slice(1)) ? undefined : (inside[0] ?? '')
    if (/^[^{[]/.test(inside)) this.#keepString()
    else if (this.#inside === undefined) super.append(inside)
  }

  /** The string does not hold an object or an array after all. */
  #keepString(): void {
    this.#mayUnwrap = false
    this.#restart(this.#all)
  }
}

/** Only what JSON takes for blank: `trim` knows more, such as a byte order mark. */
function trimBlanks(text: string): string {
  return text.replace(/^[ \t\n\r]+/, '')
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}
