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

/** The first half of a character outside of the basic plane. */
export function isHighSurrogate(unit: number): boolean {
  return unit >> 10 === 0x36
}

/** The states in which a number may end: a lone zero, an integer, a fraction, an exponent. */
export const WHOLE_NUMBER = [2, 3, 5, 8]
/** An automaton: a row for each state, a column for each class of character: `0`, `1`–`9`, `.`, `e`, `-`, `+`. 0 is "cannot be". */
const NUMBER_STATES = '230010' + '230000' + '004600' + '334600' + '550000' + '550600' + '880077' + '880000' + '880000'

/** The state of a number after one more character: 0 where it is none any more, -1 where the character belongs to no number. */
export function nextNumberState(state: number, code: number): number {
  const column =
    code > 48 && code < 58 ? 1 : code === 48 ? 0 : code === 46 ? 2 : (code | 32) === 101 ? 3 : code === 45 ? 4 : 5
  return column === 5 && code !== 43 ? -1 : Number(NUMBER_STATES[state * 6 + column])
}

/** Where the first raw control character inside a string is, in text that is JSON otherwise. */
export function controlCharacterIn(text: string): number {
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 34) inString = !inString
    else if (inString && code === 92) index++
    else if (inString && code < 32) return index
  }
  return text.length
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

  clear(): void {
    this.#blocks = this.#tail = ''
  }
}
