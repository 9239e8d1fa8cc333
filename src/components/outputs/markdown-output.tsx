'use client'

import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import remend from 'remend'
import { More } from '../input-rows.tsx'
import { countLines } from '../preview-text.ts'
import { SafeMarkdown } from '../safe-markdown.tsx'
import { useToolCallLabels } from '../view-context.ts'

/** So much of a text is drawn at once: markdown cannot be windowed. */
const LIMIT = 20_000

/** Markdown without HTML, under the rules that plans are drawn by. What is finished is parsed once, however much follows. */
export function MarkdownOutput({
  text,
  isStreaming = false,
}: {
  text: string
  isStreaming?: boolean | undefined
}): ReactNode {
  const labels = useToolCallLabels()
  const [limit, setLimit] = useState(LIMIT)
  const isCut = text.length > limit
  const shown = isCut ? text.slice(0, Math.max(text.lastIndexOf('\n', limit), 1)) : text
  const blocks = splitBlocks(shown)
  return (
    <>
      <div data-slot="tc-markdown">
        {blocks.map((block, index) => (
          <Block key={index} text={isStreaming && index === blocks.length - 1 ? remend(block) : block} />
        ))}
      </div>
      {isCut && (
        <More
          text={labels.preview.moreLines(countLines(text) - countLines(shown))}
          action={labels.preview.showMore}
          onClick={() => setLimit(limit * 4)}
        />
      )}
    </>
  )
}

const Block = memo(function Block({ text }: { text: string }): ReactNode {
  return (
    <div data-slot="tc-plan-text">
      <SafeMarkdown text={text} />
    </div>
  )
})

/**
 * Cuts between paragraphs where nothing reaches across: not inside a fence, not before a line that may go on with a list. Links by
 * reference need all of the text.
 */
function splitBlocks(text: string): readonly string[] {
  if (/^ {0,3}\[[^\]]+\]:/m.test(text)) return [text]
  const blocks: string[] = []
  let block = ''
  let fence: string | undefined
  for (const piece of text.split(/(\n{2,})/)) {
    if (piece.startsWith('\n')) {
      block += piece
      continue
    }
    if (block !== '' && fence === undefined && !/^(\s|[-*+>|]|\d+[.)])/.test(piece)) {
      blocks.push(block)
      block = ''
    }
    for (const [, mark = ''] of piece.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
      if (fence === undefined) fence = mark
      else if (mark.startsWith(fence)) fence = undefined
    }
    block += piece
  }
  return block === '' ? blocks : [...blocks, block]
}
