import { Chat } from '@ai-sdk/react'
import { DefaultChatTransport, type ChatInit, type ChatTransport, type UIMessage } from 'ai'
import { createChatHost } from '../adapters/ai-sdk/chat-host.ts'
import { settleMessages, writeAnswers } from '../adapters/ai-sdk/chat-messages.ts'
import { isToolCallTransport, type ToolCallTransport } from '../adapters/ai-sdk/relay-transport.ts'
import type { MessageLike } from '../adapters/ai-sdk/tool-calls-from-messages.ts'
import type { ToolCallAnswer } from '../core/host.ts'
import {
  createToolCallSession,
  type ToolCallSession,
  type ToolCallSessionOptions,
} from '../core/create-tool-call-session.ts'
import type { ToolSet } from '../core/tool-definition.ts'
import { createMessageReader, readMessages } from './message-reader.ts'
import type { PartEvents } from './part-events.ts'
import { createToolCallTransport } from './create-tool-call-transport.ts'

/** What a session takes; its host and its first calls are the chat's. */
export type ChatSessionOptions = Omit<ToolCallSessionOptions, 'host' | 'threadId' | 'initialToolCalls'>
/** What the app gave with the latest render. */
export type BridgeOptions<Message extends UIMessage> = ChatInit<Message> &
  ChatSessionOptions & { chat?: Chat<Message> | undefined }

type SendMessage<Message extends UIMessage> = Chat<Message>['sendMessage']
type RequestOptions<Message extends UIMessage> = Parameters<SendMessage<Message>>[1]

/** A chat and the session of its tool calls, which live equally long. */
export interface ChatBridge<Message extends UIMessage> {
  readonly chat: Chat<Message>
  readonly session: ToolCallSession
  /**
   * The app has rendered: its callbacks, its transport and its tools may be others.
   *
   * @param before what the same component gave with its last render.
   */
  update(options: BridgeOptions<Message>, before?: BridgeOptions<Message>): void
  /** What the app gets in place of what the chat itself has. */
  readonly helpers: Pick<
    Chat<Message>,
    'sendMessage' | 'regenerate' | 'stop' | 'addToolOutput' | 'addToolResult' | 'addToolApprovalResponse'
  >
}

/** Of chats that the app made: two components on one chat have one session, or its tools would run twice. */
const bridges = new WeakMap<object, unknown>()

export function bridgeFor<Message extends UIMessage>(options: BridgeOptions<Message>): ChatBridge<Message> {
  const { chat } = options
  if (!chat) return createChatBridge(options)
  const bridge = (bridges.get(chat) as ChatBridge<Message> | undefined) ?? createChatBridge(options)
  bridges.set(chat, bridge)
  return bridge
}

function createChatBridge<Message extends UIMessage>(first: BridgeOptions<Message>): ChatBridge<Message> {
  let latest = first
  let request: RequestOptions<Message>
  let awaited: { resolve(): void; reject(error: unknown): void } | undefined
  let idle: (() => void)[] = []
  let isConnected = false
  const relays = new Map<ToolCallTransport<Message>, (() => void) | undefined>()
  const relayOf = new WeakMap<ChatTransport<Message>, ToolCallTransport<Message>>()
  let ownTransport: ChatTransport<Message> | undefined
  let relay: ToolCallTransport<Message> | undefined

  // The transport

  const listen = (to: ToolCallTransport<Message>) =>
    to.connect(session, {
      chatId: chat.id,
      generateMessageId: () => chat.generateId(),
      onRequest({ kind, taken }) {
        const expected = kind === 'send' ? awaited : undefined
        awaited = expected && undefined
        if (expected) taken.then(expected.resolve, expected.reject)
      },
    })
  const relayThrough = (transport: ChatTransport<Message>): ToolCallTransport<Message> => {
    let wrapped = isToolCallTransport(transport) ? transport : relayOf.get(transport)
    if (!wrapped) relayOf.set(transport, (wrapped = createToolCallTransport<Message>({ transport })))
    if (!relays.get(wrapped)) relays.set(wrapped, isConnected ? listen(wrapped) : undefined)
    // where each render makes a new transport, old ones are forgotten; the last few may still be bringing something
    const [oldest] = relays
    if (oldest && relays.size > 3) {
      oldest[1]?.()
      relays.delete(oldest[0])
    }
    return (relay = wrapped)
  }
  const now = () => relayThrough(latest.transport ?? (ownTransport ??= new DefaultChatTransport<Message>()))
  // the app's transport may be another one with every render
  const transport = {
    get resumeStreamIsReplay() {
      return now().resumeStreamIsReplay
    },
    sendMessages: options => now().sendMessages(options),
    reconnectToStream: options => now().reconnectToStream(options),
    close: () => (relay as { close?: () => void } | undefined)?.close?.(),
  } as ChatTransport<Message>

  const chat =
    first.chat ??
    new Chat<Message>({
      ...first,
      transport,
      onToolCall: call => latest.onToolCall?.(call),
      onData: part => latest.onData?.(part),
      onFinish: end => latest.onFinish?.(end),
      onError: error => latest.onError?.(error),
    })
  // what the app's chat was made with is not ours to change, only to know
  const inside = chat as unknown as {
    transport?: ChatTransport<Message>
    sendAutomaticallyWhen?: unknown
    queueEnabled?: unknown
  }
  const isHeard = !first.chat || isToolCallTransport(inside.transport)

  // The session

  const isBusy = () => chat.status === 'submitted' || chat.status === 'streaming'
  const write = (messages: Message[]) => {
    reader.wrote(messages.filter((message, index) => message !== chat.messages[index]))
    chat.messages = messages
  }
  const host = createChatHost<Message>({
    whenIdle: async () => {
      while (isBusy()) await new Promise<void>(resolve => idle.push(resolve))
    },
    readMessages: () => chat.messages,
    writeMessages: write,
    async send(body) {
      const taken = new Promise<void>((resolve, reject) => (awaited = { resolve, reject }))
      const own = awaited
      const options = body ? { ...request, body: { ...request?.body, ...body } } : request
      const done = chat.sendMessage(undefined, options).then(() => {
        if (isHeard || chat.status === 'error')
          own?.reject(chat.error ?? new Error('The chat did not send the answer.'))
        else own?.resolve()
      }, own?.reject)
      try {
        await taken
      } catch (error) {
        // the chat says so itself when it is done with it; the prompt shows the error
        await done
        chat.clearError()
        throw error
      } finally {
        if (awaited === own) awaited = undefined
      }
    },
    stop: () => {
      void chat.stop()
      relay?.abort(chat.id)
    },
  })
  const isClientTool = (toolName: string) => {
    const { clientTools = {} } = latest
    return Array.isArray(clientTools)
      ? clientTools.some(({ name }) => name === toolName)
      : Object.hasOwn(clientTools, toolName)
  }
  const conversation = { getMessages: () => chat.messages }
  const session = createToolCallSession({
    ...conversation,
    ...first,
    host: { ...host, connect },
    threadId: first.chat ? chat.id : first.id,
    initialToolCalls: readMessages(chat.messages, isClientTool),
    requestContext: () => latest.requestContext?.(),
    beforeToolCall: call => latest.beforeToolCall?.(call),
    afterToolCall: call => latest.afterToolCall?.(call),
    onSettled: call => latest.onSettled?.(call),
    onWarning: warning => latest.onWarning?.(warning),
  })
  const reader = createMessageReader(session, chat.messages, isClientTool)

  // What becomes of the chat

  let partEvents: PartEvents | undefined
  let isLoading = false
  let wasBusy = false
  let isDue = false
  let wasStopped = false
  const read = () => {
    isDue = false
    const messages: readonly MessageLike[] = chat.messages
    const isActive = isBusy()
    if (isLoading) {
      wasBusy ||= isActive
      return
    }
    const last = messages.at(-1)
    const streaming = isActive && last?.role === 'assistant' ? last : undefined
    if (partEvents && isActive) {
      if (!wasBusy) session.dispatch(partEvents.begin())
      if (chat.status === 'streaming') {
        awaited?.resolve()
        if (streaming) session.dispatch(partEvents.changes(streaming))
      }
    } else if (partEvents && wasBusy) {
      if (last?.role === 'assistant') session.dispatch(partEvents.changes(last))
      session.dispatch(partEvents.end(wasStopped ? 'aborted' : chat.status === 'error' ? 'error' : 'complete'))
    }
    if (!isActive) wasStopped = false
    wasBusy = isActive
    reader.read(messages, isActive, streaming)
    if (isActive) return
    const ready = idle
    idle = []
    for (const resolve of ready) resolve()
  }
  const readSoon = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => isDue && read())
  }
  function connect() {
    isConnected = true
    for (const known of relays.keys()) relays.set(known, listen(known))
    if (first.chat && isToolCallTransport(inside.transport)) relayThrough(inside.transport)
    const unsubscribe = [chat['~registerMessagesCallback'](readSoon), chat['~registerStatusCallback'](read)]
    warnOfCompetitors()
    if (!isHeard && !partEvents && !isLoading) void loadPartEvents()
    readSoon()
    return () => {
      isConnected = false
      isDue = false
      for (const [known, disconnect] of relays) {
        disconnect?.()
        relays.set(known, undefined)
      }
      for (const end of unsubscribe) end()
      // version 7 stops its own chats when their component goes, version 6 lets them be
      if (!first.chat && 'dispose' in chat) void chat.stop()
    }
  }
  async function loadPartEvents() {
    isLoading = true
    // a page that has lost this file reads the messages when they are done
    const loaded = await import('./part-events.ts').catch(() => undefined)
    partEvents = loaded?.createPartEvents()
    isLoading = false
    // a response that has begun or ended in the meantime is told from its beginning
    if (partEvents && wasBusy) session.dispatch(partEvents.begin())
    read()
  }
  function warnOfCompetitors() {
    if (process.env.NODE_ENV === 'production' || !first.chat) return
    const found = [
      typeof inside.sendAutomaticallyWhen === 'function' && 'sendAutomaticallyWhen',
      inside.queueEnabled === true && 'experimental_queue',
    ].filter(name => name !== false)
    for (const name of found)
      latest.onWarning?.({
        code: 'competing-sender',
        message: `The chat given to useToolChat was made with "${name}". It sends by itself and competes with held answers: answers may be sent twice or too early. Leave it out.`,
      })
  }

  // What the app calls

  /** Everything that waits ends here, in a form that every server takes. */
  const closeTurn = async (options: RequestOptions<Message>) => {
    request = options
    const answers = [...host.takeWaiting(), ...(await session.supersede())]
    const isGiven = ({ call }: ToolCallAnswer) => session.getToolCall(call.key)?.state !== 'interrupted'
    // of a tool of ours that ends with this it is known whether it has begun, and the model is told
    const { messages } = writeAnswers(
      chat.messages,
      answers.filter(
        answer => answer.response.type === 'output-error' || (isGiven(answer) && answer.response.type !== 'resume'),
      ),
    )
    for (const { call, response } of answers.filter(isGiven)) {
      const { toolCallId } = call
      if (response.type === 'approval' && !response.approved)
        session.dispatch({ type: 'tool_end', toolCallId, isError: true, denied: true })
      // a yes that was not sent before the person wrote on is not acted upon any more
      else if (response.type === 'approval' || response.type === 'resume')
        session.dispatch({ type: 'tool_cancelled', toolCallId, reason: 'superseded' })
    }
    write(
      settleMessages(messages, (part, place) => {
        const record = session.findToolCall(part.toolCallId, place)
        if (record?.state === 'interrupted') return record.reason
        return part.state === 'approval-requested' ? 'superseded' : 'no-result'
      }),
    )
  }
  const respond = (
    call: Parameters<ToolCallSession['respond']>[0] | undefined,
    id: string,
    response: Parameters<ToolCallSession['respond']>[1],
    options: RequestOptions<Message>,
  ) => {
    if (!call) {
      latest.onWarning?.({
        code: 'unknown-call',
        message: `No call of this chat waits for "${id}". The answer was not taken.`,
      })
      return
    }
    if (options) request = options
    // Not awaited: inside `onToolCall` the response would wait for its own end.
    void session.respond(call, response).then(result => {
      if (!result.ok && result.reason !== 'failed')
        latest.onWarning?.({ code: 'answer-refused', message: result.message })
    })
  }
  const addToolOutput: Chat<Message>['addToolOutput'] = async answer => {
    const { toolCallId, options } = answer
    const calls = session.getToolCalls().filter(call => call.toolCallId === toolCallId)
    const call = calls.findLast(({ state }) => state === 'input-available') ?? calls.at(-1)
    const response =
      answer.state === 'output-error'
        ? ({ type: 'output-error', errorKind: 'execution', errorText: answer.errorText } as const)
        : ({ type: 'output', output: answer.output } as const)
    respond(call, toolCallId, response, options)
  }

  return {
    chat,
    session,
    update(options, before) {
      const { clientTools: tools = {} } = latest
      latest = { ...latest, ...changesOf(options, before) }
      const { clientTools = {} } = latest
      if (!isSameSet(clientTools, tools)) session.experimental_setClientTools(clientTools)
    },
    helpers: {
      sendMessage: async (message, options) => {
        if (message === undefined) return chat.sendMessage(undefined, options ?? request)
        await closeTurn(options)
        return chat.sendMessage(message, options)
      },
      regenerate: async ({ messageId, ...options } = {}) => {
        await closeTurn(options)
        return chat.regenerate(messageId === undefined ? options : { messageId, ...options })
      },
      stop: async () => {
        wasStopped = true
        session.stop()
        await chat.stop()
      },
      addToolOutput,
      addToolResult: addToolOutput,
      addToolApprovalResponse: async ({ id, approved, reason, options }) => {
        const call = session
          .getToolCalls()
          .find(
            ({ state, ...call }) =>
              state === 'approval-requested' && 'approval' in call && call.approval.approvalId === id,
          )
        respond(call, id, { type: 'approval', approved, reason }, options)
      },
    },
  }
}

/** Another component on the same chat may give less: what this one never gave, it does not take away. */
function changesOf<Options extends object>(options: Options, before: Partial<Options> = {}): Partial<Options> {
  const names = Object.keys({ ...before, ...options }) as (keyof Options)[]
  const changed = names.filter(name => options[name] !== undefined || before[name] !== undefined)
  return Object.fromEntries(changed.map(name => [name, options[name]])) as Partial<Options>
}

/** A set that is written out in the render is another one each time: what is in it counts. */
function isSameSet(left: ToolSet, right: ToolSet): boolean {
  const [a, b] = [Object.entries(left), Object.entries(right)]
  return a.length === b.length && a.every(([key, tool], at) => key === b[at]![0] && tool === b[at]![1])
}
