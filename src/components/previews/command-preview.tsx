'use client'

import { memo } from 'react'
import type { ReactNode } from 'react'
import { Caret, VisibleText } from '../code-block.tsx'
import { withoutHalfCharacter } from '../preview-text.ts'
import { targetKeys } from '../tool-kind.ts'
import { useToolCallLabels } from '../view-context.ts'
import { OtherFields, findText } from './input-fields.tsx'
import type { InputPartProps } from './input-fields.tsx'
import { TextBox } from './text-blocks.tsx'
import type { TextBlockProps } from './text-blocks.tsx'

/** A command as one would type it, and what else it is run with. */
export function CommandPreview(props: InputPartProps): ReactNode {
  const { input, isStreaming, isFull, marksInvisible } = props
  const labels = useToolCallLabels()
  const command = findText(input, targetKeys.command, isStreaming)
  if (!command) return <OtherFields {...props} without={() => false} />
  return (
    <>
      <TextBox
        text={command.isOpen ? withoutHalfCharacter(command.text) : command.text}
        label={labels.preview.command}
        isStreaming={command.isOpen}
        isFull={isFull}
        marksInvisible={marksInvisible}
        Block={CommandBlock}
        before={<span data-slot="tc-terminal-prompt" aria-hidden="true" />}
      />
      <OtherFields {...props} without={name => name === command.key} />
    </>
  )
}

/** Goes on in the line of the prompt. */
const CommandBlock = memo(function CommandBlock({ block, isOpen, marksInvisible }: TextBlockProps): ReactNode {
  return (
    <span data-slot="tc-terminal-command">
      <VisibleText text={block.text} marksInvisible={marksInvisible} />
      {isOpen && <Caret />}
    </span>
  )
})
