'use client'

import { forwardRef, useEffect, useState } from 'react'
import type { ForwardedRef, ReactNode } from 'react'
import type { Decision, Receipt as ReceiptRecord, ToolCall } from '../core/tool-call.ts'
import type { ToolCallLabels } from '../locales/labels.ts'
import { VisibleText, Words } from './code-block.tsx'
import { displayed, planOutcome, wasClosed } from './describe-tool-call.ts'
import { isRecord } from './is-record.ts'
import { toText } from './preview-text.ts'
import { toolKindOf } from './tool-kind.ts'
import { useToolCallLabels } from './view-context.ts'
import { shorten, toOneLine } from './wording.ts'

/** What was decided, by whom and why. Stays on the screen when the card is folded; takes the focus when the prompt goes. */
export const Receipt = forwardRef(function Receipt(
  { call }: { call: ToolCall },
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const labels = useToolCallLabels()
  const lines = receiptLines(call, labels)
  if (lines.length === 0) return null
  return (
    <div ref={ref} data-slot="tc-receipt" tabIndex={-1}>
      <div>
        {lines.map((line, index) => (
          <p key={index}>
            <span data-slot="tc-receipt-text">{line.text}</span>
            {line.notes.map((note, position) => (
              <span key={position} data-slot="tc-receipt-note">
                <Words text={note} />
              </span>
            ))}
          </p>
        ))}
      </div>
      <Delivery call={call} labels={labels} />
    </div>
  )
})

interface ReceiptLine {
  text: ReactNode
  notes: readonly string[]
}

function receiptLines(call: ToolCall, labels: ToolCallLabels): readonly ReceiptLine[] {
  const lines = call.receipts
    // The state word says that already.
    .filter(
      receipt =>
        !(receipt.type === 'withdrawn' && receipt.reason === 'answered-elsewhere' && call.state === 'interrupted'),
    )
    .map(receipt => lineOf(receipt, call, labels))
  const hasDecision = call.receipts.some(receipt => receipt.type === 'approval')
  // A stored call may bring its decision without the request that it answered.
  if (!hasDecision && call.decision && call.state !== 'approval-requested')
    lines.push(decisionLine(call, call.decision, labels))
  if (call.state === 'resuming' && !call.receipts.some(receipt => receipt.type === 'suspension'))
    lines.push(answerLine(call, call.resumeData, labels))
  if (call.state === 'interrupted' && wasClosed(call) && lines.length === 0)
    lines.push({ text: labels.receipt.withdrawn[call.reason], notes: call.message ? [call.message] : [] })
  return lines
}

function lineOf(receipt: ReceiptRecord, call: ToolCall, labels: ToolCallLabels): ReceiptLine {
  switch (receipt.type) {
    case 'approval':
      return decisionLine(call, receipt.decision, labels)
    case 'suspension':
      if (receipt.by === 'elsewhere') return { text: labels.receipt.answeredElsewhere, notes: [] }
      return answerLine(call, receipt.resumeData, labels)
    case 'withdrawn': {
      const isSuspension = 'suspensionId' in receipt.request
      const why = labels.receipt.withdrawn[receipt.reason]
      const text = isSuspension || uncertain.has(receipt.reason) ? why : `${why} ${labels.receipt.nothingRan}`
      return { text, notes: receipt.message ? [receipt.message] : [] }
    }
    default: {
      const unreachable: never = receipt
      return unreachable
    }
  }
}

/** Then it may have been answered without anybody here knowing. */
const uncertain: ReadonlySet<string> = new Set(['disconnected', 'no-result', 'answered-elsewhere'])

function decisionLine(call: ToolCall, decision: Decision, labels: ToolCallLabels): ReceiptLine {
  const notes: string[] = []
  if (decision.approved && decision.editedInput !== undefined) notes.push(labels.receipt.withChanges)
  if (decision.reason) notes.push(labels.receipt.reason(decision.reason))
  if (decision.payload !== undefined) {
    const { suppressed, value } = displayed(call, 'resume', decision.payload)
    notes.push(suppressed ? labels.preview.hidden : inOneLine(answerText(value, labels)))
  }
  return { text: decisionText(decision, labels), notes }
}

function decisionText({ approved, by, grant }: Decision, labels: ToolCallLabels): string {
  const { receipt } = labels
  switch (by) {
    case 'policy':
      return approved ? receipt.automatic : receipt.blocked
    case 'elsewhere':
      return approved ? receipt.approvedElsewhere : receipt.deniedElsewhere
    case 'user':
      if (!approved) return receipt.denied
      return grant === 'session'
        ? receipt.session
        : grant === 'tool' || grant === 'category'
          ? receipt.always
          : receipt.approved
    default: {
      const unreachable: never = by
      return unreachable
    }
  }
}

const ANSWER_LENGTH = 300

function answerLine(call: ToolCall, resumeData: unknown, labels: ToolCallLabels): ReceiptLine {
  const { suppressed, value } = displayed(call, 'resume', resumeData)
  if (suppressed) return { text: labels.receipt.answered(labels.preview.hidden), notes: [] }
  const outcome = toolKindOf(call) === 'plan' ? planOutcome(call) : undefined
  if (outcome && isRecord(value)) {
    const feedback = typeof value['feedback'] === 'string' ? inOneLine(value['feedback']) : ''
    return {
      text: labels.receipt.planOutcomes[outcome],
      notes: feedback === '' ? [] : [labels.receipt.feedback(feedback)],
    }
  }
  if (value === '') return { text: labels.receipt.answeredEmpty, notes: [] }
  if (Array.isArray(value) && value.length === 0) return { text: labels.receipt.answeredNone, notes: [] }
  return { text: <VisibleText text={labels.receipt.answered(inOneLine(answerText(value, labels)))} />, notes: [] }
}

function inOneLine(text: string): string {
  return shorten(toOneLine(text), ANSWER_LENGTH)
}

/** What was chosen, in the words of the form: a yes for `true`, names for the fields. */
function answerText(value: unknown, labels: ToolCallLabels): string {
  if (typeof value === 'boolean') return value ? labels.form.yes : labels.form.no
  if (value === null || value === undefined) return labels.form.none
  if (Array.isArray(value) && value.every(entry => typeof entry === 'string')) return labels.receipt.answers(value)
  if (isRecord(value)) {
    // Several questions may be answered together under one name.
    if (isRecord(value['answers']) && Object.keys(value).length === 1) return answerText(value['answers'], labels)
    const entries = Object.entries(value).slice(0, 20)
    const isFlat = entries.every(([, entry]) => typeof entry !== 'object' || entry === null)
    if (entries.length > 0 && isFlat)
      return entries.map(([key, entry]) => `${key}: ${answerText(entry, labels)}`).join(', ')
  }
  return toText(value)
}

/** Says why nothing happens yet. */
function Delivery({ call, labels }: { call: ToolCall; labels: ToolCallLabels }): ReactNode {
  const status = call.state === 'approval-responded' || call.state === 'resuming' ? call.delivery?.status : undefined
  if (status === 'held') return <span data-slot="tc-small">{labels.receipt.held}</span>
  return status === 'sending' ? <Late>{labels.receipt.sending}</Late> : null
}

/** Only after a moment: most answers are taken at once. */
function Late({ children }: { children: string }): ReactNode {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), 1000)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <span data-slot="tc-small">{children}</span> : null
}
