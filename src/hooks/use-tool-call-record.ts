'use client'

import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCall } from '../core/tool-call.ts'
import { useCallSnapshot } from './use-call-snapshot.ts'

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
  return useCallSnapshot(session, place?.toolCallId, () => place && session?.findToolCall(place.toolCallId, place))
}
