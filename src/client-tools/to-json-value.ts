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
    return createConverter()(value, 0) ?? null
  } catch (error) {
    if (error instanceof NotJsonError) throw error
    throw new NotJsonError('it cannot be read as JSON')
  }
}

const MAX_LENGTH = 10_000_000
const MAX_DEPTH = 1_000

function createConverter() {
  /** At least the length of its JSON text, as far as it has come. */
  let length = 0
  // Shared parts are converted once, and counted as often as JSON would repeat them.
  const known = new Map<object, { readonly value: unknown; readonly length: number }>()
  const open = new Set<object>()

  const grow = (by: number) => {
    length += by
    if (length > MAX_LENGTH)
      throw new NotJsonError(`it is larger than ${MAX_LENGTH / 1e6} MB as JSON, which is too much to send`)
  }

  /** Undefined where JSON has nothing to say. */
  const convert = (value: unknown, depth: number): unknown => {
    switch (typeof value) {
      case 'string':
        grow(value.length + 2)
        return value
      case 'number':
        grow(1)
        return Number.isFinite(value) ? value + 0 : null
      case 'boolean':
        grow(4)
        return value
      case 'bigint':
        return convert(String(value), depth)
      case 'object':
        return value === null ? value : convertOnce(value, depth)
      default:
        return undefined
    }
  }

  const convertOnce = (value: object, depth: number): unknown => {
    if (open.has(value)) return '[Circular]'
    if (depth > MAX_DEPTH)
      throw new NotJsonError(`it is nested more than ${MAX_DEPTH.toLocaleString('en')} levels deep`)
    const before = known.get(value)
    if (before) {
      grow(before.length)
      return before.value
    }
    const start = length
    open.add(value)
    const converted = convertObject(value, depth)
    open.delete(value)
    known.set(value, { value: converted, length: length - start })
    return converted
  }

  const convertObject = (value: object, depth: number): unknown => {
    if (Array.isArray(value)) return convertList(value, depth)
    const { toJSON, $$typeof } = value as { toJSON?: unknown; $$typeof?: unknown }
    const isPlain = Object.getPrototypeOf(value) === Object.prototype && toJSON === undefined && $$typeof === undefined
    if (isPlain && !(Symbol.toStringTag in value)) return convertFields(value, depth)
    const bytes = bytesOf(value)
    if (bytes) {
      grow(bytes.length * 1.33)
      return Object.freeze({ type: 'bytes', base64: toBase64(bytes) })
    }
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
    if (typeof toJSON === 'function') return convert(toJSON.call(value, ''), depth + 1)
    if (value instanceof Map || value instanceof Set) return convertList([...value], depth)
    if (value instanceof RegExp) return String(value)
    if (value instanceof Error) return convertFields({ name: value.name, message: value.message }, depth)
    if (value instanceof Number || value instanceof String || value instanceof Boolean)
      return convert(value.valueOf(), depth)
    if (typeof Blob !== 'undefined' && value instanceof Blob) {
      const { type, size } = value
      return convertFields({ type, size, name: 'name' in value ? value.name : undefined }, depth)
    }
    if (typeof $$typeof === 'symbol') return '[React element]'
    // nodes, windows, promises, weak maps: walked, they would lead through the whole page or to nothing
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    return tag === 'Object' ? convertFields(value, depth) : `[${tag}]`
  }

  const convertList = (items: readonly unknown[], depth: number) => {
    const list: unknown[] = []
    grow(2)
    // by index, for holes count
    for (let at = 0; at < items.length; at += 1) {
      grow(1)
      list.push(convert(items[at], depth + 1) ?? null)
    }
    return Object.freeze(list)
  }

  const convertFields = (object: object, depth: number) => {
    const fields: Record<string, unknown> = {}
    grow(2)
    for (const key of Object.keys(object)) {
      const value = convert((object as Record<string, unknown>)[key], depth + 1)
      if (value === undefined) continue
      grow(key.length + 4)
      // an own `__proto__` must stay an own property
      if (key === '__proto__') Object.defineProperty(fields, key, { value, enumerable: true })
      else fields[key] = value
    }
    return Object.freeze(fields)
  }

  return convert
}

function bytesOf(value: object): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  // in pieces, for a call takes only so many arguments
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
