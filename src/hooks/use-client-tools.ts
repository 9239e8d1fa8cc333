'use client'

import { useEffect, useRef } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCallHooks, ToolDefinition, ToolSet } from '../core/tool-definition.ts'
import { useSession } from './tool-call-context.ts'

/**
 * Registers tools for as long as the component is there; calls that came before wait for them. In a list each goes by its own name,
 * in a record by its key. A tool may be made anew with every render: the newest is run.
 *
 * @param hooks in place of the session's, each by itself.
 */
export function useClientTools(tools: ToolSet, hooks?: ToolCallHooks): void {
  const session = useSession('useClientTools')
  useRegistration(session, tools, hooks)
}

/** Registers one tool, by its own name, for as long as the component is there. */
export function useClientTool(tool: ToolDefinition, hooks?: ToolCallHooks): void {
  const session = useSession('useClientTool')
  useRegistration(session, [tool], hooks)
}

function useRegistration(session: ToolCallSession, tools: ToolSet, hooks: ToolCallHooks | undefined): void {
  const registered = useRef<{ readonly parts: readonly unknown[]; takeBack(): void }>(undefined)
  // A set that is written out in the render is another one each time: what is in it counts, and most renders change nothing of it.
  useEffect(() => {
    const named = Object.entries(tools).map(([key, tool]) => [Array.isArray(tools) ? tool.name : key, tool] as const)
    const parts = [session, hooks?.beforeToolCall, hooks?.afterToolCall, ...named.flat()]
    const last = registered.current
    if (last && last.parts.length === parts.length && last.parts.every((part, at) => part === parts[at])) return
    last?.takeBack()
    const removals = named.map(([name, tool]) => session.registerTool(name, tool, hooks))
    registered.current = {
      parts,
      takeBack() {
        for (const remove of removals) remove()
      },
    }
  })
  useEffect(
    () => () => {
      registered.current?.takeBack()
      registered.current = undefined
    },
    [],
  )
}
