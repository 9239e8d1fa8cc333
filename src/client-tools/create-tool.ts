import type { TransformPhase, ToolAnnotations } from '../core/events.ts'
import type { ModelOutput } from '../core/model-output.ts'
import type { JsonSchema, SchemaInput, SchemaOutput, StandardTyped, ToolSchema } from '../core/schema.ts'
import type { ExecuteContext, ToolDefinition } from '../core/tool-definition.ts'
import {
  createClientTool,
  type ClientToolOptions,
  type ClientToolSpec,
  type InputHookEvent,
  type OutputHookEvent,
} from './client-tool.ts'

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
  onOutput?: ((event: OutputHookEvent<ToolOutputOf<Out, Result>>) => void | Promise<void>) | undefined
}
/**
 * Makes a tool that runs in the browser. Takes what Mastra's `createTool` takes; what only a server can honour (`strict`,
 * `providerOptions`, `inputExamples`, `background`) travels in its declaration.
 *
 * In a list of `clientTools` it goes by its id, in a record by its key. What `execute` returns is shown and posted as JSON can carry it:
 * dates as text, maps and sets as lists, and so on (`toJsonValue` has the table). What it throws is an answer too: the call becomes
 * `output-error`, and the model reads the message.
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
  const { id, requireApproval, mcp, strict, providerOptions, inputExamples, background, ...rest } = options
  return createClientTool({
    ...(rest as Omit<ClientToolSpec, 'name' | 'side' | 'isGated'>),
    name: id,
    side: 'client',
    ...(typeof requireApproval === 'function' && { requireApproval }),
    isGated: requireApproval === true,
    asksForApproval: requireApproval !== false,
    annotations: mcp?.annotations,
    metadata: mcp && { mcp },
    declared: { strict, providerOptions, inputExamples, background },
  })
}
