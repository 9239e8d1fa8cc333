'use client'

import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { GrantScope } from '../core/events.ts'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { ToolCallSessionContext, useSession } from '../hooks/tool-call-context.ts'
import type { ToolCallLabels } from '../locales/labels.ts'
import { createNesting } from './nesting.ts'
import type { ReadPlan } from './prompts/submit-plan-prompt.tsx'
import type { RendererMap } from './renderers/define-renderers.ts'
import { createRendererRegistry } from './renderers/renderer-registry.ts'
import { useShallowStable } from './renderers/use-shallow-stable.ts'
import { ToolCallViewContext, mergeLabels } from './view-context.ts'
import type { LabelOverrides, Openness } from './view-context.ts'

export interface ToolCallProviderProps {
  session: ToolCallSession
  /** Replaces words of the English table. Keep it outside the component: a new object draws all cards anew. */
  labels?: LabelOverrides | undefined
  /** What the app draws itself: see `defineRenderers`. A new object with the same renderers changes nothing. */
  renderers?: RendererMap | undefined
  /** What tools are for, by name, where name, annotations and input do not tell. */
  kinds?: Readonly<Record<string, ToolKind>> | undefined
  /** `false`: prompts can be read, not answered. @default true */
  canDecide?: boolean | undefined
  /** Who decides in place of the person here: with `canDecide={false}` the cards and prompts say so by this name. */
  deciderName?: string | undefined
  /** How wide an approval may hold. Keep it outside the component. @default what the host can grant */
  grants?: readonly GrantScope[] | undefined
  /** Questions can be skipped. @default whether the host takes a cancellation as an answer */
  canSkip?: boolean | undefined
  /** Reads a plan that a `submit_plan` names by its path only. @default the host's */
  readPlan?: ReadPlan | undefined
  children?: ReactNode
}

/** Gives the components below their session and their words, and says for all of them what has changed. */
export function ToolCallProvider({
  session,
  labels: overrides,
  renderers: givenRenderers,
  kinds: givenKinds,
  canDecide = true,
  deciderName,
  grants = session.host?.capabilities?.grants,
  canSkip = session.host?.capabilities?.cancel === true,
  readPlan: ownReadPlan,
  children,
}: ToolCallProviderProps): ReactNode {
  const labels = useMemo(() => mergeLabels(overrides), [overrides])
  const [openness] = useState(() => new Map<string, Openness>())
  const [plans] = useState(() => new Map<string, Map<string, string>>())
  const renderers = useShallowStable(givenRenderers)
  const kinds = useShallowStable(givenKinds)
  const [registry] = useState(createRendererRegistry)
  const nesting = useMemo(() => createNesting(session), [session])
  const readPlan = useMemo(
    () =>
      ownReadPlan ??
      (session.host?.readPlan && ((path: string, call: ToolCall) => session.host!.readPlan!(path, call))),
    [ownReadPlan, session],
  )
  const context = useMemo(
    () => ({
      labels,
      renderers,
      kinds,
      registry,
      canDecide,
      deciderName,
      openness,
      nesting,
      grants,
      canSkip,
      readPlan,
      plans,
    }),
    [labels, renderers, kinds, registry, canDecide, deciderName, openness, nesting, grants, canSkip, readPlan, plans],
  )
  return (
    <ToolCallSessionContext.Provider value={session}>
      <ToolCallViewContext.Provider value={context}>
        {children}
        <Announcer session={session} labels={labels} canDecide={canDecide} />
      </ToolCallViewContext.Provider>
    </ToolCallSessionContext.Provider>
  )
}

export interface ToolCallContext {
  readonly session: ToolCallSession
  readonly labels: ToolCallLabels
  readonly canDecide: boolean
}

/** What the nearest provider gives. Throws where there is none. */
export function useToolCallContext(): ToolCallContext {
  const session = useSession('useToolCallContext')
  const { labels, canDecide } = useContext(ToolCallViewContext)
  return useMemo(() => ({ session, labels, canDecide }), [session, labels, canDecide])
}

/** A screen reader has to finish a sentence before the next: they are gathered for this long. */
const ANNOUNCE_INTERVAL = 800
/** More than this at once are counted instead of named. */
const MANY = 3

interface AnnouncerProps {
  session: ToolCallSession
  labels: ToolCallLabels
  canDecide: boolean
}

/** The one live region. Says that somebody is needed, that a call finished or failed; never text that streams. */
function Announcer({ session, labels, canDecide }: AnnouncerProps): ReactNode {
  const [message, setMessage] = useState('')
  const latest = useRef({ labels, canDecide })
  useEffect(() => {
    latest.current = { labels, canDecide }
  })

  useEffect(() => {
    const known = new Map<string, ToolCall['state']>()
    for (const call of session.getToolCalls()) known.set(call.key, call.state)
    let timer: ReturnType<typeof setTimeout> | undefined
    const announce = () => {
      timer = undefined
      const changed: ToolCall[] = []
      for (const call of session.getToolCalls()) {
        if (known.get(call.key) === call.state) continue
        known.set(call.key, call.state)
        changed.push(call)
      }
      const text = toAnnouncement(changed, latest.current.labels, latest.current.canDecide)
      // The same words twice are a second event: a space makes them another text.
      if (text !== '') setMessage(before => (before === text ? `${text}\u00a0` : text))
    }
    // Looks again after a while, not on every change: deltas come sixty times a second.
    const unsubscribe = session.subscribe(() => {
      timer ??= setTimeout(announce, ANNOUNCE_INTERVAL)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [session])

  return (
    <div data-slot="tc-announcer" aria-live="polite" aria-atomic="true">
      {message}
    </div>
  )
}

function toAnnouncement(calls: readonly ToolCall[], labels: ToolCallLabels, canDecide: boolean): string {
  const { announce } = labels
  const asks: string[] = []
  const finished: string[] = []
  const failed: string[] = []
  for (const call of calls) {
    const name = call.title ? `${call.title} (${call.toolName})` : call.toolName
    if (call.state === 'approval-requested' && canDecide && !call.approval.isAutomatic)
      asks.push(announce.needsApproval(name))
    else if (call.state === 'suspended' && canDecide) asks.push(announce.waitingForYou(name))
    else if (call.state === 'output-available') finished.push(announce.finished(name))
    else if (call.state === 'output-error') failed.push(announce.failed(name))
    else if (call.state === 'interrupted' && (call.reason === 'error' || call.reason === 'disconnected'))
      failed.push(announce.failed(name))
  }
  return [
    ...(finished.length > MANY ? [announce.manyFinished(finished.length)] : finished),
    ...(failed.length > MANY ? [announce.manyFailed(failed.length)] : failed),
    ...asks,
  ].join(' ')
}
