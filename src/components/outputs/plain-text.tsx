'use client'

import { useState } from 'react'
import type { ReactNode } from 'react'
import { CodeBlock } from '../code-block.tsx'
import { More } from '../input-rows.tsx'
import { countWholeLines } from '../preview-text.ts'
import { LongText } from '../previews/long-text.tsx'
import { PlainBlock, TextBox } from '../previews/text-blocks.tsx'
import { useToolCallLabels } from '../view-context.ts'

export interface PlainTextProps {
  text: string
  label: string
  isStreaming?: boolean | undefined
}

/** So many lines stand there at once; the rest when it is asked for. */
const FIRST_LINES = 16
/** More characters than that are cut, too, and drawn in a window. */
const LIMIT = 20_000

/** Text as it is: the start of it, and all when it is asked for. What still arrives is seen to its end. */
export function PlainText({ text, label, isStreaming = false }: PlainTextProps): ReactNode {
  const labels = useToolCallLabels()
  // What was seen growing keeps its place and its height.
  const [hasStreamed, setHasStreamed] = useState(isStreaming)
  if (isStreaming && !hasStreamed) setHasStreamed(true)
  const [isAllShown, setIsAllShown] = useState(false)
  if (isStreaming) return <TextBox text={text} label={label} isStreaming />
  const isWhole = hasStreamed || isAllShown
  if (isWhole && text.length > LIMIT) return <LongText text={text} label={label} Block={PlainBlock} />
  const lines = countWholeLines(text)
  if (isWhole || (lines <= FIRST_LINES && text.length <= LIMIT))
    return <CodeBlock text={text} label={label} isUnlimited={isAllShown} />
  const shown = text.split('\n', FIRST_LINES).join('\n').slice(0, LIMIT)
  const hidden = lines - countWholeLines(shown)
  return (
    <>
      <CodeBlock text={shown} label={label} />
      <More
        text={hidden > 0 ? labels.preview.moreLines(hidden) : labels.preview.notShown(1)}
        action={labels.preview.showAll(lines)}
        onClick={() => setIsAllShown(true)}
      />
    </>
  )
}
