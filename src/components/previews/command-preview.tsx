'use client'

import { memo } from 'react'
import type { ReactNode } from 'react'
import { Caret, VisibleText } from '../code-block.tsx'
import { CopyButton } from '../copy-button.tsx'
import { OutputView } from '../outputs/output-view.tsx'
import { TerminalOutput } from '../outputs/terminal-output.tsx'
import { toText, withoutHalfCharacter } from '../preview-text.ts'
import type { CommandResult } from '../tool-input-preview.tsx'
import { targetKeys } from '../tool-kind.ts'
import { useToolCallLabels } from '../view-context.ts'
import { OtherFields, findText } from './input-fields.tsx'
import type { InputPartProps } from './input-fields.tsx'
import { TextBox } from './text-blocks.tsx'
import type { TextBlockProps } from './text-blocks.tsx'

/** A command as one would type it, what else it is run with, and below it in the same block what it writes. */
export function CommandPreview({
  result,
  ...props
}: InputPartProps & { result: CommandResult | undefined }): ReactNode {
  const { input, isStreaming, isFull, marksInvisible } = props
  const { action, preview } = useToolCallLabels()
  const command = findText(input, targetKeys.command, isStreaming)
  return (
    <div data-slot="tc-terminal">
      {command && (
        <div data-slot="tc-terminal-input" dir="ltr">
          <TextBox
            text={command.isOpen ? withoutHalfCharacter(command.text) : command.text}
            label={preview.command}
            isStreaming={command.isOpen}
            isFull={isFull}
            marksInvisible={marksInvisible}
            Block={CommandBlock}
            before={<span data-slot="tc-terminal-prompt" aria-hidden="true" />}
          />
          {!command.isOpen && (
            <CopyButton slot="tc-icon-button" label={action.copy(preview.command)} text={command.text} />
          )}
        </div>
      )}
      <OtherFields {...props} without={name => name === command?.key} />
      {result && <Result {...result} />}
    </div>
  )
}

function Result({ value, isPartial, onStop }: CommandResult): ReactNode {
  const { action, preview, sections } = useToolCallLabels()
  const label = isPartial ? sections.partialOutput : sections.output
  const isEmpty = value === undefined || value === ''
  const actions = (
    <>
      {!isEmpty && (
        <CopyButton slot="tc-icon-button" label={action.copy(sections.output)} text={() => toText(value, Infinity)} />
      )}
      {onStop && (
        <button data-slot="tc-button" data-variant="quiet" type="button" onClick={onStop}>
          {action.stop}
        </button>
      )}
    </>
  )
  if (typeof value === 'string' && !isEmpty)
    return <TerminalOutput text={value} label={label} isStreaming={isPartial} actions={actions} />
  return (
    <>
      {isEmpty ? (
        <p data-slot="tc-plain">
          <span data-slot="tc-small">{preview.noOutput}</span>
        </p>
      ) : (
        <OutputView value={value} label={label} kind="execute" input={undefined} isStreaming={isPartial} />
      )}
      {(!isEmpty || onStop) && (
        <div data-slot="tc-more">
          <span>{label}</span>
          {actions}
        </div>
      )}
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
