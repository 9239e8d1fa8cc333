import { deepStrictEqual } from 'node:assert'
import { describe, expect, it } from 'vitest'
import {
  createPartialJson,
  parsePartialJson,
  type PartialJson,
  type PartialJsonOptions,
} from '../../../src/partial-json/create-partial-json.ts'
import { countWork } from '../../support/count-work.ts'
import { readFragments } from '../../support/json-texts.ts'

function open(text: string, options?: PartialJsonOptions) {
  const json = createPartialJson(options)
  json.append(text)
  return json
}

/** The value after each fragment. */
function valuesOf(fragments: readonly string[], options?: PartialJsonOptions): unknown[] {
  const json = createPartialJson(options)
  return fragments.map(fragment => {
    json.append(fragment)
    return json.value
  })
}

describe('what is shown', () => {
  it.each([
    ['', undefined],
    [' \n', undefined],
    ['"', ''],
    ['"he', 'he'],
    ['"he\\', 'he'],
    ['"he\\u12', 'he'],
    ['{"a":12', {}],
    ['[1,2', [1]],
    ['[1,2 ', [1, 2]],
    ['12', undefined],
    ['12 ', 12],
    ['[tr', []],
    ['[true', [true]],
    ['{"ab', {}],
    ['{"ab"', {}],
    ['{"ab":', {}],
    ['{"a":{', { a: {} }],
    ['{"a":[', { a: [] }],
    ['[1,]', [1]],
    ['{"a":1,}', { a: 1 }],
    ['{"a":1 "b"', { a: 1 }],
    ['{"a":"x","a":', { a: 'x' }],
    ['{"a":"x","b":2,"a":[', { a: [], b: 2 }],
    ['{"a":NaN', {}],
    ['{"a":1} x', { a: 1 }],
    ['["x\\ud83d', ['x']],
    ['["x\\ud83d\\ude0', ['x']],
    ['["x\\ud83d"', ['x\ud83d']],
    ['["x\ud83d', ['x']],
    ['["x\ud83dy', ['x\ud83dy']],
    ['["x\\ud83d\\q', ['x']],
  ])('%j: %j', (text, value) => {
    expect(open(text).value).toEqual(value)
    expect(valuesOf(text.split('')).at(-1)).toEqual(text === '' ? undefined : value)
  })

  it.each([
    ['', 'empty'],
    [' ', 'empty'],
    ['{', 'streaming'],
    ['tr', 'streaming'],
    ['{}', 'complete'],
    ['[1,]', 'error'],
    ['["a\nb"', 'streaming'],
    ['["a\nb"]', 'error'],
  ] as const)('%j is %s', (text, state) => {
    expect(open(text).state).toBe(state)
  })

  it('says where the mistake is, and ignores what comes later', () => {
    const json = open('{"a":[1,#')
    const { value } = json
    expect(json.error).toEqual({ message: 'Unexpected "#"', position: 8 })
    json.append('2]}')
    expect(json.value).toBe(value)
    expect(json.finish()).toEqual({ ok: false, error: json.error, text: '{"a":[1,#2]}' })
  })

  it('keeps the value of a text that ends too early, with its open path', () => {
    const json = open('{"a":["he')
    const { value } = json
    expect(json.finish()).toEqual({ ok: false, error: { message: 'Unexpected end', position: 9 }, text: '{"a":["he' })
    expect(json.value).toBe(value)
    expect(json).toMatchObject({ state: 'incomplete', openPath: ['a', 0] })
    json.append('llo"]}')
    expect(json.value).toBe(value)
  })

  it('names the key whose value cannot be shown yet', () => {
    expect(['{"ab', '{"ab"', '{"ab":', '{"ab":1', '{"ab":1,', '{"ab":"'].map(text => open(text).pendingKey)).toEqual([
      undefined,
      'ab',
      'ab',
      'ab',
      undefined,
      undefined,
    ])
  })

  it('shows the valid part of a number that is still arriving, where it is asked to', () => {
    const json = createPartialJson({ numbers: 'show' })
    const shown = '{"a":-1.5e+2,'.split('').map(character => {
      json.append(character)
      return [json.get(['a']), json.status(['a'])]
    })
    expect(shown.slice(5)).toEqual([
      [undefined, 'absent'],
      [-1, 'streaming'],
      [-1, 'streaming'],
      [-1.5, 'streaming'],
      [-1.5, 'streaming'],
      [-1.5, 'streaming'],
      [-150, 'streaming'],
      [-150, 'complete'],
    ])
  })

  it('tells how much of one string was added, from when it is asked to', () => {
    const json = open('{"a":"one')
    const told: unknown[] = []
    const end = json.onAppend((path, piece) => told.push([path, piece]))
    for (const delta of [' two', '\\', 'n\\u00', 'e9"', ',"b":["x","y']) json.append(delta)
    end()
    json.append('z')
    expect(told).toEqual([
      [['a'], ' two'],
      [['a'], '\n'],
      [['a'], 'é'],
      [['b', 0], 'x'],
      [['b', 1], 'y'],
    ])
    expect(json.get(['a'])).toBe('one two\né')
  })

  it('reads one row without a new root, and the length of the rows', () => {
    const json = open('{"rows":[{"id":1},{"id":2,"name":"a')
    const { value } = json
    json.append('b')
    expect(json.length(['rows'])).toBe(2)
    expect(json.get(['rows', 1])).toEqual({ id: 2, name: 'ab' })
    expect(json.get(['rows', 0])).toBe((value as { rows: unknown[] }).rows[0])
    expect(value).toEqual({ rows: [{ id: 1 }, { id: 2, name: 'a' }] })
  })

  it('reads a text in one go', () => {
    expect(parsePartialJson('{"a":1}')).toEqual({ value: { a: 1 }, state: 'complete' })
    expect(parsePartialJson('7')).toEqual({ value: 7, state: 'complete' })
    expect(parsePartialJson(' ')).toMatchObject({ value: undefined, state: 'empty' })
    expect(parsePartialJson('{"a":"b')).toMatchObject({ value: { a: 'b' }, state: 'incomplete' })
    expect(parsePartialJson('{"a":!')).toMatchObject({ value: {}, state: 'error', error: { position: 5 } })
  })

  it('reads a key that is an escape, also where V8 mistakes it for another one', () => {
    JSON.parse('{"a":1,"\\\\":2}')
    expect(parsePartialJson('{"a":1,"\\u0062":2}').value).toEqual({ a: 1, b: 2 })
  })
})

describe('bug cases from the field', () => {
  it('B001: a cut inside an escape holds back that character only', () => {
    const events = readFragments('B001')
    const cities = ['Stra', 'Stra', 'Stra', 'Straß', 'Straße ', 'Straße ', 'Straße 你', 'Straße 你', 'Straße 你好']
    expect(valuesOf(events)).toEqual(cities.map(city => ({ city })))
    expect(open(events.join('')).status(['city'])).toBe('complete')
    expect(open(events.join('')).state).toBe('complete')
  })

  it.each(['hide', 'show'] as const)('B002: a lone minus takes nothing away (numbers: %s)', numbers => {
    const events = readFragments('B002')
    const json = createPartialJson({ numbers })
    for (const fragment of events.slice(0, -1)) {
      json.append(fragment)
      expect(json.value).toMatchObject({ deltas: expect.any(Array) })
      expect(json.status(['deltas', 1])).not.toBe('complete')
    }
    expect(valuesOf(events).slice(0, 2)).toEqual([{ deltas: [] }, { deltas: [] }])
    json.append(events.at(-1)!)
    expect(json.value).toEqual({ deltas: [-0.45, -2] })
    expect(json.state).toBe('complete')
  })

  it('B004: no literal and no number is guessed', () => {
    const amount = { amount: 1200 }
    const dryRun = { ...amount, dryRun: true }
    const note = { ...dryRun, note: null }
    expect(valuesOf(readFragments('B004'))).toEqual([
      {},
      {},
      amount,
      dryRun,
      dryRun,
      note,
      note,
      { ...note, ok: false },
    ])
  })

  it('B010: raw control characters in strings are shown; the verdict is an error', () => {
    for (const character of ['\n', '\t', '\u0000']) {
      const json = open(`{"code":"a${character}b`)
      expect(json.value).toEqual({ code: `a${character}b` })
      json.append('"}')
      expect(json.value).toEqual({ code: `a${character}b` })
      expect(json.finish()).toMatchObject({ ok: false, error: { position: 10 }, text: `{"code":"a${character}b"}` })
    }
  })

  it('B011: what is shown only grows', () => {
    expect(valuesOf(['{"name":"ho', 'me', '","id":7', '}'])).toEqual([
      { name: 'ho' },
      { name: 'home' },
      { name: 'home' },
      { name: 'home', id: 7 },
    ])
  })

  it('B127: __proto__ in arguments is an own property at every step', () => {
    const json = createPartialJson()
    for (const fragment of readFragments('B127')) {
      json.append(fragment)
      const value = json.value as Record<string, unknown>
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      expect(value['isAdmin']).toBeUndefined()
      expect(value['user']).toBe('eve')
    }
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    expect(json.value).toMatchObject({ user: 'eve', ok: 1 })
    expect(Object.keys(json.value as object)).toEqual(['user', '__proto__', 'nested', 'ok'])
  })
})

describe('attacks', { timeout: 60_000 }, () => {
  it('A01: no prefix of a text with prototype keys touches a prototype', () => {
    const text = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"a":1,"__proto__":"s"}'
    for (let length = 1; length <= text.length; length++) {
      const value = open(text.slice(0, length)).value as Record<string, unknown>
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      expect(value['isAdmin']).toBeUndefined()
    }
    const json = createPartialJson()
    for (const character of text) {
      json.append(character)
      expect(Object.getPrototypeOf(json.value)).toBe(Object.prototype)
    }
    expect(JSON.stringify(json.value)).toBe(JSON.stringify(JSON.parse(text)))
    expect(json.get(['__proto__'])).toBe('s')
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  it('A16: a string of 20 MB in one delta', () => {
    const text = `{"content":"${'const line = 1\\n'.repeat(20_000_000 / 16)}"}`
    const json = open(text.slice(0, -2))
    expect(json.length(['content'])).toBe((20_000_000 / 16) * 15)
    json.append('"}')
    deepStrictEqual(json.finish(), { ok: true, value: JSON.parse(text) })
  })

  it.each([
    ['a string', '{"content":"', 'x', '"}'],
    ['a number', '[1', '7', ']'],
    ['blanks', '[', ' ', ']'],
    ['escapes', '["', '\\', '"]'],
    ['brackets', '', '[', ''],
  ])('A16: 1,000,000 deltas of one character: %s', (_, start, character, end) => {
    const json = open(start)
    for (let count = 0; count < 1_000_000; count++) {
      json.append(character)
      if (count % 16 === 0) void json.state
      if (count % 1024 === 0) void json.value
    }
    json.append(end)
    const text = start + character.repeat(1_000_000) + end
    const result = json.finish()
    if (end) deepStrictEqual(result, { ok: true, value: JSON.parse(text) })
    else expect(result).toMatchObject({ ok: false, text, error: { position: 1_000_000 } })
  })

  it('A16: an array of a million numbers', () => {
    const text = JSON.stringify(Array.from({ length: 1_000_000 }, (_, index) => index))
    const json = createPartialJson()
    for (let at = 0; at < text.length; at += 10_000) {
      json.append(text.slice(at, at + 10_000))
      expect(json.get([0])).toBe(0)
    }
    expect(json.length([])).toBe(1_000_000)
    expect(json.finish().ok).toBe(true)
  })

  it.each<[string, (size: number) => string, (json: PartialJson, count: number) => unknown]>([
    ['a string', size => `{"content":"${'a'.repeat(size)}"}`, json => json.value],
    ['an array, read by its length and its last element', size => `[${'1,'.repeat(size / 2)}1]`, readLast],
    [
      'brackets, with a snapshot every 1,000th',
      size => '['.repeat(size / 2) + ']'.repeat(size / 2),
      (json, count) => (count % 1000 ? json.state : json.value),
    ],
  ])('B109: twice the text in deltas of one character is twice the work: %s', (_, textOf, read) => {
    const workOf = (text: string) =>
      countWork(() => {
        const json = createPartialJson()
        for (let at = 0; at < text.length; at++) {
          json.append(text[at]!)
          read(json, at)
        }
        json.finish()
      })
    const text = textOf(40_000)
    const work = workOf(text)
    expect(work).toBeLessThan(text.length * 20)
    expect(work).toBeLessThan(workOf(textOf(20_000)) * 2.2)
  })

  it.each(['1e400', '-0', '12345678901234567890', '0.1e-400', '1e309', '-1E-7'])(
    'A17: %s is what JSON.parse makes of it, and its source text is there',
    number => {
      const json = open(`{"a":[${number}]}`)
      expect(json.get(['a', 0])).toBe(JSON.parse(number))
      expect(json.rawText(['a', 0])).toBe(number)
      expect(json.rawText(['a'])).toBe(`[${number}]`)
      expect(json.rawText(['b'])).toBeUndefined()
    },
  )

  it.each(['00', '0x10', 'NaN', 'Infinity', '-Infinity', '+1', '.5', '1.', '1e', '--1', '1.2.3'])(
    'A17: %s is no number',
    number => {
      const json = open(`{"a":${number}}`)
      expect(json).toMatchObject({ state: 'error', value: {} })
      expect(json.finish().ok).toBe(false)
    },
  )

  it('100,000 levels: a preview has 512, the final value has all', () => {
    const json = createPartialJson()
    for (let level = 0; level < 100_000; level++) {
      json.append(level % 2 ? '{"a":' : '[')
      if (level % 100 === 0) expect(depthOf(json.value)).toBeLessThanOrEqual(512)
    }
    json.append('1')
    expect(json.openPath).toHaveLength(511)
    for (let level = 99_999; level > 0; level--) {
      json.append(level % 2 ? '}' : ']')
      if (level % 100 === 0) expect(depthOf(json.value)).toBe(512)
    }
    json.append(']')
    expect(json.state).toBe('complete')
    expect(depthOf(json.value)).toBe(100_000)
    expect(json.finish().ok).toBe(true)
  })

  it('what stands after a node that is too deep keeps its index', () => {
    const json = open('['.repeat(512) + '1,[],"x')
    const path = Array.from({ length: 511 }, () => 0)
    expect([0, 1, 2].map(index => json.status([...path, index]))).toEqual(['complete', 'absent', 'streaming'])
  })
})

function readLast(json: PartialJson): unknown {
  return json.get([(json.length([]) ?? 1) - 1])
}

/** Of the first child's first child, and so on; iterative. */
function depthOf(value: unknown): number {
  let depth = 0
  for (let node = value; typeof node === 'object' && node !== null; node = Object.values(node)[0]) depth++
  return depth
}
