import { memo } from 'react'
import type { ReactNode } from 'react'
import { Caret, VisibleText } from '../code-block.tsx'
import { countWholeLines } from '../preview-text.ts'
import type { TextBlock } from './split-text.ts'
import { toBlockStyle } from './text-blocks.tsx'
import type { TextBlockProps } from './text-blocks.tsx'

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
  const numbers = Array.from({ length: countWholeLines(text) }, (_, index) => String(line + index + 1))
  if (isContinued) numbers[0] = ''
  return numbers.join('\n')
}
