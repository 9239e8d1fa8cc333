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
          <span className="offset">{formatOffset(row.at - startedAt)}</span>
          <span className="type">{row.type}</span>
          <bdi className="name">{row.toolName ?? row.toolCallId}</bdi>
          <span className="sum">{summarize(row)}</span>
        </>
      )}
    </RowList>
  )
}

/** "412 deltas, 18 kB"; nothing of the values themselves. */
export function summarize({ type, events, size, isCut }: LogRow): string {
  if (events.length === 1 && !isCut) return size > 0 ? formatSize(size) : ''
  const kept = `${formatCount(events.length, type.endsWith('_delta') ? 'delta' : 'update')}, ${formatSize(size)}`
  return isCut ? `the last ${kept}` : kept
}
