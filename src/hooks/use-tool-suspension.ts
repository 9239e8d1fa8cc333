'use client'

import { useMemo } from 'react'
import type { RespondResult } from '../core/answer-gate.ts'
import { isCallOf } from '../core/is-call-of.ts'
import type { DeliveryError, SuspensionRequest, ToolCallIn } from '../core/tool-call.ts'
import type { ToolDefinition, ToolTypes } from '../core/tool-definition.ts'
import { useSession } from './tool-call-context.ts'
import { useToolCall } from './use-tool-call.ts'

export interface ToolSuspensionControls<T extends ToolTypes = ToolTypes> {
  readonly call: ToolCallIn<'suspended', T>
  readonly suspension: SuspensionRequest<T['suspend']>
  /** Every value is an answer, `false`, `0`, `''` and `null` too. */
  resume(data: T['resume']): Promise<RespondResult>
  /** Takes the question back, where the host can tell that. */
  cancel(reason?: string): Promise<RespondResult>
  /** Why the last answer could not be sent. */
  readonly error: DeliveryError | undefined
}

/** The open question of a call with its two answers; undefined when it asks nothing. The answers belong to the record that was shown. */
export function useToolSuspension(key: string): ToolSuspensionControls | undefined
/** The same, typed by the tool; undefined for a call of another one. */
export function useToolSuspension<T extends ToolTypes>(
  key: string,
  tool: ToolDefinition<T>,
): ToolSuspensionControls<T> | undefined
export function useToolSuspension(key: string, tool?: ToolDefinition): ToolSuspensionControls | undefined {
  const session = useSession('useToolSuspension')
  const call = useToolCall(key)
  return useMemo(() => {
    if (call?.state !== 'suspended' || (tool && !isCallOf(call, tool))) return undefined
    return {
      call,
      suspension: call.suspension,
      resume: resumeData => session.respond(call, { type: 'resume', resumeData }),
      cancel: reason => session.respond(call, { type: 'cancel', cause: 'user', reason }),
      error: call.delivery?.error,
    }
  }, [session, call, tool])
}
