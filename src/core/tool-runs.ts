import type { AnswerGate } from './answer-gate.ts'
import type { ToolCallResponse } from './host.ts'
import { createMemoryLedger } from './ledger.ts'
import type { CallEvent } from './reduce-tool-call.ts'
import { isEnded, isIn, runningHere } from './tool-call-record.ts'
import type { ToolCall } from './tool-call.ts'
import type { ToolCallEntry } from './tool-call-index.ts'
import type { ToolCallStore } from './tool-call-store.ts'
import type { ToolDefinition } from './tool-definition.ts'
import type { Warn } from './warnings.ts'

/** One run of one call, as its runner gets it. */
export interface ToolRun {
  /** The record, with its final input. */
  readonly call: ToolCall
  readonly tool: ToolDefinition
  /** Stop, retraction, a newer message. */
  readonly abortSignal: AbortSignal
  /** A person has said yes, so it is not asked for again. */
  readonly isApproved: boolean
  /** The answer to what this tool asked before; `isResumed` tells an answer of `undefined` from none. */
  readonly resumeData: unknown
  readonly isResumed: boolean
  reportProgress(partial: unknown): void
}

/** How a run ends, or what it needs to go on. */
export type ToolRunResult =
  | Extract<ToolCallResponse, { type: 'output' | 'output-error' }>
  | { readonly type: 'approval-required'; readonly message?: string | undefined }
  | {
      readonly type: 'suspended'
      readonly payload: unknown
      readonly resumeSchema?: unknown
      readonly message?: string | undefined
    }

/** What a tool brings so that its calls run here. Made by `createToolRunner`; the session imports none. */
export interface ToolRunner {
  readonly '~runner': true
  run(run: ToolRun): ToolRunResult | Promise<ToolRunResult>
  /** Looks after the runs of one session. */
  connect(port: ToolRunsPort): ToolRuns
}

/** What a session lets the runs of its client tools see and do. */
export interface ToolRunsPort {
  readonly store: ToolCallStore
  readonly gate: AnswerGate
  getTool(name: string): ToolDefinition | undefined
  readonly warn: Warn
}

export interface ToolRuns {
  /** Starts what may start now. */
  pump(): void
  /** Runs a call that waits for a person's word because it comes from stored state. */
  start(key: string): boolean
  /** Takes an answer to what a tool here asked: what to do once it is shown. Undefined for what the host asked. */
  claim(call: ToolCall, response: ToolCallResponse): (() => void) | undefined
  /** @returns whether it was running. */
  abort(key: string, reason: string): boolean
  /** The record is gone, and what was kept of its run. */
  forget(key: string): void
  /** @returns the calls that were running. */
  abortAll(reason: string): readonly ToolCall[]
  /** What had registered a tool is gone: its runs are aborted where the tool wants that and nobody registers it again within the task. */
  release(name: string, tool: ToolDefinition): void
}

/** Makes a tool's runner of the function that runs one call. */
export function createToolRunner(run: ToolRunner['run']): ToolRunner {
  return { '~runner': true, run, connect: createToolRuns }
}

function createToolRuns({ store, gate, getTool, warn }: ToolRunsPort): ToolRuns {
  const ledger = createMemoryLedger()
  const running = new Map<string, AbortController>()
  // what tools here asked: their answers go back to the tool, not to the host
  const asked = new Map<string, 'approval' | 'suspension'>()

  const mayStart = ({ key, call, thread, run }: ToolCallEntry): boolean => {
    if (running.has(key) || asked.has(key) || thread.runs.isRunning(run)) return false
    if (call.state === 'input-available') return call.waitingFor === 'client'
    // approved on a host that takes all answers together: the output has to go with the approval
    return (
      call.state === 'approval-responded' &&
      call.decision.approved &&
      call.delivery?.status === 'held' &&
      call.decision.by === 'user'
    )
  }

  const begin = (
    call: ToolCall,
    answer: { isApproved?: boolean; resumeData?: unknown; isResumed?: boolean } = {},
  ): boolean => {
    const runner = getTool(call.toolName)?.runner
    if (!runner || !ledger.begin(call.key, answer.isResumed === true || answer.isApproved === true)) return false
    if (isIn(call, 'input-available') && call.inputError) {
      const errorText = `The arguments are not valid JSON: ${call.inputError.message}. The tool was not run.`
      void gate.answer(call, { type: 'output-error', errorKind: 'input', errorText })
      return true
    }
    const controller = new AbortController()
    running.set(call.key, controller)
    store.change(call.key, current => runningHere(current, 'client', Date.now()))
    void go(store.get(call.key)!.call, runner, controller, answer)
    return true
  }

  const go = async (
    call: ToolCall,
    runner: ToolRunner,
    controller: AbortController,
    answer: Parameters<typeof begin>[1] = {},
  ) => {
    const { key, toolCallId } = call
    // never in the task in which a component mounted or a person pressed a button
    await new Promise(resolve => setTimeout(resolve, 0))
    let result: ToolRunResult
    try {
      result = controller.signal.aborted
        ? ABORTED
        : await runner.run({
            call,
            tool: getTool(call.toolName) ?? { name: call.toolName, description: '', __toolSide: 'client' },
            abortSignal: controller.signal,
            isApproved: answer.isApproved === true || call.decision?.approved === true,
            resumeData: answer.resumeData,
            isResumed: answer.isResumed === true,
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
    if (result.type === 'approval-required') {
      asked.set(key, 'approval')
      store.applyTo(key, {
        type: 'tool_approval_required',
        toolCallId,
        approvalId: `${key}:approval`,
        message: result.message,
      })
    } else if (result.type === 'suspended') {
      asked.set(key, 'suspension')
      store.applyTo(key, {
        type: 'tool_suspended',
        toolCallId,
        suspensionId: `${key}:${now.receipts.length}`,
        suspendPayload: result.payload,
        resumeSchema: result.resumeSchema,
        message: result.message,
      })
    } else {
      ledger.output(key, result)
      void gate.answer(now, result).then(({ ok }) => ok && ledger.taken(key))
    }
    store.reader.flush()
  }

  const abort = (key: string, reason: string) => {
    asked.delete(key)
    running.get(key)?.abort(new DOMException(reason, 'AbortError'))
    return running.delete(key)
  }

  return {
    pump() {
      for (const entry of store.all('waiting'))
        if (mayStart(entry) && (!entry.isRestored || getTool(entry.call.toolName)?.restored === 'run'))
          begin(entry.call)
    },
    start(key) {
      const entry = store.get(key)
      return entry !== undefined && mayStart(entry) && begin(entry.call)
    },
    claim(call, response) {
      const { key, toolCallId } = call
      if (!asked.delete(key)) return undefined
      return () => {
        const now = store.get(key)!.call
        if (response.type === 'resume') begin(now, { isResumed: true, resumeData: response.resumeData })
        else if (response.type === 'approval' && response.approved) begin(now, { isApproved: true })
        else if (response.type === 'approval' || response.type === 'cancel') {
          const { type, reason } = response
          if (type === 'approval')
            store.applyTo(key, {
              type: 'tool_end',
              toolCallId,
              isError: false,
              denied: true,
              reason,
            } satisfies CallEvent)
          const errorText = `The person ${type === 'approval' ? 'denied' : 'cancelled'} this call, so it was not run.${reason ? ` Reason: ${reason}` : ''}`
          void gate.answer(store.get(key)!.call, { type: 'output-error', errorKind: 'not-executed', errorText })
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
    release(name, tool) {
      if (!tool.abortOnUnmount) return
      setTimeout(() => {
        if (getTool(name)) return
        for (const { call } of store.all('waiting'))
          if (call.toolName === name && abort(call.key, GONE))
            void gate.answer(call, { type: 'output-error', errorKind: 'execution', errorText: GONE })
      }, 0)
    },
  }
}

const GONE = 'The tool was stopped: what had registered it is gone.'
const ABORTED: ToolRunResult = {
  type: 'output-error',
  errorKind: 'not-executed',
  errorText: 'It was stopped before it ran.',
}
