import type { ChatTransport, UIMessage } from 'ai'
import type { ToolCallSession } from '../../core/create-tool-call-session.ts'
import type { RunEndReason, ToolCallEvent } from '../../core/events.ts'
import type { ToolCallDecoder } from '../../core/host.ts'
import { shorten } from '../../core/warnings.ts'
import type { ResponseListener } from './relay-response.ts'

export interface ToolCallTransportRequest {
  readonly chatId: string
  /** `resume` takes up a response that goes on at the server. */
  readonly kind: 'send' | 'resume'
  /** Resolves when the response has begun; rejects when the request failed. */
  readonly taken: Promise<void>
}
export interface ToolCallTransportListener {
  /** The one chat to hear of. @default every chat of the transport */
  chatId?: string | undefined
  /**
   * Names the message of a response that its server does not name; `Chat` would take a name from its own `generateId`, too late
   * for the records.
   */
  generateMessageId?: (() => string) | undefined
  /** A request leaves. */
  onRequest?: ((request: ToolCallTransportRequest) => void) | undefined
}
export interface ToolCallTransport<Message extends UIMessage = UIMessage> extends ChatTransport<Message> {
  /**
   * Tells a session of the tool calls of the responses.
   *
   * @returns how to end that.
   */
  connect(session: Session, listener?: ToolCallTransportListener): () => void
  /** The present response does not count any more: its run ends as aborted. Without an id, that of every chat. */
  abort(chatId?: string): void
}

/**
 * Puts a decoder and a relay between a transport and its chat.
 *
 * @param http the class of transports whose response is relayed as it comes over the wire: `DefaultChatTransport` of the installed
 * `ai`, of which nothing is imported here.
 */
export function relayTransport<Message extends UIMessage>(
  inner: ChatTransport<Message> & { close?: () => void },
  http: { readonly prototype: object },
): ToolCallTransport<Message> {
  // A class of the app's own may parse in its own way, or keep private fields that nothing made from it can reach.
  const isHttp = Object.getPrototypeOf(inner) === http.prototype
  const connections = new Set<{ readonly session: Session; readonly listener: ToolCallTransportListener }>()
  const decoders = new WeakMap<Session, Map<string, ToolCallDecoder>>()
  // what an older response of the same chat still brings is not told
  const current = new Map<string, OpenResponse>()

  const connectionsOf = (chatId: string) =>
    [...connections].filter(({ listener }) => listener.chatId === undefined || listener.chatId === chatId)
  const decoderOf = (session: Session, { chatId, relay }: OpenResponse) => {
    const ofSession = decoders.get(session) ?? new Map<string, ToolCallDecoder>()
    decoders.set(session, ofSession)
    const decoder = ofSession.get(chatId) ?? relay.createAiSdkDecoder()
    ofSession.set(chatId, decoder)
    return decoder
  }
  const tell = (response: OpenResponse, read: (decoder: ToolCallDecoder) => readonly ToolCallEvent[]) => {
    const { chatId, begun } = response
    if (current.get(chatId) !== response) return
    for (const session of new Set(connectionsOf(chatId).map(connection => connection.session))) {
      const decoder = decoderOf(session, response)
      if (!begun.has(decoder)) {
        begun.add(decoder)
        // who joins late does not know which step it is
        session.dispatch(decoder.begin(response.isNew ? response.place : {}))
      }
      const events = read(decoder)
      if (events.length > 0) session.dispatch(events)
    }
    response.isNew = false
  }
  const end = (response: OpenResponse, reason?: RunEndReason) => {
    tell(response, decoder => decoder.end(reason))
    if (current.get(response.chatId) === response) current.delete(response.chatId)
  }

  /** Undefined where nobody listens: then the response stays as it is. */
  const beginResponse = (
    relay: Relay,
    chatId: string,
    place: Place,
    abortSignal: AbortSignal | undefined,
  ): ResponseListener | undefined => {
    const listening = connectionsOf(chatId)
    if (listening.length === 0) return undefined
    const response: OpenResponse = { relay, chatId, place, isNew: true, begun: new WeakSet() }
    const generateId = listening.find(({ listener }) => listener.generateMessageId)?.listener.generateMessageId
    const needsId = generateId && place.messageId === undefined && !place.replay
    const endThis = (reason?: RunEndReason) => end(response, abortSignal?.aborted ? 'aborted' : reason)

    current.set(chatId, response)
    tell(response, () => [])
    abortSignal?.addEventListener('abort', () => endThis(), { once: true })
    return {
      hear(chunk) {
        const isUnnamed = needsId && chunk.type === 'start' && chunk.messageId === undefined
        const named = isUnnamed ? { ...chunk, messageId: generateId() } : chunk
        tell(response, decoder => decoder.decode(named))
        return named
      },
      // no event has such a name: the session counts it and warns, as of every event that it does not know
      leaveOut: ({ type }) =>
        tell(response, () => [{ type: `chunk:${shorten(String(type))}` } as unknown as ToolCallEvent]),
      end: endThis,
    }
  }

  const request = async <Stream extends Awaited<ReturnType<ChatTransport<Message>['reconnectToStream']>>>(
    kind: ToolCallTransportRequest['kind'],
    { chatId, abortSignal }: { readonly chatId: string; readonly abortSignal?: AbortSignal | undefined },
    place: Place,
    send: (transport: ChatTransport<Message>) => Promise<Stream>,
  ): Promise<Stream> => {
    const begin = (relay: Relay) => beginResponse(relay, chatId, place, abortSignal)
    const relayed = async () => {
      const relay = await loadRelay()
      abortSignal?.throwIfAborted()
      const stream = await send(inner)
      const listener = stream && relay && begin(relay)
      return listener ? (relay.relayChunks(stream, listener) as Stream) : stream
    }
    const sending = isHttp ? send(withRelay(inner, begin)) : relayed()
    const taken = sending.then(() => {})
    // whoever sends hears of it anyway
    taken.catch(() => {})
    for (const { listener } of connectionsOf(chatId)) listener.onRequest?.({ chatId, kind, taken })
    return sending
  }

  return {
    get resumeStreamIsReplay() {
      return inner.resumeStreamIsReplay
    },
    ...(inner.close && { close: () => inner.close?.() }),
    sendMessages: options => request('send', options, placeOf(options), transport => transport.sendMessages(options)),
    reconnectToStream: options =>
      request('resume', options, { replay: true }, transport => transport.reconnectToStream(options)),
    connect(session, listener = {}) {
      const connection = { session, listener }
      connections.add(connection)
      void loadRelay()
      return () => void connections.delete(connection)
    },
    abort(chatId) {
      for (const response of current.values())
        if (chatId === undefined || response.chatId === chatId) end(response, 'aborted')
    },
  } as ToolCallTransport<Message>
}

/** True for what `createToolCallTransport` makes. */
export function isToolCallTransport<Message extends UIMessage>(
  transport: ChatTransport<Message> | undefined,
): transport is ToolCallTransport<Message> {
  return transport !== undefined && 'connect' in transport && 'abort' in transport
}

type Session = Pick<ToolCallSession, 'dispatch'>
type Place = NonNullable<Parameters<ToolCallDecoder['begin']>[0]>

interface OpenResponse {
  readonly relay: Relay
  readonly chatId: string
  readonly place: Place
  isNew: boolean
  /** The decoders that know of it. */
  readonly begun: WeakSet<ToolCallDecoder>
}

/** What is sent after an assistant's message goes on in that message, after the steps it already has. */
function placeOf<Message extends UIMessage>({
  trigger,
  messageId,
  messages,
}: Parameters<ChatTransport<Message>['sendMessages']>[0]): Place {
  // what is asked for anew stands in a message of its own, also after another one of the assistant's
  if (trigger !== 'submit-message') return {}
  const message = messages.find(({ id }) => id === messageId) ?? messages.at(-1)
  if (message?.role !== 'assistant') return {}
  return { messageId: message.id, stepIndex: message.parts.filter(part => part.type === 'step-start').length }
}

// There before the request leaves: what a response held while nobody read it is lost when its connection breaks. A chat whose page
// has lost this file goes on as without us.
const loadRelay = () => import('./relay-response.ts').catch(() => undefined)
type Relay = NonNullable<Awaited<ReturnType<typeof loadRelay>>>

/** What a `DefaultChatTransport` has inside, in both versions. */
interface HttpInside {
  readonly fetch?: typeof globalThis.fetch | undefined
  processResponseStream(body: ReadableStream<Uint8Array>): ReadableStream<unknown>
}

/** The same transport for one request, with a relay in the body of its response. */
function withRelay<Message extends UIMessage>(
  transport: ChatTransport<Message>,
  begin: (relay: Relay) => ResponseListener | undefined,
): ChatTransport<Message> {
  const inside = transport as unknown as HttpInside
  const accepts = async (event: string) => {
    const body = new Response(event).body!
    try {
      await inside.processResponseStream(body).getReader().read()
      return true
    } catch {
      return false
    }
  }
  const fetch: typeof globalThis.fetch = async (...request) => {
    const relay = await loadRelay()
    const response = await (inside.fetch ?? globalThis.fetch)(...request)
    const { body } = response
    if (!relay || !response.ok || response.status === 204 || !body) return response
    const listener = begin(relay)
    return listener ? withBody(response, relay.relayBody(body, listener, accepts)) : response
  }
  return Object.create(transport, { fetch: { value: fetch } }) as ChatTransport<Message>
}

// Not every platform's Response can be made of a stream, and a proxy of one that is frozen could not give another body.
function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  return new Proxy(Object.create(Object.getPrototypeOf(response) as object) as Response, {
    get(_, name) {
      if (name === 'body') return body
      const value: unknown = Reflect.get(response, name, response)
      return typeof value === 'function' ? (value.bind(response) as unknown) : value
    },
  })
}
