import type { ToolInputEncoding } from '../partial-json/create-tool-input.ts'
import type { ModelOutput } from './model-output.ts'
import type { StoredToolCall } from './tool-call.ts'

export type RunEndReason = 'complete' | 'aborted' | 'error' | 'suspended' | 'length' | 'disconnected'
export type AnsweredBy = 'user' | 'policy' | 'elsewhere'
export type ErrorKind = 'input' | 'execution' | 'output' | 'not-executed'
export type InterruptReason =
  | 'aborted'
  | 'error'
  | 'length'
  | 'disconnected'
  | 'no-result'
  | 'cancelled'
  | 'expired'
  | 'superseded'
  | 'answered-elsewhere'
/** The reasons of §4.2 that a cancellation can have; the others are concluded from a run's end. */
export type CancelReason = Extract<
  InterruptReason,
  'aborted' | 'cancelled' | 'expired' | 'superseded' | 'answered-elsewhere'
>

/** How long and how wide an approval holds; `tool` and `category` hold until they are revoked. */
export type GrantScope = 'once' | 'session' | 'tool' | 'category'
export interface ApprovalOption {
  readonly id: string
  readonly kind: 'allow-once' | 'allow-always' | 'reject-once' | 'reject-always' | (string & {})
  readonly label?: string | undefined
  readonly grant?: GrantScope | undefined
  /** What the grant covers, in words that may be shown. */
  readonly covers?: string | undefined
}
export interface ToolAnnotations {
  readonly title?: string | undefined
  readonly readOnlyHint?: boolean | undefined
  readonly destructiveHint?: boolean | undefined
  readonly idempotentHint?: boolean | undefined
  readonly openWorldHint?: boolean | undefined
}
export interface Task {
  readonly id: string
  readonly content: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly activeForm?: string | undefined
}

export type TransformPhase = 'input' | 'inputDelta' | 'output' | 'error' | 'approval' | 'suspend' | 'resume'
export type DisplayOverride = { readonly value: unknown } | { readonly suppress: true }
/** What may be drawn instead, by phase. */
export type ToolDisplay = Readonly<Partial<Record<TransformPhase, DisplayOverride>>>

export interface EventScope {
  threadId?: string | undefined
  runId?: string | undefined
  messageId?: string | undefined
  stepId?: string | undefined
  parentToolCallId?: string | undefined
  subagentRunId?: string | undefined
  /** Epoch milliseconds. */
  at?: number | undefined
}
interface ToolEvent extends EventScope {
  display?: ToolDisplay | undefined
}
interface ToolFacts {
  title?: string | undefined
  inputEncoding?: ToolInputEncoding | undefined
  providerExecuted?: boolean | undefined
  dynamic?: boolean | undefined
  background?: boolean | undefined
  annotations?: ToolAnnotations | undefined
  metadata?: unknown
}

export interface ToolInputStartEvent extends ToolEvent, ToolFacts {
  type: 'tool_input_start'
  toolCallId: string
  toolName: string
}
export interface ToolInputDeltaEvent extends EventScope {
  type: 'tool_input_delta'
  toolCallId: string
  toolName?: string | undefined
  /** A string is JSON text to append; anything else replaces the preview. `unknown` because a display transform may return anything. */
  argsTextDelta: unknown
}
export interface ToolInputEndEvent extends ToolEvent {
  type: 'tool_input_end'
  toolCallId: string
}
export interface ToolStartEvent extends ToolEvent, ToolFacts {
  type: 'tool_start'
  toolCallId: string
  toolName: string
  args: unknown
}
export interface ToolInputErrorEvent extends ToolEvent, ToolFacts {
  type: 'tool_input_error'
  toolCallId: string
  toolName: string
  input?: unknown
  errorText: string
}
export interface ToolApprovalRequiredEvent extends ToolEvent {
  type: 'tool_approval_required'
  toolCallId: string
  toolName?: string | undefined
  args?: unknown
  approvalId?: string | undefined
  requestReason?: string | undefined
  message?: string | undefined
  isAutomatic?: boolean | undefined
  options?: readonly ApprovalOption[] | undefined
  /** JSON Schema, as an object or as JSON text, of the payload that comes with the decision. */
  approvalSchema?: unknown
  editable?: boolean | undefined
  descriptor?: unknown
  expiresAt?: number | undefined
  ref?: unknown
}
export type ToolApprovalResolvedEvent = ToolEvent & {
  type: 'tool_approval_resolved'
  approved: boolean
  reason?: string | undefined
  editedInput?: unknown
  optionId?: string | undefined
  payload?: unknown
  grant?: GrantScope | undefined
  by: AnsweredBy
} & ({ toolCallId: string; approvalId?: string | undefined } | { toolCallId?: undefined; approvalId: string })
export interface ToolSuspendedEvent extends ToolEvent {
  type: 'tool_suspended'
  toolCallId: string
  toolName?: string | undefined
  args?: unknown
  suspendPayload: unknown
  suspensionId?: string | undefined
  /** JSON Schema, as an object or (AgentController) as JSON text. */
  resumeSchema?: unknown
  message?: string | undefined
  detached?: boolean | undefined
  expiresAt?: number | undefined
  ref?: unknown
}
export interface ToolResumedEvent extends ToolEvent {
  type: 'tool_resumed'
  toolCallId: string
  suspensionId?: string | undefined
  resumeData?: unknown
  by: AnsweredBy
}
export interface ToolCancelledEvent extends ToolEvent {
  type: 'tool_cancelled'
  toolCallId: string
  approvalId?: string | undefined
  suspensionId?: string | undefined
  reason: CancelReason
  message?: string | undefined
}
/** AgentController's own name, taken as it is: `tool_cancelled` with reason `cancelled` and this text as its message. */
export interface ToolSuspensionCancelledEvent extends ToolEvent {
  type: 'tool_suspension_cancelled'
  toolCallId: string
  toolName?: string | undefined
  reason: string
}
export interface ToolOutputRequiredEvent extends ToolEvent {
  type: 'tool_output_required'
  toolCallId: string
  toolName?: string | undefined
  args?: unknown
  outputSchema?: unknown
  expiresAt?: number | undefined
  ref?: unknown
}
export interface ToolUpdateEvent extends ToolEvent {
  type: 'tool_update'
  toolCallId: string
  partialResult: unknown
  /** With a name it is progress of that name, without it is preliminary output. */
  name?: string | undefined
  background?: boolean | undefined
}
export interface ShellOutputEvent extends ToolEvent {
  type: 'shell_output'
  toolCallId: string
  output: string
  stream: 'stdout' | 'stderr'
}
export interface CommandExitEvent extends ToolEvent {
  type: 'command_exit'
  toolCallId: string
  exitCode: number
  success: boolean
}
export interface ToolEndEvent extends ToolEvent {
  type: 'tool_end'
  toolCallId: string
  toolName?: string | undefined
  args?: unknown
  /** JSON drops `undefined`, so it may be missing. */
  result?: unknown
  isError: boolean
  errorKind?: ErrorKind | undefined
  errorText?: string | undefined
  denied?: boolean | undefined
  reason?: string | undefined
  modelOutput?: ModelOutput | undefined
  metadata?: unknown
}
export interface ToolRetractedEvent extends ToolEvent {
  type: 'tool_retracted'
  toolCallId: string
  reason: 'step-reset' | 'message-removed'
}
export interface SubagentStartEvent extends ToolEvent {
  type: 'subagent_start'
  /** The parent call. */
  toolCallId: string
  agentType: string
  task?: string | undefined
  modelId?: string | undefined
  forked?: boolean | undefined
}
export interface SubagentTextDeltaEvent extends ToolEvent {
  type: 'subagent_text_delta'
  toolCallId: string
  agentType: string
  textDelta: string
}
export interface SubagentToolStartEvent extends ToolEvent {
  type: 'subagent_tool_start'
  toolCallId: string
  agentType: string
  subToolName: string
  subToolArgs: unknown
}
export interface SubagentToolEndEvent extends ToolEvent {
  type: 'subagent_tool_end'
  toolCallId: string
  agentType: string
  subToolName: string
  subToolResult: unknown
  isError: boolean
}
export interface SubagentEndEvent extends ToolEvent {
  type: 'subagent_end'
  toolCallId: string
  agentType: string
  result?: string | undefined
  isError: boolean
  durationMs?: number | undefined
}
export interface TaskUpdatedEvent extends ToolEvent {
  type: 'task_updated'
  tasks: readonly Task[]
}
export interface RunStartEvent extends EventScope {
  type: 'run_start'
  parentRunId?: string | undefined
}
export interface RunEndEvent extends EventScope {
  type: 'run_end'
  reason?: RunEndReason | undefined
  errorText?: string | undefined
  pendingToolCallIds?: readonly string[] | undefined
}
export interface ResponseFailedEvent extends EventScope {
  type: 'response_failed'
  toolCallId: string
  /** Which record, where the id repeats. */
  key?: string | undefined
  error: string
  retryable: boolean
}
export interface HydrateEvent extends EventScope {
  type: 'hydrate'
  toolCalls: readonly StoredToolCall[]
  /** These are all calls of the thread. */
  complete?: boolean | undefined
}
export type ToolCallEvent =
  | ToolInputStartEvent
  | ToolInputDeltaEvent
  | ToolInputEndEvent
  | ToolStartEvent
  | ToolInputErrorEvent
  | ToolApprovalRequiredEvent
  | ToolApprovalResolvedEvent
  | ToolSuspendedEvent
  | ToolResumedEvent
  | ToolCancelledEvent
  | ToolSuspensionCancelledEvent
  | ToolOutputRequiredEvent
  | ToolUpdateEvent
  | ShellOutputEvent
  | CommandExitEvent
  | ToolEndEvent
  | ToolRetractedEvent
  | SubagentStartEvent
  | SubagentTextDeltaEvent
  | SubagentToolStartEvent
  | SubagentToolEndEvent
  | SubagentEndEvent
  | TaskUpdatedEvent
  | RunStartEvent
  | RunEndEvent
  | ResponseFailedEvent
  | HydrateEvent
