import { frozenCopy, isObject } from './json-value.ts'
import { mendFields } from './parse-event.ts'
import { factsOf } from './tool-call-facts.ts'
import {
  change,
  isEnded,
  isIn,
  isNew,
  lacksInput,
  move,
  pick,
  STATES,
  type Fields,
  type Phase,
} from './tool-call-record.ts'
import type { Receipt, StoredToolCall, ToolCall } from './tool-call.ts'

/** A stored call without the fields that are wrong; undefined for what cannot be read as one. */
export function parseStoredToolCall(value: unknown): StoredToolCall | undefined {
  const stored = isObject(value) ? mendFields(value) : {}
  const isReadable = typeof stored.toolCallId === 'string' && Object.hasOwn(STATES, String(stored.state))
  return isReadable ? (stored as unknown as StoredToolCall) : undefined
}

/**
 * What a stored call makes of a record. Nothing that is stored decides or runs: an answer in it was
 * given elsewhere, and a call that was going on when it was stored is cut off until somebody goes on telling of it.
 */
export function mergeStored(call: ToolCall, stored: StoredToolCall, goesOn: boolean): ToolCall {
  const known = change(call, factsOf(call, { ...stored, type: 'tool_start', args: undefined }, isEnded(call)))
  const [rank] = STATES[stored.state]
  const endsPrompt = stored.state === 'interrupted' && isIn(call, 'approval-requested', 'suspended')
  if (!isNew(call) && rank <= STATES[call.state][0] && !endsPrompt) {
    return stored.input !== undefined && lacksInput(call) ? change(known, { input: stored.input }) : known
  }
  // only an outcome shows that an answer was really taken
  const trust = rank === STATES['output-available'][0] ? {} : ({ by: 'elsewhere' } as const)
  const trusted = (receipt: Receipt): Receipt =>
    receipt.type === 'approval'
      ? { ...receipt, decision: { ...receipt.decision, ...trust } }
      : { ...receipt, ...(receipt.type === 'suspension' && trust) }
  const wasDecided = stored.decision ?? (stored.state === 'approval-responded' || stored.state === 'output-denied')
  return move(known, {
    ...pick(stored, 'shell subagent outputRequest startedAt resumeData'),
    receipts: stored.receipts?.filter(receipt => isObject(receipt?.request)).map(trusted) ?? known.receipts,
    decision: wasDecided
      ? {
          approved: false,
          by: 'elsewhere',
          ...stored.decision,
          ...trust,
          ...(stored.state === 'output-denied' && { approved: false }),
        }
      : undefined,
    ...storedPhase(stored, goesOn),
  })
}

function storedPhase(stored: StoredToolCall, goesOn: boolean): Phase {
  const { toolCallId } = stored
  let { state, reason = 'no-result', inputComplete = true } = stored
  if (!goesOn && (state === 'input-streaming' || (state === 'input-available' && !stored.waitingFor))) {
    inputComplete = state === 'input-available'
    state = 'interrupted'
    reason = 'disconnected'
  }
  const values: Fields = {
    ...stored,
    errorText: stored.errorText ?? '',
    errorKind: stored.errorKind ?? 'execution',
    reason,
    inputComplete,
    inputText: state === 'interrupted' && inputComplete ? undefined : (stored.inputText ?? ''),
    approval: { approvalId: toolCallId, ...stored.approval },
    suspension: { suspensionId: toolCallId, payload: undefined, ...stored.suspension },
    ranAlthoughDenied: stored.decision?.approved === false || undefined,
    revision: 0,
    // what only a live call has
    inputOpenPath: undefined,
    inputError: undefined,
    running: undefined,
  }
  const phase = Object.fromEntries(STATES[state][1].split(' ').map(field => [field, values[field]]))
  return { ...phase, state, input: 'approval' in phase ? frozenCopy(stored.input) : stored.input }
}
