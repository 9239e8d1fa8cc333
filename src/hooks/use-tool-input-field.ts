'use client'

import { useRef } from 'react'
import { getInputStatus, inputAt } from '../core/get-input-status.ts'
import type { JsonPath, JsonPathStatus } from '../partial-json/create-partial-json.ts'
import { useSession } from './tool-call-context.ts'
import { useCallSnapshot } from './use-call-snapshot.ts'

export interface ToolInputField {
  readonly value: unknown
  readonly status: JsonPathStatus
}

const ABSENT: ToolInputField = Object.freeze({ value: undefined, status: 'absent' })

/** One node of a call's input. Renders again only when that node changes, however fast the rest of the input grows. */
export function useToolInputField(key: string, path: JsonPath): ToolInputField {
  const session = useSession('useToolInputField')
  const last = useRef(ABSENT)
  return useCallSnapshot(session, key, () => {
    const call = session.getToolCall(key)
    const next = call ? { value: inputAt(call, path), status: getInputStatus(call, path) } : ABSENT
    if (next.value !== last.current.value || next.status !== last.current.status) last.current = next
    return last.current
  })
}
