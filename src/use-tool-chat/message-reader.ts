import { denialOfWords, reasonOfWords } from '../adapters/ai-sdk/chat-messages.ts'
import { toolCallsFromMessage, type MessageLike } from '../adapters/ai-sdk/tool-calls-from-messages.ts'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import { isDeepEqual } from '../core/json-value.ts'
import type { StoredToolCall, ToolCallState } from '../core/tool-call.ts'

/** Brings what the messages say of their calls to the session. */
export interface MessageReader {
  /**
   * Reads the messages whose identity has changed, and lets go of the calls that are gone.
   *
   * @param streaming the message that a stream is telling of: until its end the stream knows more than the message does
   */
  read(messages: readonly MessageLike[], isActive: boolean, streaming?: MessageLike): void
  /** These messages hold answers that the session has given or taken back: they say nothing new of their calls. */
  wrote(messages: readonly MessageLike[]): void
}

/** What a message said of its calls when it was read, by the keys of their records. */
interface Reading {
  readonly isOver: boolean
  readonly calls: ReadonlyMap<string, StoredToolCall>
}

/** Whether a tool runs in the page: only of such a one is a denial told by an error's words, which a server's tool can write too. */
type IsClientTool = (toolName: string) => boolean

export function createMessageReader(
  session: ToolCallSession,
  initial: readonly MessageLike[],
  isClientTool: IsClientTool,
): MessageReader {
  let readings = new Map<MessageLike, Reading>()
  let last: readonly MessageLike[] = []
  let wasActive = false
  const own = new WeakSet<MessageLike>()

  /** The records of these calls; undefined where none was made. */
  const attribute = (stored: readonly StoredToolCall[], isOver: boolean): Reading => {
    const calls = new Map<string, StoredToolCall>()
    for (const call of stored) {
      const key = session.findToolCall(call.toolCallId, call)?.key
      if (key !== undefined) calls.set(key, call)
    }
    return { isOver, calls }
  }

  const merge = (stored: readonly StoredToolCall[], before: ReadonlyMap<string, StoredToolCall>, isOwn: boolean) => {
    const gone: string[] = []
    const news = stored.filter(call => {
      const record = session.findToolCall(call.toolCallId, call)
      const earlier = record && before.get(record.key)
      if (earlier && !isOwn && isOtherVersion(earlier, call)) {
        gone.push(record.key)
        return true
      }
      // it has ended here, and the message only says what led there
      return record?.state !== 'interrupted' || call.state.startsWith('output-')
    })
    session.removeToolCalls(gone)
    if (news.length > 0) session.dispatch({ type: 'hydrate', toolCalls: news })
  }

  const retract = (
    messages: readonly MessageLike[],
    before: ReadonlyMap<string, StoredToolCall>,
    isActive: boolean,
  ) => {
    const present = new Set([...readings.values()].flatMap(({ calls }) => [...calls.keys()]))
    const ids = new Set(messages.map(({ id }) => id))
    const gone = session.getToolCallKeys().filter(key => {
      if (present.has(key)) return false
      const { messageId, parentKey } = session.getToolCall(key)!
      if (parentKey !== undefined && session.getToolCall(parentKey)) return false
      const wasRead = before.has(key)
      // what a stream has just told of may not have reached the messages yet
      if (isActive) return wasRead && !ids.has((before.get(key)?.messageId ?? messageId)!)
      return wasRead || messageId !== undefined
    })
    session.removeToolCalls(gone)
  }

  /** The calls stand in the order of the messages, also when older ones were loaded in front of them. */
  const arrange = () => {
    const stored = [...readings.values()].flatMap(({ calls }) => [...calls])
    const places = new Map(session.getToolCallKeys().map((key, index) => [key, index]))
    const order = stored.map(([key]) => places.get(key) ?? -1)
    if (order.every((place, index) => index === 0 || order[index - 1]! <= place)) return
    // in a state that says nothing of them
    const toolCalls = stored.map(([, { toolCallId, toolName, messageId, stepId }]) => {
      return { toolCallId, toolName, messageId, stepId, state: 'input-streaming' } as const
    })
    session.dispatch({ type: 'hydrate', toolCalls })
  }

  const reader: MessageReader = {
    read(messages, isActive, streaming) {
      const isOnlyGrowth = isActive && wasActive && isSameButLast(last, messages) && streaming === messages.at(-1)
      if (isOnlyGrowth || (messages === last && isActive === wasActive)) return
      last = messages
      wasActive = isActive
      const before = new Map([...readings.values()].flatMap(({ calls }) => [...calls]))
      const next = new Map<MessageLike, Reading>()
      const lastUser = messages.findLastIndex(({ role }) => role === 'user')
      for (const [index, message] of messages.entries()) {
        if (message.role !== 'assistant') continue
        const isOver = index < lastUser
        const known = readings.get(message)
        if (known && (known.isOver === isOver || !hasOpen(known))) next.set(message, known)
        else if (message !== streaming) {
          const stored = readMessage(message, isOver, isActive, isClientTool)
          merge(stored, before, own.has(message))
          next.set(message, attribute(stored, isOver))
        }
      }
      readings = next
      retract(messages, before, isActive)
      if (!isActive) arrange()
    },
    wrote(messages) {
      for (const message of messages) own.add(message)
    },
  }
  // the session was made with these
  const lastUser = initial.findLastIndex(({ role }) => role === 'user')
  for (const [index, message] of initial.entries())
    if (message.role === 'assistant') {
      const isOver = index < lastUser
      readings.set(message, attribute(readMessage(message, isOver, false, isClientTool), isOver))
    }
  return reader
}

/** The calls of all messages, as a session begins with them. */
export function readMessages(messages: readonly MessageLike[], isClientTool: IsClientTool): readonly StoredToolCall[] {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  return messages.flatMap((message, index) => readMessage(message, index < lastUser, false, isClientTool))
}

/**
 * @param isOver the person has said something since, so nothing in the message waits any more
 * @param isActive a response is under way: who a call waits for will be known at its end
 */
function readMessage(
  message: MessageLike,
  isOver: boolean,
  isActive: boolean,
  isClientTool: IsClientTool,
): readonly StoredToolCall[] {
  const activeMessageId = isActive && !isOver ? message.id : undefined
  return toolCallsFromMessage(message, { isLast: !isOver, activeMessageId }).map(call => {
    if (call.state !== 'output-error') return call
    const decision = isClientTool(call.toolName) ? denialOfWords(call.errorText) : undefined
    if (decision) return { ...call, state: 'output-denied', decision }
    const reason = reasonOfWords(call.errorText)
    return reason ? { ...call, state: 'interrupted', reason, inputComplete: true } : call
  })
}

/** Not the same call further on, but what another version of the message says: an edit, another branch, an undo. */
function isOtherVersion(earlier: StoredToolCall, now: StoredToolCall): boolean {
  const isWhole = earlier.state !== 'input-streaming' && now.state !== 'input-streaming'
  if (earlier.toolName !== now.toolName || (isWhole && !isDeepEqual(earlier.input, now.input))) return true
  if (rankOf(now.state) < rankOf(earlier.state)) return true
  return (
    earlier.state.startsWith('output-') && (earlier.state !== now.state || !isDeepEqual(earlier.output, now.output))
  )
}

const OVER = 4
function rankOf(state: ToolCallState): number {
  if (state.startsWith('output-') || state === 'interrupted') return OVER
  if (state === 'approval-responded' || state === 'resuming') return 3
  if (state === 'approval-requested' || state === 'suspended') return 2
  return state === 'input-available' ? 1 : 0
}

/** Something in the message waits, and would not any more after the person has written on. */
function hasOpen({ calls }: Reading): boolean {
  return [...calls.values()].some(({ state }) => rankOf(state) < OVER)
}

function isSameButLast(before: readonly MessageLike[], after: readonly MessageLike[]): boolean {
  return (
    before.length === after.length &&
    before.every((message, index) => message === after[index] || index === after.length - 1)
  )
}
