'use client'

import { useMemo } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { VList } from 'virtua'
import { createTextSplitter } from './split-text.ts'
import type { TextBlockProps } from './text-blocks.tsx'

export interface LongTextProps {
  text: string
  label: string
  Block: ComponentType<TextBlockProps>
}

/** A text of any length, of which only what can be seen is in the page. */
export function LongText({ text, label, Block }: LongTextProps): ReactNode {
  const blocks = useMemo(() => createTextSplitter(32)(text), [text])
  return (
    <div data-slot="tc-code" data-long="" role="group" aria-label={label} dir="ltr">
      <VList data-slot="tc-long-text" tabIndex={0}>
        {blocks.map((block, index) => (
          <Block key={index} block={block} isOpen={false} marksInvisible={false} />
        ))}
      </VList>
    </div>
  )
}
