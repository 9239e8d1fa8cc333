'use client'

import { forwardRef, useId } from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'

interface TextFieldProps extends ComponentPropsWithoutRef<'textarea'> {
  label: string
  /** Beside the label. */
  note?: string | undefined
}

/** Some lines of a person's own words, with a label above them. */
export const TextField = forwardRef(function TextField(
  { label, note, ...field }: TextFieldProps,
  ref: ForwardedRef<HTMLTextAreaElement>,
): ReactNode {
  const id = useId()
  return (
    <div data-slot="tc-field">
      <label data-slot="tc-label" htmlFor={id}>
        {label}
        {note !== undefined && <span>{note}</span>}
      </label>
      <textarea ref={ref} id={id} data-slot="tc-input" rows={2} dir="auto" {...field} />
    </div>
  )
})
