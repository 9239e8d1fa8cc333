import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import { listenIn } from './listen-in.ts'
import { noteDisplay, type Displays } from './redact-event.ts'
import { writeRecording, type HeardEvent } from './write-recording.ts'

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
  const heard: HeardEvent[] = []
  let recorded: string | undefined
  const stopListening = listenIn(session, events => {
    for (const event of events) heard.push({ event, at: Date.now() })
  })
  return {
    stop() {
      if (recorded !== undefined) return recorded
      stopListening()
      const displays: Displays = new Map()
      for (const { toolCallId, display } of session.getToolCalls()) if (display) displays.set(toolCallId, display)
      for (const { event } of heard) noteDisplay(displays, event)
      recorded = writeRecording(heard, session, options.raw ? undefined : displays)
      return recorded
    },
  }
}
