import type { ComponentType } from 'react'
import type { RespondResult } from '../../core/answer-gate.ts'
import type { ToolCallResponseOf } from '../../core/host.ts'
import type { Renamed } from '../../core/is-call-of.ts'
import type { ToolCallIn, ToolCallOf } from '../../core/tool-call.ts'
import type { ToolDefinition, ToolKind, ToolSet, ToolTypes, TypesOf } from '../../core/tool-definition.ts'

export interface ToolCallRendererProps<T extends ToolTypes = ToolTypes> {
  call: ToolCallOf<T>
  /** Answers the call as it is shown. */
  respond(response: ToolCallResponseOf<T>): Promise<RespondResult>
}
export interface ToolCallPromptProps<T extends ToolTypes = ToolTypes> {
  call: ToolCallIn<'approval-requested' | 'suspended', T>
  respond(response: ToolCallResponseOf<T>): Promise<RespondResult>
}
/** Parts of a card; what is left out stays built-in. */
export interface PartialRenderer<T extends ToolTypes = ToolTypes> {
  /** What stands in the header's line. It is drawn inside a `<summary>`: no buttons, no links. */
  readonly header?: ComponentType<ToolCallRendererProps<T>> | undefined
  readonly input?: ComponentType<ToolCallRendererProps<T>> | undefined
  readonly output?: ComponentType<ToolCallRendererProps<T>> | undefined
  /** In place of the built-in prompt, where this person may decide. */
  readonly prompt?: ComponentType<ToolCallPromptProps<T>> | undefined
}
/** A component takes the place of header, input and output; prompt, error and receipt stay built-in. */
export type ToolCallRenderer<T extends ToolTypes = ToolTypes> =
  | ComponentType<ToolCallRendererProps<T>>
  | PartialRenderer<T>
/** By tool name, by a beginning (`mcp__*`), by kind (`kind:edit`), or `*` for all. */
export type RendererMap = Readonly<Record<string, ToolCallRenderer | ToolCallRenderer<never>>>

type NameIn<Tools extends ToolSet> = Tools extends readonly ToolDefinition[]
  ? TypesOf<Tools[number]>['name']
  : keyof Tools & string
type TypesIn<Tools extends ToolSet, Name> = Tools extends readonly ToolDefinition[]
  ? Extract<TypesOf<Tools[number]>, { name: Name }>
  : Name extends keyof Tools & string
    ? Renamed<TypesOf<Tools[Name]>, Name>
    : never
type Pattern = `${string}*` | `kind:${ToolKind}`
type RendererFor<Tools extends ToolSet, Name> = Name extends Pattern
  ? ToolCallRenderer
  : TypesIn<Tools, Name> extends infer T extends ToolTypes
    ? ToolCallRenderer<T>
    : never

/**
 * Renderers whose `call` and `respond` are typed by the schemas of their tools. A call that does not fit its tool's type (an input that
 * was lost, an approval of a tool that asks for none) gets the built-in card instead. Maps may be spread into each other.
 *
 * @param tools a list, each under its own name, or a record whose keys are the names.
 * @example
 * const renderers = defineRenderers([getWeather], {
 *   get_weather: ({ call }) => (call.state === 'output-available' ? <p>{call.output.degrees}°</p> : null),
 *   'kind:edit': { output: Diff },
 * })
 */
export function defineRenderers<const Tools extends ToolSet, Name extends NameIn<Tools> | Pattern>(
  tools: Tools,
  renderers: { readonly [N in Name]: RendererFor<Tools, N> },
): RendererMap {
  const named: readonly (readonly [string, ToolDefinition])[] = isList(tools)
    ? tools.map(tool => [tool.name, tool] as const)
    : Object.entries(tools)
  // Beside the renderers, so that a spread takes both and two maps of the same things are equal.
  const held: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  Object.assign(held, renderers)
  for (const [name, tool] of named) if (Object.hasOwn(renderers, name)) held[TOOL + name] = tool
  return held as RendererMap
}

/** Before the name of a tool, in the map of its renderer. */
export const TOOL = '~tool '

function isList(tools: ToolSet): tools is readonly ToolDefinition[] {
  return Array.isArray(tools)
}
