import type { ModelOutput } from '../../core/model-output.ts'
import { isToolPart, partToToolCall, type ToolPartLike } from '../../core/tool-part.ts'
import type { StoredToolCall } from '../../core/tool-call.ts'
import { readModelOutput } from './client-model-output.ts'

/** A message of the AI SDK (5, 6, 7), structurally. */
export interface MessageLike {
  readonly id: string
  readonly role: string
  readonly metadata?: unknown
  readonly parts: readonly { readonly type: string }[]
}
export interface ToolCallsFromMessagesOptions {
  /** The message whose response is under way: what is unfinished there goes on. */
  activeMessageId?: string | undefined
  /** Which tools run in the browser. @default every tool that has no output and that the provider did not run itself */
  isClientTool?: ((toolName: string) => boolean) | undefined
}

/**
 * The tool calls of stored messages, as `initialToolCalls` and `hydrate` take them: with the places that a live stream of the
 * same messages names.
 *
 * In the last message a call without an answer still waits for it; in earlier ones, where the person has written on, it has ended.
 */
export function toolCallsFromMessages(
  messages: readonly MessageLike[],
  options: ToolCallsFromMessagesOptions = {},
): StoredToolCall[] {
  return messages.flatMap((message, at) =>
    toolCallsFromMessage(message, { ...options, isLast: at === messages.length - 1 }),
  )
}

/** The tool calls of one message. */
export function toolCallsFromMessage(
  message: MessageLike,
  options: ToolCallsFromMessagesOptions & { readonly isLast: boolean },
): StoredToolCall[] {
  let step = -1
  return message.parts.flatMap((part): StoredToolCall[] => {
    if (part.type === 'step-start') step += 1
    if (!isToolPart(part)) return []
    const {
      key: _key,
      running,
      ...record
    } = partToToolCall(part as never, { messageId: message.id }) as never as Record<string, unknown>
    let stored = { ...record, ...(step < 0 ? {} : { stepId: `${message.id}:${step}` }) } as unknown as StoredToolCall
    const modelOutput = readModelOutput((part as ToolPartLike).callProviderMetadata)
    if (typeof modelOutput === 'object' && modelOutput !== null && stored.state === 'output-available')
      stored = { ...stored, modelOutput: modelOutput as ModelOutput }
    const { state } = stored
    if (!options.isLast && ['approval-requested', 'suspended'].includes(state))
      stored = { ...stored, state: 'interrupted', reason: 'superseded', inputComplete: true }
    else if (!options.isLast && ['input-available', 'approval-responded'].includes(state))
      stored =
        stored.decision?.approved === false
          ? { ...stored, state: 'output-denied' }
          : { ...stored, state: 'interrupted', reason: 'no-result', inputComplete: true }
    else if (
      options.activeMessageId !== message.id &&
      state === 'input-available' &&
      !stored.providerExecuted &&
      !running
    )
      stored = { ...stored, waitingFor: 'client' }
    return [stored]
  })
}
