'use client'

import { isPending } from '../core/tool-call-record.ts'
import type { PendingToolCall, ToolCall } from '../core/tool-call.ts'
import { useToolCalls } from './use-tool-calls.ts'

/** The calls that wait for a person, in order of appearance. What a policy decides by itself is not among them. */
export function usePendingToolCalls(): readonly PendingToolCall[] {
  return useToolCalls(selectPending, isSameList)
}

function selectPending(calls: readonly ToolCall[]): readonly PendingToolCall[] {
  return calls.filter(isPending)
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
