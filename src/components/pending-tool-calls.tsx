'use client'

import { forwardRef, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'
import type { PendingToolCall, ToolCall } from '../core/tool-call.ts'
import { useSession } from '../hooks/tool-call-context.ts'
import { usePendingToolCalls } from '../hooks/use-pending-tool-calls.ts'
import { BulkApproval, useSeenCalls } from './bulk-approval.tsx'
import { Words } from './code-block.tsx'
import { Icon } from './icons.tsx'
import { ToolCallView } from './tool-call-view.tsx'
import { useIsomorphicLayoutEffect } from './use-layout-effect.ts'
import { ToolCallViewContext } from './view-context.ts'
import { capitalize } from './wording.ts'

export interface PendingToolCallsProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** Only calls of this thread. @default all of the session */
  threadId?: string | undefined
  /** Told when calls begin or cease to wait: for a badge, or a window's title. */
  onPendingChange?: ((calls: readonly PendingToolCall[]) => void) | undefined
}

/** Everything that waits for this person, one at a time, with the same prompt as in its card. Nothing where nothing waits. */
export const PendingToolCalls = forwardRef(function PendingToolCalls(
  { threadId, onPendingChange, ...rootProps }: PendingToolCallsProps,
  ref: ForwardedRef<HTMLElement>,
): ReactNode {
  const { labels, canDecide } = useContext(ToolCallViewContext)
  const session = useSession('PendingToolCalls')
  const pending = usePendingToolCalls()
  const calls = useMemo(
    () => (threadId === undefined ? pending : pending.filter(call => call.threadId === threadId)),
    [pending, threadId],
  )
  const [chosenKey, setChosenKey] = useState<string>()
  const [isFolded, setIsFolded] = useState(false)
  const [place, setPlace] = useState(0)
  const found = calls.findIndex(call => call.key === chosenKey)
  // Where the one that was shown is gone, the next one stands in its place.
  const index = found !== -1 ? found : Math.min(place, calls.length - 1)
  if (place !== Math.max(0, index)) setPlace(Math.max(0, index))
  const call = calls[index]

  // Their records change more often than whether they wait.
  const keys = calls.map(({ key, state }) => `${state} ${key}`).join('\n')
  const toldKeys = useRef<string>(undefined)
  useEffect(() => {
    if (toldKeys.current === keys) return
    toldKeys.current = keys
    onPendingChange?.(calls)
  })

  const { dockRef, title, hadFocus } = useFocusInDock(call?.key)
  const item = useRef<HTMLDivElement>(null)
  const seen = useSeenCalls(item, isFolded ? undefined : call)
  if (!call) {
    if (!hadFocus) return null
    return (
      <p ref={title} data-slot="tc-visually-hidden" tabIndex={-1}>
        {labels.dock.empty}
      </p>
    )
  }
  const show = (to: number) => setChosenKey(calls[(to + calls.length) % calls.length]?.key)
  const origin = originOf(call, key => session.getToolCall(key))
  return (
    <section
      aria-label={labels.dock.title(calls.length, canDecide)}
      {...rootProps}
      ref={element => {
        dockRef.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      data-slot="tc-pending"
      data-folded={isFolded ? '' : undefined}
    >
      <div data-slot="tc-pending-header">
        <span data-tone="ask" data-slot="tc-pending-icon">
          <Icon name="waiting" />
        </span>
        <strong ref={title} tabIndex={-1}>
          <bdi>{labels.dock.title(calls.length, canDecide)}</bdi>
        </strong>
        {calls.length > 1 && (
          <>
            <span data-slot="tc-small">{labels.dock.position(index + 1, calls.length)}</span>
            <IconButton icon="previous" label={labels.dock.previous} onClick={() => show(index - 1)} />
            <IconButton icon="next" label={labels.dock.next} onClick={() => show(index + 1)} />
          </>
        )}
        <IconButton
          icon={isFolded ? 'up' : 'down'}
          label={isFolded ? labels.dock.unfold : labels.dock.fold}
          isExpanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        />
      </div>
      {!isFolded && (
        <div ref={item} data-slot="tc-pending-item">
          {origin.length > 0 && (
            <div data-slot="tc-origin">
              {labels.dock.from}{' '}
              {origin.map((name, position) => (
                <span key={position}>
                  {position > 0 && <span aria-hidden="true">› </span>}
                  <Words text={name} />
                </span>
              ))}
            </div>
          )}
          <ToolCallView key={call.key} call={call} />
        </div>
      )}
      {canDecide && !isFolded && <BulkApproval session={session} calls={calls} seen={seen} labels={labels} />}
    </section>
  )
})

function IconButton({
  icon,
  label,
  isExpanded,
  onClick,
}: {
  icon: 'previous' | 'next' | 'up' | 'down'
  label: string
  isExpanded?: boolean
  onClick(): void
}): ReactNode {
  return (
    <button
      data-slot="tc-icon-button"
      data-direction={icon === 'previous' || icon === 'next' ? icon : undefined}
      type="button"
      aria-label={label}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

/** When the prompt goes with the focus inside, the focus stays in the dock, or in what is left of it. */
function useFocusInDock(key: string | undefined) {
  const dockRef = useRef<HTMLElement | null>(null)
  const title = useRef<HTMLElement & HTMLParagraphElement>(null)
  // What is taken away with the focus in it tells nobody: then this stays as it was.
  const [hadFocus, setHadFocus] = useState(false)
  useEffect(() => {
    const note = () => setHadFocus((dockRef.current ?? title.current)?.contains(document.activeElement) ?? false)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  const lastKey = useRef(key)
  useIsomorphicLayoutEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    if (hadFocus && (document.activeElement === document.body || !document.activeElement))
      title.current?.focus({ preventScroll: true })
  }, [key, hadFocus])
  return { dockRef, title, hadFocus }
}

/** The agents that a call comes from, outermost first. */
function originOf(call: ToolCall, get: (key: string) => ToolCall | undefined): readonly string[] {
  const names: string[] = []
  const seen = new Set<string>()
  for (let key = call.parentKey; key !== undefined && !seen.has(key);) {
    seen.add(key)
    const parent = get(key)
    if (!parent) break
    names.unshift(capitalize(parent.subagent?.agentType || parent.title || parent.toolName))
    key = parent.parentKey
  }
  return names
}
