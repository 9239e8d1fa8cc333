'use client'

import { useId, useMemo } from 'react'
import type { ReactNode } from 'react'
import { approvalSchemaFor, hasBranches } from '../../core/approval-schema.ts'
import type { ToolCallIn } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { FormFields } from '../form/form-fields.tsx'
import { parseSchema } from '../form/read-schema.ts'
import { useSchemaForm } from '../form/use-schema-form.ts'
import type { FormState, SchemaFormControls } from '../form/use-schema-form.ts'

/** What the person has begun to fill in, by answer. */
export interface PayloadDraft {
  readonly approve?: FormState
  readonly reject?: FormState
}

export interface PayloadForm {
  readonly form: SchemaFormControls
  readonly heading: string
}

export interface ApprovalPayload {
  readonly approve: PayloadForm | undefined
  /** The same form where one schema holds for both answers. */
  readonly reject: PayloadForm | undefined
  /** How many fields have something wrong. */
  readonly problemCount: number
}

/** The forms of what has to come with either answer. */
export function useApprovalPayload(
  call: ToolCallIn<'approval-requested'>,
  draft: PayloadDraft,
  onChange: (change: PayloadDraft) => void,
  labels: ToolCallLabels,
): ApprovalPayload {
  const { approvalSchema } = call.approval
  const { approve, reject, isShared } = useMemo(() => readSchemas(approvalSchema), [approvalSchema])
  const headings = labels.prompt.payload
  const first = usePayloadForm(approve, draft.approve, state => onChange({ approve: state }), labels)
  const second = usePayloadForm(reject, draft.reject, state => onChange({ reject: state }), labels)
  const shown = first && { form: first, heading: isShared ? headings.both : headings.approve }
  return {
    approve: shown,
    reject: isShared ? shown : second && { form: second, heading: headings.reject },
    problemCount: (first?.problems.size ?? 0) + (second?.problems.size ?? 0),
  }
}

function usePayloadForm(
  schema: unknown,
  draft: FormState | undefined,
  onChange: (state: FormState) => void,
  labels: ToolCallLabels,
): SchemaFormControls | undefined {
  const isOff = schema === undefined
  const form = useSchemaForm({ schema, isOff, draft, onChange, labels })
  return isOff ? undefined : form
}

function readSchemas(given: unknown) {
  const schema = typeof given === 'string' ? parseSchema(given) : given
  const isShared = schema !== undefined && !hasBranches(schema)
  return {
    approve: approvalSchemaFor(schema, 'approve'),
    reject: isShared ? undefined : approvalSchemaFor(schema, 'reject'),
    isShared,
  }
}

export function PayloadFields({
  payload: { form, heading },
  isOff,
  labels,
}: {
  payload: PayloadForm
  isOff: boolean
  labels: ToolCallLabels
}): ReactNode {
  const id = useId()
  return (
    <div data-slot="tc-payload-form" role="group" aria-labelledby={id}>
      <p data-slot="tc-small" id={id}>
        {heading}
      </p>
      <FormFields form={form} isOff={isOff} labels={labels} />
    </div>
  )
}
