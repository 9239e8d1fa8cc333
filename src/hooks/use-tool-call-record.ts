'use client'

import { useCallback, useSyncExternalStore } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCall } from '../core/tool-call.ts'

export interface ToolCallPlace {
  readonly toolCallId: string
  readonly messageId?: string | undefined
  readonly stepId?: string | undefined
}

/** The newest record of a tool call id at a place, or undefined; without a session there is none. */
export function useToolCallRecord(
  session: ToolCallSession | undefined,
  place: ToolCallPlace | undefined,
): ToolCall | undefined {
  const toolCallId = place?.toolCallId
  const subscribe = useCallback(
    (listener: () => void) =>
      session && toolCallId !== undefined ? session.subscribeToolCall(toolCallId, listener) : () => {},
    [session, toolCallId],
  )
  const read = () => (session && place ? session.findToolCall(place.toolCallId, place) : undefined)
  return useSyncExternalStore(subscribe, read, read)
}
