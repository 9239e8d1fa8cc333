import { lacksInput } from './tool-call-record.ts'
import type { ToolCall, ToolCallOf } from './tool-call.ts'
import type { ToolDefinition, ToolTypes } from './tool-definition.ts'

/**
 * Narrows a record by a tool. False for a call of another name, and for one without the input that the tool's type promises
 * (any event may be lost, so a result can come before the arguments).
 *
 * @param toolName for a tool that is registered under another name than its own.
 */
export function isCallOf<T extends ToolTypes>(call: ToolCall, tool: ToolDefinition<T>): call is ToolCall & ToolCallOf<T>
export function isCallOf<T extends ToolTypes, const Name extends string>(
  call: ToolCall,
  tool: ToolDefinition<T>,
  toolName: Name,
): call is ToolCall & ToolCallOf<Renamed<T, Name>>
export function isCallOf(call: ToolCall, tool: ToolDefinition, toolName: string = tool.name): boolean {
  if (call.toolName !== toolName) return false
  if (call.state === 'input-streaming' || (call.state === 'output-error' && call.errorKind === 'input')) return true
  if (ASKING.has(call.state) && tool.asksForApproval === false) return false
  return (
    (call.state === 'interrupted' && !call.inputComplete) ||
    (call.state === 'input-available' && !!call.inputError) ||
    !lacksInput(call)
  )
}

const ASKING: ReadonlySet<ToolCall['state']> = new Set(['approval-requested', 'approval-responded', 'output-denied'])

export type Renamed<T extends ToolTypes, Name extends string> = T extends ToolTypes
  ? { [K in keyof ToolTypes]: K extends 'name' ? Name : T[K] }
  : never
