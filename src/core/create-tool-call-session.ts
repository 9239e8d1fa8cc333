import { createAnswerGate, type RespondResult } from './answer-gate.ts'
import { createDeadlines } from './deadlines.ts'
import type { Task, ToolCallEvent } from './events.ts'
import type { ToolCallAnswer, ToolCallHost, ToolCallHostContext, ToolCallResponse } from './host.ts'
import { createMemoryLedger } from './ledger.ts'
import { change, isEnded, isOurs, isPending, isSettled } from './tool-call-record.ts'
import { frameScheduler, type ToolCallScheduler } from './scheduler.ts'
import type { StoredToolCall, ToolCall } from './tool-call.ts'
import { createToolCallStore, guard, type ToolCallWarning } from './tool-call-store.ts'
import type { ToolDefinition, ToolSet } from './tool-definition.ts'
import type { ToolRuns } from './tool-runs.ts'

/** Keeps drafts: plain JSON by key. */
export interface ToolCallStorage {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  keys(prefix: string): Promise<readonly string[]>
}

export interface ToolCallSessionOptions {
  /** Where answers go. Without one the session only shows. */
  host?: ToolCallHost | undefined
  /** Tools that run here. In a list each goes by its own name, in a record by its key. */
  clientTools?: ToolSet | undefined
  /** Calls that are there from the start. Nothing of them runs by itself. */
  initialToolCalls?: readonly StoredToolCall[] | undefined
  /** The one thread that the session is about. Without it every thread's events are taken. */
  threadId?: string | undefined
  /** How many turns the tools here may cause before a person has said something again. @default 20 */
  maxAutomaticTurns?: number | undefined
  /** How long a call may wait for a tool that nobody has registered, in milliseconds. @default 10_000 */
  missingToolTimeout?: number | undefined
  /** When buffered deltas are applied. @default the next animation frame */
  scheduler?: ToolCallScheduler | undefined
  /** Where drafts are kept. @default memory */
  storage?: ToolCallStorage | undefined
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
  findToolCall(
    toolCallId: string,
    place?: { messageId?: string | undefined; stepId?: string | undefined },
  ): ToolCall | undefined
  getToolCallKeys(): readonly string[]
  getToolCalls(): readonly ToolCall[]
  /** What was there at the start: the same on the server and in the browser. */
  getInitialToolCall(key: string): ToolCall | undefined
  getInitialToolCallKeys(): readonly string[]
  getTasks(threadId?: string): readonly Task[]
  subscribe(listener: () => void): () => void
  /** Tells of one record by its key, or of every record of a tool call id. */
  subscribeToolCall(key: string, listener: () => void): () => void
  /** Answers the record that was shown. Settles when the host has taken the answer or it was refused; while it is held, it waits. */
  respond(call: ToolCall, response: ToolCallResponse): Promise<RespondResult>
  /** Sends an output again that could not be sent, without running its tool again; or runs a stored call that waits for a person's word. */
  retry(call: ToolCall): Promise<RespondResult>
  /**
   * The person wrote instead of answering: everything that waits here ends, and the host is not called.
   *
   * @returns the answers that have to travel with the message, in order of appearance.
   */
  supersede(reason?: string): Promise<readonly ToolCallAnswer[]>
  /** Forgets records, finished ones to save memory. */
  removeToolCalls(keys: readonly string[]): void
  /** Makes a tool known by a name. Returns how to take it back. */
  registerTool(name: string, tool: ToolDefinition): () => void
  /** What a person has begun to type into a prompt; plain JSON. */
  getDraft(key: string): unknown
  setDraft(key: string, draft: unknown): void
  /** Stops the run and what runs here, and drops the answers that were held. */
  stop(reason?: string): void
  dispose(): void
}

/** Makes a session: the tool calls of one chat, as events tell of them. It opens nothing until `connect`. */
export function createToolCallSession(options: ToolCallSessionOptions = {}): ToolCallSession {
  const { host, threadId, storage } = options
  const tools = new Map<string, ToolDefinition>()
  const drafts = new Map<string, unknown>()
  const warnings = new Map<string, number>()
  let runs: ToolRuns | undefined
  let connections = 0
  let disconnect: (() => void) | undefined

  const warn = (warning: ToolCallWarning) => {
    const count = (warnings.get(warning.code) ?? 0) + 1
    warnings.set(warning.code, count)
    if (count <= WARNINGS_PER_CODE) guard(() => options.onWarning?.(warning))
  }
  const expiries = createDeadlines(key => {
    const call = store.get(key)
    if (!call || expiryOf(call) === undefined) return
    if (isPending(call) && host) void gate.answer(call, { type: 'cancel', cause: 'expired' })
    else store.applyTo(key, { type: 'tool_cancelled', toolCallId: call.toolCallId, reason: 'expired' })
    store.flush()
  })
  const missing = createDeadlines(key => {
    const call = store.get(key)
    if (call?.state !== 'input-available' || tools.has(call.toolName)) return
    void gate.answer(call, {
      type: 'output-error',
      errorKind: 'not-executed',
      errorText: `No tool with the name "${call.toolName}" is registered here, so it was not run.`,
    })
  })
  const store = createToolCallStore({
    threadId,
    scheduler: options.scheduler ?? frameScheduler,
    isClientTool: name => tools.has(name),
    warn,
    onChange(call, was, skew) {
      const { key } = call
      const expiresAt = expiryOf(call)
      if (expiresAt === undefined) expiries.delete(key)
      else if (expiresAt !== expiryOf(was)) expiries.set(key, expiresAt + skew)
      const isMissing = host && isOurs(call) && !isPending(call) && !tools.has(call.toolName) && !store.isRestored(key)
      if (isMissing) missing.set(key, Date.now() + (options.missingToolTimeout ?? 10_000))
      else missing.delete(key)
      if (isEnded(call) && !(was && isEnded(was))) runs?.abort(key, `The call has ended (${call.state}).`)
      if (isSettled(call) && !(was && isSettled(was))) guard(() => options.onSettled?.(call))
    },
    onRemove(call) {
      expiries.delete(call.key)
      missing.delete(call.key)
      runs?.abort(call.key, 'The call is gone.')
    },
    onApplied() {
      runs?.pump()
      gate.pump()
    },
  })
  const context: ToolCallHostContext = {
    threadId,
    getToolDeclarations: () => [...tools].map(([name, { description }]) => ({ name, description })),
  }
  const gate = createAnswerGate({
    store,
    host,
    context,
    maxAutomaticTurns: options.maxAutomaticTurns ?? 20,
    claim: (call, response) => runs?.claim(call, response),
  })
  const ledger = createMemoryLedger()

  const registerTool = (name: string, tool: ToolDefinition) => {
    if (tools.has(name))
      warn({
        code: 'duplicate-tool',
        message: `A tool with the name "${name}" is registered already. The newer one is used.`,
      })
    tools.set(name, tool)
    runs ??= tool.runner?.connect({ store, gate, ledger, getTool: wanted => tools.get(wanted), warn })
    for (const call of store.waiting()) if (call.toolName === name) missing.delete(call.key)
    runs?.pump()
    return () => {
      if (tools.get(name) !== tool) return
      tools.delete(name)
      if (!tool.abortOnUnmount) return
      // another mount of the same component registers it again within the task
      setTimeout(() => {
        for (const call of tools.has(name) ? [] : store.waiting()) {
          if (call.toolName !== name || !runs?.abort(call.key, GONE)) continue
          void gate.answer(call, { type: 'output-error', errorKind: 'execution', errorText: GONE })
        }
      }, 0)
    }
  }
  for (const [name, tool] of Object.entries(options.clientTools ?? {}))
    registerTool(Array.isArray(options.clientTools) ? tool.name : name, tool)
  if (options.initialToolCalls) store.dispatch({ type: 'hydrate', toolCalls: options.initialToolCalls })
  const initial = new Map(store.calls().map(call => [call.key, call]))
  const initialKeys = Object.freeze([...initial.keys()])

  const cancel = (call: ToolCall, reason: 'aborted' | 'superseded', message: string | undefined) =>
    store.applyTo(call.key, { type: 'tool_cancelled', toolCallId: call.toolCallId, reason, message })

  return {
    connect() {
      connections += 1
      if (connections === 1) disconnect = host?.connect?.(event => store.dispatch(event), context)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
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
    getInitialToolCall: key => initial.get(key),
    getInitialToolCallKeys: () => initialKeys,
    getTasks: (thread = threadId) => store.tasks(thread),
    subscribe: listener => store.subscribe(listener),
    subscribeToolCall: (key, listener) => store.subscribeToolCall(key, listener),
    async respond(call, response) {
      const result = await gate.respond(call, response)
      if (result.ok) this.setDraft(call.key, undefined)
      return result
    },
    async retry(call) {
      return runs?.start(store.get(call.key) ?? call) ? { ok: true } : gate.retry(call)
    },
    async supersede(reason) {
      const answers = gate.drop({ ok: true }).map(answer => ({ ...answer, order: store.orderOf(answer.call.key) }))
      for (const call of store.waiting()) {
        if (!isOurs(call)) {
          store.change(call.key, current => change(current, { delivery: undefined }))
          continue
        }
        const response: ToolCallResponse =
          isPending(call) && !runs?.asks(call.key)
            ? { type: 'cancel', cause: 'superseded', reason }
            : {
                type: 'output-error',
                errorKind: 'not-executed',
                errorText: 'The person wrote a message instead, so it was not run.',
              }
        answers.push({ call, response, order: store.orderOf(call.key) })
        cancel(call, 'superseded', reason)
        store.change(call.key, current => change(current, { delivery: undefined }))
      }
      gate.resetTurns()
      store.flush()
      return answers.sort((a, b) => a.order - b.order).map(({ call, response }) => ({ call, response }))
    },
    removeToolCalls: keys => store.remove(keys),
    registerTool,
    getDraft: key => drafts.get(key),
    setDraft(key, draft) {
      if (draft === undefined) {
        if (drafts.delete(key)) void storage?.delete(DRAFT + key)
        return
      }
      drafts.set(key, draft)
      void storage?.set(DRAFT + key, draft)
    },
    stop(reason) {
      for (const { call } of gate.drop({
        ok: false,
        reason: 'failed',
        message: 'It was stopped before it was sent.',
      })) {
        store.change(call.key, current => change(current, { delivery: undefined }))
        cancel(call, 'aborted', reason)
      }
      for (const key of runs?.abortAll(reason ?? 'stopped') ?? []) {
        const call = store.get(key)
        if (call) cancel(call, 'aborted', reason)
      }
      if (host?.stop) host.stop(reason)
      else store.dispatch({ type: 'run_end', reason: 'aborted', threadId })
      store.flush()
    },
    dispose() {
      gate.drop({ ok: false, reason: 'failed', message: 'The session was closed.' })
      runs?.abortAll('The session was closed.')
      expiries.clear()
      missing.clear()
      disconnect?.()
      store.dispose()
    },
  }
}
const WARNINGS_PER_CODE = 20
const GONE = 'The tool was stopped: what had registered it is gone.'
const DRAFT = 'draft:'

/** When what a call waits for is no longer taken, by the clock of whoever asked. */
function expiryOf(call: ToolCall | undefined): number | undefined {
  if (call?.state === 'approval-requested') return call.approval.expiresAt
  if (call?.state === 'suspended') return call.suspension.expiresAt
  return call?.state === 'input-available' ? call.outputRequest?.expiresAt : undefined
}
