'use client'

import { forwardRef, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'
import type { RespondResult } from '../../core/answer-gate.ts'
import type { ToolAnnotations } from '../../core/events.ts'
import type { ToolCallResponse } from '../../core/host.ts'
import type { DeliveryError, ToolCallIn } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/en.ts'
import { InvisibleCode, VisibleText } from '../code-block.tsx'
import { displayed } from '../describe-tool-call.ts'
import { Icon } from '../icons.tsx'
import type { IconName } from '../icons.tsx'
import type { Tone } from '../describe-tool-call.ts'
import { reviewRequest } from '../tool-input-preview.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { useArmed } from './use-armed.ts'
import type { Armed } from './use-armed.ts'

export interface ApprovalPromptProps extends Omit<
  ComponentPropsWithoutRef<'form'>,
  'children' | 'onChange' | 'onSubmit'
> {
  /** The record that is shown: the answer belongs to it. */
  call: ToolCallIn<'approval-requested'>
  onRespond: (response: ToolCallResponse) => unknown
  /** Why the last answer could not be sent. @default the record's own */
  error?: DeliveryError | undefined
  /** @default true */
  canDecide?: boolean | undefined
  /** What `onDraftChange` was told last, where the prompt was here before. */
  draft?: unknown
  onDraftChange?: ((draft: unknown) => void) | undefined
  /** Lines of the input that are not on the screen: then approving needs a tick. @default as many as `ToolInputPreview` leaves out */
  unreadLines?: number | undefined
}

/** Asks for a yes or a no. Belongs below the whole input; answers once, and only to a press that was meant for it. */
export const ApprovalPrompt = forwardRef(function ApprovalPrompt(
  props: ApprovalPromptProps,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const { call, onRespond, error, canDecide = true, draft, onDraftChange, unreadLines, ...rootProps } = props
  const labels = useToolCallLabels()
  const id = useId()
  const actions = useRef<HTMLDivElement>(null)
  const [{ reason, isReasonOpen }, setDraft] = useState(() => readDraft(draft, call.approval.approvalId))
  const [isAnswered, setIsAnswered] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [ticked, setTicked] = useState<unknown>()
  const answered = useRef(false)
  const isMounted = useIsMounted()
  const armed = useArmed(actions, call.input, `${isReasonOpen} ${reason}`)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const hasAskedForReason = useRef(false)
  useEffect(() => {
    if (isReasonOpen && hasAskedForReason.current) reasonField.current?.focus()
    hasAskedForReason.current = false
  }, [isReasonOpen])

  const review = useMemo(() => reviewRequest(call), [call])
  const unread = unreadLines ?? review.hiddenLines
  const isUnread = unread > 0 && ticked !== call.input
  const isDestructive = call.annotations?.destructiveHint === true
  const agentReason = call.approval.requestReason ?? call.approval.message
  const hidesReason = displayed(call, 'approval', undefined).suppressed === true

  if (call.approval.isAutomatic || !canDecide) {
    return (
      <form ref={ref} data-slot="tc-prompt" {...rootProps} onSubmit={event => event.preventDefault()}>
        {agentReason && !hidesReason && <AgentReason text={agentReason} labels={labels} />}
        <p data-slot="tc-small">{call.approval.isAutomatic ? labels.prompt.automatic : labels.prompt.readOnly}</p>
      </form>
    )
  }

  const changeDraft = (next: ApprovalDraft) => {
    setDraft(next)
    onDraftChange?.({ ...next, approvalId: call.approval.approvalId })
  }
  const respond = (approved: boolean) => {
    if (answered.current) return
    answered.current = true
    setIsAnswered(true)
    setRefusal(undefined)
    const text = reason.trim()
    const reopen = (why: string) => {
      answered.current = false
      if (!isMounted.current) return
      setIsAnswered(false)
      setRefusal(why)
    }
    const response: ToolCallResponse = {
      type: 'approval',
      approved,
      ...(isReasonOpen && text !== '' ? { reason: text } : {}),
    }
    void settle(() => onRespond(response), labels).then(why => why !== undefined && reopen(why))
  }
  const failed = error ?? (call.delivery?.status === 'failed' ? call.delivery.error : undefined)
  const problem =
    refusal ?? (failed && labels.prompt.notSent(withoutFullStop(failed.message) || labels.prompt.noAnswer))

  return (
    <form
      ref={ref}
      data-slot="tc-prompt"
      data-armed={armed.isArmed}

      {...rootProps}
      onSubmit={event => event.preventDefault()}
    >
      {problem !== undefined && !isAnswered && (
        <Notice tone="danger" icon="failed">
          {problem}
        </Notice>
      )}
      {review.invisible.count > 0 && (
        <Notice tone="warn" icon="warning">
          {labels.prompt.invisible(review.invisible.count)[0]}
          <InvisibleCode code={review.invisible.code} />
          {labels.prompt.invisible(review.invisible.count)[1]}
        </Notice>
      )}
      {review.unsafeIntegers > 0 && (
        <Notice tone="warn" icon="warning">
          {labels.prompt.unsafeNumbers(review.unsafeIntegers)}
        </Notice>
      )}
      {agentReason && !hidesReason && <AgentReason text={agentReason} labels={labels} />}
      <FullName call={call} />
      <Risks annotations={call.annotations} labels={labels} />
      {isReasonOpen && (
        <div data-slot="tc-field">
          <label data-slot="tc-label" htmlFor={`${id}-reason`}>
            {labels.prompt.reason}
            <span>{labels.prompt.optional}</span>
          </label>
          <textarea
            ref={reasonField}
            id={`${id}-reason`}
            data-slot="tc-input"
            rows={2}
            dir="auto"
            value={reason}
            placeholder={labels.prompt.reasonHint}
            readOnly={isAnswered}
            onChange={event => changeDraft({ reason: event.target.value, isReasonOpen })}
          />
        </div>
      )}
      {unread > 0 && (
        <label data-slot="tc-check">
          <input
            type="checkbox"
            checked={!isUnread}
            onChange={event => setTicked(event.target.checked ? call.input : undefined)}
          />
          {labels.prompt.unread(unread)}
        </label>
      )}
      <div ref={actions} data-slot="tc-actions">
        <DecisionButton
          armed={armed}
          variant={isDestructive ? 'danger' : 'primary'}
          isOff={isAnswered || isUnread}
          describedBy={isUnread ? `${id}-unread` : undefined}
          onPress={() => respond(true)}
        >
          {isDestructive && call.toolName !== '' ? (
            <NamedAct label={labels.prompt.approveNamed} name={call.toolName} />
          ) : (
            labels.prompt.approve
          )}
        </DecisionButton>
        <DecisionButton armed={armed} variant="secondary" isOff={isAnswered} onPress={() => respond(false)}>
          {isReasonOpen && reason.trim() !== '' ? labels.prompt.denyWithReason : labels.prompt.deny}
        </DecisionButton>
        {!isReasonOpen && (
          <DecisionButton
            armed={armed}
            variant="quiet"
            isOff={isAnswered}
            onPress={() => {
              hasAskedForReason.current = true
              changeDraft({ reason, isReasonOpen: true })
            }}
          >
            {labels.prompt.addReason}
          </DecisionButton>
        )}
        {isUnread && (
          <>
            <span data-slot="tc-spacer" />
            <span data-slot="tc-small" id={`${id}-unread`}>
              {labels.prompt.unreadHint}
            </span>
          </>
        )}
      </div>
    </form>
  )
})

interface DecisionButtonProps {
  armed: Armed
  variant: 'primary' | 'danger' | 'secondary' | 'quiet'
  isOff: boolean
  describedBy?: string | undefined
  onPress(): void
  children: ReactNode
}

/** Off by `aria-disabled`, so that it keeps the focus. */
function DecisionButton({ armed, variant, isOff, describedBy, onPress, children }: DecisionButtonProps): ReactNode {
  return (
    <button
      data-slot="tc-button"
      data-variant={variant}
      type="button"
      aria-disabled={isOff || !armed.isArmed || undefined}
      aria-describedby={describedBy}
      onPointerDown={armed.begin}
      onKeyDown={armed.begin}
      onClick={event => {
        if (armed.end(event) && !isOff) onPress()
      }}
    >
      {children}
    </button>
  )
}

export function Notice({
  tone,
  icon,
  children,
}: {
  tone: Exclude<Tone, 'ask'>
  icon: IconName
  children: ReactNode
}): ReactNode {
  return (
    <div data-slot="tc-notice" data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  )
}

/** What the model or the tool wrote, said to be theirs. */
export function AgentReason({
  text,
  labels,
  heading = labels.prompt.agentReason,
}: {
  text: string
  labels: ToolCallLabels
  heading?: string
}): ReactNode {
  return (
    <p data-slot="tc-request-reason">
      <span>{heading}</span>
      <bdi>
        <VisibleText text={text} />
      </bdi>
    </p>
  )
}

/** Where the header may have to shorten it: the whole name of what is about to run. */
function FullName({ call }: { call: ToolCallIn<'approval-requested'> }): ReactNode {
  const title = call.title ?? call.annotations?.title ?? ''
  if (call.toolName.length + title.length <= HEADER_LENGTH) return null
  return (
    <p data-slot="tc-full-name">
      <code dir="ltr">
        <VisibleText text={call.toolName} />
      </code>
    </p>
  )
}

function Risks({
  annotations,
  labels,
}: {
  annotations: ToolAnnotations | undefined
  labels: ToolCallLabels
}): ReactNode {
  if (!annotations) return null
  const { readOnlyHint, openWorldHint, destructiveHint } = annotations
  if (!readOnlyHint && !openWorldHint && !destructiveHint) return null
  return (
    <ul data-slot="tc-risks">
      {readOnlyHint && !destructiveHint && <Risk icon="eye">{labels.risk.readOnly}</Risk>}
      {openWorldHint && (
        <Risk icon="openWorld" tone="warn">
          {labels.risk.openWorld}
        </Risk>
      )}
      {destructiveHint && (
        <Risk icon="warning" tone="danger">
          {labels.risk.destructive}
        </Risk>
      )}
    </ul>
  )
}

function Risk({ icon, tone, children }: { icon: IconName; tone?: Tone; children: ReactNode }): ReactNode {
  return (
    <li data-slot="tc-risk" data-tone={tone}>
      <Icon name={icon} />
      {children}
    </li>
  )
}

/** The name inside a label's sentence, isolated and with nothing unseen in it. */
function NamedAct({ label, name }: { label: (name: string) => string; name: string }): ReactNode {
  const [before = '', after = ''] = label('\0').split('\0')
  return (
    <span>
      {before}
      <bdi>
        <VisibleText text={name} />
      </bdi>
      {after}
    </span>
  )
}

const HEADER_LENGTH = 28

interface ApprovalDraft {
  readonly reason: string
  readonly isReasonOpen: boolean
}

/** Only what was typed about this very request. */
function readDraft(draft: unknown, approvalId: string): ApprovalDraft {
  const known =
    typeof draft === 'object' && draft !== null && 'approvalId' in draft && draft.approvalId === approvalId ? draft : {}
  const reason = 'reason' in known && typeof known.reason === 'string' ? known.reason : ''
  return { reason, isReasonOpen: reason !== '' || ('isReasonOpen' in known && known.isReasonOpen === true) }
}

/** Why an answer was not taken, or undefined where it was. Text of the wire stays text. */
async function settle(respond: () => unknown, labels: ToolCallLabels): Promise<string | undefined> {
  try {
    const result = await respond()
    if (!isRefusal(result)) return undefined
    if (result.reason === 'changed') return labels.prompt.changed
    return result.reason === 'failed'
      ? labels.prompt.notSent(withoutFullStop(result.message))
      : labels.prompt.notTaken(withoutFullStop(result.message))
  } catch (error) {
    return labels.prompt.notSent(withoutFullStop(error instanceof Error ? error.message : String(error)))
  }
}

function isRefusal(result: unknown): result is Extract<RespondResult, { ok: false }> {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}

function withoutFullStop(text: string): string {
  return text.replace(/[.\s]+$/, '')
}

function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
