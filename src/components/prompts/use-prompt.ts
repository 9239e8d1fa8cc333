'use client'

import { useEffect, useRef, useState } from 'react'
import type { ComponentPropsWithoutRef, RefObject } from 'react'
import type { RespondResult } from '../../core/answer-gate.ts'
import type { ToolCallResponse } from '../../core/host.ts'
import type { DeliveryError, ToolCall, ToolCallIn, ToolCallState } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { isRecord } from '../is-record.ts'
import { useToolCallLabels } from '../view-context.ts'
import { reasonOf, withoutFullStop } from '../wording.ts'
import { useArmed } from './use-armed.ts'
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
  /** Who decides where the person here may not. */
  deciderName?: string | undefined
  /** What `onDraftChange` was told last, where the prompt was here before. */
  draft?: unknown
  onDraftChange?: ((draft: unknown) => void) | undefined
}

export interface PromptControls {
  readonly labels: ToolCallLabels
  /** The row of buttons: what may not move under the pointer. */
  readonly actions: RefObject<HTMLDivElement | null>
  readonly armed: Armed
  /** An answer is on its way: nothing more can be pressed. */
  readonly isAnswered: boolean
  /** Why there is no answer yet, in words. */
  readonly problem: string | undefined
  answer(response: ToolCallResponse): void
}

/**
 * Takes one answer; another only where that one was refused or could not be sent. `subject` is what is decided about: another one
 * arms the buttons anew. `layoutKey` changes when the person's own doing moves them.
 */
export function usePrompt(
  call: ToolCall,
  { onRespond, error }: Pick<PromptProps<ToolCallState>, 'onRespond' | 'error'>,
  subject: unknown,
  layoutKey: unknown,
): PromptControls {
  const labels = useToolCallLabels()
  const actions = useRef<HTMLDivElement>(null)
  const armed = useArmed(actions, subject, layoutKey)
  const [isAnswered, setIsAnswered] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const answered = useRef(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const notSent = call.state === 'approval-requested' ? labels.prompt.notSent : labels.prompt.answerNotSent
  const failed = error ?? (call.delivery?.status === 'failed' ? call.delivery.error : undefined)
  const problem = refusal ?? (failed && notSent(withoutFullStop(failed.message) || labels.prompt.noAnswer))
  return {
    labels,
    actions,
    armed,
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
    return (result.reason === 'failed' ? notSent : labels.prompt.notTaken)(withoutFullStop(result.message))
  } catch (error) {
    return notSent(reasonOf(error))
  }
}

function isRefusal(result: unknown): result is Extract<RespondResult, { ok: false }> {
  return isRecord(result) && result['ok'] === false
}

/**
 * What the person has begun. `empty` is what there is before, and the shape that a kept one must have; `samples` has a first entry
 * for its lists. `about` names the request: a draft about another one is not taken.
 */
export function useDraft<Draft extends object>(
  empty: Draft,
  about: string | undefined,
  { draft: given, onDraftChange }: Pick<PromptProps<ToolCallState>, 'draft' | 'onDraftChange'>,
  samples: Readonly<Record<string, object>> = {},
): readonly [draft: Draft, change: (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => {
    if (!isRecord(given) || !fits(given, { ...empty, ...samples })) return empty
    const other = given['about']
    return about === undefined || other === undefined || other === about ? (given as Draft) : empty
  })
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part, about }
    setDraft(next)
    onDraftChange?.(next)
  }
  return [draft, change]
}

/** Whether a value has the shape of a sample; the entries of a list that of its first one. */
function fits(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every(item => fits(item, sample[0]))
  if (isRecord(sample)) return isRecord(value) && Object.keys(sample).every(key => fits(value[key], sample[key]))
  return typeof value === typeof sample
}
