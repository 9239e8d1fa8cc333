import type { CallEvent } from './reduce-tool-call.ts'
import { isEnded, isSettled, isWaiting } from './tool-call-record.ts'
import { createRunBook, type RunBook } from './run-book.ts'
import type { ToolCall } from './tool-call.ts'

/** What is known of one thread, so that no event needs a walk over all calls. */
export interface ThreadIndex {
  readonly runs: RunBook
  /** Records without an outcome that are not interrupted. */
  readonly open: ReadonlySet<string>
  /** Records that wait for an answer, for a tool of ours, or for other answers before theirs goes. */
  readonly waiting: ReadonlySet<string>
}

/** Finds the record that an event belongs to (law 10). */
export interface ToolCallIndex {
  thread(threadId: string | undefined): ThreadIndex
  threads(): Iterable<ThreadIndex>
  /** The key of the record that the event belongs to; undefined when it opens one. */
  place(event: CallEvent, threadId: string | undefined): string | undefined
  /** The newest record of an id that does not contradict the place; in every thread where none is given. */
  find(toolCallId: string, place: Place, threadId: string | undefined): ToolCall | undefined
  /** A free key for a record that is opened, and the id that it goes by. What comes from a live stream starts its run. */
  open(event: CallEvent, threadId: string | undefined, isLive: boolean): { key: string; toolCallId: string }
  /** `isNews`: the wire spoke of the call. What we note ourselves, such as a delivery, does not move its place in the order of runs. */
  update(call: ToolCall, was: ToolCall | undefined, threadId: string | undefined, isNews: boolean): void
  remove(call: ToolCall, threadId: string | undefined): void
  /** The run that a record belongs to. */
  runOf(key: string): string
  /** Where a record stands in the order of appearance. */
  orderOf(key: string): number
}

export interface Place {
  readonly messageId?: string | undefined
  readonly stepId?: string | undefined
  readonly parentToolCallId?: string | undefined
  readonly runId?: string | undefined
}

interface IdEntry {
  /** Keys, oldest first. */
  readonly all: string[]
  readonly unsettled: string[]
}
interface Thread {
  readonly runs: RunBook
  readonly open: Set<string>
  readonly waiting: Set<string>
  readonly ids: Map<string, IdEntry>
  readonly approvals: Map<string, string>
}
interface RecordNote {
  readonly run: string
  readonly parentToolCallId: string | undefined
  readonly order: number
  /** How many runs had started when the record last changed. */
  starts: number
}

const OPENING: ReadonlySet<CallEvent['type']> = new Set(['tool_input_start', 'tool_start', 'tool_input_error'])
const NO_ID = ''

export function createToolCallIndex(get: (key: string) => ToolCall | undefined): ToolCallIndex {
  const threads = new Map<string | undefined, Thread>()
  const notes = new Map<string, RecordNote>()
  let localIds = 0
  let opened = 0

  const threadOf = (threadId: string | undefined): Thread => {
    let thread = threads.get(threadId)
    if (!thread) {
      thread = { runs: createRunBook(), open: new Set(), waiting: new Set(), ids: new Map(), approvals: new Map() }
      threads.set(threadId, thread)
    }
    return thread
  }

  const placeOpening = (event: CallEvent & Place, thread: Thread, entry: IdEntry): string | undefined => {
    let unknown: string | undefined
    for (let at = entry.all.length - 1; at >= 0; at -= 1) {
      const key = entry.all[at]!
      const call = get(key)!
      const verdict = comparePlaces(event, { ...call, parentToolCallId: notes.get(key)?.parentToolCallId })
      if (verdict === 'same') return key
      if (verdict === 'unknown') unknown ??= key
    }
    if (unknown === undefined) return undefined
    return isSettled(get(unknown)) && thread.runs.starts > notes.get(unknown)!.starts ? undefined : unknown
  }

  // Without ids the order is all there is: a result settles the oldest open call, the final input ends the oldest one that streams.
  const placeWithoutId = (event: CallEvent, thread: Thread): string | undefined => {
    const local = [...thread.open].filter(
      key => get(key)!.toolCallId.startsWith(LOCAL_ID) && notes.get(key)!.parentToolCallId === event.parentToolCallId,
    )
    if (event.type === 'tool_input_start' || event.type === 'tool_input_error') return undefined
    if (event.type === 'tool_start')
      return local.find(key => get(key)!.state === 'input-streaming' && get(key)!.toolName === event.toolName)
    if (event.type === 'tool_input_delta' || event.type === 'tool_input_end')
      return local.findLast(key => get(key)!.state === 'input-streaming')
    return local[0]
  }

  return {
    thread: threadOf,
    threads: () => threads.values(),
    place(event, threadId) {
      const thread = threadOf(threadId)
      const id = event.toolCallId
      if (event.type === 'response_failed' && event.key !== undefined) return get(event.key) ? event.key : undefined
      if (id === undefined)
        return event.type === 'tool_approval_resolved' ? thread.approvals.get(event.approvalId) : undefined
      if (id === NO_ID) return placeWithoutId(event, thread)
      const entry = thread.ids.get(id)
      if (!entry) return undefined
      if (OPENING.has(event.type)) return placeOpening(event, thread, entry)
      return entry.unsettled.at(-1) ?? entry.all.at(-1)
    },
    find(toolCallId, place, threadId) {
      let found: ToolCall | undefined
      for (const thread of threadId === undefined ? threads.values() : [threadOf(threadId)]) {
        const key = thread.ids
          .get(toolCallId)
          ?.all.findLast(candidate => comparePlaces(place, get(candidate)!) !== 'different')
        if (key !== undefined && (!found || notes.get(key)!.order > notes.get(found.key)!.order)) found = get(key)
      }
      return found
    },
    open(event, threadId, isLive) {
      const thread = threadOf(threadId)
      let toolCallId = event.toolCallId ?? event.approvalId ?? NO_ID
      if (toolCallId === NO_ID) {
        do toolCallId = `${LOCAL_ID}${++localIds}`
        while (thread.ids.has(toolCallId))
      }
      const parts = [
        threadId,
        event.messageId,
        event.stepId,
        event.messageId === undefined ? event.parentToolCallId : undefined,
        toolCallId,
      ]
      let key = JSON.stringify(parts.map(part => part ?? null))
      for (let count = 2; get(key); count += 1) key = JSON.stringify([...parts.map(part => part ?? null), count])
      const run = thread.runs.runOf(event, isLive)
      notes.set(key, { run, parentToolCallId: event.parentToolCallId, order: ++opened, starts: thread.runs.starts })
      return { key, toolCallId }
    },
    update(call, was, threadId, isNews) {
      const thread = threadOf(threadId)
      const { key } = call
      const note = notes.get(key)
      if (note && isNews) note.starts = thread.runs.starts
      if (!was) {
        const entry = thread.ids.get(call.toolCallId)
        if (entry) entry.all.push(key)
        else thread.ids.set(call.toolCallId, { all: [key], unsettled: [] })
      }
      const entry = thread.ids.get(call.toolCallId)!
      keep(entry.unsettled, key, !isEnded(call))
      toggle(thread.open, key, !isEnded(call))
      toggle(thread.waiting, key, isWaiting(call))
      if (call.state === 'approval-requested') thread.approvals.set(call.approval.approvalId, key)
    },
    remove(call, threadId) {
      const thread = threadOf(threadId)
      const { key } = call
      const entry = thread.ids.get(call.toolCallId)
      if (entry) {
        keep(entry.all, key, false)
        keep(entry.unsettled, key, false)
        if (entry.all.length === 0) thread.ids.delete(call.toolCallId)
      }
      thread.open.delete(key)
      thread.waiting.delete(key)
      for (const receipt of call.receipts)
        if ('approvalId' in receipt.request) thread.approvals.delete(receipt.request.approvalId)
      if ('approval' in call) thread.approvals.delete(call.approval.approvalId)
      notes.delete(key)
    },
    runOf: key => notes.get(key)?.run ?? NO_ID,
    orderOf: key => notes.get(key)?.order ?? 0,
  }
}
const LOCAL_ID = 'local:'

/** Whether two places are the same: by the message, the step, the parent; by the run only where none of those can be compared. */
function comparePlaces(left: Place, right: Place): 'same' | 'different' | 'unknown' {
  let compared = false
  for (const field of ['messageId', 'stepId', 'parentToolCallId'] as const) {
    if (left[field] === undefined || right[field] === undefined) continue
    if (left[field] !== right[field]) return 'different'
    compared = true
  }
  if (compared) return 'same'
  if (left.runId === undefined || right.runId === undefined) return 'unknown'
  return left.runId === right.runId ? 'same' : 'different'
}

function keep(list: string[], key: string, wanted: boolean) {
  const at = list.lastIndexOf(key)
  if (wanted && at === -1) list.push(key)
  if (!wanted && at !== -1) list.splice(at, 1)
}

function toggle(set: Set<string>, key: string, wanted: boolean) {
  if (wanted) set.add(key)
  else set.delete(key)
}
