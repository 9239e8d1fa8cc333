import { createAnswerGate, type RespondResult } from './answer-gate.ts'
import { createDeadlines } from './deadlines.ts'
import type { CancelReason } from './events.ts'
import type { ToolCallAnswer, ToolCallHost, ToolCallHostContext, ToolCallResponse } from './host.ts'
import { shorten, type Warn } from './parse-event.ts'
import { frameScheduler, type ToolCallScheduler } from './scheduler.ts'
import type { ToolCallEntry } from './tool-call-index.ts'
import { isEnded, isIn, isOurs, isPending, isSettled, requestOf } from './tool-call-record.ts'
import { createToolCallStore, guard, type ToolCallReader, type ToolCallWarning } from './tool-call-store.ts'
import type { StoredToolCall, ToolCall } from './tool-call.ts'
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

export interface ToolCallSession extends ToolCallReader {
  /** Opens the host's connection; counted, so that it may be called more than once. Returns how to close it. */
  connect(): () => void
  /** What was there at the start: the same on the server and in the browser. */
  getInitialToolCall(key: string): ToolCall | undefined
  getInitialToolCallKeys(): readonly string[]
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
  /** What the host can do, and how it reads a plan: components offer no more than that. */
  readonly host: Pick<ToolCallHost, 'capabilities' | 'readPlan' | 'listGrants' | 'revokeGrant' | 'stop'> | undefined
  /** The one thread that the session is about. */
  readonly threadId: string | undefined
  /** What `onWarning` was told, oldest first; it grows. */
  readonly warnings: readonly ToolCallWarning[]
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
  const { host, threadId, storage, clientTools = {}, missingToolTimeout = 10_000 } = options
  const tools = new Map<string, ToolDefinition>()
  const drafts = new Map<string, unknown>()
  /** Drafts from before a reload. */
  const kept = new Map<string, unknown>()
  const warnings = new Map<string, number>()
  const reported: ToolCallWarning[] = []
  let runs: ToolRuns | undefined
  const connections = new Set<symbol>()
  let disconnect: (() => void) | undefined

  const warn: Warn = (code, message, toolCallId) => {
    const count = (warnings.get(code) ?? 0) + 1
    warnings.set(code, count)
    if (count > WARNINGS_PER_CODE) return
    const warning = { code, message, ...(toolCallId && { toolCallId: shorten(toolCallId) }) }
    reported.push(warning)
    guard(() => options.onWarning?.(warning))
  }
  const store = createToolCallStore({
    threadId,
    scheduler: options.scheduler ?? frameScheduler,
    isClientTool: name => tools.has(name),
    warn,
    onChange(call, was, skew) {
      const { key } = call
      const expiresAt = expiryOf(call)
      if (expiresAt !== expiryOf(was)) expiries.set(key, expiresAt && expiresAt + skew)
      if (!isOurs(call)) missing.set(key, undefined)
      if (isEnded(call) && !isEnded(was)) runs?.abort(key, `The call has ended (${call.state}).`)
      if (isSettled(call) && !isSettled(was)) guard(() => options.onSettled?.(call))
    },
    onRemove({ key }) {
      expiries.set(key, undefined)
      missing.set(key, undefined)
      runs?.forget(key)
      gate.forget(key)
    },
    onApplied: pump,
  })
  const { reader } = store
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

  const cancel = ({ key, toolCallId }: ToolCall, reason: CancelReason, message?: string) =>
    store.applyTo(key, { type: 'tool_cancelled', toolCallId, reason, message })
  const expiries = createDeadlines(key => {
    const call = store.get(key)?.call
    if (!call || expiryOf(call) === undefined) return
    if (isPending(call)) void gate.answer(call, { type: 'cancel', cause: 'expired' })
    else cancel(call, 'expired')
    reader.flush()
  })
  const isMissing = ({ call, thread, run, isRestored }: ToolCallEntry) =>
    call.state === 'input-available' && !tools.has(call.toolName) && !thread.runs.isRunning(run) && !isRestored
  const missing = createDeadlines(key => {
    const entry = store.get(key)
    if (!entry || !isMissing(entry)) return
    const errorText = `No tool with the name "${entry.call.toolName}" is registered here, so it was not run.`
    void gate.answer(entry.call, { type: 'output-error', errorKind: 'not-executed', errorText })
  })
  /** Starts and sends what may go now. */
  function pump() {
    for (const entry of host ? store.all('waiting') : [])
      if (isMissing(entry) && !missing.has(entry.key)) missing.set(entry.key, Date.now() + missingToolTimeout)
    runs?.pump()
    gate.pump()
  }

  const registerTool = (name: string, tool: ToolDefinition) => {
    if (tools.has(name))
      warn('duplicate-tool', `A tool with the name "${shorten(name)}" is registered already. The newer one is used.`)
    tools.set(name, tool)
    runs ??= tool.runner?.connect({ store, gate, getTool: wanted => tools.get(wanted), warn })
    pump()
    return () => {
      if (tools.get(name) !== tool) return
      tools.delete(name)
      runs?.release(name, tool)
      pump()
    }
  }
  for (const [key, tool] of Object.entries(clientTools))
    registerTool(Array.isArray(clientTools) ? tool.name : key, tool)
  if (options.initialToolCalls) reader.dispatch({ type: 'hydrate', toolCalls: options.initialToolCalls })
  const initial = new Map(reader.getToolCalls().map(call => [call.key, call]))
  const initialKeys = reader.getToolCallKeys()

  // kept by thread and call: after a reload the call may be known by its message, and so by another key
  const draftName = (key: string) => {
    const call = reader.getToolCall(key)
    return DRAFT + (call ? JSON.stringify([call.threadId, call.toolCallId]) : key)
  }
  const setDraft = (key: string, draft: unknown) => {
    const name = draftName(key)
    kept.delete(name)
    if (draft === undefined) drafts.delete(key)
    else drafts.set(key, draft)
    // where a storage is full or forbidden, the draft lives on in memory
    void Promise.resolve()
      .then(() => (draft === undefined ? storage?.delete(name) : storage?.set(name, draft)))
      .catch(() => {})
  }
  const readDrafts = async () => {
    for (const name of (await storage?.keys(DRAFT)) ?? []) kept.set(name, await storage?.get(name))
  }
  void readDrafts().catch(() => {})
  const close = () => {
    disconnect?.()
    disconnect = undefined
  }

  return {
    ...reader,
    threadId,
    warnings: reported,
    host,
    connect() {
      const connection = Symbol()
      // through the session, for those who listen in there
      if (connections.size === 0) disconnect = host?.connect?.(events => this.dispatch(events), context)
      connections.add(connection)
      return () => {
        if (connections.delete(connection) && connections.size === 0) close()
      }
    },
    getInitialToolCall: key => initial.get(key),
    getInitialToolCallKeys: () => initialKeys,
    async respond(call, response) {
      const result = await gate.respond(call, response)
      if (result.ok) setDraft(call.key, undefined)
      return result
    },
    async retry(call) {
      return runs?.start(call.key) ? { ok: true } : gate.retry(call)
    },
    async supersede(reason) {
      const answers = [...gate.drop({ ok: true })]
      const withdrawal = { type: 'cancel', cause: 'superseded', reason } as const
      for (const { call } of store.all('open')) {
        if (isOurs(call)) {
          const asksHost = isPending(call) && !runs?.claim(call, withdrawal)
          answers.push({ call, response: asksHost ? withdrawal : NOT_RUN })
        } else if (call.background || !isIn(call, 'input-streaming', 'input-available')) continue
        cancel(call, 'superseded', reason)
      }
      reader.flush()
      const orderOf = ({ call }: ToolCallAnswer) => store.get(call.key)?.order ?? 0
      return answers.sort((a, b) => orderOf(a) - orderOf(b))
    },
    registerTool,
    getDraft: key => (drafts.has(key) ? drafts.get(key) : kept.get(draftName(key))),
    setDraft,
    stop(reason) {
      const dropped = gate.drop({ ok: false, reason: 'failed', message: 'It was stopped before it was sent.' })
      for (const { call } of dropped) cancel(call, 'aborted', reason)
      for (const call of runs?.abortAll(reason ?? 'stopped') ?? []) cancel(call, 'aborted', reason)
      if (host?.stop) host.stop(reason)
      else for (const id of store.threadIds()) reader.dispatch({ type: 'run_end', reason: 'aborted', threadId: id })
      reader.flush()
    },
    dispose() {
      gate.drop({ ok: false, reason: 'failed', message: CLOSED })
      runs?.abortAll(CLOSED)
      expiries.clear()
      missing.clear()
      close()
      store.dispose()
    },
  }
}

const WARNINGS_PER_CODE = 20
const DRAFT = 'draft:'
const CLOSED = 'The session was closed.'
const NOT_RUN: ToolCallResponse = {
  type: 'output-error',
  errorKind: 'not-executed',
  errorText: 'The person wrote a message instead, so it was not run.',
}

/** When what a call waits for is no longer taken, by the clock of whoever asked. */
function expiryOf(call: ToolCall | undefined): number | undefined {
  return isIn(call, 'approval-requested', 'suspended')
    ? requestOf(call)?.expiresAt
    : isIn(call, 'input-available')
      ? call.outputRequest?.expiresAt
      : undefined
}
