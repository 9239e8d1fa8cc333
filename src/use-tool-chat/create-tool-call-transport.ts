import { DefaultChatTransport, type ChatTransport, type UIMessage } from 'ai'
import { relayTransport, type ToolCallTransport } from '../adapters/ai-sdk/relay-transport.ts'

type HttpOptions<Message extends UIMessage> = NonNullable<
  ConstructorParameters<typeof DefaultChatTransport<Message>>[0]
>
/** A transport of any kind, or the options of `DefaultChatTransport`. */
export type ToolCallTransportOptions<Message extends UIMessage = UIMessage> =
  | { transport: ChatTransport<Message> }
  | (HttpOptions<Message> & { transport?: undefined })

/**
 * A transport for `useChat` that gives the deltas of tool inputs to a session one by one, and to the chat merged, so that the
 * chat does not parse all of an input again for each of them. Everything else passes unchanged.
 *
 * Where it is a `DefaultChatTransport`, this happens in the body of the response, before every chunk is validated; and what the
 * installed `ai` cannot read is left out instead of failing the response: the session's `onWarning` tells of it.
 *
 * @example
 * const transport = createToolCallTransport({ api: '/api/chat' })
 * const disconnect = transport.connect(session)
 */
export function createToolCallTransport<Message extends UIMessage = UIMessage>(
  options: ToolCallTransportOptions<Message> = {},
): ToolCallTransport<Message> {
  return relayTransport(options.transport ?? new DefaultChatTransport<Message>(options), DefaultChatTransport)
}
