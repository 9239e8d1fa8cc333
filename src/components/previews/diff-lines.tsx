import { memo } from 'react'
import type { ReactNode } from 'react'
import { Caret, VisibleText } from '../code-block.tsx'
import { useToolCallLabels } from '../view-context.ts'
import type { DiffLine } from './read-patch.ts'

export interface DiffLinesProps {
  lines: readonly DiffLine[]
  isOpen?: boolean | undefined
  /** Nothing is put in other words. */
  isExact?: boolean | undefined
  marksInvisible?: boolean | undefined
}

const elements = { same: 'span', added: 'ins', removed: 'del' } as const

/** Lines with what became of them. */
export const DiffLines = memo(function DiffLines({
  lines,
  isOpen = false,
  isExact = false,
  marksInvisible = false,
}: DiffLinesProps): ReactNode {
  const labels = useToolCallLabels()
  return (
    <div dir="ltr" data-slot="tc-diff-lines" style={{ ['--tc-lines' as 'color']: String(lines.length) }}>
      {lines.map((line, index) => {
        const text = (
          <>
            <VisibleText text={line.text} marksInvisible={marksInvisible} />
            {isOpen && index === lines.length - 1 && <Caret />}
          </>
        )
        if (line.type === 'hunk') {
          const said =
            line.first === undefined || line.last === undefined
              ? line.section
              : labels.preview.lineRange(line.first, line.last)
          return (
            <span key={index} data-slot="tc-diff-title">
              {isExact ? text : [said, line.first === undefined ? '' : line.section].filter(Boolean).join(' · ')}
            </span>
          )
        }
        if (line.type === 'note') {
          return (
            <span key={index} data-slot="tc-diff-title">
              {text}
            </span>
          )
        }
        const Line = elements[line.type]
        return (
          <Line key={index} data-slot="tc-diff-line">
            {text}
          </Line>
        )
      })}
    </div>
  )
})
