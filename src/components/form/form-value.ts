import { isRecord } from '../is-record.ts'
import type { FormNode } from './read-schema.ts'

export type FormPath = readonly (string | number)[]

/** A path as text: a JSON pointer. */
export function toPointer(path: FormPath): string {
  return path.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** After the pointer of a field that takes JSON and texts: under it stands which of the two was chosen. */
export const TYPE = ':type'

/** What stands in the form before anybody has touched it. Undefined: nothing. */
export function initialValue(node: FormNode): unknown {
  if (node.initial !== undefined) return node.initial
  if (node.type !== 'object') return undefined
  const value: Record<string, unknown> = {}
  for (const { key, node: field, isRequired } of node.fields) {
    const own = initialValue(field)
    if (own !== undefined && (isRequired || field.type !== 'const')) define(value, key, own)
  }
  return Object.keys(value).length > 0 ? value : undefined
}

export function getAt(value: unknown, path: FormPath): unknown {
  let current = value
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined
    current = Reflect.get(current, part)
  }
  return current
}

/** A copy with another value at a path; undefined takes the key away, so that an empty field is absent and not an empty text. */
export function setAt(value: unknown, path: FormPath, next: unknown): unknown {
  const [part, ...rest] = path
  if (part === undefined) return next
  if (typeof part === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : []
    list[part] = setAt(list[part], rest, next)
    return list
  }
  const copy: Record<string, unknown> = {}
  if (isRecord(value)) for (const key of Object.keys(value)) define(copy, key, value[key])
  const own = setAt(isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined, rest, next)
  if (own === undefined) delete copy[part]
  else define(copy, part, own)
  return copy
}

/** The text of a number field as a number; undefined where it is none. */
export function parseNumber(text: string): number | undefined {
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined
}

/** The text of a JSON field as a value; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

// `__proto__` is a key like any other.
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}
