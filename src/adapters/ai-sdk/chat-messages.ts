import { SUPERSEDED } from '../../core/answer-gate.ts'
import type { InterruptReason } from '../../core/events.ts'
import type { ToolCallAnswer, ToolCallResponse } from '../../core/host.ts'
import { isDeepEqual } from '../../core/json-value.ts'
import { isToolPart, type ToolPartLike } from '../../core/tool-part.ts'
import type { Decision, ToolCall } from '../../core/tool-call.ts'
import { DENIED } from '../../core/tool-runs.ts'
import { withModelOutput } from './client-model-output.ts'
import type { MessageLike } from './tool-calls-from-messages.ts'

/** What a model reads of a call that ended without an outcome. The words are known again when the message is read. */
const WORDS: Readonly<Record<InterruptReason, string>> = {
  superseded: `${SUPERSEDED} of answering, so this call was not run.`,
  aborted: 'The person stopped this call before it had a result.',
  cancelled: 'The person cancelled this call, so it was not run.',
  expired: 'Nobody answered in time, so this call was not run.',
  'answered-elsewhere': 'This call was answered elsewhere.',
  length: 'The output limit was reached before this call was complete, so it was not run.',
  disconnected: 'The connection was lost before this call had a result.',
  error: 'The response failed before this call had a result.',
  'no-result': 'This call ended without a result.',
}

/** Why a call ended, by the words that were written for it. */
export function reasonOfWords(errorText: unknown): InterruptReason | undefined {
  if (typeof errorText !== 'string') return undefined
  // what had begun is told in other words
  if (errorText.startsWith(SUPERSEDED)) return 'superseded'
  return (Object.keys(WORDS) as InterruptReason[]).find(reason => errorText.startsWith(WORDS[reason]))
}

/** The denial of a tool of the page, by the words that were written for it: a part has no other place for it. */
export function denialOfWords(errorText: unknown): Decision | undefined {
  if (typeof errorText !== 'string' || !errorText.startsWith(DENIED)) return undefined
  const [, reason] = errorText.split(/\. Reason: (.*)/s)
  return { approved: false, by: 'user', ...(reason && { reason }) }
}

export interface WrittenMessages<Message> {
  readonly messages: Message[]
  /** Answers whose part is gone. */
  readonly lost: readonly ToolCallAnswer[]
  /** The messages, the same or a copy of them, with the parts as they were. */
  undo(messages: readonly Message[]): Message[]
}

/**
 * The messages with these answers in the parts that asked, and in no other part of the same id.
 *
 * @throws a `ToolCallHostError` where a part asks something else than what was answered.
 */
export function writeAnswers<Message extends MessageLike>(
  messages: readonly Message[],
  answers: readonly ToolCallAnswer[],
): WrittenMessages<Message> {
  const next = [...messages]
  const lost: ToolCallAnswer[] = []
  for (const answer of answers) {
    const place = findPart(next, answer)
    if (!place) {
      lost.push(answer)
      continue
    }
    const { message, partIndex, part } = place
    // an edited history is refused by servers that sign approvals, and what was shown is not what would run
    if (answer.response.type === 'approval' && !isDeepEqual(part.input, answer.call.input))
      throw {
        message: `The input of "${answer.call.toolName}" is not the one that was shown. Nothing was sent.`,
        retryable: false,
      }
    next[place.index] = withPart(message, partIndex, answeredPart(part, answer.response))
  }
  return { messages: next, lost, undo: createUndo(messages, next) }
}

/**
 * The messages as they may travel with a new one: what was left open has an end that every server takes.
 *
 * @param reasonOf why a call ended, by what is known of it
 */
export function settleMessages<Message extends MessageLike>(
  messages: readonly Message[],
  reasonOf: (part: ToolPartLike, place: { messageId: string; stepId?: string | undefined }) => InterruptReason,
): Message[] {
  return messages.map(message => {
    if (message.role !== 'assistant' || !partsOf(message).some(isLeftOpen)) return message
    const steps = stepsOf(message)
    const parts = message.parts.map((part, index) => {
      if (!isLeftOpen(part)) return part
      if (part.approval?.approved === false) return { ...part, state: 'output-denied' }
      const place = { messageId: message.id, stepId: stepIdOf(message.id, steps[index]!) }
      return settledPart(part, { state: 'output-error', errorText: wordsFor(reasonOf(part, place), part) })
    })
    return { ...message, parts }
  })
}

// what asked in the middle of its run was run in part
function wordsFor(reason: InterruptReason, { state }: ToolPartLike): string {
  return reason === 'superseded' && state === 'input-available'
    ? `${SUPERSEDED} of answering, so this call did not go on.`
    : WORDS[reason]
}

// A call whose arguments are not whole is left out by the SDK itself; what a provider runs is the provider's.
function isLeftOpen(part: { readonly type: string }): part is ToolPartLike {
  return (
    isPartOfCall(part) &&
    part.providerExecuted !== true &&
    ['input-available', 'approval-requested', 'approval-responded'].includes(part.state)
  )
}

function isPartOfCall(part: { readonly type: string }): part is ToolPartLike {
  return isToolPart(part)
}

function answeredPart(part: ToolPartLike, response: ToolCallResponse): ToolPartLike {
  switch (response.type) {
    case 'approval': {
      const { approved, reason } = response
      const approval = { ...part.approval!, approved, ...(reason === undefined ? {} : { reason }) }
      return { ...part, state: 'approval-responded', approval }
    }
    case 'output': {
      const { output, modelOutput } = response
      const settled = settledPart(part, { state: 'output-available', output })
      return modelOutput
        ? { ...settled, callProviderMetadata: withModelOutput(settled.callProviderMetadata, modelOutput) }
        : settled
    }
    case 'output-error':
      return settledPart(part, { state: 'output-error', errorText: response.errorText })
    case 'cancel': {
      const { cause = 'user', reason } = response
      const words = WORDS[cause === 'user' ? 'cancelled' : cause]
      return settledPart(part, {
        state: 'output-error',
        errorText: reason === undefined ? words : `${words} ${reason}`,
      })
    }
    case 'resume':
      // no part takes it
      return part
    default: {
      const unreachable: never = response
      return unreachable
    }
  }
}

// A finished part keeps only an approval that was granted: that is all the SDK's schema allows.
function settledPart(
  part: ToolPartLike,
  outcome: { readonly state: string; readonly output?: unknown; readonly errorText?: string },
): ToolPartLike {
  const { approval, output: _output, errorText: _errorText, preliminary: _preliminary, ...rest } = part
  return { ...rest, ...(approval?.approved === true ? { approval } : {}), ...outcome }
}

/**
 * Where the answer belongs: by message, step, id and the request that was shown. A server that gives a continuation another
 * message id moves the call, so a place that fits nowhere is asked less of.
 */
function findPart<Message extends MessageLike>(messages: readonly Message[], { call, response }: ToolCallAnswer) {
  const open = [...messages.entries()].flatMap(([index, message]) => {
    const steps = stepsOf(message)
    return partsOf(message).flatMap((part, partIndex) =>
      isPartOfCall(part) && isOpenFor(part, call, response)
        ? [{ index, message, partIndex, part, stepId: stepIdOf(message.id, steps[partIndex]!) }]
        : [],
    )
  })
  const inMessage = open.filter(({ message }) => message.id === call.messageId)
  const known = messages.some(({ id }) => id === call.messageId)
  return inMessage.findLast(({ stepId }) => stepId === call.stepId) ?? (known ? inMessage : open).at(-1)
}

function isOpenFor(part: ToolPartLike, call: ToolCall, response: ToolCallResponse): boolean {
  if (part.toolCallId !== call.toolCallId || response.type === 'resume') return false
  if (response.type.startsWith('output')) return ['input-available', 'approval-responded'].includes(part.state)
  return (
    part.state === 'approval-requested' &&
    call.state === 'approval-requested' &&
    part.approval?.id === call.approval.approvalId
  )
}

/** The ordinal of the step that each part stands in; before the first step there is none. */
function stepsOf(message: MessageLike): readonly number[] {
  let step = -1
  return partsOf(message).map(({ type }) => (type === 'step-start' ? (step += 1) : step))
}

// stored messages may be of any make: what is no part is nobody's call
function partsOf(message: MessageLike): MessageLike['parts'] {
  return Array.isArray(message.parts) && message.parts.every(part => typeof part?.type === 'string')
    ? message.parts
    : NO_PARTS
}
const NO_PARTS: MessageLike['parts'] = []

function stepIdOf(messageId: string, step: number): string | undefined {
  return step < 0 ? undefined : `${messageId}:${step}`
}

function withPart<Message extends MessageLike>(message: Message, at: number, part: ToolPartLike): Message {
  return { ...message, parts: message.parts.with(at, part) }
}

function createUndo<Message extends MessageLike>(before: readonly Message[], after: readonly Message[]) {
  const written = after.flatMap(({ id, parts }, index) =>
    parts === before[index]!.parts
      ? []
      : parts.flatMap((part, at) => {
          const original = before[index]!.parts[at]!
          return part === original ? [] : [{ id, at, part, original }]
        }),
  )
  // by what was written: the app may have put a copy in its place, from its store or its server
  const originalOf = (messageId: string, index: number, part: MessageLike['parts'][number]) =>
    written.find(({ id, at, part: own }) => id === messageId && at === index && isSameAnswer(part, own))?.original
  return (messages: readonly Message[]): Message[] =>
    messages.map(message => {
      const parts = partsOf(message).map((part, index) => originalOf(message.id, index, part) ?? part)
      return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
    })
}

function isSameAnswer(part: MessageLike['parts'][number], own: MessageLike['parts'][number]): boolean {
  const answerIn = ({ toolCallId, state, approval, output, errorText }: Partial<ToolPartLike>) => {
    return [toolCallId, state, approval?.id, approval?.approved, output, errorText]
  }
  return part === own || isDeepEqual(answerIn(part as ToolPartLike), answerIn(own as ToolPartLike))
}
