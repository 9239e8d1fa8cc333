import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import { isPending } from '../core/tool-call-record.ts'
import type { ToolCall } from '../core/tool-call.ts'

/** What is inside of a call. The same object as long as nothing of it has changed. */
export interface Nested {
  /** Keys, in order of appearance. */
  readonly children: readonly string[]
  /** How many calls below, at any depth, wait for a person. */
  readonly waiting: number
}
/** Knows which calls are inside of which. Looks through the records once for all cards, and only while one of them listens. */
export interface Nesting {
  get(key: string): Nested
  subscribe(key: string, listener: () => void): () => void
}

export const nothingNested: Nested = { children: [], waiting: 0 }

export function createNesting(session: ToolCallSession): Nesting {
  let calls: readonly ToolCall[] | undefined
  let nested = new Map<string, Nested>()
  let unsubscribe: (() => void) | undefined
  const listeners = new Map<string, Set<() => void>>()

  const read = () => {
    const now = session.getToolCalls()
    if (now === calls) return
    calls = now
    const before = nested
    nested = nest(now)
    for (const [key, next] of nested) {
      const last = before.get(key)
      if (last && isSame(last, next)) nested.set(key, last)
    }
  }
  const handleChange = () => {
    const before = nested
    read()
    if (before === nested) return
    for (const [key, own] of listeners) if (before.get(key) !== nested.get(key)) for (const listener of own) listener()
  }
  return {
    get(key) {
      read()
      return nested.get(key) ?? nothingNested
    },
    subscribe(key, listener) {
      let own = listeners.get(key)
      if (!own) listeners.set(key, (own = new Set()))
      own.add(listener)
      unsubscribe ??= session.subscribe(handleChange)
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key)
        if (listeners.size > 0) return
        unsubscribe?.()
        unsubscribe = undefined
      }
    },
  }
}

function nest(calls: readonly ToolCall[]): Map<string, Nested> {
  const parents = new Map<string, string>()
  const children = new Map<string, string[]>()
  for (const { key, parentKey } of calls) {
    if (parentKey === undefined) continue
    parents.set(key, parentKey)
    const own = children.get(parentKey)
    if (own) own.push(key)
    else children.set(parentKey, [key])
  }
  if (parents.size === 0) return new Map()
  const waiting = new Map<string, number>()
  for (const call of calls) {
    if (call.parentKey === undefined || !isPending(call)) continue
    const seen = new Set([call.key])
    for (let key: string | undefined = call.parentKey; key !== undefined && !seen.has(key); key = parents.get(key)) {
      seen.add(key)
      waiting.set(key, (waiting.get(key) ?? 0) + 1)
    }
  }
  return new Map(
    [...new Set([...children.keys(), ...waiting.keys()])].map(key => [
      key,
      { children: children.get(key) ?? [], waiting: waiting.get(key) ?? 0 },
    ]),
  )
}

function isSame(left: Nested, right: Nested): boolean {
  return (
    left.waiting === right.waiting &&
    left.children.length === right.children.length &&
    left.children.every((key, index) => key === right.children[index])
  )
}
