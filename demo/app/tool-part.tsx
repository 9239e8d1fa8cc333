import type { DynamicToolUIPart, ToolUIPart } from 'ai'

export interface ToolPartProps {
  part: ToolUIPart | DynamicToolUIPart
  messageId: string
  partIndex: number
}

/** The one place where the demo draws a tool call. */
export function ToolPart({ part }: ToolPartProps) {
  return <pre className="demo-tool-part">{JSON.stringify(part, null, 2)}</pre>
}
