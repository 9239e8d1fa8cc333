'use client'

import { useMemo } from 'react'
import type { RespondResult } from '../core/answer-gate.ts'
import type { GrantScope } from '../core/events.ts'
import type { ApprovalRequest, DeliveryError, ToolCallIn } from '../core/tool-call.ts'
import { useSession } from './tool-call-context.ts'
import { useToolCall } from './use-tool-call.ts'

export interface ApproveOptions {
  reason?: string | undefined
  optionId?: string | undefined
  grant?: GrantScope | undefined
  editedInput?: unknown
  payload?: unknown
}
export type DenyOptions = Omit<ApproveOptions, 'editedInput'>

export interface ToolApprovalControls {
  readonly call: ToolCallIn<'approval-requested'>
  readonly approval: ApprovalRequest
  approve(options?: ApproveOptions): Promise<RespondResult>
  deny(reason?: string | DenyOptions): Promise<RespondResult>
  /** Whether an edited input is taken. */
  readonly canEdit: boolean
  /** Why the last answer could not be sent. */
  readonly error: DeliveryError | undefined
}

/** The open approval of a call with its two answers; undefined when nobody is asked. The answers belong to the record that was shown. */
export function useToolApproval(key: string): ToolApprovalControls | undefined {
  const session = useSession('useToolApproval')
  const call = useToolCall(key)
  return useMemo(() => {
    if (call?.state !== 'approval-requested' || call.approval.isAutomatic) return undefined
    return {
      call,
      approval: call.approval,
      approve: options => session.respond(call, { type: 'approval', approved: true, ...options }),
      deny: options =>
        session.respond(call, {
          type: 'approval',
          approved: false,
          ...(typeof options === 'string' ? { reason: options } : options),
        }),
      canEdit: call.approval.editable === true,
      error: call.delivery?.error,
    }
  }, [session, call])
}
