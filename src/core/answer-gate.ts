import type { ToolCallAnswer, ToolCallHost, ToolCallHostContext, ToolCallResponse } from './host.ts'
import { isDeepEqual } from './json-value.ts'
import type { CallEvent } from './reduce-tool-call.ts'
import { change, isEnded, isOurs, isPending, isSettled } from './tool-call-record.ts'
import type { ToolCall } from './tool-call.ts'
import type { ToolCallStore } from './tool-call-store.ts'

export type RespondResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' | 'settled' | 'changed' | 'not-allowed' | 'failed'; message: string }

/** Takes answers, shows them at once, and brings them to the host: each at once, or a batch when nobody is left to wait for. */
export interface AnswerGate {
  /** A person's answer to the record that was shown. */
  respond(shown: ToolCall, response: ToolCallResponse): Promise<RespondResult>
  /** An answer that nobody gave: a tool's output, an expiry. */
  answer(call: ToolCall, response: ToolCallResponse): Promise<RespondResult>
  /** Sends an output again that could not be sent: its tool has run and is not run again. */
  retry(call: ToolCall): Promise<RespondResult>
  /** Sends what may be sent now. */
  pump(): void
  /** Takes back what is held. */
  drop(result: RespondResult): readonly ToolCallAnswer[]
  /** A new message of the person: the count of turns that nobody asked for begins again. */
  resetTurns(): void
}

export interface AnswerGateOptions {
  readonly store: ToolCallStore
  readonly host: ToolCallHost | undefined
  readonly context: ToolCallHostContext
  readonly maxAutomaticTurns: number
  /** When a tool here asked: how it takes the answer, once that is shown. */
  claim(call: ToolCall, response: ToolCallResponse): (() => void) | undefined
}

interface StagedAnswer extends ToolCallAnswer {
  readonly threadId: string | undefined
  readonly isAutomatic: boolean
  /** Waits for the other answers of its batch, not only for the end of the run. */
  readonly isBatched: boolean
  settle(result: RespondResult): void
}

export function createAnswerGate({ store, host, context, maxAutomaticTurns, claim }: AnswerGateOptions): AnswerGate {
  let held: StagedAnswer[] = []
  let automaticTurns = 0
  let countedRun = 0
  const undelivered = new Map<string, ToolCallResponse>()
  const sendingBatches = new Set<string | undefined>()

  // an outcome proves that an answer was taken; an output of ours is an outcome that still has to travel
  const mark = ({ call, response }: ToolCallAnswer, status: 'held' | 'sending' | undefined) =>
    store.change(call.key, current =>
      isSettled(current) && !isOutput(response) && status
        ? current
        : change(current, { delivery: status && { status } }),
    )

  const send = async (staged: readonly StagedAnswer[]) => {
    const answers = staged.filter(({ call, response, settle }) => {
      const current = store.get(call.key)
      const hasOutput = staged.some(other => other.call.key === call.key && isOutput(other.response))
      if (current && (hasOutput || response.type === 'cancel' || !isEnded(current))) return true
      settle(refused('settled', `${nameOf(call)} was settled before the answer could be sent.`))
      return false
    })
    if (answers.length === 0) return
    for (const answer of answers) mark(answer, 'sending')
    let error: ReturnType<typeof toHostError> | undefined
    if (answers.some(answer => !answer.isAutomatic)) automaticTurns = 0
    else {
      // the results of one run are one turn; where nobody tells of runs, each sending is one
      const { starts } = store.thread(answers[0]!.threadId).runs
      if (starts === 0 || starts !== countedRun) automaticTurns += 1
      countedRun = starts
    }
    try {
      if (automaticTurns > maxAutomaticTurns)
        throw { message: `Stopped after ${maxAutomaticTurns} turns that nobody asked for. Try again to go on.` }
      await host!.respond(
        answers.map(({ call, response }) => ({ call, response })),
        context,
      )
    } catch (cause) {
      error = toHostError(cause)
    }
    for (const answer of answers) {
      const { call, response, settle } = answer
      if (error && (error.toolCallKeys?.includes(call.key) ?? true)) {
        if (isOutput(response)) undelivered.set(call.key, response)
        store.applyTo(call.key, {
          type: 'response_failed',
          toolCallId: call.toolCallId,
          error: error.message,
          retryable: error.retryable,
        })
        settle(refused('failed', error.message))
      } else {
        mark(answer, undefined)
        settle({ ok: true })
      }
    }
    store.flush()
  }

  const pump = () => {
    for (const threadId of new Set(held.map(answer => answer.threadId))) {
      const thread = store.thread(threadId)
      if (sendingBatches.has(threadId) || thread.runs.isActive) continue
      const awaitsMore = [...thread.waiting].some(key => isOurs(store.get(key)))
      const mayGo = (answer: StagedAnswer) => answer.threadId === threadId && !(awaitsMore && answer.isBatched)
      const batch = held.filter(mayGo).sort((a, b) => store.orderOf(a.call.key) - store.orderOf(b.call.key))
      if (batch.length === 0) continue
      held = held.filter(answer => !mayGo(answer))
      sendingBatches.add(threadId)
      void send(batch).then(() => {
        sendingBatches.delete(threadId)
        pump()
      })
    }
  }

  const stage = (call: ToolCall, response: ToolCallResponse, isAutomatic: boolean) => {
    // an output is never sent while a run is going on
    const threadId = call.threadId ?? context.threadId
    const isBatched = host!.respondWhen?.[response.type] === 'batch'
    const waits = isBatched || (isOutput(response) && store.thread(threadId).runs.isActive)
    mark({ call, response }, waits ? 'held' : 'sending')
    const result = new Promise<RespondResult>(settle => {
      const answer: StagedAnswer = { call, response, threadId, isAutomatic, isBatched, settle }
      if (waits) held.push(answer)
      else void send([answer])
    })
    store.flush()
    return result
  }

  return {
    async respond(shown, response) {
      const refusal = checkAnswer(store.get(shown.key), shown, response, host)
      if (refusal) return refusal
      const take = claim(shown, response)
      store.applyTo(shown.key, toEvent(shown, response))
      if (!take) return stage(shown, response, false)
      take()
      store.flush()
      return { ok: true }
    },
    async answer(call, response) {
      if (!isEnded(call)) store.applyTo(call.key, toEvent(call, response))
      return host ? stage(call, response, true) : { ok: true }
    },
    async retry(shown) {
      const response = undelivered.get(shown.key)
      if (!response) return refused('not-allowed', `${nameOf(shown)} has no output that waits to be sent again.`)
      undelivered.delete(shown.key)
      automaticTurns = 0
      return stage(store.get(shown.key) ?? shown, response, false)
    },
    pump,
    drop(result) {
      const dropped = held
      held = []
      for (const answer of dropped) answer.settle(result)
      return dropped.map(({ call, response }) => ({ call, response }))
    },
    resetTurns: () => void (automaticTurns = 0),
  }
}

/** Why an answer cannot be taken (law 6): it belongs to what was shown, and only to that. */
function checkAnswer(
  current: ToolCall | undefined,
  shown: ToolCall,
  response: ToolCallResponse,
  host: ToolCallHost | undefined,
): RespondResult | undefined {
  const name = nameOf(shown)
  if (!current) return refused('unknown', `${name} is not known to this session, so there is nothing to answer.`)
  if (isEnded(current))
    return refused('settled', `${name} has already ended (${current.state}). The answer was not sent.`)
  if (isOutput(response)) {
    if (current.state !== 'input-available' || current.providerExecuted)
      return refused('not-allowed', `${name} does not wait for a result from here (${current.state}).`)
  } else {
    const type = shown.state === 'approval-requested' ? 'approval' : shown.state === 'suspended' ? 'resume' : undefined
    if (!type || (response.type !== type && response.type !== 'cancel'))
      return refused(
        'not-allowed',
        `${name} did not ask for an answer of the type "${response.type}" when it was shown (${shown.state}).`,
      )
    if (!isPending(current)) return refused('settled', `${name} was already answered. The second answer was not sent.`)
    if (requestId(current) !== requestId(shown) || !isDeepEqual(current.input, shown.input))
      return refused('changed', `${name} asks something else by now. Look again before you decide.`)
  }
  if (
    response.type === 'approval' &&
    response.editedInput !== undefined &&
    !(shown.state === 'approval-requested' && shown.approval.editable && host?.capabilities?.editInput)
  ) {
    return refused('not-allowed', `${name}: its input cannot be edited here. The answer was not sent.`)
  }
  if (!host)
    return refused(
      'not-allowed',
      `${name} was answered, but this session has no host, so the answer has nowhere to go. Give createToolCallSession a host.`,
    )
  return undefined
}

function requestId(call: ToolCall): string | undefined {
  // both ids default to the call's own, so the kind of the question belongs to it
  return call.state === 'approval-requested'
    ? `approval ${call.approval.approvalId}`
    : call.state === 'suspended'
      ? `question ${call.suspension.suspensionId}`
      : undefined
}

function nameOf(call: ToolCall): string {
  return `Tool "${call.toolName}" (${call.toolCallId})`
}

function isOutput(response: ToolCallResponse): boolean {
  return response.type === 'output' || response.type === 'output-error'
}

function refused(reason: Exclude<RespondResult, { ok: true }>['reason'], message: string): RespondResult {
  return { ok: false, reason, message }
}

function toEvent(call: ToolCall, response: ToolCallResponse): CallEvent {
  const { toolCallId } = call
  switch (response.type) {
    case 'approval':
      return { ...response, type: 'tool_approval_resolved', toolCallId, by: 'user' }
    case 'resume':
      return { type: 'tool_resumed', toolCallId, resumeData: response.resumeData, by: 'user' }
    case 'cancel':
      return {
        type: 'tool_cancelled',
        toolCallId,
        reason: response.cause === 'expired' || response.cause === 'superseded' ? response.cause : 'cancelled',
        message: response.reason,
      }
    case 'output':
      return {
        type: 'tool_end',
        toolCallId,
        result: response.output,
        isError: false,
        modelOutput: response.modelOutput,
      }
    case 'output-error':
      return { ...response, type: 'tool_end', toolCallId, isError: true }
    default: {
      const unreachable: never = response
      return unreachable
    }
  }
}

function toHostError(cause: unknown): {
  message: string
  retryable: boolean
  toolCallKeys?: readonly string[] | undefined
} {
  const { message, retryable, toolCallKeys } = (
    typeof cause === 'object' && cause !== null ? cause : { message: cause }
  ) as Record<string, unknown>
  return {
    message: typeof message === 'string' && message !== '' ? message : 'The answer could not be sent.',
    retryable: retryable !== false,
    toolCallKeys: Array.isArray(toolCallKeys) ? (toolCallKeys as string[]) : undefined,
  }
}
