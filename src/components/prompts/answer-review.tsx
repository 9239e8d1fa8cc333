'use client'

import { useId } from 'react'
import type { ReactNode } from 'react'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { Words } from '../code-block.tsx'
import { isNothing } from './answer-draft.ts'
import type { Answer, Question } from './read-question.ts'

/** All answers once more, each with a way back to it. */
export function AnswerReview({
  questions,
  answers,
  onEdit,
  isOff,
  labels,
}: {
  questions: readonly Question[]
  answers: readonly (Answer | undefined)[]
  onEdit(step: number): void
  isOff: boolean
  labels: ToolCallLabels
}): ReactNode {
  const id = useId()
  return (
    <>
      <legend data-slot="tc-question">{labels.ask.review}</legend>
      <ol data-slot="tc-review">
        {questions.map(({ text }, index) => {
          const given = answers[index]
          return (
            <li key={index}>
              <span id={`${id}-${index}`}>
                <Words text={text || labels.ask.untitled} />
              </span>
              {isNothing(given) ? (
                <span data-slot="tc-small">{labels.ask.none}</span>
              ) : (
                <strong>
                  <Words text={typeof given === 'string' ? given : labels.receipt.answers(given ?? [])} />
                </strong>
              )}
              <button
                data-slot="tc-button"
                data-variant="link"
                type="button"
                aria-describedby={`${id}-${index}`}
                onClick={() => {
                  if (!isOff) onEdit(index)
                }}
              >
                {labels.ask.change}
              </button>
            </li>
          )
        })}
      </ol>
    </>
  )
}
