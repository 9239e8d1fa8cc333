import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createAiSdkDecoder } from '../../src/ai-sdk.ts'
import {
  createToolCallSession,
  type RunEndEvent,
  type RunEndReason,
  type ToolApprovalRequiredEvent,
  type ToolCall,
  type ToolCallAnswer,
  type ToolCallEvent,
  type ToolCallHost,
  type ToolCallScheduler,
  type ToolCallSession,
  type ToolCallSessionOptions,
  type ToolCallState,
  type ToolCallWarning,
  type ToolDefinition,
  type ToolEndEvent,
  type ToolInputStartEvent,
  type ToolStartEvent,
  type ToolSuspendedEvent,
} from '../../src/core.ts'
import { createToolRunner, type ToolRun, type ToolRunResult } from '../../src/core/tool-runs.ts'

// Events

export const inputStart = (toolCallId: string, more: Partial<ToolInputStartEvent> = {}): ToolCallEvent => ({
  type: 'tool_input_start',
  toolCallId,
  toolName: 'edit',
  ...more,
})
export const inputDelta = (toolCallId: string, argsTextDelta: unknown): ToolCallEvent => ({
  type: 'tool_input_delta',
  toolCallId,
  argsTextDelta,
})
export const inputEnd = (toolCallId: string): ToolCallEvent => ({ type: 'tool_input_end', toolCallId })
export const toolStart = (
  toolCallId: string,
  args: unknown = { path: 'a.ts' },
  more: Partial<ToolStartEvent> = {},
): ToolCallEvent => ({
  type: 'tool_start',
  toolCallId,
  toolName: 'edit',
  args,
  ...more,
})
export const approvalRequired = (toolCallId: string, more: Partial<ToolApprovalRequiredEvent> = {}): ToolCallEvent => ({
  type: 'tool_approval_required',
  toolCallId,
  ...more,
})
export const suspended = (toolCallId: string, more: Partial<ToolSuspendedEvent> = {}): ToolCallEvent => ({
  type: 'tool_suspended',
  toolCallId,
  suspendPayload: { question: 'Which?' },
  ...more,
})
export const outputRequired = (toolCallId: string, ref?: unknown): ToolCallEvent => ({
  type: 'tool_output_required',
  toolCallId,
  ref,
})
export const toolEnd = (
  toolCallId: string,
  result: unknown = 'done',
  more: Partial<ToolEndEvent> = {},
): ToolCallEvent => ({
  type: 'tool_end',
  toolCallId,
  result,
  isError: false,
  ...more,
})
export const toolFailed = (
  toolCallId: string,
  errorText = 'disk full',
  more: Partial<ToolEndEvent> = {},
): ToolCallEvent => ({
  type: 'tool_end',
  toolCallId,
  isError: true,
  errorText,
  ...more,
})
export const runStart = (runId?: string): ToolCallEvent => ({ type: 'run_start', runId })
export const runEnd = (reason: RunEndReason = 'complete', more: Partial<RunEndEvent> = {}): ToolCallEvent => ({
  type: 'run_end',
  reason,
  ...more,
})

// The host

export interface ScriptedHost extends ToolCallHost {
  /** What `respond` was called with, one entry per call. */
  readonly requests: (readonly ToolCallAnswer[])[]
  /** The next request is rejected with this. */
  failNext(error: unknown): void
  /** The next request stays open until it is taken or failed. */
  holdNext(): { take(): void; fail(error: unknown): void }
}

export const BATCH = {
  approval: 'batch',
  resume: 'batch',
  cancel: 'batch',
  output: 'batch',
  'output-error': 'batch',
} as const

export function scriptHost(options: Pick<ToolCallHost, 'respondWhen' | 'capabilities'> = {}): ScriptedHost {
  const requests: (readonly ToolCallAnswer[])[] = []
  const outcomes: Promise<void>[] = []
  const script = () => {
    let take!: () => void
    let fail!: (error: unknown) => void
    const outcome = new Promise<void>((resolve, reject) => ([take, fail] = [resolve, reject]))
    outcome.catch(() => {})
    outcomes.push(outcome)
    return { take, fail }
  }
  return {
    ...options,
    requests,
    respond(answers) {
      requests.push(answers)
      return outcomes.shift() ?? Promise.resolve()
    },
    failNext: error => script().fail(error),
    holdNext: script,
  }
}

// Client tools

export interface ScriptedTool {
  readonly definition: ToolDefinition
  /** What was started, one entry per run. */
  readonly runs: ToolRun[]
  /** Ends the newest run, or the one at the index, and lets what follows from it happen. */
  finish(result?: ToolRunResult, at?: number): Promise<void>
  fail(error: unknown, at?: number): Promise<void>
}

/** A client tool that does what the test says: without `run`, each of its runs goes on until `finish` or `fail`. */
export function scriptTool(
  options: Partial<Pick<ToolDefinition, 'name' | 'restored' | 'abortOnUnmount'>> & {
    run?: (run: ToolRun) => ToolRunResult | Promise<ToolRunResult>
  } = {},
): ScriptedTool {
  const { run = () => undefined, name = 'pick', ...more } = options
  const runs: ToolRun[] = []
  const open: { resolve(result: ToolRunResult): void; reject(error: unknown): void }[] = []
  const runner = createToolRunner(request => {
    runs.push(request)
    const own = new Promise<ToolRunResult>((resolve, reject) => open.push({ resolve, reject }))
    return run(request) ?? own
  })
  return {
    definition: { name, description: '', __toolSide: 'client', ...more, runner },
    runs,
    async finish(result = { type: 'output', output: 'done' }, at = open.length - 1) {
      open[at]!.resolve(result)
      await settle()
    },
    async fail(error, at = open.length - 1) {
      open[at]!.reject(error)
      await settle()
    },
  }
}

/** A call of a tool of ours, left for the client by the end of its run. */
export const clientCall = (
  toolCallId: string,
  { args = { n: 1 }, toolName = 'pick', runId = 'r1' }: { args?: unknown; toolName?: string; runId?: string } = {},
): ToolCallEvent[] => [
  runStart(runId),
  toolStart(toolCallId, args, { toolName, runId }),
  outputRequired(toolCallId),
  runEnd('complete', { runId }),
]

// The session

export interface TestSession {
  session: ToolCallSession
  host: ScriptedHost
  warnings: ToolCallWarning[]
  /** Dispatches one after the other, each seen by everybody before the next. */
  play(...events: unknown[]): void
  /** The newest record of the id. */
  call(toolCallId: string): ToolCall
  call<State extends ToolCallState>(toolCallId: string, state: State): Extract<ToolCall, { state: State }>
  states(): Record<string, string>
}

export function openSession(
  options: ToolCallSessionOptions & { host?: ScriptedHost; hasHost?: boolean } = {},
): TestSession {
  const { host = scriptHost(), hasHost = true, ...more } = options
  const warnings: ToolCallWarning[] = []
  const session = createToolCallSession({
    onWarning: warning => warnings.push(warning),
    ...more,
    ...(hasHost && { host }),
  })
  return {
    session,
    host,
    warnings,
    play(...events) {
      for (const event of events) {
        session.dispatch(event as ToolCallEvent)
        session.flush()
      }
    },
    call(toolCallId: string, state?: ToolCallState) {
      const call = session.findToolCall(toolCallId)
      if (!call) throw new Error(`There is no call "${toolCallId}".`)
      if (state !== undefined && call.state !== state)
        throw new Error(`"${toolCallId}" is ${call.state}, not ${state}.`)
      return call as never
    },
    states: () => Object.fromEntries(session.getToolCalls().map(call => [call.toolCallId, describeState(call)])),
  }
}

/** The state, and the reason that goes with it. */
export function describeState(call: ToolCall): string {
  if (call.state === 'interrupted') return `interrupted: ${call.reason}`
  if (call.state === 'input-available' && call.waitingFor) return `input-available, waiting for ${call.waitingFor}`
  return call.state
}

/** Lets everything that waits for a microtask, and a timer of 0 ms, come first. */
export function settle(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}

/** Frames that come when the test says so. */
export function manualScheduler(): ToolCallScheduler & {
  readonly waiting: number
  readonly scheduled: number
  tick(): void
} {
  const jobs = new Set<() => void>()
  let scheduled = 0
  return {
    schedule(apply) {
      scheduled += 1
      const job = () => apply()
      jobs.add(job)
      return () => jobs.delete(job)
    },
    get waiting() {
      return jobs.size
    },
    get scheduled() {
      return scheduled
    },
    tick() {
      const due = [...jobs]
      jobs.clear()
      for (const job of due) job()
    },
  }
}

// Bug cases

export interface BugCase {
  id: string
  events: readonly (Record<string, unknown> & { type: string })[]
}

export function readCase(id: string): BugCase {
  return JSON.parse(
    readFileSync(fileURLToPath(new URL(`../fixtures/cases/${id}.json`, import.meta.url)), 'utf8'),
  ) as BugCase
}

/**
 * Plays AI SDK chunks; each `@stream` begins another response. `atUser` gives the person's answers.
 */
export async function playAiSdk(
  { session }: TestSession,
  events: readonly (Record<string, unknown> & { type: string })[],
  atUser: (instruction: Record<string, unknown>) => void = () => {},
): Promise<void> {
  const decoder = createAiSdkDecoder()
  session.dispatch(decoder.begin())
  for (const event of events) {
    if (event.type === '@user') atUser(event)
    else if (event.type === '@stream') {
      await settle()
      session.dispatch(decoder.end())
      session.dispatch(decoder.begin(lastPlace(session)))
    } else session.dispatch(decoder.decode(event))
    session.flush()
  }
  session.dispatch(decoder.end())
  session.flush()
  await settle()
}

/** Where a continuation goes on: in the message that was posted, after its steps. */
function lastPlace(session: ToolCallSession): { messageId?: string; stepIndex?: number } {
  const last = session.getToolCalls().at(-1)
  if (last?.messageId === undefined) return {}
  const step = Number(last.stepId?.slice(last.messageId.length + 1) ?? -1)
  return { messageId: last.messageId, stepIndex: step + 1 }
}
