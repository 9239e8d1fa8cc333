import { memo, useMemo } from 'react'
import type { CSSProperties, ComponentType, ReactNode } from 'react'
import { Caret, CodeBlock, VisibleText } from '../code-block.tsx'
import type { CodeBlockProps } from '../code-block.tsx'
import { countLines } from '../preview-text.ts'
import { createTextSplitter } from './split-text.ts'
import type { TextBlock } from './split-text.ts'

export interface TextBlockProps {
  readonly block: TextBlock
  /** The text goes on here. */
  readonly isOpen: boolean
  readonly marksInvisible: boolean
}

interface TextBlocksProps {
  text: string
  isStreaming?: boolean | undefined
  marksInvisible?: boolean | undefined
  Block?: ComponentType<TextBlockProps> | undefined
  /** Each line stands for itself, so that its number stays beside it when it wraps. */
  byLine?: boolean | undefined
}

/** A text in pieces: of one that grows, only the last is drawn again. */
export function TextBlocks({
  text,
  isStreaming = false,
  marksInvisible = false,
  Block = PlainBlock,
  byLine = false,
}: TextBlocksProps): ReactNode {
  const split = useMemo(() => createTextSplitter(byLine ? 1 : undefined), [byLine])
  const blocks = split(text)
  return blocks.map((block, index) => (
    <Block
      key={index}
      block={block}
      isOpen={isStreaming && index === blocks.length - 1}
      marksInvisible={marksInvisible}
    />
  ))
}

/** The same in a box of its own. */
export function TextBox({
  Block,
  before,
  ...props
}: CodeBlockProps & { Block?: ComponentType<TextBlockProps> | undefined; before?: ReactNode }): ReactNode {
  const { text, isStreaming, marksInvisible, isFull = false, wraps = true } = props
  return (
    <CodeBlock {...props}>
      {before}
      <TextBlocks {...{ text, isStreaming, marksInvisible, Block }} byLine={isFull && !wraps} />
    </CodeBlock>
  )
}

/** Its own block of the page: what is appended to the text lays out nothing of what stands above. */
export const PlainBlock = memo(function PlainBlock({ block, isOpen, marksInvisible }: TextBlockProps): ReactNode {
  return (
    <span data-slot="tc-text-block" style={toBlockStyle(block)}>
      <VisibleText text={block.text} marksInvisible={marksInvisible} />
      {isOpen && <Caret />}
    </span>
  )
})

/** Tells the stylesheet how high a block is before it was ever drawn. */
export function toBlockStyle(block: TextBlock): CSSProperties {
  return { ['--tc-lines' as 'color']: String(countLines(block.text)) }
}
