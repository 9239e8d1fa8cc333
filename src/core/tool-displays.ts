import { change } from './tool-call-record.ts'
import type { ToolCallStore } from './tool-call-store.ts'
import type { ToolCall } from './tool-call.ts'
import type { ToolRegistry } from './tool-registry.ts'
import type { Warn } from './warnings.ts'

export interface ToolDisplays extends ToolRegistry {
  /** Puts on a record that has changed what its tool says may be drawn of it; `was` is undefined for one that was not looked at yet. */
  draw(call: ToolCall, was: ToolCall | undefined): void
}

/** A registry whose tools say what may be drawn of their calls. Of a tool that comes late, what its calls show by then is not that. */
export function withDisplays(registry: ToolRegistry, store: ToolCallStore, warn: Warn): ToolDisplays {
  const draw = (call: ToolCall, was: ToolCall | undefined) => {
    const display = registry.getTool(call.toolName)?.runner?.getDisplay?.(call, was, warn)
    if (display) store.change(call.key, current => change(current, { display }))
  }
  const drawAll = (name?: string) => {
    for (const call of store.reader.getToolCalls())
      if (name === undefined || name === call.toolName) draw(call, undefined)
    store.reader.flush()
  }
  return {
    ...registry,
    draw,
    registerTool(name, tool, hooks) {
      const takeBack = registry.registerTool(name, tool, hooks)
      if (tool.runner?.getDisplay) drawAll(name)
      return takeBack
    },
    setClientTools(tools) {
      registry.setClientTools(tools)
      if (tools.some(([, { runner }]) => runner?.getDisplay)) drawAll()
    },
  }
}
