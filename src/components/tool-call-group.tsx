'use client'

import {
  forwardRef,
  memo,
  useCallback,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import { isEnded } from '../core/tool-call-record.ts'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { isToolPart, partToToolCall } from '../core/tool-part.ts'
import type { ToolPartLike } from '../core/tool-part.ts'
import { ToolCallSessionContext } from '../hooks/tool-call-context.ts'
import { useCallSnapshot } from '../hooks/use-call-snapshot.ts'
import { exitCodeOf } from './describe-tool-call.ts'
import { Icon } from './icons.tsx'
import { ToolCallView } from './tool-call-view.tsx'
import { kindNamed, toolKindOf } from './tool-kind.ts'
import { ToolCallViewContext } from './view-context.ts'
import type { ViewContext } from './view-context.ts'

/** A tool part and its place in its message. */
export interface PlacedToolPart {
  readonly part: ToolPartLike
  readonly partIndex: number
}

export type ToolCallGroupProps = Omit<ComponentPropsWithoutRef<'section'>, 'children'> & {
  /**
   * Where the conversation is: the run of these calls goes on, it has ended, or the person has written since.
   * @default 'running'
   */
  turn?: 'running' | 'ended' | 'past' | undefined
  /**
   * When finished calls fold into one line: at the person's next message, at the end of the run, or not at all. Those that were over
   * before the group was first drawn are folded from the start.
   * @default 'next-message'
   */
  foldAt?: 'next-message' | 'run-end' | 'never' | undefined
} & (
    | { parts: readonly PlacedToolPart[]; messageId?: string | undefined; calls?: undefined }
    | { calls: readonly ToolCall[]; parts?: undefined; messageId?: undefined }
  )

/**
 * Calls that stand one after the other. Finished ones fold into a line that says what was done; one that waits, runs, failed or was
 * opened by the person stays a card of its own.
 */
export const ToolCallGroup = forwardRef(function ToolCallGroup(
  props: ToolCallGroupProps,
  ref: ForwardedRef<HTMLElement>,
): ReactNode {
  const { parts, calls, messageId, turn = 'running', foldAt = 'next-message', ...rootProps } = props
  const session = useContext(ToolCallSessionContext)
  const context = useContext(ToolCallViewContext)
  const { labels, openness } = context
  const id = useId()
  const items = useItems(session, parts, calls, messageId)

  const isTime = foldAt !== 'never' && (turn === 'past' || (turn === 'ended' && foldAt === 'run-end'))
  const [isLoaded] = useState(() => foldAt !== 'never' && items.every(({ settled }) => settled))
  const folds = isTime || isLoaded
  const folded = useFolded(items, folds, context)
  const isFoldable = folded.length > 1

  const key = `group ${items[0]?.key ?? ''}`
  const [choice, setChoice] = useState(openness?.get(key)?.choice ?? false)
  const isOpen = !isFoldable || choice
  return (
    <section
      aria-label={labels.group.label}
      {...rootProps}
      ref={ref}
      role="group"
      data-slot="tc-group"
      data-folds={isFoldable ? '' : undefined}
    >
      {isFoldable && (
        <button
          data-slot="tc-header"
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-items`}
          onClick={() => {
            openness?.set(key, { choice: !choice })
            setChoice(!choice)
          }}
        >
          <GroupLine folded={folded} items={items} context={context} />
        </button>
      )}
      {/* The list is there before anything folds, and keeps its cards: none is mounted anew, and nothing that was typed is lost. */}
      <ol data-slot="tc-group-items" id={`${id}-items`} hidden={!isOpen && folded.length === items.length}>
        {items.map(item => (
          <li key={item.listKey} hidden={!isOpen && folded.includes(item)}>
            {(isOpen || !folded.includes(item)) && <Card item={item} messageId={messageId} />}
          </li>
        ))}
      </ol>
    </section>
  )
})

/** What folded once stays in the line, also when the person opens the line and then a card in it. */
function useFolded(items: readonly Item[], folds: boolean, context: ViewContext): readonly Item[] {
  const [{ looked, keys }, setFolded] = useState<{ looked: unknown; keys: ReadonlySet<string> }>({
    looked: undefined,
    keys: new Set(),
  })
  let now = keys
  if (folds && looked !== items) {
    now = new Set([...keys, ...items.filter(item => canFold(item, context)).map(({ key }) => key)])
    setFolded({ looked: items, keys: now })
  }
  return folds ? items.filter(({ key, settled }) => settled && now.has(key)) : []
}

export type ToolPartGroup<Part> =
  | { readonly type: 'part'; readonly part: Part; readonly partIndex: number }
  | { readonly type: 'tools'; readonly parts: readonly PlacedToolPart[]; readonly partIndex: number }

/**
 * The parts of a message, with tool parts that follow each other taken together. What draws nothing (a step's beginning, an empty
 * text) does not part them.
 */
export function groupToolParts<Part extends { readonly type: string }>(
  parts: readonly Part[],
): readonly ToolPartGroup<Part>[] {
  const groups: ToolPartGroup<Part>[] = []
  let open: PlacedToolPart[] | undefined
  for (const [partIndex, part] of parts.entries()) {
    if (isToolPart(part)) {
      if (!open) groups.push({ type: 'tools', parts: (open = []), partIndex })
      open.push({ part: part as unknown as ToolPartLike, partIndex })
    } else {
      const isBlank = part.type === 'step-start' || ('text' in part && part.text === '')
      if (!isBlank) open = undefined
      groups.push({ type: 'part', part, partIndex })
    }
  }
  return groups
}

interface Item {
  readonly key: string
  /** Of its place, which it has before it has a record. */
  readonly listKey: string
  readonly part: PlacedToolPart | undefined
  readonly call: ToolCall | undefined
  /** The record once nothing of it changes any more. */
  readonly settled: ToolCall | undefined
}

/** The same list until a call comes, goes or settles: a call that streams draws its own card only. */
function useItems(
  session: ToolCallSession | undefined,
  parts: readonly PlacedToolPart[] | undefined,
  calls: readonly ToolCall[] | undefined,
  messageId: string | undefined,
): readonly Item[] {
  const last = useRef<readonly Item[]>([])
  const given = useMemo(
    () =>
      parts
        ? parts.map(part => ({ part, call: partToToolCall(part.part, { messageId, partIndex: part.partIndex }) }))
        : (calls ?? []).map(call => ({ part: undefined, call })),
    [parts, calls, messageId],
  )
  const read = () => {
    const next = given.map(({ part, call }, index): Item => {
      const found = part
        ? session?.findToolCall(part.part.toolCallId, { messageId })
        : call && session?.getToolCall(call.key)
      const recorded = found ?? call
      return {
        key: recorded?.key ?? '',
        listKey: part ? String(part.partIndex) : (call?.key ?? String(index)),
        part,
        call,
        settled: isEnded(recorded) ? recorded : undefined,
      }
    })
    const isSame =
      next.length === last.current.length &&
      next.every((item, index) => {
        const before = last.current[index]
        return (
          before?.key === item.key &&
          before.settled === item.settled &&
          before.part?.part === item.part?.part &&
          before.call === item.call
        )
      })
    return isSame ? last.current : (last.current = next)
  }
  const subscribe = useCallback((listener: () => void) => session?.subscribe(listener) ?? (() => {}), [session])
  return useSyncExternalStore(subscribe, read, read)
}

const Card = memo(function Card({ item, messageId }: { item: Item; messageId: string | undefined }): ReactNode {
  if (item.part) return <ToolCallView {...item.part} messageId={messageId} />
  return item.call && <Recorded call={item.call} />
})

/** The newest record of a call that was given. */
function Recorded({ call }: { call: ToolCall }): ReactNode {
  const session = useContext(ToolCallSessionContext)
  return <ToolCallView call={useCallSnapshot(session, call.key, () => session?.getToolCall(call.key) ?? call)} />
}

/** It came to a good end, and the person has not opened it. */
function canFold({ settled }: Item, { openness, kinds }: ViewContext): boolean {
  return (
    settled?.state === 'output-available' &&
    !settled.ranAlthoughDenied &&
    !exitOf(settled, kinds) &&
    settled.delivery?.status !== 'failed' &&
    openness?.get(settled.key)?.choice !== true
  )
}

function hasFailed({ settled }: Item, kinds: ViewContext['kinds']): boolean {
  return settled?.state === 'output-error' || (settled?.state === 'output-available' && !!exitOf(settled, kinds))
}

function exitOf(call: ToolCall, kinds: ViewContext['kinds']): number | undefined {
  return exitCodeOf(call, toolKindOf(call, kindNamed(call, kinds)))
}

function GroupLine({
  folded,
  items,
  context: { labels, kinds },
}: {
  folded: readonly Item[]
  items: readonly Item[]
  context: ViewContext
}): ReactNode {
  const failed = items.filter(item => hasFailed(item, kinds))
  const counted = items.filter(item => folded.includes(item) || failed.includes(item))
  const counts = new Map<ToolKind, number>()
  for (const { settled } of counted) {
    if (!settled) continue
    const kind = toolKindOf(settled, kindNamed(settled, kinds))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const elapsed = timeOf(counted)
  return (
    <>
      <Icon name="group" />
      <span data-slot="tc-title">
        <span data-slot="tc-verb">{labels.group.summary([...counts])}</span>
      </span>
      {elapsed > 0 && (
        <span data-slot="tc-elapsed">
          <bdi>{labels.header.elapsed(elapsed)}</bdi>
        </span>
      )}
      <span data-slot="tc-state" data-tone={failed.length > 0 ? 'danger' : undefined}>
        {failed.length > 0 ? (
          <span data-slot="tc-word">{labels.group.failed(failed.length)}</span>
        ) : (
          <span data-slot="tc-visually-hidden">{labels.states['output-available']}</span>
        )}
        <Icon name={failed.length > 0 ? 'failed' : 'check'} />
      </span>
      <Icon name="down" slot="tc-chevron" />
    </>
  )
}

/** How long at least one of them ran: what ran at the same time counts once. */
function timeOf(items: readonly Item[]): number {
  const spans = items
    .flatMap(({ settled }) =>
      settled?.startedAt && settled.settledAt ? [[settled.startedAt, settled.settledAt] as const] : [],
    )
    .sort(([one], [other]) => one - other)
  let total = 0
  let until = 0
  for (const [start, end] of spans) {
    total += Math.max(0, end - Math.max(start, until))
    until = Math.max(until, end)
  }
  return total
}
