'use client'

import { useEffect, useId, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { VList, type VListHandle } from 'virtua'

export interface RowListProps<Row> {
  label: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  selectedId: string | undefined
  onSelect: (id: string) => void
  /** Stays at the end while it is looked at. */
  followsEnd?: boolean | undefined
  children: (row: Row) => ReactNode
}

const ROW_HEIGHT = 28

/** A list of which only the visible rows are drawn. The arrows choose a row. */
export function RowList<Row>(props: RowListProps<Row>): ReactNode {
  const { label, rows, idOf, selectedId, onSelect, followsEnd = false, children } = props
  const prefix = useId()
  const list = useRef<VListHandle>(null)
  const isAtEnd = useRef(followsEnd)
  const selected = selectedId === undefined ? -1 : rows.findIndex(row => idOf(row) === selectedId)

  useEffect(() => {
    if (followsEnd && isAtEnd.current && rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  }, [followsEnd, rows.length])

  function handleScroll(offset: number) {
    const { current } = list
    if (current) isAtEnd.current = offset + current.viewportSize >= current.scrollSize - ROW_HEIGHT
  }
  function handleKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor((list.current?.viewportSize ?? 0) / ROW_HEIGHT) - 1)
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: selected + 1,
      ArrowUp: selected < 0 ? rows.length - 1 : selected - 1,
      PageDown: selected + page,
      PageUp: selected - page,
      Home: 0,
      End: rows.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = Math.min(Math.max(target, 0), rows.length - 1)
    const row = rows[index]
    if (row === undefined) return
    onSelect(idOf(row))
    list.current?.scrollToIndex(index, { align: 'nearest' })
  }
  function handleClick({ target }: MouseEvent<HTMLElement>) {
    const option = (target as Element).closest('[role="option"]')
    const row = rows[Number(option?.getAttribute('aria-posinset')) - 1]
    if (row !== undefined) onSelect(idOf(row))
  }

  return (
    <VList
      ref={list}
      className="rows"
      data={rows}
      itemSize={ROW_HEIGHT}
      // what has the focus by its id must be there
      keepMounted={selected < 0 ? [] : [selected]}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selected < 0 ? undefined : `${prefix}${selected}`}
      onClick={handleClick}
      onKeyDown={handleKey}
      onScroll={handleScroll}
    >
      {(row, index) => (
        <div
          key={idOf(row)}
          id={`${prefix}${index}`}
          role="option"
          tabIndex={-1}
          className="row"
          aria-selected={index === selected}
          aria-posinset={index + 1}
          aria-setsize={rows.length}
        >
          {children(row)}
        </div>
      )}
    </VList>
  )
}
