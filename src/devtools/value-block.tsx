'use client'

import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { printJson } from '../components/previews/print-json.ts'
import { CopyButton } from './copy-button.tsx'

export interface ValueBlockProps {
  title: string
  /** Text is shown as it is, anything else as JSON. */
  value: unknown
  /** What is to be known of the value. */
  note?: string | undefined
}

/** So much is drawn of a value until all of it is asked for. */
const FIRST = 20_000

export function ValueBlock({ title, value, note }: ValueBlockProps): ReactNode {
  const [isWhole, setIsWhole] = useState(false)
  // a text of a megabyte that grows would be printed with every frame
  const limit = isWhole ? undefined : FIRST
  const text = useMemo(() => (typeof value === 'string' ? value : printJson(value, false, limit)), [value, limit])
  const isEmpty = text === '' && note !== undefined
  const isCut = text.length > FIRST && !isWhole
  return (
    <section className="block" aria-label={title}>
      <div className="block-head">
        <h3>{title}</h3>
        {!isEmpty && (
          <CopyButton
            label="Copy"
            name={`Copy: ${title}`}
            text={() => (typeof value === 'string' ? value : printJson(value))}
          />
        )}
      </div>
      {note !== undefined && <p className="note">{note}</p>}
      {!isEmpty && (
        <pre role="group" aria-label={title} tabIndex={0} dir="ltr">
          {isCut ? `${text.slice(0, FIRST)}…` : text}
        </pre>
      )}
      {isCut && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all
        </button>
      )}
    </section>
  )
}
