import { Chat } from '@ai-sdk/react'
import type { ChatTransport, UIMessage } from 'ai'
import { Chat as ChatOfVersion6 } from 'ai-sdk-react-v3'
import { DefaultChatTransport as TransportOfVersion6 } from 'ai-v6'
import { relayTransport } from '../../src/adapters/ai-sdk/relay-transport.ts'
import { createToolCallTransport, type ToolCallTransport } from '../../src/ai-sdk.ts'
import { answerAfter, isStopped, readSession, watchedSession, type Chunk } from './ai-sdk-recordings.ts'
import { settle } from './events.ts'
import type { Recording } from './recordings.ts'

export type Version = 6 | 7
export interface Served {
  bytes: Uint8Array
  status?: number
  headers?: Record<string, string>
  /** How many bytes come at a time. @default all */
  cut?: number
  /** Awaited before each of them. */
  pace?: () => Promise<void>
  /** The connection stays open after the bytes, or breaks. @default closed */
  afterwards?: 'open' | 'break'
}
export interface FetchedRequest {
  url: string
  init: RequestInit & { body?: string }
}

/** A `fetch` that answers with these responses, one after the other. */
export function serve(responses: readonly Served[]) {
  const requests: FetchedRequest[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const served = responses[requests.length]
    requests.push({ url: url as string, init: init as FetchedRequest['init'] })
    if (!served) return new Response('nothing more was recorded', { status: 500 })
    const {
      bytes,
      status = 200,
      headers = { 'content-type': 'text/event-stream' },
      cut = bytes.length,
      pace,
      afterwards,
    } = served
    let at = 0
    let fail: ((error: unknown) => void) | undefined
    init?.signal?.addEventListener('abort', () => fail?.(new DOMException('stopped', 'AbortError')))
    const body = new ReadableStream<Uint8Array>(
      {
        start: controller => void (fail = error => controller.error(error)),
        async pull(controller) {
          await pace?.()
          if (at < bytes.length) {
            controller.enqueue(bytes.slice(at, (at += cut)))
          } else if (afterwards === 'break') controller.error(new TypeError('network error'))
          else if (afterwards === 'open') await new Promise(() => {})
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(status === 204 ? null : body, { status, headers })
  }
  return { fetch, requests }
}

export const toSse = (chunks: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(`${chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`)

/** A transport that parses by itself, as an app may bring one. */
export function chunkTransport(
  responses: readonly (readonly unknown[])[],
  firstStaysOpen = false,
): ChatTransport<UIMessage> {
  let at = 0
  return {
    async sendMessages({ abortSignal }) {
      const isOpen = firstStaysOpen && at === 0
      const chunks = [...(responses[at++] ?? [])]
      return new ReadableStream({
        start: controller =>
          abortSignal?.addEventListener('abort', () => controller.error(new DOMException('stopped', 'AbortError'))),
        async pull(controller) {
          if (chunks.length > 0) controller.enqueue(chunks.shift() as never)
          else if (isOpen) await new Promise(() => {})
          else controller.close()
        },
      })
    },
    reconnectToStream: async () => null,
  }
}

export interface OpenChat {
  messages: UIMessage[]
  readonly status: string
  readonly error: Error | undefined
  sendMessage(message?: { text: string }, options?: object): Promise<void>
  resumeStream(): Promise<void>
  stop(): Promise<void>
}

export function openChat(version: Version, transport: unknown, options: object = {}): OpenChat {
  const all = { id: 'chat-1', transport, onError: () => {}, ...options }
  const chat: unknown = version === 7 ? new Chat(all as never) : new ChatOfVersion6(all as never)
  return chat as OpenChat
}

/** What `createToolCallTransport` makes where version 6 is installed, and where version 7 is. */
export function httpTransport(version: Version, options: object = {}): ToolCallTransport {
  return version === 7
    ? createToolCallTransport(options)
    : relayTransport(new TransportOfVersion6(options) as unknown as ChatTransport<UIMessage>, TransportOfVersion6)
}

/** Plays a recording through the real `Chat`, with what its client had posted; the session is given the same answers. */
export async function playThroughChat(recording: Recording, how: { cut?: number } | 'chunks') {
  const version: Version = recording.name.startsWith('v6/') ? 6 : 7
  const { requests } = readSession(recording.name)
  const stops = isStopped(recording)
  const transport =
    how === 'chunks'
      ? createToolCallTransport({ transport: chunkTransport(recording.responses, stops) })
      : httpTransport(version, {
          fetch: serve(
            recording.responses.map((chunks, at) => ({
              bytes: toSse(chunks),
              ...how,
              ...(stops && at === 0 && { afterwards: 'open' as const }),
            })),
          ).fetch,
        })
  const watched = watchedSession()
  const disconnect = transport.connect(watched.session)
  const chat = openChat(version, transport)
  for (const [at, { messages }] of requests.entries()) {
    chat.messages = messages as UIMessage[]
    const sent = chat.sendMessage()
    if (stops && at === 0) {
      await until(() => isComplete(chat, recording.responses[0]!))
      await chat.stop()
    }
    await sent
    watched.session.flush()
    await answerAfter(watched.session, recording, at + 1, at === 0 ? 0 : at + 1)
  }
  disconnect()
  return { ...watched, chat }
}

// The first response has been read when what it says of its last call has arrived.
function isComplete(chat: OpenChat, chunks: readonly unknown[]): boolean {
  const last = (chunks as Chunk[]).findLast(({ toolCallId }) => toolCallId !== undefined)
  return chat.messages.some(({ parts }) =>
    parts.some(part => 'toolCallId' in part && part.toolCallId === last?.toolCallId),
  )
}

async function until(isDone: () => boolean): Promise<void> {
  for (let turns = 0; turns < 500 && !isDone(); turns += 1) await settle()
  for (let turns = 0; turns < 20; turns += 1) await settle()
}
