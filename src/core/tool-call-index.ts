import type { ToolCallResponse } from './host.ts'
import type { LiveInput } from './live-input.ts'
import type { CallEvent } from './reduce-tool-call.ts'
import { OPENING } from './tool-call-facts.ts'
import { isEnded, isSettled, isWaiting, requestsOf } from './tool-call-record.ts'
import { createRunBook, type RunBook } from './run-book.ts'
import type { ToolCall } from './tool-call.ts'

export type Timer = ReturnType<typeof setTimeout> | undefined

/** A record, with what is known beside it. */
export interface ToolCallEntry {
  readonly key: string
  call: ToolCall
  readonly thread: Thread
  readonly run: string
  readonly parentToolCallId: string | undefined
  /** Where it stands in the order of appearance. */
  readonly order: number
  /** How many runs had started when the wire last spoke of it. */
  starts: number
  /** The arguments while they arrive. */
  live?: LiveInput | undefined
  /** It already waited for a tool here when it was stored. */
  isRestored?: boolean
  /** An output of ours that could not be sent. */
  undelivered?: ToolCallResponse | undefined
  /** What happens at the end of its time, and when nobody registers its tool. */
  expiry?: Timer
  missing?: Timer
}

/** What is known of one thread, so that no event needs a walk over all calls. */
export interface Thread {
  readonly id: string | undefined
  readonly runs: RunBook
  /** Without an outcome and not interrupted. */
  readonly open: Set<ToolCallEntry>
  /** Waiting for an answer, for a tool of ours, or for other answers before theirs goes. */
  readonly waiting: Set<ToolCallEntry>
  /** By tool call id, oldest first. */
  readonly ids: Map<string, ToolCallEntry[]>
  readonly approvals: Map<string, ToolCallEntry>
  /** Calls whose parent is not known yet, by its id. */
  readonly orphans: Map<string, ToolCallEntry[]>
}

export interface Place {
  readonly messageId?: string | undefined
  readonly stepId?: string | undefined
  readonly parentToolCallId?: string | undefined
  readonly runId?: string | undefined
}

/** Finds the record that an event belongs to (law 10). */
export interface ToolCallIndex {
  /** By key, in order of appearance. */
  readonly entries: ReadonlyMap<string, ToolCallEntry>
  readonly threads: ReadonlyMap<string | undefined, Thread>
  thread(threadId: string | undefined): Thread
  /** The record that the event belongs to; undefined when it opens one. */
  place(event: CallEvent, thread: Thread): ToolCallEntry | undefined
  /** The newest record of an id that does not contradict the place. */
  find(toolCallId: string, place: Place, threads: Iterable<Thread>): ToolCallEntry | undefined
  /** Makes an entry whose call has no state yet. What comes from a live stream starts its run. */
  open(event: CallEvent, thread: Thread, isLive: boolean): ToolCallEntry
  /** `isNews`: the wire spoke of the call. What we note ourselves, such as a delivery, does not move its place in the order of runs. */
  update(entry: ToolCallEntry, isNews: boolean): void
  remove(entry: ToolCallEntry): void
}

const NO_RECEIPTS: ToolCall['receipts'] = Object.freeze([])
const LOCAL_ID = 'local:'

export function createToolCallIndex(): ToolCallIndex {
  const entries = new Map<string, ToolCallEntry>()
  const threads = new Map<string | undefined, Thread>()
  let localIds = 0
  let opened = 0

  const index: ToolCallIndex = {
    entries,
    threads,
    thread(id) {
      let thread = threads.get(id)
      if (!thread) {
        thread = {
          id,
          runs: createRunBook(),
          open: new Set(),
          waiting: new Set(),
          ids: new Map(),
          approvals: new Map(),
          orphans: new Map(),
        }
        threads.set(id, thread)
      }
      return thread
    },
    place(event, thread) {
      if (event.type === 'response_failed' && event.key !== undefined) return entries.get(event.key)
      if (event.toolCallId === undefined)
        return event.type === 'tool_approval_resolved' ? thread.approvals.get(event.approvalId) : undefined
      if (event.toolCallId === '') return placeWithoutId(event, thread)
      const known = thread.ids.get(event.toolCallId)
      if (!known) return undefined
      if (OPENING.has(event.type)) return placeOpening(event, thread, known)
      return known.findLast(({ call }) => !isEnded(call)) ?? known.at(-1)
    },
    find(toolCallId, place, candidates) {
      let found: ToolCallEntry | undefined
      for (const { ids } of candidates) {
        const entry = ids.get(toolCallId)?.findLast(({ call }) => comparePlaces(place, call) !== 'different')
        if (entry && !(found && found.order > entry.order)) found = entry
      }
      return found
    },
    open(event, thread, isLive) {
      const { messageId, stepId, parentToolCallId, at } = event
      let toolCallId = event.toolCallId ?? event.approvalId
      if (toolCallId === '') {
        do toolCallId = `${LOCAL_ID}${++localIds}`
        while (thread.ids.has(toolCallId))
      }
      const parent = parentToolCallId === undefined ? undefined : index.find(parentToolCallId, {}, [thread])
      const place = [thread.id, messageId, stepId, messageId === undefined ? parentToolCallId : undefined, toolCallId]
      let key = JSON.stringify(place)
      for (let count = 2; entries.has(key); count += 1) key = JSON.stringify([...place, count])
      const call = {
        key,
        toolCallId,
        toolName: '',
        parentKey: parent?.key,
        threadId: thread.id,
        startedAt: isLive ? (at ?? Date.now()) : undefined,
        receipts: NO_RECEIPTS,
        // and nothing else is known
        state: 'input-streaming',
      } as unknown as ToolCall
      const run = thread.runs.runOf(event, isLive)
      const entry = { key, call, thread, run, parentToolCallId, order: ++opened, starts: thread.runs.starts }
      if (parentToolCallId !== undefined && !parent)
        thread.orphans.set(parentToolCallId, [...(thread.orphans.get(parentToolCallId) ?? []), entry])
      return entry
    },
    update(entry, isNews) {
      const { key, call, thread } = entry
      if (isNews) entry.starts = thread.runs.starts
      if (!entries.has(key)) {
        entries.set(key, entry)
        const known = thread.ids.get(call.toolCallId)
        if (known) known.push(entry)
        else thread.ids.set(call.toolCallId, [entry])
      }
      toggle(thread.open, entry, !isEnded(call))
      toggle(thread.waiting, entry, isWaiting(call))
      if (call.state === 'approval-requested') thread.approvals.set(call.approval.approvalId, entry)
    },
    remove(entry) {
      const { key, call, thread } = entry
      entries.delete(key)
      thread.open.delete(entry)
      thread.waiting.delete(entry)
      const others = thread.ids.get(call.toolCallId)?.filter(other => other !== entry)
      if (others?.length) thread.ids.set(call.toolCallId, others)
      else thread.ids.delete(call.toolCallId)
      for (const { approvalId = '' } of requestsOf(call))
        if (thread.approvals.get(approvalId) === entry) thread.approvals.delete(approvalId)
    },
  }
  return index
}

function placeOpening(event: CallEvent & Place, thread: Thread, known: readonly ToolCallEntry[]) {
  let unknown: ToolCallEntry | undefined
  for (const entry of known.toReversed()) {
    const { call, parentToolCallId } = entry
    const { messageId, stepId, runId } = call
    const verdict = comparePlaces(event, { messageId, stepId, parentToolCallId, runId })
    if (verdict === 'same') return entry
    if (verdict === 'unknown') unknown ??= entry
  }
  return unknown && isSettled(unknown.call) && thread.runs.starts > unknown.starts ? undefined : unknown
}

// Without ids the order is all there is: a result settles the oldest open call, the final input ends the oldest one that streams.
function placeWithoutId(event: CallEvent, thread: Thread): ToolCallEntry | undefined {
  if (event.type === 'tool_input_start' || event.type === 'tool_input_error') return undefined
  const local = [...thread.open].filter(
    ({ call, parentToolCallId }) => call.toolCallId.startsWith(LOCAL_ID) && parentToolCallId === event.parentToolCallId,
  )
  const streaming = local.filter(({ call }) => call.state === 'input-streaming')
  if (event.type === 'tool_start') return streaming.find(({ call }) => call.toolName === event.toolName)
  if (event.type === 'tool_input_delta' || event.type === 'tool_input_end') return streaming.at(-1)
  return local[0]
}

/** Whether two places are the same: by the message, the step, the parent; by the run only where none of those can be compared. */
function comparePlaces(left: Place, right: Place): 'same' | 'different' | 'unknown' {
  let verdict: 'same' | 'unknown' = 'unknown'
  for (const field of PLACE) {
    if (field === 'runId' && verdict === 'same') break
    if (left[field] === undefined || right[field] === undefined) continue
    if (left[field] !== right[field]) return 'different'
    verdict = 'same'
  }
  return verdict
}
const PLACE = ['messageId', 'stepId', 'parentToolCallId', 'runId'] as const

function toggle<Item>(set: Set<Item>, item: Item, wanted: boolean) {
  if (wanted) set.add(item)
  else set.delete(item)
}
