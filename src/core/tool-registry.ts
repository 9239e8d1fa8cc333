import type { ToolDeclaration } from './host.ts'
import type { ToolCallHooks, ToolDefinition } from './tool-definition.ts'
import type { Warn } from './warnings.ts'

/** The tools that run in one session, by name. */
export interface ToolRegistry {
  getTool(name: string): ToolDefinition | undefined
  getDeclarations(): readonly ToolDeclaration[]
  /** Returns how to take it back; then an older tool of that name counts again. */
  registerTool(name: string, tool: ToolDefinition, hooks?: ToolCallHooks): () => void
  /** In place of those that were set before. What is registered counts before them. */
  setClientTools(tools: readonly (readonly [name: string, tool: ToolDefinition])[]): void
}

/** @param onRelease what had registered a tool is gone. */
export function createToolRegistry(warn: Warn, onRelease: (name: string, tool: ToolDefinition) => void): ToolRegistry {
  let clientTools: ReadonlyMap<string, ToolDefinition> = new Map()
  /** The newest last. */
  const registered = new Map<string, readonly ToolDefinition[]>()
  const getTool = (name: string) => registered.get(name)?.at(-1) ?? clientTools.get(name)
  return {
    getTool,
    getDeclarations: () =>
      [...new Set([...clientTools.keys(), ...registered.keys()])].map(name => {
        const tool = getTool(name)!
        return { ...tool.getDeclaration?.(), name, description: tool.description }
      }),
    registerTool(name, tool, hooks) {
      if (getTool(name)) warn('duplicate-tool', name)
      const own = { ...tool, ...(hooks && { hooks }) }
      registered.set(name, [...(registered.get(name) ?? []), own])
      return () => {
        const all = registered.get(name) ?? []
        const others = all.filter(other => other !== own)
        if (others.length === all.length) return
        if (others.length > 0) registered.set(name, others)
        else registered.delete(name)
        onRelease(name, tool)
      }
    },
    setClientTools(tools) {
      const before = clientTools
      const next = new Map<string, ToolDefinition>()
      for (const [name, tool] of tools) {
        if (next.has(name)) warn('duplicate-tool', name)
        next.set(name, tool)
      }
      clientTools = next
      for (const [name, tool] of before) onRelease(name, tool)
    },
  }
}
