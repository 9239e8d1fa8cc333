'use client'

import { forwardRef, useMemo, useRef, useState } from 'react'
import type { ForwardedRef, ReactNode } from 'react'
import { FormFields } from '../form/form-fields.tsx'
import { parseSchema } from '../form/read-schema.ts'
import { useSchemaForm } from '../form/use-schema-form.ts'
import { displayed } from '../describe-tool-call.ts'
import { isRecord } from '../is-record.ts'
import { toInputItems } from '../preview-text.ts'
import { HiddenValue, InputRows } from '../input-rows.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { PromptFrame } from './prompt-parts.tsx'
import { usePrompt } from './use-prompt.ts'
import type { PromptProps } from './use-prompt.ts'

interface FormPromptProps extends PromptProps<'suspended'> {
  canSkip?: boolean | undefined
}

/** Asks for whatever a paused tool wants to know: as a form where its schema can be drawn, else as a text or as JSON. */
export const FormPrompt = forwardRef(function FormPrompt(
  props: FormPromptProps,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const { call, onRespond, error, canDecide = true, canSkip = false, draft, onDraftChange, ...rootProps } = props
  const labels = useToolCallLabels()
  const { message, payload, resumeSchema, suspensionId } = call.suspension
  const { suppressed, value } = displayed(call, 'suspend', payload)
  const items = useMemo(() => toInputItems(value ?? undefined, false), [value])
  const isChecking = useRef(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const form = useSchemaForm({
    schema: resumeSchema,
    draft: isRecord(draft) && draft['suspensionId'] === suspensionId ? draft : undefined,
    onChange(state) {
      setIsConfirming(false)
      onDraftChange?.({ ...state, suspensionId })
    },
    labels,
  })
  const { node, state, problems } = form
  const layoutKey = `${JSON.stringify(state)} ${problems.size}`
  const prompt = usePrompt(call, { onRespond, error }, `${suspensionId} ${isConfirming}`, layoutKey)
  const { isAnswered, armed, answer } = prompt

  // Nothing that says what an answer has to look like: then an empty one may be meant, and is asked about.
  const isFree = node.type === 'json' && node.takesText && !parseSchema(resumeSchema)
  const isEmpty =
    isFree && state.value === undefined && !Object.values(state.texts).some(text => text !== '' && text !== 'text')
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

  return (
    <PromptFrame
      ref={ref}
      call={call}
      prompt={prompt}
      canDecide={canDecide}
      message={suppressed ? undefined : message}
      buttons={[
        {
          id: 'send',
          label: isConfirming ? labels.form.sendEmpty : labels.form.send,
          variant: 'primary',
          isHinted: true,
          onPress: () => void send(),
        },
        canSkip && {
          id: 'cancel',
          label: labels.form.cancel,
          variant: 'quiet',
          onPress: () => answer({ type: 'cancel', cause: 'user' }),
        },
      ]}
      hint={isConfirming ? labels.ask.confirm : problems.size > 0 ? labels.form.errors(problems.size) : undefined}
      hintTone={isConfirming ? undefined : 'danger'}
      {...rootProps}
    >
      {suppressed ? (
        <HiddenValue labels={labels} />
      ) : (
        items.length > 0 && (
          <div data-slot="tc-payload">
            <InputRows items={items} isFull marksInvisible labels={labels} />
          </div>
        )
      )}
      {canDecide && (
        <FormFields
          form={form}
          isOff={isAnswered}
          labels={labels}
          onEnter={event => {
            // Enter in a line sends, as in every form; only that here the press has to be meant for it.
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (armed.takesEnter(event)) void send()
          }}
        />
      )}
    </PromptFrame>
  )
})
