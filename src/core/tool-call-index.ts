import type { Task } from './events.ts'
import type { ToolCallAnswer } from './host.ts'
import type { LiveInput } from './live-input.ts'
import type { CallEvent } from './reduce-tool-call.ts'
import { OPENING } from './tool-call-facts.ts'
import { isEnded, isIn, isSettled, isWaiting, requestsOf } from './tool-call-record.ts'
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
  order: number
  /** How many runs had started when the wire last spoke of it. */
  starts: number
  /** The arguments while they arrive. */
  live?: LiveInput | undefined
  /** It already waited for a tool here when it was stored. */
  isRestored?: boolean
  /** Of the last approval to which a person said yes here. */
  approvedId?: string | undefined
  /** An output of ours that could not be sent, behind the approval that went with it. */
  undelivered?: readonly ToolCallAnswer[] | undefined
  /** What happens at the end of its time, and when nobody registers its tool. */
  expiry?: Timer
  missing?: Timer
}

/** What is known of one thread, so that no event needs a walk over all calls. */
export interface Thread {
  readonly id: string | undefined
  tasks?: readonly Task[]
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
  /** Those with an output of ours that could not be sent. */
  readonly undelivered: Set<ToolCallEntry>
}

export interface Place {
  readonly messageId?: string | undefined
  readonly stepId?: string | undefined
  readonly parentToolCallId?: string | undefined
  readonly runId?: string | undefined
}

/** All records, and the threads they belong to. */
export interface ToolCallIndex {
  readonly entries: Map<string, ToolCallEntry>
  readonly threads: Map<string | undefined, Thread>
  /** How many records were opened. */
  opened: number
}

const LOCAL_ID = 'local:'

export function createToolCallIndex(): ToolCallIndex {
  return { entries: new Map(), threads: new Map(), opened: 0 }
}

export function threadOf({ threads }: ToolCallIndex, id: string | undefined): Thread {
  const thread = threads.get(id) ?? {
    id,
    runs: createRunBook(),
    open: new Set(),
    waiting: new Set(),
    ids: new Map(),
    approvals: new Map(),
    orphans: new Map(),
    undelivered: new Set(),
  }
  threads.set(id, thread)
  return thread
}

/** The record that an event belongs to; undefined when it opens one (law 10). */
export function placeEvent({ entries }: ToolCallIndex, event: CallEvent, thread: Thread): ToolCallEntry | undefined {
  const { type, toolCallId } = event
  if (type === 'response_failed' && event.key !== undefined) return entries.get(event.key)
  if (toolCallId === undefined) return thread.approvals.get((event as { approvalId?: string }).approvalId ?? '')
  if (toolCallId === '') return placeWithoutId(event, thread)
  const known = thread.ids.get(toolCallId) ?? []
  if (OPENING.has(type)) return placeOpening(event, thread, known)
  return known.findLast(({ call }) => !isEnded(call)) ?? known.at(-1)
}

/** The newest record of an id in some threads, at a place where one is given. */
export function findEntry(
  threads: Iterable<Thread>,
  toolCallId: string | undefined,
  place: Place,
): ToolCallEntry | undefined {
  return [...threads]
    .flatMap(({ ids }) => ids.get(toolCallId!)?.findLast(({ call }) => isSamePlace(place, call) !== false) ?? [])
    .sort((a, b) => a.order - b.order)
    .at(-1)
}

/** An entry that is not in the index yet. What comes from a live stream starts its run. */
export function openEntry(index: ToolCallIndex, event: CallEvent, thread: Thread, isLive: boolean): ToolCallEntry {
  const { entries } = index
  const { messageId, stepId, parentToolCallId, at = Date.now() } = event
  const order = (index.opened += 1)
  let { toolCallId = '' } = event
  for (let count = order; toolCallId === ''; count += 1)
    if (!thread.ids.has(LOCAL_ID + count)) toolCallId = LOCAL_ID + count
  const parent = findEntry([thread], parentToolCallId, {})
  const place = [thread.id, messageId, stepId, messageId === undefined ? parentToolCallId : undefined, toolCallId]
  let key = JSON.stringify(place)
  for (let count = 2; entries.has(key); count += 1) key = JSON.stringify([...place, count])
  const call = {
    key,
    toolCallId,
    toolName: '',
    parentKey: parent?.key,
    threadId: thread.id,
    startedAt: isLive ? at : undefined,
    receipts: [],
    // and nothing else is known
    state: 'input-streaming',
  } as unknown as ToolCall
  const { runs } = thread
  const entry = { key, call, thread, run: runs.runOf(event, isLive), parentToolCallId, order, starts: runs.starts }
  if (parentToolCallId !== undefined && !parent) append(thread.orphans, parentToolCallId, entry)
  return entry
}

/** `isNews`: the wire spoke of the call. What we note ourselves, such as a delivery, does not move its place in the order of runs. */
export function updateEntry({ entries }: ToolCallIndex, entry: ToolCallEntry, isNews: boolean) {
  const { key, call, thread } = entry
  if (isNews) entry.starts = thread.runs.starts
  if (!entries.has(key)) {
    entries.set(key, entry)
    append(thread.ids, call.toolCallId, entry)
  }
  toggle(thread.open, entry, !isEnded(call))
  toggle(thread.waiting, entry, isWaiting(call))
  if (isIn(call, 'approval-requested')) thread.approvals.set(call.approval.approvalId, entry)
}

export function removeEntry({ entries }: ToolCallIndex, entry: ToolCallEntry) {
  const { key, call, thread } = entry
  entries.delete(key)
  for (const set of [thread.open, thread.waiting, thread.undelivered]) set.delete(entry)
  const others = thread.ids.get(call.toolCallId)?.filter(other => other !== entry)
  if (others?.length) thread.ids.set(call.toolCallId, others)
  else thread.ids.delete(call.toolCallId)
  for (const { approvalId = '' } of requestsOf(call))
    if (thread.approvals.get(approvalId) === entry) thread.approvals.delete(approvalId)
}

/** Lets these stand in this order, in the places that they have among the others. */
export function arrangeEntries(index: ToolCallIndex, listed: readonly ToolCallEntry[]) {
  const { entries, threads } = index
  if (listed.every((entry, at) => at === 0 || listed[at - 1]!.order <= entry.order)) return
  const moved = new Set(listed)
  const next = moved.values()
  const all = [...entries.values()].map(entry => (moved.has(entry) ? next.next().value! : entry))
  entries.clear()
  for (const entry of all) {
    entry.order = index.opened += 1
    entries.set(entry.key, entry)
  }
  for (const { ids } of threads.values())
    for (const known of ids.values()) known.sort((left, right) => left.order - right.order)
}

function placeOpening(event: CallEvent & Place, thread: Thread, known: readonly ToolCallEntry[]) {
  const findLast = (wanted: boolean | undefined) =>
    known.findLast(({ call, parentToolCallId }) => isSamePlace(event, { ...call, parentToolCallId }) === wanted)
  const same = findLast(true)
  if (same) return same
  const unknown = findLast(undefined)
  return unknown && isSettled(unknown.call) && thread.runs.starts > unknown.starts ? undefined : unknown
}

// Without ids the order is all there is: a result settles the oldest open call, the final input ends the oldest one that streams.
function placeWithoutId(event: CallEvent, thread: Thread): ToolCallEntry | undefined {
  const { type, toolName, parentToolCallId } = event as Extract<CallEvent, { type: 'tool_end' | 'tool_start' }>
  const isStreaming = ({ call }: ToolCallEntry) => isIn(call, 'input-streaming')
  const candidates = [...thread.open].filter(
    ({ call, ...entry }) => call.toolCallId.startsWith(LOCAL_ID) && entry.parentToolCallId === parentToolCallId,
  )
  if (/^tool_input_(delta|end)$/.test(type)) return candidates.findLast(isStreaming)
  if (type !== 'tool_start' && OPENING.has(type)) return undefined
  return candidates.find(
    entry =>
      (type !== 'tool_start' || isStreaming(entry)) && (toolName === undefined || entry.call.toolName === toolName),
  )
}

/** By the message, the step, the parent; by the run only where none of those can be compared. Undefined where nothing can. */
function isSamePlace(left: Place, right: Place): boolean | undefined {
  let isSame: true | undefined
  for (const field of PLACE) {
    if (left[field] === undefined || right[field] === undefined || (isSame && field === 'runId')) continue
    if (left[field] !== right[field]) return false
    isSame = true
  }
  return isSame
}
const PLACE = ['messageId', 'stepId', 'parentToolCallId', 'runId'] as const

function append(lists: Map<string, ToolCallEntry[]>, name: string, entry: ToolCallEntry) {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  list.push(entry)
}

function toggle<Item>(set: Set<Item>, item: Item, wanted: boolean) {
  if (wanted) set.add(item)
  else set.delete(item)
}
