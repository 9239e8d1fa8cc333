import type { ToolCallAnswer, ToolCallHost } from '../../core/host.ts'
import { writeAnswers } from './chat-messages.ts'
import type { MessageLike } from './tool-calls-from-messages.ts'

/** What the host needs of a chat. */
export interface ChatHandle<Message extends MessageLike> {
  /** Resolves when no request is under way. */
  whenIdle(): Promise<void>
  readMessages(): readonly Message[]
  writeMessages(messages: Message[]): void
  /** Sends the messages as they are, with more in the body. Resolves when the server has taken them, rejects when it has not. */
  send(body?: object): Promise<void>
  stop(): void
}

export interface ChatHost extends ToolCallHost {
  /** The answers that still wait for the end of a response: whoever takes them brings them to the server some other way. */
  takeWaiting(): readonly ToolCallAnswer[]
}

/** What becomes of answers that wait. */
type Outcome = 'idle' | 'taken' | 'stopped'

/**
 * Answers in the way of the AI SDK: all answers are written into the parts that asked, and the chat is sent once. When that
 * fails the parts are as they were.
 */
export function createChatHost<Message extends MessageLike>(chat: ChatHandle<Message>): ChatHost {
  // a response that has told all of its calls may still go on, and a person may stop it or write on
  const waiting = new Map<readonly ToolCallAnswer[], (outcome: Outcome) => void>()
  const settleWaiting = (outcome: Outcome) => {
    const answers = [...waiting.keys()].flat()
    for (const settle of waiting.values()) settle(outcome)
    waiting.clear()
    return answers
  }
  /** False when somebody else has taken the answers. */
  const isTurnOf = async (answers: readonly ToolCallAnswer[]) => {
    const outcome = await new Promise<Outcome>(settle => {
      waiting.set(answers, settle)
      void chat.whenIdle().then(() => {
        waiting.delete(answers)
        settle('idle')
      })
    })
    if (outcome === 'stopped') throw { message: 'It was stopped before it was sent.', retryable: true }
    return outcome === 'idle'
  }
  let isHinted = process.env.NODE_ENV === 'production'
  // The server's part leaves no trace in its response, so that it is missing cannot be known here: it is said once.
  const hint = (answers: readonly ToolCallAnswer[]) => {
    const own = answers.find(({ response }) => response.type === 'output' && response.modelOutput)
    if (!own || isHinted) return
    isHinted = true
    console.warn(
      `Tool "${own.call.toolName}" has a model output of its own. The model reads it only where the server calls withClientModelOutput (react-tool-calls/server) on the messages for the model; else it reads the raw output.`,
    )
  }
  return {
    respondWhen: { approval: 'batch', resume: 'batch', cancel: 'batch', output: 'batch', 'output-error': 'batch' },
    capabilities: { reason: true, modelOutput: true },
    stop() {
      settleWaiting('stopped')
      chat.stop()
    },
    takeWaiting: () => settleWaiting('taken'),
    async respond(answers) {
      hint(answers)
      if (!(await isTurnOf(answers))) return
      const { messages, lost, undo } = writeAnswers(chat.readMessages(), answers)
      if (lost.length < answers.length) {
        chat.writeMessages(messages)
        try {
          await chat.send()
        } catch (error) {
          chat.writeMessages(undo(chat.readMessages()))
          throw { message: shortText(error), retryable: true }
        }
      }
      // Mastra continues one suspended run per request
      for (const [index, answer] of lost.entries()) {
        const body = resumeBody(answer)
        try {
          if (!body) throw new Error('What asked for this answer is no longer in the messages of the chat.')
          if (!(await isTurnOf(lost.slice(index)))) return
          await chat.send(body)
        } catch (error) {
          const toolCallKeys = lost.slice(index).map(({ call }) => call.key)
          throw { message: shortText(error), retryable: body !== undefined, toolCallKeys }
        }
      }
    },
  }
}

/** How `@mastra/ai-sdk` takes an answer that no part can hold. */
function resumeBody({ call, response }: ToolCallAnswer): object | undefined {
  const request = call.state === 'suspended' ? call.suspension : call.state === 'approval-requested' && call.approval
  const ref = request && (request.ref as { runId?: unknown; data?: { runId?: unknown } } | undefined)
  const runId = ref && (ref.data?.runId ?? ref.runId)
  if (typeof runId !== 'string') return undefined
  const { toolCallId } = call
  if (response.type === 'approval') {
    const { approved, reason } = response
    return { runId, toolCallId, resumeData: { approved, ...(reason === undefined ? {} : { reason }) } }
  }
  // an empty answer would begin another turn there, and the question would stay open for ever
  return response.type === 'resume' && response.resumeData
    ? { runId, toolCallId, resumeData: response.resumeData }
    : undefined
}

// A transport's error holds the body of the response, which may be a page of HTML.
function shortText(error: unknown): string {
  const { message, name } = (typeof error === 'object' && error !== null ? error : {}) as {
    message?: unknown
    name?: unknown
  }
  if (name === 'AbortError') return 'It was stopped before the server answered.'
  const text = typeof message === 'string' ? message.trim() : ''
  if (text === '' || text.startsWith('<')) return 'the server answered with an error'
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) {
      const { error: reason, message: words } = body as { error?: unknown; message?: unknown }
      const own = [words, reason].find(part => typeof part === 'string')
      return own === undefined ? 'the server answered with an error' : own.slice(0, 300)
    }
  } catch {
    // plain text
  }
  return text.slice(0, 300)
}
