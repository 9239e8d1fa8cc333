/** What stands in the conversation. The calls themselves are the session's. */
export type TranscriptItem =
  | { readonly type: 'user'; readonly id: string; readonly text: string }
  | { readonly type: 'assistant'; readonly id: string; readonly messageId: string; readonly text: string }
  | { readonly type: 'call'; readonly id: string }

export interface TranscriptState {
  readonly items: readonly TranscriptItem[]
  readonly isConnected: boolean
  readonly isRunning: boolean
  readonly problem: Problem | undefined
}

export interface Problem {
  readonly title: string
  readonly message: string
  /** What the person said, when it was not sent. */
  readonly unsent?: string
}

/** The messages of a thread, as the AgentController tells of them and as it has stored them. */
export interface Transcript {
  getState(): TranscriptState
  subscribe(listener: () => void): () => void
  update(change: Partial<TranscriptState>): void
  /** Shows what the person says, before the server tells of it. */
  say(text: string): void
  /** Takes it back. */
  unsay(problem: Problem): void
  /** Takes an event of the stream. */
  receive(event: unknown): void
  /** Takes the answer of the route that lists the stored messages. */
  restore(answer: unknown): void
}

export function createTranscript(): Transcript {
  let state: TranscriptState = { items: [], isConnected: false, isRunning: false, problem: undefined }
  const listeners = new Set<() => void>()
  const update = (change: Partial<TranscriptState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const add = (item: TranscriptItem) => {
    // A call is announced, then written into its message, and once more with its result.
    if (state.items.some(({ type, id }) => type === item.type && id === item.id)) return
    update({ items: [...(item.type === 'user' ? told() : state.items), item] })
  }
  const told = () => state.items.filter(({ id }) => id !== UNTOLD)

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    update,
    say(text) {
      update({ items: [...told(), { type: 'user', id: UNTOLD, text }], isRunning: true, problem: undefined })
    },
    unsay(problem) {
      update({ items: told(), isRunning: false, problem })
    },
    receive(event) {
      if (!isObject(event)) return
      switch (event.type) {
        case 'agent_start':
          return update({ isRunning: true, problem: undefined })
        case 'agent_end':
          return update({ isRunning: false })
        case 'error':
          return update({ problem: { title: 'The answer broke off', message: messageOf(event.error) } })
        case 'tool_input_start':
        case 'tool_start':
          return add({ type: 'call', id: String(event.toolCallId) })
        case 'message_start':
          return itemsOf(event.message).forEach(add)
        case 'message_update': {
          const { id, event: change } = event
          if (typeof id !== 'string' || !isObject(change)) return undefined
          if (change.type === 'text-delta') return update({ items: withText(state.items, id, String(change.delta)) })
          const parts = Array.from({ length: Number(change.index) + 1 }, () => ({}))
          return itemsOf({ id, role: 'assistant', content: { parts: parts.with(-1, change.part as object) } }).forEach(
            add,
          )
        }
        default:
          return undefined
      }
    },
    restore(answer) {
      const messages = isObject(answer) && Array.isArray(answer.messages) ? answer.messages : []
      const stored = messages
        .filter(isObject)
        .sort((one, other) => String(one.createdAt).localeCompare(String(other.createdAt)))
        .flatMap(itemsOf)
      update({
        items: stored.filter(
          (item, index) => stored.findIndex(({ type, id }) => type === item.type && id === item.id) === index,
        ),
      })
    },
  }
}

const UNTOLD = 'untold'

/** The parts of a message that are drawn. What a person says is a signal for the server, like everything that comes from outside. */
function itemsOf(message: unknown): readonly TranscriptItem[] {
  if (!isObject(message) || !isObject(message.content) || !Array.isArray(message.content.parts)) return []
  const messageId = String(message.id)
  const isUser = message.role === 'signal' || message.role === 'user'
  return (message.content.parts as readonly unknown[]).flatMap((part, index): TranscriptItem[] => {
    if (!isObject(part)) return []
    const id = `${messageId} ${index}`
    if (part.type === 'data-user-message' && isObject(part.data))
      return [{ type: 'user', id, text: String(part.data.contents) }]
    if (part.type === 'text' && isUser) return [{ type: 'user', id, text: String(part.text) }]
    if (part.type === 'text') return [{ type: 'assistant', id, messageId, text: String(part.text) }]
    return isObject(part.toolInvocation) ? [{ type: 'call', id: String(part.toolInvocation.toolCallId) }] : []
  })
}

/** A delta belongs to the message's last text. */
function withText(items: readonly TranscriptItem[], messageId: string, delta: string): readonly TranscriptItem[] {
  const at = items.findLastIndex(item => item.type === 'assistant' && item.messageId === messageId)
  const item = items[at]
  if (item?.type !== 'assistant') return [...items, { type: 'assistant', id: `${messageId} …`, messageId, text: delta }]
  return items.with(at, { ...item, text: item.text + delta })
}

function messageOf(error: unknown): string {
  const message = isObject(error) ? error.message : error
  return typeof message === 'string' ? message : ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
