// What an app on the AI SDK writes, and what must not compile. Checked by `tsc -p .` with version 7, and by
// `tsc -p test/types/ai-v6` with version 6: the types are those of the installed `ai`.
import { Chat, type UseChatHelpers } from '@ai-sdk/react'
import { DefaultChatTransport, type ChatTransport, type UIMessage } from 'ai'
import {
  createToolCallTransport,
  toolCallsFromMessages,
  useToolChat,
  type ToolChatHelpers,
  type UseToolChatOptions,
} from '../../src/ai-sdk.ts'
import { isToolPart, partToToolCall, type ToolCall, type ToolCallSession } from '../../src/core.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function check<_T extends true>() {}

type Message = UIMessage<
  { cost: number },
  { note: { text: string } },
  { weather: { input: { city: string }; output: { degrees: number } } }
>
const transport = new DefaultChatTransport<Message>({ api: '/api/chat' })
const chat = new Chat<Message>({ transport })

// It takes what useChat takes, and gives what useChat gives.
export function UseIt() {
  const plain = useToolChat()
  check<Equal<(typeof plain)['messages'], UIMessage[]>>()
  const own = useToolChat<Message>({
    id: 'c',
    messages: [],
    transport,
    resume: true,
    onToolCall: ({ toolCall }) => check<Equal<typeof toolCall.toolCallId, string>>(),
    onFinish: ({ message }) => check<Equal<typeof message, Message>>(),
    clientTools: [],
    maxAutomaticTurns: 3,
    onSettled: call => check<Equal<typeof call, ToolCall>>(),
    onWarning: () => {},
  })
  check<Equal<typeof own, ToolChatHelpers<Message>>>()
  check<Equal<typeof own.toolCallSession, ToolCallSession>>()
  check<Equal<typeof own.messages, Message[]>>()
  check<Equal<typeof own.sendMessage, UseChatHelpers<Message>['sendMessage']>>()
  void own.addToolOutput({ tool: 'weather', toolCallId: 'c', output: { degrees: 3 } })
  // @ts-expect-error the output of another tool
  void own.addToolOutput({ tool: 'weather', toolCallId: 'c', output: { city: 'Rome' } })
  const helpers: UseChatHelpers<Message> = own
  const given = useToolChat<Message>({ chat, onWarning: () => {} })
  check<Equal<typeof given, ToolChatHelpers<Message>>>()

  // Both would send by themselves, beside the session.
  // @ts-expect-error refused
  useToolChat({ sendAutomaticallyWhen: () => true })
  // @ts-expect-error refused
  useToolChat({ experimental_queue: true })
  // @ts-expect-error refused, also beside a chat
  useToolChat({ chat, sendAutomaticallyWhen: () => true })
  // @ts-expect-error the host is the chat
  useToolChat({ host: { respond: async () => {} } })
  // @ts-expect-error no option of either
  useToolChat({ api: '/api/chat' })
  return helpers
}

const options: UseToolChatOptions<Message> = { transport: createToolCallTransport({ transport }) }
void options
// A transport of ours is one for plain useChat too, and for a chat that the app makes.
const wrapped: ChatTransport<Message> = createToolCallTransport<Message>({ api: '/api/chat', headers: { a: 'b' } })
void new Chat<Message>({ transport: wrapped })

// The parts of any message are parts of ours.
export function readParts(message: Message) {
  for (const part of message.parts) if (isToolPart(part)) check<Equal<ReturnType<typeof partToToolCall>, ToolCall>>()
  return message.parts.filter(isToolPart).map(part => partToToolCall(part))
}
void toolCallsFromMessages([] as Message[])
