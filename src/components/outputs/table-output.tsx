'use client'

import { memo, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { More } from '../input-rows.tsx'
import { isPlainObject, readProperty, toText } from '../preview-text.ts'
import { useToolCallLabels } from '../view-context.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows that all say about the same things, none of them nested: these can be read as a table. */
export function toRows(value: unknown): readonly Row[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined
  const sample: readonly unknown[] = value.slice(0, 50)
  const columns = columnsOf(sample.filter(isPlainObject))
  if (columns.length === 0 || columns.length > 12) return undefined
  const fits = sample.every(
    row =>
      isPlainObject(row) &&
      Object.keys(row).length * 2 >= columns.length &&
      Object.keys(row).every(key => isCell(readProperty(row, key))),
  )
  return fits && value.every(isPlainObject) ? value : undefined
}

function isCell(value: unknown): boolean {
  return typeof value !== 'object' || value === null
    ? String(value).length <= 200 && !String(value).includes('\n')
    : false
}

function columnsOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap(row => Object.keys(row)))]
}

const FIRST = 8
/** Above and below what can be seen. */
const OVERSCAN = 8

/** Records as a table: the first rows, then all of them, of which only those in view are in the page. */
export function TableOutput({ rows }: { rows: readonly Row[] }): ReactNode {
  const labels = useToolCallLabels()
  const [isAllShown, setIsAllShown] = useState(rows.length <= FIRST)
  const columns = useMemo(() => columnsOf(rows), [rows])
  const numeric = useMemo(() => new Set(columns.filter(column => isNumeric(rows, column))), [rows, columns])
  const widths = useMemo(() => columns.map(column => widthOf(rows, column)), [rows, columns])
  const box = useRef<HTMLDivElement>(null)
  const [{ start, rowHeight }, setView] = useState({ start: 0, rowHeight: ROW_HEIGHT })

  const count = isAllShown ? rows.length : FIRST
  const isWindowed = count > WINDOW
  const first = isWindowed ? Math.max(0, start - OVERSCAN) : 0
  const end = isWindowed ? Math.min(count, first + WINDOW) : count
  const handleScroll = () => {
    const element = box.current
    const row = element?.querySelector('tbody tr:not([aria-hidden])')
    if (!element || !row || !isWindowed) return
    const height = row.getBoundingClientRect().height || rowHeight
    // In steps, so that most scrolling draws nothing.
    const next = Math.floor(element.scrollTop / height / OVERSCAN) * OVERSCAN
    if (next !== start || height !== rowHeight) setView({ start: next, rowHeight: height })
  }
  return (
    <>
      <div
        ref={box}
        data-slot="tc-table"
        tabIndex={0}
        role="group"
        aria-label={labels.preview.rows}
        onScroll={handleScroll}
      >
        <table aria-rowcount={rows.length + 1}>
          <colgroup>
            {widths.map((width, index) => (
              <col key={index} style={isWindowed ? { inlineSize: `${width}ch` } : undefined} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col" data-type={numeric.has(column) ? 'number' : undefined}>
                  <bdi>{column}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <Space height={first * rowHeight} />}
            {rows.slice(first, end).map((row, index) => (
              <TableRow key={first + index} row={row} position={first + index} columns={columns} numeric={numeric} />
            ))}
            {end < count && <Space height={(count - end) * rowHeight} />}
          </tbody>
        </table>
      </div>
      {!isAllShown && (
        <More
          text={labels.preview.rowsOf(count, rows.length)}
          action={labels.preview.showMoreRows}
          onClick={() => setIsAllShown(true)}
        />
      )}
    </>
  )
}

const WINDOW = 48
const ROW_HEIGHT = 31

function Space({ height }: { height: number }): ReactNode {
  return <tr aria-hidden="true" style={{ blockSize: height }} />
}

const TableRow = memo(function TableRow({
  row,
  position,
  columns,
  numeric,
}: {
  row: Row
  position: number
  columns: readonly string[]
  numeric: ReadonlySet<string>
}): ReactNode {
  return (
    <tr aria-rowindex={position + 2}>
      {columns.map(column => {
        const value = Object.hasOwn(row, column) ? readProperty(row, column) : undefined
        return (
          <td key={column} data-type={numeric.has(column) ? 'number' : undefined}>
            <bdi>{value === undefined ? '' : typeof value === 'number' ? formatNumber(value) : toText(value)}</bdi>
          </td>
        )
      })}
    </tr>
  )
})

// As it is: a year or an id with separators would be another thing, and a rounded number a lie.
function formatNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

function isNumeric(rows: readonly Row[], column: string): boolean {
  let hasNumber = false
  for (const row of rows.slice(0, 200)) {
    const value = readProperty(row, column)
    if (typeof value === 'number') hasNumber = true
    else if (value !== null && value !== undefined) return false
  }
  return hasNumber
}

/** Characters, with the padding of a cell. */
function widthOf(rows: readonly Row[], column: string): number {
  const longest = rows
    .slice(0, 500)
    .reduce((most, row) => Math.max(most, toText(readProperty(row, column) ?? '').length), column.length)
  return Math.min(longest, 40) + 4
}
