'use client'

import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Words } from '../code-block.tsx'
import { Select } from '../select.tsx'
import { FieldBox } from './field-box.tsx'
import type { FieldProps } from './field-box.tsx'
import type { Choice } from './read-schema.ts'

/** A yes that is given or not. */
export function Tick({
  isTicked,
  onTick,
  ...props
}: FieldProps & { isTicked: boolean; onTick(isTicked: boolean): void }): ReactNode {
  return (
    <FieldBox {...props} as="tick">
      {({ control }) => (
        <label data-slot="tc-check">
          <input type="checkbox" {...control} checked={isTicked} onChange={event => onTick(event.target.checked)} />
          <Words text={props.label} />
        </label>
      )}
    </FieldBox>
  )
}

export const yesOrNo: readonly Choice[] = [true, false].map(value => ({ value, label: String(value) }))

/** One of several values: as a list that opens, as rows with descriptions, or side by side. */
export function Choices({
  choices,
  value,
  isList = false,
  isInline = false,
  onChoose,
  ...props
}: FieldProps & {
  choices: readonly Choice[]
  value: unknown
  isList?: boolean
  isInline?: boolean
  onChoose(value: unknown): void
}): ReactNode {
  const { labels } = props.form
  const current = value === undefined ? -1 : choices.findIndex(choice => isSame(choice.value, value))
  const texts = choices.map(({ value: own, label }, index) => {
    if (label !== String(own)) return label
    if (own === null) return labels.form.none
    if (typeof own === 'boolean') return own ? labels.form.yes : labels.form.no
    return label || labels.ask.unnamed(index + 1)
  })
  if (isList) {
    return (
      <FieldBox {...props}>
        {({ control }) => (
          <Select
            {...control}
            value={String(current)}
            onChange={event => onChoose(choices[Number(event.target.value)]?.value)}
          >
            <option value="-1">{labels.form.choose}</option>
            {texts.map((text, index) => (
              <option key={index} value={index}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </FieldBox>
    )
  }
  return (
    <FieldBox {...props} as="radios">
      {({ control }) => (
        <div data-slot={isInline ? 'tc-choices' : 'tc-options'}>
          {choices.map((choice, index) => (
            <Option
              key={index}
              slot={isInline ? 'tc-check' : undefined}
              type="radio"
              name={control.id}
              checked={current === index}
              onChange={() => onChoose(choice.value)}
              label={<Words text={texts[index] ?? ''} />}
              description={choice.description}
            />
          ))}
        </div>
      )}
    </FieldBox>
  )
}

function isSame(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
}

/** One of several answers; the whole row can be pressed. */
export function Option({
  slot = 'tc-option',
  label,
  description,
  ...input
}: {
  /** `tc-check`: side by side with others, in a line. */
  slot?: 'tc-option' | 'tc-check' | undefined
  label: ReactNode
  description: string | undefined
} & Omit<ComponentPropsWithoutRef<'input'>, 'slot'>): ReactNode {
  return (
    <label data-slot={slot}>
      <input {...input} />
      <span>
        {label}
        {description !== undefined && (
          <span data-slot="tc-option-description">
            <Words text={description} />
          </span>
        )}
      </span>
    </label>
  )
}
