'use client'

import { forwardRef, useMemo, useRef, useState } from 'react'
import type { ForwardedRef, ReactNode } from 'react'
import { FormFields } from '../form/form-fields.tsx'
import { parseSchema } from '../form/read-schema.ts'
import { useSchemaForm } from '../form/use-schema-form.ts'
import { displayed } from '../describe-tool-call.ts'
import { isRecord } from '../is-record.ts'
import { toInputItems } from '../preview-text.ts'
import { HiddenValue, Rows } from '../tool-input-preview.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { AgentReason, DecisionButton, Notice, useAnswer } from './prompt-parts.tsx'
import type { PromptProps } from './prompt-parts.tsx'
import { useArmed } from './use-armed.ts'

export interface FormPromptProps extends PromptProps<'suspended'> {
  canSkip?: boolean | undefined
}

/** Asks for whatever a paused tool wants to know: as a form where its schema can be drawn, else as a text or as JSON. */
export const FormPrompt = forwardRef(function FormPrompt(
  props: FormPromptProps,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const { call, onRespond, error, canDecide = true, canSkip = false, draft, onDraftChange, ...rootProps } = props
  const labels = useToolCallLabels()
  const actions = useRef<HTMLDivElement>(null)
  const { suspension } = call
  const { suppressed, value } = displayed(call, 'suspend', suspension.payload)
  const items = useMemo(() => toInputItems(value ?? undefined, false), [value])
  const { isAnswered, problem, answer } = useAnswer(call, { onRespond, error }, labels)
  const isChecking = useRef(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const form = useSchemaForm({
    schema: suspension.resumeSchema,
    draft: isRecord(draft) && draft['suspensionId'] === suspension.suspensionId ? draft : undefined,
    isOff: isAnswered,
    onChange(state) {
      setIsConfirming(false)
      onDraftChange?.({ ...state, suspensionId: suspension.suspensionId })
    },
    labels,
  })
  const armed = useArmed(
    actions,
    `${suspension.suspensionId} ${isConfirming}`,
    `${JSON.stringify(form.state)} ${form.problems.size}`,
  )

  // Nothing that says what an answer has to look like: then an empty one may be meant, and is asked about.
  const isFree = form.node.type === 'json' && form.node.takesText && !parseSchema(suspension.resumeSchema)
  const isEmpty =
    isFree &&
    form.state.value === undefined &&
    !Object.values(form.state.texts).some(text => text !== '' && text !== 'text')
  const send = async () => {
    if (isChecking.current || isAnswered) return
    if (isEmpty) {
      if (isConfirming) answer({ type: 'resume', resumeData: '' })
      else setIsConfirming(true)
      return
    }
    isChecking.current = true
    const result = await form.check()
    isChecking.current = false
    if (result.ok) answer({ type: 'resume', resumeData: result.value })
  }

  const context = (
    <>
      {suspension.message && !suppressed && (
        <AgentReason text={suspension.message} labels={labels} heading={labels.prompt.asks} />
      )}
      {suppressed ? (
        <HiddenValue labels={labels} />
      ) : (
        items.length > 0 && (
          <div data-slot="tc-payload">
            <Rows items={items} isFull marksInvisible labels={labels} />
          </div>
        )
      )}
    </>
  )
  if (!canDecide) {
    return (
      <form ref={ref} data-slot="tc-prompt" {...rootProps} onSubmit={event => event.preventDefault()}>
        {context}
        <p data-slot="tc-small">{labels.prompt.readOnly}</p>
      </form>
    )
  }
  return (
    <form
      ref={ref}
      data-slot="tc-prompt"
      data-armed={armed.isArmed}
      noValidate
      {...rootProps}
      onSubmit={event => event.preventDefault()}
    >
      {problem !== undefined && (
        <Notice tone="danger" icon="failed">
          {problem}
        </Notice>
      )}
      {context}
      <FormFields
        form={form}
        labels={labels}
        onEnter={event => {
          // Enter in a line sends, as in every form; only that here the press has to be meant for it.
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (armed.takesEnter(event)) void send()
        }}
      />
      <div ref={actions} data-slot="tc-actions">
        <DecisionButton armed={armed} variant="primary" isOff={isAnswered} onPress={() => void send()}>
          {isConfirming ? labels.form.sendEmpty : labels.form.send}
        </DecisionButton>
        {canSkip && (
          <DecisionButton
            armed={armed}
            variant="quiet"
            isOff={isAnswered}
            onPress={() => answer({ type: 'cancel', cause: 'user' })}
          >
            {labels.form.cancel}
          </DecisionButton>
        )}
        {(form.problems.size > 0 || isConfirming) && (
          <>
            <span data-slot="tc-spacer" />
            <span data-slot="tc-small" data-tone={isConfirming ? undefined : 'danger'}>
              {isConfirming ? labels.ask.confirm : labels.form.errors(form.problems.size)}
            </span>
          </>
        )}
      </div>
    </form>
  )
})
