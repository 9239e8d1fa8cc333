/**
 * What may be shown of a JSON text that is still arriving: small, slow, recursive, and written from the table of the
 * specification, not from the parser. It reads the text from its beginning each time.
 */
export interface Expected {
  /** Undefined: nothing. */
  value: unknown
  state: 'empty' | 'streaming' | 'complete' | 'error'
  openPath: (string | number)[] | undefined
  pendingKey: string | undefined
  hasDuplicateKey: boolean
}

const LEVELS = 512

/** Thrown where the text ends, or goes wrong. */
class Stop extends Error {
  readonly isMistake: boolean
  constructor(isMistake: boolean) {
    super()
    this.isMistake = isMistake
  }
}

type Place = (value: unknown) => void

export function expectedOf(text: string, numbers: 'hide' | 'show' = 'hide'): Expected {
  let at = 0
  let root: unknown
  let path: (string | number)[] = []
  let pendingKey: string | undefined
  let hasControlCharacter = false
  let hasDuplicateKey = false

  const stop = (isMistake: boolean): never => {
    throw new Stop(isMistake)
  }
  const isBlank = (character: string | undefined) => character !== undefined && ' \t\r\n'.includes(character)
  /** The next character that is not blank. */
  const next = () => {
    while (isBlank(text[at])) at++
    return text[at] ?? stop(false)
  }

  const readString = (show: Place): string => {
    const parts: string[] = []
    at++
    try {
      for (let character = text[at]; character !== '"'; character = text[at]) {
        if (character === undefined) stop(false)
        if (character === '\\') {
          const rest = text.slice(at, at + 6)
          if (/^\\(?:u[\da-fA-F]{0,3})?$/.test(rest)) stop(false)
          const escape = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(rest)?.[0] ?? stop(true)
          parts.push(JSON.parse(`"${escape}"`))
          at += escape.length
        } else {
          if (character! < ' ') hasControlCharacter = true
          parts.push(character!)
          at++
        }
      }
    } catch (error) {
      // the first half of a character waits for the second
      show(parts.join('').replace(/[\ud800-\udbff]$/, ''))
      throw error
    }
    at++
    const string = parts.join('')
    show(string)
    return string
  }

  const readNumber = (show: Place, closing: string) => {
    const start = at
    while (text[at] !== undefined && '+-.eE0123456789'.includes(text[at]!)) at++
    const number = text.slice(start, at)
    const whole = numberOf(number)
    if (numbers === 'show') {
      for (let length = number.length; length > 0; length--) {
        const valid = numberOf(number.slice(0, length))
        if (valid === undefined) continue
        show(valid)
        break
      }
    }
    if (at === text.length) stop(false)
    if (whole === undefined || !(isBlank(text[at]) || (closing && (text[at] === ',' || text[at] === closing))))
      stop(true)
    show(whole)
  }

  const readWord = (word: string, show: Place) => {
    for (const letter of word) {
      if (text[at] === undefined) stop(false)
      if (text[at] !== letter) stop(true)
      at++
    }
    show(JSON.parse(word))
  }

  const readArray = (array: unknown[], level: number) => {
    at++
    if (next() === ']') return void at++
    for (let index = 0; ; index++) {
      readValue(value => (array[index] = value), index, level + 1, ']')
      const sign = next()
      if (sign !== ',' && sign !== ']') stop(true)
      at++
      if (sign === ']') return
    }
  }

  const readObject = (object: Record<string, unknown>, level: number) => {
    at++
    if (next() === '}') return void at++
    for (;;) {
      if (next() !== '"') stop(true)
      const key = readString(() => {})
      if (Object.hasOwn(object, key)) hasDuplicateKey = true
      pendingKey = key
      if (next() !== ':') stop(true)
      at++
      readValue(
        value => Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true }),
        key,
        level + 1,
        '}',
      )
      const sign = next()
      if (sign !== ',' && sign !== '}') stop(true)
      at++
      if (sign === '}') return
    }
  }

  const readValue = (place: Place, key: string | number | undefined, level: number, closing: string) => {
    const parent = path
    let isOpen = false
    const show: Place = value => {
      place(value)
      pendingKey = undefined
      if (!isOpen && key !== undefined) path = [...parent, key]
      isOpen = true
    }
    const character = next()
    if (character === '"') readString(show)
    else if (character === '[' || character === '{') {
      const container: unknown[] & Record<string, unknown> = (character === '[' ? [] : {}) as never
      if (level <= LEVELS) show(container)
      // what is deeper is absent, and so is its path
      const seen = path
      if (character === '[') readArray(container, level)
      else readObject(container, level)
      if (level > LEVELS) path = seen
      pendingKey = undefined
    } else if ('-0123456789'.includes(character)) readNumber(show, closing)
    else readWord(character === 't' ? 'true' : character === 'f' ? 'false' : 'null', show)
    path = parent
  }

  const result = (state: Expected['state'], openPath: Expected['openPath']): Expected => ({
    value: root,
    state,
    openPath: root === undefined ? undefined : openPath,
    pendingKey: state === 'error' ? undefined : pendingKey,
    hasDuplicateKey,
  })
  try {
    readValue(value => (root = value), undefined, 1, '')
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    if (error.isMistake) return result('error', path.slice(0, LEVELS))
    return result(/^[ \t\r\n]*$/.test(text) ? 'empty' : 'streaming', path.slice(0, LEVELS))
  }
  const isMistaken = hasControlCharacter || /[^ \t\r\n]/.test(text.slice(at))
  return result(isMistaken ? 'error' : 'complete', undefined)
}

function numberOf(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
