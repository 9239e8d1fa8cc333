'use client'

import { useEffect, useRef, useState } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { RespondResult } from '../../core/answer-gate.ts'
import type { ToolCallResponse } from '../../core/host.ts'
import type { DeliveryError, ToolCall, ToolCallIn, ToolCallState } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/en.ts'
import { VisibleText } from '../code-block.tsx'
import type { Tone } from '../describe-tool-call.ts'
import { Icon } from '../icons.tsx'
import type { IconName } from '../icons.tsx'
import type { Armed } from './use-armed.ts'

/** What every prompt takes. It gets the record that is shown, and answers by `onRespond`. */
export interface PromptProps<State extends ToolCallState> extends Omit<
  ComponentPropsWithoutRef<'form'>,
  'children' | 'onChange' | 'onSubmit'
> {
  /** The record that is shown: the answer belongs to it. */
  call: ToolCallIn<State>
  onRespond: (response: ToolCallResponse) => unknown
  /** Why the last answer could not be sent. @default the record's own */
  error?: DeliveryError | undefined
  /** @default true */
  canDecide?: boolean | undefined
  /** What `onDraftChange` was told last, where the prompt was here before. */
  draft?: unknown
  onDraftChange?: ((draft: unknown) => void) | undefined
}

interface DecisionButtonProps {
  armed: Armed
  variant: 'primary' | 'danger' | 'secondary' | 'quiet'
  isOff?: boolean | undefined
  describedBy?: string | undefined
  onPress(): void
  children: ReactNode
}

/** Off by `aria-disabled`, so that it keeps the focus. */
export function DecisionButton({
  armed,
  variant,
  isOff = false,
  describedBy,
  onPress,
  children,
}: DecisionButtonProps): ReactNode {
  return (
    <button
      data-slot="tc-button"
      data-variant={variant}
      type="button"
      aria-disabled={isOff || !armed.isArmed || undefined}
      aria-describedby={describedBy}
      onPointerDown={armed.begin}
      onKeyDown={armed.begin}
      onClick={event => {
        if (armed.end(event) && !isOff) onPress()
      }}
    >
      {children}
    </button>
  )
}

export function Notice({
  tone,
  icon,
  children,
}: {
  tone: Exclude<Tone, 'ask'>
  icon: IconName
  children: ReactNode
}): ReactNode {
  return (
    <div data-slot="tc-notice" data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  )
}

/** What the model or the tool wrote, said to be theirs. */
export function AgentReason({
  text,
  labels,
  heading = labels.prompt.agentReason,
}: {
  text: string
  labels: ToolCallLabels
  heading?: string
}): ReactNode {
  return (
    <p data-slot="tc-request-reason">
      <span>{heading}</span>
      <bdi>
        <VisibleText text={text} />
      </bdi>
    </p>
  )
}

export interface AnswerControls {
  /** An answer is on its way: nothing more can be pressed. */
  readonly isAnswered: boolean
  /** Why there is no answer yet, in words. */
  readonly problem: string | undefined
  answer(response: ToolCallResponse): void
}

/** Takes one answer; another only where that one was refused or could not be sent. */
export function useAnswer(
  call: ToolCall,
  { onRespond, error }: Pick<PromptProps<ToolCallState>, 'onRespond' | 'error'>,
  labels: ToolCallLabels,
): AnswerControls {
  const [isAnswered, setIsAnswered] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const answered = useRef(false)
  const isMounted = useIsMounted()
  const notSent = call.state === 'approval-requested' ? labels.prompt.notSent : labels.prompt.answerNotSent
  const failed = error ?? (call.delivery?.status === 'failed' ? call.delivery.error : undefined)
  const problem = refusal ?? (failed && notSent(withoutFullStop(failed.message) || labels.prompt.noAnswer))
  return {
    isAnswered,
    problem: isAnswered ? undefined : problem,
    answer(response) {
      if (answered.current) return
      answered.current = true
      setIsAnswered(true)
      setRefusal(undefined)
      void settle(() => onRespond(response), notSent, labels).then(why => {
        if (why === undefined) return
        answered.current = false
        if (!isMounted.current) return
        setIsAnswered(false)
        setRefusal(why)
      })
    },
  }
}

/** Why an answer was not taken, or undefined where it was. Text of the wire stays text. */
async function settle(
  respond: () => unknown,
  notSent: (why: string) => string,
  labels: ToolCallLabels,
): Promise<string | undefined> {
  try {
    const result = await respond()
    if (!isRefusal(result)) return undefined
    if (result.reason === 'changed') return labels.prompt.changed
    return result.reason === 'failed'
      ? notSent(withoutFullStop(result.message))
      : labels.prompt.notTaken(withoutFullStop(result.message))
  } catch (error) {
    return notSent(withoutFullStop(error instanceof Error ? error.message : String(error)))
  }
}

function isRefusal(result: unknown): result is Extract<RespondResult, { ok: false }> {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}

function withoutFullStop(text: string): string {
  return text.replace(/[.\s]+$/, '')
}

function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
