import { createAnswerGate, type RespondResult } from './answer-gate.ts'
import type { Task, ToolCallEvent } from './events.ts'
import type { ToolCallHost, ToolCallHostContext, ToolCallResponse } from './host.ts'
import { isPending } from './reduce-tool-call.ts'
import { frameScheduler, type ToolCallScheduler } from './scheduler.ts'
import type { ToolCall } from './tool-call.ts'
import { createToolCallStore, type ToolCallWarning } from './tool-call-store.ts'

export interface ToolCallSessionOptions {
  /** Where answers go. Without one the session only shows. */
  host?: ToolCallHost | undefined
  /** The one thread that the session is about. Without it every thread's events are taken. */
  threadId?: string | undefined
  /** When buffered deltas are applied. @default the next animation frame */
  scheduler?: ToolCallScheduler | undefined
  /** Called once when a call has an outcome. */
  onSettled?: ((call: ToolCall) => void) | undefined
  /** Trouble on the wire that was survived. Bounded: at most 20 of each code. */
  onWarning?: ((warning: ToolCallWarning) => void) | undefined
}

export interface ToolCallSession {
  /** Opens the host's connection; counted, so that it may be called more than once. Returns how to close it. */
  connect(): () => void
  /** Takes events. Deltas are applied with the next frame, everything else at once. */
  dispatch(event: ToolCallEvent | readonly ToolCallEvent[]): void
  /** Applies what is buffered and tells every subscriber now. */
  flush(): void
  getToolCall(key: string): ToolCall | undefined
  /** The newest record of an id, at a place where one is given. */
  findToolCall(toolCallId: string, place?: { messageId?: string | undefined; stepId?: string | undefined }): ToolCall | undefined
  getToolCallKeys(): readonly string[]
  getToolCalls(): readonly ToolCall[]
  getTasks(threadId?: string): readonly Task[]
  subscribe(listener: () => void): () => void
  /** Tells of one record by its key, or of every record of a tool call id. */
  subscribeToolCall(key: string, listener: () => void): () => void
  /** Answers the record that was shown. Settles when the host has taken the answer or it was refused; while it is held, it waits. */
  respond(call: ToolCall, response: ToolCallResponse): Promise<RespondResult>
  /** Sends an output again that could not be sent; its tool is not run again. */
  retry(call: ToolCall): Promise<RespondResult>
  /** What a person has begun to type into a prompt; plain JSON. */
  getDraft(key: string): unknown
  setDraft(key: string, draft: unknown): void
  /** The person wrote instead of answering: what waits for them ends as superseded, without the host. */
  supersede(reason?: string): void
  stop(reason?: string): void
  dispose(): void
}

/** Makes a session: the tool calls of one chat, as events tell of them. It opens nothing until `connect`. */
export function createToolCallSession(options: ToolCallSessionOptions = {}): ToolCallSession {
  const { host, threadId } = options
  const warnings = new Map<string, number>()
  const warn = (warning: ToolCallWarning) => {
    const count = (warnings.get(warning.code) ?? 0) + 1
    warnings.set(warning.code, count)
    if (count <= WARNINGS_PER_CODE) options.onWarning?.(warning)
  }
  const store = createToolCallStore({
    threadId,
    scheduler: options.scheduler ?? frameScheduler,
    isClientTool: () => false,
    warn,
    onApplied: () => gate.pump(),
    onSettled: call => options.onSettled?.(call),
  })
  const context: ToolCallHostContext = { threadId, getToolDeclarations: () => [] }
  const gate = createAnswerGate(store, host, context)
  const drafts = new Map<string, unknown>()
  let connections = 0
  let disconnect: (() => void) | undefined

  return {
    connect() {
      connections += 1
      if (connections === 1) disconnect = host?.connect?.(event => store.dispatch(event), context)
      let open = true
      return () => {
        if (!open) return
        open = false
        connections -= 1
        if (connections > 0) return
        disconnect?.()
        disconnect = undefined
      }
    },
    dispatch: event => store.dispatch(event),
    flush: () => store.flush(),
    getToolCall: key => store.get(key),
    findToolCall: (toolCallId, place = {}) => store.find(toolCallId, place),
    getToolCallKeys: () => store.keys(),
    getToolCalls: () => store.calls(),
    getTasks: (thread = threadId) => store.tasks(thread),
    subscribe: listener => store.subscribe(listener),
    subscribeToolCall: (key, listener) => store.subscribeToolCall(key, listener),
    respond: async (call, response) => {
      const result = await gate.respond(call, response)
      if (result.ok) drafts.delete(call.key)
      return result
    },
    retry: call => gate.retry(call),
    getDraft: key => drafts.get(key),
    setDraft: (key, draft) => {
      if (draft === undefined) drafts.delete(key)
      else drafts.set(key, draft)
    },
    supersede(reason) {
      for (const call of store.calls()) {
        const waits = isPending(call) || (call.state === 'input-available' && call.waitingFor === 'client')
        if (waits) store.applyTo(call.key, { type: 'tool_cancelled', toolCallId: call.toolCallId, reason: 'superseded', message: reason })
      }
      store.flush()
    },
    stop(reason) {
      for (const { call } of gate.drop('It was stopped before it was sent.')) {
        store.applyTo(call.key, { type: 'tool_cancelled', toolCallId: call.toolCallId, reason: 'aborted' })
      }
      if (host?.stop) host.stop(reason)
      else store.dispatch({ type: 'run_end', reason: 'aborted', threadId })
      store.flush()
    },
    dispose() {
      gate.drop('The session was closed.')
      disconnect?.()
      store.dispose()
    },
  }
}
const WARNINGS_PER_CODE = 20
