import { isCallOf } from '../../core/is-call-of.ts'
import type { ToolCall } from '../../core/tool-call.ts'
import type { ToolDefinition, ToolKind } from '../../core/tool-definition.ts'
import { TOOL } from './define-renderers.ts'
import type { RendererMap, ToolCallRenderer } from './define-renderers.ts'

/** The renderers of a provider, and those that parts of the app add while they are there. */
export interface RendererRegistry {
  /** The last added first. The same list as long as nothing of it changed. */
  get(): readonly RendererMap[]
  subscribe(listener: () => void): () => void
  add(map: RendererMap): () => void
}

export function createRendererRegistry(): RendererRegistry {
  let maps: readonly RendererMap[] = []
  const listeners = new Set<() => void>()
  const change = (next: readonly RendererMap[]) => {
    maps = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => maps,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(map) {
      // The same map may be added twice: each takes its own away.
      const entry = { ...map }
      change([entry, ...maps])
      return () => change(maps.filter(other => other !== entry))
    },
  }
}

/** The renderer of a call: by its name, else by the longest beginning of it, else by its kind, else by `*`. The nearest map goes first. */
export function pickRenderer(
  maps: readonly (RendererMap | undefined)[],
  call: ToolCall,
  kind: ToolKind,
): ToolCallRenderer | undefined {
  for (const map of maps) {
    const key = map && keyOf(map, call.toolName, kind)
    if (key === undefined) continue
    const tool = own(map, TOOL + key) as ToolDefinition | undefined
    // What its types promise must be there: else the built-in card, whatever else would fit.
    return tool && !isCallOf(call, tool, key) ? undefined : (own(map, key) as ToolCallRenderer)
  }
  return undefined
}

function keyOf(map: RendererMap | undefined, toolName: string, kind: ToolKind): string | undefined {
  if (!map) return undefined
  if (own(map, toolName)) return toolName
  let pattern = ''
  for (const key of Object.keys(map))
    if (key.length > pattern.length && key.length > 1 && key.endsWith('*') && toolName.startsWith(key.slice(0, -1)))
      pattern = key
  return [pattern, `kind:${kind}`, '*'].find(key => own(map, key))
}

function own(map: RendererMap | undefined, key: string): unknown {
  return map && Object.hasOwn(map, key) ? map[key] : undefined
}
