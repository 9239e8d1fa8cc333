'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { VisibleText, Words } from '../code-block.tsx'
import { Icon } from '../icons.tsx'
import { toPointer } from './form-value.ts'
import type { FormPath } from './form-value.ts'
import type { FormNode } from './read-schema.ts'
import type { SchemaFormControls } from './use-schema-form.ts'

export interface FieldForm extends SchemaFormControls {
  readonly labels: ToolCallLabels
  /** Nothing can be changed. */
  readonly isOff: boolean
  onEnter?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}
export interface FieldProps {
  node: FormNode
  path: FormPath
  label: string
  isRequired: boolean
  form: FieldForm
}

interface Inside {
  /** On the control. */
  readonly control: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
  readonly invalid: '' | undefined
}
interface FieldBoxProps extends FieldProps {
  /** `group`, `radios`: a fieldset; `plain`, `tick`: nothing that a label could stand for. @default 'label' */
  as?: 'label' | 'group' | 'radios' | 'plain' | 'tick'
  isWide?: boolean
  hint?: string
  children(inside: Inside): ReactNode
}

/** What every field has around its control: a label, and below it what to enter, or what is wrong. */
export function FieldBox({
  node,
  path,
  label,
  isRequired,
  form,
  as = 'label',
  isWide,
  hint = '',
  children,
}: FieldBoxProps): ReactNode {
  const pointer = toPointer(path)
  const id = form.id + pointer
  const problem = form.problems.get(pointer)
  const said = [node.description, hint].filter(Boolean).join('. ')
  const belowId = problem === undefined && said === '' ? undefined : `${id}:below`
  const invalid = problem === undefined ? undefined : ''
  const control = { id, 'aria-invalid': invalid === '' || undefined, 'aria-describedby': belowId } as const
  const isGroup = as === 'group' || as === 'radios'
  const Root = isGroup ? 'fieldset' : 'div'
  const Label = isGroup ? 'legend' : as === 'label' ? 'label' : 'span'
  return (
    <Root
      data-slot={as === 'group' ? 'tc-fieldset' : 'tc-field'}
      data-wide={isWide || isGroup || as === 'tick' ? '' : undefined}
      data-invalid={invalid}
      {...(as === 'radios' && {
        role: 'radiogroup',
        'aria-invalid': control['aria-invalid'],
        'aria-required': isRequired,
        'aria-describedby': belowId,
      })}
    >
      {as !== 'tick' && (
        <Label data-slot="tc-label" {...(as === 'label' && { htmlFor: id })}>
          <Words text={label} />
          {!isRequired && as !== 'plain' && <span>{form.labels.form.optional}</span>}
        </Label>
      )}
      {children({ control, invalid })}
      {problem !== undefined && belowId ? (
        <Problem id={belowId} text={problem} />
      ) : (
        said !== '' && (
          <span data-slot="tc-small" id={belowId}>
            <VisibleText text={said} />
          </span>
        )
      )}
    </Root>
  )
}

export function Problem({ id, text }: { id: string; text: string }): ReactNode {
  return (
    <span data-slot="tc-field-error" id={id}>
      <Icon name="failed" />
      <span>
        <VisibleText text={text} />
      </span>
    </span>
  )
}
