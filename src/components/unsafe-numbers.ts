import { readProperty } from './preview-text.ts'

/** Integers beyond 2^53, and what is beyond every number: JSON held digits that a JavaScript number has lost. */
export function findUnsafeNumbers(value: unknown): number[] {
  const found: number[] = []
  const seen = new Set<object>()
  const stack: unknown[] = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next === 'number') {
      if (isUnsafe(next)) found.push(next)
    } else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next)
      for (const key of Object.keys(next)) stack.push(readProperty(next, key))
    }
  }
  return found
}

function isUnsafe(value: number): boolean {
  return Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value)
}

const MAX_WRITTEN = 20
const MAX_DIGITS = 40

/** How the text of an input wrote these numbers; other numbers of it are not told. */
export function writtenNumbers(numbers: readonly number[], source: string | undefined): string[] {
  const asked = new Set(numbers)
  const written = new Set<string>()
  if (source === undefined || asked.size === 0) return []
  const tokens = /"|-?\d[\d.eE+-]*/g
  for (let found = tokens.exec(source); found && written.size < MAX_WRITTEN; found = tokens.exec(source)) {
    const [token] = found
    if (token === '"') tokens.lastIndex = endOfString(source, tokens.lastIndex)
    else if (asked.has(Number(token))) written.add(token.length > MAX_DIGITS ? `${token.slice(0, MAX_DIGITS)}…` : token)
  }
  return [...written]
}

/** Behind the quote that ends a JSON string; one that never ends goes to the end of the text. No pattern: long strings exhaust one. */
function endOfString(source: string, start: number): number {
  for (let end = source.indexOf('"', start); end >= 0; end = source.indexOf('"', end + 1)) {
    let escapes = 0
    while (source[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end + 1
  }
  return source.length
}
