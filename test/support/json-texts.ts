import { strictEqual } from 'node:assert'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'

// Arbitrary texts

const stringPart = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      'ß',
      '好',
      ' ',
      '😀',
      "'",
      '{',
      ']',
      ',',
      ':',
      '<b>',
      '0',
      'longer than most deltas are',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('\\n', '\\"', '\\\\', '\\/', '\\t', '\\u00e9', '\\u4F60', '\\ud83d\\ude00', '\\u0000'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\\ud83d', '\\ude00', '\ud83d', '\ude00', '\\udbff', '\ud83d\\ude00', '\\ud83d\ude00'),
  },
)
const stringText = fc.array(stringPart, { maxLength: 6 }).map(parts => `"${parts.join('')}"`)
// No backslash in a key: after `{"a":1,"\\\\":2}`, the JSON.parse of V8 13.6 (Node 24) reads `{"a":1,"\\u0062":2}` with the key "\\", too.
const keyText = fc.oneof(
  fc.constantFrom(
    '"a"',
    '"b"',
    '"c"',
    '"\\u0061"',
    '""',
    '"1"',
    '"__proto__"',
    '"constructor"',
    '"length"',
    '"toString"',
  ),
  stringText.filter(text => !text.includes('\\\\')),
)
const numberText = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '1',
    '-12',
    '3.25',
    '1e3',
    '1E-2',
    '-0.0e+1',
    '1e999',
    '12345678901234567890',
    '0.1e-400',
    '-1.50E+10',
  ),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => JSON.stringify(number)),
)
const blank = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(' ', '\n', '\t', '\r\n  ') },
)

function valueText(uniqueKeys: boolean): fc.Arbitrary<string> {
  const { value } = fc.letrec<{ value: string; array: string; object: string }>(tie => ({
    value: fc
      .tuple(
        blank,
        fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          { weight: 2, arbitrary: fc.constantFrom('true', 'false', 'null', '[]', '{}', '[ ]', '{\n}') },
          { weight: 2, arbitrary: numberText },
          { weight: 3, arbitrary: stringText },
          { weight: 3, arbitrary: tie('array') },
          { weight: 4, arbitrary: tie('object') },
        ),
        blank,
      )
      .map(parts => parts.join('')),
    array: fc.array(tie('value'), { minLength: 1, maxLength: 5 }).map(values => `[${values.join(',')}]`),
    object: fc
      .uniqueArray(fc.tuple(blank, keyText, blank, tie('value')), {
        minLength: 1,
        maxLength: 5,
        selector: ([, key]) => (uniqueKeys ? JSON.parse(key) : {}),
      })
      .map(entries => `{${entries.map(([before, key, after, text]) => `${before}${key}${after}:${text}`).join(',')}}`),
  }))
  return value
}

/** Any JSON text: odd escapes, lone surrogates, keys that come twice, blanks everywhere. */
export const jsonText = valueText(false)
export const jsonTextWithUniqueKeys = valueText(true)

/** A JSON text in which a few characters were taken away, put in, or doubled: mostly no JSON any more. */
const mutatedText = fc
  .tuple(
    jsonText,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('delete', 'insert', 'double', 'cut'),
        fc.constantFrom(...'{}[]",:\\0-.eEtfnu +1\n\u0001#\'\ufeff'.split('')),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [place, change, character]) => {
      const at = place % (changed.length + 1)
      const tail = {
        delete: changed.slice(at + 1),
        insert: character + changed.slice(at),
        double: changed.slice(at - 1),
        cut: '',
      }
      return changed.slice(0, at) + tail[change]
    }, text),
  )
  .filter(text => !/\\\\[^"]*"\s*:/.test(text)) // see keyText

export const anyText = fc.oneof(jsonText, mutatedText)

/** Where a text is cut, and after which deltas somebody reads. */
export const cuts = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.boolean()), { minLength: 1, maxLength: 30 })

/** The deltas of a text; the cuts repeat to its end. */
export function cutBy(text: string, lengths: readonly (readonly [length: number, reads: boolean])[]) {
  const deltas: { delta: string; reads: boolean }[] = []
  let at = 0
  for (let index = 0; at < text.length; index++) {
    const [length, reads] = lengths[index % lengths.length]!
    // a run of empty deltas would never end
    const taken = index >= lengths.length ? Math.max(1, length) : length
    deltas.push({ delta: text.slice(at, at + taken), reads })
    at += taken
  }
  return deltas
}

// Documents

export const documentNames = [
  'awkward.json',
  'awkward-proto.json',
  'write-file-4k.json',
  'config-nested.json',
  'edits-200.json',
  'table-2000x6.json',
  'write-file-100k.json',
] as const

export function readDocument(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../fixtures/json-documents/${name}`, import.meta.url)), 'utf8')
}

/** A bug case that is text in pieces. */
export function readFragments(id: string): string[] {
  const file = fileURLToPath(new URL(`../fixtures/cases/${id}.json`, import.meta.url))
  return (JSON.parse(readFileSync(file, 'utf8')) as { events: string[] }).events
}

/** Numbers in [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

/** The arguments of a tool that writes a file: one long string of code, of about this many characters. */
export function writeFileDocument(length: number, seed = 1): string {
  const random = seededRandom(seed)
  const words = 'array store label model stream render approval tool input view session adapter'.split(' ')
  const word = () => words[Math.floor(random() * words.length)]!
  let content = ''
  while (content.length < length * 0.93) {
    const name = word()
    content += `export function ${name}(${word()}: string): string {\n\tconst label = "${word()} ${word()}";\n\t// ${word()} ${word()} ${word()} ${word()}\n\treturn label + ${name} + '\\n';\n}\n\n`
  }
  return JSON.stringify({ path: 'src/store.ts', content })
}

/** The arguments of many short calls, of about 127 characters each. */
export function smallCallDocuments(count: number): string[] {
  const lines = readDocument('small-calls.jsonl').trim().split('\n')
  return Array.from({ length: count }, (_, index) => lines[index % lines.length]!)
}

/** What was shown is still there: strings grow at their end, keys and elements are only added. */
export function checkGrown(before: unknown, after: unknown): void {
  if (before === undefined) return
  if (typeof before === 'string') strictEqual(String(after).startsWith(before), true)
  else if (!isObjectLike(before)) strictEqual(Object.is(before, after), true)
  else {
    strictEqual(isObjectLike(after) && Array.isArray(before) === Array.isArray(after), true)
    const grown = after as Record<string, unknown>
    for (const key of Object.keys(before)) {
      strictEqual(Object.hasOwn(grown, key), true)
      checkGrown(before[key], grown[key])
    }
  }
}

function isObjectLike(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
