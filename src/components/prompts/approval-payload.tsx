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

/** The forms of what has to come with either answer; the same one twice where one schema holds for both. */
export function useApprovalPayload(
  call: ToolCallIn<'approval-requested'>,
  draft: PayloadDraft,
  onChange: (change: PayloadDraft) => void,
  labels: ToolCallLabels,
): Readonly<Record<'approve' | 'reject', PayloadForm | undefined>> {
  const { approvalSchema } = call.approval
  const { approve, reject, isShared } = useMemo(() => readSchemas(approvalSchema), [approvalSchema])
  const own = isShared ? undefined : reject
  const forms = {
    approve: useSchemaForm({
      schema: approve,
      isOff: approve === undefined,
      draft: draft.approve,
      onChange: state => onChange({ approve: state }),
      labels,
    }),
    reject: useSchemaForm({
      schema: own,
      isOff: own === undefined,
      draft: draft.reject,
      onChange: state => onChange({ reject: state }),
      labels,
    }),
  }
  const shown = { form: forms.approve, heading: labels.prompt.payload[isShared ? 'both' : 'approve'] }
  return {
    approve: approve === undefined ? undefined : shown,
    reject: isShared
      ? shown
      : own === undefined
        ? undefined
        : { form: forms.reject, heading: labels.prompt.payload.reject },
  }
}

function readSchemas(given: unknown) {
  const schema = typeof given === 'string' ? parseSchema(given) : given
  return {
    approve: approvalSchemaFor(schema, 'approve'),
    reject: approvalSchemaFor(schema, 'reject'),
    isShared: schema !== undefined && !hasBranches(schema),
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
