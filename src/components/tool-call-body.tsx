'use client'

import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolCallLabels } from '../locales/en.ts'
import { CodeBlock } from './code-block.tsx'
import { askedCall, displayed, displayedInput } from './describe-tool-call.ts'
import { Icon } from './icons.tsx'
import { toJsonText, toText } from './preview-text.ts'
import { ToolInputPreview } from './tool-input-preview.tsx'
import { ToolOutput, Value, outputOf } from './tool-output.tsx'
import { useToolCallLabels } from './view-context.ts'

export interface ToolCallBodyProps {
  call: ToolCall
  isAllShown: boolean
  onShowAll(): void
}

/** What is in the fold: the input, then what came of it. A section has a title only where there is another. */
export function ToolCallBody({ call, isAllShown, onShowAll }: ToolCallBodyProps): ReactNode {
  const labels = useToolCallLabels()
  const raw = rawInputOf(call)
  const output = outputOf(call)
  const modelOutput =
    call.state === 'output-available' && !displayed(call, 'output', undefined).suppressed ? call.modelOutput : undefined
  const asked = askedCall(call)
  const isAlone = !output && !modelOutput && !asked
  const isPartial = output?.type === 'value' && output.isPartial
  return (
    <div data-slot="tc-body">
      {raw ? (
        <Section title={labels.sections.raw} copy={raw.text} labels={labels}>
          <CodeBlock text={raw.text} label={labels.sections.raw} errorAt={raw.errorAt} />
        </Section>
      ) : (
        <Section
          title={isAlone ? undefined : labels.sections.input}
          copy={() => copyText(displayedInput(call).value)}
          labels={labels}
        >
          <ToolInputPreview call={call} isAllShown={isAllShown} onShowAll={onShowAll} />
        </Section>
      )}
      {asked && (
        <Section title={labels.sections.asked} copy={() => copyText(displayedInput(asked).value)} labels={labels}>
          <ToolInputPreview call={asked} isAllShown={isAllShown} onShowAll={onShowAll} />
        </Section>
      )}
      {output && (
        <Section
          title={isPartial ? labels.sections.partialOutput : labels.sections.output}
          copy={output.type === 'value' ? () => copyText(output.value) : undefined}
          copyTitle={labels.sections.output}
          labels={labels}
        >
          <ToolOutput call={call} />
        </Section>
      )}
      {modelOutput && (
        <Section title={labels.sections.modelOutput} labels={labels}>
          <Value value={modelOutput.value} label={labels.sections.modelOutput} labels={labels} />
        </Section>
      )}
    </div>
  )
}

interface SectionProps {
  title: string | undefined
  copy?: string | (() => string) | undefined
  copyTitle?: string
  labels: ToolCallLabels
  children: ReactNode
}

function Section({ title, copy, copyTitle = title, labels, children }: SectionProps): ReactNode {
  return (
    <div data-slot="tc-section">
      {title !== undefined && (
        <div data-slot="tc-section-header">
          <span data-slot="tc-section-title">{title}</span>
          {copy !== undefined && (
            <CopyButton label={labels.action.copy(copyTitle ?? title)} copiedLabel={labels.action.copied} text={copy} />
          )}
        </div>
      )}
      {children}
    </div>
  )
}

function CopyButton({
  label,
  copiedLabel,
  text,
}: {
  label: string
  copiedLabel: string
  text: string | (() => string)
}): ReactNode {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const handleClick = () => {
    // Not there without HTTPS; then nothing was copied and nothing says so.
    void navigator.clipboard?.writeText(typeof text === 'string' ? text : text()).then(
      () => setIsCopied(true),
      () => {},
    )
  }
  return (
    <button data-slot="tc-icon-button" type="button" aria-label={isCopied ? copiedLabel : label} onClick={handleClick}>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  )
}

function copyText(value: unknown): string {
  return typeof value === 'string' ? value : toJsonText(value)
}

/** Text that could not be read as arguments, and where. */
function rawInputOf(call: ToolCall): { readonly text: string; readonly errorAt?: number | undefined } | undefined {
  if (call.display?.input) return undefined
  if (call.state === 'input-available' && call.inputError)
    return { text: call.inputError.text, errorAt: call.inputError.position }
  if (call.state === 'output-error' && call.errorKind === 'input' && call.input !== undefined)
    return { text: toText(call.input) }
  if (call.state === 'interrupted' && !call.inputComplete && call.input === undefined && call.inputText !== '')
    return { text: call.inputText }
  return undefined
}
