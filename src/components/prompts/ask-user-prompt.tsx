'use client'

import { forwardRef, useMemo, useState } from 'react'
import type { ForwardedRef, KeyboardEvent, ReactNode } from 'react'
import type { ToolCallIn } from '../../core/tool-call.ts'
import { Words } from '../code-block.tsx'
import { displayed, displayedInput } from '../describe-tool-call.ts'
import { HiddenValue, InputRows } from '../input-rows.tsx'
import { toInputItems } from '../preview-text.ts'
import { answerAt, isNothing, noAnswer, noDraft, readAnswer } from './answer-draft.ts'
import type { AnswerDraft } from './answer-draft.ts'
import { AnswerReview } from './answer-review.tsx'
import { PromptFrame } from './prompt-parts.tsx'
import { QuestionFields } from './question-fields.tsx'
import { mayTake, readQuestions, restOf, toResumeData } from './read-question.ts'
import { useFocusRequest } from './use-focus-request.ts'
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

  const [groupRef, focusGroup] = useFocusRequest<HTMLFieldSetElement>(step)
  const goTo = (next: number) => {
    focusGroup()
    setIsConfirming(false)
    changeDraft({ step: next })
  }
  const changeAnswer = (change: Partial<AnswerDraft>) => {
    setIsConfirming(false)
    changeDraft({
      answers: questions.map((_, index) => ({ ...answerAt(draft, index), ...(index === step && change) })),
    })
  }

  const answers = questions.map((asked, index) => readAnswer(asked, answerAt(draft, index)))
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
        <fieldset ref={groupRef} tabIndex={-1}>
          {isReview ? (
            <AnswerReview questions={questions} answers={answers} onEdit={goTo} isOff={isAnswered} labels={labels} />
          ) : (
            question && (
              <QuestionFields
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
