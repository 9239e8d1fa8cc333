'use client'

import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { isEnded } from '../core/tool-call-record.ts'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import type { ToolCallLabels } from '../locales/labels.ts'
import { CodeBlock } from './code-block.tsx'
import { displayed, displayedInput } from './describe-tool-call.ts'
import { HiddenValue } from './input-rows.tsx'
import { toText } from './preview-text.ts'
import { LazyPart } from './lazy-part.tsx'
import { OutputView } from './lazy-views.ts'
import { toolKindOf } from './tool-kind.ts'
import { useToolCallLabels } from './view-context.ts'
import { shorten } from './wording.ts'

export interface ToolOutputProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  call: ToolCall
  /** What the tool is for, where the app knows better than its name and its input say. */
  kind?: ToolKind | undefined
}

/** What a tool gave back, or what it has given so far. `0`, `false`, `null` and an empty text are outputs and are shown as such. */
export function ToolOutput({ call, kind, ...rootProps }: ToolOutputProps): ReactNode {
  const labels = useToolCallLabels()
  const { output } = outputsOf(call)
  return (
    <div data-slot="tc-output" {...rootProps}>
      {output === undefined ? null : output.type === 'hidden' ? (
        <p data-slot="tc-plain">
          <HiddenValue labels={labels} />
        </p>
      ) : (
        <Value
          value={output.value}
          label={labels.sections.output}
          isStreaming={output.isPartial}
          kind={toolKindOf(call, kind)}
          input={displayedInput(call).value}
          labels={labels}
        />
      )}
    </div>
  )
}

type Output =
  | { readonly type: 'hidden' }
  | { readonly type: 'value'; readonly value: unknown; readonly isPartial: boolean }

/**
 * What there is to show: nothing where a call has no output, not yet or not any more. `shell` are a command's own lines, where the
 * output is something else and they would be lost.
 */
export function outputsOf(call: ToolCall): { readonly output?: Output; readonly shell?: string } {
  // what may be drawn in place of the output stands for its lines too
  const shell = call.display?.output ? undefined : call.shell?.chunks.map(chunk => chunk.text).join('')
  const { suppressed, value } = displayed(call, 'output', valueOf(call))
  const isDone = call.state === 'output-available'
  const isNothing = value === undefined || value === null
  // A command's own lines say more than a result that repeats them.
  const shown = shell && (isNothing || value === shell) ? shell : value
  if (!isDone && (shown === undefined || shown === null || shown === '')) return {}
  if (suppressed) return { output: { type: 'hidden' } }
  const output: Output = { type: 'value', value: shown, isPartial: !isEnded(call) }
  const isSaid = isNothing || (typeof value === 'string' && value.includes(shell?.trim() ?? ''))
  return shell && !isSaid ? { output, shell } : { output }
}

function valueOf(call: ToolCall): unknown {
  if (call.state === 'output-available' || call.state === 'output-error') return call.output
  return call.state === 'input-available' ? call.running?.partialOutput : undefined
}

interface ValueProps {
  value: unknown
  label: string
  isStreaming?: boolean
  kind?: ToolKind
  /** What the tool was called with. */
  input?: unknown
  labels: ToolCallLabels
}

/** One value as what it is: a text, a table, a terminal … */
export function Value({ value, label, isStreaming = false, kind = 'other', input, labels }: ValueProps): ReactNode {
  if (value === undefined) return <Quiet>{labels.preview.noOutput}</Quiet>
  if (value === '') return <Quiet>{labels.preview.emptyText}</Quiet>
  const plain = <PlainValue value={value} label={label} isStreaming={isStreaming} />
  if (typeof value !== 'object' && typeof value !== 'string') return plain
  return (
    <LazyPart plain={plain}>
      <OutputView {...{ value, label, isStreaming, kind, input }} />
    </LazyPart>
  )
}

const LIMIT = 100_000

/** A value as text, until there is something better. */
function PlainValue({ value, label, isStreaming }: { value: unknown; label: string; isStreaming: boolean }): ReactNode {
  return <CodeBlock text={shorten(toText(value), LIMIT)} label={label} isStreaming={isStreaming} />
}

function Quiet({ children }: { children: ReactNode }): ReactNode {
  return (
    <p data-slot="tc-plain">
      <span data-slot="tc-small">{children}</span>
    </p>
  )
}
