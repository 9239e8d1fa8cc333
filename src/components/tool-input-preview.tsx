'use client'

import { lazy, useMemo, useState } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import type { ToolCallLabels } from '../locales/en.ts'
import type { JsonPath } from '../partial-json/create-partial-json.ts'
import { Caret, CodeBlock, VisibleText } from './code-block.tsx'
import { askedCall, displayedInput } from './describe-tool-call.ts'
import { Icon } from './icons.tsx'
import { capItems, countUnsafeIntegers, findInvisible, isBranch, toInputItems, toJsonText } from './preview-text.ts'
import type { InputItem } from './preview-text.ts'
import { LazyPart } from './previews/lazy-part.tsx'
import { toolKindOf } from './tool-kind.ts'
import { useToolCallLabels } from './view-context.ts'

export interface ToolInputPreviewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  call: ToolCall
  /** What the tool is for, where the app knows better than its name and its input say. */
  kind?: ToolKind | undefined
  /** All of a very long input is drawn. Without it the preview keeps that by itself. */
  isAllShown?: boolean | undefined
  onShowAll?: (() => void) | undefined
}

/** What a preview of one kind gets: the whole input, as far as it has come. */
export interface InputPartProps {
  input: Readonly<Record<string, unknown>>
  isStreaming: boolean
  /** A person decides about it, or did: everything is in view. */
  isFull: boolean
  marksInvisible: boolean
  openPath: JsonPath | undefined
}

const InputView = lazy(async () => ({ default: (await import('./previews/previews.tsx')).InputView }))
const InputTree = lazy(async () => ({ default: (await import('./previews/previews.tsx')).InputTree }))
const TextBlocks = lazy(async () => ({ default: (await import('./previews/previews.tsx')).TextBlocks }))

/** These have a picture of their own. */
const drawn: ReadonlySet<ToolKind> = new Set<ToolKind>(['write', 'edit', 'execute'])

/**
 * What a tool is called with: a file, an edit, a command by its kind, else rows of key and value. Grows while the input streams; is
 * complete where a decision is asked for.
 */
export function ToolInputPreview({
  call,
  kind,
  isAllShown,
  onShowAll,
  ...rootProps
}: ToolInputPreviewProps): ReactNode {
  const labels = useToolCallLabels()
  const [shownByItself, setShownByItself] = useState(false)
  const review = useMemo(() => reviewInput(call), [call])
  const { isDecision, isStreaming, value } = review
  // What was in full view once does not shrink under the reader's eyes.
  const [isFull, setIsFull] = useState(isDecision)
  if (isDecision && !isFull) setIsFull(true)
  const all = isAllShown ?? shownByItself
  const isCut = !all && review.hiddenLines > 0
  const openPath = call.state === 'input-streaming' && !call.display?.inputDelta ? call.inputOpenPath : undefined

  const rows = (
    <Rows
      items={isCut ? review.shownItems : review.items}
      isEmptyOpen={isStreaming}
      isFull={isFull}
      marksInvisible={isDecision}
      openPath={openPath}
      labels={labels}
    />
  )
  // Without a limit on what a preview of its own draws, a decision about more than that is made over the rows.
  const shownKind = toolKindOf(call, kind)
  const isDrawn =
    drawn.has(shownKind) && !(isDecision && review.hiddenLines > 0) && isBranch(value) && !Array.isArray(value)
  return (
    <div data-slot="tc-input-preview" {...rootProps}>
      {review.isSuppressed ? (
        <p data-slot="tc-plain">
          <HiddenValue labels={labels} />
        </p>
      ) : isDrawn ? (
        <LazyPart plain={rows}>
          <InputView
            kind={shownKind}
            input={value as Readonly<Record<string, unknown>>}
            isStreaming={isStreaming}
            isFull={isFull}
            marksInvisible={isDecision}
            openPath={openPath}
          />
        </LazyPart>
      ) : (
        <>
          {rows}
          {isCut && (
            <More
              text={labels.preview.notShown(review.hiddenLines)}
              action={labels.preview.showAll(review.lines)}
              onClick={() => {
                setShownByItself(true)
                onShowAll?.()
              }}
            />
          )}
        </>
      )}
    </div>
  )
}

/** What is not shown, and the button that shows it. */
export function More({ text, action, onClick }: { text: string; action: string; onClick(): void }): ReactNode {
  return (
    <div data-slot="tc-more">
      <span>{text}</span>
      <button data-slot="tc-button" data-variant="quiet" type="button" onClick={onClick}>
        {action}
      </button>
    </div>
  )
}

export interface InputReview {
  readonly isDecision: boolean
  readonly isStreaming: boolean
  readonly isSuppressed: boolean
  readonly value: unknown
  readonly items: readonly InputItem[]
  readonly shownItems: readonly InputItem[]
  readonly lines: number
  readonly hiddenLines: number
  readonly invisible: { readonly count: number; readonly code: string }
  readonly unsafeIntegers: number
}

/** In a decision all is shown up to here; past it the person asks for the rest, or says that they go without. */
const DECISION_LIMIT = 20_000
const LIMIT = 100_000

/** What of an input can be seen, and what has to be said about it before anybody decides. */
function reviewInput(call: ToolCall): InputReview {
  const isDecision = call.state === 'approval-requested' || call.state === 'suspended'
  const isStreaming = call.state === 'input-streaming'
  const { suppressed, value } = displayedInput(call)
  const items = suppressed ? [] : toInputItems(value, isStreaming, isDecision)
  const capped = isStreaming
    ? { items, lines: 0, hiddenLines: 0 }
    : capItems(items, isDecision ? DECISION_LIMIT : LIMIT)
  const texts = isDecision ? [call.toolName, ...items.flatMap(item => [item.key ?? '', item.text])] : []
  return {
    isDecision,
    isStreaming,
    isSuppressed: suppressed ?? false,
    value,
    items,
    shownItems: capped.items,
    lines: capped.lines,
    hiddenLines: capped.hiddenLines,
    invisible: findInvisible(texts),
    unsafeIntegers: isDecision && !suppressed ? countUnsafeIntegers(value) : 0,
  }
}

interface RowsProps {
  items: readonly InputItem[]
  isEmptyOpen?: boolean | undefined
  isFull?: boolean | undefined
  marksInvisible?: boolean | undefined
  /** Where the input still grows. */
  openPath?: JsonPath | undefined
  labels: ToolCallLabels
}

/** Rows of key and value; a value without a key stands alone. */
export function Rows({
  items,
  isEmptyOpen = false,
  isFull = false,
  marksInvisible = false,
  openPath,
  labels,
}: RowsProps): ReactNode {
  const [first] = items
  if (!first) {
    return (
      <p data-slot="tc-plain">{isEmptyOpen ? <Caret /> : <span data-slot="tc-small">{labels.preview.noInput}</span>}</p>
    )
  }
  const block = (item: InputItem) => (
    <Block item={item} label={item.key || labels.preview.content} {...{ isFull, marksInvisible, openPath }} />
  )
  if (first.key === undefined) return block(first)
  return (
    <dl data-slot="tc-pairs">
      {items.map((item, index) => (
        <div key={index} data-slot="tc-pair" data-type={item.type === 'inline' ? 'inline' : 'block'}>
          <dt>
            <bdi>{item.key === '' ? '""' : <VisibleText text={item.key ?? ''} marksInvisible={marksInvisible} />}</bdi>
          </dt>
          <dd>{item.type === 'inline' ? <InlineValue item={item} marksInvisible={marksInvisible} /> : block(item)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function HiddenValue({ labels }: { labels: ToolCallLabels }): ReactNode {
  return (
    <span data-slot="tc-hidden">
      <Icon name="hidden" />
      {labels.preview.hidden}
    </span>
  )
}

interface BlockProps {
  item: InputItem
  label: string
  isFull: boolean
  marksInvisible: boolean
  openPath: JsonPath | undefined
}

function Block({ item, label, isFull, marksInvisible, openPath }: BlockProps): ReactNode {
  const { value, isOpen } = item
  const whole = { isFull, marksInvisible }
  if (item.type === 'tree') {
    const below =
      openPath && (item.key === undefined ? openPath : openPath[0] === item.key ? openPath.slice(1) : undefined)
    // Nothing is said of where it grows: then at its end.
    const grows = isOpen && openPath === undefined
    return (
      <LazyPart plain={<PlainTree value={value} label={label} {...whole} />}>
        <InputTree value={value} openPath={below} isOpen={grows} aria-label={label} {...whole} />
      </LazyPart>
    )
  }
  const { text, reserves } = item
  return (
    <CodeBlock {...{ text, label, reserves, ...whole }} isStreaming={isOpen}>
      {isOpen ? (
        <LazyPart plain={text}>
          <TextBlocks text={text} isStreaming marksInvisible={marksInvisible} />
        </LazyPart>
      ) : undefined}
    </CodeBlock>
  )
}

/** The same as JSON text. */
function PlainTree({
  value,
  ...props
}: {
  value: unknown
  label: string
  isFull: boolean
  marksInvisible: boolean
}): ReactNode {
  return <CodeBlock text={toJsonText(value, props.isFull ? Infinity : undefined)} {...props} />
}

function InlineValue({ item, marksInvisible }: { item: InputItem; marksInvisible: boolean }): ReactNode {
  if (item.isLiteral) {
    return (
      <span data-slot="tc-literal" dir="ltr">
        {item.text}
        {item.isOpen && <Caret />}
      </span>
    )
  }
  // An empty text that may still grow is nothing yet.
  if (item.text === '' && !item.isOpen) {
    return (
      <span data-slot="tc-literal" dir="ltr">
        &quot;&quot;
      </span>
    )
  }
  return (
    <>
      <bdi>
        <VisibleText text={item.text} marksInvisible={marksInvisible} />
      </bdi>
      {item.isOpen && <Caret />}
    </>
  )
}

/** The same over everything that a decision is made under: the input, and what the request names besides. */
export function reviewRequest(call: ToolCall): Pick<InputReview, 'hiddenLines' | 'invisible' | 'unsafeIntegers'> {
  const asked = askedCall(call)
  const own = reviewInput(call)
  if (!asked) return own
  const named = reviewInput(asked)
  return {
    hiddenLines: own.hiddenLines + named.hiddenLines,
    invisible: {
      count: own.invisible.count + named.invisible.count,
      code: own.invisible.count > 0 ? own.invisible.code : named.invisible.code,
    },
    unsafeIntegers: own.unsafeIntegers + named.unsafeIntegers,
  }
}
