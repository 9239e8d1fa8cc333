import { deepStrictEqual, strictEqual } from 'node:assert'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolInput, type ToolInput, type ToolInputOptions } from '../../../src/partial-json/create-tool-input.ts'
import { anyText, checkGrown, cutBy, cuts, jsonTextWithUniqueKeys, readFragments } from '../../support/json-texts.ts'

function valuesOf(fragments: readonly string[], options?: ToolInputOptions) {
  const input = createToolInput(options)
  const values = fragments.map(fragment => {
    input.append(fragment)
    return input.value
  })
  return { input, values }
}

/** JSON text, and what the wire makes of it. */
const wireText = fc.oneof(
  anyText,
  fc
    .tuple(
      fc.constantFrom('', '', '```json\n', '```', '``', '{}'),
      fc.oneof(
        anyText,
        anyText.map(text => JSON.stringify(text)),
      ),
      fc.constantFrom('', '', '\n```', ' x', '"', '{}'),
    )
    .map(parts => parts.join('')),
  fc.tuple(anyText, fc.nat(40)).map(([text, length]) => JSON.stringify(text).slice(0, length)),
  fc
    .array(fc.constantFrom('{}', ' ', '[]', '"', '{', '\\', '\\"', '`', '\ud83d', '\\ud83d', '\ufeff'), {
      maxLength: 8,
    })
    .map(parts => parts.join('')),
)

function shownBy({ value, state, notes, trailing, openPath, pendingKey, error }: ToolInput) {
  const ownNotes = notes.filter(note => note !== 'restarted')
  return { value, state, notes: ownNotes, trailing, openPath: openPath && [...openPath], pendingKey, error }
}

const open = (text: string) => valuesOf([text]).input

describe('tool inputs', () => {
  it('B005: text that is empty at its end is {}, before that it is no input yet', () => {
    for (const text of ['', '  \n']) {
      const { input, values } = valuesOf(text.split(''))
      expect(values.every(value => value === undefined)).toBe(true)
      expect(input).toMatchObject({ value: undefined, state: 'empty', notes: [] })
      expect(input.finish()).toEqual({ ok: true, value: {} })
      expect(input).toMatchObject({ value: {}, state: 'complete', notes: ['empty'] })
    }
  })

  it('B007: a special token behind the arguments is kept aside', () => {
    const { input, values } = valuesOf(['{"q":"a"', '}', '<|ca', 'll|>'])
    expect(values).toEqual(Array(4).fill({ q: 'a' }))
    expect(input).toMatchObject({ state: 'complete', trailing: '<|call|>', notes: ['trailing'] })
    expect(input.finish()).toEqual({ ok: true, value: { q: 'a' } })
  })

  it('B007: what cannot be read is an error with its text, never {}', () => {
    const text = '<|call|>{"q":"a"}'
    expect(open(text).finish()).toMatchObject({ ok: false, error: { position: 0 }, text })
    expect(open('{"q":').finish()).toMatchObject({ ok: false, error: { position: 5 }, text: '{"q":' })
  })

  it('B008: arguments that are encoded twice are read inside', () => {
    const { input, values } = valuesOf(readFragments('B008'))
    const whole = { city: 'Bonn', n: 3 }
    expect(values).toEqual([{}, { city: 'Bo' }, { city: 'Bonn' }, whole, whole])
    expect(input).toMatchObject({ state: 'complete', notes: ['encoded-twice'], revision: 0 })
    expect(input.finish()).toEqual({ ok: true, value: whole })
  })

  it.each(['{hello world}', '[ok', '{', ' [', 'plain', '12', 'true', '', '{"a":1', '{"a":1} and more', '{"a":"b\nc"}'])(
    'B008: a string that only looks like JSON stays the string %j',
    string => {
      const text = JSON.stringify(string)
      const { input, values } = valuesOf(text.split(''))
      expect(input).toMatchObject({ value: string, state: 'complete', notes: [] })
      expect(input.finish()).toEqual({ ok: true, value: string })
      // Its type changes once at most.
      const types = values.filter(value => value !== undefined).map(value => typeof value)
      expect(types.filter((type, index) => index > 0 && type !== types[index - 1]).length).toBeLessThanOrEqual(1)
      expect(open(text)).toMatchObject({ value: string, state: 'complete' })
    },
  )

  it.each(['{hello world}', '{', ' ', '', '{"a":1} and more', '\u00a0{"a":1}', '{\ufeff"a":1}'])(
    'B008: the verdict on the string %j, and what is first looked at, do not depend on an earlier look',
    string => {
      const verdict = createToolInput()
      verdict.append(JSON.stringify(string))
      expect(verdict.finish()).toEqual({ ok: true, value: string })
      const preview = createToolInput()
      preview.append(JSON.stringify(string))
      expect(preview.value).toBe(string)
    },
  )

  it('takes for blank what JSON takes for blank', () => {
    for (const text of ['\ufeff', '\u00a0', '\ufeff{"a":1}', '```json\n\ufeff{"a":1}\n```'])
      for (const fragments of [[text], text.split('')])
        expect(valuesOf(fragments).input.finish()).toMatchObject({ ok: false, text })
    expect(open('{"a":1}\ufeff')).toMatchObject({ value: { a: 1 }, trailing: '\ufeff', notes: ['trailing'] })
  })

  it('B008: a string whose closing quote never comes is an error', () => {
    const text = '"{\\"a\\":1}'
    const input = open(text)
    expect(input).toMatchObject({ value: { a: 1 }, state: 'streaming' })
    expect(input.finish()).toMatchObject({ ok: false, error: { position: text.length }, text })
    expect(input).toMatchObject({ value: { a: 1 }, state: 'incomplete' })
  })

  it('B011: text that is rewritten begins a new preview; text that goes on does not', () => {
    const input = createToolInput()
    input.replace('{"name":"ho')
    const { value } = input
    input.replace('{"name":"ho')
    expect(input.value).toBe(value)
    input.replace('{"name":"home')
    expect(input).toMatchObject({ value: { name: 'home' }, revision: 0, notes: [] })
    input.replace('{"id":7,"name":"home"}')
    expect(input).toMatchObject({ value: { id: 7, name: 'home' }, revision: 1, notes: ['restarted'] })
    expect(input.finish()).toEqual({ ok: true, value: { id: 7, name: 'home' } })
    input.replace('{"id":8}')
    expect(input.value).toEqual({ id: 7, name: 'home' })
  })

  it.each([
    ['```json\n{"a":1}\n```'],
    ['```\n{"a":1}```'],
    ['  ``` json \n\n {"a":1} \n```  \n'],
    ['```json {"a":1}```'],
  ])('takes off the fence of %j', text => {
    for (const fragments of [[text], text.split('')]) {
      const { input } = valuesOf(fragments)
      expect(input).toMatchObject({ value: { a: 1 }, state: 'complete', trailing: undefined, notes: ['fenced'] })
      expect(input.rawText(['a'])).toBe('1')
      expect(input.finish()).toEqual({ ok: true, value: { a: 1 } })
    }
  })

  it('gives positions in the text as it came, behind a fence too', () => {
    const text = '```json\n{"a":!}\n```'
    expect(open(text).finish()).toMatchObject({ ok: false, error: { position: text.indexOf('!') }, text })
  })

  it.each(['`', '``js', '```js', '`{"a":1}', '```'.repeat(50)])('does not read %j as a fence of something', text => {
    expect(open(text).finish()).toMatchObject({ ok: false, text })
  })

  it('reads a fence around a text that is encoded twice, and what stands behind it', () => {
    const { input } = valuesOf('```json\n"{\\"a\\":1}"\n``` done'.split(''))
    expect(input.value).toEqual({ a: 1 })
    expect(input.trailing?.trim()).toBe('done')
    expect(input.notes).toEqual(['fenced', 'encoded-twice', 'trailing'])
  })

  it('takes the later object of {}{…}', () => {
    for (const fragments of [['{}{"a":1}'], ['{', '}', '{', '"a":', '1}'], [' { } ', '\n{"a":1}'], ['{}{}{}{"a":1}']]) {
      const { input } = valuesOf(fragments)
      expect(input).toMatchObject({ value: { a: 1 }, state: 'complete', notes: ['glued'], trailing: undefined })
      expect(input.rawText(['a'])).toBe('1')
      expect(input.finish()).toEqual({ ok: true, value: { a: 1 } })
    }
    expect(open('{"a":1}{"b":2}')).toMatchObject({ value: { a: 1 }, trailing: '{"b":2}', notes: ['trailing'] })
    expect(open('{}x{"b":2}')).toMatchObject({ value: {}, trailing: 'x{"b":2}' })
    expect(open('[]{"b":2}')).toMatchObject({ value: [], trailing: '{"b":2}' })
  })

  it('notes a key that comes twice', () => {
    expect(open('{"a":1,"a":2}')).toMatchObject({ value: { a: 2 }, notes: ['duplicate-key'] })
    const { input } = valuesOf(['{"a":1,"a":'])
    expect(input.notes).toBe(input.notes)
  })

  it('streams the raw text of a tool that takes text', () => {
    const { input, values } = valuesOf(['say "hi', '"\n\ud83d', '\ude00', '\ud83d'], { inputEncoding: 'text' })
    expect(values).toEqual(['say "hi', 'say "hi"\n', 'say "hi"\n😀', 'say "hi"\n😀'])
    expect(input).toMatchObject({ state: 'streaming', openPath: [] })
    expect(input.length([])).toBe('say "hi"\n😀'.length)
    expect(input.finish()).toEqual({ ok: true, value: 'say "hi"\n😀\ud83d' })
    expect(input).toMatchObject({ state: 'complete', openPath: undefined, notes: [] })
    expect(createToolInput({ inputEncoding: 'text' }).finish()).toEqual({ ok: true, value: '' })
  })

  it('takes raw text as it is, also when it was rewritten: a fence and quotes belong to it', () => {
    const input = createToolInput({ inputEncoding: 'text' })
    input.append('```js')
    input.replace('```js\n"a\\')
    expect(input).toMatchObject({ value: '```js\n"a\\', revision: 0 })
    input.replace('"{}" \ud83d')
    input.replace('"{}" \ud83d\ude00')
    expect(input).toMatchObject({ value: '"{}" 😀', revision: 1, notes: ['restarted'] })
    input.replace('```\n{}\n```')
    expect(input.rawText([])).toBe('```\n{}\n```')
    expect(input.rawText([0])).toBeUndefined()
    expect(input.finish()).toEqual({ ok: true, value: '```\n{}\n```' })
    expect(input).toMatchObject({ revision: 2, notes: ['restarted'] })
    expect(input.rawText([])).toBe('```\n{}\n```')
  })

  it('tells what was added, inside of a text that is encoded twice and in raw text too', () => {
    for (const [fragments, options, path, string] of [
      [['"{\\"a\\":\\"x', 'y\\', '\\n', 'z\\"}"'], {}, ['a'], 'xy\nz'],
      [['one', ' two'], { inputEncoding: 'text' }, [], 'one two'],
    ] as const) {
      const input = createToolInput(options)
      let told = ''
      input.onAppend((toldPath, piece) => {
        expect(toldPath).toEqual(path)
        told += piece
      })
      for (const fragment of fragments) input.append(fragment)
      input.finish()
      expect(told).toBe(string)
    }
  })

  it('does with any JSON text what JSON.parse does, and never throws', () => {
    fc.assert(
      fc.property(anyText, cuts, (text, lengths) => {
        const input = createToolInput()
        for (const { delta, reads } of cutBy(text, lengths)) {
          input.append(delta)
          if (reads) void [input.value, input.state, input.notes, input.trailing, input.openPath]
        }
        const result = input.finish()
        const value = parsed(text)
        if (typeof value === 'string') return
        if (value !== undefined) deepStrictEqual(result, { ok: true, value })
        else if (result.ok) strictEqual(input.notes.length > 0, true)
      }),
    )
  })

  it('shows and decides the same, however the text was cut, resent or read', () => {
    fc.assert(
      fc.property(wireText, cuts, fc.boolean(), (text, lengths, isResent) => {
        const input = createToolInput()
        let prefix = ''
        for (const { delta, reads } of cutBy(text, lengths)) {
          prefix += delta
          if (isResent) input.replace(prefix)
          else input.append(delta)
          if (reads) deepStrictEqual(shownBy(input), shownBy(open(prefix)))
        }
        const whole = createToolInput()
        whole.append(text)
        deepStrictEqual(input.finish(), whole.finish())
        deepStrictEqual(shownBy(input), shownBy(whole))
      }),
    )
  })

  it('what is shown only grows, until the preview begins again', () => {
    fc.assert(
      fc.property(wireText, fc.constantFrom('json', 'text'), (text, inputEncoding) => {
        const input = createToolInput({ inputEncoding })
        const shown = () => ({ value: input.value, revision: input.revision })
        let before = shown()
        for (const step of [...text.split('').map(character => () => input.append(character)), () => input.finish()]) {
          step()
          const after = shown()
          // of two values of one key the later counts
          if (input.notes.includes('duplicate-key')) return
          if (after.revision === before.revision) checkGrown(before.value, after.value)
          before = after
        }
      }),
    )
  })

  it('decides a text that replaced another as if that had never been', () => {
    fc.assert(
      fc.property(wireText, wireText, fc.boolean(), (before, text, reads) => {
        const input = createToolInput()
        input.append(before)
        if (reads) shownBy(input)
        input.replace(text)
        const whole = open(text)
        deepStrictEqual(input.finish(), whole.finish())
        deepStrictEqual(shownBy(input), shownBy(whole))
      }),
    )
  })

  it('does with any JSON text that is encoded twice what it does with the text', () => {
    fc.assert(
      fc.property(jsonTextWithUniqueKeys, cuts, (text, lengths) => {
        const input = createToolInput()
        for (const { delta, reads } of cutBy(JSON.stringify(text), lengths)) {
          input.append(delta)
          if (reads) void [input.value, input.state]
        }
        const value: unknown = JSON.parse(text)
        const isContainer = typeof value === 'object' && value !== null
        deepStrictEqual(input.finish(), { ok: true, value: isContainer ? value : text })
        strictEqual(input.notes.includes('encoded-twice'), isContainer)
      }),
    )
  })

  it('is not held up by hostile text: a million blanks, fences, glued objects', () => {
    for (const [start, delta] of [
      ['', ' '],
      ['`', '`'],
      ['"', ' '],
      ['"{', ' '],
      ['', '{}'],
      ['{}x', '`'],
    ] as const) {
      const input = createToolInput()
      input.append(start)
      for (let count = 0; count < 200_000; count++) {
        input.append(delta)
        if (count % 10 === 0) void input.state
      }
      input.finish()
    }
  })
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
