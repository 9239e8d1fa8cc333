'use client'

import { useRef } from 'react'
import { getInputStatus } from '../core/get-input-status.ts'
import type { ToolCall } from '../core/tool-call.ts'
import type { JsonPath, JsonPathStatus } from '../partial-json/create-partial-json.ts'
import { useSession } from './tool-call-context.ts'
import { useCallSnapshot } from './use-call-snapshot.ts'

export interface ToolInputView {
  /** The preview while it arrives, then the input. Whatever did not grow keeps its identity. */
  readonly input: unknown
  /** The source text, as long as it is kept: until the input is there. */
  readonly text: string
  /** The innermost node that may still grow. */
  readonly openPath: JsonPath | undefined
  /** The input is final. */
  readonly complete: boolean
  status(path: JsonPath): JsonPathStatus
}

/** The input of a call, also while it arrives. Renders again when the input changes, not when the rest of the call does. */
export function useToolInput(key: string): ToolInputView | undefined {
  const session = useSession('useToolInput')
  const last = useRef<ToolInputView>(undefined)
  return useCallSnapshot(session, key, () => {
    const call = session.getToolCall(key)
    const next = call && viewOf(call)
    const previous = last.current
    if (!next || !previous || FIELDS.some(field => next[field] !== previous[field])) last.current = next
    return last.current
  })
}

const FIELDS = ['input', 'text', 'openPath', 'complete'] as const

function viewOf(call: ToolCall): ToolInputView {
  const isStreaming = call.state === 'input-streaming'
  const isCut = call.state === 'interrupted' && !call.inputComplete
  const error = call.state === 'input-available' ? call.inputError : undefined
  return {
    input: call.input,
    text: isStreaming || isCut ? call.inputText : (error?.text ?? ''),
    openPath: isStreaming ? call.inputOpenPath : undefined,
    complete: !isStreaming && !isCut && !error,
    status: path => getInputStatus(call, path),
  }
}
