'use client'

import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ToolCallIn } from '../../core/tool-call.ts'
import { displayed } from '../describe-tool-call.ts'
import { toInputItems } from '../preview-text.ts'
import { HiddenValue, Rows } from '../tool-input-preview.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { AgentReason, Notice } from './approval-prompt.tsx'

/** Says that a tool has paused, and with what question. The form that answers it is the app's for now. */
export function SuspensionNotice({
  call,
  canDecide,
}: {
  call: ToolCallIn<'suspended'>
  canDecide: boolean
}): ReactNode {
  const labels = useToolCallLabels()
  const { suppressed, value } = displayed(call, 'suspend', call.suspension.payload)
  const items = useMemo(() => toInputItems(value ?? undefined, false), [value])
  const { message } = call.suspension
  const failed = call.delivery?.status === 'failed' ? call.delivery.error : undefined
  return (
    <div data-slot="tc-prompt">
      {failed && (
        <Notice tone="danger" icon="failed">
          {labels.prompt.notSent(failed.message.replace(/[.\s]+$/, '') || labels.prompt.noAnswer)}
        </Notice>
      )}
      {message && !suppressed && <AgentReason text={message} labels={labels} heading={labels.prompt.asks} />}
      {suppressed ? (
        <HiddenValue labels={labels} />
      ) : (
        items.length > 0 && (
          <div data-slot="tc-payload">{<Rows items={items} isFull marksInvisible labels={labels} />}</div>
        )
      )}
      <p data-slot="tc-small">{canDecide ? labels.prompt.waiting : labels.prompt.readOnly}</p>
    </div>
  )
}
