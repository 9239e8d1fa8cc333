'use client'

import { useMemo, useState } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolCallLabels } from '../locales/en.ts'
import { Caret, CodeBlock, VisibleText } from './code-block.tsx'
import { askedCall, displayedInput } from './describe-tool-call.ts'
import { Icon } from './icons.tsx'
import { capItems, countUnsafeIntegers, findInvisible, toInputItems } from './preview-text.ts'
import type { InputItem } from './preview-text.ts'
import { useToolCallLabels } from './view-context.ts'

export interface ToolInputPreviewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  call: ToolCall
  /** All of a very long input is drawn. Without it the preview keeps that by itself. */
  isAllShown?: boolean | undefined
  onShowAll?: (() => void) | undefined
}

/** What a tool is called with, as rows of key and value. Grows while the input streams; is complete where a decision is asked for. */
export function ToolInputPreview({ call, isAllShown, onShowAll, ...rootProps }: ToolInputPreviewProps): ReactNode {
  const labels = useToolCallLabels()
  const [shownByItself, setShownByItself] = useState(false)
  const review = useMemo(() => reviewInput(call), [call])
  const { isDecision, isStreaming } = review
  // What was in full view once does not shrink under the reader's eyes.
  const [isFull, setIsFull] = useState(isDecision)
  if (isDecision && !isFull) setIsFull(true)
  const all = isAllShown ?? shownByItself

  return (
    <div data-slot="tc-input-preview" {...rootProps}>
      {review.isSuppressed ? (
        <p data-slot="tc-plain">
          <HiddenValue labels={labels} />
        </p>
      ) : (
        <Rows
          items={all ? review.items : review.shownItems}
          isEmptyOpen={isStreaming}
          isFull={isFull}
          marksInvisible={isDecision}
          labels={labels}
        />
      )}
      {!all && review.hiddenLines > 0 && (
        <div data-slot="tc-more">
          <span>{labels.preview.notShown(review.hiddenLines)}</span>
          <button
            data-slot="tc-button"
            data-variant="quiet"
            type="button"
            onClick={() => {
              setShownByItself(true)
              onShowAll?.()
            }}
          >
            {labels.preview.showAll(review.lines)}
          </button>
        </div>
      )}
    </div>
  )
}

export interface InputReview {
  readonly isDecision: boolean
  readonly isStreaming: boolean
  readonly isSuppressed: boolean
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
  const items = suppressed ? [] : toInputItems(value, isStreaming)
  const capped = isStreaming
    ? { items, lines: 0, hiddenLines: 0 }
    : capItems(items, isDecision ? DECISION_LIMIT : LIMIT)
  const texts = isDecision ? [call.toolName, ...items.flatMap(item => [item.key ?? '', item.text])] : []
  return {
    isDecision,
    isStreaming,
    isSuppressed: suppressed ?? false,
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
  labels: ToolCallLabels
}

/** Rows of key and value; a value without a key stands alone. */
export function Rows({
  items,
  isEmptyOpen = false,
  isFull = false,
  marksInvisible = false,
  labels,
}: RowsProps): ReactNode {
  const [first] = items
  if (!first) {
    return (
      <p data-slot="tc-plain">{isEmptyOpen ? <Caret /> : <span data-slot="tc-small">{labels.preview.noInput}</span>}</p>
    )
  }
  if (first.key === undefined)
    return <Block item={first} label={labels.preview.content} isFull={isFull} marksInvisible={marksInvisible} />
  return (
    <dl data-slot="tc-pairs">
      {items.map((item, index) => (
        <div key={index} data-slot="tc-pair" data-type={item.type}>
          <dt>
            <bdi>{item.key === '' ? '""' : <VisibleText text={item.key ?? ''} marksInvisible={marksInvisible} />}</bdi>
          </dt>
          <dd>
            {item.type === 'block' ? (
              <Block
                item={item}
                label={item.key || labels.preview.content}
                isFull={isFull}
                marksInvisible={marksInvisible}
              />
            ) : (
              <InlineValue item={item} marksInvisible={marksInvisible} />
            )}
          </dd>
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

function Block({
  item,
  label,
  isFull,
  marksInvisible,
}: {
  item: InputItem
  label: string
  isFull: boolean
  marksInvisible: boolean
}): ReactNode {
  return (
    <CodeBlock
      text={item.text}
      label={label}
      isStreaming={item.isOpen}
      reserves={item.reserves}
      isFull={isFull}
      marksInvisible={marksInvisible}
    />
  )
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
