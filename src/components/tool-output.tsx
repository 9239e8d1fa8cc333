'use client'

import { useState } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolCallLabels } from '../locales/en.ts'
import { CodeBlock } from './code-block.tsx'
import { displayed } from './describe-tool-call.ts'
import { countLines, toText } from './preview-text.ts'
import { useToolCallLabels } from './view-context.ts'
import { HiddenValue } from './tool-input-preview.tsx'

export interface ToolOutputProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  call: ToolCall
}

/** What a tool gave back, or what it has given so far. `0`, `false`, `null` and an empty text are outputs and are shown as such. */
export function ToolOutput({ call, ...rootProps }: ToolOutputProps): ReactNode {
  const labels = useToolCallLabels()
  const output = outputOf(call)
  return (
    <div data-slot="tc-output" {...rootProps}>
      {output === undefined ? null : output.type === 'hidden' ? (
        <p data-slot="tc-plain">
          <HiddenValue labels={labels} />
        </p>
      ) : (
        <Value value={output.value} label={labels.sections.output} isStreaming={output.isPartial} labels={labels} />
      )}
    </div>
  )
}

type Output =
  | { readonly type: 'hidden' }
  | { readonly type: 'value'; readonly value: unknown; readonly isPartial: boolean }

/** Undefined where a call has no output to show: not yet, or not any more. */
export function outputOf(call: ToolCall): Output | undefined {
  const { suppressed, value } = displayed(call, 'output', valueOf(call))
  const shell = call.shell?.chunks.map(chunk => chunk.text).join('')
  switch (call.state) {
    case 'output-available':
      if (suppressed) return { type: 'hidden' }
      // A command's own lines say more than a result that repeats them.
      if (shell && (value === undefined || value === null || value === shell))
        return { type: 'value', value: shell, isPartial: false }
      return { type: 'value', value, isPartial: false }
    case 'output-error':
    case 'interrupted':
    case 'output-denied': {
      const rest = value ?? shell
      if (rest === undefined || rest === '') return undefined
      return suppressed ? { type: 'hidden' } : { type: 'value', value: rest, isPartial: false }
    }
    default: {
      const rest = value ?? shell
      if (rest === undefined || rest === '') return undefined
      return suppressed ? { type: 'hidden' } : { type: 'value', value: rest, isPartial: true }
    }
  }
}

/** A command's own lines, where the output is something else and they would be lost. */
export function shellBeside(call: ToolCall): string | undefined {
  const shell = call.shell?.chunks.map(chunk => chunk.text).join('')
  const { suppressed, value } = displayed(call, 'output', valueOf(call))
  if (!shell || suppressed || value === undefined || value === null) return undefined
  return typeof value === 'string' && value.includes(shell.trim()) ? undefined : shell
}

function valueOf(call: ToolCall): unknown {
  if (call.state === 'output-available' || call.state === 'output-error') return call.output
  return call.state === 'input-available' ? call.running?.partialOutput : undefined
}

const LIMIT = 100_000

export function Value({
  value,
  label,
  isStreaming = false,
  labels,
}: {
  value: unknown
  label: string
  isStreaming?: boolean
  labels: ToolCallLabels
}): ReactNode {
  const [isAllShown, setIsAllShown] = useState(false)
  if (value === undefined) return <Quiet>{labels.preview.noOutput}</Quiet>
  if (value === '') return <Quiet>{labels.preview.emptyText}</Quiet>
  const text = toText(value)
  const isCut = !isAllShown && text.length > LIMIT
  const shown = isCut ? text.slice(0, LIMIT) : text
  return (
    <>
      <CodeBlock text={shown} label={label} isStreaming={isStreaming} />
      {isCut && (
        <div data-slot="tc-more">
          <span>{labels.preview.notShown(countLines(text) - countLines(shown) || 1)}</span>
          <button data-slot="tc-button" data-variant="quiet" type="button" onClick={() => setIsAllShown(true)}>
            {labels.preview.showAll(countLines(text))}
          </button>
        </div>
      )}
    </>
  )
}

function Quiet({ children }: { children: ReactNode }): ReactNode {
  return (
    <p data-slot="tc-plain">
      <span data-slot="tc-small">{children}</span>
    </p>
  )
}
