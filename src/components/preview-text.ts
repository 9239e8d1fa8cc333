/** What JSON text has at most: shared branches can stand for 2^20 paths. */
const MAX_NODES = 200_000
/** 20 MB of JSON have half as many at the most; the paths of shared branches would have no end. */
export const EVERY_NODE = 20_000_000
/** Deeper, an indentation would be most of the text. */
const MAX_INDENTED = 60

/**
 * A value as JSON text, at once and in few words; `printJson`, which is loaded later, has words for whatever JSON has none for. Never
 * throws. `maxNodes` is for a reader that has more patience than a screen: with `EVERY_NODE` nothing of JSON is left out, however deep
 * it is.
 */
export function toJsonText(value: unknown, maxNodes: number = MAX_NODES): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return '[function]'
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : toScalarText(value)
  let nodes = 0
  try {
    if (isDeeper(value, MAX_INDENTED)) return toDeepText(value, maxNodes)
    return JSON.stringify(
      value,
      (_, child: unknown) => {
        if (++nodes > maxNodes) throw new RangeError('There is more than anybody reads.')
        return typeof child === 'bigint' ? `${child}n` : child
      },
      2,
    )
  } catch {
    return '[…]'
  }
}

function isDeeper(root: unknown, levels: number): boolean {
  /** A branch that stands in many places is looked into once, unless it stands deeper than before. */
  const seenAt = new Map<unknown, number>()
  const visit = (value: unknown, level: number): boolean => {
    if (!isBranch(value) || (seenAt.get(value) ?? -1) >= level) return false
    seenAt.set(value, level)
    return level === levels || Object.keys(value).some(key => visit(readProperty(value, key), level + 1))
  }
  return visit(root, 0)
}

/** Without recursion, which a model could exhaust; a line for each value. */
function toDeepText(root: unknown, maxNodes: number): string {
  const ancestors = new Set<unknown>()
  const pending: (string | { readonly value: unknown; readonly isOver?: true })[] = [{ value: root }]
  let text = ''
  for (let nodes = 0, next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') text += next
    else if (next.isOver) ancestors.delete(next.value)
    else if (++nodes > maxNodes || ancestors.has(next.value)) text += '[…]'
    else if (!isBranch(next.value)) text += toJsonText(next.value)
    else {
      const branch = next.value
      const [start, end] = Array.isArray(branch) ? '[]' : '{}'
      ancestors.add(branch)
      text += start
      pending.push({ value: branch, isOver: true }, end ?? '')
      for (const [at, key] of [...Object.keys(branch).entries()].toReversed())
        pending.push(
          { value: readProperty(branch, key) },
          `${at > 0 ? ',' : ''}\n${start === '[' ? '' : `${JSON.stringify(key)}: `}`,
        )
    }
  }
  return text
}

function toScalarText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** A string as it is, anything else as JSON text. */
export function toText(value: unknown, maxNodes?: number): string {
  return typeof value === 'string' ? value : toJsonText(value, maxNodes)
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

export interface InputItem {
  /** Undefined: the input is not an object and has no keys. */
  readonly key: string | undefined
  readonly type: 'inline' | 'block' | 'tree'
  /** Of a tree, only where all of it has to be seen; else nobody reads it. */
  readonly text: string
  readonly value: unknown
  /** Numbers, booleans and null: set apart from text that reads the same. */
  readonly isLiteral: boolean
  /** Still growing. */
  readonly isOpen: boolean
  /** Takes its full height at once. */
  readonly reserves: boolean
}

/** These hold long text, so they are a block from their first character and nothing jumps. */
const longTextKeys = new Set([
  'body',
  'code',
  'content',
  'contents',
  'css',
  'diff',
  'file_text',
  'html',
  'markdown',
  'new_string',
  'old_string',
  'patch',
  'script',
  'source',
  'sql',
])
const INLINE_LENGTH = 80

/**
 * An input as rows. Once a row is a block, it stays one as it grows; rows keep the order of the keys: so the text of a growing
 * input is a prefix of its later text. With `isWhole` a tree has its text, too.
 */
export function toInputItems(input: unknown, isStreaming: boolean, isWhole = false): readonly InputItem[] {
  if (input === undefined) return []
  if (!isPlainObject(input)) return [toItem(undefined, input, isStreaming, isWhole)]
  const keys = Object.keys(input)
  return keys.map((key, index) =>
    toItem(key, readProperty(input, key), isStreaming && index === keys.length - 1, isWhole),
  )
}

function toItem(key: string | undefined, value: unknown, isOpen: boolean, isWhole: boolean): InputItem {
  const item = { key, value, isLiteral: false, isOpen, reserves: false }
  if (typeof value === 'string') {
    const hasLines = value.includes('\n')
    const isLongText = key === undefined || longTextKeys.has(key)
    const isBlock = hasLines || isLongText || value.length > INLINE_LENGTH
    // An empty string that may still grow is nothing yet.
    const text = isOpen ? withoutHalfCharacter(value) : value
    return { ...item, type: isBlock ? 'block' : 'inline', text, reserves: isOpen && (hasLines || isLongText) }
  }
  if (typeof value === 'object' && value !== null && (isOpen || !isBranch(value) || sizeOf(value) > 0))
    return { ...item, type: 'tree', text: isWhole ? toJsonText(value, EVERY_NODE) : '' }
  const text = toJsonText(value)
  return key === undefined ? { ...item, type: 'block', text } : { ...item, type: 'inline', text, isLiteral: true }
}

/** A list or an object as JSON has them. */
export function isBranch(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  return Array.isArray(value) || isPlainObject(value)
}

export function sizeOf(value: Readonly<Record<string, unknown>> | readonly unknown[]): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

export interface CappedItems {
  readonly items: readonly InputItem[]
  /** Lines of the whole. */
  readonly lines: number
  readonly hiddenLines: number
}

/** Keeps whole lines up to `limit` characters. A line that does not fit whole counts as hidden. */
export function capItems(items: readonly InputItem[], limit: number): CappedItems {
  let room = limit
  let lines = 0
  let hiddenLines = 0
  const kept: InputItem[] = []
  for (const item of items) {
    const itemLines = countLines(item.text)
    lines += itemLines
    if (hiddenLines > 0) {
      hiddenLines += itemLines
    } else if (item.text.length + (item.key?.length ?? 0) <= room) {
      room -= item.text.length + (item.key?.length ?? 0)
      kept.push(item)
    } else {
      const end = item.text.lastIndexOf('\n', Math.max(0, room))
      const text = end > 0 ? item.text.slice(0, end) : withoutHalfCharacter(item.text.slice(0, Math.max(0, room)))
      const isLineCut = end <= 0
      if (text !== '') kept.push({ ...item, type: 'block', text })
      hiddenLines += itemLines - countLines(text) + (isLineCut ? 1 : 0)
    }
  }
  return { items: kept, lines, hiddenLines }
}

export function countLines(text: string): number {
  let lines = 1
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) lines++
  return lines
}

/** The same where a line feed at the end ends a line and begins none. */
export function countWholeLines(text: string): number {
  return countLines(text) - (text.endsWith('\n') ? 1 : 0)
}

// Controls but tab and line feed, separators, the blank pattern, whatever Unicode calls ignorable (zero-width, bidi, fillers, tags),
// lone surrogates. Joiners and variation selectors belong to an emoji where they follow one; a carriage return to its line feed.
const invisible =
  /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u2800\ufff9-\ufffb]|(?<![\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]|\ufe0f)\u200d|(?<![\p{Extended_Pictographic}#*0-9])[\ufe00-\ufe0f]|(?!\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|\p{Surrogate}/gu

export interface TextPiece {
  readonly text: string
  /** `U+202E` in place of a character that cannot be seen. */
  readonly isCode: boolean
}

export function splitInvisible(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(invisible)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isCode: false })
    pieces.push({ text: toCode(match[0]), isCode: true })
    end = match.index + match[0].length
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), isCode: false })
  return pieces
}

/** How many there are, and the code of the first. */
export function findInvisible(texts: readonly string[]): { readonly count: number; readonly code: string } {
  let count = 0
  let code = ''
  for (const text of texts) {
    for (const match of text.matchAll(invisible)) {
      code ||= toCode(match[0])
      count++
    }
  }
  return { count, code }
}

function toCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Without the first half of a surrogate pair whose second half has not come yet. */
export function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}

export function readProperty(value: object, key: string | number): unknown {
  try {
    return Reflect.get(value, key)
  } catch {
    return '[unreadable]'
  }
}
