'use client'

import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { Caret, Words } from '../code-block.tsx'
import { Option } from '../form/choices.tsx'
import { HiddenValue } from '../input-rows.tsx'
import { isPicked } from './answer-draft.ts'
import type { AnswerDraft } from './answer-draft.ts'
import type { Question } from './read-question.ts'

interface QuestionFieldsProps {
  question: Question
  isHidden: boolean
  isStreaming: boolean
  takesText: boolean
  draft: AnswerDraft
  isOff: boolean
  onChange(change: Partial<AnswerDraft>): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  labels: ToolCallLabels
}

/** A question and what it can be answered with: options, a text, or both. */
export function QuestionFields(props: QuestionFieldsProps): ReactNode {
  const { question, isHidden, isStreaming, takesText, draft, isOff, onChange, onKeyDown, labels } = props
  const id = useId()
  const { text, options, isMultiple } = question
  const type = isMultiple ? 'checkbox' : 'radio'
  // Where options may still come, a field for a text would have to go again.
  const isWaiting = isStreaming && options.length === 0
  return (
    <>
      <legend data-slot="tc-question">
        {isHidden ? (
          <HiddenValue labels={labels} />
        ) : (
          (text !== '' || !isStreaming) && <Words text={text || labels.ask.untitled} />
        )}
        {isWaiting && <Caret />}
      </legend>
      {options.length > 0 ? (
        <div data-slot="tc-options" data-long={options.length > MANY_OPTIONS ? '' : undefined}>
          {options.map((option, index) => {
            const { label, description, isWhole } = option
            const isChosen = isPicked(draft, label, index)
            return (
              <Option
                key={index}
                type={type}
                name={id}
                checked={isChosen && (isMultiple || !draft.isOther)}
                disabled={!isWhole}
                onChange={event => {
                  if (isOff) return
                  const others = draft.chosen.filter(choice => isMultiple && choice.index !== index)
                  onChange({
                    chosen: event.target.checked ? [...others, { index, label }] : others,
                    ...(!isMultiple && { isOther: false }),
                  })
                }}
                label={<OptionLabel options={options} index={index} labels={labels} />}
                description={description}
              />
            )
          })}
          {takesText && (
            <div data-slot="tc-option" data-other="">
              <label data-slot="tc-check">
                <input
                  type={type}
                  name={id}
                  checked={draft.isOther}
                  onChange={event => {
                    if (!isOff) onChange({ isOther: event.target.checked })
                  }}
                />
                {labels.ask.other}
              </label>
              <input
                data-slot="tc-input"
                type="text"
                dir="auto"
                aria-label={labels.ask.otherField}
                placeholder={labels.ask.own}
                value={draft.text}
                readOnly={isOff}
                onKeyDown={onKeyDown}
                onChange={event => onChange({ text: event.target.value, isOther: event.target.value !== '' })}
              />
            </div>
          )}
        </div>
      ) : (
        !isWaiting && (
          <textarea
            data-slot="tc-input"
            rows={2}
            dir="auto"
            aria-label={labels.ask.placeholder}
            placeholder={labels.ask.placeholder}
            value={draft.text}
            readOnly={isOff}
            onKeyDown={onKeyDown}
            onChange={event => onChange({ text: event.target.value })}
          />
        )
      )}
    </>
  )
}

const MANY_OPTIONS = 12

/** An option without a name gets one; two of a name are told apart. */
function OptionLabel({
  options,
  index,
  labels,
}: {
  options: Question['options']
  index: number
  labels: ToolCallLabels
}): ReactNode {
  const option = options[index]
  const label = option?.label ?? ''
  const same = options.filter(other => other.label === label)
  if (label.trim() === '' && option?.isWhole) return <span data-slot="tc-hidden">{labels.ask.unnamed(index + 1)}</span>
  return (
    <>
      <Words text={label} />
      {option && same.length > 1 && (
        <span data-slot="tc-small"> {labels.ask.same(same.indexOf(option) + 1, same.length)}</span>
      )}
      {!option?.isWhole && <Caret />}
    </>
  )
}
