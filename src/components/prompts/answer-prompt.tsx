'use client'

import { forwardRef, useCallback, useContext } from 'react'
import type { ForwardedRef, ReactNode } from 'react'
import type { ToolCall, ToolCallIn } from '../../core/tool-call.ts'
import { ToolCallSessionContext } from '../../hooks/tool-call-context.ts'
import { displayed } from '../describe-tool-call.ts'
import { isRecord } from '../is-record.ts'
import { toolKindOf } from '../tool-kind.ts'
import { ToolCallViewContext } from '../view-context.ts'
import { AskUserPrompt } from './ask-user-prompt.tsx'
import type { AskingState } from './ask-user-prompt.tsx'
import { FormPrompt } from './form-prompt.tsx'
import { mayTake, readQuestions } from './read-question.ts'
import { SubmitPlanPrompt } from './submit-plan-prompt.tsx'
import type { PromptProps } from './use-prompt.ts'

/** The prompt that fits what is asked: a question, a plan, else a form for whatever the answer has to look like. */
export const AnswerPrompt = forwardRef(function AnswerPrompt(
  { call, ...props }: PromptProps<AskingState>,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const { canSkip, readPlan } = useContext(ToolCallViewContext)
  const { previousPlan, remember } = usePlanVersions(call)
  if (call.state !== 'suspended' || isQuestion(call))
    return <AskUserPrompt ref={ref} call={call} canSkip={canSkip} {...props} />
  if (toolKindOf(call) !== 'plan') return <FormPrompt ref={ref} call={call} canSkip={canSkip} {...props} />
  return (
    <SubmitPlanPrompt
      ref={ref}
      call={call}
      readPlan={readPlan}
      previousPlan={previousPlan}
      onPlanShown={remember}
      {...props}
    />
  )
})

/** A question whose answer is a text or a list of texts; anything else is for a form. */
function isQuestion(call: ToolCallIn<'suspended'>): boolean {
  const { payload, resumeSchema } = call.suspension
  const { suppressed } = displayed(call, 'suspend', undefined)
  const count = suppressed ? 0 : readQuestions(payload, true).length
  const shapes = ['text', 'texts', ...(count > 1 ? (['named'] as const) : [])] as const
  return (toolKindOf(call) === 'ask' || count > 0) && shapes.some(shape => mayTake(resumeSchema, shape))
}

/** What was shown under the same path before; after a reload, what earlier answers say that was shown. */
function usePlanVersions(call: ToolCall) {
  const session = useContext(ToolCallSessionContext)
  const { plans } = useContext(ToolCallViewContext)
  const payload: unknown = call.state === 'suspended' ? call.suspension.payload : undefined
  const path = isRecord(payload) && typeof payload['path'] === 'string' ? payload['path'] : undefined
  const { key } = call
  const remember = useCallback(
    (plan: string) => {
      if (!plans || path === undefined) return
      let versions = plans.get(path)
      if (!versions) plans.set(path, (versions = new Map<string, string>()))
      versions.set(key, plan)
    },
    [plans, path, key],
  )
  if (path === undefined || toolKindOf(call) !== 'plan') return { previousPlan: undefined, remember }
  let previousPlan: string | undefined
  for (const earlier of session?.getToolCalls() ?? []) {
    for (const receipt of earlier.receipts) {
      const data: unknown = receipt.type === 'suspension' ? receipt.resumeData : undefined
      if (isRecord(data) && data['path'] === path && typeof data['plan'] === 'string') previousPlan = data['plan']
    }
  }
  for (const [shownBy, plan] of plans?.get(path) ?? []) if (shownBy !== key) previousPlan = plan
  return { previousPlan, remember }
}
