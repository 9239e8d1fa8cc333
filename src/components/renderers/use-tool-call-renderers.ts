'use client'

import { useContext, useEffect } from 'react'
import { ToolCallViewContext } from '../view-context.ts'
import type { RendererMap } from './define-renderers.ts'
import { useShallowStable } from './use-shallow-stable.ts'

/**
 * Adds renderers to the provider for as long as the component that calls it is mounted: for a route that is loaded later and knows how
 * its own tools are drawn. They go before the provider's own.
 */
export function useToolCallRenderers(renderers: RendererMap): void {
  const { registry } = useContext(ToolCallViewContext)
  if (!registry)
    throw new Error(
      'useToolCallRenderers adds renderers to a provider, but there is no <ToolCallProvider> above it. Wrap the tree in <ToolCallProvider session={…}>.',
    )
  const stable = useShallowStable(renderers)
  useEffect(() => registry.add(stable), [registry, stable])
}
