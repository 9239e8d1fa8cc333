'use client'

import { forwardRef, useMemo, useRef, useState } from 'react'
import type { ForwardedRef, ReactNode } from 'react'
import type { ApprovalOption, GrantScope, ToolAnnotations } from '../../core/events.ts'
import type { ToolCallIn } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { InvisibleCode, VisibleText, Words } from '../code-block.tsx'
import { displayed } from '../describe-tool-call.ts'
import type { Tone } from '../describe-tool-call.ts'
import { Icon } from '../icons.tsx'
import type { IconName } from '../icons.tsx'
import { toText } from '../preview-text.ts'
import { reviewRequest } from '../review-input.ts'
import { toolKindOf } from '../tool-kind.ts'
import { useToolCallLabels } from '../view-context.ts'
import { PayloadFields, useApprovalPayload } from './approval-payload.tsx'
import type { PayloadDraft } from './approval-payload.tsx'
import { ScopeField, approvalScopes, rejectOption } from './approval-scope.tsx'
import { AgentReason, Notice, PromptFrame } from './prompt-parts.tsx'
import { TextField } from './text-field.tsx'
import { useFocusRequest } from './use-focus-request.ts'
import { useDraft, usePrompt } from './use-prompt.ts'
import type { PromptProps } from './use-prompt.ts'

export interface ApprovalPromptProps extends PromptProps<'approval-requested'> {
  /** Lines of the input that are not on the screen: then approving needs a tick. @default as many as `ToolInputPreview` leaves out */
  unreadLines?: number | undefined
  /** How long and how wide an approval may hold. With more than one, or with options of the request's own, there is a choice. */
  grants?: readonly GrantScope[] | undefined
}

/** Asks for a yes or a no. Belongs below the whole input; answers once, and only to a press that was meant for it. */
export const ApprovalPrompt = forwardRef(function ApprovalPrompt(
  props: ApprovalPromptProps,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const { call, onRespond, error, canDecide = true, draft, onDraftChange, unreadLines, grants, ...rootProps } = props
  const [begun, changeDraft] = useDraft(noDraft, call.approval.approvalId, { draft, onDraftChange })
  const { reason, isReasonOpen, isDenying } = begun
  const [ticked, setTicked] = useState<unknown>()
  // Never part of the draft: a wide approval is chosen by the person who is here now.
  const [scopeIndex, setScopeIndex] = useState(0)
  const labels = useToolCallLabels()
  const payload = useApprovalPayload(call, begun, changeDraft, labels)
  const { problemCount } = payload
  const layoutKey = `${JSON.stringify(begun)} ${scopeIndex} ${problemCount}`
  const prompt = usePrompt(call, { onRespond, error }, call.input, layoutKey)
  const { isAnswered, answer } = prompt
  const isChecking = useRef(false)
  const [reasonRef, focusReason] = useFocusRequest<HTMLTextAreaElement>(isReasonOpen)

  const review = useMemo(() => reviewRequest(call), [call])
  const unread = unreadLines ?? review.hiddenLines
  const isUnread = unread > 0 && ticked !== call.input
  const isDestructive = call.annotations?.destructiveHint === true
  const { isAutomatic, mayHaveRun, requestReason, message, descriptor } = call.approval
  const agentReason = requestReason ?? message
  const said = !displayed(call, 'approval', undefined).suppressed && (
    <>
      {agentReason && (
        <AgentReason text={agentReason} heading={requestReason ? labels.prompt.agentReason : labels.prompt.asks} />
      )}
      {descriptor !== undefined && descriptor !== null && !call.display?.approval && !call.display?.input && (
        <AgentReason text={toText(descriptor)} heading={labels.prompt.descriptor} />
      )}
    </>
  )
  if (isAutomatic || !canDecide) {
    return (
      <PromptFrame
        ref={ref}
        call={call}
        prompt={prompt}
        canDecide={false}
        note={isAutomatic ? labels.prompt.automatic : undefined}
        {...rootProps}
      >
        {said}
      </PromptFrame>
    )
  }

  const scopes = approvalScopes(call, grants, labels)
  const scope = scopes[scopeIndex] ?? scopes[0]
  const alwaysReject = rejectOption(call, true)
  const text = isReasonOpen ? reason.trim() : ''
  const rejection = payload.reject === payload.approve ? undefined : payload.reject
  const send = (approved: boolean, option = rejectOption(call, false), checked?: { readonly value: unknown }) =>
    answer({
      type: 'approval',
      approved,
      ...(text && { reason: text }),
      ...(approved ? scope?.choice : option && { optionId: option.id }),
      ...(checked && { payload: checked.value }),
    })
  const respond = (approved: boolean, option?: ApprovalOption) => {
    const form = payload[approved ? 'approve' : 'reject']?.form
    if (isChecking.current) return
    if (!form) send(approved, option)
    else if (!approved && rejection && !isDenying) {
      form.focus()
      changeDraft({ isDenying: true })
    } else {
      isChecking.current = true
      void form.check().then(checked => {
        isChecking.current = false
        if (checked.ok) send(approved, option, checked)
      })
    }
  }
  const [before, after] = labels.prompt.invisible(review.invisible.count)

  return (
    <PromptFrame
      ref={ref}
      call={call}
      prompt={prompt}
      canDecide
      buttons={[
        {
          id: 'approve',
          label:
            isDestructive && call.toolName !== '' ? (
              <NamedAct label={labels.prompt.approveNamed} name={call.toolName} />
            ) : (
              labels.prompt.approve
            ),
          variant: isDestructive ? 'danger' : 'primary',
          isOff: isUnread,
          isHinted: true,
          onPress: () => respond(true),
        },
        {
          id: 'deny',
          label: text ? labels.prompt.denyWithReason : labels.prompt.deny,
          variant: 'secondary',
          onPress: () => respond(false),
        },
        // A form that cannot be filled in keeps nobody from saying no.
        payload.reject &&
          payload.reject.form.problems.size > 0 && {
            id: 'anyway',
            label: labels.prompt.denyAnyway,
            variant: 'quiet',
            onPress: () => send(false),
          },
        !isReasonOpen && {
          id: 'reason',
          label: labels.prompt.addReason,
          variant: 'quiet',
          onPress() {
            focusReason()
            changeDraft({ isReasonOpen: true })
          },
        },
        alwaysReject && {
          id: 'never',
          label: labels.prompt.denyAlways,
          variant: 'quiet',
          onPress: () => respond(false, alwaysReject),
        },
      ]}
      hint={isUnread ? labels.prompt.unreadHint : problemCount > 0 ? labels.form.errors(problemCount) : undefined}
      hintTone={isUnread ? undefined : 'danger'}
      {...rootProps}
    >
      {review.invisible.count > 0 && (
        <Notice tone="warn" icon="warning">
          {before}
          <InvisibleCode code={review.invisible.code} />
          {after}
        </Notice>
      )}
      {review.unsafeNumbers.count > 0 && (
        <Notice tone="warn" icon="warning">
          {labels.prompt.unsafeNumbers(review.unsafeNumbers.count, review.unsafeNumbers.written)}
        </Notice>
      )}
      {mayHaveRun && (
        <Notice tone="warn" icon="warning">
          {labels.prompt.mayHaveRun}
        </Notice>
      )}
      {said}
      <FullName call={call} />
      <Risks annotations={call.annotations} labels={labels} />
      {payload.approve && <PayloadFields payload={payload.approve} isOff={isAnswered} labels={labels} />}
      {rejection && isDenying && <PayloadFields payload={rejection} isOff={isAnswered} labels={labels} />}
      {isReasonOpen && (
        <TextField
          ref={reasonRef}
          label={labels.prompt.reason}
          note={labels.prompt.optional}
          value={reason}
          placeholder={labels.prompt.reasonHint}
          readOnly={isAnswered}
          onChange={event => changeDraft({ reason: event.target.value })}
        />
      )}
      {(scopes.length > 1 || (scope && !scope.isOnce)) && (
        <ScopeField scopes={scopes} index={scopeIndex} onChange={setScopeIndex} isOff={isAnswered} labels={labels} />
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
    </PromptFrame>
  )
})

interface ApprovalDraft extends PayloadDraft {
  readonly reason: string
  readonly isReasonOpen: boolean
  /** The form of what comes with a no is open. */
  readonly isDenying?: boolean
}
const noDraft: ApprovalDraft = { reason: '', isReasonOpen: false }

/** Where the header may have to shorten it: the whole name of what is about to run. */
function FullName({ call }: { call: ToolCallIn<'approval-requested'> }): ReactNode {
  const title = call.title ?? call.annotations?.title ?? ''
  // A card of a kind says what it does in place of its name.
  if (toolKindOf(call) === 'other' && call.toolName.length + title.length <= HEADER_LENGTH) return null
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
      <Words text={name} />
      {after}
    </span>
  )
}

const HEADER_LENGTH = 28
