import type { InterruptReason } from './events.ts'
import { isDeepEqual } from './json-value.ts'
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
export const STATES: Record<ToolCallState, readonly [rank: number, fields: string]> = {
  'input-streaming': [0, 'input inputText inputOpenPath revision'],
  'input-available': [1, 'input inputError running waitingFor'],
  interrupted: [2, 'input inputText inputComplete reason message settledAt'],
  'approval-requested': [3, 'input approval'],
  suspended: [3, 'input suspension'],
  'approval-responded': [4, 'input approval'],
  resuming: [4, 'input suspension'],
  'output-available': [5, 'input output modelOutput ranAlthoughDenied settledAt'],
  'output-error': [5, 'input output errorText errorKind settledAt'],
  'output-denied': [5, 'input settledAt'],
}

/** Fields of a record; `undefined` takes a field away. */
export type Fields = { readonly [field: string]: unknown }
/** A state and what belongs to it; fields that every state carries may be among them. */
export type Phase = Fields & { readonly state: ToolCallState }

/** A record of any state: a field of another state is undefined. */
export interface AnyToolCall extends Omit<ToolCall, 'state'> {
  readonly state: ToolCallState
  readonly input: unknown
  readonly inputText?: string
  readonly revision?: number
  readonly inputError?: ToolCallIn<'input-available'>['inputError']
  readonly running?: RunningTool
  readonly waitingFor?: 'client' | 'background'
  readonly approval?: ApprovalRequest
  readonly suspension?: SuspensionRequest
  readonly reason?: InterruptReason
  readonly inputComplete?: boolean
}

export function isIn<State extends ToolCallState>(
  call: { readonly state: ToolCallState } | undefined,
  ...states: readonly State[]
): call is ToolCallIn<State> {
  return call !== undefined && (states as readonly ToolCallState[]).includes(call.state)
}

/** `output-*`: there is an outcome, and nothing that comes later changes it. */
export function isSettled(
  call: { readonly state: ToolCallState } | undefined,
): call is ToolCallIn<'output-available' | 'output-error' | 'output-denied'> {
  return call !== undefined && call.state.startsWith('output-')
}

/** Settled, or ended without an outcome. */
export function isEnded(call: { readonly state: ToolCallState } | undefined): boolean {
  return isSettled(call) || isIn(call, 'interrupted')
}

/** Nothing has been heard of it but its id. */
export function isNew(call: AnyToolCall): boolean {
  return isIn(call, 'input-streaming') && call.revision === undefined
}

/** Somebody here must decide. A request that a policy answers by itself is not one. */
export function isPending(call: ToolCall): call is PendingToolCall
export function isPending(call: AnyToolCall): boolean
export function isPending(call: AnyToolCall): boolean {
  return isIn(call, 'approval-requested', 'suspended') && (call as AnyToolCall).approval?.isAutomatic !== true
}

/** It needs an answer from here: a person's, or a tool's. */
export function isOurs(call: AnyToolCall): boolean {
  return isPending(call) || call.waitingFor === 'client'
}

/** It cannot go on before we answer, or before the other answers of its batch are given. */
export function isWaiting(call: AnyToolCall): boolean {
  return isOurs(call) || call.delivery?.status === 'held'
}

/** A call that was cut off by a lost connection goes on when the connection is back. */
export function isCutOff(call: AnyToolCall): boolean {
  return call.reason === 'disconnected' && !call.inputComplete
}

/** More of the input may arrive. */
export function mayStream(call: AnyToolCall): boolean {
  return isIn(call, 'input-streaming') || isCutOff(call)
}

/** A request or an outcome came before the arguments were known; what a request says of them is only lent. */
export function lacksInput(call: AnyToolCall): boolean {
  return !isIn(call, 'interrupted') && !call.inputError && (call.input === undefined || isLent(call))
}

/** The input of this request is what it asked about: the call's own is not known yet. */
export function isLent(call: AnyToolCall): boolean {
  return isIn(call, 'approval-requested') && call.approval.input !== undefined && call.approval.input === call.input
}

/** What the call asks, or asked and waits behind. */
export function requestOf(call: AnyToolCall): AnyRequest {
  return call.approval ?? call.suspension ?? {}
}
export type AnyRequest = Partial<ApprovalRequest & SuspensionRequest>

/** Everything that was asked, oldest first. */
export function requestsOf(call: AnyToolCall): readonly AnyRequest[] {
  return [...call.receipts.map(({ request }) => request), requestOf(call)]
}

/** Of two requests one has the same id as the other, and is of the same kind. */
export function idOf(request: AnyRequest): string | undefined {
  return request.approvalId ?? request.suspensionId
}

/** A record with other fields, in the same state. What is equal keeps its identity, and so does a record that nothing is new of. */
export function change<Call extends AnyToolCall>(call: Call, fields: Fields): Call {
  const known = call as unknown as Fields
  const news = filter(fields, (field, value) => !isDeepEqual(known[field], value))
  return Object.keys(news).length === 0 ? call : freeze<Call>({ ...call, ...news })
}

/** A record in another state: what belonged to the old one goes. */
export function move(call: AnyToolCall, phase: Phase): ToolCall {
  return freeze({ ...filter(call, field => !PHASE_FIELDS.has(field)), ...phase })
}

/** The same call, to be run here; `running` once it is. */
export function waitingHere(call: ToolCall, running?: RunningTool): ToolCall {
  return isEnded(call) || isIn(call, 'input-streaming')
    ? call
    : move(call, { state: 'input-available', input: call.input, waitingFor: 'client', running })
}

/** The id of the last approval, where it was a yes to the input that the call has now. */
export function approvedId(call: ToolCall): string | undefined {
  const receipt = call.receipts.findLast(({ type }) => type === 'approval')
  if (receipt?.type !== 'approval') return undefined
  const { request, input, decision } = receipt
  const isSame = decision.approved && isDeepEqual(decision.editedInput ?? input, call.input)
  return isSame ? request.approvalId : undefined
}

const PHASE_FIELDS = new Set(Object.values(STATES).flatMap(([, fields]) => fields.split(' ')))
// These may be there and have no value.
const VALUES = ['input', 'output', 'inputOpenPath']

function freeze<Call = ToolCall>(record: object): Call {
  return Object.freeze(filter(record, (field, value) => value !== undefined || VALUES.includes(field))) as Call
}

/** The named fields that have a value. */
export function pick(from: object, fields: string): Fields {
  return filter(from, (field, value) => value !== undefined && fields.split(' ').includes(field))
}

// a new object: what fields are deleted from gets slow
function filter(from: object, keep: (field: string, value: unknown) => boolean): Fields {
  return Object.fromEntries(Object.entries(from).filter(([field, value]) => keep(field, value)))
}
