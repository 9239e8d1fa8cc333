'use client'

import { useCallback, useRef, useSyncExternalStore } from 'react'
import { getInputStatus, inputAt } from '../core/get-input-status.ts'
import type { JsonPath, JsonPathStatus } from '../partial-json/create-partial-json.ts'
import { useSession } from './tool-call-context.ts'

export interface ToolInputField {
  readonly value: unknown
  readonly status: JsonPathStatus
}

const ABSENT: ToolInputField = Object.freeze({ value: undefined, status: 'absent' })

/** One node of a call's input. Renders again only when that node changes, however fast the rest of the input grows. */
export function useToolInputField(key: string, path: JsonPath): ToolInputField {
  const session = useSession('useToolInputField')
  const subscribe = useCallback((listener: () => void) => session.subscribeToolCall(key, listener), [session, key])
  const last = useRef(ABSENT)
  const read = () => {
    const call = session.getToolCall(key)
    const next = call ? { value: inputAt(call, path), status: getInputStatus(call, path) } : ABSENT
    if (next.value !== last.current.value || next.status !== last.current.status) last.current = next
    return last.current
  }
  return useSyncExternalStore(subscribe, read, read)
}
