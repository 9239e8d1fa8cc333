import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../core/events.ts'
import type { ToolCallResponse } from '../core/host.ts'
import { parseEvent } from '../core/parse-event.ts'
import type { ToolCall } from '../core/tool-call.ts'
import { noteDisplay, redactEvent, type Displays } from './redact-event.ts'
import { shiftTimes } from './shift-times.ts'

export interface RecordOptions {
  /**
   * Keeps the values as they came, what must not be shown included, and each `ref`. Without it the recording holds what may be
   * drawn. @default false
   */
  raw?: boolean | undefined
}

export interface ToolCallRecorder {
  /** Ends the recording. Returns it as JSONL: one event a line, `at` in milliseconds since the first one. */
  stop(): string
}

/**
 * Records the events that a session takes from now on, the person's answers among them, for `replayRecording` and for reports of
 * bugs. A recording holds what a person could see: where a transform gives another value for display, or none, the raw one is left out.
 *
 * @example
 * const recorder = recordToolCalls(session)
 * …
 * await navigator.clipboard.writeText(recorder.stop())
 */
export function recordToolCalls(session: ToolCallSession, options: RecordOptions = {}): ToolCallRecorder {
  const lines: { readonly event: ToolCallEvent; readonly at: number }[] = []
  const displays: Displays = new Map()
  let recorded: string | undefined

  const note = (events: ToolCallEvent | readonly ToolCallEvent[]) => {
    if (recorded !== undefined) return
    for (const candidate of Array.isArray(events) ? events : [events]) {
      const event = parseEvent(candidate, () => {})
      if (event) lines.push({ event, at: Date.now() })
    }
  }
  const { dispatch, respond } = session
  const restoreDispatch = replaceMethod(session, 'dispatch', events => {
    note(events)
    dispatch.call(session, events)
  })
  const restoreRespond = replaceMethod(session, 'respond', async (call, response) => {
    const before = session.getToolCall(call.key)
    const responding = respond.call(session, call, response)
    // the record changes before anything is awaited, if the answer is taken at all
    if (session.getToolCall(call.key) !== before) note(toEvent(call, response))
    const result = await responding
    const failure = session.getToolCall(call.key)?.delivery
    if (!result.ok && failure?.status === 'failed')
      note({
        type: 'response_failed',
        toolCallId: call.toolCallId,
        error: result.message,
        retryable: failure.error?.retryable ?? false,
      })
    return result
  })

  return {
    stop() {
      if (recorded !== undefined) return recorded
      restoreDispatch()
      restoreRespond()
      for (const { toolCallId, display } of session.getToolCalls()) if (display) displays.set(toolCallId, display)
      for (const { event } of lines) noteDisplay(displays, event)
      const start = lines[0]?.at ?? 0
      recorded = lines
        .map(({ event, at }) => {
          // its other times are by the clock that it came with
          const shifted = shiftTimes(event, (event.at === undefined ? 0 : at - event.at) - start)
          const kept = options.raw ? shifted : redactEvent(shifted, displays)
          return `${toJson({ ...kept, at: at - start })}\n`
        })
        .join('')
      return recorded
    },
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

/** A field that JSON cannot hold, a cycle or a bigint, is left out; the event stays. */
function toJson(event: object): string {
  try {
    return JSON.stringify(event)
  } catch {
    return JSON.stringify(Object.fromEntries(Object.entries(event).filter(([, value]) => isJson(value))))
  }
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}
