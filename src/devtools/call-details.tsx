'use client'

import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { ToolCallEvent, ToolDisplay } from '../core/events.ts'
import type { ToolCallWarning } from '../core/warnings.ts'
import type { StoredToolCall, ToolCall } from '../core/tool-call.ts'
import { HIDDEN, redactEvent, redactStored, type Displays } from '../testing/redact-event.ts'
import { NAMELESS, toneOf } from './call-list.tsx'
import { formatDuration } from './format.ts'
import type { Lane, LogRow } from './inspector-log.ts'
import { Facts } from './facts.tsx'
import { toStoredToolCall } from '../testing/to-snapshot.ts'
import { ValueBlock } from './value-block.tsx'
import { WarningList } from './warning-list.tsx'

export interface CallDetailsProps {
  lane: Lane
  displays: Displays
  rows: readonly LogRow[]
  warnings: readonly ToolCallWarning[]
  parentOf: (key: string) => ToolCall | undefined
  onShowEvents: (toolCallId: string) => void
}

export function CallDetails({ lane, displays, rows, warnings, parentOf, onShowEvents }: CallDetailsProps): ReactNode {
  const { call } = lane
  const noted = displays.get(call.toolCallId)
  const display = useMemo((): ToolDisplay => ({ ...noted, ...call.display }), [noted, call])
  // made anew only when the record is: what is printed goes by identity
  const stored = useMemo(() => redactStored(toStoredToolCall(call, parentOf), display), [call, display, parentOf])
  const deltas = rows.filter(({ type, toolCallId }) => type === 'tool_input_delta' && toolCallId === call.toolCallId)
  const raw = rawInput(call, stored, display, deltas, displays)
  const own = warnings.filter(({ toolCallId }) => toolCallId === call.toolCallId)
  const { startedAt, settledAt, delivery } = call
  const progress = call.state === 'input-available' ? call.running : undefined
  return (
    <article aria-label={`Call ${call.toolName || NAMELESS}`}>
      <h2>
        <bdi>{call.toolName || NAMELESS}</bdi>
        <span className="badge" data-tone={toneOf[call.state]}>
          {call.state}
        </span>
      </h2>
      <Facts
        facts={{
          id: call.toolCallId,
          reason: stored.reason,
          'kind of error': stored.errorKind,
          'waits for': call.state === 'input-available' ? call.waitingFor : undefined,
          'runs at': progress?.by,
          started: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
          took: startedAt === undefined || settledAt === undefined ? undefined : formatDuration(settledAt - startedAt),
          answer: delivery && [delivery.status, delivery.error?.message].filter(Boolean).join(': '),
          thread: call.threadId,
          run: call.runId,
          message: call.messageId,
          'belongs to': stored.parentToolCallId,
        }}
      />
      <div>
        <button type="button" onClick={() => onShowEvents(call.toolCallId)}>
          Show its events
        </button>
      </div>
      {own.length > 0 && <WarningList warnings={own} />}
      <ValueBlock title="Input" value={stored.input} note={call.display?.input && DISPLAYED} />
      <ValueBlock title="Raw input" {...raw} />
      {progress?.partialOutput !== undefined && (
        <ValueBlock title="Output so far" value={display.output ? HIDDEN : progress.partialOutput} />
      )}
      {stored.errorText !== undefined && <ValueBlock title="Error" value={stored.errorText} />}
      {('output' in call || stored.output !== undefined) && (
        <ValueBlock title="Output" value={stored.output} note={call.display?.output && DISPLAYED} />
      )}
      {call.state === 'output-available' && (
        <ValueBlock
          title="What the model saw"
          {...(display.output || display.error
            ? { value: HIDDEN }
            : call.modelOutput
              ? { value: call.modelOutput }
              : { value: stored.output, note: 'Nothing of its own was reported, so it is the output.' })}
        />
      )}
      <FoldedRecord stored={stored} />
    </article>
  )
}

/** All that is known of the call; printed only while it is looked at. */
function FoldedRecord({ stored }: { stored: StoredToolCall }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>Whole record</summary>
      {isOpen && <ValueBlock title="Record" value={stored} />}
    </details>
  )
}

const DISPLAYED = 'What may be shown instead of the value itself.'

/** The text that the arguments came as: of a finished call as the log has it. */
function rawInput(
  call: ToolCall,
  stored: StoredToolCall,
  display: ToolDisplay,
  deltas: readonly LogRow[],
  displays: Displays,
): { value: unknown; note?: string } {
  if (display.input || display.inputDelta) return { value: HIDDEN }
  if (call.state === 'input-available' && call.inputError)
    return {
      value: call.inputError.text,
      note: `It cannot be read: ${call.inputError.message} at character ${call.inputError.position}.`,
    }
  if (stored.inputText) return { value: stored.inputText }
  if (deltas.length === 0) return { value: '', note: 'The log has no text of it: it came whole, or before the log.' }
  return {
    value: deltas.map(row => joinDeltas(row, displays)).join(''),
    ...(deltas.some(({ isCut }) => isCut) && { note: 'Its beginning is no longer in the log.' }),
  }
}

/** The text of a stream of deltas, as far as it may be shown. */
export function joinDeltas({ toolCallId, events }: LogRow, displays: Displays): string {
  // where nothing is hidden of the call, nothing has to be looked up for each of thousands
  const isPlain = toolCallId !== undefined && !displays.has(toolCallId)
  return events.map(({ event }) => textOf(isPlain ? event : redactEvent(event, displays))).join('')
}

function textOf(event: ToolCallEvent): string {
  switch (event.type) {
    case 'tool_input_delta':
      return typeof event.argsTextDelta === 'string' ? event.argsTextDelta : (JSON.stringify(event.argsTextDelta) ?? '')
    case 'subagent_text_delta':
      return event.textDelta
    case 'shell_output':
      return event.output
    default:
      return ''
  }
}
