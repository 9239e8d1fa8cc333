import type { RunEndReason, ToolCallEvent } from '../../core/events.ts'
import type { ToolCallDecoder } from '../../core/host.ts'

/**
 * Reads the UI message chunks of `ai` 6 and 7. Chunks that say nothing about tool calls, and unknown ones, give no events.
 *
 * The wire has no run ids: a run is one response. A step is `message id : index`, counted as the `step-start` parts of the stored
 * message are, so that a live stream and a stored message name the same place.
 */
export function createAiSdkDecoder(): ToolCallDecoder {
  let active = false
  let messageId: string | undefined
  let stepIndex = -1
  // calls of this response whose arguments are complete and that nobody has answered or finished
  let open = new Map<string, 'input' | 'approval'>()
  const approvals = new Map<string, string>()
  let openedInStep = new Set<string>()
  let lastWasPrompt = false

  const place = (): { messageId?: string; stepId?: string } => {
    if (messageId === undefined) return {}
    return stepIndex < 0 ? { messageId } : { messageId, stepId: `${messageId}:${stepIndex}` }
  }
  const answered = (id: string | undefined, approved: boolean) => {
    if (id === undefined || open.get(id) !== 'approval') return
    if (approved) open.set(id, 'input')
    else open.delete(id)
  }
  const endRun = (reason: RunEndReason, errorText?: string): readonly ToolCallEvent[] => {
    if (!active) return []
    active = false
    const pendingToolCallIds =
      reason === 'complete' ? [...open].filter(([, waits]) => waits === 'input').map(([id]) => id) : []
    return [
      {
        type: 'run_end',
        reason,
        ...(errorText === undefined ? {} : { errorText }),
        ...(pendingToolCallIds.length === 0 ? {} : { pendingToolCallIds }),
      },
    ]
  }

  return {
    begin(request = {}) {
      const before = active ? endRun('disconnected') : []
      active = true
      // a continuation goes on in the message that was posted; a replay tells it from its beginning
      messageId = request.messageId
      stepIndex = (request.replay ? 0 : (request.stepIndex ?? 0)) - 1
      open = new Map()
      openedInStep = new Set()
      lastWasPrompt = false
      return [...before, { type: 'run_start' }]
    },
    decode(chunk) {
      if (!active || !isRecord(chunk) || typeof chunk.type !== 'string') return []
      const id = typeof chunk.toolCallId === 'string' ? chunk.toolCallId : undefined
      if (chunk.type.startsWith('tool-'))
        lastWasPrompt = chunk.type === 'tool-approval-request' && chunk.isAutomatic !== true
      switch (chunk.type) {
        case 'start':
          if (typeof chunk.messageId === 'string' && chunk.messageId !== messageId) {
            messageId = chunk.messageId
            stepIndex = -1
          }
          return []
        case 'start-step':
          stepIndex += 1
          openedInStep = new Set()
          return []
        case 'reset-step': {
          const withdrawn = [...openedInStep]
          openedInStep = new Set()
          for (const call of withdrawn) open.delete(call)
          return withdrawn.map(
            toolCallId => ({ type: 'tool_retracted', toolCallId, ...place(), reason: 'step-reset' }) as const,
          )
        }
        case 'tool-input-start':
          if (id === undefined) return []
          openedInStep.add(id)
          return [
            {
              type: 'tool_input_start',
              toolCallId: id,
              toolName: text(chunk.toolName) ?? '',
              ...place(),
              ...facts(chunk),
            },
          ]
        case 'tool-input-delta':
          if (id === undefined) return []
          return [{ type: 'tool_input_delta', toolCallId: id, argsTextDelta: chunk.inputTextDelta }]
        case 'tool-input-available':
          if (id === undefined) return []
          openedInStep.add(id)
          if (chunk.providerExecuted !== true) open.set(id, 'input')
          return [
            {
              type: 'tool_start',
              toolCallId: id,
              toolName: text(chunk.toolName) ?? '',
              args: chunk.input,
              ...place(),
              ...facts(chunk),
            },
          ]
        case 'tool-input-error':
          if (id === undefined) return []
          openedInStep.add(id)
          open.delete(id)
          return [
            {
              type: 'tool_input_error',
              toolCallId: id,
              toolName: text(chunk.toolName) ?? '',
              input: chunk.input,
              errorText: text(chunk.errorText) ?? '',
              ...place(),
              ...facts(chunk),
            },
          ]
        case 'tool-approval-request':
          if (id === undefined) return []
          open.set(id, 'approval')
          if (typeof chunk.approvalId === 'string') approvals.set(chunk.approvalId, id)
          return [
            {
              type: 'tool_approval_required',
              toolCallId: id,
              approvalId: text(chunk.approvalId),
              requestReason: text(chunk.reason),
              isAutomatic: chunk.isAutomatic === true ? true : undefined,
              descriptor: chunk.approvalDescriptor,
              ref: toApproval(chunk),
            },
          ]
        case 'tool-approval-response':
          if (typeof chunk.approvalId !== 'string') return []
          answered(approvals.get(chunk.approvalId), chunk.approved === true)
          return [
            {
              type: 'tool_approval_resolved',
              approvalId: chunk.approvalId,
              approved: chunk.approved === true,
              reason: text(chunk.reason),
              by: 'policy',
            },
          ]
        case 'tool-output-available':
          if (id === undefined) return []
          if (chunk.preliminary === true) return [{ type: 'tool_update', toolCallId: id, partialResult: chunk.output }]
          open.delete(id)
          return [{ type: 'tool_end', toolCallId: id, result: chunk.output, isError: false }]
        case 'tool-output-error':
          if (id === undefined) return []
          open.delete(id)
          return [
            {
              type: 'tool_end',
              toolCallId: id,
              isError: true,
              errorKind: 'execution',
              errorText: text(chunk.errorText) ?? '',
            },
          ]
        case 'tool-output-denied':
          if (id === undefined) return []
          open.delete(id)
          return [{ type: 'tool_end', toolCallId: id, isError: true, denied: true }]
        case 'finish':
          return endRun(endReason(chunk.finishReason))
        case 'abort':
          return endRun('aborted', text(chunk.reason))
        case 'error':
          return endRun('error', text(chunk.errorText))
        default:
          return []
      }
    },
    end: reason => endRun(reason ?? (lastWasPrompt ? 'suspended' : 'disconnected')),
  }
}

// Anything but a clean end means that arguments which look whole may have been cut (B097).
function endReason(finishReason: unknown): RunEndReason {
  switch (finishReason) {
    case 'length':
    case 'error':
      return finishReason
    case 'content-filter':
      return 'error'
    case 'interrupted':
      return 'aborted'
    default:
      return 'complete'
  }
}

/** The approval object as the SDK keeps it on the part: it must come back exactly so (`signature`, unknown fields). */
function toApproval(chunk: Record<string, unknown>): Record<string, unknown> {
  const { type: _type, toolCallId: _toolCallId, approvalId, approvalDescriptor, reason, ...rest } = chunk
  return {
    id: approvalId,
    ...(approvalDescriptor === undefined ? {} : { descriptor: approvalDescriptor }),
    ...(reason === undefined ? {} : { requestReason: reason }),
    ...rest,
  }
}

function facts(chunk: Record<string, unknown>) {
  return {
    title: text(chunk.title),
    inputEncoding: chunk.inputEncoding === 'text' ? ('text' as const) : undefined,
    providerExecuted: flag(chunk.providerExecuted),
    dynamic: flag(chunk.dynamic),
    metadata: metadata(chunk),
  }
}

function metadata(chunk: Record<string, unknown>): unknown {
  const { providerMetadata, toolMetadata } = chunk
  if (providerMetadata === undefined && toolMetadata === undefined) return undefined
  return {
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
    ...(toolMetadata === undefined ? {} : { toolMetadata }),
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
