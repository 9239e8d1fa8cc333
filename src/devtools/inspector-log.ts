import { createToolCallSession, type ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../core/events.ts'
import { frameScheduler } from '../core/scheduler.ts'
import type { ToolCall, ToolCallState } from '../core/tool-call.ts'
import { listenIn } from '../testing/listen-in.ts'
import { noteDisplay, type Displays } from '../testing/redact-event.ts'
import { toSnapshot } from '../testing/to-snapshot.ts'
import { writeRecording, type HeardEvent } from '../testing/write-recording.ts'
import { sizeOfEvent } from './size-of-event.ts'

/** One line of the log: an event, or a stream of them that belong together. */
export interface LogRow {
  readonly id: number
  readonly type: ToolCallEvent['type']
  readonly toolCallId: string | undefined
  readonly toolName: string | undefined
  readonly at: number
  readonly events: readonly HeardEvent[]
  /** Characters, about. */
  readonly size: number
  /** Its oldest events are left out by now. */
  readonly isCut: boolean
}

/** A call and when its state changed, by the clock here. */
export interface Lane {
  readonly call: ToolCall
  readonly changes: readonly { readonly state: ToolCallState; readonly at: number }[]
}

export interface LogView {
  readonly rows: readonly LogRow[]
  readonly lanes: readonly Lane[]
  readonly displays: Displays
  readonly eventCount: number
  /** How many were left out for the sake of memory. */
  readonly droppedCount: number
  /** When listening began. */
  readonly startedAt: number
  /** Up to when it has heard. */
  readonly now: number
}

export interface InspectorLog {
  /** Listens until the returned function is called. Each start begins anew. */
  start(): () => void
  subscribe(listener: () => void): () => void
  /** Another one at most once per frame. */
  getView(): LogView
  clear(): void
  /** What `replayRecording` plays; display values only. */
  toJsonl(): string
}

/** Whichever is reached first. */
const MAX_EVENTS = 20_000
const MAX_SIZE = 16_000_000
/** How much goes at once, so that not every event moves all others. */
const DROPPED_SHARE = 0.2

/** Streams: one row for those of a call, until something else is told of it. */
const STREAMED: ReadonlySet<ToolCallEvent['type']> = new Set([
  'tool_input_delta',
  'tool_update',
  'shell_output',
  'subagent_text_delta',
])

interface OpenRow extends LogRow {
  events: HeardEvent[]
  size: number
  isCut: boolean
}
interface Entry extends HeardEvent {
  readonly row: OpenRow
  readonly size: number
}

/** What the inspector shows: the last events of a session and the course of its calls, in bounded memory. */
export function createInspectorLog(session: ToolCallSession): InspectorLog {
  const listeners = new Set<() => void>()
  let view: LogView | undefined
  let cancelFrame: (() => void) | undefined
  let entries: Entry[] = []
  let rows: OpenRow[] = []
  let size = 0
  let droppedCount = 0
  let startedAt = 0
  let rowIds = 0
  /** The row that the next event of a stream goes into, by call. */
  let openRows = new Map<string, OpenRow>()
  let lanes = new Map<string, Lane & { changes: { state: ToolCallState; at: number }[] }>()
  let lanesList: readonly Lane[] | undefined
  let seenCalls: readonly ToolCall[] = []
  let displays: Displays = new Map()
  /** Of tools, by call: few events name theirs. */
  let names = new Map<string, string>()
  /** The calls as they were before the first event that is kept. */
  let before: ToolCallSession | undefined

  const publishSoon = () => {
    cancelFrame ??= frameScheduler.schedule(() => {
      cancelFrame = undefined
      view = undefined
      for (const listener of listeners) listener()
    })
  }

  const note = (event: ToolCallEvent) => {
    const heard = { event, at: Date.now() }
    noteDisplay(displays, event)
    const own = sizeOfEvent(event)
    const row = rowFor(heard)
    row.events.push(heard)
    row.size += own
    entries.push({ ...heard, row, size: own })
    size += own
    if (entries.length > MAX_EVENTS || size > MAX_SIZE) dropOldest()
  }
  const rowFor = ({ event, at }: HeardEvent): OpenRow => {
    const { type } = event
    const toolCallId = 'toolCallId' in event ? event.toolCallId : undefined
    const isStreamed = toolCallId !== undefined && STREAMED.has(type)
    const open = isStreamed ? openRows.get(toolCallId) : undefined
    if (open?.type === type) return open
    if (toolCallId !== undefined && 'toolName' in event && event.toolName) names.set(toolCallId, event.toolName)
    const toolName = toolCallId === undefined ? undefined : names.get(toolCallId)
    const row: OpenRow = { id: rowIds++, type, toolCallId, toolName, at, events: [], size: 0, isCut: false }
    rows.push(row)
    if (isStreamed) openRows.set(toolCallId, row)
    else if (toolCallId !== undefined) openRows.delete(toolCallId)
    // a run's end ends its streams
    else openRows.clear()
    return row
  }
  const dropOldest = () => {
    let count = 0
    const isEnough = () => {
      const kept = entries.length - count
      return kept <= 1 || (kept <= MAX_EVENTS * (1 - DROPPED_SHARE) && size <= MAX_SIZE * (1 - DROPPED_SHARE))
    }
    const cuts = new Map<OpenRow, number>()
    while (!isEnough()) {
      const { event, row, size: own } = entries[count]!
      before?.dispatch(event)
      cuts.set(row, (cuts.get(row) ?? 0) + 1)
      row.size -= own
      size -= own
      count += 1
    }
    before?.flush()
    for (const [row, cut] of cuts) {
      row.events.splice(0, cut)
      row.isCut = true
    }
    entries.splice(0, count)
    rows = rows.filter(({ events }) => events.length > 0)
    for (const [id, row] of openRows) if (row.events.length === 0) openRows.delete(id)
    droppedCount += count
  }

  const observe = () => {
    const calls = session.getToolCalls()
    if (calls === seenCalls) return
    seenCalls = calls
    lanesList = undefined
    for (const call of calls) {
      const known = lanes.get(call.key)
      if (known?.call === call) continue
      if (call.display) displays.set(call.toolCallId, { ...call.display, ...displays.get(call.toolCallId) })
      const isNews = known?.changes.at(-1)?.state !== call.state
      const changes = known?.changes ?? []
      if (isNews) changes.push({ state: call.state, at: Date.now() })
      lanes.set(call.key, { call, changes })
    }
    if (lanes.size > calls.length) {
      const keys = new Set(calls.map(({ key }) => key))
      for (const key of lanes.keys()) if (!keys.has(key)) lanes.delete(key)
    }
    publishSoon()
  }

  const begin = () => {
    before?.dispose()
    // it only keeps records: nothing of it is drawn, and no frame is needed
    before = createToolCallSession({ threadId: session.threadId, scheduler: { schedule: () => () => {} } })
    before.dispatch(toSnapshot(session.getToolCalls(), session.threadId))
    entries = []
    rows = []
    size = 0
    droppedCount = 0
    startedAt = Date.now()
    openRows = new Map()
    lanes = new Map()
    displays = new Map()
    names = new Map(session.getToolCalls().map(({ toolCallId, toolName }) => [toolCallId, toolName]))
    seenCalls = []
    observe()
    publishSoon()
  }

  return {
    start() {
      begin()
      const stopListening = listenIn(session, events => {
        for (const event of events) note(event)
        publishSoon()
      })
      const unsubscribe = session.subscribe(observe)
      return () => {
        stopListening()
        unsubscribe()
        cancelFrame?.()
        cancelFrame = undefined
        before?.dispose()
        before = undefined
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getView: () =>
      (view ??= {
        rows: [...rows],
        lanes: (lanesList ??= seenCalls.flatMap(({ key }) => lanes.get(key) ?? [])),
        displays,
        eventCount: entries.length,
        droppedCount,
        startedAt,
        now: Date.now(),
      }),
    clear() {
      session.flush()
      begin()
    },
    toJsonl() {
      const start = entries[0]?.at ?? startedAt
      const opening = toSnapshot(before?.getToolCalls() ?? [], session.threadId).map(event => ({ event, at: start }))
      return writeRecording([...opening, ...entries], session, displays)
    },
  }
}
