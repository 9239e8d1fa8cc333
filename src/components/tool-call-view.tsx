'use client'

import { forwardRef, useCallback, useContext, useId, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'
import type { ToolCallResponse } from '../core/host.ts'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { partToToolCall } from '../core/tool-part.ts'
import type { ToolPartLike } from '../core/tool-part.ts'
import { ToolCallSessionContext } from '../hooks/tool-call-context.ts'
import { useToolCall } from '../hooks/use-tool-call.ts'
import { useToolCallRecord } from '../hooks/use-tool-call-record.ts'
import { nothingNested } from './nesting.ts'
import type { Nested } from './nesting.ts'
import type { RendererMap, ToolCallRenderer } from './renderers/define-renderers.ts'
import { pickRenderer } from './renderers/renderer-registry.ts'
import { useShallowStable } from './renderers/use-shallow-stable.ts'
import { kindNamed, toolKindOf } from './tool-kind.ts'
import { ToolCallCard } from './tool-call-card.tsx'
import { useIsomorphicLayoutEffect } from './use-layout-effect.ts'
import { ToolCallViewContext } from './view-context.ts'

interface RootProps extends Omit<
  ComponentPropsWithoutRef<'section'>,
  'part' | 'children' | 'onChange' | 'onSubmit' | 'defaultValue'
> {}

export type ToolCallViewProps = RootProps & {
  /** What the app draws itself; goes before the provider's. */
  renderers?: RendererMap | undefined
  /** `false`: the prompt can be read, not answered. @default the provider's */
  canDecide?: boolean | undefined
  /** Who decides in place of the person here. @default the provider's */
  deciderName?: string | undefined
  /** Answers of a part or record that no session owns. */
  onRespond?: ((response: ToolCallResponse, call: ToolCall) => unknown) | undefined
} & (
    | {
        /** A tool part of an AI SDK message. The session's record is drawn where there is one. */
        part: ToolPartLike
        messageId?: string | undefined
        partIndex?: number | undefined
        toolCallId?: undefined
        call?: undefined
      }
    | { toolCallId: string; messageId?: string | undefined; partIndex?: undefined; part?: undefined; call?: undefined }
    | { call: ToolCall; messageId?: undefined; partIndex?: undefined; part?: undefined; toolCallId?: undefined }
  )

/** One tool call, in whatever state it is. Draws nothing for an id that the session does not know yet. */
export const ToolCallView = forwardRef(function ToolCallView(
  props: ToolCallViewProps,
  ref: ForwardedRef<HTMLElement>,
): ReactNode {
  const {
    part,
    messageId,
    partIndex,
    toolCallId,
    call: given,
    renderers,
    canDecide,
    deciderName,
    onRespond,
    ...rootProps
  } = props
  const session = useContext(ToolCallSessionContext)
  const context = useContext(ToolCallViewContext)
  const titleId = useId()
  if (toolCallId !== undefined && !session) {
    throw new Error(
      `<ToolCallView toolCallId="${toolCallId}"> needs a session to find its call in, but there is no <ToolCallProvider> above it. Wrap the tree in <ToolCallProvider session={…}>, or give it a part or a call.`,
    )
  }

  const id = part?.toolCallId ?? toolCallId
  const recorded = useToolCallRecord(session, id === undefined ? undefined : { toolCallId: id, messageId })
  const read = useMemo(
    () => (part ? partToToolCall(part, { messageId, partIndex }) : undefined),
    [part, messageId, partIndex],
  )
  const call = recorded ?? read ?? given

  const kind = call ? toolKindOf(call, kindNamed(call, context.kinds)) : 'other'
  const renderer = useRenderer(call, kind, renderers)
  const nested = useNested(call?.key)

  const latest = useRef({ session, onRespond })
  useIsomorphicLayoutEffect(() => {
    latest.current = { session, onRespond }
  })
  // Stable, so that a new function of the app's does not draw the card anew.
  const respond = useCallback((response: ToolCallResponse, shown: ToolCall): unknown => {
    const now = latest.current
    const isOwned = now.session?.getToolCall(shown.key) !== undefined
    if (now.session && (isOwned || !now.onRespond)) return now.session.respond(shown, response)
    return now.onRespond?.(response, shown)
  }, [])
  const getDraft = useCallback((key: string) => latest.current.session?.getDraft(key), [])
  const setDraft = useCallback((key: string, draft: unknown) => latest.current.session?.setDraft(key, draft), [])

  if (!call) return null
  // Without anybody to take the answer, a button would be a lie.
  const hasTaker = session !== undefined || onRespond !== undefined
  const decides = (canDecide ?? context.canDecide) && hasTaker
  const isWaiting = call.state === 'approval-requested' || call.state === 'suspended'
  const isAsked = !(call.state === 'approval-requested' && call.approval.isAutomatic)
  return (
    <section
      aria-labelledby={titleId}
      {...rootProps}
      ref={ref}
      role="group"
      data-slot="tc-tool-call"
      data-state={call.state}
      data-kind={kind}
      data-tool-name={call.toolName}
      data-can-decide={isWaiting && !(isAsked && decides) ? 'false' : undefined}
    >
      <ToolCallCard
        key={call.key}
        call={call}
        kind={kind}
        renderer={renderer}
        titleId={titleId}
        canDecide={decides}
        deciderName={deciderName ?? context.deciderName}
        grants={context.grants}
        nested={nested}
        renderCall={renderCall}
        onRespond={respond}
        getDraft={getDraft}
        setDraft={setDraft}
      />
    </section>
  )
})

function renderCall(key: string): ReactNode {
  return <NestedCall callKey={key} />
}

function NestedCall({ callKey }: { callKey: string }): ReactNode {
  const call = useToolCall(callKey)
  return call && <ToolCallView call={call} />
}

/** The app's own renderer of a call. Where others come or go, only a card whose own changes is drawn anew. */
function useRenderer(
  call: ToolCall | undefined,
  kind: ToolKind,
  given: RendererMap | undefined,
): ToolCallRenderer | undefined {
  const { renderers, registry } = useContext(ToolCallViewContext)
  const own = useShallowStable(given)
  const read = () =>
    // What may be drawn of a call instead of its values, only the built-in card knows.
    call && !call.display ? pickRenderer([own, ...(registry?.get() ?? []), renderers], call, kind) : undefined
  return useSyncExternalStore(registry?.subscribe ?? subscribeToNothing, read, read)
}

const subscribeToNothing = () => () => {}

/** What is inside of a call; without a provider, nothing. */
function useNested(key: string | undefined): Nested {
  const { nesting } = useContext(ToolCallViewContext)
  const subscribe = useCallback(
    (listener: () => void) => (nesting && key !== undefined ? nesting.subscribe(key, listener) : () => {}),
    [nesting, key],
  )
  const read = () => (nesting && key !== undefined ? nesting.get(key) : nothingNested)
  return useSyncExternalStore(subscribe, read, read)
}
