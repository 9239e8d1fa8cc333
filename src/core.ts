export { createAgentControllerDecoder } from './adapters/mastra/create-agent-controller-decoder.ts'
export { createTool } from './client-tools/create-tool.ts'
export type { CreateToolOptions, ToolOutputOf, TransformContext, TransformTarget } from './client-tools/create-tool.ts'
export type { ClientToolOptions, InputHookEvent, OutputHookEvent } from './client-tools/client-tool.ts'
export { toolDefinition } from './client-tools/tool-definition.ts'
export type { ClientSideOptions, DefinedTool, ToolDefinitionConfig } from './client-tools/tool-definition.ts'
export { createPartialJson, parsePartialJson } from './partial-json/create-partial-json.ts'
export type {
  JsonError,
  JsonPath,
  JsonPathStatus,
  JsonResult,
  ParsedPartialJson,
  PartialJson,
  PartialJsonOptions,
  PartialJsonState,
} from './partial-json/create-partial-json.ts'
export { createToolInput } from './partial-json/create-tool-input.ts'
export type { ToolInput, ToolInputEncoding, ToolInputNote, ToolInputOptions } from './partial-json/create-tool-input.ts'
export { createToolCallSession } from './core/create-tool-call-session.ts'
export type { ToolCallSession, ToolCallSessionOptions, ToolCallStorage } from './core/create-tool-call-session.ts'
export { getInputStatus } from './core/get-input-status.ts'
export { isCallOf } from './core/is-call-of.ts'
export type { RespondResult } from './core/answer-gate.ts'
export type * from './core/events.ts'
export type * from './core/host.ts'
export type * from './core/model-output.ts'
export type * from './core/schema.ts'
export type * from './core/tool-call.ts'
export type * from './core/tool-definition.ts'
export type { ToolCallScheduler } from './core/scheduler.ts'
export type { ToolCallWarning } from './core/warnings.ts'
export { isToolPart, partToToolCall } from './core/tool-part.ts'
export type { ToolPartLike } from './core/tool-part.ts'
