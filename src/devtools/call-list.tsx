'use client'

import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ToolCallState } from '../core/tool-call.ts'
import { formatDuration } from './format.ts'
import type { Lane } from './inspector-log.ts'
import { RowList } from './row-list.tsx'
import { createTimeScale, type Span } from './time-scale.ts'

export interface CallListProps {
  lanes: readonly Lane[]
  /** The end of what has not ended. */
  now: number
  selectedKey: string | undefined
  onSelect: (key: string) => void
}

type Tone = 'stream' | 'run' | 'ask' | 'ok' | 'danger' | 'denied'
/** A colour alone is not seen by everybody. */
const marks: Readonly<Record<Tone, string>> = { stream: '…', run: '▸', ask: '?', ok: '✓', danger: '✕', denied: '–' }
/** Of a call whose name nobody told. */
export const NAMELESS = '(no name)'

/** How a state looks on the line of time. */
export const toneOf: Readonly<Record<ToolCallState, Tone>> = {
  'input-streaming': 'stream',
  'input-available': 'run',
  'approval-requested': 'ask',
  suspended: 'ask',
  'approval-responded': 'run',
  resuming: 'run',
  'output-available': 'ok',
  'output-error': 'danger',
  'output-denied': 'denied',
  interrupted: 'denied',
}

interface Segment extends Span {
  readonly state: ToolCallState
}

/** The calls, each with its course on a common line of time. */
export function CallList({ lanes, now, selectedKey, onSelect }: CallListProps): ReactNode {
  const scale = useMemo(() => {
    // what only waits for a person may wait for hours
    const busy = lanes.flatMap(lane =>
      segmentsOf(lane, spanOf(lane, now)).filter(({ state }) => toneOf[state] !== 'ask'),
    )
    return createTimeScale(busy)
  }, [lanes, now])
  return (
    <RowList label="Tool calls" rows={lanes} idOf={({ call }) => call.key} selectedId={selectedKey} onSelect={onSelect}>
      {lane => {
        const { call } = lane
        const span = spanOf(lane, now)
        return (
          <>
            <span className="mark" data-tone={toneOf[call.state]} aria-hidden="true">
              {marks[toneOf[call.state]]}
            </span>
            <span className="name">
              <bdi>{call.toolName || NAMELESS}</bdi>
            </span>
            <span className="state">{call.state}</span>
            <span className="lane" aria-hidden="true">
              {segmentsOf(lane, span).map(({ state, from, to }, index) => (
                <span
                  key={index}
                  className="segment"
                  data-tone={toneOf[state]}
                  style={{
                    insetInlineStart: percent(scale(from)),
                    inlineSize: `max(3px, ${percent(scale(to) - scale(from))})`,
                  }}
                />
              ))}
            </span>
            <bdi className="time">{call.settledAt === undefined ? '…' : formatDuration(span.to - span.from)}</bdi>
          </>
        )
      }}
    </RowList>
  )
}

function spanOf({ call, changes }: Lane, now: number): Span {
  const from = call.startedAt ?? changes[0]?.at ?? now
  return { from, to: Math.max(from, call.settledAt ?? now) }
}

/** The changes were seen by the clock here, start and end come from the backend's. */
function segmentsOf({ call, changes }: Lane, { from, to }: Span): readonly Segment[] {
  const within = (time: number) => Math.min(Math.max(time, from), to)
  // the final state is an end, not a time
  const isOver = call.settledAt !== undefined
  const lasting = isOver ? changes.slice(0, -1) : changes
  const segments = lasting.map(({ state, at }, index) => ({
    state,
    from: index === 0 ? from : within(at),
    to: index === lasting.length - 1 ? to : within(lasting[index + 1]!.at),
  }))
  // of a call that was over when it was first seen, no more is known than how it ended
  return isOver ? [...segments, { state: call.state, from: segments.length === 0 ? from : to, to }] : segments
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`
}
