'use client'

import { Component, Suspense, forwardRef, lazy, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ForwardedRef, ReactNode } from 'react'
import type { ToolCallIn } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/en.ts'
import { CodeBlock, VisibleText } from '../code-block.tsx'
import { displayed } from '../describe-tool-call.ts'
import { PromptIcon } from '../prompt-icons.tsx'
import { isRecord } from '../is-record.ts'
import { splitInvisible } from '../preview-text.ts'
import { HiddenValue } from '../tool-input-preview.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { isTame, planHeading, splitPlan } from './plan-blocks.ts'
import type { PlanBlock } from './plan-blocks.ts'
import type { ChangedBlock } from './plan-changes.ts'
import { AgentReason, DecisionButton, Notice, useAnswer } from './prompt-parts.tsx'
import type { PromptProps } from './prompt-parts.tsx'
import { useArmed } from './use-armed.ts'

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
  const labels = useToolCallLabels()
  const id = useId()
  const actions = useRef<HTMLDivElement>(null)
  const feedbackField = useRef<HTMLTextAreaElement>(null)
  const { path, title: givenTitle, plan, isHidden, status, why, readAgain } = usePlan(call, readPlan)
  const blocks = useMemo(() => splitPlan(plan ?? ''), [plan])
  const changed = useChanges(blocks, previousPlan)
  const [shownBlocks, setShownBlocks] = useState(FIRST_BLOCKS)
  const [draft, setDraft] = useState(() => readDraft(givenDraft, call.suspension.suspensionId))
  const [isConfirming, setIsConfirming] = useState(false)
  const { isAnswered, problem, answer } = useAnswer(call, { onRespond, error }, labels)
  const armed = useArmed(actions, `${call.suspension.suspensionId} ${plan !== undefined} ${isConfirming}`, [
    draft,
    changed,
    shownBlocks,
  ])
  const latestShown = useRef(onPlanShown)
  useEffect(() => {
    latestShown.current = onPlanShown
  })
  useEffect(() => {
    if (plan !== undefined) latestShown.current?.(plan)
  }, [plan])
  const opensFeedback = useRef(false)
  useEffect(() => {
    if (opensFeedback.current) feedbackField.current?.focus()
    opensFeedback.current = false
  }, [draft.isFeedbackOpen])

  const title = givenTitle ?? planHeading(blocks)
  const isEdited = draft.edit !== undefined && draft.edit !== plan
  const hasFeedback = draft.isFeedbackOpen && draft.feedback.trim() !== ''
  const comments = withEditing(draft, blocks)
  const count = comments.length + (hasFeedback ? 1 : 0) + (isEdited ? 1 : 0)
  const isUnseen = plan === undefined || shownBlocks < changed.length

  const changeDraft = (change: Partial<PlanDraft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    setIsConfirming(false)
    onDraftChange?.({ ...next, suspensionId: call.suspension.suspensionId })
  }
  const feedbackText = async () => {
    const parts = comments.map(({ part, text }) => labels.plan.about(part, text))
    if (hasFeedback) parts.push(draft.feedback.trim())
    if (isEdited && draft.edit !== undefined) {
      // Without the module that compares, the whole text says what was changed.
      const changes = await loadChanges().then(
        ({ describeEdit }) => describeEdit(plan ?? '', draft.edit ?? ''),
        () => draft.edit ?? '',
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
    const feedback = takesFeedback && count > 0 ? await feedbackText() : ''
    isSending.current = false
    answer({
      type: 'resume',
      resumeData: {
        action,
        ...(feedback === '' ? {} : { feedback }),
        ...(path === undefined ? {} : { path }),
        ...(title === undefined ? {} : { title }),
        ...(plan === undefined ? {} : { plan }),
      },
    })
  }

  const approve = (
    <DecisionButton
      key="approve"
      armed={armed}
      variant={count > 0 ? 'secondary' : 'primary'}
      isOff={isAnswered || status === 'loading'}
      describedBy={isConfirming ? `${id}-hint` : undefined}
      onPress={() => void send('approved', true)}
    >
      {isConfirming ? labels.plan.approveUnseen : labels.plan.approve}
    </DecisionButton>
  )
  const hint = isConfirming ? labels.plan.confirmUnseen : count > 0 ? labels.plan.revises : undefined

  return (
    <form
      ref={ref}
      data-slot="tc-prompt"
      data-armed={canDecide ? armed.isArmed : undefined}
      {...rootProps}
      onSubmit={event => event.preventDefault()}
    >
      {canDecide && problem !== undefined && (
        <Notice tone="danger" icon="failed">
          {problem}
        </Notice>
      )}
      {call.suspension.message && !isHidden && (
        <AgentReason text={call.suspension.message} labels={labels} heading={labels.prompt.asks} />
      )}
      {path !== undefined && !isHidden && (
        <p data-slot="tc-full-name">
          <code dir="ltr">
            <VisibleText text={path} />
          </code>
        </p>
      )}
      {isHidden && <HiddenValue labels={labels} />}
      {status === 'loading' && <p data-slot="tc-small">{labels.plan.loading}</p>}
      {status === 'missing' && !isHidden && (
        <Notice tone="warn" icon="warning">
          {why === undefined ? labels.plan.notAvailable : labels.plan.notRead(why)}{' '}
          {readAgain && (
            <button data-slot="tc-button" data-variant="link" type="button" onClick={readAgain}>
              {labels.plan.readAgain}
            </button>
          )}
        </Notice>
      )}
      {draft.edit !== undefined && canDecide ? (
        <div data-slot="tc-field">
          <label data-slot="tc-label" htmlFor={`${id}-edit`}>
            {labels.plan.editField}
          </label>
          <textarea
            id={`${id}-edit`}
            data-slot="tc-input"
            data-type="code"
            data-tall=""
            rows={12}
            dir="auto"
            value={draft.edit}
            readOnly={isAnswered}
            onChange={event => changeDraft({ edit: event.target.value })}
          />
        </div>
      ) : (
        plan !== undefined && (
          <PlanBlocks
            blocks={blocks}
            changes={changed}
            shownBlocks={shownBlocks}
            onShowMore={() => setShownBlocks(shown => shown + MORE_BLOCKS)}
            draft={draft}
            onChange={canDecide && !isAnswered ? changeDraft : undefined}
            labels={labels}
          />
        )
      )}
      {!canDecide && <p data-slot="tc-small">{labels.prompt.readOnly}</p>}
      {canDecide && draft.isFeedbackOpen && (
        <div data-slot="tc-field">
          <label data-slot="tc-label" htmlFor={`${id}-feedback`}>
            {labels.plan.feedback}
          </label>
          <textarea
            ref={feedbackField}
            id={`${id}-feedback`}
            data-slot="tc-input"
            rows={2}
            dir="auto"
            placeholder={labels.plan.feedbackHint}
            value={draft.feedback}
            readOnly={isAnswered}
            onChange={event => changeDraft({ feedback: event.target.value })}
          />
        </div>
      )}
      {canDecide && (
        <div ref={actions} data-slot="tc-actions">
          {count > 0 && (
            <DecisionButton
              key="send"
              armed={armed}
              variant="primary"
              isOff={isAnswered}
              onPress={() => void send('rejected', true)}
            >
              {labels.plan.send(count)}
            </DecisionButton>
          )}
          {approve}
          {!draft.isFeedbackOpen && count === 0 && (
            <DecisionButton
              armed={armed}
              variant="secondary"
              isOff={isAnswered}
              onPress={() => {
                opensFeedback.current = true
                changeDraft({ isFeedbackOpen: true })
              }}
            >
              {labels.plan.requestChanges}
            </DecisionButton>
          )}
          {plan !== undefined && (
            <DecisionButton
              armed={armed}
              variant="quiet"
              isOff={isAnswered}
              onPress={() => changeDraft({ edit: draft.edit === undefined ? plan : undefined })}
            >
              {draft.edit === undefined ? labels.plan.edit : labels.plan.discardEdit}
            </DecisionButton>
          )}
          <DecisionButton armed={armed} variant="quiet" isOff={isAnswered} onPress={() => void send('rejected', false)}>
            {labels.plan.reject}
          </DecisionButton>
          {hint !== undefined && (
            <>
              <span data-slot="tc-spacer" />
              <span data-slot="tc-small" id={`${id}-hint`}>
                {hint}
              </span>
            </>
          )}
        </div>
      )}
    </form>
  )
})

const FIRST_BLOCKS = 150
const MORE_BLOCKS = 500
const loadChanges = () => import('./plan-changes.ts')
const PlanMarkdown = lazy(() => import('./plan-markdown.tsx').then(({ PlanMarkdown: named }) => ({ default: named })))

interface PlanBlocksProps {
  blocks: readonly PlanBlock[]
  /** The same, and what was removed in between. */
  changes: readonly ChangedBlock[]
  shownBlocks: number
  onShowMore(): void
  draft: PlanDraft
  /** Without it nothing can be commented on. */
  onChange: ((change: Partial<PlanDraft>) => void) | undefined
  labels: ToolCallLabels
}

function PlanBlocks(props: PlanBlocksProps): ReactNode {
  const { blocks, changes, shownBlocks, onShowMore, draft, onChange, labels } = props
  const id = useId()
  const hidden = changes.length - shownBlocks
  const commentField = useRef<HTMLTextAreaElement>(null)
  const opensComment = useRef(false)
  const { editing } = draft
  useEffect(() => {
    if (opensComment.current) commentField.current?.focus()
    opensComment.current = false
  }, [editing?.index])
  const saveComment = () => {
    if (!editing || editing.text.trim() === '') return
    onChange?.({ comments: withEditing(draft, blocks), editing: undefined })
    document.getElementById(`${id}-${editing.index}-button`)?.focus()
  }
  return (
    <div data-slot="tc-plan" role="group" aria-label={labels.plan.label} tabIndex={0}>
      {changes.slice(0, shownBlocks).map(({ block, change, was }, place) => {
        // Comments go by the place in the plan itself, which what was removed has not.
        const index = change === 'removed' ? -1 - place : blocks.indexOf(block)
        const comment = draft.comments.find(other => other.index === index)
        const isEditing = editing?.index === index && onChange !== undefined
        return (
          <div key={place} data-slot="tc-plan-block" data-change={change}>
            <div data-slot="tc-plan-text" data-type={block.type} id={`${id}-${index}`}>
              <PlanPart block={block} />
              {change && <span data-slot="tc-change">{labels.plan.changes[change]}</span>}
              {was !== undefined && <del data-slot="tc-was">{labels.plan.was(snippet(was))}</del>}
            </div>
            {onChange && change !== 'removed' && (
              <button
                data-slot="tc-icon-button"
                type="button"
                id={`${id}-${index}-button`}
                aria-label={comment ? labels.plan.editComment : labels.plan.comment}
                aria-describedby={`${id}-${index}`}
                aria-expanded={isEditing}
                onClick={() => {
                  opensComment.current = true
                  onChange({ editing: { index, text: comment?.text ?? '' } })
                }}
              >
                <PromptIcon name="comment" />
              </button>
            )}
            {comment && !isEditing && (
              <div data-slot="tc-comment">
                <span>
                  <bdi>{comment.text}</bdi>
                </span>
                {onChange && (
                  <>
                    <button
                      data-slot="tc-icon-button"
                      type="button"
                      aria-label={labels.plan.editComment}
                      aria-describedby={`${id}-${index}`}
                      onClick={() => {
                        opensComment.current = true
                        onChange({ editing: { index, text: comment.text } })
                      }}
                    >
                      <PromptIcon name="edit" />
                    </button>
                    <button
                      data-slot="tc-icon-button"
                      type="button"
                      aria-label={labels.plan.removeComment}
                      aria-describedby={`${id}-${index}`}
                      onClick={() => {
                        onChange({ comments: draft.comments.filter(other => other.index !== index) })
                        document.getElementById(`${id}-${index}-button`)?.focus()
                      }}
                    >
                      <PromptIcon name="delete" />
                    </button>
                  </>
                )}
              </div>
            )}
            {isEditing && (
              <div data-slot="tc-comment">
                <textarea
                  ref={commentField}
                  data-slot="tc-input"
                  rows={2}
                  dir="auto"
                  aria-label={labels.plan.comment}
                  aria-describedby={`${id}-${index}`}
                  placeholder={labels.plan.comment}
                  value={editing.text}
                  onChange={event => onChange({ editing: { index, text: event.target.value } })}
                />
                <div data-slot="tc-actions">
                  <button
                    data-slot="tc-button"
                    data-variant="secondary"
                    type="button"
                    aria-disabled={editing.text.trim() === '' || undefined}
                    onClick={saveComment}
                  >
                    {labels.plan.addComment}
                  </button>
                  <button
                    data-slot="tc-button"
                    data-variant="quiet"
                    type="button"
                    onClick={() => {
                      onChange({ editing: undefined })
                      document.getElementById(`${id}-${index}-button`)?.focus()
                    }}
                  >
                    {labels.plan.cancel}
                  </button>
                </div>
              </div>
            )}
          </div>
        )
      })}
      {hidden > 0 && (
        <button data-slot="tc-button" data-variant="quiet" type="button" onClick={onShowMore}>
          {labels.plan.more(hidden)}
        </button>
      )}
    </div>
  )
}

function PlanPart({ block }: { block: PlanBlock }): ReactNode {
  const text = useMemo(
    () =>
      splitInvisible(block.text)
        .map(piece => piece.text)
        .join(''),
    [block.text],
  )
  if (block.type === 'code') return <CodeBlock text={text} label={block.text.split('\n')[0] ?? ''} isFull />
  const plain = <span data-slot="tc-as-written">{text}</span>
  const content = isTame(text) ? (
    <PlainIfBroken plain={plain}>
      <Suspense fallback={plain}>
        <PlanMarkdown text={text} />
      </Suspense>
    </PlainIfBroken>
  ) : (
    plain
  )
  if (block.type === 'heading')
    return (
      <div role="heading" aria-level={Math.min(6, (block.level ?? 1) + 2)}>
        {content}
      </div>
    )
  if (block.type !== 'step') return <div dir="auto">{content}</div>
  return (
    <div data-slot="tc-step">
      <span>{block.marker}</span>
      <div dir="auto">{content}</div>
    </div>
  )
}

/** Where the renderer cannot be loaded or fails, the text stands as it is written. */
class PlainIfBroken extends Component<{ plain: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }
  override render(): ReactNode {
    return this.state.isBroken ? this.props.plain : this.props.children
  }
}

const SNIPPET_LENGTH = 120

function snippet(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > SNIPPET_LENGTH ? `${line.slice(0, SNIPPET_LENGTH)}…` : line
}

/** The comments, and the one that is being written: it is meant, too. */
function withEditing({ comments, editing }: PlanDraft, blocks: readonly PlanBlock[]): PlanDraft['comments'] {
  if (!editing || editing.text.trim() === '') return comments
  const { index, text } = editing
  const written = { index, part: snippet(blocks[index]?.text ?? ''), text: text.trim() }
  return [...comments.filter(comment => comment.index !== index), written].sort((one, other) => one.index - other.index)
}

interface LoadedPlan {
  readonly path: string
  readonly content?: string | undefined
  readonly title?: string | undefined
  readonly why?: string | undefined
}

/** The plan of the payload, else what can be read under its path. */
function usePlan(call: ToolCallIn<'suspended'>, readPlan: ReadPlan | undefined) {
  const { suppressed, value } = displayed(call, 'suspend', call.suspension.payload)
  const payload = isRecord(value) ? value : {}
  const [loaded, setLoaded] = useState<LoadedPlan>()
  const [attempt, setAttempt] = useState(0)
  const path = textAt(payload, 'path')
  const given = textAt(payload, 'plan')
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
      result => {
        if (isCurrent) setLoaded({ path, content: result?.content, title: result?.title })
      },
      (cause: unknown) => {
        const why = cause instanceof Error ? cause.message : String(cause)
        if (isCurrent) setLoaded({ path, why: why.replace(/[.\s]+$/, '') })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [isToBeRead, path, attempt])
  const own = isToBeRead && loaded?.path === path ? loaded : undefined
  const content = typeof own?.content === 'string' && own.content.trim() !== '' ? own.content : undefined
  const plan = given ?? content
  return {
    path,
    title: textAt(payload, 'title') ?? (typeof own?.title === 'string' && own.title !== '' ? own.title : undefined),
    plan,
    isHidden: suppressed ?? false,
    status: plan !== undefined ? 'ready' : isToBeRead && !own ? 'loading' : 'missing',
    why: own?.why,
    readAgain:
      own && plan === undefined
        ? () => {
            setLoaded(undefined)
            setAttempt(attempt + 1)
          }
        : undefined,
  } as const
}

function textAt(value: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const text = Object.hasOwn(value, key) ? value[key] : undefined
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

/** The parts of the plan; once the comparison is there, with what has become of them. */
function useChanges(blocks: readonly PlanBlock[], previousPlan: string | undefined): readonly ChangedBlock[] {
  const [compared, setCompared] = useState<{ blocks: readonly PlanBlock[]; changes: readonly ChangedBlock[] }>()
  useEffect(() => {
    if (previousPlan === undefined || blocks.length === 0) return undefined
    let isCurrent = true
    loadChanges().then(
      ({ comparePlans }) => {
        if (isCurrent) setCompared({ blocks, changes: comparePlans(splitPlan(previousPlan), blocks) })
      },
      // Without it nothing is marked.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [blocks, previousPlan])
  return useMemo(
    () => (compared?.blocks === blocks ? compared.changes : blocks.map(block => ({ block }))),
    [compared, blocks],
  )
}

interface PlanDraft {
  readonly comments: readonly { readonly index: number; readonly part: string; readonly text: string }[]
  /** The comment that is being written. */
  readonly editing: { readonly index: number; readonly text: string } | undefined
  readonly feedback: string
  readonly isFeedbackOpen: boolean
  /** The plan as the person would have it. */
  readonly edit: string | undefined
}

const noDraft: PlanDraft = { comments: [], editing: undefined, feedback: '', isFeedbackOpen: false, edit: undefined }

/** Only what was written about this very submission. */
function readDraft(draft: unknown, suspensionId: string): PlanDraft {
  if (!isRecord(draft) || draft['suspensionId'] !== suspensionId) return noDraft
  const { comments, editing, feedback, isFeedbackOpen, edit } = draft
  const isComment = (value: unknown): value is PlanDraft['comments'][number] =>
    isRecord(value) &&
    typeof value['index'] === 'number' &&
    typeof value['part'] === 'string' &&
    typeof value['text'] === 'string'
  return {
    comments: Array.isArray(comments) ? comments.filter(isComment) : [],
    editing:
      isRecord(editing) && typeof editing['index'] === 'number' && typeof editing['text'] === 'string'
        ? { index: editing['index'], text: editing['text'] }
        : undefined,
    feedback: typeof feedback === 'string' ? feedback : '',
    isFeedbackOpen: isFeedbackOpen === true,
    edit: typeof edit === 'string' ? edit : undefined,
  }
}
