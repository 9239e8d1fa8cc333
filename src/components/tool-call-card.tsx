'use client'

import { memo, useCallback, useContext, useMemo, useRef, useState } from 'react'
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react'
import type { ToolCallResponse } from '../core/host.ts'
import type { ToolCall } from '../core/tool-call.ts'
import { ApprovalPrompt } from './prompts/approval-prompt.tsx'
import type { ApprovalPromptProps } from './prompts/approval-prompt.tsx'
import { SuspensionNotice } from './prompts/suspension-notice.tsx'
import { Receipt } from './receipt.tsx'
import { ToolCallBody } from './tool-call-body.tsx'
import { ToolCallError } from './tool-call-error.tsx'
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
  onRespond(response: ToolCallResponse, call: ToolCall): unknown
  getDraft?: ((key: string) => unknown) | undefined
  setDraft?: ((key: string, draft: unknown) => void) | undefined
}

/** Everything inside the frame. Gets the record and nothing else that changes, so that it renders only when its own call did. */
export const ToolCallCard = memo(function ToolCallCard({
  call,
  titleId,
  canDecide,
  onRespond,
  getDraft,
  setDraft,
}: ToolCallCardProps): ReactNode {
  const { isOpen, toggle, handleToggle } = useOpenness(call)
  const { header, receipt, promptBox } = useFocusAfterPrompt(call.state)

  // What was shown in full belongs to that input only.
  const [allShownOf, setAllShownOf] = useState<unknown>()
  const isAllShown = allShownOf !== undefined && allShownOf === call.input
  const handleShowAll = useCallback(() => setAllShownOf(call.input), [call.input])

  // Without a session a draft still outlives the prompt that it was typed into.
  const [drafts] = useState(() => new Map<string, unknown>())

  return (
    <>
      <details open={isOpen} onToggle={handleToggle}>
        <ToolCallHeader ref={header} call={call} canDecide={canDecide} titleId={titleId} onClick={toggle} />
        {isOpen && <ToolCallBody call={call} isAllShown={isAllShown} onShowAll={handleShowAll} />}
      </details>
      <ToolCallError call={call} />
      {call.state === 'approval-requested' && (
        <PromptInPlace
          key={call.approval.approvalId}
          box={promptBox}
          call={call}
          canDecide={canDecide}
          isAllShown={isAllShown}
          onRespond={response => onRespond(response, call)}
          draft={drafts.get(call.approval.approvalId) ?? getDraft?.(call.key)}
          onDraftChange={draft => {
            drafts.set(call.approval.approvalId, draft)
            setDraft?.(call.key, draft)
          }}
        />
      )}
      {call.state === 'suspended' && <SuspensionNotice call={call} canDecide={canDecide} />}
      <Receipt ref={receipt} call={call} />
    </>
  )
})

function useOpenness(call: ToolCall) {
  const { openness } = useContext(ToolCallViewContext)
  const [own] = useState<{ current: Openness }>(() => ({ current: {} }))
  const kept: Openness = openness?.get(call.key) ?? own.current
  const [choice, setChoice] = useState(kept.choice)
  const [hasOpened, setHasOpened] = useState(kept.hasOpened ?? false)
  if (!hasOpened && opensByItself(call)) setHasOpened(true)
  const isOpen = choice ?? (hasOpened || opensByItself(call))

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
      if (call.state === 'input-available' && call.inputError) return true
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
    if (state !== 'approval-requested') (receipt.current ?? header.current)?.focus({ preventScroll: true })
  }, [state])
  return { header, receipt, promptBox }
}

interface PromptBox {
  lostFocus: boolean
}
interface PromptInPlaceProps extends ApprovalPromptProps {
  box: { readonly current: PromptBox }
  isAllShown: boolean
}

function PromptInPlace({ box, isAllShown, ...props }: PromptInPlaceProps): ReactNode {
  const { call } = props
  const { hiddenLines } = useMemo(() => reviewRequest(call), [call])
  const form = useRef<HTMLFormElement>(null)
  useIsomorphicLayoutEffect(() => {
    const prompt = form.current
    const keeper = box.current
    // Runs while the prompt is still in the page.
    return () => {
      keeper.lostFocus = prompt?.contains(document.activeElement) ?? false
    }
  }, [box])
  return <ApprovalPrompt ref={form} {...props} unreadLines={isAllShown ? 0 : hiddenLines} />
}
