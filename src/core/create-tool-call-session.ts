import { createAnswerGate, SUPERSEDED, unfinished, type RespondResult } from './answer-gate.ts'
import type { CancelReason } from './events.ts'
import type { ToolCallAnswer, ToolCallHost, ToolCallHostContext, ToolCallResponse, ToolChoice } from './host.ts'
import { frameScheduler, type ToolCallScheduler } from './scheduler.ts'
import type { ToolCallEntry } from './tool-call-index.ts'
import { isEnded, isIn, isOurs, isPending, isSettled, requestOf } from './tool-call-record.ts'
import { createToolCallStore, guard, type ToolCallReader } from './tool-call-store.ts'
import type { StoredToolCall, ToolCall } from './tool-call.ts'
import type { ToolCallHooks, ToolDefinition, ToolRunOptions, ToolSet } from './tool-definition.ts'
import type { ToolRuns } from './tool-runs.ts'
import { createWarn, type ToolCallWarning } from './warnings.ts'

/** Keeps drafts: plain JSON by key. */
export interface ToolCallStorage {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  keys(prefix: string): Promise<readonly string[]>
}

export interface ToolCallSessionOptions extends ToolRunOptions {
  /** Where answers go. Without one the session only shows. */
  host?: ToolCallHost | undefined
  /** Tools that run here. In a list each goes by its own name, in a record by its key. */
  clientTools?: ToolSet | undefined
  /** The tools that a run may use, by name, for hosts that tell their server. @default all */
  activeTools?: readonly string[] | undefined
  /** Whether a run has to use a tool, for hosts that tell their server. @default the server's */
  toolChoice?: ToolChoice | undefined
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
  /**
   * Makes a tool known by a name. Returns how to take it back; then an older tool of that name counts again.
   *
   * @param hooks each is used in place of the session's.
   */
  registerTool(name: string, tool: ToolDefinition, hooks?: ToolCallHooks): () => void
  /** Other tools in place of `clientTools`. Those that were registered by `registerTool` stay, and still count before them. */
  experimental_setClientTools(clientTools: ToolSet): void
  /** What a person has begun to type into a prompt; plain JSON. */
  getDraft(key: string): unknown
  setDraft(key: string, draft: unknown): void
  /** Stops the run, what runs here and what waits to, and drops the answers that were held. */
  stop(reason?: string): void
  dispose(): void
}

/** Makes a session: the tool calls of one chat, as events tell of them. It opens nothing until `connect`. */
export function createToolCallSession(options: ToolCallSessionOptions = {}): ToolCallSession {
  const { host, threadId, storage, missingToolTimeout = 10_000 } = options
  const drafts = new Map<string, unknown>()
  /** Drafts from before a reload. */
  const kept = new Map<string, unknown>()
  const warnings: ToolCallWarning[] = []
  /** What the first tool brings. */
  let runs: ToolRuns | undefined
  const getTool = (name: string) => runs?.getTool(name)
  const connections = new Set<symbol>()
  let disconnect: (() => void) | undefined

  const warn = createWarn(warning => {
    warnings.push(warning)
    guard(() => options.onWarning?.(warning))
  })
  const store = createToolCallStore({
    threadId,
    scheduler: options.scheduler ?? frameScheduler,
    isClientTool: name => getTool(name) !== undefined,
    warn,
    onChange(entry, was, skew) {
      const { call, key } = entry
      const expiresAt = expiryOf(call)
      if (expiresAt !== expiryOf(was)) wake(entry, 'expiry', expiresAt && expiresAt + skew)
      if (!isOurs(call)) wake(entry, 'missing')
      runs?.changed(call, was)
      if (isEnded(call) && !isEnded(was)) runs?.abort(key, `The call has ended (${call.state}).`)
      if (isSettled(call) && !isSettled(was)) guard(() => options.onSettled?.(call))
    },
    onRemove(entry) {
      stopTimers(entry)
      runs?.forget(entry.key)
    },
    onApplied: pump,
  })
  const { reader } = store
  const context: ToolCallHostContext = {
    threadId,
    activeTools: options.activeTools,
    toolChoice: options.toolChoice,
    getToolDeclarations: () => runs?.getDeclarations() ?? [],
  }
  const gate = createAnswerGate(store, options, context, (call, response) => runs?.claim(call, response))

  const cancel = ({ key, toolCallId }: ToolCall, reason: CancelReason, message?: string) =>
    store.applyTo(key, { type: 'tool_cancelled', toolCallId, reason, message })
  const refusalOf = (call: ToolCall, why: string) => runs?.refusalOf(call, why) ?? unfinished(why)
  const isMissing = ({ call, thread, run, isRestored }: ToolCallEntry) =>
    isIn(call, 'input-available') && !getTool(call.toolName) && !thread.runs.isRunning(run) && !isRestored
  /** Of a call that waits: neither a person nor the app has to do something for it. */
  const startsByItself = ({ call, isRestored }: ToolCallEntry) => {
    const tool = getTool(call.toolName)
    return (
      isIn(call, 'input-available') &&
      (!tool || tool.runner?.run !== undefined) &&
      (!isRestored || tool?.restored === 'run')
    )
  }
  const onTime = {
    expiry({ call }: ToolCallEntry) {
      if (isPending(call)) void gate.answer(call, { type: 'cancel', cause: 'expired' })
      else cancel(call, 'expired')
      reader.flush()
    },
    missing(entry: ToolCallEntry) {
      if (!isMissing(entry)) return
      const { call } = entry
      void gate.answer(call, refusalOf(call, `The tool "${call.toolName}" is not registered here`))
    },
  }
  /** Sets or stops a timer of a call. */
  const wake = (entry: ToolCallEntry, timer: 'expiry' | 'missing', time?: number) => {
    clearTimeout(entry[timer])
    const delay = (time ?? 0) - Date.now()
    const fire = () => {
      entry[timer] = undefined
      // a longer delay than the timer can hold would fire at once
      if (delay > LONGEST_DELAY) wake(entry, timer, time)
      else onTime[timer](entry)
    }
    entry[timer] = time === undefined ? undefined : setTimeout(fire, Math.min(Math.max(delay, 0), LONGEST_DELAY))
  }
  const stopTimers = (entry: ToolCallEntry) => {
    wake(entry, 'expiry')
    wake(entry, 'missing')
  }
  /** Starts and sends what may go now. */
  function pump() {
    for (const entry of host ? store.all('waiting') : [])
      if (isMissing(entry) && !entry.missing) wake(entry, 'missing', Date.now() + missingToolTimeout)
    runs?.pump()
    gate.pump()
  }

  const runsHere = (name: string, { runner }: ToolDefinition): boolean => {
    if (runner) runs ??= runner.connect({ store, gate, options, warn })
    else warn('server-tool', name)
    return runner !== undefined
  }
  const setClientTools = (set: ToolSet) => {
    const tools = Object.entries(set)
      .map(([key, tool]) => [Array.isArray(set) ? tool.name : key, tool] as const)
      .filter(named => runsHere(...named))
    runs?.setClientTools(tools)
    pump()
  }
  setClientTools(options.clientTools ?? {})
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
    warnings,
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
    async respond(call, given) {
      const check = given.type === 'output' && getTool(call.toolName)?.runner?.checkOutput
      const response = check ? await check(call, given, warn) : given
      const result = await gate.respond(call, response)
      if (result.ok) setDraft(call.key, undefined)
      return result
    },
    async retry(call) {
      return runs?.start(call.key) ? { ok: true } : gate.retry(call)
    },
    async supersede(reason) {
      const answers = [...gate.drop({ ok: true }), ...gate.takeUndelivered()]
      const withdrawal = { type: 'cancel', cause: 'superseded', reason } as const
      for (const { call } of store.all('open')) {
        if (isOurs(call)) {
          const refusal = refusalOf(call, SUPERSEDED)
          const asksHost = isPending(call) && !runs?.claim(call, withdrawal)
          answers.push({ call, response: asksHost ? withdrawal : refusal })
        } else if (call.background || !isIn(call, 'input-streaming', 'input-available')) continue
        cancel(call, 'superseded', reason)
      }
      reader.flush()
      const orderOf = ({ call }: ToolCallAnswer) => store.get(call.key)?.order ?? 0
      return answers.sort((a, b) => orderOf(a) - orderOf(b))
    },
    registerTool(name, tool, hooks) {
      const takeBack = runsHere(name, tool) && runs!.registerTool(name, tool, hooks)
      pump()
      return () => {
        if (!takeBack) return
        takeBack()
        pump()
      }
    },
    experimental_setClientTools: setClientTools,
    getDraft: key => (drafts.has(key) ? drafts.get(key) : kept.get(draftName(key))),
    setDraft,
    stop(reason) {
      const dropped = gate.drop({ ok: false, reason: 'failed', message: 'It was stopped before it was sent.' })
      for (const { call } of dropped) cancel(call, 'aborted', reason)
      for (const call of runs?.abortAll(reason ?? 'stopped') ?? []) cancel(call, 'aborted', reason)
      for (const entry of store.all('waiting')) if (startsByItself(entry)) cancel(entry.call, 'aborted', reason)
      if (host?.stop) host.stop(reason)
      else for (const id of store.threadIds()) reader.dispatch({ type: 'run_end', reason: 'aborted', threadId: id })
      reader.flush()
    },
    dispose() {
      gate.drop({ ok: false, reason: 'failed', message: CLOSED })
      runs?.abortAll(CLOSED)
      store.all('open').forEach(stopTimers)
      close()
      store.dispose()
    },
  }
}

const DRAFT = 'draft:'
const LONGEST_DELAY = 2 ** 31 - 1
const CLOSED = 'The session was closed.'

/** When what a call waits for is no longer taken, by the clock of whoever asked. */
function expiryOf(call: ToolCall | undefined): number | undefined {
  return isIn(call, 'input-available')
    ? call.outputRequest?.expiresAt
    : isIn(call, 'approval-requested', 'suspended')
      ? requestOf(call).expiresAt
      : undefined
}
