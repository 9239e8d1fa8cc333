import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../core/events.ts'
import type { ToolCallResponse } from '../core/host.ts'
import { parseEvent } from '../core/parse-event.ts'
import type { ToolCall } from '../core/tool-call.ts'

/** Hears the readable events of each dispatch, which may be none, and a person's answers as events. */
export type EventListener = (events: readonly ToolCallEvent[]) => void

/** Tells of the events that a session takes from now on. Returns how to stop, which gives the session back as it was. */
export function listenIn(session: ToolCallSession, listener: EventListener): () => void {
  let isOver = false
  const tell: EventListener = events => {
    if (!isOver) listener(events)
  }
  const { dispatch, respond } = session
  const restoreDispatch = replaceMethod(session, 'dispatch', given => {
    const candidates: readonly unknown[] = Array.isArray(given) ? given : [given]
    const events = candidates.flatMap(candidate => parseEvent(candidate, () => {}) ?? [])
    tell(events)
    dispatch.call(session, given)
  })
  const restoreRespond = replaceMethod(session, 'respond', async (call, response) => {
    const before = session.getToolCall(call.key)
    const responding = respond.call(session, call, response)
    // the record changes before anything is awaited, if the answer is taken at all
    if (session.getToolCall(call.key) !== before) tell([toEvent(call, response)])
    const result = await responding
    const failure = session.getToolCall(call.key)?.delivery
    if (!result.ok && failure?.status === 'failed')
      tell([
        {
          type: 'response_failed',
          toolCallId: call.toolCallId,
          error: result.message,
          retryable: failure.error?.retryable ?? false,
        },
      ])
    return result
  })
  return () => {
    isOver = true
    restoreDispatch()
    restoreRespond()
  }
}

/** Returns how to undo it. Another one that came on top stays, and goes on through this one. */
function replaceMethod<Name extends 'dispatch' | 'respond'>(
  session: ToolCallSession,
  name: Name,
  method: ToolCallSession[Name],
): () => void {
  const before = session[name]
  session[name] = method
  return () => {
    if (session[name] === method) session[name] = before
  }
}

function toEvent({ toolCallId }: ToolCall, response: ToolCallResponse): ToolCallEvent {
  switch (response.type) {
    case 'approval':
      return { ...response, type: 'tool_approval_resolved', toolCallId, by: 'user' }
    case 'resume':
      return { type: 'tool_resumed', toolCallId, resumeData: response.resumeData, by: 'user' }
    case 'cancel':
      return {
        type: 'tool_cancelled',
        toolCallId,
        reason: response.cause === 'expired' || response.cause === 'superseded' ? response.cause : 'cancelled',
        message: response.reason,
      }
    case 'output':
      return {
        type: 'tool_end',
        toolCallId,
        result: response.output,
        isError: false,
        modelOutput: response.modelOutput,
      }
    case 'output-error':
      return { ...response, type: 'tool_end', toolCallId, isError: true }
    default: {
      const unreachable: never = response
      return unreachable
    }
  }
}
