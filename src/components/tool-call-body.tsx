'use client'

import { useContext } from 'react'
import type { ReactNode } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { ToolCallSessionContext } from '../hooks/tool-call-context.ts'
import { CodeBlock } from './code-block.tsx'
import { CopyButton } from './copy-button.tsx'
import { askedCall, displayedInput } from './describe-tool-call.ts'
import { isRecord } from './is-record.ts'
import { toText } from './preview-text.ts'
import { questionKeys } from './prompts/question-keys.ts'
import { Subagent } from './subagent.tsx'
import type { RenderCall } from './subagent.tsx'
import { TaskList, tasksOf } from './task-list.tsx'
import { ToolInputPreview } from './tool-input-preview.tsx'
import type { CommandResult } from './tool-input-preview.tsx'
import { ToolOutput, Value, outputsOf } from './tool-output.tsx'
import { useToolCallLabels } from './view-context.ts'

export interface ToolCallBodyProps {
  call: ToolCall
  kind: ToolKind
  /** What the app draws in place of the built-in input and output. */
  customInput: ((builtIn: ReactNode) => ReactNode) | undefined
  customOutput: ((builtIn: ReactNode) => ReactNode) | undefined
  isAllShown: boolean
  onShowAll(): void
  /** Keys of the calls inside of this one. */
  nested: readonly string[]
  renderCall: RenderCall
  /** The prompt below shows the question: it is not said twice. */
  isAnsweredBelow: boolean
}

/** What is in the fold: the input, then what came of it. A section has a title only where there is another. */
export function ToolCallBody(props: ToolCallBodyProps): ReactNode {
  const { call, kind, customInput, customOutput, isAllShown, onShowAll, nested, renderCall, isAnsweredBelow } = props
  const labels = useToolCallLabels()
  const preview = { call, kind, isAllShown, onShowAll }
  const raw = rawInputOf(call)
  const { output, shell } = outputsOf(call)
  const modelOutput = call.state === 'output-available' && !call.display?.output ? call.modelOutput : undefined
  const asked = askedCall(call)
  const tasks =
    kind === 'task' && call.state !== 'approval-requested' && !customInput && !customOutput ? tasksOf(call) : undefined
  const hasInside = nested.length > 0 || (!call.display?.output && (call.subagent?.text ?? '') !== '')
  const isSaidBelow =
    !customInput && ((isAnsweredBelow && isInputSaidBelow(call, kind)) || (hasInside && isBriefing(call, kind)))
  const isAlone = !output && !modelOutput && !asked && !hasInside
  const isPartial = output?.type === 'value' && output.isPartial
  const onStop = useStop(call)
  // A command and what it writes are one thing to read.
  const result: CommandResult | undefined =
    kind === 'execute' && output?.type === 'value' && !customInput && !customOutput && !raw && !asked
      ? { value: shell ?? output.value, isPartial, onStop }
      : undefined
  if (tasks) {
    return (
      <div data-slot="tc-body">
        <TaskList tasks={tasks} isStreaming={call.state === 'input-streaming'} />
      </div>
    )
  }
  if (isSaidBelow && isAlone) return null
  return (
    <div data-slot="tc-body">
      {!isSaidBelow && (
        <Section
          title={raw ? labels.sections.raw : isAlone || result ? undefined : labels.sections.input}
          copy={raw ? raw.text : displayedInput(call).value}
        >
          {orCustom(
            customInput,
            raw ? (
              <CodeBlock text={raw.text} label={labels.sections.raw} errorAt={raw.errorAt} />
            ) : (
              <ToolInputPreview {...preview} result={result} />
            ),
          )}
        </Section>
      )}
      {hasInside && <Subagent call={call} keys={nested} renderCall={renderCall} />}
      {shell !== undefined && !result && (
        <Section title={labels.sections.terminal} copy={shell}>
          <Value value={shell} label={labels.sections.terminal} kind="execute" labels={labels} />
        </Section>
      )}
      {asked && (
        <Section title={labels.sections.asked} copy={displayedInput(asked).value}>
          <ToolInputPreview {...preview} call={asked} />
        </Section>
      )}
      {output && (!result || shell !== undefined) && (
        <Section
          title={isPartial ? labels.sections.partialOutput : labels.sections.output}
          copy={output.type === 'value' ? output.value : undefined}
        >
          {orCustom(customOutput, <ToolOutput call={call} kind={kind} />)}
        </Section>
      )}
      {modelOutput && (
        <Section title={labels.sections.modelOutput} copy={modelOutput.value}>
          <Value value={modelOutput.value} label={labels.sections.modelOutput} labels={labels} />
        </Section>
      )}
      {onStop && !result && (
        <div data-slot="tc-more">
          <span />
          <button data-slot="tc-button" data-variant="quiet" type="button" onClick={onStop}>
            {labels.action.stop}
          </button>
        </div>
      )}
    </div>
  )
}

function orCustom(custom: ((builtIn: ReactNode) => ReactNode) | undefined, builtIn: ReactNode): ReactNode {
  return custom ? custom(builtIn) : builtIn
}

/** Where the host can stop what runs. */
function useStop(call: ToolCall): (() => void) | undefined {
  const session = useContext(ToolCallSessionContext)
  const isRunning = call.state === 'input-available' && call.running && call.running.by !== 'other-tab'
  return isRunning && session?.host?.stop && session.getToolCall(call.key) ? () => session.stop() : undefined
}

interface SectionProps {
  title: string | undefined
  /** What can be copied of it. */
  copy: unknown
  children: ReactNode
}

function Section({ title, copy, children }: SectionProps): ReactNode {
  const { action } = useToolCallLabels()
  return (
    <div data-slot="tc-section">
      {title !== undefined && (
        <div data-slot="tc-section-header">
          <span data-slot="tc-section-title">{title}</span>
          {copy !== undefined && copy !== '' && (
            <CopyButton slot="tc-icon-button" label={action.copy(title)} text={() => toText(copy, Infinity)} />
          )}
        </div>
      )}
      {children}
    </div>
  )
}

/** The prompt shows all that the input says: then nothing is hidden by saying it there only. */
function isInputSaidBelow(call: ToolCall, kind: ToolKind): boolean {
  const { suppressed, value } = displayedInput(call)
  if (suppressed) return false
  if (call.state === 'suspended') {
    if (kind === 'ask') return true
    return kind === 'plan' ? isRecord(value) && Object.keys(value).every(key => planKeys.has(key)) : value === undefined
  }
  return isRecord(value) && Object.keys(value).every(key => questionKeys.has(key))
}

/** The header says who works and on what: then the rail needs no heading. */
function isBriefing(call: ToolCall, kind: ToolKind): boolean {
  const { value } = displayedInput(call)
  if (call.state === 'approval-requested' || kind !== 'agent' || !isRecord(value)) return false
  return Object.entries(value).every(([key, part]) => briefingKeys.has(key) && String(part).length < BRIEF)
}
const BRIEF = 300
const briefingKeys = new Set(['agentType', 'task', 'modelId', 'forked'])
const planKeys = new Set(['path', 'title', 'plan'])

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
