import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai'
import type { ToolCallEvent } from '../../core/events.ts'
import type { ToolCallDecoder } from '../../core/host.ts'

export interface TransportTap<Message extends UIMessage> {
  /** The app's transport, which also tells us what it brings. */
  readonly transport: ChatTransport<Message>
  /** Settles when the next request was taken (the response has begun) or was refused. */
  nextRequest(): { readonly taken: Promise<void>; giveUp(error: unknown): void }
  /** Nothing of the present response counts any more. */
  abort(): void
}

/**
 * Puts a decoder between a transport and its chat: every chunk goes on unchanged, and its events are given to `dispatch`.
 * Chunks of a response that was aborted, or that another has replaced, are not decoded.
 */
export function tapTransport<Message extends UIMessage>(
  getTransport: () => ChatTransport<Message>,
  decoder: ToolCallDecoder,
  dispatch: (events: readonly ToolCallEvent[]) => void,
): TransportTap<Message> {
  let response = 0
  let waiting: { resolve(): void; reject(error: unknown): void } | undefined

  const end = (of: number, reason?: 'aborted' | 'disconnected') => {
    if (of !== response) return
    response += 1
    dispatch(decoder.end(reason))
  }
  const tap = (
    stream: ReadableStream<UIMessageChunk>,
    request: Parameters<ToolCallDecoder['begin']>[0],
    signal: AbortSignal | undefined,
  ) => {
    response += 1
    const own = response
    dispatch(decoder.begin(request))
    signal?.addEventListener('abort', () => end(own, 'aborted'), { once: true })
    const reader = stream.getReader()
    return new ReadableStream<UIMessageChunk>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            end(own)
            controller.close()
            return
          }
          if (own === response) dispatch(decoder.decode(value))
          controller.enqueue(value)
        } catch (error) {
          end(own, signal?.aborted ? 'aborted' : 'disconnected')
          controller.error(error)
        }
      },
      cancel(reason) {
        end(own, 'aborted')
        return reader.cancel(reason)
      },
    })
  }

  return {
    transport: {
      get resumeStreamIsReplay() {
        return getTransport().resumeStreamIsReplay
      },
      async sendMessages(options) {
        const expected = waiting
        waiting = undefined
        try {
          const stream = await getTransport().sendMessages(options)
          const tapped = tap(stream, placeOfContinuation(options.messages), options.abortSignal)
          expected?.resolve()
          return tapped
        } catch (error) {
          expected?.reject(error)
          throw error
        }
      },
      async reconnectToStream(options) {
        const stream = await getTransport().reconnectToStream(options)
        return stream && tap(stream, { replay: true }, undefined)
      },
    } as ChatTransport<Message>,
    nextRequest() {
      let giveUp: (error: unknown) => void = () => {}
      const taken = new Promise<void>((resolve, reject) => {
        const expected = { resolve, reject }
        waiting = expected
        giveUp = error => {
          if (waiting === expected) waiting = undefined
          reject(error)
        }
      })
      return { taken, giveUp }
    },
    abort: () => end(response, 'aborted'),
  }
}

// A request that ends with an assistant message is answered inside that message, after the steps it already has.
function placeOfContinuation(messages: readonly UIMessage[]): { messageId?: string; stepIndex?: number } {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return {}
  return { messageId: last.id, stepIndex: last.parts.filter(part => part.type === 'step-start').length }
}
