'use client'

import { Component, Suspense, forwardRef, lazy, useState } from 'react'
import type { ForwardedRef, ReactNode } from 'react'
import type { ToolCall, ToolCallIn } from '../../core/tool-call.ts'
import { kindOf } from '../describe-tool-call.ts'
import { useToolCallLabels } from '../view-context.ts'
import type { AskingState } from './ask-user-prompt.tsx'
import { Notice } from './prompt-parts.tsx'
import type { PromptProps } from './use-prompt.ts'

// Most chats never see a question, so the first load goes without its prompts.
const load = () => lazy(() => import('./answer-prompt.tsx').then(({ AnswerPrompt }) => ({ default: AnswerPrompt })))
const FirstPrompt = load()

/** What a paused call asks. Its prompts are loaded when the first question comes; where that fails, it can be tried again. */
export const SuspensionPrompt = forwardRef(function SuspensionPrompt(
  props: PromptProps<AskingState>,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const labels = useToolCallLabels()
  const [{ Prompt, attempt }, setLoaded] = useState({ Prompt: FirstPrompt, attempt: 0 })
  return (
    <LoadBoundary
      key={attempt}
      fallback={
        <div data-slot="tc-prompt">
          <Notice tone="danger" icon="failed">
            {labels.prompt.notLoaded}{' '}
            <button
              data-slot="tc-button"
              data-variant="link"
              type="button"
              onClick={() => setLoaded({ Prompt: load(), attempt: attempt + 1 })}
            >
              {labels.prompt.loadAgain}
            </button>
          </Notice>
        </div>
      }
    >
      <Suspense
        fallback={
          <div data-slot="tc-prompt">
            <p data-slot="tc-small">{labels.prompt.loading}</p>
          </div>
        }
      >
        <Prompt ref={ref} {...props} />
      </Suspense>
    </LoadBoundary>
  )
})

class LoadBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }
  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

/** Whether a call asks as `ask_user` does, now or once it will be suspended. */
export function isAsking(call: ToolCall): call is ToolCallIn<AskingState> {
  switch (call.state) {
    case 'input-streaming':
    case 'approval-requested':
      return kindOf(call) === 'ask' && !call.display?.input && !call.display?.approval && !call.display?.inputDelta
    case 'input-available':
      return kindOf(call) === 'ask' && !call.display?.input && !call.inputError && call.input !== undefined
    case 'suspended':
      return true
    default:
      return false
  }
}
