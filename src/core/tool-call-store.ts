import type { RunEndEvent, Task, ToolCallEvent } from './events.ts'
import { mergeStored, parseStoredToolCall } from './hydrate.ts'
import { isObject } from './json-value.ts'
import { createLiveInput } from './live-input.ts'
import { parseEvent } from './parse-event.ts'
import { closeToolCall, reduceToolCall, type CallEvent, type ReduceContext } from './reduce-tool-call.ts'
import type { ToolCallScheduler } from './scheduler.ts'
import type { ToolCall } from './tool-call.ts'
import {
  arrangeEntries,
  createToolCallIndex,
  findEntry,
  openEntry,
  placeEvent,
  removeEntry,
  threadOf,
  updateEntry,
  type Thread,
  type ToolCallEntry,
} from './tool-call-index.ts'
import { change, isCutOff, isIn, isOurs, isWaiting, lacksInput, mayStream, move } from './tool-call-record.ts'
import type { Warn } from './warnings.ts'

export interface ToolCallStoreOptions {
  readonly threadId: string | undefined
  readonly scheduler: ToolCallScheduler
  isClientTool(toolName: string): boolean
  readonly warn: Warn
  /** A record has changed. `skew`: how far the local clock is ahead of the clock of the event that did it. */
  onChange(entry: ToolCallEntry, was: ToolCall | undefined, skew: number): void
  onRemove(entry: ToolCallEntry): void
  /** After events were applied and before anybody is told. */
  onApplied(): void
}

/** What an app may do with the records. Readers see applied state only: deltas wait for the next frame. */
export interface ToolCallReader {
  /** Takes events. Deltas are applied with the next frame, everything else at once. */
  dispatch(event: ToolCallEvent | readonly ToolCallEvent[]): void
  /** Applies what is buffered and tells every subscriber now. */
  flush(): void
  getToolCall(key: string): ToolCall | undefined
  /** The newest record of an id, at a place where one is given. */
  findToolCall(
    toolCallId: string,
    place?: { messageId?: string | undefined; stepId?: string | undefined },
  ): ToolCall | undefined
  getToolCallKeys(): readonly string[]
  getToolCalls(): readonly ToolCall[]
  getTasks(threadId?: string): readonly Task[]
  subscribe(listener: () => void): () => void
  /** Tells of one record by its key, or of every record of a tool call id. */
  subscribeToolCall(key: string, listener: () => void): () => void
  /** Forgets records, finished ones to save memory. */
  removeToolCalls(keys: readonly string[]): void
}

/** The records, fed by events. */
export interface ToolCallStore {
  readonly reader: ToolCallReader
  get(key: string): ToolCallEntry | undefined
  threadIds(): readonly (string | undefined)[]
  /** Every record that waits, or that is open, of all threads. */
  all(which: 'waiting' | 'open' | 'undelivered'): readonly ToolCallEntry[]
  /** Applies an event to this record, whatever other records have its id. */
  applyTo(key: string, event: CallEvent): void
  /** The same with the next frame. */
  bufferFor(key: string, event: CallEvent): void
  change(key: string, change: (call: ToolCall) => ToolCall): void
  dispose(): void
}

/** Input deltas, `tool_update`, `shell_output` and `subagent_text_delta`. */
const BUFFERED = /(delta|update|output)$/
/** May be more than JavaScript can hold exactly: who decides is shown how it was written. */
const BIG_NUMBER = /[[:,\s]-?(\d{16}|\d[\d.]*e\+?\d\d)/i
const NO_TASKS: readonly Task[] = Object.freeze([])
/** The name under which listeners of everything are kept. */
const ALL = undefined

export function createToolCallStore({ threadId: ownThreadId, warn, ...options }: ToolCallStoreOptions): ToolCallStore {
  const index = createToolCallIndex()
  // a listener may know a call by its key or by its tool call id
  const listenersOf = new Map<string | undefined, Set<() => void>>()
  const changedNames = new Set<string | undefined>()
  const growing = new Set<ToolCallEntry>()

  let keys: readonly string[] | undefined
  let calls: readonly ToolCall[] | undefined
  let buffer: { readonly event: ToolCallEvent; readonly entry?: ToolCallEntry | undefined }[] = []
  let cancelFrame: (() => void) | undefined
  let willNotify = false
  let skew = 0
  /** Something may have to start or to be sent. */
  let isDue = false

  // Records

  const write = (entry: ToolCallEntry, call: ToolCall, isNews = true) => {
    const was = index.entries.has(entry.key) ? entry.call : undefined
    if (was === call) return
    if (entry.live && !mayStream(call) && !lacksInput(call)) {
      const { inputText } = entry.live.preview()
      if (BIG_NUMBER.test(inputText)) call = change(call, { inputSource: inputText })
      entry.live = undefined
    }
    entry.call = call
    updateEntry(index, entry, isNews)
    touch(call)
    options.onChange(entry, was, skew)
    isDue ||= isWaiting(call) || (was !== undefined && isWaiting(was))
    if (was) return
    keys = undefined
    const { orphans } = entry.thread
    for (const child of orphans.get(call.toolCallId) ?? [])
      if (child !== entry && get(child.key) === child) write(child, change(child.call, { parentKey: entry.key }), false)
    orphans.delete(call.toolCallId)
  }
  const remove = (entry: ToolCallEntry) => {
    removeEntry(index, entry)
    isDue = true
    growing.delete(entry)
    keys = undefined
    touch(entry.call)
    options.onRemove(entry)
  }
  const touch = (call: ToolCall) => {
    calls = undefined
    changedNames.add(call.key).add(call.toolCallId)
  }

  // Input streams

  const feed = (entry: ToolCallEntry, event: CallEvent) => {
    const { call, live } = entry
    if (event.type === 'tool_input_start') {
      if (live || mayStream(call)) entry.live = createLiveInput(event.inputEncoding ?? live?.encoding, live)
    } else if (event.type === 'tool_input_delta') {
      if (mayStream(call)) entry.live ??= createLiveInput()
      entry.live?.append(event.argsTextDelta)
    }
  }
  /** Shows what has come of the arguments: the record is made once per frame, or when something else is told of the call. */
  const refreshPreview = (entry: ToolCallEntry) => {
    if (growing.delete(entry) && entry.call.state === 'input-streaming')
      write(entry, move(entry.call, { state: 'input-streaming', ...entry.live?.preview() }))
  }

  // Events

  const isOtherThread = (threadId: string | undefined): boolean => {
    if (threadId === undefined || ownThreadId === undefined || threadId === ownThreadId) return false
    warn('other-thread', threadId)
    return true
  }
  const apply = (event: ToolCallEvent) => {
    if (isOtherThread(event.threadId)) return
    const thread = threadOf(index, event.threadId ?? ownThreadId)
    skew = event.at === undefined ? 0 : Date.now() - event.at
    switch (event.type) {
      case 'run_start':
        isDue = true
        thread.runs.start(event)
        return
      case 'run_end':
        applyRunEnd(event, thread)
        return
      case 'task_updated':
        thread.tasks = Object.freeze([...event.tasks])
        changedNames.add(ALL)
        return
      case 'hydrate':
        applyHydrate(event, thread)
        return
      case 'tool_retracted': {
        const entry = placeEvent(index, event, thread)
        if (entry) remove(entry)
        return
      }
      default:
        applyToCall(event, thread)
    }
  }

  const applyToCall = (event: CallEvent, thread: Thread, known = placeEvent(index, event, thread)) => {
    if (known && event.type === 'tool_input_delta' && !isCutOff(known.call)) {
      // the hot path
      feed(known, event)
      growing.add(known)
      return
    }
    if (!known && (event.type === 'response_failed' || event.toolCallId === undefined)) {
      warn('unknown-call', event.type)
      return
    }
    if (known) refreshPreview(known)
    const entry = known ?? openEntry(index, event, thread, true)
    if (!known && event.type === 'tool_end') warn('unannounced-call', event.type, entry.call.toolCallId)
    feed(entry, event)
    advance(entry, event, reduceToolCall)
    applySubagent(event, thread)
  }
  const advance = <Event extends ToolCallEvent>(
    entry: ToolCallEntry,
    event: Event,
    reduce: (call: ToolCall, event: Event, context: ReduceContext) => ToolCall,
  ) => {
    const { at = Date.now() } = event
    write(entry, reduce(entry.call, event, { at, live: entry.live, isClientTool: options.isClientTool }))
  }

  // AgentController tells of a sub-agent's tools without ids: they are told apart by parent, name and order (B145)
  const applySubagent = (event: CallEvent, thread: Thread) => {
    const scope = { threadId: thread.id, parentToolCallId: event.toolCallId, at: event.at, toolCallId: '' }
    if (event.type === 'subagent_tool_start')
      applyToCall({ ...scope, type: 'tool_start', toolName: event.subToolName, args: event.subToolArgs }, thread)
    if (event.type === 'subagent_tool_end') {
      const { subToolName: toolName, subToolResult: result, isError } = event
      const end = { ...scope, type: 'tool_end', toolName, result, isError } as const
      const entry = placeEvent(index, end, thread)
      if (entry) applyToCall(end, thread, entry)
    }
    if (event.type === 'subagent_end')
      applyRunEnd({ ...scope, type: 'run_end', reason: event.isError ? 'error' : 'complete' }, thread)
  }

  const applyRunEnd = (event: RunEndEvent, thread: Thread) => {
    isDue = true
    const { parentToolCallId } = event
    const isBelowOnly = parentToolCallId !== undefined
    const endsWith = isBelowOnly && event.runId === undefined ? () => true : thread.runs.end(event)
    for (const entry of endsWith ? [...thread.open] : []) {
      refreshPreview(entry)
      if (endsWith?.(entry.run) && (!isBelowOnly || isBelow(entry.call, parentToolCallId)))
        advance(entry, event, closeToolCall)
    }
  }
  /** A hundred levels are enough: what the wire says of parents may be a circle. */
  const isBelow = (call: ToolCall, parentToolCallId: string, levels = 100): boolean => {
    const parent = get(call.parentKey ?? '')?.call
    if (!parent || levels === 0) return false
    return parent.toolCallId === parentToolCallId || isBelow(parent, parentToolCallId, levels - 1)
  }

  const applyHydrate = (event: Extract<ToolCallEvent, { type: 'hydrate' }>, thread: Thread) => {
    // entries, and the ids of rows that cannot be read: those are no reason to retract a call
    const seen = new Set<unknown>()
    const listed: ToolCallEntry[] = []
    for (const value of event.toolCalls) {
      const stored = parseStoredToolCall(value)
      if (!stored) {
        warn('malformed-stored-call', event.type)
        seen.add(isObject(value) && value.toolCallId)
        continue
      }
      if (isOtherThread(stored.threadId)) continue
      const itsThread = stored.threadId === undefined ? thread : threadOf(index, stored.threadId)
      const opening = { ...stored, type: 'tool_start', args: stored.input } as const
      const known = placeEvent(index, opening, itsThread)
      if (known) refreshPreview(known)
      const entry = known ?? openEntry(index, opening, itsThread, false)
      seen.add(entry)
      const next = mergeStored(entry.call, stored, itsThread.runs.active.size > 0)
      if (!known) entry.isRestored = isOurs(next) && isIn(next, 'input-available')
      if (mayStream(next) && !entry.live) {
        // where only the preview was stored, it stays until the final input comes (B013)
        entry.live = createLiveInput(undefined, undefined, stored.inputText ? undefined : stored.input)
        entry.live.append(stored.inputText || undefined)
      }
      write(entry, next)
      listed.push(entry)
    }
    arrangeEntries(index, listed)
    keys = calls = undefined
    changedNames.add(ALL)
    if (event.complete)
      for (const entry of [...index.entries.values()])
        if (entry.thread === thread && !seen.has(entry) && !seen.has(entry.call.toolCallId)) remove(entry)
  }

  // Buffering and telling

  const applyBuffer = () => {
    cancelFrame?.()
    cancelFrame = undefined
    const events = buffer
    buffer = []
    for (const { event, entry } of events) {
      if (!entry) apply(event)
      else if (get(entry.key) === entry) applyToCall(event as CallEvent, entry.thread, entry)
    }
    for (const entry of growing) refreshPreview(entry)
  }
  const notify = () => {
    willNotify = false
    if (isDue) {
      isDue = false
      options.onApplied()
    }
    if (changedNames.size === 0) return
    const told = [...changedNames.add(ALL)].flatMap(name => [...(listenersOf.get(name) ?? [])])
    changedNames.clear()
    for (const listener of told) guard(listener)
  }
  const flush = () => {
    applyBuffer()
    notify()
  }
  const bufferEvent = (event: ToolCallEvent, entry?: ToolCallEntry) => {
    buffer.push({ event, entry })
    cancelFrame ??= options.scheduler.schedule(() => {
      cancelFrame = undefined
      flush()
    })
  }
  const notifySoon = () => {
    if (willNotify) return
    willNotify = true
    queueMicrotask(() => willNotify && notify())
  }
  const listen = (name: string | undefined, listener: () => void) => {
    const listeners = listenersOf.get(name) ?? new Set()
    listenersOf.set(name, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && listenersOf.get(name) === listeners) listenersOf.delete(name)
    }
  }

  const get = (key: string) => index.entries.get(key)
  return {
    reader: {
      dispatch(events) {
        for (const candidate of Array.isArray(events) ? events : [events]) {
          const event = parseEvent(candidate, warn)
          if (!event) continue
          if (BUFFERED.test(event.type)) bufferEvent(event)
          else {
            applyBuffer()
            apply(event)
            notifySoon()
          }
        }
      },
      flush,
      getToolCall: key => get(key)?.call,
      findToolCall: (toolCallId, place = {}) => findEntry(index.threads.values(), toolCallId, place)?.call,
      getToolCallKeys: () => (keys ??= Object.freeze([...index.entries.keys()])),
      getToolCalls: () => (calls ??= Object.freeze([...index.entries.values()].map(({ call }) => call))),
      getTasks: (threadId = ownThreadId) => index.threads.get(threadId)?.tasks ?? NO_TASKS,
      subscribe: listener => listen(ALL, listener),
      subscribeToolCall: listen,
      removeToolCalls(removed) {
        for (const key of removed) {
          const entry = get(key)
          if (entry) remove(entry)
        }
        notifySoon()
      },
    },
    get,
    threadIds: () => [...index.threads.keys()],
    all: which => [...index.threads.values()].flatMap(thread => [...thread[which]]),
    applyTo(key, event) {
      applyBuffer()
      const entry = get(key)
      if (entry) applyToCall(event, entry.thread, entry)
      notifySoon()
    },
    bufferFor: (key, event) => bufferEvent(event, get(key)),
    change(key, change) {
      const entry = get(key)
      if (entry) write(entry, change(entry.call), false)
      notifySoon()
    },
    dispose() {
      cancelFrame?.()
      buffer = []
      willNotify = false
      listenersOf.clear()
    },
  }
}

/** Calls the app. What it throws is reported, and must not keep the news from the others or stop the stream. */
export function guard(tell: () => void) {
  try {
    tell()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
