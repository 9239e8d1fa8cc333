/** The grammar of RFC 8259 below the level of values, and text that is kept while it grows. */

/** What `escapeAt` says of an escape whose characters have not all arrived. */
export const UNFINISHED = -1
/** What it says of one that no further character can make valid. */
export const INVALID = -2

/** The UTF-16 unit that the escape at `index`, a backslash, stands for. */
export function escapeAt(text: string, index: number): number {
  const letter = text[index + 1]
  if (letter === undefined) return UNFINISHED
  if (letter === 'u') {
    const digits = text.slice(index + 2, index + 6)
    if (/[^\da-f]/i.test(digits)) return INVALID
    return digits.length < 4 ? UNFINISHED : Number('0x' + digits)
  }
  const simple = '"\\/bfnrt'.indexOf(letter)
  return simple < 0 ? INVALID : '"\\/\b\f\n\r\t'.charCodeAt(simple)
}

export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

/** The first half of a character outside of the basic plane. */
export function isHighSurrogate(unit: number): boolean {
  return unit >> 10 === 0x36
}

export function isNumberCharacter(code: number): boolean {
  return (code > 44 && code < 58 && code !== 47) || code === 43 || (code | 32) === 101
}

/** The longest beginning that is a number; empty where there is none. */
export function validPart(text: string): string {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?/i.exec(text)?.[0] ?? ''
}

/**
 * Text that grows by small pieces. V8 keeps `a + b` as a pair of references (about 60 bytes for a piece of four characters)
 * until somebody reads it, so it is made flat block by block.
 */
export class GrowingText {
  #blocks = ''
  #tail = ''

  get length(): number {
    return this.#blocks.length + this.#tail.length
  }

  add(piece: string): void {
    this.#tail += piece
    // A regular expression needs its subject flat; this one looks at one character.
    if (this.#tail.length < 4096 || /^$/.test(this.#tail)) return
    this.#blocks += this.#tail
    this.#tail = ''
  }

  toString(): string {
    return this.#blocks + this.#tail
  }
}
