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
  /** Outputs that could not be sent and have to travel some other way now. */
  takeUndelivered(): readonly ToolCallAnswer[]
  /** Sends what may be sent now. */
  pump(): void
  /** Takes back what is held. A person has spoken: the count of turns that nobody asked for begins again. */
  drop(result: RespondResult): readonly ToolCallAnswer[]
}

/** When a tool here asked: how it takes the answer, once that is shown. */
export type ClaimAnswer = (call: ToolCall, response: ToolCallResponse) => (() => void) | undefined

interface StagedAnswer {
  readonly answer: ToolCallAnswer
  readonly entry: ToolCallEntry
  readonly isAutomatic: boolean
  /** Waits for the other answers of its batch, not only for the end of the run. */
  readonly isBatched: boolean
  settle(result: RespondResult): void
}

export function createAnswerGate(
  store: ToolCallStore,
  { host, maxAutomaticTurns = 20 }: { host?: ToolCallHost | undefined; maxAutomaticTurns?: number | undefined },
  context: ToolCallHostContext,
  claim: ClaimAnswer,
): AnswerGate {
  let held: StagedAnswer[] = []
  let automaticTurns = 0
  let countedRun = 0
  const sendingBatches = new Set<Thread>()

  // an outcome proves that an answer was taken; an output of ours is an outcome that still has to travel
  const mark = ({ answer, entry }: StagedAnswer, status?: 'held' | 'sending') => {
    if (!(status && isSettled(entry.call)) || isOutput(answer.response))
      store.change(entry.key, call => change(call, { delivery: status && { status } }))
  }

  const send = async (staged: readonly StagedAnswer[]) => {
    const sent = staged.filter(({ answer: { response }, entry, settle }) => {
      const isOfOutput = staged.some(other => other.entry === entry && isOutput(other.answer.response))
      const isWanted = isOfOutput || response.type === 'cancel' || !isEnded(entry.call)
      // what another version of a message has replaced is not what was answered
      if (isWanted && store.get(entry.key) === entry) return true
      settle(refused('settled', entry.call))
      return false
    })
    if (sent.length === 0) return
    for (const answer of sent) mark(answer, 'sending')
    // the results of one run are one turn; where nobody tells of runs, each sending is one
    const { starts } = sent[0]!.entry.thread.runs
    if (sent.some(({ isAutomatic }) => !isAutomatic)) automaticTurns = 0
    else {
      if (starts === 0 || starts !== countedRun) automaticTurns += 1
      countedRun = starts
    }
    let error: ToolCallHostError | undefined
    try {
      if (automaticTurns > maxAutomaticTurns)
        throw `Stopped after ${maxAutomaticTurns} turns that nobody asked for. Try again to go on.`
      await host!.respond(
        sent.map(({ answer }) => answer),
        context,
      )
    } catch (cause) {
      error = toHostError(cause)
    }
    for (const answer of sent) {
      const { entry, settle } = answer
      const { key, toolCallId } = entry.call
      if (error && (error.toolCallKeys?.includes(key) ?? true)) {
        const { message, retryable } = error
        if (isOutput(answer.answer.response)) {
          entry.undelivered = sent.filter(other => other.entry === entry).map(({ answer }) => answer)
          entry.thread.undelivered.add(entry)
        }
        store.applyTo(key, { type: 'response_failed', toolCallId, error: message, retryable })
        settle({ ok: false, reason: 'failed', message })
      } else {
        mark(answer)
        settle({ ok: true })
      }
    }
    store.reader.flush()
  }

  const collectUndelivered = (entries: Iterable<ToolCallEntry>): StagedAnswer[] =>
    [...entries].flatMap(entry => {
      const answers = entry.undelivered!
      entry.undelivered = undefined
      entry.thread.undelivered.delete(entry)
      return answers.map(answer => ({ answer, entry, isAutomatic: true, isBatched: true, settle: () => {} }))
    })

  const pump = () => {
    for (const thread of new Set(held.map(({ entry }) => entry.thread))) {
      if (sendingBatches.has(thread) || thread.runs.active.size > 0) continue
      const awaitsMore = [...thread.waiting].some(({ call }) => isOurs(call))
      const mayGo = ({ entry, isBatched }: StagedAnswer) => entry.thread === thread && !(awaitsMore && isBatched)
      const batch = held.filter(mayGo)
      if (batch.length === 0) continue
      held = held.filter(answer => !mayGo(answer))
      // what could not be sent belongs to the batch still: without it the others would be refused again
      if (batch.some(({ isBatched }) => isBatched)) batch.push(...collectUndelivered(thread.undelivered))
      batch.sort((a, b) => a.entry.order - b.entry.order)
      sendingBatches.add(thread)
      void send(batch).then(() => {
        sendingBatches.delete(thread)
        pump()
      })
    }
  }

  const stage = (entry: ToolCallEntry, answer: ToolCallAnswer, isAutomatic = false) =>
    new Promise<RespondResult>(settle => {
      const { response } = answer
      const isBatched = host!.respondWhen?.[response.type] === 'batch'
      const staged: StagedAnswer = { answer, entry, isAutomatic, isBatched, settle }
      // an output is never sent while a run is going on
      if (isBatched || (isOutput(response) && entry.thread.runs.active.size > 0)) {
        mark(staged, 'held')
        held.push(staged)
      } else void send([staged])
    })

  return {
    async respond(shown, response) {
      const entry = store.get(shown.key)
      if (!entry) return refused('unknown', shown)
      const reason = reasonAgainst(entry.call, shown, response, host)
      if (reason) return refused(reason, shown)
      const take = claim(shown, response)
      if (!take && !host) {
        const why = process.env.NODE_ENV !== 'production' && 'has no host to take it. Give createToolCallSession one'
        return refused('not-allowed', shown, why)
      }
      if (response.type === 'approval' && response.approved) entry.approvedId = idOf(requestOf(shown))
      store.applyTo(shown.key, toEvent(shown, response))
      const result = take ? { ok: true as const } : stage(entry, { call: shown, response })
      take?.()
      store.reader.flush()
      return result
    },
    async answer(call, response) {
      const entry = store.get(call.key)
      if (!entry) return refused('unknown', call)
      if (!isEnded(call)) store.applyTo(call.key, toEvent(call, response))
      if (!host) return { ok: true }
      const result = stage(entry, { call, response }, true)
      store.reader.flush()
      return result
    },
    async retry(shown) {
      const entry = store.get(shown.key)
      if (!entry?.undelivered) return refused('not-allowed', shown)
      const results = collectUndelivered([entry]).map(({ answer }) => stage(entry, answer))
      store.reader.flush()
      return (await Promise.all(results)).at(-1)!
    },
    takeUndelivered() {
      const taken = collectUndelivered(store.all('undelivered'))
      for (const answer of taken) mark(answer)
      return taken.map(({ answer }) => answer)
    },
    pump,
    drop(result) {
      const dropped = held
      held = []
      automaticTurns = 0
      for (const answer of dropped) {
        mark(answer)
        answer.settle(result)
      }
      return dropped.map(({ answer }) => answer)
    },
  }
}

type Refusal = Extract<RespondResult, { ok: false }>
type Reason = Exclude<Refusal['reason'], 'failed'>

/** Why an answer cannot be taken (law 6): it belongs to what was shown, and only to that. */
function reasonAgainst(
  current: ToolCall,
  shown: ToolCall,
  response: ToolCallResponse,
  host: ToolCallHost | undefined,
): Reason | undefined {
  if (isEnded(current)) return 'settled'
  if (isOutput(response))
    return isIn(current, 'input-available') && !current.providerExecuted ? undefined : 'not-allowed'
  const asks = isIn(shown, 'approval-requested') ? 'approval' : isIn(shown, 'suspended') && 'resume'
  if (!asks || ![asks, 'cancel'].includes(response.type)) return 'not-allowed'
  if (!isPending(current)) return 'settled'
  // both ids default to the call's own, so the kind of the question belongs to it
  const isSame = current.state === shown.state && isDeepEqual(requestOf(current), requestOf(shown))
  if (!isSame || !isDeepEqual(current.input, shown.input)) return 'changed'
  const mayEdit = requestOf(shown).editable && host?.capabilities?.editInput
  return response.type === 'approval' && response.editedInput !== undefined && !mayEdit ? 'not-allowed' : undefined
}

function isOutput(response: ToolCallResponse): boolean {
  return response.type.startsWith('output')
}

function refused(reason: Reason, { toolName, toolCallId }: ToolCall, why?: string | false): Refusal {
  const message = `Tool "${toolName}" (${toolCallId}) ${why || REFUSALS[reason]}. The answer was not sent.`
  return { ok: false, reason, message }
}

const REFUSALS: Record<Reason, string> = {
  unknown: 'is not known here',
  settled: 'was already answered or has ended',
  changed: 'asks something else by now. Look again before you decide',
  'not-allowed': 'takes no such answer',
}

/** Why a call ends when the person writes on. Stored messages are known by it. */
export const SUPERSEDED = 'The person wrote a message instead'

/** What the model is told of a call that ends here before it has an outcome. */
export function unfinished(why: string, what = 'was not run', reason?: string): ToolCallResponse {
  const errorText = `${why}, so it ${what}.${reason ? ` Reason: ${reason}` : ''}`
  return { type: 'output-error', errorKind: 'not-executed', errorText }
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
