'use client'

import { forwardRef, useCallback, useEffect, useRef, useState } from 'react'
import type { ForwardedRef, ReactNode } from 'react'
import type { ToolCallIn } from '../../core/tool-call.ts'
import { VisibleText } from '../code-block.tsx'
import { displayed } from '../describe-tool-call.ts'
import { isRecord } from '../is-record.ts'
import { LazyPart } from '../lazy-part.tsx'
import { PlanParts } from '../lazy-views.ts'
import { HiddenValue } from '../input-rows.tsx'
import { reasonOf } from '../wording.ts'
import type { PlanComment } from './plan-parts.tsx'
import { Notice, PromptFrame } from './prompt-parts.tsx'
import { TextField } from './text-field.tsx'
import { useFocusRequest } from './use-focus-request.ts'
import { useDraft, usePrompt } from './use-prompt.ts'
import type { PromptProps } from './use-prompt.ts'

/** Reads a plan that is named by its path only. */
export type ReadPlan = (
  path: string,
  call: ToolCallIn<'suspended'>,
) => Promise<{ readonly content: string; readonly title?: string | undefined }>

export interface SubmitPlanPromptProps extends PromptProps<'suspended'> {
  /** Without it, or where it fails, a plan that is not in the payload cannot be shown. */
  readPlan?: ReadPlan | undefined
  /** What was submitted under the same path before: then the changes are marked. */
  previousPlan?: string | undefined
  /** Told the text once it is shown, so that the next version can be compared with it. */
  onPlanShown?: ((plan: string) => void) | undefined
}

/** Shows a plan part by part, takes comments and edits, and sends it back with them, approves or rejects it. */
export const SubmitPlanPrompt = forwardRef(function SubmitPlanPrompt(
  props: SubmitPlanPromptProps,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const {
    call,
    onRespond,
    error,
    canDecide = true,
    draft: givenDraft,
    onDraftChange,
    readPlan,
    previousPlan,
    onPlanShown,
    ...rootProps
  } = props
  const { path, title, plan, isHidden, isLoading, why, readAgain } = usePlan(call, readPlan)
  // How many parts of which plan are not shown.
  const [unseen, setUnseen] = useState<{ plan: string; parts: number }>()
  const { suspensionId, message } = call.suspension
  const [draft, change] = useDraft(
    noDraft,
    suspensionId,
    { draft: givenDraft, onDraftChange },
    { comments: [{ index: 0, part: '', text: '' }] },
  )
  const [isConfirming, setIsConfirming] = useState(false)
  const prompt = usePrompt(call, { onRespond, error }, `${suspensionId} ${plan !== undefined} ${isConfirming}`, [
    draft,
    unseen,
  ])
  const { labels, isAnswered, answer } = prompt
  const latestShown = useRef(onPlanShown)
  useEffect(() => {
    latestShown.current = onPlanShown
  })
  useEffect(() => {
    if (plan !== undefined) latestShown.current?.(plan)
  }, [plan])
  const [feedbackRef, focusFeedback] = useFocusRequest<HTMLTextAreaElement>(draft.isFeedbackOpen)

  const { isFeedbackOpen, isEditing, edit } = draft
  const isEdited = isEditing && edit !== plan
  const feedback = isFeedbackOpen ? draft.feedback.trim() : ''
  // One that is being written is meant, too.
  const comments = draft.comments.filter(({ text }) => text.trim() !== '')
  const count = comments.length + Number(feedback !== '') + Number(isEdited)
  const isUnseen = plan === undefined || (unseen?.plan === plan && unseen.parts > 0)

  const changeDraft = (part: Partial<PlanDraft>) => {
    setIsConfirming(false)
    change(part)
  }
  const handleUnseenChange = useCallback(
    (parts: number) => setUnseen(plan === undefined ? undefined : { plan, parts }),
    [plan],
  )
  const feedbackText = async () => {
    const parts = comments.map(({ part, text }) => labels.plan.about(part, text.trim()))
    if (feedback) parts.push(feedback)
    if (isEdited) {
      // Without the module that compares, the whole text says what was changed.
      const changes = await import('./plan-changes.ts').then(
        ({ describeEdit }) => describeEdit(plan ?? '', edit),
        () => edit,
      )
      parts.push(labels.plan.edited(changes))
    }
    return parts.join('\n\n')
  }
  const isSending = useRef(false)
  const send = async (action: 'approved' | 'rejected', takesFeedback: boolean) => {
    if (isSending.current) return
    if (action === 'approved' && isUnseen && !isConfirming) {
      setIsConfirming(true)
      return
    }
    isSending.current = true
    const said = takesFeedback && count > 0 ? await feedbackText() : ''
    isSending.current = false
    answer({
      type: 'resume',
      resumeData: {
        action,
        ...(said && { feedback: said }),
        ...(path !== undefined && { path }),
        ...(title !== undefined && { title }),
        ...(plan !== undefined && { plan }),
      },
    })
  }

  const plain = plan !== undefined && (
    <div data-slot="tc-plan" role="group" aria-label={labels.plan.label} tabIndex={0}>
      <div data-slot="tc-plan-text" dir="auto">
        <span data-slot="tc-as-written">
          <VisibleText text={plan} />
        </span>
      </div>
    </div>
  )
  return (
    <PromptFrame
      ref={ref}
      call={call}
      prompt={prompt}
      canDecide={canDecide}
      message={isHidden ? undefined : message}
      buttons={[
        count > 0 && {
          id: 'send',
          label: labels.plan.send(count),
          variant: 'primary',
          onPress: () => void send('rejected', true),
        },
        {
          id: 'approve',
          label: isConfirming ? labels.plan.approveUnseen : labels.plan.approve,
          variant: count > 0 ? 'secondary' : 'primary',
          isOff: isLoading,
          isHinted: isConfirming,
          onPress: () => void send('approved', true),
        },
        !isFeedbackOpen &&
          count === 0 && {
            id: 'changes',
            label: labels.plan.requestChanges,
            variant: 'secondary',
            onPress() {
              focusFeedback()
              changeDraft({ isFeedbackOpen: true })
            },
          },
        plan !== undefined && {
          id: 'edit',
          label: isEditing ? labels.plan.discardEdit : labels.plan.edit,
          variant: 'quiet',
          onPress: () => changeDraft({ isEditing: !isEditing, edit: plan }),
        },
        { id: 'reject', label: labels.plan.reject, variant: 'quiet', onPress: () => void send('rejected', false) },
      ]}
      hint={isConfirming ? labels.plan.confirmUnseen : count > 0 ? labels.plan.revises : undefined}
      {...rootProps}
    >
      {path !== undefined && !isHidden && (
        <p data-slot="tc-full-name">
          <code dir="ltr">
            <VisibleText text={path} />
          </code>
        </p>
      )}
      {isHidden && <HiddenValue labels={labels} />}
      {isLoading && <p data-slot="tc-small">{labels.plan.loading}</p>}
      {plan === undefined && !isLoading && !isHidden && (
        <Notice tone="warn" icon="warning">
          {why === undefined ? labels.plan.notAvailable : labels.plan.notRead(why)}{' '}
          {readAgain && (
            <button data-slot="tc-button" data-variant="link" type="button" onClick={readAgain}>
              {labels.plan.readAgain}
            </button>
          )}
        </Notice>
      )}
      {isEditing && canDecide ? (
        <TextField
          label={labels.plan.editField}
          data-type="code"
          data-tall=""
          rows={12}
          value={edit}
          readOnly={isAnswered}
          onChange={event => changeDraft({ edit: event.target.value })}
        />
      ) : (
        plan !== undefined && (
          <LazyPart plain={plain}>
            <PlanParts
              plan={plan}
              previousPlan={previousPlan}
              comments={draft.comments}
              openComment={draft.openComment}
              onChange={canDecide && !isAnswered ? changeDraft : undefined}
              onUnseenChange={handleUnseenChange}
              labels={labels}
            />
          </LazyPart>
        )
      )}
      {canDecide && isFeedbackOpen && (
        <TextField
          ref={feedbackRef}
          label={labels.plan.feedback}
          placeholder={labels.plan.feedbackHint}
          value={draft.feedback}
          readOnly={isAnswered}
          onChange={event => changeDraft({ feedback: event.target.value })}
        />
      )}
    </PromptFrame>
  )
})

/** The plan of the payload, else what can be read under its path. */
function usePlan(call: ToolCallIn<'suspended'>, readPlan: ReadPlan | undefined) {
  const { suppressed = false, value } = displayed(call, 'suspend', call.suspension.payload)
  const [loaded, setLoaded] = useState<{ path: string; result?: unknown; why?: string }>()
  const [attempt, setAttempt] = useState(0)
  const path = textAt(value, 'path')
  const given = textAt(value, 'plan')
  const latest = useRef({ call, readPlan })
  useEffect(() => {
    latest.current = { call, readPlan }
  })
  const isToBeRead = given === undefined && path !== undefined && readPlan !== undefined && !suppressed
  useEffect(() => {
    if (!isToBeRead) return undefined
    let isCurrent = true
    const read = async () => latest.current.readPlan?.(path, latest.current.call)
    read().then(
      result => isCurrent && setLoaded({ path, result }),
      (cause: unknown) => isCurrent && setLoaded({ path, why: reasonOf(cause) }),
    )
    return () => {
      isCurrent = false
    }
  }, [isToBeRead, path, attempt])
  const own = isToBeRead && loaded?.path === path ? loaded : undefined
  const plan = given ?? textAt(own?.result, 'content')
  return {
    path,
    title: textAt(value, 'title') ?? textAt(own?.result, 'title') ?? headingOf(plan),
    plan,
    isHidden: suppressed,
    isLoading: isToBeRead && !own,
    why: own?.why,
    readAgain:
      own &&
      (() => {
        setLoaded(undefined)
        setAttempt(attempt + 1)
      }),
  }
}

function textAt(value: unknown, key: string): string | undefined {
  const text = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

/** What a plan calls itself: the heading that it begins with. */
function headingOf(plan: string | undefined): string | undefined {
  return plan && /^\s*#{1,6}[ \t]+(\S[^\r\n]*?)[ \t#]*(?:[\r\n]|$)/.exec(plan.slice(0, 1000))?.[1]
}

interface PlanDraft {
  readonly comments: readonly PlanComment[]
  /** The part whose comment is being written; -1: none. */
  readonly openComment: number
  readonly feedback: string
  readonly isFeedbackOpen: boolean
  readonly isEditing: boolean
  /** The plan as the person would have it. */
  readonly edit: string
}
const noDraft: PlanDraft = {
  comments: [],
  openComment: -1,
  feedback: '',
  isFeedbackOpen: false,
  isEditing: false,
  edit: '',
}
