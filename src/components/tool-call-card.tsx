'use client'

import { memo, useCallback, useContext, useMemo, useRef, useState } from 'react'
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react'
import type { ToolCallResponse } from '../core/host.ts'
import type { ToolCall } from '../core/tool-call.ts'
import type { GrantScope } from '../core/events.ts'
import { ApprovalPrompt } from './prompts/approval-prompt.tsx'
import type { ApprovalPromptProps } from './prompts/approval-prompt.tsx'
import type { PromptProps } from './prompts/use-prompt.ts'
import type { AskingState } from './prompts/ask-user-prompt.tsx'
import { SuspensionPrompt, isAsking } from './prompts/suspension-prompt.tsx'
import { Receipt } from './receipt.tsx'
import { kindOf } from './describe-tool-call.ts'
import { isRecord } from './is-record.ts'
import type { RenderCall } from './subagent.tsx'
import { ToolCallBody } from './tool-call-body.tsx'
import { ToolCallError } from './tool-call-error.tsx'
import type { Nested } from './nesting.ts'
import { ToolCallHeader } from './tool-call-header.tsx'
import { reviewRequest } from './tool-input-preview.tsx'
import { useIsomorphicLayoutEffect } from './use-layout-effect.ts'
import { ToolCallViewContext } from './view-context.ts'
import type { Openness } from './view-context.ts'

export interface ToolCallCardProps {
  call: ToolCall
  /** The id that names the card's title. */
  titleId: string
  canDecide: boolean
  grants?: readonly GrantScope[] | undefined
  /** What is inside of this call. */
  nested: Nested
  renderCall: RenderCall
  onRespond(response: ToolCallResponse, call: ToolCall): unknown
  getDraft?: ((key: string) => unknown) | undefined
  setDraft?: ((key: string, draft: unknown) => void) | undefined
}

/** Everything inside the frame. Gets the record and nothing else that changes, so that it renders only when its own call did. */
export const ToolCallCard = memo(function ToolCallCard({
  call,
  titleId,
  canDecide,
  grants,
  nested,
  renderCall,
  onRespond,
  getDraft,
  setDraft,
}: ToolCallCardProps): ReactNode {
  const waitingBelow = canDecide ? nested.waiting : 0
  const { isOpen, toggle, handleToggle } = useOpenness(call, waitingBelow > 0)
  const { header, receipt, promptBox } = useFocusAfterPrompt(call.state)

  // What was shown in full belongs to that input only.
  const [allShownOf, setAllShownOf] = useState<unknown>()
  const isAllShown = allShownOf !== undefined && allShownOf === call.input
  const handleShowAll = useCallback(() => setAllShownOf(call.input), [call.input])

  const drafts = useDrafts(call.key, getDraft, setDraft)
  const respond = (response: ToolCallResponse) => {
    const result = onRespond(response, call)
    // An answer that was taken clears the drafts of its call; what was prepared for the question behind an approval is still needed.
    if (response.type === 'approval') void Promise.resolve(result).then(drafts.keepQuestion, () => {})
    return result
  }

  return (
    <>
      <details open={isOpen} onToggle={handleToggle}>
        <ToolCallHeader
          ref={header}
          call={call}
          canDecide={canDecide}
          titleId={titleId}
          waitingBelow={waitingBelow}
          onClick={toggle}
        />
        {isOpen && (
          <ToolCallBody
            call={call}
            isAllShown={isAllShown}
            onShowAll={handleShowAll}
            nested={nested.children}
            renderCall={renderCall}
            isAnsweredBelow={isAsking(call) && (canDecide || call.state === 'suspended')}
          />
        )}
      </details>
      <ToolCallError call={call} />
      {/* One place for the question, before and after it can be answered: what is typed and where the focus is stays. */}
      {isAsking(call) && (canDecide || call.state === 'suspended') && (
        <QuestionInPlace
          key={`${call.key} ${call.receipts.filter(receipt => receipt.type !== 'approval').length}`}
          box={promptBox}
          call={call}
          canDecide={canDecide}
          onRespond={respond}
          draft={drafts.get('question')}
          onDraftChange={draft => drafts.set('question', draft)}
        />
      )}
      {call.state === 'approval-requested' && (
        <ApprovalInPlace
          key={call.approval.approvalId}
          box={promptBox}
          call={call}
          canDecide={canDecide}
          grants={grants}
          isAllShown={isAllShown}
          onRespond={respond}
          draft={drafts.get('approval')}
          onDraftChange={draft => drafts.set('approval', draft)}
        />
      )}
      <Receipt ref={receipt} call={call} />
    </>
  )
})

/** A call has two drafts: one for its approval, one for its question. Without a session they still outlive the prompt they were typed into. */
function useDrafts(key: string, getDraft: ToolCallCardProps['getDraft'], setDraft: ToolCallCardProps['setDraft']) {
  const [drafts] = useState(() => {
    const kept = getDraft?.(key)
    return new Map<string, unknown>(isRecord(kept) ? Object.entries(kept) : [])
  })
  return {
    get: (slot: 'approval' | 'question') => drafts.get(slot),
    set(slot: 'approval' | 'question', draft: unknown) {
      drafts.set(slot, draft)
      setDraft?.(key, Object.fromEntries(drafts))
    },
    keepQuestion() {
      if (drafts.has('question')) setDraft?.(key, { question: drafts.get('question') })
    },
  }
}

function useOpenness(call: ToolCall, isNeededInside: boolean) {
  const { openness } = useContext(ToolCallViewContext)
  const [own] = useState<{ current: Openness }>(() => ({ current: {} }))
  const kept: Openness = openness?.get(call.key) ?? own.current
  const [choice, setChoice] = useState(kept.choice)
  const [hasOpened, setHasOpened] = useState(kept.hasOpened ?? false)
  const kind = kindOf(call)
  const opens = isNeededInside || opensByItself(call)
  // A question or a plan stands in its prompt: once that is gone, what it came from is nothing that was open.
  const isPromptOnly = kind === 'ask' || kind === 'plan'
  if (!hasOpened && opens && !isPromptOnly) setHasOpened(true)
  const isOpen = choice ?? (hasOpened || opens)

  // Kept outside the card, so that a list which drops rows far away brings them back as they were.
  useIsomorphicLayoutEffect(() => {
    openness?.set(call.key, { choice, hasOpened })
  }, [openness, call.key, choice, hasOpened])

  const toggle = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      setChoice(!isOpen)
    },
    [isOpen],
  )
  // The browser opens it, too: for a text that is searched for, or for an anchor.
  const handleToggle = useCallback(
    (event: SyntheticEvent<HTMLDetailsElement>) => {
      if (event.currentTarget.open !== isOpen) setChoice(event.currentTarget.open)
    },
    [isOpen],
  )
  return { isOpen, toggle, handleToggle }
}

/** At its start, if there is something to see, and when somebody has to decide. Nothing closes by itself. */
function opensByItself(call: ToolCall): boolean {
  switch (call.state) {
    case 'input-streaming':
    case 'input-available':
      if (call.subagent || (call.state === 'input-available' && call.inputError)) return true
      return (
        call.input !== undefined &&
        !(typeof call.input === 'object' && call.input !== null && Object.keys(call.input).length === 0)
      )
    case 'approval-requested':
      return call.approval.isAutomatic !== true
    case 'suspended':
      return true
    default:
      return false
  }
}

/** When the prompt goes with the focus inside, the focus goes to what stands in its place, not to the page. */
function useFocusAfterPrompt(state: ToolCall['state']) {
  const header = useRef<HTMLElement>(null)
  const receipt = useRef<HTMLDivElement>(null)
  const promptBox = useRef<PromptBox>({ lostFocus: false })
  useIsomorphicLayoutEffect(() => {
    if (!promptBox.current.lostFocus) return
    promptBox.current.lostFocus = false
    if (state !== 'approval-requested' && state !== 'suspended')
      (receipt.current ?? header.current)?.focus({ preventScroll: true })
  }, [state])
  return { header, receipt, promptBox }
}

interface PromptBox {
  lostFocus: boolean
}
/** Tells the card whether the focus was inside when the prompt went. */
function useFocusKeeper(box: { readonly current: PromptBox }) {
  const form = useRef<HTMLFormElement>(null)
  useIsomorphicLayoutEffect(() => {
    const prompt = form.current
    const keeper = box.current
    // Runs while the prompt is still in the page.
    return () => {
      if (prompt?.contains(document.activeElement)) keeper.lostFocus = true
    }
  }, [box])
  return form
}

function ApprovalInPlace({
  box,
  isAllShown,
  ...props
}: ApprovalPromptProps & { box: { readonly current: PromptBox }; isAllShown: boolean }): ReactNode {
  const { call } = props
  const { hiddenLines } = useMemo(() => reviewRequest(call), [call])
  const form = useFocusKeeper(box)
  return <ApprovalPrompt ref={form} {...props} unreadLines={isAllShown ? 0 : hiddenLines} />
}

function QuestionInPlace({
  box,
  ...props
}: PromptProps<AskingState> & { box: { readonly current: PromptBox } }): ReactNode {
  const form = useFocusKeeper(box)
  return <SuspensionPrompt ref={form} {...props} />
}
