export { ToolCallInspector } from './devtools/tool-call-inspector.tsx'
export type { ToolCallInspectorProps } from './devtools/tool-call-inspector.tsx'
