import type { RunEndReason, ToolCallEvent } from '../../core/events.ts'
import type { ToolCallDecoder } from '../../core/host.ts'
import type { ModelOutput } from '../../core/model-output.ts'
import { isObject } from '../../core/json-value.ts'
import { readErrorText } from '../../core/tool-part.ts'
import { createAgentReader } from './create-agent-reader.ts'
import { readPrompt } from './read-data-part.ts'

/** What an open call waits for. */
type Waits = 'outcome' | 'approval' | 'resume' | 'provider'
type Chunk = Readonly<Record<string, unknown>>

/**
 * Reads the UI message chunks of `ai` 6 and 7, and those that `@mastra/ai-sdk` adds. Chunks that say nothing about tool calls,
 * and unknown ones, give no events.
 *
 * The wire has no run ids: a run is one response. A step is `message id:index`, counted as the `step-start` parts of the stored
 * message are, so that a live stream and a stored message name the same place.
 */
export function createAiSdkDecoder(): ToolCallDecoder {
  let active = false
  let messageId: string | undefined
  let stepIndex = -1
  let lastWasPrompt = false
  // of this response: calls whose arguments are complete and that have no outcome
  const open = new Map<string, { toolName: string; waits: Waits }>()
  let openedInStep = new Set<string>()
  const approvals = new Map<string, { toolCallId: string; isAutomatic: boolean }>()
  const agents = createAgentReader()

  const place = (): { messageId?: string; stepId?: string } => {
    if (messageId === undefined) return {}
    return stepIndex < 0 ? { messageId } : { messageId, stepId: `${messageId}:${stepIndex}` }
  }
  const wait = (toolCallId: string, waits: Waits, toolName = open.get(toolCallId)?.toolName ?? '') =>
    void open.set(toolCallId, { toolName, waits })
  const endRun = (reason: RunEndReason, errorText?: string): readonly ToolCallEvent[] => {
    if (!active) return []
    active = false
    const left = [...open].filter(([, { waits }]) => reason === 'complete' && waits === 'outcome').map(([id]) => id)
    return [
      {
        type: 'run_end',
        reason,
        ...(errorText && { errorText }),
        ...(left.length > 0 && { pendingToolCallIds: left }),
      },
    ]
  }

  const decodeToolChunk = (chunk: Chunk, toolCallId: string): readonly ToolCallEvent[] => {
    const { type } = chunk
    const call = { toolCallId, toolName: text(chunk.toolName) ?? '' }
    switch (type) {
      case 'tool-input-start':
        openedInStep.add(toolCallId)
        return [{ type: 'tool_input_start', ...call, ...place(), ...facts(chunk) }]
      case 'tool-input-delta':
        return [{ type: 'tool_input_delta', toolCallId, argsTextDelta: chunk.inputTextDelta }]
      case 'tool-input-available':
        openedInStep.add(toolCallId)
        wait(toolCallId, chunk.providerExecuted === true ? 'provider' : 'outcome', call.toolName)
        return [{ type: 'tool_start', ...call, args: chunk.input, ...place(), ...facts(chunk) }]
      case 'tool-input-error': {
        openedInStep.add(toolCallId)
        open.delete(toolCallId)
        const { input } = chunk
        const errorText = readErrorText(chunk.errorText)
        return [{ type: 'tool_input_error', ...call, input, errorText, ...place(), ...facts(chunk) }]
      }
      case 'tool-approval-request': {
        wait(toolCallId, 'approval')
        const isAutomatic = chunk.isAutomatic === true
        lastWasPrompt = !isAutomatic
        const approvalId = text(chunk.approvalId)
        if (approvalId !== undefined) approvals.set(approvalId, { toolCallId, isAutomatic })
        return [
          {
            type: 'tool_approval_required',
            toolCallId,
            approvalId,
            requestReason: text(chunk.reason),
            isAutomatic: isAutomatic || undefined,
            descriptor: chunk.approvalDescriptor,
            ref: toApproval(chunk),
          },
        ]
      }
      case 'tool-output-available': {
        const mastra = mastraOf(chunk)
        const background = isObject(mastra.backgroundTask) && mastra.backgroundTask.status === 'running'
        if (chunk.preliminary === true || background)
          return [{ type: 'tool_update', toolCallId, partialResult: chunk.output, ...(background && { background }) }]
        open.delete(toolCallId)
        const modelOutput = mastra.modelOutput as ModelOutput | undefined
        return [{ type: 'tool_end', toolCallId, result: chunk.output, isError: false, modelOutput }]
      }
      case 'tool-output-error': {
        open.delete(toolCallId)
        const errorText = readErrorText(chunk.errorText)
        return [{ type: 'tool_end', toolCallId, isError: true, errorKind: 'execution', errorText }]
      }
      case 'tool-output-denied':
        open.delete(toolCallId)
        return [{ type: 'tool_end', toolCallId, isError: true, denied: true }]
      default:
        return []
    }
  }

  const decodePrompt = (chunk: Chunk): readonly ToolCallEvent[] => {
    const prompt = readPrompt(chunk)
    if (!prompt) return []
    const { type, toolCallId, toolName, args, approvalId, suspendPayload, resumeSchema, ref } = prompt
    lastWasPrompt = true
    if (type === 'suspension') {
      wait(toolCallId, 'resume', toolName)
      return [{ type: 'tool_suspended', toolCallId, toolName, args, suspendPayload, resumeSchema, ref }]
    }
    // versions 6 and 7 have asked already, in the way of the AI SDK
    if (approvals.get(approvalId)?.toolCallId === toolCallId) return []
    wait(toolCallId, 'approval', toolName)
    approvals.set(approvalId, { toolCallId, isAutomatic: false })
    return [{ type: 'tool_approval_required', toolCallId, toolName, args, approvalId, ref }]
  }

  /** The one open call that something without an id of a call speaks of. */
  const onlyCall = (prefix: string, name = ''): string | undefined => {
    const candidates = [...open].filter(([, { toolName }]) => toolName.startsWith(prefix))
    const named = candidates.filter(([, { toolName }]) => toolName === prefix + name)
    return (named.length === 1 ? named : candidates.length === 1 ? candidates : []).at(0)?.[0]
  }

  return {
    begin(request = {}) {
      const before = active ? endRun('disconnected') : []
      active = true
      // a continuation goes on in the message that was posted; a replay tells it from its beginning
      messageId = request.messageId
      stepIndex = (request.replay ? 0 : (request.stepIndex ?? 0)) - 1
      open.clear()
      approvals.clear()
      openedInStep = new Set()
      lastWasPrompt = false
      return [...before, { type: 'run_start' }]
    },
    decode(chunk) {
      if (!active || !isObject(chunk) || typeof chunk.type !== 'string') return []
      const { type, toolCallId } = chunk
      if (type.startsWith('tool-')) lastWasPrompt = false
      switch (type) {
        case 'start':
          // another id renames the message that is continued: its steps go on
          messageId = text(chunk.messageId) ?? messageId
          return []
        case 'start-step':
          stepIndex += 1
          openedInStep = new Set()
          // where no message says that this is another place, an id that comes again is another call all the same (law 10)
          return messageId === undefined && stepIndex > 0 ? [{ type: 'run_start' }] : []
        case 'reset-step': {
          const withdrawn = [...openedInStep]
          openedInStep = new Set()
          for (const id of withdrawn) open.delete(id)
          return withdrawn.map(id => ({ type: 'tool_retracted', toolCallId: id, ...place(), reason: 'step-reset' }))
        }
        case 'tool-approval-response': {
          const approvalId = text(chunk.approvalId)
          if (approvalId === undefined) return []
          const request = approvals.get(approvalId)
          const approved = chunk.approved === true
          if (request && open.get(request.toolCallId)?.waits === 'approval') {
            if (approved) wait(request.toolCallId, 'outcome')
            else open.delete(request.toolCallId)
          }
          const by = request?.isAutomatic ? 'policy' : 'elsewhere'
          return [{ type: 'tool_approval_resolved', approvalId, approved, reason: text(chunk.reason), by }]
        }
        case 'data-tool-call-approval':
        case 'data-tool-call-suspended':
          return decodePrompt(chunk)
        case 'data-tool-agent':
        case 'data-tool-agent-step':
          return agents.read(chunk, onlyCall('agent-'), place())
        case 'data-tool-workflow': {
          const { data } = chunk
          const id = isObject(data) ? onlyCall('workflow-', text(data.name)) : undefined
          return id === undefined
            ? []
            : [{ type: 'tool_update', toolCallId: id, name: 'workflow', partialResult: data }]
        }
        case 'finish':
          // a resumed run that stops at the next question ends without saying why (v7-approval-and-suspension.2)
          return endRun(lastWasPrompt && chunk.finishReason === undefined ? 'suspended' : endReason(chunk.finishReason))
        case 'abort': {
          // a limit of the server's is not a person who stopped (B107)
          const reason = text(chunk.reason)
          return endRun(reason && /timed? ?out/i.test(reason) ? 'error' : 'aborted', reason)
        }
        case 'error':
          return endRun('error', readErrorText(chunk.errorText))
        default:
          return typeof toolCallId === 'string' ? decodeToolChunk(chunk, toolCallId) : []
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
function toApproval(chunk: Chunk): Record<string, unknown> {
  const { type: _type, toolCallId: _toolCallId, approvalId, approvalDescriptor, reason, ...rest } = chunk
  return {
    id: approvalId,
    ...(approvalDescriptor === undefined ? {} : { descriptor: approvalDescriptor }),
    ...(reason === undefined ? {} : { requestReason: reason }),
    ...rest,
  }
}

function facts(chunk: Chunk) {
  return {
    title: text(chunk.title),
    inputEncoding: chunk.inputEncoding === 'text' ? ('text' as const) : undefined,
    providerExecuted: flag(chunk.providerExecuted),
    dynamic: flag(chunk.dynamic),
    metadata: metadata(chunk),
  }
}

function metadata({ providerMetadata, toolMetadata }: Chunk): unknown {
  if (providerMetadata === undefined && toolMetadata === undefined) return undefined
  return {
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
    ...(toolMetadata === undefined ? {} : { toolMetadata }),
  }
}

function mastraOf({ providerMetadata }: Chunk): Record<string, unknown> {
  return isObject(providerMetadata) && isObject(providerMetadata.mastra) ? providerMetadata.mastra : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
