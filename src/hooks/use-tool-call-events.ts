'use client'

import { useContext, useEffect, useRef, useState } from 'react'
import { createToolCallSession, type ToolCallSession } from '../core/create-tool-call-session.ts'
import type { RunEndReason, ToolCallEvent } from '../core/events.ts'
import { isReadOnce, readEventSource, sourceProblem, type ToolCallEventSource } from './read-event-source.ts'
import { ToolCallSessionContext } from './tool-call-context.ts'

/**
 * Feeds a session with the events of a source, from the first mount on. Returns that session: the given one, else the provider's,
 * else one of its own.
 *
 * The source is taken by identity: keep it in state, or outside of the component. Another one takes over from the old one. A stream
 * or iterable is cancelled one task after its last reader has gone, so that StrictMode's second mount goes on reading.
 *
 * Nothing is thrown when a source fails: its open run ends, as `disconnected` with the error's text, or as `aborted` if the app
 * itself aborted it. A source that ends, or is stopped, ends nothing by itself: only if a run that it began is still going, or
 * arguments are still arriving, they are `disconnected`, for nobody will ever tell how they end.
 *
 * @example
 * const session = useToolCallEvents(events)
 * return <ToolCallProvider session={session}>…</ToolCallProvider>
 */
export function useToolCallEvents(source: ToolCallEventSource | undefined, session?: ToolCallSession): ToolCallSession {
  const problem = source === undefined ? undefined : sourceProblem(source)
  if (problem !== undefined) throw new TypeError(`useToolCallEvents cannot read its source. ${problem}`)

  const provided = useContext(ToolCallSessionContext)
  const [getOwnSession] = useState(() => once(createToolCallSession))
  const isOwn = !(session ?? provided)
  const target = session ?? provided ?? getOwnSession()

  useEffect(() => {
    if (!isOwn) return undefined
    const disconnect = target.connect()
    return () => void setTimeout(disconnect, 0)
  }, [isOwn, target])

  const before = useRef<{ readonly feed: Feed; readonly session: ToolCallSession }>(undefined)
  useEffect(() => {
    const feed = source === undefined ? undefined : feedOf(source)
    const last = before.current
    before.current = feed && { feed, session: target }
    if (last && last.feed === feed && last.session !== target) {
      const leave = feed.join(target)
      // afterwards, or its only listener would be gone and the stream cancelled
      feed.drop(last.session, false)
      return leave
    }
    // At once: two sources that tell of the same must not be heard side by side.
    const unfinished =
      last && last.feed !== feed
        ? last.feed.drop(last.session, feed !== undefined && last.session === target)
        : undefined
    return feed?.join(target, unfinished)
  }, [source, target])

  return target
}

function once<Value>(create: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined
  return () => (kept ??= { value: create() }).value
}

// A stream can be read once, by whoever comes first: who reads it is a fact about the stream, not about a component.
const feeds = new WeakMap<ToolCallEventSource, Feed>()

/** One reading of a source, for every session that listens. */
interface Feed {
  /** Counted. Returns how to leave; the last one's leave counts one task later. */
  join(session: ToolCallSession, unfinished?: Unfinished): () => void
  /**
   * Leaves at once where nobody has joined for that session.
   *
   * @param isReplaced another source goes on telling: what this one has left open is then for that one to end.
   */
  drop(session: ToolCallSession, isReplaced: boolean): Unfinished | undefined
}

function feedOf(source: ToolCallEventSource): Feed {
  let feed = feeds.get(source)
  if (!feed) feeds.set(source, (feed = createFeed(source)))
  return feed
}

function createFeed(source: ToolCallEventSource): Feed {
  const links = new Map<ToolCallSession, { users: number; readonly unfinished: Unfinished }>()
  let stop: (() => void) | undefined

  const feed: Feed = {
    join(session, unfinished = createUnfinished(session)) {
      let link = links.get(session)
      if (!link) links.set(session, (link = { users: 0, unfinished }))
      link.users += 1
      stop ??= readEventSource(source, {
        take(events) {
          for (const [to, { unfinished: noted }] of links) {
            for (const event of Array.isArray(events) ? events : [events]) noted.note(event)
            to.dispatch(events)
          }
        },
        end(failure) {
          let isShown = false
          for (const { unfinished: noted } of links.values()) isShown = noted.end(failure) || isShown
          if (failure && !isShown && !isAbort(failure.cause))
            console.warn('useToolCallEvents: the source failed, and no call was open to show it.', failure.cause)
        },
      })
      return () => {
        link.users -= 1
        if (link.users === 0) setTimeout(() => feed.drop(session, false), 0)
      }
    },
    drop(session, isReplaced) {
      const link = links.get(session)
      if (!link || link.users > 0) return undefined
      links.delete(session)
      if (links.size === 0) {
        stop?.()
        if (feeds.get(source) === feed) feeds.delete(source)
      }
      if (isReplaced && !isReadOnce(source)) return link.unfinished
      link.unfinished.end()
      return undefined
    },
  }
  return feed
}

/** What a source has begun in a session and not ended. */
interface Unfinished {
  note(event: ToolCallEvent): void
  /** Ends it. Returns whether there was anything. */
  end(failure?: { readonly cause: unknown }): boolean
}

function createUnfinished(session: ToolCallSession): Unfinished {
  const runs = new Map<string | undefined, string | undefined>()
  const calls = new Set<string>()
  let lastThreadId: string | undefined
  return {
    note(event) {
      // it is checked by the session only
      if (typeof event !== 'object' || event === null) return
      const { type, threadId, runId } = event
      const toolCallId = 'toolCallId' in event ? event.toolCallId : undefined
      lastThreadId = threadId ?? lastThreadId
      if (type === 'run_start') runs.set(runId, threadId)
      else if (type === 'run_end' && runId !== undefined) runs.delete(runId)
      else if (type === 'run_end' && event.parentToolCallId === undefined) runs.clear()
      else if (toolCallId !== undefined && ENDS.has(type)) calls.delete(toolCallId)
      else if (toolCallId !== undefined) calls.add(toolCallId)
    },
    end(failure) {
      const reason: RunEndReason = failure && isAbort(failure.cause) ? 'aborted' : 'disconnected'
      const why = failure && reason === 'disconnected' ? { errorText: textOf(failure.cause) } : {}
      const ends: ToolCallEvent[] = [...runs].map(([runId, threadId]) => ({
        type: 'run_end',
        runId,
        threadId: threadId ?? lastThreadId,
        reason,
        ...why,
      }))
      if (ends.length === 0 && calls.size > 0) {
        session.flush()
        const states = [...calls].map(toolCallId => session.findToolCall(toolCallId)?.state)
        // without a word about runs, somebody else may tell what comes after the arguments
        if (failure || states.includes('input-streaming'))
          ends.push({ type: 'run_end', threadId: lastThreadId, reason, ...why })
      }
      runs.clear()
      calls.clear()
      session.dispatch(ends)
      return ends.length > 0
    },
  }
}
const ENDS: ReadonlySet<string> = new Set<ToolCallEvent['type']>([
  'tool_input_error',
  'tool_cancelled',
  'tool_suspension_cancelled',
  'tool_end',
  'tool_retracted',
])

function isAbort(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && (cause as { name?: unknown }).name === 'AbortError'
}

function textOf(cause: unknown): string | undefined {
  return cause instanceof Error && cause.message !== '' ? cause.message : typeof cause === 'string' ? cause : undefined
}
