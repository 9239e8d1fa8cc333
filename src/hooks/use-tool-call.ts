'use client'

import { useCallback, useSyncExternalStore } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import { useSession } from './tool-call-context.ts'

/** The record of a key, or undefined while there is none. Renders again only when that record changes. */
export function useToolCall(key: string): ToolCall | undefined {
  const session = useSession('useToolCall')
  const subscribe = useCallback((listener: () => void) => session.subscribeToolCall(key, listener), [session, key])
  const read = () => session.getToolCall(key)
  return useSyncExternalStore(subscribe, read, read)
}
