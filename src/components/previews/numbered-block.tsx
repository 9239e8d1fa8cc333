import { memo } from 'react'
import type { ReactNode } from 'react'
import { Caret, VisibleText } from '../code-block.tsx'
import { toBlockStyle } from './text-blocks.tsx'
import type { TextBlockProps } from './text-blocks.tsx'
import { countLines } from '../preview-text.ts'
import type { TextBlock } from './split-text.ts'

/** Lines with their numbers beside them. */
export const NumberedBlock = memo(function NumberedBlock(props: TextBlockProps): ReactNode {
  const { block, isOpen, marksInvisible } = props
  return (
    <NumberedLines block={block}>
      <VisibleText text={block.text} marksInvisible={marksInvisible} />
      {isOpen && <Caret />}
    </NumberedLines>
  )
})

export function NumberedLines({ block, children }: { block: TextBlock; children: ReactNode }): ReactNode {
  return (
    <span data-slot="tc-text-block" data-numbered="" style={toBlockStyle(block)}>
      {/* Not text of the file: neither read out nor copied with it. */}
      <span data-slot="tc-line-numbers" aria-hidden="true" data-lines={numbersOf(block)} />
      <span>{children}</span>
    </span>
  )
}

function numbersOf({ text, line, isContinued }: TextBlock): string {
  if (text === '' && line === 0) return ''
  const lines = countLines(text.endsWith('\n') ? text.slice(0, -1) : text)
  return Array.from({ length: lines }, (_, index) => (isContinued && index === 0 ? '' : String(line + index + 1))).join(
    '\n',
  )
}
