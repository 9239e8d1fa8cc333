'use client'

import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { PendingToolCall, ToolCallIn } from '../core/tool-call.ts'
import type { ToolCallLabels } from '../locales/labels.ts'
import { approvalScopes } from './prompts/approval-scope.tsx'
import { useArmed } from './prompts/use-armed.ts'

/** The record that was shown to its end, by key: another request, or another input, was not seen. */
export type SeenCalls = ReadonlyMap<string, PendingToolCall>

const LOOK_INTERVAL = 200
/** Long enough to have been read at all. */
const LOOKS = 4

/** Which of the calls that were shown in `item` were on the screen in full: nothing left out, and scrolled to the end. */
export function useSeenCalls(item: RefObject<HTMLElement | null>, call: PendingToolCall | undefined): SeenCalls {
  const [seen, setSeen] = useState<SeenCalls>(new Map())
  const isKnown = call === undefined || seen.get(call.key) === call
  useEffect(() => {
    if (isKnown || call.state !== 'approval-requested') return undefined
    let looks = 0
    const ends = new WeakSet<Element>()
    const timer = setInterval(() => {
      looks = isShownInFull(item.current, ends) ? looks + 1 : 0
      if (looks >= LOOKS) setSeen(before => new Map(before).set(call.key, call))
    }, LOOK_INTERVAL)
    return () => clearInterval(timer)
  }, [item, call, isKnown])
  return seen
}

/** Whether the end of everything that scrolls in it has been reached, and nothing waits to be asked for. */
function isShownInFull(item: HTMLElement | null, ends: WeakSet<Element>): boolean {
  const details = item?.querySelector('details')
  if (!item || !details?.open || document.hidden || details.querySelector('[data-slot="tc-more"]')) return false
  const box = item.getBoundingClientRect()
  if (box.bottom > window.innerHeight + 1 || box.top < -1) return false
  let isAll = true
  for (const element of [details, ...details.querySelectorAll<HTMLElement>('pre, [data-slot]')]) {
    const isCut = element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0
    if (!isCut || !['auto', 'scroll'].includes(getComputedStyle(element).overflowY)) continue
    if (element.scrollTop + element.clientHeight >= element.scrollHeight - 2) ends.add(element)
    if (!ends.has(element)) isAll = false
  }
  return isAll
}

interface BulkApprovalProps {
  session: ToolCallSession
  calls: readonly PendingToolCall[]
  seen: SeenCalls
  labels: ToolCallLabels
}

/** Approves all that was seen in full, each for this one call. Not there for less than two. */
export function BulkApproval({ session, calls, seen, labels }: BulkApprovalProps): ReactNode {
  const approvable = calls.flatMap(call => {
    const choice =
      call.state === 'approval-requested' && seen.get(call.key) === call ? narrowest(call, labels) : undefined
    return choice ? [{ call, choice }] : []
  })
  const footer = useRef<HTMLDivElement>(null)
  const armed = useArmed(footer, approvable.map(({ call }) => call.key).join('\n'), undefined)
  const count = approvable.length
  if (count < 2) return null
  return (
    <div ref={footer} data-slot="tc-pending-footer" data-armed={armed.isArmed}>
      <span data-slot="tc-small">{labels.dock.seen(count)}</span>
      <button
        data-slot="tc-button"
        data-variant="secondary"
        type="button"
        aria-disabled={!armed.isArmed || undefined}
        onPointerDown={armed.begin}
        onKeyDown={armed.begin}
        onClick={event => {
          if (!armed.end(event)) return
          for (const { call, choice } of approvable)
            void session.respond(call, { type: 'approval', approved: true, ...choice })
        }}
      >
        {labels.dock.approveSeen(count)}
      </button>
    </div>
  )
}

/** The yes that covers this one call; undefined where there is only a wider one, something has to come with it, or it may run twice. */
function narrowest(call: ToolCallIn<'approval-requested'>, labels: ToolCallLabels) {
  if (call.approval.approvalSchema !== undefined || call.approval.mayHaveRun) return undefined
  const [scope] = approvalScopes(call, undefined, labels)
  return scope === undefined ? {} : scope.isOnce ? scope.choice : undefined
}
