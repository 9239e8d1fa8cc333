'use client'

import { useCallback, useSyncExternalStore } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'

/** What `read` returns, read again with each change of a call. `id`: its key or its tool call id. */
export function useCallSnapshot<Snapshot>(
  session: ToolCallSession | undefined,
  id: string | undefined,
  read: () => Snapshot,
): Snapshot {
  const subscribe = useCallback(
    (listener: () => void) => (session && id !== undefined ? session.subscribeToolCall(id, listener) : () => {}),
    [session, id],
  )
  return useSyncExternalStore(subscribe, read, read)
}
