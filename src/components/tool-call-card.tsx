'use client'

import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { RespondResult } from '../core/answer-gate.ts'
import type { GrantScope } from '../core/events.ts'
import type { ToolCallResponse } from '../core/host.ts'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { isRecord } from './is-record.ts'
import type { Nested } from './nesting.ts'
import { ApprovalPrompt } from './prompts/approval-prompt.tsx'
import type { ApprovalPromptProps } from './prompts/approval-prompt.tsx'
import type { AskingState } from './prompts/ask-user-prompt.tsx'
import type { PromptProps } from './prompts/use-prompt.ts'
import { AnswerPrompt } from './prompts/answer-prompt.tsx'
import { isAsking } from './prompts/is-asking.ts'
import { Receipt } from './receipt.tsx'
import type { PartialRenderer, ToolCallRenderer, ToolCallRendererProps } from './renderers/define-renderers.ts'
import { RendererBoundary } from './renderers/renderer-boundary.tsx'
import type { RenderCall } from './subagent.tsx'
import { ToolCallBody } from './tool-call-body.tsx'
import { ToolCallError } from './tool-call-error.tsx'
import { ToolCallHeader } from './tool-call-header.tsx'
import { Icon } from './icons.tsx'
import { reviewRequest } from './review-input.ts'
import { useIsomorphicLayoutEffect } from './use-layout-effect.ts'
import { useOpenness } from './use-openness.ts'

export interface ToolCallCardProps {
  call: ToolCall
  kind: ToolKind
  /** What the app draws itself. */
  renderer: ToolCallRenderer | undefined
  /** The id that names the card's title. */
  titleId: string
  canDecide: boolean
  deciderName: string | undefined
  grants?: readonly GrantScope[] | undefined
  /** What is inside of this call. */
  nested: Nested
  renderCall: RenderCall
  onRespond(response: ToolCallResponse, call: ToolCall): unknown
  getDraft?: ((key: string) => unknown) | undefined
  setDraft?: ((key: string, draft: unknown) => void) | undefined
}

/** Everything inside the frame. Gets the record and nothing else that changes, so that it renders only when its own call did. */
export const ToolCallCard = memo(function ToolCallCard(props: ToolCallCardProps): ReactNode {
  const { call, kind, renderer, titleId, canDecide, deciderName, grants, nested, renderCall, onRespond } = props
  const waitingBelow = canDecide ? nested.waiting : 0
  const { isOpen, toggle, handleToggle } = useOpenness(call, kind, waitingBelow > 0)
  const { header, receipt, promptBox } = useFocusAfterPrompt(call.state)

  // What was shown in full belongs to that input only.
  const [allShownOf, setAllShownOf] = useState<unknown>()
  const isAllShown = allShownOf !== undefined && allShownOf === call.input
  const handleShowAll = useCallback(() => setAllShownOf(call.input), [call.input])

  const drafts = useDrafts(call.key, props.getDraft, props.setDraft)
  const respond = (response: ToolCallResponse) => {
    const result = onRespond(response, call)
    // An answer that was taken clears the drafts of its call; what was prepared for the question behind an approval is still needed.
    if (response.type === 'approval') void Promise.resolve(result).then(drafts.keepQuestion, () => {})
    return result
  }
  const respondCustom = async (response: ToolCallResponse): Promise<RespondResult> => {
    if (!canDecide && (response.type === 'approval' || response.type === 'resume' || response.type === 'cancel'))
      return { ok: false, reason: 'not-allowed', message: 'The person here may not decide about this call.' }
    const result = await respond(response)
    return isRespondResult(result) ? result : { ok: true }
  }

  const Whole = isComponent(renderer) ? renderer : undefined
  const parts: PartialRenderer = !renderer || isComponent(renderer) ? {} : renderer
  const draw = (Part: ComponentType<ToolCallRendererProps> | undefined) =>
    Part &&
    ((builtIn: ReactNode) => (
      <RendererBoundary call={call} renderer={Part} fallback={builtIn}>
        <Part call={call} respond={respondCustom} />
      </RendererBoundary>
    ))

  const isAsked = isAsking(call) && (canDecide || call.state === 'suspended')
  const builtInHeader = <ToolCallHeader {...{ call, kind, canDecide, deciderName, titleId, waitingBelow }} />
  const builtIn = (
    <details open={isOpen} onToggle={handleToggle}>
      <summary ref={header} data-slot="tc-header" onClick={toggle}>
        {parts.header ? (
          <RendererBoundary call={call} renderer={parts.header} fallback={builtInHeader}>
            <span data-slot="tc-title" id={titleId}>
              <parts.header call={call} respond={respondCustom} />
            </span>
            <Icon name="down" slot="tc-chevron" />
          </RendererBoundary>
        ) : (
          builtInHeader
        )}
      </summary>
      {isOpen && (
        <ToolCallBody
          call={call}
          kind={kind}
          customInput={draw(parts.input)}
          customOutput={draw(parts.output)}
          isAllShown={isAllShown}
          onShowAll={handleShowAll}
          nested={nested.children}
          renderCall={renderCall}
          isAnsweredBelow={isAsked && !(canDecide && parts.prompt)}
        />
      )}
    </details>
  )

  const Prompt = canDecide ? parts.prompt : undefined
  const promptProps = (slot: 'approval' | 'question') => ({
    box: promptBox,
    canDecide,
    deciderName,
    onRespond: respond,
    draft: drafts.get(slot),
    onDraftChange: (draft: unknown) => drafts.set(slot, draft),
  })
  const question = isAsked && (
    <QuestionInPlace
      key={`${call.key} ${call.receipts.filter(({ type }) => type !== 'approval').length}`}
      call={call}
      {...promptProps('question')}
    />
  )
  const approval = call.state === 'approval-requested' && (
    <ApprovalInPlace
      key={call.approval.approvalId}
      call={call}
      grants={grants}
      isAllShown={isAllShown}
      {...promptProps('approval')}
    />
  )
  const custom = (builtInPrompt: ReactNode) =>
    Prompt &&
    (call.state === 'suspended' || (call.state === 'approval-requested' && !call.approval.isAutomatic)) && (
      <RendererBoundary call={call} renderer={Prompt} fallback={builtInPrompt}>
        <CustomInPlace box={promptBox}>
          <Prompt call={call} respond={respondCustom} />
        </CustomInPlace>
      </RendererBoundary>
    )
  return (
    <>
      {Whole ? (
        <RendererBoundary call={call} renderer={Whole} fallback={builtIn}>
          <span data-slot="tc-visually-hidden" id={titleId}>
            {call.title ?? call.toolName}
          </span>
          <Whole call={call} respond={respondCustom} />
        </RendererBoundary>
      ) : (
        builtIn
      )}
      <ToolCallError call={call} />
      {/* One place for the question, before and after it can be answered: what is typed and where the focus is stays. */}
      {Prompt ? call.state === 'suspended' && custom(question) : question}
      {Prompt ? call.state === 'approval-requested' && (custom(approval) || approval) : approval}
      <Receipt ref={receipt} call={call} />
    </>
  )
})

function isComponent(renderer: ToolCallRenderer | undefined): renderer is ComponentType<ToolCallRendererProps> {
  return typeof renderer === 'function' || (renderer !== undefined && '$$typeof' in renderer)
}

function isRespondResult(result: unknown): result is RespondResult {
  return isRecord(result) && typeof result['ok'] === 'boolean'
}

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
function useFocusKeeper<Root extends HTMLElement>(box: { readonly current: PromptBox }) {
  const form = useRef<Root>(null)
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
  const form = useFocusKeeper<HTMLFormElement>(box)
  return <ApprovalPrompt ref={form} {...props} unreadLines={isAllShown ? 0 : hiddenLines} />
}

function QuestionInPlace({
  box,
  ...props
}: PromptProps<AskingState> & { box: { readonly current: PromptBox } }): ReactNode {
  const form = useFocusKeeper<HTMLFormElement>(box)
  return <AnswerPrompt ref={form} {...props} />
}

/** The app's own prompt: hidden while the input is folded, as the built-in one is. */
function CustomInPlace({ box, children }: { box: { readonly current: PromptBox }; children: ReactNode }): ReactNode {
  const root = useFocusKeeper<HTMLDivElement>(box)
  return (
    <div ref={root} data-slot="tc-prompt">
      {children}
    </div>
  )
}
