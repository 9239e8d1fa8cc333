'use client'

import { useEffect, useState } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'

/**
 * One session for as long as the component lives, another when `key` changes. Connects in an effect, so that nothing opens while
 * rendering, and closes one task after the last user is gone: StrictMode and Fast Refresh mount twice.
 */
export function useToolCallSession(create: () => ToolCallSession, key?: string): ToolCallSession {
  const [kept, setKept] = useState(() => ({ key, session: create() }))
  let { session } = kept
  if (kept.key !== key) {
    session = create()
    setKept({ key, session })
  }
  useEffect(() => {
    const disconnect = session.connect()
    return () => void setTimeout(disconnect, 0)
  }, [session])
  return session
}
