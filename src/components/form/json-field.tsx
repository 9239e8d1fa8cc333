'use client'

import type { ReactNode } from 'react'
import { toJsonText } from '../preview-text.ts'
import { Option } from './choices.tsx'
import { FieldBox } from './field-box.tsx'
import type { FieldProps } from './field-box.tsx'
import { TYPE, parseJson, toPointer } from './form-value.ts'
import type { NodeOf } from './read-schema.ts'

/** A text as it is, or JSON; where both are taken, the person says which. */
export function JsonField({
  value,
  typed,
  set,
  ...props
}: FieldProps & {
  node: NodeOf<'json'>
  value: unknown
  typed: string | undefined
  set(value: unknown, text?: string): void
}): ReactNode {
  const { node, path, label, form } = props
  const { asText, asJson, answerType, textHint, jsonHint } = form.labels.form
  const type = form.state.texts[`${toPointer(path)}${TYPE}`]
  const isText =
    node.takesText && (type === undefined ? value === undefined || typeof value === 'string' : type === 'text')
  const shown =
    isText && typeof value === 'string' ? value : (typed ?? (isText || value === undefined ? '' : toJsonText(value)))
  return (
    <FieldBox {...props} isWide hint={isText ? textHint : jsonHint}>
      {({ control }) => (
        <>
          <textarea
            data-slot="tc-input"
            data-type={isText ? undefined : 'code'}
            rows={2}
            dir={isText ? 'auto' : 'ltr'}
            spellCheck={isText}
            {...control}
            value={shown}
            readOnly={form.isOff}
            onChange={({ target: { value: text } }) => {
              if (text === '') set(undefined)
              else if (isText) set(text)
              else set(parseJson(text), text)
            }}
          />
          {node.takesText && (
            <fieldset data-slot="tc-choices" role="radiogroup" aria-label={`${answerType}: ${label}`}>
              {(['text', 'json'] as const).map(choice => (
                <Option
                  key={choice}
                  slot="tc-check"
                  type="radio"
                  name={`${control.id}${TYPE}`}
                  checked={isText === (choice === 'text')}
                  onChange={() => {
                    if (!form.isOff) form.setType(path, choice, shown)
                  }}
                  label={choice === 'text' ? asText : asJson}
                  description={undefined}
                />
              ))}
            </fieldset>
          )}
        </>
      )}
    </FieldBox>
  )
}
