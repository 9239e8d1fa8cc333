import type { ToolApprovalResolvedEvent, ToolCancelledEvent, ToolEndEvent, ToolResumedEvent } from './events.ts'
import type { ToolCallAnswer, ToolCallHost, ToolCallHostContext, ToolCallResponse } from './host.ts'
import { isDeepEqual } from './json-value.ts'
import { isEnded, isPending, withDelivery, type CallEvent } from './reduce-tool-call.ts'
import type { ToolCall } from './tool-call.ts'
import type { ToolCallStore } from './tool-call-store.ts'

export type RespondResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' | 'settled' | 'changed' | 'not-allowed' | 'failed'; message: string }

/** Takes answers, shows them at once, and brings them to the host: each at once, or a batch when nobody is left to wait for. */
export interface AnswerGate {
  respond(call: ToolCall, response: ToolCallResponse): Promise<RespondResult>
  /** Sends an output again that could not be sent: its tool has run and is not run again. */
  retry(call: ToolCall): Promise<RespondResult>
  /** Sends what may be sent now. */
  pump(): void
  /** Takes back what is held; the calls end with the reason. */
  drop(message: string): readonly ToolCallAnswer[]
}

interface StagedAnswer extends ToolCallAnswer {
  readonly threadId: string | undefined
  settle(result: RespondResult): void
}

export function createAnswerGate(store: ToolCallStore, host: ToolCallHost | undefined, context: ToolCallHostContext): AnswerGate {
  let held: StagedAnswer[] = []
  const undelivered = new Map<string, ToolCallResponse>()
  const sendingBatches = new Set<string | undefined>()

  // an outcome proves that an answer was taken; an output of ours is an outcome that still has to travel
  const mark = ({ call, response }: ToolCallAnswer, status: 'held' | 'sending') =>
    store.change(call.key, current => (isEnded(current) && !isOutput(response) ? current : withDelivery(current, { status })))

  const send = async (answers: readonly StagedAnswer[]) => {
    for (const answer of answers) mark(answer, 'sending')
    try {
      await host!.respond(
        answers.map(({ call, response }) => ({ call, response })),
        context,
      )
    } catch (cause) {
      const error = toHostError(cause)
      for (const { call, response, settle } of answers) {
        const failed = error.toolCallKeys === undefined || error.toolCallKeys.includes(call.key)
        if (failed) {
          if (isOutput(response)) undelivered.set(call.key, response)
          store.applyTo(call.key, { type: 'response_failed', toolCallId: call.toolCallId, error: error.message, retryable: error.retryable })
        } else store.change(call.key, current => withDelivery(current, undefined))
        settle(failed ? refused('failed', error.message) : { ok: true })
      }
      store.flush()
      return
    }
    for (const { call, settle } of answers) {
      store.change(call.key, current => (current.delivery ? withDelivery(current, undefined) : current))
      settle({ ok: true })
    }
    store.flush()
  }

  const pump = () => {
    for (const threadId of new Set(held.map(answer => answer.threadId))) {
      const thread = store.thread(threadId)
      const waits = [...thread.open].some(key => {
        const call = store.get(key)!
        return isPending(call) || (call.state === 'input-available' && call.waitingFor === 'client')
      })
      if (thread.runs.isActive || waits || sendingBatches.has(threadId)) continue
      const order = store.keys()
      const batch = held.filter(answer => answer.threadId === threadId).sort((a, b) => order.indexOf(a.call.key) - order.indexOf(b.call.key))
      held = held.filter(answer => answer.threadId !== threadId)
      sendingBatches.add(threadId)
      void send(batch).finally(() => {
        sendingBatches.delete(threadId)
        pump()
      })
    }
  }

  const stage = (shown: ToolCall, response: ToolCallResponse) => {
    const batched = host!.respondWhen?.[response.type] === 'batch'
    mark({ call: shown, response }, batched ? 'held' : 'sending')
    const result = new Promise<RespondResult>(resolve => {
      const answer: StagedAnswer = { call: shown, response, threadId: shown.threadId ?? context.threadId, settle: resolve }
      if (batched) held.push(answer)
      else void send([answer])
    })
    store.flush()
    return result
  }

  return {
    async respond(shown, response) {
      const current = store.get(shown.key)
      const refusal = checkAnswer(current, shown, response, host)
      if (refusal) return refusal
      store.applyTo(shown.key, toEvent(shown, response))
      return stage(shown, response)
    },
    async retry(shown) {
      const response = undelivered.get(shown.key)
      if (!response) return refused('not-allowed', `Tool "${shown.toolName}" (${shown.toolCallId}) has no output that waits to be sent again.`)
      undelivered.delete(shown.key)
      return stage(store.get(shown.key) ?? shown, response)
    },
    pump,
    drop(message) {
      const dropped = held
      held = []
      for (const answer of dropped) answer.settle(refused('failed', message))
      return dropped.map(({ call, response }) => ({ call, response }))
    },
  }
}

function isOutput(response: ToolCallResponse): boolean {
  return response.type === 'output' || response.type === 'output-error'
}

/** Why an answer cannot be taken (law 6): it belongs to what was shown, and only to that. */
function checkAnswer(current: ToolCall | undefined, shown: ToolCall, response: ToolCallResponse, host: ToolCallHost | undefined): RespondResult | undefined {
  const name = `Tool "${shown.toolName}" (${shown.toolCallId})`
  if (!current) return refused('unknown', `${name} is not known to this session, so there is nothing to answer. It may have been removed or belong to another session.`)
  if (isEnded(current)) return refused('settled', `${name} has already ended (${current.state}). The answer was not sent.`)
  if (isOutput(response)) {
    if (current.state !== 'input-available' || current.providerExecuted) return refused('not-allowed', `${name} does not wait for a result from here (${current.state}). The output was not sent.`)
  } else {
    const asked = shown.state === 'approval-requested' ? shown.approval.approvalId : shown.state === 'suspended' ? shown.suspension.suspensionId : undefined
    if (asked === undefined) return refused('not-allowed', `${name} was not asking when it was shown (${shown.state}). The answer was not sent.`)
    if ((response.type === 'approval' && shown.state !== 'approval-requested') || (response.type === 'resume' && shown.state !== 'suspended')) {
      return refused('not-allowed', `${name} does not ask for an answer of the type "${response.type}".`)
    }
    if (!isPending(current)) return refused('settled', `${name} was already answered. The second answer was not sent.`)
    const asks = current.state === 'approval-requested' ? current.approval.approvalId : current.suspension.suspensionId
    if (asks !== asked || !isDeepEqual(current.input, shown.input)) return refused('changed', `${name} asks something else by now. Look again before you decide.`)
  }
  if (response.type === 'approval' && response.editedInput !== undefined && !(shown.state === 'approval-requested' && shown.approval.editable && host?.capabilities?.editInput)) {
    return refused('not-allowed', `${name}: its input cannot be edited here. The answer was not sent.`)
  }
  if (!host) return refused('not-allowed', `${name} was answered, but this session has no host, so the answer has nowhere to go. Give createToolCallSession a host.`)
  return undefined
}

function refused(reason: Exclude<RespondResult, { ok: true }>['reason'], message: string): RespondResult {
  return { ok: false, reason, message }
}

function toEvent(call: ToolCall, response: ToolCallResponse): CallEvent {
  const about = { toolCallId: call.toolCallId }
  switch (response.type) {
    case 'approval': {
      const { type: _, ...decision } = response
      const approvalId = call.state === 'approval-requested' ? call.approval.approvalId : undefined
      return { type: 'tool_approval_resolved', ...about, approvalId, ...decision, by: 'user' } satisfies ToolApprovalResolvedEvent
    }
    case 'resume':
      return {
        type: 'tool_resumed',
        ...about,
        suspensionId: call.state === 'suspended' ? call.suspension.suspensionId : undefined,
        resumeData: response.resumeData,
        by: 'user',
      } satisfies ToolResumedEvent
    case 'cancel':
      return {
        type: 'tool_cancelled',
        ...about,
        reason: response.cause === 'expired' || response.cause === 'superseded' ? response.cause : 'cancelled',
        message: response.reason,
      } satisfies ToolCancelledEvent
    case 'output':
      return { type: 'tool_end', ...about, result: response.output, isError: false, modelOutput: response.modelOutput } satisfies ToolEndEvent
    case 'output-error':
      return { type: 'tool_end', ...about, isError: true, errorText: response.errorText, errorKind: response.errorKind } satisfies ToolEndEvent
    default: {
      const unreachable: never = response
      return unreachable
    }
  }
}

function toHostError(cause: unknown): { message: string; retryable: boolean; toolCallKeys?: readonly string[] | undefined } {
  if (typeof cause !== 'object' || cause === null) return { message: typeof cause === 'string' ? cause : 'The answer could not be sent.', retryable: true }
  const { message, retryable, toolCallKeys } = cause as { message?: unknown; retryable?: unknown; toolCallKeys?: unknown }
  return {
    message: typeof message === 'string' && message !== '' ? message : 'The answer could not be sent.',
    retryable: retryable !== false,
    toolCallKeys: Array.isArray(toolCallKeys) ? (toolCallKeys as string[]) : undefined,
  }
}
