export { createAiSdkDecoder } from './adapters/ai-sdk/create-ai-sdk-decoder.ts'
export { useToolChat } from './use-tool-chat/use-tool-chat.ts'
export type { ToolChatHelpers, UseToolChatOptions } from './use-tool-chat/use-tool-chat.ts'
