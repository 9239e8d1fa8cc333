import type { MessageLike } from '../adapters/ai-sdk/tool-calls-from-messages.ts'
import type { ToolCallEvent } from '../core/events.ts'
import { isToolPart, type ToolPartLike } from '../core/tool-part.ts'

/** What a chat shows of a response whose stream nobody here can hear. */
export interface PartEvents {
  begin(): readonly ToolCallEvent[]
  /** What has changed in the message that is being written. */
  changes(message: MessageLike): readonly ToolCallEvent[]
  end(reason: 'complete' | 'aborted' | 'error'): readonly ToolCallEvent[]
}

/** Tells of a response by the parts of its message. Its arguments come as often as the chat writes them. */
export function createPartEvents(): PartEvents {
  const told = new Map<number, { readonly toolCallId: string; state: string; text: string; output?: unknown }>()
  let waiting = new Set<string>()

  const changesOf = (
    part: ToolPartLike,
    index: number,
    messageId: string,
    stepId: string | undefined,
  ): readonly ToolCallEvent[] => {
    const { toolCallId, state } = part
    const text = typeof part.rawInput === 'string' ? part.rawInput : ''
    const before = told.get(index)
    const isSame = before?.toolCallId === toolCallId
    const was = isSame ? before : { toolCallId, state: '', text: '' }
    told.set(index, { toolCallId, state, text, output: part.output })
    const toolName = part.type === 'dynamic-tool' ? (part.toolName ?? '') : part.type.slice('tool-'.length)
    const place = { toolCallId, messageId, ...(stepId === undefined ? {} : { stepId }) }
    const { title, providerExecuted, inputEncoding } = part
    const events: ToolCallEvent[] = []
    if (state === 'input-streaming') {
      if (was.state !== state || !text.startsWith(was.text)) {
        events.push({ ...place, type: 'tool_input_start', toolName, title, providerExecuted, inputEncoding })
        was.text = ''
      }
      if (text.length > was.text.length)
        events.push({ ...place, type: 'tool_input_delta', argsTextDelta: text.slice(was.text.length) })
      return events
    }
    if (was.state === state && (part.preliminary !== true || was.output === part.output)) return events
    const isRefused = state === 'output-error' && (part.input === undefined || typeof part.input === 'string')
    if (isRefused) {
      const input = part.input ?? part.rawInput
      return [{ ...place, type: 'tool_input_error', toolName, input, errorText: part.errorText ?? '' }]
    }
    if (was.state === '' || was.state === 'input-streaming')
      events.push({ ...place, type: 'tool_start', toolName, args: part.input, title, providerExecuted })
    if (part.approval && (state === 'approval-requested' || was.state !== 'approval-requested')) {
      const {
        id: approvalId,
        requestReason,
        isAutomatic,
        descriptor,
      } = part.approval as Record<string, unknown> & {
        id: string
        requestReason?: string
        isAutomatic?: boolean
      }
      const request = { approvalId, requestReason, isAutomatic, descriptor, ref: part.approval }
      events.push({ ...place, type: 'tool_approval_required', ...request })
      const { approved, reason } = part.approval
      if (approved !== undefined && isAutomatic === true)
        events.push({ ...place, type: 'tool_approval_resolved', approved, reason, by: 'policy' })
    }
    if (state === 'output-available')
      events.push(
        part.preliminary === true
          ? { ...place, type: 'tool_update', partialResult: part.output }
          : { ...place, type: 'tool_end', result: part.output, isError: false },
      )
    else if (state === 'output-error')
      events.push({ ...place, type: 'tool_end', isError: true, errorKind: 'execution', errorText: part.errorText })
    else if (state === 'output-denied') events.push({ ...place, type: 'tool_end', isError: true, denied: true })
    return events
  }

  return {
    begin() {
      told.clear()
      waiting = new Set()
      return [{ type: 'run_start' }]
    },
    changes(message) {
      let step = -1
      waiting = new Set()
      return message.parts.flatMap((part, index) => {
        if (part.type === 'step-start') step += 1
        if (!isToolPart(part)) return []
        const toolPart = part as ToolPartLike
        if (toolPart.state === 'input-available' && toolPart.providerExecuted !== true) waiting.add(toolPart.toolCallId)
        return changesOf(toolPart, index, message.id, step < 0 ? undefined : `${message.id}:${step}`)
      })
    },
    end(reason) {
      const pendingToolCallIds = reason === 'complete' && waiting.size > 0 ? { pendingToolCallIds: [...waiting] } : {}
      return [{ type: 'run_end', reason, ...pendingToolCallIds }]
    },
  }
}
