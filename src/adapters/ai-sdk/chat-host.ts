import type { UIMessage } from 'ai'
import type { ToolCallAnswer, ToolCallHost } from '../../core/host.ts'
import { isDeepEqual } from '../../core/json-value.ts'
import { isToolPart } from '../../core/tool-part.ts'
import type { TransportTap } from './tap-transport.ts'

/** What the host needs of a chat; `useChat` gives all of it. */
export interface ChatHandle<Message extends UIMessage> {
  /** Resolves when no request is under way. */
  whenIdle(): Promise<void>
  setMessages(update: (messages: Message[]) => Message[]): void
  /** Continues with the messages as they are. Resolves at the end of the response. */
  continueChat(): Promise<void>
  clearError(): void
  stop(): void
}

type ToolPart = Extract<UIMessage['parts'][number], { toolCallId: string }>

/**
 * Answers in the way of the AI SDK: all answers are written into the parts that asked, and the chat is sent once. When that
 * fails the parts are as they were.
 */
export function createChatHost<Message extends UIMessage>(
  chat: ChatHandle<Message>,
  tap: TransportTap<Message>,
): ToolCallHost {
  return {
    respondWhen: { approval: 'batch', resume: 'batch', output: 'batch', 'output-error': 'batch' },
    capabilities: { reason: true, modelOutput: true },
    stop: () => {
      tap.abort()
      chat.stop()
    },
    async respond(answers) {
      await chat.whenIdle()
      const originals = new Map<object, object>()
      chat.setMessages(messages => writeAnswers(messages, answers, originals))
      const { taken, giveUp } = tap.nextRequest()
      const done = chat.continueChat().then(
        () => giveUp({ message: 'The chat did not send the answer.', retryable: true }),
        (error: unknown) => giveUp(error),
      )
      try {
        await taken
      } catch (error) {
        await done
        chat.setMessages(messages => restore(messages, originals))
        chat.clearError()
        throw { message: shortText(error), retryable: true }
      }
    },
  }
}

/**
 * The messages with these answers in the parts that asked.
 *
 * @param originals takes what the parts were, by what they are now.
 * @throws a `ToolCallHostError` where no part asks, or asks something else than what was answered.
 */
export function writeAnswers<Message extends UIMessage>(
  messages: Message[],
  answers: readonly ToolCallAnswer[],
  originals = new Map<object, object>(),
): Message[] {
  const next = [...messages]
  for (const { call, response } of answers) {
    if (response.type !== 'approval') {
      throw {
        message: `A response of the type "${response.type}" cannot be sent on the AI SDK in this version.`,
        retryable: false,
      }
    }
    const at = next.findLastIndex(message => message.parts.some(part => asks(part, call)))
    const message = next[at]
    if (!message)
      throw { message: 'The message that asked for approval is gone.', retryable: false, toolCallKeys: [call.key] }
    const parts = message.parts.map(part => {
      if (!asks(part, call)) return part
      // an edited history is refused by servers that sign approvals, and what was shown is not what would run
      if (!isDeepEqual(part.input, call.input))
        throw { message: 'The input is not the one that was shown.', retryable: false, toolCallKeys: [call.key] }
      const approval = {
        ...part.approval,
        approved: response.approved,
        ...(response.reason === undefined ? {} : { reason: response.reason }),
      }
      const answered = { ...part, state: 'approval-responded', approval }
      originals.set(answered, part)
      return answered
    })
    next[at] = { ...message, parts: parts as Message['parts'] }
  }
  return next
}

function asks(
  part: UIMessage['parts'][number],
  call: ToolCallAnswer['call'],
): part is ToolPart & { approval: { id: string } } {
  return (
    call.state === 'approval-requested' &&
    isToolPart(part) &&
    part.toolCallId === call.toolCallId &&
    part.state === 'approval-requested' &&
    part.approval.id === call.approval.approvalId
  )
}

function restore<Message extends UIMessage>(messages: Message[], originals: ReadonlyMap<object, object>): Message[] {
  return messages.map(message => {
    if (!message.parts.some(part => originals.has(part))) return message
    return { ...message, parts: message.parts.map(part => originals.get(part) ?? part) as Message['parts'] }
  })
}

// A transport's error holds the body of the response, which may be a page of HTML.
function shortText(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? String(error.message).trim() : ''
  if (text === '' || text.startsWith('<')) return 'the server answered with an error'
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) {
      const { error: reason, message } = body as { error?: unknown; message?: unknown }
      if (typeof message === 'string') return message.slice(0, 300)
      if (typeof reason === 'string') return reason.slice(0, 300)
      return 'the server answered with an error'
    }
  } catch {
    // plain text
  }
  return text.slice(0, 300)
}
