'use client'

import { forwardRef, useRef, useState } from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'
import type { ToolSchema } from '../../core/schema.ts'
import { useToolCallLabels } from '../view-context.ts'
import { FormFields } from './form-fields.tsx'
import { useSchemaForm } from './use-schema-form.ts'

export interface SchemaFormProps extends Omit<
  ComponentPropsWithoutRef<'form'>,
  'children' | 'onChange' | 'onSubmit' | 'defaultValue'
> {
  /** A Standard Schema, or JSON Schema as an object or as JSON text. What cannot be drawn becomes a field for JSON. */
  schema: ToolSchema | string
  /** What the form starts with, in place of the schema's defaults. Unchanged, it is given back as it was. */
  defaultValue?: unknown
  /** Told of every change. The value may not be valid yet. */
  onChange?: ((value: unknown) => void) | undefined
  /** Gets a value that fits the schema, and nothing else. */
  onSubmit: (value: unknown) => unknown
  disabled?: boolean | undefined
}

/** A form for a schema. Values keep their types, empty optional fields are absent, and it checks before it submits. */
export const SchemaForm = forwardRef(function SchemaForm(
  { schema, defaultValue, onChange, onSubmit, disabled = false, ...rootProps }: SchemaFormProps,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const labels = useToolCallLabels()
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  const form = useSchemaForm({
    schema,
    defaultValue,
    onChange: onChange && (state => onChange(state.value)),
    labels,
  })
  const submit = async () => {
    if (disabled || busy.current) return
    busy.current = true
    setIsBusy(true)
    try {
      const result = await form.check()
      if (result.ok) await onSubmit(result.value)
    } finally {
      busy.current = false
      setIsBusy(false)
    }
  }
  return (
    <form
      ref={ref}
      data-slot="tc-form"
      noValidate
      {...rootProps}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <FormFields form={form} labels={labels} isOff={disabled || isBusy} />
      <div data-slot="tc-actions">
        <button
          data-slot="tc-button"
          data-variant="primary"
          type="submit"
          aria-disabled={disabled || isBusy || undefined}
        >
          {labels.form.send}
        </button>
        {form.problems.size > 0 && (
          <>
            <span data-slot="tc-spacer" />
            <span data-slot="tc-small" data-tone="danger">
              {labels.form.errors(form.problems.size)}
            </span>
          </>
        )}
      </div>
    </form>
  )
})
