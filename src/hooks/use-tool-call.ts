'use client'

import type { ToolCall } from '../core/tool-call.ts'
import { useSession } from './tool-call-context.ts'
import { useCallSnapshot } from './use-call-snapshot.ts'

/** The record of a key, or undefined while there is none. Renders again only when that record changes. */
export function useToolCall(key: string): ToolCall | undefined {
  const session = useSession('useToolCall')
  return useCallSnapshot(session, key, () => session.getToolCall(key))
}
