import { isPlainObject, readProperty, withoutHalfCharacter } from '../preview-text.ts'
import { shorten } from '../wording.ts'

/** Stops the printer: nobody reads further, and shared sub-trees can stand for 2^20 paths. */
const MAX_TEXT = 2_000_000
const MAX_DEPTH = 200

/**
 * Any value as indented JSON text. Never throws: cycles, BigInt, getters that throw and the like become words. With `isOpen`
 * the last branch is left without its closing quotes and brackets, so that the text of a growing value is a prefix of its later text.
 */
export function printJson(value: unknown, isOpen = false, limit = MAX_TEXT): string {
  const printer: Printer = { text: '', limit, ancestors: new Set() }
  try {
    print(printer, value, '', isOpen)
  } catch (error) {
    if (error !== tooLong) printer.text += '[unreadable]'
  }
  return shorten(printer.text, limit)
}

interface Printer {
  text: string
  readonly limit: number
  readonly ancestors: Set<object>
}
const tooLong = new Error('The text is long enough.')

function print(printer: Printer, value: unknown, indent: string, isOpen: boolean): void {
  if (printer.text.length > printer.limit) throw tooLong
  if (typeof value === 'string') {
    const text = JSON.stringify(isOpen ? withoutHalfCharacter(value) : value)
    printer.text += isOpen ? text.slice(0, -1) : text
  } else if (typeof value === 'bigint') {
    printer.text += `${value}n`
  } else if (typeof value === 'function') {
    printer.text += '[function]'
  } else if (typeof value !== 'object' || value === null) {
    printer.text += Object.is(value, -0) ? '-0' : String(value)
  } else {
    printObject(printer, value, indent, isOpen)
  }
}

function printObject(printer: Printer, value: object, indent: string, isOpen: boolean): void {
  if (printer.ancestors.has(value)) {
    printer.text += '[circular]'
    return
  }
  if (printer.ancestors.size >= MAX_DEPTH) {
    printer.text += '[…]'
    return
  }
  const word = toWord(value)
  if (word !== undefined) {
    printer.text += word
    return
  }
  printer.ancestors.add(value)
  const isList = Array.isArray(value)
  if (!isList && !isPlainObject(value)) printer.text += nameOf(value)
  const entries = toEntries(value)
  const inner = `${indent}  `
  printer.text += isList ? '[' : '{'
  for (const [index, [key, child]] of entries.entries()) {
    if (printer.text.length > printer.limit) throw tooLong
    printer.text += `${index > 0 ? ',' : ''}\n${inner}${isList ? '' : `${JSON.stringify(key)}: `}`
    print(printer, child, inner, isOpen && index === entries.length - 1)
  }
  printer.ancestors.delete(value)
  if (isOpen) return
  if (entries.length > 0) printer.text += `\n${indent}`
  printer.text += isList ? ']' : '}'
}

function toWord(value: object): string | undefined {
  try {
    if (value instanceof Date)
      return Number.isNaN(value.getTime()) ? 'Invalid Date' : JSON.stringify(value.toISOString())
    if (value instanceof RegExp) return String(value)
    if (value instanceof Error) return `${value.name}: ${value.message}`
    if (value instanceof Promise) return '[promise]'
    if (typeof Node !== 'undefined' && value instanceof Node) return `[${value.nodeName.toLowerCase()}]`
    if ('window' in value && value.window === value) return '[window]'
    if (typeof Blob !== 'undefined' && value instanceof Blob) return `[${value.type || 'file'}, ${value.size} bytes]`
    if (value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
    return undefined
  } catch {
    return '[unreadable]'
  }
}

function toEntries(value: object): readonly (readonly [string, unknown])[] {
  try {
    if (Array.isArray(value))
      return Array.from({ length: value.length }, (_, index) => [String(index), readProperty(value, index)] as const)
    if (value instanceof Map)
      return Array.from(
        value,
        ([key, child]: [unknown, unknown]) => [typeof key === 'string' ? key : printJson(key), child] as const,
      )
    if (value instanceof Set) return Array.from(value, (child: unknown, index) => [String(index), child] as const)
    return Object.keys(value).map(key => [key, readProperty(value, key)] as const)
  } catch {
    return []
  }
}

function nameOf(value: object): string {
  const name: unknown = readProperty(readConstructor(value), 'name')
  return typeof name === 'string' && name !== '' ? `${name} ` : ''
}

function readConstructor(value: object): object {
  const made: unknown = readProperty(value, 'constructor')
  return typeof made === 'function' ? made : {}
}
