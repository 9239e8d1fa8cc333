import type { ToolAnnotations } from './events.ts'
import type { ToolDeclaration } from './host.ts'
import type { ModelOutput } from './model-output.ts'
import type { ToolSchema } from './schema.ts'
import type { ToolRunner } from './tool-runs.ts'

/** One bundle, so that everything below takes one type parameter. */
export interface ToolTypes {
  name: string
  /** The schema's input type: what the model wrote and what a record holds. */
  input: unknown
  /** The schema's output type: what `execute` gets. */
  parsed: unknown
  output: unknown
  approval: boolean
  /** Payload that comes with a yes, with a no. */
  approvePayload: unknown
  rejectPayload: unknown
  suspend: unknown
  resume: unknown
}
export type TypesOf<Tool> = Tool extends ToolDefinition<infer T> ? T : never

export interface ToolObserve {
  span<Result>(
    name: string,
    run: () => Result | Promise<Result>,
    attributes?: Readonly<Record<string, unknown>>,
  ): Promise<Result>
  log(
    level: 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: string,
    data?: Readonly<Record<string, unknown>>,
  ): void
}
export interface ExecuteContext<
  Suspend = unknown,
  Resume = unknown,
  RequestContext = unknown,
  ApprovePayload = unknown,
> {
  readonly toolCallId: string
  readonly toolName: string
  readonly abortSignal: AbortSignal
  readonly requestContext: RequestContext
  readonly messages: readonly unknown[]
  readonly observe: ToolObserve
  /** What came with the yes of a person, as `approvalSchema` returns it; undefined where nobody was asked. */
  readonly approvalPayload: ApprovePayload | undefined
  /** The answer to `suspend`, as `resumeSchema` returns it; undefined the first time. */
  readonly resumeData: Resume | undefined
  /** Does not come back: after the answer `execute` is called again with `resumeData`. `return context.suspend(…)` fits any result type. */
  suspend(payload: Suspend): Promise<never>
  /** Shows what there is so far. Only the newest counts. */
  reportProgress(partial: unknown): void
  /** The same, where Mastra's tools look for it. */
  readonly agent: {
    readonly toolCallId: string
    readonly threadId: string | undefined
    /** Whose thread it is: no page knows that. */
    readonly resourceId?: undefined
    readonly messages: readonly unknown[]
    readonly resumeData: Resume | undefined
    suspend(payload: Suspend): Promise<never>
  }
}
/** Around every call of a tool that runs here. */
export interface ToolCallHooks {
  /** May answer in the tool's place: `{ proceed: false, output }`. Where it throws, the tool is not run. */
  beforeToolCall?: ((call: ToolCallHookInput) => BeforeToolCallResult | Promise<BeforeToolCallResult>) | undefined
  /** What came of it. What it throws is reported and changes nothing. */
  afterToolCall?:
    | ((call: ToolCallHookInput & { readonly output?: unknown; readonly error?: unknown }) => void | Promise<void>)
    | undefined
}
export interface ToolCallHookInput {
  readonly toolName: string
  /** As `execute` gets it. */
  readonly input: unknown
  readonly context: ExecuteContext
}
export type BeforeToolCallResult = void | { readonly proceed: false; readonly output: unknown }

/** What a session gives to the tools that run in it. */
export interface ToolRunOptions extends ToolCallHooks {
  /** For `context.requestContext`; checked by the tool's `requestContextSchema`. */
  requestContext?: (() => unknown) | undefined
  /** For `context.messages`. */
  getMessages?: (() => readonly unknown[]) | undefined
  /** How many tools may run here at the same time; the others wait for their turn. @default no limit */
  maxParallelToolCalls?: number | undefined
}

/** What a registry holds. Functions are methods, so that a tool of any input fits `ToolDefinition` without `any`. */
export interface ToolDefinition<T extends ToolTypes = ToolTypes> {
  readonly name: T['name']
  readonly description: string
  readonly __toolSide: 'definition' | 'server' | 'client'
  readonly inputSchema?: ToolSchema | undefined
  readonly outputSchema?: ToolSchema | undefined
  readonly suspendSchema?: ToolSchema | undefined
  readonly resumeSchema?: ToolSchema | undefined
  readonly approvalSchema?: ApprovalSchema | undefined
  /** False for a tool whose type has no approval: a call of it that asks all the same is drawn untyped. */
  readonly asksForApproval?: boolean | undefined
  readonly title?: string | undefined
  readonly kind?: ToolKind | undefined
  readonly annotations?: ToolAnnotations | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  execute?(input: T['parsed'], context: ExecuteContext): unknown
  toModelOutput?(output: T['output']): ModelOutput | undefined | Promise<ModelOutput | undefined>
  /** A pending call that is first met in stored state: ask the person, or run. @default 'ask' */
  readonly restored?: 'ask' | 'run' | undefined
  /** Abort a running call when its registration goes. @default false */
  readonly abortOnUnmount?: boolean | undefined
  /** What a server that runs the model has to know beside the name and the description. */
  getDeclaration?(): Omit<ToolDeclaration, 'name' | 'description'>
  /** The hooks of one registration: each of them is used in place of the session's. */
  readonly hooks?: ToolCallHooks | undefined
  readonly runner?: ToolRunner | undefined
  /** Carries the bundle. Never there at run time. */
  readonly '~types'?: T | undefined
}

export type ToolKind =
  | 'read'
  | 'write'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'think'
  | 'fetch'
  | 'plan'
  | 'ask'
  | 'task'
  | 'agent'
  | 'workflow'
  | 'other'

/** One schema for both answers, or one for each. A JSON Schema has a keyword, so the two cannot be mistaken. */
export type ApprovalSchema =
  | ToolSchema
  | { readonly approve: ToolSchema; readonly reject?: ToolSchema | undefined }
  | { readonly approve?: ToolSchema | undefined; readonly reject: ToolSchema }

/** By key, a tool's name is the key; in a list it is the tool's own. */
export type ToolSet = readonly ToolDefinition[] | Readonly<Record<string, ToolDefinition>>
