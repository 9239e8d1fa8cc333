'use client'

import { forwardRef, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ForwardedRef, KeyboardEvent, ReactNode } from 'react'
import type { ToolCallIn } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { Caret, VisibleText } from '../code-block.tsx'
import { displayed, displayedInput } from '../describe-tool-call.ts'
import { toInputItems } from '../preview-text.ts'
import { HiddenValue, InputRows } from '../input-rows.tsx'
import { Option, PromptFrame } from './prompt-parts.tsx'
import { mayTake, readQuestions, restOf, toResumeData } from './read-question.ts'
import type { Answer, Question } from './read-question.ts'
import { useDraft, usePrompt } from './use-prompt.ts'
import type { PromptProps } from './use-prompt.ts'

/** States in which a question can be answered, or its answer prepared. */
export type AskingState = 'input-streaming' | 'input-available' | 'approval-requested' | 'suspended'

export interface AskUserPromptProps extends PromptProps<AskingState> {
  /** A cancellation is taken as an answer, too. @default false */
  canSkip?: boolean | undefined
}

/**
 * Asks what the agent asks: for a text, for one of the options, or for several of them; several questions one after the other, with
 * a look at all answers at the end. While the question still arrives, and while its approval is open, an answer can be prepared; it
 * can be sent once the call is `suspended`. Choosing never sends.
 */
export const AskUserPrompt = forwardRef(function AskUserPrompt(
  props: AskUserPromptProps,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const {
    call,
    onRespond,
    error,
    canDecide = true,
    canSkip = false,
    draft: givenDraft,
    onDraftChange,
    ...rootProps
  } = props
  const { questions, rest, isHidden } = useMemo(() => questionsOf(call), [call])
  const isOpen = call.state === 'suspended'
  const subject = questions.map(({ text }) => text).join('\n')
  const [draft, changeDraft] = useDraft(
    noDraft,
    isOpen ? subject : undefined,
    { draft: givenDraft, onDraftChange },
    { answers: [{ ...noAnswer, chosen: [{ index: 0, label: '' }] }] },
  )
  const [isConfirming, setIsConfirming] = useState(false)
  const count = questions.length
  // One past the last question, all answers are looked at.
  const step = count === 1 ? 0 : Math.min(Math.max(0, Math.trunc(draft.step)), isOpen ? count : count - 1)
  const isReview = step === count
  const question = questions[step]
  const prompt = usePrompt(call, { onRespond, error }, `${isOpen} ${subject} ${isConfirming} ${isReview}`, draft)
  const { labels, isAnswered, armed, answer } = prompt
  const schema = isOpen ? call.suspension.resumeSchema : undefined
  const takesText = count > 1 || mayTake(schema, 'text')

  const group = useRef<HTMLFieldSetElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (hasMoved.current) group.current?.focus()
    hasMoved.current = false
  }, [step])
  const goTo = (next: number) => {
    hasMoved.current = true
    setIsConfirming(false)
    changeDraft({ step: next })
  }
  const changeAnswer = (change: Partial<AnswerDraft>) => {
    setIsConfirming(false)
    changeDraft({
      answers: questions.map((_, index) => ({ ...answerAt(draft, index), ...(index === step && change) })),
    })
  }

  const answers = questions.map((asked, index) => read(asked, answerAt(draft, index)))
  const looked = isReview ? answers : answers.slice(step, step + 1)
  const isEmpty = looked.some(given => isNothing(given))
  // An option has to be chosen; no text and none of several may be meant.
  const isMissing = looked.includes(undefined)
  const isLast = isReview || count === 1
  const size = isReview ? count : Array.isArray(looked[0]) ? looked[0].length : 1
  const send = () => {
    if (!isLast) goTo(step + 1)
    else if (isAnswered || !isOpen || isMissing) return
    else if (isEmpty && !isConfirming) setIsConfirming(true)
    else {
      answer({ type: 'resume', resumeData: toResumeData(questions, answers, schema) })
    }
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    // The line break of a single line, the sending of a form: neither is meant.
    if (isOpen) event.preventDefault()
    if (armed.takesEnter(event)) send()
  }

  const isReadOnly = isOpen && !canDecide
  const message = isOpen && !isHidden ? call.suspension.message : undefined
  return (
    <PromptFrame
      ref={ref}
      call={call}
      prompt={prompt}
      canDecide={!isReadOnly}
      message={message === subject ? undefined : message}
      note={isOpen || count > 1 ? undefined : labels.ask.notYet}
      buttons={[
        (isOpen || step < count - 1) && {
          id: isLast ? 'send' : 'next',
          label: !isLast
            ? labels.ask.next
            : isConfirming
              ? question?.options.length
                ? labels.ask.sendNone
                : labels.ask.sendEmpty
              : size > 1
                ? labels.ask.sendMany(size)
                : labels.ask.send,
          variant: 'primary',
          isOff: isLast && isMissing,
          isHinted: true,
          onPress: send,
        },
        count > 1 &&
          step > 0 && { id: 'back', label: labels.ask.back, variant: 'secondary', onPress: () => goTo(step - 1) },
        isOpen &&
          canSkip && {
            id: 'skip',
            label: labels.ask.skip,
            variant: 'quiet',
            onPress: () => answer({ type: 'cancel', cause: 'user' }),
          },
      ]}
      hint={
        isMissing && isLast
          ? labels.ask.missing
          : isConfirming
            ? labels.ask.confirm
            : isLast
              ? undefined
              : isOpen || step < count - 1
                ? labels.dock.position(step + 1, count)
                : labels.ask.notYet
      }
      {...rootProps}
    >
      {isOpen && !isHidden && rest.length > 0 && (
        <div data-slot="tc-payload">
          <InputRows items={rest} isFull marksInvisible labels={labels} />
        </div>
      )}
      {isReadOnly ? (
        questions.map(({ text }, index) => (
          <p key={index} data-slot="tc-question">
            {isHidden ? <HiddenValue labels={labels} /> : <Words text={text || labels.ask.untitled} />}
          </p>
        ))
      ) : (
        <fieldset ref={group} tabIndex={-1}>
          {isReview ? (
            <Review questions={questions} answers={answers} onEdit={goTo} isOff={isAnswered} labels={labels} />
          ) : (
            question && (
              <Fields
                key={step}
                question={question}
                isHidden={isHidden}
                isStreaming={call.state === 'input-streaming' && step === count - 1}
                takesText={takesText}
                draft={answerAt(draft, step)}
                isOff={isAnswered}
                onChange={changeAnswer}
                onKeyDown={handleKeyDown}
                labels={labels}
              />
            )
          )}
        </fieldset>
      )}
    </PromptFrame>
  )
})

function Words({ text }: { text: string }): ReactNode {
  return (
    <bdi>
      <VisibleText text={text} />
    </bdi>
  )
}

interface FieldsProps {
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

function Fields(props: FieldsProps): ReactNode {
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

/** All answers once more, each with a way back to it. */
function Review({
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

/** The payload's questions; before there are any, what the arguments say. */
function questionsOf(call: ToolCallIn<AskingState>) {
  const isComplete = call.state !== 'input-streaming'
  const input = displayedInput(call)
  const shown = call.state === 'suspended' ? displayed(call, 'suspend', call.suspension.payload) : input
  const isHidden = shown.suppressed ?? false
  const asked = [shown.value, isHidden ? undefined : input.value]
    .map(value => readQuestions(value, isComplete))
    .find(list => list.length > 0)
  return {
    questions: asked ?? [{ text: '', options: [], isMultiple: false }],
    rest: toInputItems(restOf(shown.value), false),
    isHidden,
  }
}

interface AnswerDraft {
  /** By place and name: the names may repeat, and while they stream a place may change its name. */
  readonly chosen: readonly { readonly index: number; readonly label: string }[]
  readonly isOther: boolean
  /** An answer of one's own. */
  readonly text: string
}
interface AskDraft {
  readonly answers: readonly AnswerDraft[]
  readonly step: number
}
const noAnswer: AnswerDraft = { chosen: [], isOther: false, text: '' }
const noDraft: AskDraft = { answers: [], step: 0 }

function answerAt(draft: AskDraft, index: number): AnswerDraft {
  return draft.answers[index] ?? noAnswer
}

function isPicked({ chosen }: AnswerDraft, label: string, index: number): boolean {
  return chosen.some(choice => choice.index === index && choice.label === label)
}

/** The answer so far: an empty list where nothing was said, undefined where an option has to be chosen and none is. */
function read({ options, isMultiple }: Question, draft: AnswerDraft): Answer | undefined {
  const typed = draft.text.trim()
  if (options.length === 0) return typed === '' ? [] : draft.text
  const labels = options.flatMap(({ label }, index) => (isPicked(draft, label, index) ? [label] : []))
  if (isMultiple) return draft.isOther && typed !== '' ? [...labels, typed] : labels
  return draft.isOther ? typed || undefined : labels[0]
}

function isNothing(answer: Answer | undefined): boolean {
  return answer === undefined || (typeof answer !== 'string' && answer.length === 0)
}
