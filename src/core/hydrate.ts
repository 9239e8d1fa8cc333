import { frozenCopy } from './json-value.ts'
import { freezeCall, isEnded, lacksInput, phaseOf, pick, type Phase } from './reduce-tool-call.ts'
import type {
  ApprovalRequest,
  Decision,
  StoredToolCall,
  SuspensionRequest,
  ToolCall,
  ToolCallState,
} from './tool-call.ts'
import { addFacts, commonOf, type CommonFields } from './tool-call-facts.ts'

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
 * What a stored call makes of a record, or of a fresh one (`common`). Nothing that is stored decides or runs: an answer in it
 * was given elsewhere, and a call that was going on when it was stored is cut off until somebody goes on telling of it.
 */
export function mergeStored(
  call: ToolCall | undefined,
  stored: StoredToolCall,
  opened: CommonFields,
  goesOn: boolean,
): ToolCall {
  const common = addFacts(
    call ? commonOf(call) : opened,
    { ...stored, type: 'tool_start', args: undefined },
    call !== undefined && isEnded(call),
  )
  if (
    call &&
    RANK[stored.state] <= RANK[call.state] &&
    !(stored.state === 'interrupted' && RANK[call.state] === RANK['approval-requested'])
  ) {
    if (stored.input !== undefined && lacksInput(call))
      return freezeCall(common, { ...phaseOf(call), input: stored.input })
    return common.toolName === call.toolName && Object.keys(common).length === Object.keys(commonOf(call)).length
      ? call
      : freezeCall(common, phaseOf(call))
  }
  const answer = stored.decision && {
    ...stored.decision,
    by: trusted(stored) ? stored.decision.by : ('elsewhere' as const),
  }
  return freezeCall(
    {
      ...common,
      ...pick(stored, ['shell', 'subagent', 'outputRequest', 'startedAt', 'settledAt', 'resumeData']),
      receipts: stored.receipts ?? common.receipts,
      decision: answer,
    },
    storedPhase(stored, answer, goesOn),
  )
}

// Only an outcome shows that an answer was really taken.
function trusted(stored: StoredToolCall): boolean {
  return RANK[stored.state] === RANK['output-available']
}

function storedPhase(stored: StoredToolCall, decision: Decision | undefined, goesOn: boolean): Phase {
  const { state, input } = stored
  const approval: ApprovalRequest = { ...stored.approval, approvalId: stored.approval?.approvalId ?? stored.toolCallId }
  const suspension: SuspensionRequest = {
    payload: undefined,
    ...stored.suspension,
    suspensionId: stored.suspension?.suspensionId ?? stored.toolCallId,
  }
  const denied: Decision = decision ?? { approved: false, by: 'elsewhere' }
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
      if (!goesOn && !stored.waitingFor)
        return { state: 'interrupted', reason: 'disconnected', inputComplete: true, input }
      return stored.waitingFor ? { state, input, waitingFor: stored.waitingFor } : { state, input }
    case 'approval-requested':
      return { state, input: frozenCopy(input), approval }
    case 'approval-responded':
      return { state, input, approval, decision: denied }
    case 'suspended':
      return { state, input, suspension }
    case 'resuming':
      return { state, input, suspension, resumeData: stored.resumeData }
    case 'output-available':
      return {
        state,
        input,
        output: stored.output,
        ...(stored.modelOutput && { modelOutput: stored.modelOutput }),
        ...(decision?.approved === false && { ranAlthoughDenied: true }),
      }
    case 'output-error':
      return {
        state,
        input,
        errorText: stored.errorText ?? '',
        errorKind: stored.errorKind ?? 'execution',
        ...(stored.output !== undefined && { output: stored.output }),
      }
    case 'output-denied':
      return { state, input, decision: denied }
    case 'interrupted': {
      const why = {
        state,
        reason: stored.reason ?? 'no-result',
        ...(stored.message !== undefined && { message: stored.message }),
      }
      return stored.inputComplete === false
        ? { ...why, inputComplete: false, input, inputText: stored.inputText ?? '' }
        : { ...why, inputComplete: true, input }
    }
    default: {
      const unreachable: never = state
      return unreachable
    }
  }
}
