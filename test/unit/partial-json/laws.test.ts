import { deepStrictEqual, strictEqual } from 'node:assert'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPartialJson, type JsonPath, type PartialJson } from '../../../src/partial-json/create-partial-json.ts'
import { countWork } from '../../support/count-work.ts'
import { anyText, checkGrown, cutBy, cuts, jsonText, jsonTextWithUniqueKeys } from '../../support/json-texts.ts'
import { expectedOf } from '../../support/partial-json-reference.ts'

const numRuns = process.env['TEST_ALL'] === '1' ? 20_000 : 500
const numbers = fc.constantFrom('hide', 'show')

/** A snapshot after each delta that is read. */
function snapshotsOf(text: string, lengths: Parameters<typeof cutBy>[1], json = createPartialJson()) {
  const snapshots: { value: unknown; openPath: JsonPath | undefined; prefix: string }[] = []
  let prefix = ''
  for (const { delta, reads } of cutBy(text, lengths)) {
    json.append(delta)
    prefix += delta
    if (reads) snapshots.push({ value: json.value, openPath: json.openPath, prefix })
  }
  json.finish()
  snapshots.push({ value: json.value, openPath: json.openPath, prefix })
  return snapshots
}

describe('the laws of partial JSON', { timeout: 60_000 }, () => {
  it('1: finish takes exactly what JSON.parse takes, with the same value', () => {
    fc.assert(
      fc.property(anyText, cuts, numbers, (text, lengths, numbers) => {
        const json = createPartialJson({ numbers })
        snapshotsOf(text, lengths, json)
        const result = json.finish()
        const value = parsed(text)
        strictEqual(result.ok, value !== undefined)
        strictEqual(json.finish(), result)
        if (!result.ok) {
          strictEqual(result.text, text)
          strictEqual(result.error.position >= 0 && result.error.position <= text.length, true)
          return
        }
        deepStrictEqual(result.value, value)
        strictEqual(keysOf(result.value), keysOf(value))
        strictEqual(json.value, result.value)
        strictEqual(json.state, 'complete')
      }),
      { numRuns: numRuns * 2 },
    )
  })

  it('2: every prefix shows what the reference shows', () => {
    fc.assert(
      fc.property(anyText, numbers, (text, numbers) => {
        const json = createPartialJson({ numbers })
        for (let length = 0; length <= text.length; length++) {
          if (length > 0) json.append(text[length - 1]!)
          deepStrictEqual(shownBy(json), shownByReference(text.slice(0, length), numbers))
        }
      }),
      { numRuns },
    )
  })

  it('3: neither the cuts matter nor when somebody reads', () => {
    fc.assert(
      fc.property(anyText, cuts, numbers, (text, lengths, numbers) => {
        const json = createPartialJson({ numbers })
        let prefix = ''
        for (const { delta, reads } of cutBy(text, lengths)) {
          json.append(delta)
          prefix += delta
          if (reads) deepStrictEqual(shownBy(json), shownByReference(prefix, numbers))
        }
        const whole = createPartialJson({ numbers })
        whole.append(text)
        deepStrictEqual(shownBy(json), shownBy(whole))
        deepStrictEqual(json.error, whole.error)
        deepStrictEqual(json.finish(), whole.finish())
        deepStrictEqual(shownBy(json), shownBy(whole))
      }),
      { numRuns },
    )
  })

  it('4: off the open path every node is the one of the snapshot before, and nothing new is the same root', () => {
    fc.assert(
      fc.property(anyText, cuts, numbers, (text, lengths, numbers) => {
        const snapshots = snapshotsOf(text, lengths, createPartialJson({ numbers }))
        for (const [index, after] of snapshots.entries()) {
          const before = snapshots[index - 1]
          // A key that comes again begins a value anew.
          if (!before || expectedOf(after.prefix).hasDuplicateKey) continue
          if (isEqual(before.value, after.value)) strictEqual(after.value, before.value)
          else checkShared(before.value, after.value, before.openPath ?? [], [], true)
        }
      }),
      { numRuns },
    )
  })

  it('5: a snapshot never changes, is frozen, and is made of plain objects and arrays', () => {
    fc.assert(
      fc.property(anyText, cuts, (text, lengths) => {
        const json = createPartialJson()
        const kept: [unknown, unknown][] = []
        for (const { delta } of cutBy(text, lengths)) {
          json.append(delta)
          const { value } = json
          checkPlain(value)
          kept.push([value, copyOf(value)])
        }
        json.finish()
        for (const [value, copy] of kept) deepStrictEqual(value, copy)
      }),
      { numRuns },
    )
  })

  it('6: strings and arrays grow at their end, keys are only added, scalars appear once', () => {
    fc.assert(
      fc.property(jsonTextWithUniqueKeys, cuts, (text, lengths) => {
        const snapshots = snapshotsOf(text, lengths)
        for (const [index, { value }] of snapshots.entries()) checkGrown(snapshots[index - 1]?.value, value)
      }),
      { numRuns },
    )
  })

  it('7: complete never goes back and means final', () => {
    fc.assert(
      fc.property(jsonTextWithUniqueKeys, cuts, (text, lengths) => {
        const json = createPartialJson()
        const final: unknown = JSON.parse(text)
        const complete = new Map<string, JsonPath>()
        for (const { delta } of cutBy(text, lengths)) {
          json.append(delta)
          for (const path of pathsOf(json.value)) {
            const isOpen = json.openPath !== undefined && path.every((key, level) => key === json.openPath?.[level])
            strictEqual(json.status(path), isOpen ? 'streaming' : 'complete')
            if (!isOpen) complete.set(JSON.stringify(path), path)
          }
          for (const path of complete.values()) {
            strictEqual(json.status(path), 'complete')
            deepStrictEqual(json.get(path), nodeAt(final, path))
          }
        }
        json.finish()
        for (const path of pathsOf(final)) strictEqual(json.status(path), 'complete')
      }),
      { numRuns: numRuns / 2 },
    )
  })

  it('8: the work is a few steps for a character, however the text is cut; nothing throws', () => {
    fc.assert(
      fc.property(anyText, cuts, numbers, (text, lengths, numbers) => {
        const deltas = cutBy(text, lengths)
        const work = countWork(() => {
          const json = createPartialJson({ numbers })
          for (const { delta } of deltas) {
            json.append(delta)
            void json.state
          }
          json.finish()
        })
        // An escape that is cut is looked at again with each of its characters; nothing else is.
        const escapes = text.split(String.raw`\u`).length - 1
        expect(work).toBeLessThanOrEqual(10 * (text.length + deltas.length) + 140 * escapes + 100)
      }),
      { numRuns },
    )
  })

  it('9: the pieces that were told of a string make the string', () => {
    fc.assert(
      fc.property(jsonTextWithUniqueKeys, cuts, (text, lengths) => {
        const json = createPartialJson()
        const strings = new Map<string, string>()
        let count = 0
        json.onAppend((path, piece) => {
          count++
          const name = JSON.stringify(path)
          strings.set(name, (strings.get(name) ?? '') + piece)
          // A listener may read, and then finds what it is told of.
          strictEqual(String(json.get(path)).includes(piece), true)
        })
        const deltas = cutBy(text, lengths)
        for (const { delta } of deltas) json.append(delta)
        json.finish()
        const told = pathsOf(json.value).filter(path => typeof json.get(path) === 'string' && json.get(path) !== '')
        deepStrictEqual(strings, new Map(told.map(path => [JSON.stringify(path), json.get(path)])))
        expect(count).toBeLessThanOrEqual(deltas.length + told.length)
      }),
      { numRuns },
    )
  })

  it('reads single nodes as the snapshot has them, before and after it, without a snapshot of the rest', () => {
    fc.assert(
      fc.property(anyText, cuts, fc.boolean(), (text, lengths, readsValueFirst) => {
        const json = createPartialJson()
        for (const { delta, reads } of cutBy(text, lengths)) {
          json.append(delta)
          if (!reads) continue
          if (readsValueFirst) void json.value
          const nodes = pathsOf(expectedOf(textOf(json)).value).map(
            path => [path, json.get(path), json.length(path)] as const,
          )
          const kept = nodes.map(([, node]) => copyOf(node))
          const { value } = json
          for (const [index, [path, node, length]] of nodes.entries()) {
            deepStrictEqual(node, kept[index])
            strictEqual(node, nodeAt(value, path))
            strictEqual(length, typeof node === 'string' || Array.isArray(node) ? node.length : undefined)
          }
        }
      }),
      { numRuns },
    )
  })

  it('gives the source text of every node', () => {
    fc.assert(
      fc.property(jsonTextWithUniqueKeys, text => {
        const json = createPartialJson()
        json.append(text)
        for (const path of pathsOf(json.value)) deepStrictEqual(JSON.parse(json.rawText(path)!), json.get(path))
      }),
      { numRuns: numRuns / 5 },
    )
  })

  it('says no path is there that is not', () => {
    fc.assert(
      fc.property(
        jsonText,
        fc.array(fc.constantFrom('a', 'length', '0', 0, 7, '__proto__', 'toString')),
        (text, path) => {
          const json = createPartialJson()
          json.append(text)
          json.finish()
          const node = nodeAt(JSON.parse(text), path)
          strictEqual(json.get(path), node === undefined ? undefined : nodeAt(json.value, path))
          strictEqual(json.status(path), node === undefined ? 'absent' : 'complete')
        },
      ),
      { numRuns },
    )
  })
})

function textOf(json: PartialJson): string {
  return json.rawText([]) ?? ''
}

function shownBy(json: PartialJson) {
  const { value, state, openPath, pendingKey } = json
  return { value, state, openPath: openPath && [...openPath], pendingKey }
}

function shownByReference(text: string, numbers: 'hide' | 'show') {
  const { value, state, openPath, pendingKey } = expectedOf(text, numbers)
  return { value, state, openPath, pendingKey }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON.stringify writes the keys in their order. */
function keysOf(value: unknown): string {
  return JSON.stringify(value)
}

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}

function nodeAt(value: unknown, path: JsonPath): unknown {
  let node = value
  for (const key of path) {
    if (!isContainer(node) || !Object.hasOwn(node, key)) return undefined
    if (Array.isArray(node) !== (typeof key === 'number')) return undefined
    node = node[key]
  }
  return node
}

function pathsOf(value: unknown, path: JsonPath = []): JsonPath[] {
  if (value === undefined) return []
  if (!isContainer(value)) return [path]
  return [
    path,
    ...Object.keys(value).flatMap(key => pathsOf(value[key], [...path, Array.isArray(value) ? Number(key) : key])),
  ]
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isContainer(value)) return value
  const copy = {}
  for (const key of Object.keys(value))
    Object.defineProperty(copy, key, {
      value: copyOf(value[key]),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  return copy
}

function isEqual(left: unknown, right: unknown): boolean {
  try {
    deepStrictEqual(left, right)
    return true
  } catch {
    return false
  }
}

function checkShared(before: unknown, after: unknown, openPath: JsonPath, path: JsonPath, isOnOpenPath: boolean): void {
  if (Object.is(before, after)) return
  if (!isContainer(before) || !isContainer(after)) return
  strictEqual(isOnOpenPath, true, `${JSON.stringify(path)} has changed, off the open path`)
  strictEqual(isEqual(before, after), false, `${JSON.stringify(path)} is another one, with the same content`)
  for (const key of Object.keys(before)) {
    const step = Array.isArray(before) ? Number(key) : key
    const isOpen = isOnOpenPath && openPath[path.length] === step
    checkShared(before[key], after[key], openPath, [...path, step], isOpen)
  }
}

function checkPlain(value: unknown): void {
  if (!isContainer(value)) return
  strictEqual(Object.isFrozen(value), true)
  strictEqual(Object.getPrototypeOf(value), Array.isArray(value) ? Array.prototype : Object.prototype)
  for (const { value: child, get } of Object.values(Object.getOwnPropertyDescriptors(value))) {
    strictEqual(get, undefined)
    checkPlain(child)
  }
}
