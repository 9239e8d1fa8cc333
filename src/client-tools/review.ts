import type { ToolRun, ToolRunResult } from '../core/tool-runs.ts'

type Output = Extract<ToolRunResult, { type: 'output' }>

/** Outputs that a person looks at, by what is shown of them: as long as the record is there. */
const held = new WeakMap<object, Output>()

/** Shows a person what the model will read. Nothing is posted without a yes. */
export function askForReview(result: Output): ToolRunResult {
  const { output, modelOutput } = result
  const payload = { result: modelOutput ? modelOutput.value : output }
  held.set(payload, result)
  return {
    type: 'suspended',
    payload,
    message: 'The tool has run. The model will read this result.',
    resumeSchema: RESUME_SCHEMA,
    ifCancelled: refuse(),
  }
}

/** The answer to a review, where that is what was answered. */
export function answerReview({ call, isResumed, resumeData }: ToolRun): ToolRunResult | undefined {
  const receipt = isResumed ? call.receipts.at(-1) : undefined
  const payload = receipt?.type === 'suspension' ? receipt.request.payload : undefined
  const result = typeof payload === 'object' && payload !== null ? held.get(payload) : undefined
  if (!result) return undefined
  const { send, reason } = (
    typeof resumeData === 'object' && resumeData !== null ? resumeData : { send: resumeData }
  ) as {
    send?: unknown
    reason?: unknown
  }
  return send === true ? result : refuse(reason)
}

const RESUME_SCHEMA = {
  type: 'object',
  properties: {
    send: { type: 'boolean', title: 'Send it to the model' },
    reason: { type: 'string', title: 'Reason, if not' },
  },
  required: ['send'],
}

function refuse(reason?: unknown): Extract<ToolRunResult, { type: 'output-error' }> {
  const why = typeof reason === 'string' && reason !== '' ? ` Reason: ${reason}` : ''
  return {
    type: 'output-error',
    errorKind: 'output',
    errorText: `The tool has run, but the person did not let its result be sent.${why}`,
  }
}
