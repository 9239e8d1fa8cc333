import { unfinished, type AnswerGate } from './answer-gate.ts'
import type { ToolDisplay } from './events.ts'
import type { ToolCallResponse } from './host.ts'
import { createMemoryLedger } from './ledger.ts'
import type { CallEvent } from './reduce-tool-call.ts'
import {
  change,
  idOf,
  approvedId,
  isEnded,
  isIn,
  pick,
  requestOf,
  waitingHere,
  type Fields,
} from './tool-call-record.ts'
import type { ToolCall } from './tool-call.ts'
import type { ToolCallEntry } from './tool-call-index.ts'
import type { ToolCallStore } from './tool-call-store.ts'
import { withDisplays } from './tool-displays.ts'
import { createToolRegistry, type ToolRegistry } from './tool-registry.ts'
import type { ToolDefinition, ToolRunOptions } from './tool-definition.ts'
import type { Warn } from './warnings.ts'

/** One run of one call, as its runner gets it. */
export interface ToolRun {
  /** The record, with its final input. */
  readonly call: ToolCall
  readonly tool: ToolDefinition
  /** Stop, retraction, a newer message. */
  readonly abortSignal: AbortSignal
  /** A person has said yes to this input, so it is not asked for again. */
  readonly isApproved: boolean
  /** It goes on after an answer to what the tool itself asked: its input was announced and let through before. */
  readonly isContinued: boolean
  /** The answer to what this tool asked before; `isResumed` tells an answer of `undefined` from none. */
  readonly resumeData: unknown
  readonly isResumed: boolean
  readonly options: ToolRunOptions
  readonly warn: Warn
  reportProgress(partial: unknown): void
}

/** A change of a record of the tool. */
export interface ToolCallChange {
  readonly call: ToolCall
  /** The record before; undefined for one that is new. */
  readonly was: ToolCall | undefined
  readonly tool: ToolDefinition
  readonly options: ToolRunOptions
  readonly warn: Warn
  /** Aborted when the call ends before it has run, and when its run is. */
  getAbortSignal(): AbortSignal
  /** Fills what the wire has not said of the call. */
  fill(facts: Fields): void
}

/** How a run ends, or what it needs to go on. */
export type ToolRunResult =
  | Extract<ToolCallResponse, { type: 'output' | 'output-error' }>
  | { readonly type: 'approval-required'; readonly message?: string | undefined; readonly approvalSchema?: unknown }
  | {
      readonly type: 'suspended'
      readonly payload: unknown
      readonly resumeSchema?: unknown
      readonly message?: string | undefined
      /** What the model gets when nobody answers. @default that the tool was not run */
      readonly ifCancelled?: Extract<ToolCallResponse, { type: 'output-error' }> | undefined
    }

export type OutputResponse = Extract<ToolCallResponse, { type: 'output' }>

/** What a tool brings so that its calls run here. Made by `createToolRunner`; the session imports none. */
export interface ToolRunner {
  readonly '~runner': true
  /** Without it the app answers the calls. */
  run?(run: ToolRun): ToolRunResult | Promise<ToolRunResult>
  onChange?(change: ToolCallChange): void
  /** What of a record may be drawn, where that has changed; `was` is undefined for one that was not looked at yet. */
  getDisplay?(call: ToolCall, was: ToolCall | undefined, warn: Warn): ToolDisplay | undefined
  /** What is sent where the app gives an output in the tool's place. */
  checkOutput?(call: ToolCall, response: OutputResponse, warn: Warn): Promise<ToolCallResponse>
  /** Looks after the tools of one session, and their runs. */
  connect(port: ToolRunsPort): ToolRuns
}

/** What a session lets the runs of its client tools see and do. */
export interface ToolRunsPort {
  readonly store: ToolCallStore
  readonly gate: AnswerGate
  readonly options: ToolRunOptions
  readonly warn: Warn
}

export interface ToolRuns extends ToolRegistry {
  /** A record has changed. */
  changed(call: ToolCall, was: ToolCall | undefined): void
  /** Starts what may start now. */
  pump(): void
  /** Runs a call that waits for a person's word because it comes from stored state. */
  start(key: string): boolean
  /** Takes an answer to what a tool here asked: what to do once it is shown. Undefined for what the host asked. */
  claim(call: ToolCall, response: ToolCallResponse): (() => void) | undefined
  /** What the model is told of a call that ends here before it has an outcome. */
  refusalOf(call: ToolCall, why: string, reason?: string): ToolCallResponse
  /** @returns whether it was running. */
  abort(key: string, reason: string): boolean
  /** The record is gone, and what was kept of its run. */
  forget(key: string): void
  /** @returns the calls that were running. */
  abortAll(reason: string): readonly ToolCall[]
}

type Question = Extract<ToolRunResult, { type: 'approval-required' | 'suspended' }>
/** A yes to a call, or the answer to what its tool asked. */
type GoOn = Pick<ToolRun, 'isResumed' | 'resumeData'>

/** Makes a tool's runner of the function that runs one call, and of one that hears of every change of its calls. */
export function createToolRunner(run?: ToolRunner['run'], onChange?: ToolRunner['onChange']): ToolRunner {
  return { '~runner': true, ...(run && { run }), ...(onChange && { onChange }), connect: createToolRuns }
}

function createToolRuns({ store, gate, options, warn }: ToolRunsPort): ToolRuns {
  // the runs of a tool end with it where it wants that and nobody registers it again within the task
  const registry = withDisplays(
    createToolRegistry(warn, (name, tool) => {
      if (!tool.abortOnUnmount) return
      setTimeout(() => {
        if (getTool(name)) return
        for (const { call } of store.all('waiting'))
          if (call.toolName === name && running.has(call.key) && abort(call.key, GONE))
            void gate.answer(call, { type: 'output-error', errorKind: 'execution', errorText: GONE })
      }, 0)
    }),
    store,
    warn,
  )
  const { getTool } = registry
  const ledger = createMemoryLedger()
  const running = new Map<string, AbortController>()
  // for those who follow a call before it runs
  const signals = new Map<string, AbortController>()
  // what tools here asked, by the id of the request: the answers go back to the tool, not to the host
  const asked = new Map<string, { readonly id: string; readonly result: Question }>()
  // what was answered, until the tool goes on with it
  const answered = new Map<string, GoOn>()

  const mayStart = ({ key, call, thread, run }: ToolCallEntry): boolean => {
    if (running.has(key) || asked.has(key) || thread.runs.isRunning(run)) return false
    if (running.size >= (options.maxParallelToolCalls ?? Infinity)) return false
    if (call.state === 'input-available') return call.waitingFor === 'client'
    // approved on a host that takes all answers together: the output has to go with the approval
    return (
      call.state === 'approval-responded' &&
      call.decision.approved &&
      call.delivery?.status === 'held' &&
      call.decision.by === 'user'
    )
  }

  const begin = (entry: ToolCallEntry): boolean => {
    const { call } = entry
    const tool = getTool(call.toolName)
    const answer = answered.get(call.key)
    if (!tool?.runner?.run || !ledger.begin(call.key, answer !== undefined)) return false
    answered.delete(call.key)
    entry.isRestored = false
    if (isIn(call, 'input-available') && call.inputError) {
      const errorText = `The arguments are not valid JSON: ${call.inputError.message}. The tool was not run.`
      void gate.answer(call, { type: 'output-error', errorKind: 'input', errorText })
      return true
    }
    const controller = signals.get(call.key) ?? new AbortController()
    signals.delete(call.key)
    running.set(call.key, controller)
    store.change(call.key, current => waitingHere(current, { by: 'client', since: Date.now() }))
    void go(entry, tool, controller, answer)
    return true
  }

  const go = async (
    entry: ToolCallEntry,
    tool: ToolDefinition,
    controller: AbortController,
    answer: GoOn | undefined,
  ) => {
    const { call, key } = entry
    const { toolCallId } = call
    // never in the task in which a component mounted or a person pressed a button
    await new Promise(resolve => setTimeout(resolve, 0))
    let result: ToolRunResult
    // registered again meanwhile: the newest functions are called
    const newest = getTool(call.toolName) ?? tool
    try {
      result = controller.signal.aborted
        ? ABORTED
        : await (newest.runner?.run ?? tool.runner!.run!)({
            call,
            tool: newest,
            abortSignal: controller.signal,
            // what the wire says of a decision approves nothing
            isApproved: entry.approvedId !== undefined && entry.approvedId === approvedId(call),
            isContinued: answer !== undefined,
            options,
            warn,
            resumeData: answer?.resumeData,
            isResumed: answer?.isResumed === true,
            reportProgress: partialResult => {
              if (running.get(key) === controller)
                store.bufferFor(key, { type: 'tool_update', toolCallId, partialResult })
            },
          })
    } catch (error) {
      result = {
        type: 'output-error',
        errorKind: 'execution',
        errorText: error instanceof Error ? error.message : 'The tool failed.',
      }
    }
    if (running.get(key) === controller) running.delete(key)
    const now = store.get(key)?.call
    if (controller.signal.aborted || !now || isEnded(now)) {
      warn('late-result', call.toolName, toolCallId)
      return
    }
    if (result.type === 'approval-required' || result.type === 'suspended') ask(now, result)
    else {
      ledger.output(key, result)
      void gate.answer(now, result).then(({ ok }) => ok && ledger.taken(key))
    }
    store.reader.flush()
  }

  const ask = ({ key, toolCallId, receipts }: ToolCall, result: Question) => {
    const id = `${key}:${receipts.length}`
    asked.set(key, { id, result })
    const { message } = result
    store.applyTo(
      key,
      result.type === 'suspended'
        ? {
            type: 'tool_suspended',
            toolCallId,
            suspensionId: id,
            suspendPayload: result.payload,
            resumeSchema: result.resumeSchema,
            message,
          }
        : {
            type: 'tool_approval_required',
            toolCallId,
            approvalId: id,
            message,
            approvalSchema: result.approvalSchema,
          },
    )
    if (result === RUN_AGAIN)
      store.change(key, call =>
        isIn(call, 'approval-requested') ? change(call, { approval: { ...call.approval, mayHaveRun: true } }) : call,
      )
  }

  const abort = (key: string, reason: string) => {
    asked.delete(key)
    answered.delete(key)
    const controller = running.get(key) ?? signals.get(key)
    signals.delete(key)
    controller?.abort(new DOMException(reason, 'AbortError'))
    return running.delete(key)
  }
  // the wire may ask something else meanwhile: that is for the host
  const askedBy = (call: ToolCall) => {
    const question = asked.get(call.key)
    return question && question.id === idOf(requestOf(call)) ? question.result : undefined
  }
  const refusalOf = (call: ToolCall, why: string, reason?: string) => {
    const result = askedBy(call)
    const hasAsked = result?.type === 'suspended'
    const hasBegun = hasAsked || running.has(call.key) || answered.get(call.key)?.isResumed
    // what has begun was not "not run"
    const what = hasBegun ? STOPPED : store.get(call.key)?.isRestored ? NOT_RUN_HERE : undefined
    return (hasAsked && result.ifCancelled) || unfinished(why, what, reason)
  }

  return {
    ...registry,
    changed(call, was) {
      registry.draw(call, was)
      const { key } = call
      const tool = getTool(call.toolName)
      tool?.runner?.onChange?.({
        call,
        was,
        tool,
        options,
        warn,
        getAbortSignal() {
          let controller = running.get(key) ?? signals.get(key)
          if (!controller) signals.set(key, (controller = new AbortController()))
          return controller.signal
        },
        fill: facts => store.change(key, current => change(current, { ...facts, ...pick(current, FILLED) })),
      })
    },
    refusalOf,
    pump() {
      for (const entry of store.all('waiting')) {
        const question = asked.get(entry.key)
        // the wire took its question away and asks for the output again
        if (question && isIn(entry.call, 'input-available')) ask(entry.call, question.result)
        else if (mayStart(entry)) {
          const tool = getTool(entry.call.toolName)
          if (!entry.isRestored || tool?.restored === 'run') begin(entry)
          else if (tool?.runner?.run) ask(entry.call, RUN_AGAIN)
        }
      }
    },
    start(key) {
      const entry = store.get(key)
      if (!entry) return false
      if (askedBy(entry.call) !== RUN_AGAIN) return mayStart(entry) && begin(entry)
      void gate.respond(entry.call, { type: 'approval', approved: true })
      return true
    },
    claim(call, response) {
      const { key, toolCallId } = call
      const question = askedBy(call)
      if (!question) return undefined
      const { type, reason, payload } = { reason: undefined, payload: undefined, ...response }
      const refusal = refusalOf(
        call,
        type === 'approval' ? DENIED : 'The person cancelled this call',
        [reason, payload !== undefined && toText(payload)].filter(Boolean).join(' '),
      )
      asked.delete(key)
      return () => {
        const isResumed = response.type === 'resume'
        if (isResumed || (response.type === 'approval' && response.approved)) {
          // it goes on as soon as it may: its tool may be gone, or others may have to end first
          if (question !== RUN_AGAIN)
            answered.set(key, { isResumed, resumeData: isResumed ? response.resumeData : undefined })
          const entry = store.get(key)
          if (entry) entry.isRestored = false
          store.change(key, current => waitingHere(current))
        } else {
          if (type === 'approval')
            store.applyTo(key, {
              type: 'tool_end',
              toolCallId,
              isError: false,
              denied: true,
              reason,
            } satisfies CallEvent)
          const now = store.get(key)?.call
          if (now) void gate.answer(now, refusal)
        }
      }
    },
    abort,
    forget(key) {
      abort(key, 'The call is gone.')
      ledger.taken(key)
    },
    abortAll(reason) {
      return [...running.keys()].flatMap(key => {
        abort(key, reason)
        return store.get(key)?.call ?? []
      })
    },
  }
}

/** A no is taken, whatever came with it. */
function toText(payload: unknown): string {
  try {
    return JSON.stringify(payload)
  } catch {
    return 'What came with it cannot be told.'
  }
}

const FILLED = 'title annotations'
/** What a person is asked of a call that already waited when it was stored: nobody knows whether it ran. */
const RUN_AGAIN: Question = { type: 'approval-required' }
const STOPPED = 'was stopped before its end, and a part of it may be done'
const NOT_RUN_HERE = 'was not run here. It may have run before the page was loaded'
/** Why a call ends when a person says no to what its tool asks. Stored messages are known by it. */
export const DENIED = 'The person denied this call'
const GONE = 'The tool was stopped: what had registered it is gone.'
const ABORTED: ToolRunResult = {
  type: 'output-error',
  errorKind: 'not-executed',
  errorText: 'It was stopped before it ran.',
}
