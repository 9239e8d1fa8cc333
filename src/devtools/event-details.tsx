'use client'

import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { redactEvent, type Displays } from '../testing/redact-event.ts'
import { joinDeltas } from './call-details.tsx'
import { summarize } from './event-list.tsx'
import { Facts } from './facts.tsx'
import { formatDuration, formatOffset } from './format.ts'
import type { LogRow } from './inspector-log.ts'
import { ValueBlock } from './value-block.tsx'

export interface EventDetailsProps {
  row: LogRow
  startedAt: number
  displays: Displays
  /** Undefined where the session has no such call. */
  onShowCall: (() => void) | undefined
}

export function EventDetails({ row, startedAt, displays, onShowCall }: EventDetailsProps): ReactNode {
  const { type, events, at, toolCallId, toolName, isCut } = row
  const first = events[0]!
  const last = events.at(-1)!
  const isStream = events.length > 1 || isCut
  const text = isStream && type !== 'tool_update' ? joinDeltas(row, displays) : ''
  // an object that stays the same is not printed again with every frame
  const shown = useMemo(() => redactEvent(last.event, displays), [last, displays])
  return (
    <article aria-label={`Event ${type}`}>
      <h2>
        <code>{type}</code>
      </h2>
      <Facts
        facts={{
          tool: toolName,
          id: toolCallId,
          heard: formatOffset(at - startedAt),
          ...(isStream && { holds: summarize(row), lasted: formatDuration(last.at - first.at) }),
        }}
      />
      {onShowCall && (
        <div>
          <button type="button" onClick={onShowCall}>
            Show its call
          </button>
        </div>
      )}
      {text !== '' && (
        <ValueBlock
          title="Text"
          value={text}
          note={isCut ? 'Its beginning is no longer in the log.' : 'Of all of them together.'}
        />
      )}
      <ValueBlock title={isStream ? 'The last event' : 'Event'} value={shown} />
    </article>
  )
}
