'use client'

import type { ReactNode } from 'react'
import { formatCount, formatOffset, formatSize } from './format.ts'
import type { LogRow } from './inspector-log.ts'
import { RowList } from './row-list.tsx'

export interface EventListProps {
  rows: readonly LogRow[]
  startedAt: number
  selectedId: string | undefined
  onSelect: (id: string) => void
}

export function EventList({ rows, startedAt, selectedId, onSelect }: EventListProps): ReactNode {
  return (
    <RowList
      label="Events"
      rows={rows}
      idOf={({ id }) => String(id)}
      selectedId={selectedId}
      onSelect={onSelect}
      followsEnd
    >
      {row => (
        <>
          <bdi className="offset">{formatOffset(row.at - startedAt)}</bdi>
          <span className="type">{row.type}</span>
          <span className="name">
            <bdi>{row.toolName ?? row.toolCallId}</bdi>
          </span>
          <bdi className="sum">{summarize(row)}</bdi>
        </>
      )}
    </RowList>
  )
}

/** "412 deltas, 18 kB"; nothing of the values themselves. */
export function summarize({ type, events, size, isCut }: LogRow): string {
  if (events.length === 1 && !isCut) return size >= 1000 ? formatSize(size) : ''
  const kept = `${formatCount(events.length, type.endsWith('_delta') ? 'delta' : 'update')}, ${formatSize(size)}`
  return isCut ? `the last ${kept}` : kept
}
