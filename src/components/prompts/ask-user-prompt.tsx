'use client'

import { forwardRef, useId, useMemo, useRef, useState } from 'react'
import type { ForwardedRef, KeyboardEvent, ReactNode, RefObject } from 'react'
import type { ToolCallIn } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/en.ts'
import { Caret, VisibleText } from '../code-block.tsx'
import { displayed, displayedInput } from '../describe-tool-call.ts'
import { isRecord } from '../is-record.ts'
import { toInputItems } from '../preview-text.ts'
import { HiddenValue, Rows } from '../tool-input-preview.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { AgentReason, DecisionButton, Notice, useAnswer } from './prompt-parts.tsx'
import type { PromptProps } from './prompt-parts.tsx'
import { mayTake, readQuestion } from './read-question.ts'
import type { Question } from './read-question.ts'
import { useArmed } from './use-armed.ts'
import type { Armed } from './use-armed.ts'

/** States in which a question can be answered, or its answer prepared. */
export type AskingState = 'input-streaming' | 'input-available' | 'approval-requested' | 'suspended'

export interface AskUserPromptProps extends PromptProps<AskingState> {
  /** A cancellation is taken as an answer, too. @default false */
  canSkip?: boolean | undefined
}

/**
 * Asks what the agent asks: for a text, for one of the options, or for several of them. While the question still arrives, and
 * while its approval is open, an answer can be prepared; it can be sent once the call is `suspended`. Choosing never sends.
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
  const labels = useToolCallLabels()
  const actions = useRef<HTMLDivElement>(null)
  const { question, isHidden } = useMemo(() => questionOf(call), [call])
  const isOpen = call.state === 'suspended'
  const [draft, setDraft] = useState(() => readDraft(givenDraft, isOpen ? question.text : undefined))
  const [isConfirming, setIsConfirming] = useState(false)
  const { isAnswered, problem, answer } = useAnswer(call, { onRespond, error }, labels)
  const armed = useArmed(actions, `${isOpen} ${question.text} ${isConfirming}`, draft)

  const takesText = !isOpen || mayTake(call.suspension.resumeSchema, 'text')
  const takesTexts = !isOpen || mayTake(call.suspension.resumeSchema, 'texts')
  const picked = question.options.flatMap((option, index) =>
    draft.chosen.some(choice => choice.index === index && choice.label === option.label) ? [option.label] : [],
  )
  const chosen = question.isMultiple ? picked : draft.isOther ? [] : picked.slice(0, 1)
  const own = draft.isOther && draft.other.trim() !== '' ? [draft.other.trim()] : []
  const isText = question.options.length === 0
  const count = chosen.length + own.length
  const isEmpty = isText ? draft.text.trim() === '' : count === 0
  const canConfirmEmpty = isText || question.isMultiple
  const isMissing = isEmpty && !canConfirmEmpty

  const changeDraft = (change: Partial<QuestionDraft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    setIsConfirming(false)
    onDraftChange?.(isOpen ? { ...next, question: question.text } : next)
  }
  const send = () => {
    if (isAnswered || !isOpen || isMissing) return
    if (isEmpty && !isConfirming) {
      setIsConfirming(true)
      return
    }
    const answers = [...chosen, ...own]
    const isList = question.isMultiple && !isText && takesTexts
    answer({ type: 'resume', resumeData: isText ? draft.text : isList ? answers : answers.join(', ') })
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    // The line break of a single line, the sending of a form: neither is meant.
    if (isOpen) event.preventDefault()
    if (armed.takesEnter(event)) send()
  }

  if (isOpen && !canDecide) {
    return (
      <form ref={ref} data-slot="tc-prompt" {...rootProps} onSubmit={event => event.preventDefault()}>
        <QuestionText question={question} isHidden={isHidden} labels={labels} />
        <p data-slot="tc-small">{labels.prompt.readOnly}</p>
      </form>
    )
  }

  return (
    <form
      ref={ref}
      data-slot="tc-prompt"
      data-armed={isOpen ? armed.isArmed : undefined}
      {...rootProps}
      onSubmit={event => event.preventDefault()}
    >
      {problem !== undefined && (
        <Notice tone="danger" icon="failed">
          {problem}
        </Notice>
      )}
      <Surroundings call={call} question={question} isHidden={isHidden} labels={labels} />
      <Fields
        question={question}
        isHidden={isHidden}
        isStreaming={call.state === 'input-streaming'}
        takesText={takesText}
        draft={draft}
        isOff={isAnswered}
        onChange={changeDraft}
        onKeyDown={handleKeyDown}
        labels={labels}
      />
      {isOpen ? (
        <Actions
          bar={actions}
          armed={armed}
          isOff={isAnswered}
          isMissing={isMissing}
          label={
            isConfirming
              ? isText
                ? labels.ask.sendEmpty
                : labels.ask.sendNone
              : question.isMultiple && count > 1
                ? labels.ask.sendMany(count)
                : labels.ask.send
          }
          hint={isMissing ? labels.ask.missing : isConfirming ? labels.ask.confirm : undefined}
          onSend={send}
          onSkip={canSkip ? () => answer({ type: 'cancel', cause: 'user' }) : undefined}
          labels={labels}
        />
      ) : (
        <p data-slot="tc-small">{labels.ask.notYet}</p>
      )}
    </form>
  )
})

function QuestionText({
  question,
  isHidden,
  labels,
}: {
  question: Question
  isHidden: boolean
  labels: ToolCallLabels
}): ReactNode {
  return (
    <p data-slot="tc-question">
      {isHidden ? (
        <HiddenValue labels={labels} />
      ) : (
        <bdi>
          <VisibleText text={question.text || labels.ask.untitled} />
        </bdi>
      )}
    </p>
  )
}

/** What the payload says besides its question. */
function Surroundings({
  call,
  question,
  isHidden,
  labels,
}: {
  call: ToolCallIn<AskingState>
  question: Question
  isHidden: boolean
  labels: ToolCallLabels
}): ReactNode {
  const rest = useMemo(() => toInputItems(question.rest, false), [question])
  const message = call.state === 'suspended' && !isHidden ? call.suspension.message : undefined
  return (
    <>
      {message && message !== question.text && (
        <AgentReason text={message} labels={labels} heading={labels.prompt.asks} />
      )}
      {call.state === 'suspended' && !isHidden && rest.length > 0 && (
        <div data-slot="tc-payload">
          <Rows items={rest} isFull marksInvisible labels={labels} />
        </div>
      )}
    </>
  )
}

interface FieldsProps {
  question: Question
  isHidden: boolean
  isStreaming: boolean
  takesText: boolean
  draft: QuestionDraft
  isOff: boolean
  onChange(change: Partial<QuestionDraft>): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void
  labels: ToolCallLabels
}

function Fields(props: FieldsProps): ReactNode {
  const { question, isHidden, isStreaming, takesText, draft, isOff, onChange, onKeyDown, labels } = props
  const id = useId()
  const { options, isMultiple } = question
  // Where options may still come, a field for a text would have to go again.
  const isWaiting = isStreaming && options.length === 0
  return (
    <fieldset>
      <legend data-slot="tc-question">
        {isHidden ? (
          <HiddenValue labels={labels} />
        ) : question.text === '' && isStreaming ? (
          <Caret />
        ) : (
          <bdi>
            <VisibleText text={question.text || labels.ask.untitled} />
          </bdi>
        )}
        {question.text !== '' && isWaiting && <Caret />}
      </legend>
      {options.length > 0 ? (
        <div data-slot="tc-options" data-long={options.length > MANY_OPTIONS ? '' : undefined}>
          {options.map((option, index) => {
            const isChosen = draft.chosen.some(choice => choice.index === index && choice.label === option.label)
            const choice = { index, label: option.label }
            return (
              <label key={index} data-slot="tc-option">
                <input
                  type={isMultiple ? 'checkbox' : 'radio'}
                  name={id}
                  checked={isChosen && (isMultiple || !draft.isOther)}
                  disabled={!option.isWhole}
                  onChange={event => {
                    if (isOff) return
                    if (!isMultiple) onChange({ chosen: [choice], isOther: false })
                    else if (event.target.checked) onChange({ chosen: [...draft.chosen, choice] })
                    else onChange({ chosen: draft.chosen.filter(other => other.index !== index) })
                  }}
                />
                <span>
                  <OptionLabel options={options} index={index} labels={labels} />
                  {option.description !== undefined && (
                    <span data-slot="tc-option-description">
                      <bdi>
                        <VisibleText text={option.description} />
                      </bdi>
                    </span>
                  )}
                </span>
              </label>
            )
          })}
          {takesText && (
            <div data-slot="tc-option" data-other="">
              <label data-slot="tc-check">
                <input
                  type={isMultiple ? 'checkbox' : 'radio'}
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
                value={draft.other}
                readOnly={isOff}
                onKeyDown={onKeyDown}
                onChange={event => onChange({ other: event.target.value, isOther: event.target.value !== '' })}
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
    </fieldset>
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
  if (label.trim() === '') return <span data-slot="tc-hidden">{labels.ask.unnamed(index + 1)}</span>
  return (
    <>
      <bdi>
        <VisibleText text={label} />
      </bdi>
      {option && same.length > 1 && (
        <span data-slot="tc-small"> {labels.ask.same(same.indexOf(option) + 1, same.length)}</span>
      )}
      {!option?.isWhole && <Caret />}
    </>
  )
}

interface ActionsProps {
  bar: RefObject<HTMLDivElement | null>
  armed: Armed
  isOff: boolean
  isMissing: boolean
  label: string
  hint: string | undefined
  onSend(): void
  onSkip: (() => void) | undefined
  labels: ToolCallLabels
}

function Actions({ bar, armed, isOff, isMissing, label, hint, onSend, onSkip, labels }: ActionsProps): ReactNode {
  const id = useId()
  return (
    <div ref={bar} data-slot="tc-actions">
      <DecisionButton
        armed={armed}
        variant="primary"
        isOff={isOff || isMissing}
        describedBy={hint === undefined ? undefined : id}
        onPress={onSend}
      >
        {label}
      </DecisionButton>
      {onSkip && (
        <DecisionButton armed={armed} variant="quiet" isOff={isOff} onPress={onSkip}>
          {labels.ask.skip}
        </DecisionButton>
      )}
      {hint !== undefined && (
        <>
          <span data-slot="tc-spacer" />
          <span data-slot="tc-small" id={id}>
            {hint}
          </span>
        </>
      )}
    </div>
  )
}

/** The payload's question; before there is one, what the arguments say. */
function questionOf(call: ToolCallIn<AskingState>): { question: Question; isHidden: boolean } {
  const isStreaming = call.state === 'input-streaming'
  const shown = call.state === 'suspended' ? displayed(call, 'suspend', call.suspension.payload) : displayedInput(call)
  const question =
    readQuestion(shown.value, !isStreaming) ??
    (shown.suppressed || isStreaming ? undefined : readQuestion(displayedInput(call).value, true))
  return { question: question ?? noQuestion, isHidden: shown.suppressed ?? false }
}

const noQuestion: Question = { text: '', options: [], isMultiple: false, rest: {} }

interface QuestionDraft {
  /** By place and name: the names may repeat, and while they stream a place may change its name. */
  readonly chosen: readonly { readonly index: number; readonly label: string }[]
  readonly isOther: boolean
  readonly other: string
  readonly text: string
}

const noDraft: QuestionDraft = { chosen: [], isOther: false, other: '', text: '' }

/** Only what was prepared for this very question; before it was complete nobody knows which. */
function readDraft(draft: unknown, question: string | undefined): QuestionDraft {
  if (!isRecord(draft)) return noDraft
  if (question !== undefined && typeof draft['question'] === 'string' && draft['question'] !== question) return noDraft
  const chosen: readonly unknown[] = Array.isArray(draft['chosen']) ? draft['chosen'] : []
  return {
    chosen: chosen.flatMap(choice =>
      isRecord(choice) && typeof choice['index'] === 'number' && typeof choice['label'] === 'string'
        ? [{ index: choice['index'], label: choice['label'] }]
        : [],
    ),
    isOther: draft['isOther'] === true,
    other: typeof draft['other'] === 'string' ? draft['other'] : '',
    text: typeof draft['text'] === 'string' ? draft['text'] : '',
  }
}
