import type { ToolCallAnswer, ToolCallHost, ToolCallHostContext, ToolCallHostError, ToolCallResponse } from './host.ts'
import { isDeepEqual, isObject } from './json-value.ts'
import type { CallEvent } from './reduce-tool-call.ts'
import type { Thread, ToolCallEntry } from './tool-call-index.ts'
import { change, idOf, isEnded, isIn, isOurs, isPending, isSettled, requestOf } from './tool-call-record.ts'
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
  /** The record is gone, and its output need not be kept to be sent again. */
  forget(key: string): void
  /** Sends what may be sent now. */
  pump(): void
  /** Takes back what is held. A person has spoken: the count of turns that nobody asked for begins again. */
  drop(result: RespondResult): readonly ToolCallAnswer[]
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
  readonly entry: ToolCallEntry
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
  const sendingBatches = new Set<Thread>()

  // an outcome proves that an answer was taken; an output of ours is an outcome that still has to travel
  const mark = ({ call, response }: ToolCallAnswer, status?: 'held' | 'sending') =>
    store.change(call.key, current =>
      isSettled(current) && !isOutput(response) && status
        ? current
        : change(current, { delivery: status && { status } }),
    )

  const send = async (staged: readonly StagedAnswer[]) => {
    const answers = staged.filter(({ call, response, settle }) => {
      const current = store.get(call.key)?.call
      const hasOutput = staged.some(other => other.call.key === call.key && isOutput(other.response))
      if (current && (hasOutput || response.type === 'cancel' || !isEnded(current))) return true
      settle(refused('settled', call, 'was settled before the answer could be sent'))
      return false
    })
    if (answers.length === 0) return
    for (const answer of answers) mark(answer, 'sending')
    if (answers.some(answer => !answer.isAutomatic)) automaticTurns = 0
    else {
      // the results of one run are one turn; where nobody tells of runs, each sending is one
      const { starts } = answers[0]!.entry.thread.runs
      if (starts === 0 || starts !== countedRun) automaticTurns += 1
      countedRun = starts
    }
    let error: ToolCallHostError | undefined
    try {
      if (automaticTurns > maxAutomaticTurns)
        throw `Stopped after ${maxAutomaticTurns} turns that nobody asked for. Try again to go on.`
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
        const { message, retryable } = error
        if (isOutput(response)) undelivered.set(call.key, response)
        const { toolCallId } = call
        store.applyTo(call.key, { type: 'response_failed', toolCallId, error: message, retryable })
        settle({ ok: false, reason: 'failed', message })
      } else {
        mark(answer)
        settle({ ok: true })
      }
    }
    store.reader.flush()
  }

  const pump = () => {
    for (const thread of new Set(held.map(({ entry }) => entry.thread))) {
      if (sendingBatches.has(thread) || thread.runs.isActive) continue
      const awaitsMore = [...thread.waiting].some(({ call }) => isOurs(call))
      const mayGo = ({ entry, isBatched }: StagedAnswer) => entry.thread === thread && !(awaitsMore && isBatched)
      const batch = held.filter(mayGo).sort((a, b) => a.entry.order - b.entry.order)
      if (batch.length === 0) continue
      held = held.filter(answer => !mayGo(answer))
      sendingBatches.add(thread)
      void send(batch).then(() => {
        sendingBatches.delete(thread)
        pump()
      })
    }
  }

  const stage = (call: ToolCall, response: ToolCallResponse, isAutomatic: boolean) => {
    const entry = store.get(call.key)!
    const isBatched = host!.respondWhen?.[response.type] === 'batch'
    // an output is never sent while a run is going on
    const waits = isBatched || (isOutput(response) && entry.thread.runs.isActive)
    mark({ call, response }, waits ? 'held' : 'sending')
    const result = new Promise<RespondResult>(settle => {
      const answer: StagedAnswer = { call, response, entry, isAutomatic, isBatched, settle }
      if (waits) held.push(answer)
      else void send([answer])
    })
    store.reader.flush()
    return result
  }

  return {
    async respond(shown, response) {
      const refusal = checkAnswer(store.get(shown.key)?.call, shown, response, host)
      if (refusal) return refusal
      const take = claim(shown, response)
      if (!take && !host)
        return refused('not-allowed', shown, 'is in a session without a host. Give createToolCallSession one')
      store.applyTo(shown.key, toEvent(shown, response))
      if (!take) return stage(shown, response, false)
      take()
      store.reader.flush()
      return { ok: true }
    },
    async answer(call, response) {
      if (!isEnded(call)) store.applyTo(call.key, toEvent(call, response))
      return host ? stage(call, response, true) : { ok: true }
    },
    async retry(shown) {
      const current = store.get(shown.key)?.call
      const response = undelivered.get(shown.key)
      if (!current || !response) return refused('not-allowed', shown, 'has no output that waits to be sent again')
      undelivered.delete(shown.key)
      return stage(current, response, false)
    },
    pump,
    forget: key => void undelivered.delete(key),
    drop(result) {
      const dropped = held
      held = []
      automaticTurns = 0
      for (const answer of dropped) {
        mark(answer)
        answer.settle(result)
      }
      return dropped.map(({ call, response }) => ({ call, response }))
    },
  }
}

type Refusal = Extract<RespondResult, { ok: false }>

/** Why an answer cannot be taken (law 6): it belongs to what was shown, and only to that. */
function checkAnswer(
  current: ToolCall | undefined,
  shown: ToolCall,
  response: ToolCallResponse,
  host: ToolCallHost | undefined,
): Refusal | undefined {
  const refuse = (reason: Refusal['reason'], what: string) => refused(reason, shown, what)
  if (!current) return refuse('unknown', 'is not known to this session')
  if (isEnded(current)) return refuse('settled', `has already ended (${current.state})`)
  if (isOutput(response))
    return current.state === 'input-available' && !current.providerExecuted
      ? undefined
      : refuse('not-allowed', `does not wait for a result from here (${current.state})`)
  const type = isIn(shown, 'approval-requested') ? 'approval' : isIn(shown, 'suspended') ? 'resume' : undefined
  if (!type || ![type, 'cancel'].includes(response.type))
    return refuse(
      'not-allowed',
      `was ${shown.state} when it was shown and takes no answer of the type "${response.type}"`,
    )
  if (!isPending(current)) return refuse('settled', 'was already answered')
  // both ids default to the call's own, so the kind of the question belongs to it
  const isSame = current.state === shown.state && idOf(requestOf(current)) === idOf(requestOf(shown))
  if (!isSame || !isDeepEqual(current.input, shown.input))
    return refuse('changed', 'asks something else by now. Look again before you decide')
  return response.type === 'approval' &&
    response.editedInput !== undefined &&
    !(isIn(shown, 'approval-requested') && shown.approval.editable && host?.capabilities?.editInput)
    ? refuse('not-allowed', 'has an input that cannot be edited here')
    : undefined
}

function isOutput(response: ToolCallResponse): boolean {
  return response.type.startsWith('output')
}

function refused(reason: Refusal['reason'], { toolName, toolCallId }: ToolCall, what: string): Refusal {
  return { ok: false, reason, message: `Tool "${toolName}" (${toolCallId}) ${what}. The answer was not sent.` }
}

function toEvent({ toolCallId }: ToolCall, response: ToolCallResponse): CallEvent {
  switch (response.type) {
    case 'approval':
      return { ...response, type: 'tool_approval_resolved', toolCallId, by: 'user' }
    case 'resume':
      return { ...response, type: 'tool_resumed', toolCallId, by: 'user' }
    case 'cancel': {
      const { cause = 'user', reason: message } = response
      return { type: 'tool_cancelled', toolCallId, reason: cause === 'user' ? 'cancelled' : cause, message }
    }
    case 'output':
      return { ...response, type: 'tool_end', toolCallId, result: response.output, isError: false }
    case 'output-error':
      return { ...response, type: 'tool_end', toolCallId, isError: true }
    default: {
      const unreachable: never = response
      return unreachable
    }
  }
}

function toHostError(cause: unknown): ToolCallHostError {
  const { message, retryable, toolCallKeys } = isObject(cause) ? cause : ({ message: cause } as Record<string, unknown>)
  return {
    message: typeof message === 'string' && message !== '' ? message : 'The answer could not be sent.',
    retryable: retryable !== false,
    toolCallKeys: Array.isArray(toolCallKeys) ? (toolCallKeys as string[]) : undefined,
  }
}
