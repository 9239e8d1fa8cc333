'use client'

import { createContext, useContext } from 'react'
import type { GrantScope } from '../core/events.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { en } from '../locales/en.ts'
import type { ToolCallLabels } from '../locales/labels.ts'
import type { Nesting } from './nesting.ts'
import type { ReadPlan } from './prompts/submit-plan-prompt.tsx'
import type { RendererMap } from './renderers/define-renderers.ts'
import type { RendererRegistry } from './renderers/renderer-registry.ts'

/** Whether a person opened or closed a card, and whether it opened by itself: so that a card that comes back is as it was left. */
export interface Openness {
  choice?: boolean | undefined
  hasOpened?: boolean | undefined
}
export interface ViewContext {
  readonly labels: ToolCallLabels
  readonly canDecide: boolean
  readonly deciderName?: string | undefined
  readonly openness: Map<string, Openness> | undefined
  /** Which calls are inside of which. */
  readonly nesting?: Nesting | undefined
  /** What a tool is for, where its name does not tell. */
  readonly kinds?: Readonly<Record<string, ToolKind>> | undefined
  readonly renderers?: RendererMap | undefined
  readonly registry?: RendererRegistry | undefined
  readonly grants?: readonly GrantScope[] | undefined
  readonly canSkip?: boolean | undefined
  readonly readPlan?: ReadPlan | undefined
  /** The plans that were shown, by path: the keys of their calls with their texts, in order. */
  readonly plans?: Map<string, Map<string, string>> | undefined
}

export const ToolCallViewContext = createContext<ViewContext>({ labels: en, canDecide: true, openness: undefined })

/** The provider's label table; English where there is no provider. */
export function useToolCallLabels(): ToolCallLabels {
  return useContext(ToolCallViewContext).labels
}

export type LabelOverrides = { readonly [Table in keyof ToolCallLabels]?: Partial<ToolCallLabels[Table]> | undefined }

/** One level deep: a table's own keys are replaced one by one, a value is replaced whole. */
export function mergeLabels(overrides: LabelOverrides | undefined): ToolCallLabels {
  if (!overrides) return en
  const tables: Record<string, object> = { ...en }
  for (const [name, table] of Object.entries(overrides)) if (table) tables[name] = { ...tables[name], ...table }
  return tables as unknown as ToolCallLabels
}
