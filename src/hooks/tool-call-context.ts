'use client'

import { createContext, useContext } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'

/** The session of the nearest provider. */
export const ToolCallSessionContext = createContext<ToolCallSession | undefined>(undefined)

/** The provider's session. Throws where there is no provider. */
export function useSession(hook: string): ToolCallSession {
  const session = useContext(ToolCallSessionContext)
  if (!session)
    throw new Error(
      `${hook} needs a session, but there is no <ToolCallProvider> above it. Wrap the tree in <ToolCallProvider session={…}>.`,
    )
  return session
}
