import type { ErrorKind, GrantScope, RunEndReason, ToolCallEvent } from './events.ts'
import type { ModelOutput } from './model-output.ts'
import type { JsonSchema } from './schema.ts'
import type { ToolCall } from './tool-call.ts'
import type { ToolTypes } from './tool-definition.ts'

export type ToolCallResponse =
  | {
      type: 'approval'
      approved: boolean
      reason?: string | undefined
      optionId?: string | undefined
      editedInput?: unknown
      payload?: unknown
      grant?: GrantScope | undefined
    }
  | { type: 'resume'; resumeData: unknown }
  | { type: 'cancel'; reason?: string | undefined; cause?: 'user' | 'expired' | 'superseded' | undefined }
  | { type: 'output'; output: unknown; modelOutput?: ModelOutput | undefined }
  | { type: 'output-error'; errorText: string; errorKind: ErrorKind }
interface ApprovalChoice {
  reason?: string | undefined
  optionId?: string | undefined
  grant?: GrantScope | undefined
}
/** The same answers, typed by the tool. */
export type ToolCallResponseOf<T extends ToolTypes> =
  | ({
      type: 'approval'
      approved: true
      editedInput?: T['input'] | undefined
      payload?: T['approvePayload'] | undefined
    } & ApprovalChoice)
  | ({ type: 'approval'; approved: false; payload?: T['rejectPayload'] | undefined } & ApprovalChoice)
  | { type: 'resume'; resumeData: T['resume'] }
  | { type: 'output'; output: T['output']; modelOutput?: ModelOutput | undefined }
  | Extract<ToolCallResponse, { type: 'cancel' | 'output-error' }>

export interface ToolCallAnswer {
  /** The record that was answered, as it was shown: `approval`, `suspension` or `outputRequest` with its `ref` is on it. */
  readonly call: ToolCall
  readonly response: ToolCallResponse
}
/** What a `respond` of a host rejects with. */
export interface ToolCallHostError {
  message: string
  retryable: boolean
  toolCallKeys?: readonly string[] | undefined
}
/** A tool as a host may tell it to its server. */
export interface ToolDeclaration {
  readonly name: string
  readonly description: string
  readonly inputSchema?: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly strict?: boolean
  readonly lazy?: boolean
  readonly background?: unknown
  readonly inputExamples?: readonly { readonly input: unknown }[]
  readonly providerOptions?: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
}
/** An approval that holds until it is revoked. */
export interface ToolGrant {
  readonly scope: Exclude<GrantScope, 'once'>
  /** Of the tool or of the category; of what holds for a session, whatever it was given for. */
  readonly name: string
  /** What it also covers, in words. */
  readonly covers?: string
}
export interface ToolCallHostContext {
  readonly threadId: string | undefined
  /** The client tools that are registered now. */
  getToolDeclarations(): readonly ToolDeclaration[]
  /** The names of the tools that a run may use; undefined for all. Only a server can hold the model to it. */
  readonly activeTools?: readonly string[] | undefined
  /** Whether a run has to use a tool, and which. Only a server can hold the model to it. */
  readonly toolChoice?: ToolChoice | undefined
}
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly type: 'tool'; readonly toolName: string }
export interface ToolCallHost {
  connect?(emit: (event: ToolCallEvent | readonly ToolCallEvent[]) => void, context: ToolCallHostContext): () => void
  respond(answers: readonly ToolCallAnswer[], context: ToolCallHostContext): Promise<void>
  stop?(reason?: string): void
  /** Reads a plan that a `submit_plan` names only by its path. */
  readPlan?(path: string, call: ToolCall): Promise<{ content: string; title?: string | undefined }>
  /** What was allowed for longer than one call, and still is. */
  listGrants?(): Promise<readonly ToolGrant[]>
  /** Takes one of them back: it is asked again. */
  revokeGrant?(grant: ToolGrant): Promise<void>
  respondWhen?: Partial<Record<ToolCallResponse['type'], 'each' | 'batch'>> | undefined
  capabilities?:
    | {
        reason?: boolean | undefined
        editInput?: boolean | undefined
        grants?: readonly GrantScope[] | undefined
        modelOutput?: boolean | undefined
        cancel?: boolean | undefined
      }
    | undefined
}

export interface ToolCallDecoder {
  begin(request?: {
    runId?: string | undefined
    parentRunId?: string | undefined
    messageId?: string | undefined
    stepIndex?: number | undefined
    replay?: boolean | undefined
  }): readonly ToolCallEvent[]
  decode(chunk: unknown): readonly ToolCallEvent[]
  end(reason?: RunEndReason): readonly ToolCallEvent[]
}
