import { createToolInput, type ToolInput, type ToolInputEncoding } from '../partial-json/create-tool-input.ts'
import type { RunEndEvent, Task, ToolCallEvent } from './events.ts'
import { isStoredToolCall, mergeStored } from './hydrate.ts'
import { parseEvent, shorten } from './parse-event.ts'
import {
  closeToolCall,
  reduceToolCall,
  withPreview,
  type CallEvent,
  type ReduceContext,
  type ToolInputPreviewState,
} from './reduce-tool-call.ts'
import type { ToolCallScheduler } from './scheduler.ts'
import type { StoredToolCall, ToolCall } from './tool-call.ts'
import { isIn, isOurs, lacksInput, mayStreamOn } from './tool-call-record.ts'
import { createToolCallIndex, type Place, type ThreadIndex } from './tool-call-index.ts'

/** Something that went wrong outside and was survived. `code` is stable, and the message holds no payload. */
export interface ToolCallWarning {
  readonly code: string
  readonly message: string
  readonly toolCallId?: string
  readonly cause?: unknown
}

export interface ToolCallStoreOptions {
  readonly threadId: string | undefined
  readonly scheduler: ToolCallScheduler
  isClientTool(toolName: string): boolean
  warn(warning: ToolCallWarning): void
  /** A record has changed, or is gone. `skew`: how far the local clock is ahead of the clock of the event that did it. */
  onChange(call: ToolCall, was: ToolCall | undefined, skew: number): void
  onRemove(call: ToolCall): void
  /** After events were applied and before anybody is told. */
  onApplied(): void
}

/** The records, fed by events. Readers see applied state only: deltas wait for the next frame. */
export interface ToolCallStore {
  dispatch(events: ToolCallEvent | readonly ToolCallEvent[]): void
  /** Applies what is buffered and tells everybody now. */
  flush(): void
  get(key: string): ToolCall | undefined
  find(toolCallId: string, place: Place): ToolCall | undefined
  keys(): readonly string[]
  calls(): readonly ToolCall[]
  tasks(threadId: string | undefined): readonly Task[]
  thread(threadId: string | undefined): ThreadIndex
  /** Every record that waits, of all threads. */
  waiting(): readonly ToolCall[]
  isRunActive(key: string): boolean
  /** True for a call that already waited for a tool here when it was stored. */
  isRestored(key: string): boolean
  orderOf(key: string): number
  remove(keys: readonly string[]): void
  /** Applies an event to this record, whatever other records have its id. */
  applyTo(key: string, event: CallEvent): void
  /** The same with the next frame. */
  bufferFor(key: string, event: CallEvent): void
  change(key: string, change: (call: ToolCall) => ToolCall): void
  subscribe(listener: () => void): () => void
  /** Tells of one record by its key, or of every record of a tool call id. */
  subscribeToolCall(keyOrId: string, listener: () => void): () => void
  dispose(): void
}

/** The arguments of one call while they arrive. */
interface LiveInput {
  input: ToolInput
  text: string
  /** An empty delta counts: it says that the arguments are empty. */
  received: boolean
  revision: number
  readonly encoding: ToolInputEncoding | undefined
  /** What a display transform sent in place of text. */
  replaced?: { readonly value: unknown } | undefined
  /** The preview of a stream that began again, until the new text has caught up. */
  previous?: ToolInputPreviewState | undefined
}

const BUFFERED: ReadonlySet<ToolCallEvent['type']> = new Set([
  'tool_input_delta',
  'tool_update',
  'shell_output',
  'subagent_text_delta',
])
const NO_RECEIPTS: ToolCall['receipts'] = Object.freeze([])
const NO_TASKS: readonly Task[] = Object.freeze([])
const EMPTY_PREVIEW: ToolInputPreviewState = Object.freeze({
  input: undefined,
  inputText: '',
  inputOpenPath: undefined,
  revision: 0,
})

export function createToolCallStore(options: ToolCallStoreOptions): ToolCallStore {
  const records = new Map<string, ToolCall>()
  const index = createToolCallIndex(key => records.get(key))
  const inputs = new Map<string, LiveInput>()
  const tasksOf = new Map<string | undefined, readonly Task[]>()
  const listeners = new Set<() => void>()
  const callListeners = new Map<string, Set<() => void>>()

  let keys: readonly string[] | undefined
  let calls: readonly ToolCall[] | undefined
  let buffer: { readonly event: ToolCallEvent; readonly key?: string }[] = []
  let cancelFrame: (() => void) | undefined
  let willNotify = false
  let changed = false
  // keys and tool call ids: a listener may know a call by either
  const changedNames = new Set<string>()
  const growing = new Set<string>()
  const restored = new Set<string>()
  let skew = 0

  // Records

  const threadIdOf = (call: ToolCall) => call.threadId ?? options.threadId
  const write = (key: string, call: ToolCall, isNews = true) => {
    const was = records.get(key)
    if (was === call) return
    records.set(key, call)
    index.update(call, was, threadIdOf(call), isNews)
    if (!was) keys = undefined
    touch(call)
    options.onChange(call, was, skew)
    const live = inputs.get(key)
    if (live && !(call.state === 'input-streaming' || mayStreamOn(call) || (live.received && lacksInput(call))))
      inputs.delete(key)
  }
  const remove = (call: ToolCall) => {
    index.remove(call, threadIdOf(call))
    records.delete(call.key)
    inputs.delete(call.key)
    growing.delete(call.key)
    restored.delete(call.key)
    keys = undefined
    touch(call)
    options.onRemove(call)
  }
  const touch = (call: ToolCall) => {
    changed = true
    calls = undefined
    changedNames.add(call.key).add(call.toolCallId)
  }

  // Input streams

  const previewOf = (live: LiveInput | undefined): ToolInputPreviewState => {
    if (!live) return EMPTY_PREVIEW
    if (live.previous && live.text.length < live.previous.inputText.length)
      return { ...live.previous, revision: live.revision }
    live.previous = undefined
    return {
      input: live.replaced ? live.replaced.value : live.input.value,
      inputText: live.text,
      inputOpenPath: live.input.openPath,
      revision: live.revision,
    }
  }
  const refreshPreview = (key: string) => {
    if (!growing.delete(key)) return
    const call = records.get(key)
    if (call?.state === 'input-streaming') write(key, withPreview(call, previewOf(inputs.get(key))))
  }
  const feedInput = (key: string, call: ToolCall | undefined, event: CallEvent) => {
    if (event.type === 'tool_input_start') {
      const live = inputs.get(key)
      if (live?.received) {
        inputs.set(key, {
          ...openInput(event.inputEncoding ?? live.encoding),
          revision: live.revision + 1,
          previous: previewOf(live),
        })
      } else if (!call || call.state === 'input-streaming' || mayStreamOn(call)) {
        inputs.set(key, openInput(event.inputEncoding))
      }
    }
    if (event.type === 'tool_input_delta') {
      let live = inputs.get(key)
      if (!live && (!call || call.state === 'input-streaming' || mayStreamOn(call))) {
        live = openInput(undefined)
        inputs.set(key, live)
      }
      if (!live) return
      if (typeof event.argsTextDelta === 'string') {
        live.received = true
        live.text += event.argsTextDelta
        live.input.append(event.argsTextDelta)
      } else if (event.argsTextDelta !== undefined) live.replaced = { value: event.argsTextDelta }
    }
  }

  // Events

  const apply = (event: ToolCallEvent) => {
    if (event.threadId !== undefined && options.threadId !== undefined && event.threadId !== options.threadId) {
      options.warn({
        code: 'other-thread',
        message: `An event of the thread "${shorten(event.threadId)}" came to the session of "${shorten(options.threadId)}". It is ignored.`,
      })
      return
    }
    const threadId = event.threadId ?? options.threadId
    skew = event.at === undefined ? 0 : Date.now() - event.at
    switch (event.type) {
      case 'run_start':
        index.thread(threadId).runs.start(event)
        return
      case 'run_end':
        applyRunEnd(event, threadId)
        return
      case 'task_updated':
        tasksOf.set(threadId, Object.freeze([...event.tasks]))
        changed = true
        return
      case 'hydrate':
        applyHydrate(event, threadId)
        return
      case 'tool_retracted': {
        const key = index.place(event as unknown as CallEvent, threadId)
        const call = key === undefined ? undefined : records.get(key)
        if (call) remove(call)
        return
      }
      default:
        applyToCall(event, threadId)
    }
  }

  const applyToCall = (event: CallEvent, threadId: string | undefined) => {
    const found = index.place(event, threadId)
    if (
      found === undefined &&
      (event.type === 'response_failed' || (event.type === 'tool_approval_resolved' && event.toolCallId === undefined))
    ) {
      options.warn({
        code: 'unknown-call',
        message: `"${event.type}" speaks of a call that is not known. It is skipped.`,
      })
      return
    }
    const call = found === undefined ? undefined : records.get(found)
    if (event.type === 'tool_input_delta' && call && !mayStreamOn(call)) {
      // the hot path: the record is made once per frame
      feedInput(call.key, call, event)
      if (call.state === 'input-streaming') growing.add(call.key)
      return
    }
    if (call) refreshPreview(call.key)
    const current = call ? records.get(call.key) : undefined
    const opened = current ? undefined : index.open(event, threadId, true)
    if (opened && event.type === 'tool_end')
      options.warn({
        code: 'unannounced-call',
        message: 'A result came for a call that was never announced. It gets a card of its own.',
        toolCallId: shorten(opened.toolCallId),
      })
    const key = current?.key ?? opened!.key
    feedInput(key, current, event)
    const next = reduceToolCall(
      current,
      opened ? { ...event, toolCallId: opened.toolCallId } : event,
      contextFor(key, event),
      current ?? openRecord(opened!, event, threadId),
    )
    write(key, next)
    if (event.type.startsWith('subagent_')) applySubagent(next, event, threadId)
  }

  // AgentController tells of a sub-agent's tools without ids: they are told apart by parent, name and order (B145)
  const applySubagent = (parent: ToolCall, event: CallEvent, threadId: string | undefined) => {
    const scope = { threadId, parentToolCallId: parent.toolCallId, at: event.at }
    if (event.type === 'subagent_tool_start') {
      applyToCall(
        { ...scope, type: 'tool_start', toolCallId: '', toolName: event.subToolName ?? '', args: event.subToolArgs },
        threadId,
      )
    }
    if (event.type !== 'subagent_tool_end' && event.type !== 'subagent_end') return
    for (const key of [...index.thread(threadId).open]) {
      const call = records.get(key)!
      if (call.parentKey !== parent.key) continue
      const end: RunEndEvent = { ...scope, type: 'run_end', reason: event.isError ? 'error' : 'complete' }
      if (event.type === 'subagent_end') write(key, closeToolCall(call, end, contextFor(key, end)))
      else if (call.toolName === event.subToolName) {
        reduceInto(call, {
          ...scope,
          type: 'tool_end',
          toolCallId: call.toolCallId,
          result: event.subToolResult,
          isError: event.isError,
        })
        return
      }
    }
  }

  const reduceInto = (call: ToolCall, event: CallEvent) => {
    refreshPreview(call.key)
    write(call.key, reduceToolCall(records.get(call.key), event, contextFor(call.key, event)))
  }

  const applyHydrate = (event: Extract<ToolCallEvent, { type: 'hydrate' }>, threadId: string | undefined) => {
    const seen = new Set<string>()
    for (const stored of event.toolCalls) {
      if (!isStoredToolCall(stored)) {
        options.warn({ code: 'malformed-stored-call', message: 'A stored call could not be read. The others are.' })
        continue
      }
      const opening = { ...stored, type: 'tool_start', args: stored.input } as const
      const found = index.place(opening, threadId)
      if (found !== undefined) refreshPreview(found)
      const call = found === undefined ? undefined : records.get(found)
      const opened = call ? undefined : index.open(opening, threadId, false)
      const key = call?.key ?? opened!.key
      seen.add(key)
      const record =
        call ?? openRecord(opened!, { parentToolCallId: stored.parentToolCallId, at: stored.startedAt }, threadId)
      const next = mergeStored(call, stored, record, index.thread(threadId).runs.isActive)
      if (!call && isOurs(next) && isIn(next, 'input-available')) restored.add(key)
      if ((next.state === 'input-streaming' || mayStreamOn(next)) && !inputs.has(key))
        inputs.set(key, restoreInput(stored))
      write(key, next)
    }
    if (event.complete)
      for (const call of [...records.values()]) if (threadIdOf(call) === threadId && !seen.has(call.key)) remove(call)
  }

  const openRecord = (
    opened: { key: string; toolCallId: string },
    event: Pick<ToolCallEvent, 'parentToolCallId' | 'at'>,
    threadId: string | undefined,
  ) => {
    const parent = event.parentToolCallId === undefined ? undefined : index.find(event.parentToolCallId, {}, threadId)
    // its state comes with the event that opens it
    return {
      ...opened,
      toolName: '',
      parentKey: parent?.key,
      threadId,
      startedAt: event.at ?? Date.now(),
      receipts: NO_RECEIPTS,
    } as unknown as ToolCall
  }
  const contextFor = (key: string, event: ToolCallEvent): ReduceContext => {
    const live = inputs.get(key)
    return {
      at: event.at ?? Date.now(),
      get preview() {
        return previewOf(live)
      },
      finishInput: () => (live?.received ? finish(live, event.type === 'tool_input_end') : undefined),
      isClientTool: options.isClientTool,
    }
  }

  const applyRunEnd = (event: RunEndEvent, threadId: string | undefined) => {
    const thread = index.thread(threadId)
    const endsWith =
      event.parentToolCallId === undefined || event.runId !== undefined ? thread.runs.end(event) : () => true
    if (!endsWith) return
    for (const key of [...thread.open]) {
      refreshPreview(key)
      const call = records.get(key)!
      if (!endsWith(index.runOf(key))) continue
      if (event.parentToolCallId !== undefined && !isBelow(call, event.parentToolCallId)) continue
      write(key, closeToolCall(call, event, contextFor(key, event)))
    }
  }

  const isBelow = (call: ToolCall, parentToolCallId: string): boolean => {
    const seen = new Set<string>()
    for (let key = call.parentKey; key !== undefined && !seen.has(key); key = records.get(key)?.parentKey) {
      seen.add(key)
      if (records.get(key)?.toolCallId === parentToolCallId) return true
    }
    return false
  }

  const applyBuffer = () => {
    cancelFrame?.()
    cancelFrame = undefined
    const events = buffer
    buffer = []
    for (const { event, key } of events) {
      const call = key === undefined ? undefined : records.get(key)
      if (key === undefined) apply(event)
      else if (call) reduceInto(call, event as CallEvent)
    }
    for (const key of [...growing]) refreshPreview(key)
  }

  // Telling

  const notify = () => {
    willNotify = false
    options.onApplied()
    if (!changed) return
    changed = false
    const told = [...changedNames].flatMap(name => [...(callListeners.get(name) ?? [])])
    changedNames.clear()
    for (const listener of [...told, ...listeners]) guard(listener)
  }
  const flush = () => {
    applyBuffer()
    notify()
  }
  const bufferEvent = (event: ToolCallEvent, key?: string) => {
    buffer.push(key === undefined ? { event } : { event, key })
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

  return {
    dispatch(events) {
      for (const candidate of Array.isArray(events) ? events : [events]) {
        const parsed = parseEvent(candidate)
        if (parsed.problem) {
          options.warn({ code: parsed.problem, message: parsed.message })
          continue
        }
        if (BUFFERED.has(parsed.event.type)) {
          bufferEvent(parsed.event)
          continue
        }
        applyBuffer()
        apply(parsed.event)
        notifySoon()
      }
    },
    flush,
    get: key => records.get(key),
    find: (toolCallId, place) => index.find(toolCallId, place, options.threadId),
    keys: () => (keys ??= Object.freeze([...records.keys()])),
    calls: () => (calls ??= Object.freeze([...records.values()])),
    tasks: threadId => tasksOf.get(threadId) ?? NO_TASKS,
    thread: threadId => index.thread(threadId),
    waiting: () => [...index.threads()].flatMap(thread => [...thread.waiting].map(key => records.get(key)!)),
    isRunActive(key) {
      const call = records.get(key)
      return call !== undefined && index.thread(threadIdOf(call)).runs.isRunning(index.runOf(key))
    },
    isRestored: key => restored.has(key),
    orderOf: key => index.orderOf(key),
    remove(removed) {
      for (const key of removed) {
        const call = records.get(key)
        if (call) remove(call)
      }
      notifySoon()
    },
    applyTo(key, event) {
      applyBuffer()
      const call = records.get(key)
      if (call) reduceInto(call, event)
      notifySoon()
    },
    bufferFor: (key, event) => bufferEvent(event, key),
    change(key, change) {
      const call = records.get(key)
      if (call) write(key, change(call), false)
      notifySoon()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribeToolCall(key, listener) {
      let set = callListeners.get(key)
      if (!set) callListeners.set(key, (set = new Set()))
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0 && callListeners.get(key) === set) callListeners.delete(key)
      }
    },
    dispose() {
      cancelFrame?.()
      buffer = []
      listeners.clear()
      callListeners.clear()
    },
  }
}

function openInput(encoding: ToolInputEncoding | undefined): LiveInput {
  return { input: createToolInput({ inputEncoding: encoding }), text: '', received: false, revision: 0, encoding }
}

// Where only the preview was stored, it stays until the final input comes (B013).
function restoreInput(stored: StoredToolCall): LiveInput {
  const live = openInput(undefined)
  live.text = stored.inputText ?? ''
  live.received = live.text !== ''
  live.input.append(live.text)
  if (live.text === '' && stored.input !== undefined) live.replaced = { value: stored.input }
  return live
}

// Before its end the text is only looked at: more may follow.
function finish(live: LiveInput, ended: boolean) {
  if (ended) return live.input.finish()
  const whole = createToolInput({ inputEncoding: live.encoding })
  whole.append(live.text)
  return whole.finish()
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
