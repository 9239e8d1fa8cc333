import { describe, expect, it } from 'vitest'
import { EVERY_NODE, toJsonText } from '../../../src/components/preview-text.ts'
import { findUnsafeNumbers, writtenNumbers } from '../../../src/components/unsafe-numbers.ts'

describe('the text that a decision is made under', () => {
  it('has an end where branches stand for 2^60 paths', () => {
    let shared: unknown = 'x'
    for (let level = 0; level < 60; level++) shared = [shared, shared]
    expect(toJsonText(shared)).toBe('[…]')
  })

  it('is all of it, however deep: it parses to the same', () => {
    let deep: unknown = { last: [1, '…', null] }
    for (let level = 0; level < 500; level++) deep = level % 2 ? { a: level, b: deep } : [deep, level]
    expect(JSON.parse(toJsonText(deep, EVERY_NODE))).toEqual(deep)
  })

  it('tells how numbers were written, and of strings nothing', () => {
    const source = '{"a": 9007199254740993, "b": "9007199254740995", "c\\\\": [9007199254740993, -1e999, 7]}'
    const unsafe = findUnsafeNumbers(JSON.parse(source))
    expect(unsafe).toHaveLength(3)
    expect(writtenNumbers(unsafe, source)).toEqual(['9007199254740993', '-1e999'])
  })

  it('is read once where a text is full of quotes that never end', () => {
    const unfinished = `[9007199254740993, ${String.raw`\"`.repeat(2_000_000)}`
    expect(writtenNumbers([Number('9007199254740993')], unfinished)).toEqual(['9007199254740993'])
  })
})
