import type { JsonError, JsonPath } from '../partial-json/create-partial-json.ts'
import type {
  AnsweredBy,
  ApprovalOption,
  ErrorKind,
  EventScope,
  GrantScope,
  InterruptReason,
  ToolAnnotations,
  ToolDisplay,
} from './events.ts'
import type { ModelOutput } from './model-output.ts'
import type { Preview } from './schema.ts'
import type { ToolTypes } from './tool-definition.ts'

export interface DeliveryError {
  readonly message: string
  readonly retryable: boolean
}
export interface Decision {
  readonly approved: boolean
  readonly by: AnsweredBy
  readonly reason?: string
  readonly optionId?: string
  readonly editedInput?: unknown
  readonly payload?: unknown
  readonly grant?: GrantScope
}
export interface ApprovalRequest {
  /** The wire's, else the tool call's id. */
  readonly approvalId: string
  /** What the request itself says that it asks about. */
  readonly input?: unknown
  readonly requestReason?: string
  readonly message?: string
  readonly isAutomatic?: boolean
  /** The call was open when it was stored: whether its tool ran before is not known. */
  readonly mayHaveRun?: boolean
  readonly options?: readonly ApprovalOption[]
  readonly approvalSchema?: unknown
  readonly editable?: boolean
  readonly descriptor?: unknown
  readonly expiresAt?: number
  readonly ref?: unknown
}
export interface SuspensionRequest<Payload = unknown> {
  readonly suspensionId: string
  readonly payload: Payload
  readonly resumeSchema?: unknown
  readonly message?: string
  readonly detached?: boolean
  readonly expiresAt?: number
  readonly ref?: unknown
}
/** The result is ours to give; the host finds its `ref` here. */
export interface OutputRequest {
  readonly outputSchema?: unknown
  readonly expiresAt?: number
  readonly ref?: unknown
}
/** Each request with how it was answered. */
export type Receipt =
  | {
      readonly type: 'approval'
      readonly request: ApprovalRequest
      readonly input: unknown
      readonly decision: Decision
    }
  | {
      readonly type: 'suspension'
      readonly request: SuspensionRequest
      readonly resumeData: unknown
      readonly by: AnsweredBy
    }
  | {
      readonly type: 'withdrawn'
      readonly request: ApprovalRequest | SuspensionRequest
      readonly reason: InterruptReason
      readonly message?: string
    }

export interface RunningTool {
  readonly by: 'server' | 'client' | 'other-tab'
  readonly since: number
  readonly progress?: unknown
  readonly partialOutput?: unknown
}
interface CallBase<T extends ToolTypes> {
  /** Identifies the record; `toolCallId` may repeat. */
  readonly key: string
  readonly toolCallId: string
  readonly toolName: T['name']
  readonly parentKey?: string
  readonly threadId?: string
  readonly runId?: string
  readonly messageId?: string
  readonly stepId?: string
  readonly subagentRunId?: string
  readonly title?: string
  readonly providerExecuted?: boolean
  readonly dynamic?: boolean
  readonly background?: boolean
  readonly annotations?: ToolAnnotations
  readonly metadata?: unknown
  readonly display?: ToolDisplay
  readonly startedAt?: number
  readonly settledAt?: number
  readonly shell?: {
    readonly chunks: readonly { readonly stream: 'stdout' | 'stderr'; readonly text: string }[]
    readonly exitCode?: number
    readonly success?: boolean
  }
  readonly subagent?: {
    readonly agentType: string
    readonly task?: string
    readonly modelId?: string
    readonly text: string
  }
  /** The input's JSON text as it arrived; only where it holds a number that JavaScript may not hold exactly. */
  readonly inputSource?: string
  readonly receipts: readonly Receipt[]
  readonly outputRequest?: OutputRequest
  readonly decision?: Decision
  readonly resumeData?: T['resume']
  readonly delivery?: { readonly status: 'held' | 'sending' | 'failed'; readonly error?: DeliveryError }
}
type Phases<T extends ToolTypes> =
  | {
      readonly state: 'input-streaming'
      readonly input: Preview<T['input']> | undefined
      readonly inputText: string
      readonly inputOpenPath: JsonPath | undefined
      readonly revision: number
    }
  | ({
      readonly state: 'input-available'
      readonly running?: RunningTool
      readonly waitingFor?: 'client' | 'background'
    } & (
      | { readonly input: T['input']; readonly inputError?: undefined }
      | { readonly input: undefined; readonly inputError: JsonError & { readonly text: string } }
    ))
  | { readonly state: 'suspended'; readonly input: T['input']; readonly suspension: SuspensionRequest<T['suspend']> }
  | {
      readonly state: 'resuming'
      readonly input: T['input']
      readonly suspension: SuspensionRequest<T['suspend']>
      readonly resumeData: T['resume']
    }
  | {
      readonly state: 'output-available'
      readonly input: T['input']
      readonly output: T['output']
      readonly modelOutput?: ModelOutput
      readonly ranAlthoughDenied?: true
    }
  | ({ readonly state: 'output-error'; readonly errorText: string; readonly output?: unknown } & (
      | { readonly errorKind: 'input'; readonly input: unknown }
      | { readonly errorKind: Exclude<ErrorKind, 'input'>; readonly input: T['input'] }
    ))
  | ({ readonly state: 'interrupted'; readonly reason: InterruptReason; readonly message?: string } & (
      | { readonly inputComplete: true; readonly input: T['input'] }
      | { readonly inputComplete: false; readonly input: Preview<T['input']> | undefined; readonly inputText: string }
    ))
type ApprovalPhases<T extends ToolTypes> =
  | { readonly state: 'approval-requested'; readonly input: T['input']; readonly approval: ApprovalRequest }
  | {
      readonly state: 'approval-responded'
      readonly input: T['input']
      readonly approval: ApprovalRequest
      readonly decision: Decision
    }
  | { readonly state: 'output-denied'; readonly input: T['input']; readonly decision: Decision }

/** The record of a known tool. Distributes, so a union of bundles gives a union of calls. */
export type ToolCallOf<T extends ToolTypes> = T extends ToolTypes
  ? CallBase<T> & (Phases<T> | (T['approval'] extends false ? never : ApprovalPhases<T>))
  : never
/** The untyped record: what the store holds. */
export type ToolCall = ToolCallOf<ToolTypes>
export type ToolCallState = ToolCall['state']
export type ToolCallIn<State extends ToolCallState, T extends ToolTypes = ToolTypes> = Extract<
  ToolCallOf<T>,
  { readonly state: State }
>
export type PendingToolCall = ToolCallIn<'approval-requested' | 'suspended'>

/** A call as plain JSON: what `hydrate`, `initialToolCalls` and the `toolCallsFrom…` functions exchange. */
export interface StoredToolCall extends EventScope {
  toolCallId: string
  toolName: string
  state: ToolCallState
  title?: string | undefined
  providerExecuted?: boolean | undefined
  dynamic?: boolean | undefined
  background?: boolean | undefined
  annotations?: ToolAnnotations | undefined
  metadata?: unknown
  display?: ToolDisplay | undefined
  input?: unknown
  inputText?: string | undefined
  inputComplete?: boolean | undefined
  approval?: ApprovalRequest | undefined
  decision?: Decision | undefined
  suspension?: SuspensionRequest | undefined
  resumeData?: unknown
  receipts?: readonly Receipt[] | undefined
  output?: unknown
  modelOutput?: ModelOutput | undefined
  errorText?: string | undefined
  errorKind?: ErrorKind | undefined
  reason?: InterruptReason | undefined
  message?: string | undefined
  waitingFor?: 'client' | 'background' | undefined
  startedAt?: number | undefined
  settledAt?: number | undefined
  shell?: ToolCall['shell'] | undefined
  subagent?: ToolCall['subagent'] | undefined
  outputRequest?: OutputRequest | undefined
}
