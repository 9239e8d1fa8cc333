/** What cannot be sent as JSON at all. The message says why, for the model and the developer. */
export class NotJsonError extends Error {
  override name = 'NotJsonError'
}

/**
 * A frozen copy of any value as JSON can carry it, so that the screen and the model get the same. What JSON has no word for becomes:
 *
 * - `undefined`, functions, symbols: left out; in a list, and alone, `null`. `NaN`, infinities: `null`. `-0`: `0`
 * - BigInt: its digits. Date: ISO 8601, or `null`. RegExp, URL: text. Error: `{ name, message }`
 * - Map: a list of pairs. Set: a list. Typed arrays and buffers: `{ type: 'bytes', base64 }`. Blob and File: `{ type, size, name? }`
 * - an object with `toJSON`: what that returns. Any other instance: its own fields
 * - a cycle: `"[Circular]"`. Promises, DOM nodes, React elements and other things of the page: their kind in brackets
 *
 * @throws {NotJsonError} over 10 MB of text, over 1,000 levels deep, or where reading the value throws.
 */
export function toJsonValue(value: unknown): unknown {
  try {
    return createConverter()(value, 0).value ?? null
  } catch (error) {
    if (error instanceof NotJsonError) throw error
    throw new NotJsonError('it cannot be read as JSON')
  }
}

const MAX_LENGTH = 10_000_000
const MAX_DEPTH = 1_000

interface Converted {
  /** Undefined where JSON has nothing to say. */
  readonly value: unknown
  /** At least the length of its JSON text. */
  readonly length: number
}
const NOTHING: Converted = { value: undefined, length: 4 }

function createConverter() {
  // Shared parts are converted once, and counted as often as JSON would repeat them.
  const known = new Map<object, Converted>()
  const open = new Set<object>()

  const convert = (value: unknown, depth: number): Converted => {
    switch (typeof value) {
      case 'string':
        return checked(value, value.length + 2)
      case 'number':
        return { value: Number.isFinite(value) ? value + 0 : null, length: 1 }
      case 'boolean':
        return { value, length: 5 }
      case 'bigint':
        return convert(String(value), depth)
      case 'object':
        if (value === null) return { value, length: 4 }
        break
      default:
        return NOTHING
    }
    if (open.has(value)) return convert('[Circular]', depth)
    if (depth > MAX_DEPTH)
      throw new NotJsonError(`it is nested more than ${MAX_DEPTH.toLocaleString('en')} levels deep`)
    const before = known.get(value)
    if (before) return before
    open.add(value)
    const converted = convertObject(value, depth)
    open.delete(value)
    known.set(value, converted)
    return converted
  }

  const convertObject = (value: object, depth: number): Converted => {
    if (Array.isArray(value)) return convertList(value, depth)
    const bytes = bytesOf(value)
    if (bytes) return convertFields({ type: 'bytes', base64: toBase64(bytes) }, depth)
    const { toJSON } = value as { toJSON?: unknown }
    if (value instanceof Date) return convert(Number.isNaN(value.getTime()) ? null : value.toISOString(), depth)
    if (typeof toJSON === 'function') return convert(toJSON.call(value, ''), depth + 1)
    if (value instanceof Map || value instanceof Set) return convertList([...value], depth)
    if (value instanceof RegExp) return convert(String(value), depth)
    if (value instanceof Error) return convertFields({ name: value.name, message: value.message }, depth)
    if (value instanceof Number || value instanceof String || value instanceof Boolean)
      return convert(value.valueOf(), depth)
    if (typeof Blob !== 'undefined' && value instanceof Blob) {
      const { type, size } = value
      return convertFields({ type, size, name: 'name' in value ? value.name : undefined }, depth)
    }
    if (typeof (value as { $$typeof?: unknown }).$$typeof === 'symbol') return convert('[React element]', depth)
    // nodes, windows, promises, weak maps: walked, they would lead through the whole page or to nothing
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    return tag === 'Object' ? convertFields(value, depth) : convert(`[${tag}]`, depth)
  }

  const convertList = (items: readonly unknown[], depth: number): Converted => {
    const list: unknown[] = []
    let length = 2
    for (let at = 0; at < items.length; at += 1) {
      const item = convert(items[at], depth + 1)
      list.push(item.value ?? null)
      checked(undefined, (length += item.length + 1))
    }
    return { value: Object.freeze(list), length }
  }

  const convertFields = (object: object, depth: number): Converted => {
    const fields: Record<string, unknown> = {}
    let length = 2
    for (const key of Object.keys(object)) {
      const { value, length: itsLength } = convert((object as Record<string, unknown>)[key], depth + 1)
      if (value === undefined) continue
      // an own `__proto__` must stay an own property
      Object.defineProperty(fields, key, { value, enumerable: true })
      checked(undefined, (length += key.length + itsLength + 4))
    }
    return { value: Object.freeze(fields), length }
  }

  return convert
}

function checked(value: unknown, length: number): Converted {
  if (length <= MAX_LENGTH) return { value, length }
  throw new NotJsonError(`it is larger than ${MAX_LENGTH / 1e6} MB as JSON, which is too much to send`)
}

function bytesOf(value: object): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined
}

function toBase64(bytes: Uint8Array): string {
  checked(undefined, bytes.length * 1.33)
  let text = ''
  // in pieces, for a call takes only so many arguments
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
