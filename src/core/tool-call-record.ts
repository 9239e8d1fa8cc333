import type {
  ApprovalRequest,
  PendingToolCall,
  RunningTool,
  SuspensionRequest,
  ToolCall,
  ToolCallIn,
  ToolCallState,
} from './tool-call.ts'

/** How far each state is, and the fields that belong to it alone. */
export const STATES: Record<ToolCallState, { readonly rank: number; readonly fields: string }> = {
  'input-streaming': { rank: 0, fields: 'input inputText inputOpenPath revision' },
  'input-available': { rank: 1, fields: 'input inputError running waitingFor' },
  interrupted: { rank: 2, fields: 'input inputText inputComplete reason message settledAt' },
  'approval-requested': { rank: 3, fields: 'input approval' },
  suspended: { rank: 3, fields: 'input suspension' },
  'approval-responded': { rank: 4, fields: 'input approval' },
  resuming: { rank: 4, fields: 'input suspension' },
  'output-available': { rank: 5, fields: 'input output modelOutput ranAlthoughDenied settledAt' },
  'output-error': { rank: 5, fields: 'input output errorText errorKind settledAt' },
  'output-denied': { rank: 5, fields: 'input settledAt' },
}

/** Fields of a record; `undefined` takes a field away. */
export type Fields = { readonly [field: string]: unknown }
/** A state and what belongs to it; fields that every state carries may be among them. */
export type Phase = Fields & { readonly state: ToolCallState }

export function isIn<State extends ToolCallState>(
  call: ToolCall | undefined,
  ...states: readonly State[]
): call is ToolCallIn<State> {
  return call !== undefined && (states as readonly ToolCallState[]).includes(call.state)
}

/** `output-*`: there is an outcome, and nothing that comes later changes it. */
export function isSettled(
  call: ToolCall | undefined,
): call is ToolCallIn<'output-available' | 'output-error' | 'output-denied'> {
  return call !== undefined && call.state.startsWith('output-')
}

/** Settled, or ended without an outcome. */
export function isEnded(call: ToolCall | undefined): boolean {
  return isSettled(call) || isIn(call, 'interrupted')
}

/** Somebody here must decide. A request that a policy answers by itself is not one. */
export function isPending(call: ToolCall | undefined): call is ToolCallIn<'approval-requested' | 'suspended'> {
  return isIn(call, 'suspended') || (isIn(call, 'approval-requested') && call.approval.isAutomatic !== true)
}

/** It needs an answer from here: a person's, or a tool's. */
export function isOurs(call: ToolCall | undefined): boolean {
  return isPending(call) || (isIn(call, 'input-available') && call.waitingFor === 'client')
}

/** It cannot go on before we answer, or before the other answers of its batch are given. */
export function isWaiting(call: ToolCall): boolean {
  return isOurs(call) || call.delivery?.status === 'held'
}

/** A call that was cut off by a lost connection goes on when the connection is back. */
export function isCutOff(call: ToolCall | undefined): boolean {
  return isIn(call, 'interrupted') && call.reason === 'disconnected' && !call.inputComplete
}

/** More of the input may arrive. */
export function mayStream(call: ToolCall | undefined): boolean {
  return !call || isIn(call, 'input-streaming') || isCutOff(call)
}

/** What the call asks, or asked and waits behind. */
export function requestOf(call: ToolCall | undefined): ApprovalRequest | SuspensionRequest | undefined {
  return isIn(call, 'approval-requested', 'approval-responded')
    ? call.approval
    : isIn(call, 'suspended', 'resuming')
      ? call.suspension
      : undefined
}

/** A request or an outcome came before the arguments were known; what a request says of them is only lent. */
export function lacksInput(call: ToolCall): boolean {
  return (
    !isIn(call, 'interrupted') &&
    !(isIn(call, 'input-available') && call.inputError) &&
    (call.input === undefined || isLent(call))
  )
}

/** The input of this request is what it asked about: the call's own is not known yet. */
export function isLent(call: ToolCall | undefined): boolean {
  return isIn(call, 'approval-requested') && call.approval.input !== undefined && call.approval.input === call.input
}

/** Everything that was asked, oldest first. */
export function requestsOf(call: ToolCall | undefined): readonly (ApprovalRequest | SuspensionRequest)[] {
  return [...(call?.receipts ?? []), { request: requestOf(call) }].flatMap(({ request }) => request ?? [])
}

export function requestId(call: PendingToolCall): string {
  return call.state === 'suspended' ? call.suspension.suspensionId : call.approval.approvalId
}

/** A record with other fields, in the same state. */
export function change(call: ToolCall, fields: Fields): ToolCall {
  return freeze({ ...call, ...fields })
}

/** A record in another state: what belonged to the old one goes. */
export function move(call: ToolCall, phase: Phase): ToolCall {
  const record: Record<string, unknown> = { ...call }
  for (const field of PHASE_FIELDS) delete record[field]
  return freeze({ ...record, ...phase })
}

/** The same call, running here. */
export function runningHere(call: ToolCall, by: RunningTool['by'], since: number): ToolCall {
  return isEnded(call) || isIn(call, 'input-streaming')
    ? call
    : move(call, { state: 'input-available', input: call.input, waitingFor: 'client', running: { by, since } })
}

const PHASE_FIELDS = Object.values(STATES).flatMap(({ fields }) => fields.split(' '))
// These may be there and have no value.
const VALUES = ['input', 'output', 'inputOpenPath']

function freeze(record: Record<string, unknown>): ToolCall {
  for (const field of Object.keys(record))
    if (record[field] === undefined && !VALUES.includes(field)) delete record[field]
  return Object.freeze(record) as unknown as ToolCall
}

/** The named fields that have a value. */
export function pick(from: object, fields: string): Fields {
  return Object.fromEntries(
    Object.entries(from).filter(([field, value]) => value !== undefined && fields.split(' ').includes(field)),
  )
}
