'use client'

import type { ReactNode } from 'react'
import type { ToolCallLabels } from '../locales/labels.ts'
import type { JsonPath } from '../partial-json/create-partial-json.ts'
import { Caret, CodeBlock, Words } from './code-block.tsx'
import { Icon } from './icons.tsx'
import { LazyPart } from './lazy-part.tsx'
import { InputTree, TextBlocks } from './lazy-views.ts'
import { EVERY_NODE, toJsonText } from './preview-text.ts'
import type { InputItem } from './preview-text.ts'

interface InputRowsProps {
  items: readonly InputItem[]
  isEmptyOpen?: boolean | undefined
  isFull?: boolean | undefined
  marksInvisible?: boolean | undefined
  /** Where the input still grows. */
  openPath?: JsonPath | undefined
  labels: ToolCallLabels
}

/** Rows of key and value; a value without a key stands alone. */
export function InputRows({
  items,
  isEmptyOpen = false,
  isFull = false,
  marksInvisible = false,
  openPath,
  labels,
}: InputRowsProps): ReactNode {
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
            <Words text={item.key || '""'} marksInvisible={marksInvisible} />
          </dt>
          <dd>{item.type === 'inline' ? <InlineValue item={item} marksInvisible={marksInvisible} /> : block(item)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is not shown, and the button that shows it. */
export function More({ text, action, onClick }: { text: string; action: string; onClick(): void }): ReactNode {
  return (
    <div data-slot="tc-more">
      <bdi>{text}</bdi>
      <button data-slot="tc-button" data-variant="quiet" type="button" onClick={onClick}>
        {action}
      </button>
    </div>
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
  return <CodeBlock text={toJsonText(value, props.isFull ? EVERY_NODE : undefined)} {...props} />
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
      <Words text={item.text} marksInvisible={marksInvisible} />
      {item.isOpen && <Caret />}
    </>
  )
}
