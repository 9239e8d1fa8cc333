import type { TransformPhase, ToolAnnotations } from '../core/events.ts'
import type { ModelOutput } from '../core/model-output.ts'
import type { JsonSchema, SchemaInput, SchemaOutput, StandardTyped, ToolSchema } from '../core/schema.ts'
import type { ExecuteContext, ToolDefinition, ToolKind } from '../core/tool-definition.ts'

/** Ours, beside the reference's: DESIGN §6–§8 name what they do. */
export interface ClientToolOptions {
  title?: string | undefined
  kind?: ToolKind | undefined
  /** Milliseconds for one run. */
  timeout?: number | undefined
  /** Abort a running call when its registration goes. @default false */
  abortOnUnmount?: boolean | undefined
  /** A pending call that is first met in stored state. @default 'ask' */
  restored?: 'ask' | 'run' | undefined
  /** A person sees what the model will read before it is posted. @default false */
  review?: boolean | undefined
}

export interface TransformContext<Input, Output> {
  readonly target: 'display' | 'transcript'
  readonly phase: TransformPhase
  readonly toolName: string
  readonly toolCallId: string
  readonly input?: Input
  readonly inputTextDelta?: string
  readonly output?: Output
  readonly error?: unknown
  readonly suspendPayload?: unknown
  readonly resumeData?: unknown
}
export type TransformTarget<Input, Output> = {
  readonly [Phase in TransformPhase]?: ((context: TransformContext<Input, Output>) => unknown) | undefined
}

interface HookEvent {
  readonly toolCallId: string
  readonly toolName: string
  readonly abortSignal: AbortSignal
}
interface InputHookEvent extends HookEvent {
  readonly messages: readonly unknown[]
}
/** What `outputSchema` makes of it, else what `execute` returns. */
export type ToolOutputOf<Out, Result> =
  Out extends StandardTyped<unknown, infer Output> ? (unknown extends Output ? Result : Output) : Result

export interface CreateToolOptions<
  Name extends string,
  In extends ToolSchema,
  Out extends ToolSchema,
  Result,
  Suspend extends ToolSchema,
  Resume extends ToolSchema,
  Request extends ToolSchema,
  Approval extends boolean,
> extends ClientToolOptions {
  id: Name
  description: string
  inputSchema?: In | undefined
  outputSchema?: Out | undefined
  suspendSchema?: Suspend | undefined
  resumeSchema?: Resume | undefined
  requestContextSchema?: Request | undefined
  strict?: boolean | undefined
  requireApproval?:
    | Approval
    | ((
        input: SchemaOutput<In>,
        context: { readonly requestContext: SchemaOutput<Request> },
      ) => boolean | Promise<boolean>)
    | undefined
  mcp?: { annotations?: ToolAnnotations | undefined; _meta?: Record<string, unknown> | undefined } | undefined
  providerOptions?: Record<string, Record<string, unknown>> | undefined
  inputExamples?: readonly { input: NoInfer<SchemaInput<In>> }[] | undefined
  background?: { enabled?: boolean | undefined; [option: string]: unknown } | undefined
  execute?:
    | ((
        input: SchemaOutput<In>,
        context: ExecuteContext<SchemaInput<Suspend>, SchemaOutput<Resume>, SchemaOutput<Request>>,
      ) => Result | Promise<Result>)
    | undefined
  /** Without `outputSchema` it must stand after `execute`: TypeScript infers one literal from left to right. */
  toModelOutput?:
    | ((output: ToolOutputOf<Out, Result>) => ModelOutput | undefined | Promise<ModelOutput | undefined>)
    | undefined
  transform?:
    | {
        display?: TransformTarget<SchemaInput<In>, ToolOutputOf<Out, Result>> | undefined
        transcript?: TransformTarget<SchemaInput<In>, ToolOutputOf<Out, Result>> | undefined
      }
    | undefined
  onInputStart?: ((event: InputHookEvent) => void | Promise<void>) | undefined
  onInputDelta?: ((event: InputHookEvent & { readonly inputTextDelta: string }) => void | Promise<void>) | undefined
  onInputAvailable?:
    | ((event: InputHookEvent & { readonly input: SchemaOutput<In> }) => void | Promise<void>)
    | undefined
  onOutput?: ((event: HookEvent & { readonly output: ToolOutputOf<Out, Result> }) => void | Promise<void>) | undefined
}
/**
 * Describes a tool: its name, its schemas and its types. Takes what Mastra's `createTool` takes.
 *
 * For now a typed description: it gives records their types, and nothing runs it in the browser yet.
 */
export function createTool<
  const Name extends string,
  In extends ToolSchema = JsonSchema,
  Out extends ToolSchema = JsonSchema,
  Result extends SchemaInput<Out> = SchemaInput<Out>,
  Suspend extends ToolSchema = JsonSchema,
  Resume extends ToolSchema = JsonSchema,
  Request extends ToolSchema = JsonSchema,
  const Approval extends boolean = boolean,
>(
  options: CreateToolOptions<Name, In, Out, Result, Suspend, Resume, Request, Approval>,
): ToolDefinition<{
  name: Name
  input: SchemaInput<In>
  parsed: SchemaOutput<In>
  output: ToolOutputOf<Out, Result>
  approval: Approval
  approvePayload: unknown
  rejectPayload: unknown
  suspend: SchemaOutput<Suspend>
  resume: SchemaInput<Resume>
}> {
  const { id, description, inputSchema, outputSchema, suspendSchema, resumeSchema, mcp, execute, toModelOutput } =
    options
  return Object.freeze({
    name: id,
    description,
    __toolSide: 'client' as const,
    inputSchema,
    outputSchema,
    suspendSchema,
    resumeSchema,
    annotations: mcp?.annotations,
    ...(execute && { execute: execute as (input: SchemaOutput<In>, context: ExecuteContext) => unknown }),
    ...(toModelOutput && { toModelOutput }),
  })
}
