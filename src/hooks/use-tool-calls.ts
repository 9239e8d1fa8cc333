'use client'

import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import { useSession } from './tool-call-context.ts'

/** Every record of the session, in order of appearance. */
export function useToolCalls(): readonly ToolCall[]
/**
 * What a selector makes of the records.
 *
 * @param isEqual tells whether two selections are the same, so that nothing renders. @default Object.is
 */
export function useToolCalls<Selected>(
  selector: (calls: readonly ToolCall[]) => Selected,
  isEqual?: (previous: Selected, next: Selected) => boolean,
): Selected
export function useToolCalls(
  selector: (calls: readonly ToolCall[]) => unknown = identity,
  isEqual: (previous: never, next: never) => boolean = Object.is,
): unknown {
  const session = useSession('useToolCalls')
  const subscribe = useCallback((listener: () => void) => session.subscribe(listener), [session])
  const last = useRef<{ calls: readonly ToolCall[]; selector: unknown; selected: unknown }>(undefined)
  const read = () => {
    const calls = session.getToolCalls()
    const previous = last.current
    if (previous && previous.calls === calls && previous.selector === selector) return previous.selected
    const next = selector(calls)
    const selected = previous && isEqual(previous.selected as never, next as never) ? previous.selected : next
    last.current = { calls, selector, selected }
    return selected
  }
  return useSyncExternalStore(subscribe, read, read)
}

function identity(calls: readonly ToolCall[]): readonly ToolCall[] {
  return calls
}
