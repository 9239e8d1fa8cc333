'use client'

import { useCallback, useSyncExternalStore } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCall } from '../core/tool-call.ts'

export interface ToolCallPlace {
  readonly toolCallId: string
  readonly messageId?: string | undefined
  readonly stepId?: string | undefined
}

/**
 * The newest record of a tool call id at a place, or undefined. Without a session there is none. Where an id can mean several
 * records, any change may be news, so it listens to the session and renders only when the record found is another.
 */
export function useToolCallRecord(session: ToolCallSession | undefined, place: ToolCallPlace | undefined): ToolCall | undefined {
  const subscribe = useCallback((listener: () => void) => session?.subscribe(listener) ?? (() => {}), [session])
  const read = () => (session && place ? session.findToolCall(place.toolCallId, place) : undefined)
  return useSyncExternalStore(subscribe, read, read)
}
