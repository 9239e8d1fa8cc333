'use client'

import { useContext } from 'react'
import type { ReactNode } from 'react'
import type { ToolCall, ToolCallIn } from '../core/tool-call.ts'
import { ToolCallSessionContext } from '../hooks/tool-call-context.ts'
import type { ErrorText, ToolCallLabels } from '../locales/labels.ts'
import { Words } from './code-block.tsx'
import { CopyButton } from './copy-button.tsx'
import { displayed, displayedInput, wasApprovalWithdrawn, wasClosed } from './describe-tool-call.ts'
import { toJsonText } from './preview-text.ts'
import { useToolCallLabels } from './view-context.ts'
import { shorten, withoutFullStop } from './wording.ts'

/** What went wrong and what follows from it. Outside the fold: it is never hidden. */
export function ToolCallError({ call }: { call: ToolCall }): ReactNode {
  const labels = useToolCallLabels()
  const session = useContext(ToolCallSessionContext)
  const problem = problemOf(call, labels)
  if (!problem) return null
  const retry = canRetry(call) && session?.getToolCall(call.key) ? () => void session.retry(call) : undefined
  return (
    <div data-slot="tc-error" data-tone={problem.tone}>
      <p data-slot="tc-error-message">
        <Words text={problem.text.message} />
      </p>
      {problem.text.advice && <p data-slot="tc-error-advice">{problem.text.advice}</p>}
      {(retry || call.state === 'output-error') && (
        <div data-slot="tc-actions" data-quiet={retry ? undefined : ''}>
          {retry && (
            <button data-slot="tc-button" data-variant="secondary" type="button" onClick={retry}>
              {labels.action.retry}
            </button>
          )}
          {call.state === 'output-error' && (
            <CopyButton label={labels.action.copyDetails} text={() => detailsOf(call, problem.text.message)} />
          )}
        </div>
      )}
    </div>
  )
}

/** A result that was not taken is there still. */
function canRetry(call: ToolCall): boolean {
  return (
    call.delivery?.status === 'failed' && call.state === 'output-available' && call.delivery.error?.retryable !== false
  )
}

/** For a report: what may be drawn of it, and nothing else. */
function detailsOf(call: ToolCallIn<'output-error'>, message: string): string {
  const { toolName, toolCallId, runId, errorKind } = call
  const { suppressed, value } = displayedInput(call)
  return toJsonText({ toolName, toolCallId, runId, errorKind, error: message, ...(suppressed ? {} : { input: value }) })
}

interface Problem {
  readonly text: ErrorText
  readonly tone: 'danger' | 'warn'
}

const MESSAGE_LENGTH = 2000

function problemOf(call: ToolCall, labels: ToolCallLabels): Problem | undefined {
  switch (call.state) {
    case 'output-error': {
      const { message, advice } = labels.error.kinds[call.errorKind]
      const { suppressed, value } = displayed(call, 'error', call.errorText)
      const said = suppressed ? labels.preview.hidden : typeof value === 'string' ? value.trim() : ''
      return { text: withMessage(said || message, advice), tone: call.errorKind === 'not-executed' ? 'warn' : 'danger' }
    }
    case 'input-available': {
      if (!call.inputError) return undefined
      const { message, position } = call.inputError
      return { text: { message: labels.error.inputNotReadable(cut(message), position) }, tone: 'danger' }
    }
    case 'interrupted': {
      if (wasApprovalWithdrawn(call)) return undefined
      const text = (call.inputComplete ? labels.error.interrupted : labels.error.interruptedInput)[call.reason]
      if (!text)
        return call.message && !wasClosed(call) ? { text: { message: cut(call.message) }, tone: 'warn' } : undefined
      return {
        text: withMessage(call.message || text.message, text.advice),
        tone: call.reason === 'error' ? 'danger' : 'warn',
      }
    }
    case 'output-available':
      if (call.ranAlthoughDenied) return { text: labels.error.ranAlthoughDenied, tone: 'warn' }
      if (call.delivery?.status !== 'failed') return undefined
      return {
        text: {
          message: labels.error.outputNotSent(
            withoutFullStop(cut(call.delivery.error?.message ?? '')) || labels.prompt.noAnswer,
          ),
        },
        tone: 'warn',
      }
    default:
      return undefined
  }
}

function withMessage(message: string, advice: string | undefined): ErrorText {
  return advice === undefined ? { message: cut(message) } : { message: cut(message), advice }
}

function cut(text: string): string {
  return shorten(text, MESSAGE_LENGTH)
}
