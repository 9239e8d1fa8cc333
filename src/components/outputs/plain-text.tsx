'use client'

import { useState } from 'react'
import type { ReactNode } from 'react'
import { CodeBlock } from '../code-block.tsx'
import { More } from '../input-rows.tsx'
import { countLines } from '../preview-text.ts'
import { LongText } from '../previews/long-text.tsx'
import { PlainBlock, TextBox } from '../previews/text-blocks.tsx'
import { useToolCallLabels } from '../view-context.ts'

export interface PlainTextProps {
  text: string
  label: string
  isStreaming?: boolean | undefined
}

const LIMIT = 20_000

/** Text as it is: the start of it, and all when it is asked for. What still arrives is seen to its end. */
export function PlainText({ text, label, isStreaming = false }: PlainTextProps): ReactNode {
  const labels = useToolCallLabels()
  const [isAllShown, setIsAllShown] = useState(isStreaming)
  if (isStreaming && !isAllShown) setIsAllShown(true)
  if (isStreaming) return <TextBox text={text} label={label} isStreaming />
  if (text.length <= LIMIT) return <CodeBlock text={text} label={label} />
  if (isAllShown) return <LongText text={text} label={label} Block={PlainBlock} />
  const end = text.lastIndexOf('\n', LIMIT)
  const shown = text.slice(0, end > 0 ? end : LIMIT)
  const lines = countLines(text)
  return (
    <>
      <CodeBlock text={shown} label={label} />
      <More
        text={labels.preview.notShown(lines - countLines(shown) || 1)}
        action={labels.preview.showAll(lines)}
        onClick={() => setIsAllShown(true)}
      />
    </>
  )
}
