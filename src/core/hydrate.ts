import { frozenCopy } from './json-value.ts'
import { newFacts } from './tool-call-facts.ts'
import { change, isEnded, isIn, lacksInput, move, pick, type Phase } from './tool-call-record.ts'
import type { Decision, StoredToolCall, ToolCall, ToolCallState } from './tool-call.ts'

/** How far a state is. What is further counts: settled, answered, waiting, input complete, streaming. */
const RANK: Record<ToolCallState, number> = {
  'input-streaming': 0,
  'input-available': 1,
  interrupted: 2,
  'approval-requested': 3,
  suspended: 3,
  'approval-responded': 4,
  resuming: 4,
  'output-available': 5,
  'output-error': 5,
  'output-denied': 5,
}

/** True for what can be read as a stored call. */
export function isStoredToolCall(value: unknown): value is StoredToolCall {
  if (typeof value !== 'object' || value === null) return false
  const { toolCallId, state } = value as Partial<StoredToolCall>
  return typeof toolCallId === 'string' && typeof state === 'string' && Object.hasOwn(RANK, state)
}

/**
 * What a stored call makes of a record, or of one that it opens. Nothing that is stored decides or runs: an answer in it was
 * given elsewhere, and a call that was going on when it was stored is cut off until somebody goes on telling of it.
 */
export function mergeStored(
  call: ToolCall | undefined,
  stored: StoredToolCall,
  opened: ToolCall,
  goesOn: boolean,
): ToolCall {
  const facts = newFacts(opened, { ...stored, type: 'tool_start', args: undefined }, isEnded(call))
  const known = facts ? change(opened, facts) : opened
  const endsPrompt = stored.state === 'interrupted' && isIn(call, 'approval-requested', 'suspended')
  if (call && RANK[stored.state] <= RANK[call.state] && !endsPrompt) {
    return stored.input !== undefined && lacksInput(call) ? change(known, { input: stored.input }) : known
  }
  // only an outcome shows that an answer was really taken
  const isTrusted = RANK[stored.state] === RANK['output-available']
  const decision = stored.decision && {
    ...stored.decision,
    by: isTrusted ? stored.decision.by : ('elsewhere' as const),
  }
  return move(known, {
    ...pick(stored, 'shell subagent outputRequest startedAt resumeData receipts'),
    decision,
    ...storedPhase(stored, decision, goesOn),
  })
}

function storedPhase(
  stored: StoredToolCall,
  decision: Decision = { approved: false, by: 'elsewhere' },
  goesOn: boolean,
): Phase {
  const { state, input, toolCallId, settledAt } = stored
  switch (state) {
    case 'input-streaming':
      return goesOn
        ? { state, input, inputText: stored.inputText ?? '', inputOpenPath: undefined, revision: 0 }
        : {
            state: 'interrupted',
            reason: 'disconnected',
            inputComplete: false,
            input,
            inputText: stored.inputText ?? '',
          }
    case 'input-available':
      return goesOn || stored.waitingFor
        ? { state, input, waitingFor: stored.waitingFor }
        : { state: 'interrupted', reason: 'disconnected', inputComplete: true, input }
    case 'approval-requested':
    case 'approval-responded': {
      const approval = { approvalId: toolCallId, ...stored.approval }
      return { state, input: frozenCopy(input), approval, ...(state === 'approval-responded' && { decision }) }
    }
    case 'suspended':
    case 'resuming':
      return { state, input, suspension: { suspensionId: toolCallId, payload: undefined, ...stored.suspension } }
    case 'output-available':
      return {
        state,
        input,
        output: stored.output,
        modelOutput: stored.modelOutput,
        ranAlthoughDenied: (stored.decision && !decision.approved) || undefined,
        settledAt,
      }
    case 'output-error':
      return {
        state,
        input,
        errorText: stored.errorText ?? '',
        errorKind: stored.errorKind ?? 'execution',
        ...pick(stored, 'output settledAt'),
      }
    case 'output-denied':
      return { state, input, decision, settledAt }
    case 'interrupted': {
      const inputComplete = stored.inputComplete !== false
      return {
        state,
        reason: stored.reason ?? 'no-result',
        inputComplete,
        input,
        inputText: inputComplete ? undefined : (stored.inputText ?? ''),
        ...pick(stored, 'message settledAt'),
      }
    }
    default: {
      const unreachable: never = state
      return unreachable
    }
  }
}
