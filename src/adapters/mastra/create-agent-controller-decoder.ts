import type { RunEndReason, ToolCallEvent } from '../../core/events.ts'
import type { ToolCallDecoder } from '../../core/host.ts'
import { outcomeOf, STOPPED, textOf } from './tool-outcome.ts'

/**
 * Reads the events of a Mastra AgentController session. They are ours as they come; only the runs have other names
 * (`agent_start`, `agent_end`), and no ids: they are counted. Events that say nothing about tool calls give none.
 */
export function createAgentControllerDecoder(): ToolCallDecoder {
  let runs = 0
  let isRunning = false
  let error: string | undefined
  let lastWasPrompt = false
  // only tool events name their thread; a session has one
  let threadId: string | undefined
  // the message part of a call comes before its `tool_start` and knows the message
  const messageOf = new Map<string, string>()

  const runId = () => `agent run ${runs}`
  const endRun = (reason: RunEndReason): readonly ToolCallEvent[] => {
    if (!isRunning) return []
    isRunning = false
    const errorText = error
    error = undefined
    return [
      {
        type: 'run_end',
        threadId,
        runId: runId(),
        reason,
        ...(reason === 'error' && errorText !== undefined ? { errorText } : {}),
      },
    ]
  }
  const startRun = (): readonly ToolCallEvent[] => {
    // an end that got lost must not leave its calls open for ever
    const before = endRun('disconnected')
    runs += 1
    isRunning = true
    error = undefined
    return [...before, { type: 'run_start', threadId, runId: runId() }]
  }

  return {
    begin: () => [],
    decode(wire) {
      if (typeof wire !== 'object' || wire === null || typeof (wire as { type?: unknown }).type !== 'string') return []
      const event = wire as Record<string, unknown> & { type: string }
      const id = typeof event.toolCallId === 'string' ? event.toolCallId : undefined
      if (typeof event.threadId === 'string') threadId = event.threadId
      if (id !== undefined) lastWasPrompt = event.type === 'tool_suspended' || event.type === 'tool_approval_required'
      switch (event.type) {
        case 'agent_start':
          return startRun()
        case 'agent_end':
          return endRun(typeof event.reason === 'string' ? (event.reason as RunEndReason) : 'complete')
        case 'error':
          error = textOf(event.error)
          return []
        case 'message_start':
          for (const part of partsOf(event.message))
            noteMessage(part, (event.message as { id?: unknown }).id, messageOf)
          return []
        case 'message_update':
          noteMessage((event.event as { part?: unknown } | undefined)?.part, event.id, messageOf)
          return []
        case 'tool_end':
          return [withScope(toolEnd(event))]
        case 'tool_input_start':
        case 'tool_input_delta':
        case 'tool_input_end':
        case 'tool_start':
        case 'tool_approval_required':
        case 'tool_suspended':
        case 'tool_suspension_cancelled':
        case 'tool_update':
        case 'shell_output':
        case 'command_exit':
        case 'subagent_start':
        case 'subagent_text_delta':
        case 'subagent_tool_start':
        case 'subagent_tool_end':
        case 'subagent_end':
        case 'task_updated':
          return [withScope(event)]
        default:
          return []
      }
    },
    end: reason => (isRunning && !(reason === undefined && lastWasPrompt) ? endRun(reason ?? 'disconnected') : []),
  }

  function withScope(event: Record<string, unknown>): ToolCallEvent {
    const messageId = typeof event.toolCallId === 'string' ? messageOf.get(event.toolCallId) : undefined
    const scope = {
      ...(isRunning ? { runId: runId() } : {}),
      ...(messageId === undefined || event.type === 'tool_input_start' ? {} : { messageId }),
    }
    // the session checks every field: what came over the wire is only named here
    return { threadId, ...event, ...scope } as unknown as ToolCallEvent
  }
}

function toolEnd(event: Record<string, unknown>): Record<string, unknown> {
  const { result } = event
  const { type: _, denied, isError, ...rest } = event
  if (denied === true) {
    if (result === STOPPED)
      return { type: 'tool_cancelled', toolCallId: event.toolCallId, threadId: event.threadId, reason: 'aborted' }
    return {
      ...rest,
      type: 'tool_end',
      result: undefined,
      isError: false,
      denied,
      reason: typeof result === 'string' ? result : undefined,
    }
  }
  const outcome = outcomeOf(result, isError === true)
  return { ...rest, type: 'tool_end', ...outcome, ...(outcome.isError ? { errorKind: 'execution' } : {}) }
}

function partsOf(message: unknown): readonly unknown[] {
  const parts = (message as { content?: { parts?: unknown } } | undefined)?.content?.parts
  return Array.isArray(parts) ? (parts as unknown[]) : []
}

// After an answer a new message repeats the call with its result and empty arguments: only the first one is the call's.
function noteMessage(part: unknown, messageId: unknown, messageOf: Map<string, string>) {
  const call = (part as { type?: unknown; toolInvocation?: { toolCallId?: unknown; state?: unknown } } | undefined)
    ?.toolInvocation
  if (typeof messageId === 'string' && typeof call?.toolCallId === 'string' && call.state === 'call')
    messageOf.set(call.toolCallId, messageId)
}
