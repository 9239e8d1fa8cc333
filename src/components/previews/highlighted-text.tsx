'use client'

import { memo, useEffect, useMemo, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { countWholeLines } from '../preview-text.ts'
import type { HighlightedLine } from './highlight.ts'
import { NumberedBlock, NumberedLines } from './numbered-block.tsx'
import type { TextBlockProps } from './text-blocks.tsx'

/** Longer texts stay plain. */
const MAX_LENGTH = 200_000

interface HighlightedTextProps {
  text: string
  path: string | undefined
  /** Nothing may be lost of it, not even what cannot be seen: it stays plain. */
  isExact?: boolean | undefined
  children: (Block: ComponentType<TextBlockProps> | undefined) => ReactNode
}

/** Colours a finished text once, when its language is known and the colours are there. Until then it is plain. */
export function HighlightedText({ text, path, isExact = false, children }: HighlightedTextProps): ReactNode {
  const lines = useHighlight(text, isExact || text.length > MAX_LENGTH ? undefined : path)
  const Block = useMemo(() => lines && createBlock(lines), [lines])
  return children(Block)
}

function useHighlight(text: string, path: string | undefined): readonly HighlightedLine[] | undefined {
  const [result, setResult] = useState<{ text: string; path: string; lines: readonly HighlightedLine[] | undefined }>()
  useEffect(() => {
    if (path === undefined || text === '') return undefined
    let isWanted = true
    void import('./highlight.ts').then(
      ({ highlight }) => {
        if (isWanted) setResult({ text, path, lines: highlight(text, path) })
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [text, path])
  return result?.text === text && result.path === path ? result.lines : undefined
}

function createBlock(lines: readonly HighlightedLine[]): ComponentType<TextBlockProps> {
  return memo(function HighlightedBlock(props: TextBlockProps): ReactNode {
    const { block } = props
    const end = block.line + countWholeLines(block.text)
    // A piece of a line that is too long for one block has no colours of its own.
    if (block.isContinued || (!block.text.includes('\n', block.text.length - 1) && block.text.length > 8000))
      return <NumberedBlock {...props} />
    return (
      <NumberedLines block={block}>
        {lines.slice(block.line, end).map((line, index) => (
          <span key={index}>
            {line.map((token, position) =>
              token.type === undefined ? (
                token.text
              ) : (
                <span key={position} data-token={token.type}>
                  {token.text}
                </span>
              ),
            )}
            {'\n'}
          </span>
        ))}
      </NumberedLines>
    )
  })
}
