export { createAiSdkDecoder } from './adapters/ai-sdk/create-ai-sdk-decoder.ts'
export type {
  ToolCallTransport,
  ToolCallTransportListener,
  ToolCallTransportRequest,
} from './adapters/ai-sdk/relay-transport.ts'
export { toolCallsFromMessages } from './adapters/ai-sdk/tool-calls-from-messages.ts'
export type { MessageLike, ToolCallsFromMessagesOptions } from './adapters/ai-sdk/tool-calls-from-messages.ts'
export { createToolCallTransport } from './use-tool-chat/create-tool-call-transport.ts'
export type { ToolCallTransportOptions } from './use-tool-chat/create-tool-call-transport.ts'
export { useToolChat } from './use-tool-chat/use-tool-chat.ts'
export type { ToolChatHelpers, UseToolChatOptions } from './use-tool-chat/use-tool-chat.ts'
