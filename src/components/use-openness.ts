'use client'

import { useCallback, useContext, useState } from 'react'
import type { MouseEvent, SyntheticEvent } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { useIsomorphicLayoutEffect } from './use-layout-effect.ts'
import { ToolCallViewContext } from './view-context.ts'
import type { Openness } from './view-context.ts'

/** Whether a card is open. It opens by itself, once, and closes by itself never; after the person only the person moves it. */
export function useOpenness(call: ToolCall, kind: ToolKind, isNeededInside: boolean) {
  const { openness } = useContext(ToolCallViewContext)
  const [own] = useState<{ current: Openness }>(() => ({ current: {} }))
  const kept: Openness = openness?.get(call.key) ?? own.current
  const [choice, setChoice] = useState(kept.choice)
  const [hasOpened, setHasOpened] = useState(kept.hasOpened ?? false)
  const opens = isNeededInside || opensByItself(call, kind)
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

/** Their header says it all until somebody wants to see more. */
const staysFolded: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'search', 'fetch', 'think', 'move', 'delete'])

/** At its start, if there is something to see, and when somebody has to decide. */
function opensByItself(call: ToolCall, kind: ToolKind): boolean {
  switch (call.state) {
    case 'input-streaming':
    case 'input-available':
      if (call.state === 'input-available' && call.inputError) return true
      if (staysFolded.has(kind)) return false
      return (
        call.subagent !== undefined ||
        (call.input !== undefined &&
          !(typeof call.input === 'object' && call.input !== null && Object.keys(call.input).length === 0))
      )
    case 'approval-requested':
      return call.approval.isAutomatic !== true
    case 'suspended':
      return true
    default:
      return false
  }
}
