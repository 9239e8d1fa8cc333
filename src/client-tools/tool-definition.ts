import type { ModelOutput } from '../core/model-output.ts'
import type { JsonSchema, SchemaInput, SchemaOutput, ToolSchema } from '../core/schema.ts'
import type { ApprovalSchema, ExecuteContext, ToolDefinition, ToolTypes } from '../core/tool-definition.ts'
import { createClientTool, type ClientToolOptions, type ClientToolSpec } from './client-tool.ts'

type ApprovalPayload<App, Branch extends 'approve' | 'reject'> = App extends ToolSchema
  ? SchemaInput<App>
  : App extends { readonly [B in Branch]: infer S }
    ? SchemaInput<S>
    : unknown

/** What `execute` finds of it: the schema's output. */
type CheckedApproval<App> = App extends ToolSchema
  ? SchemaOutput<App>
  : App extends { readonly approve: infer S }
    ? SchemaOutput<S>
    : unknown

export interface ToolDefinitionConfig<
  Name extends string,
  In extends ToolSchema,
  Out extends ToolSchema,
  Approval extends boolean,
  App extends ApprovalSchema,
> {
  /** What the model calls. */
  name: Name
  description: string
  inputSchema?: In | undefined
  outputSchema?: Out | undefined
  needsApproval?: Approval
  /** The payload that comes with the decision: one schema for both answers, or `{ approve?, reject? }`. */
  approvalSchema?: Approval extends true ? App | undefined : undefined
  /** Hidden from the model until it is discovered. @default false */
  lazy?: boolean | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Beside what TanStack AI's `.client` takes. */
export interface ClientSideOptions<Output> extends ClientToolOptions {
  toModelOutput?: ((output: Output) => ModelOutput | undefined | Promise<ModelOutput | undefined>) | undefined
}

/** A definition that both sides share, and a tool itself: one that the app answers. `Returned` is what `execute` returns. */
export interface DefinedTool<T extends ToolTypes, Returned, Approved = unknown> extends ToolDefinition<T> {
  readonly __toolSide: 'definition'
  server<RequestContext = unknown>(
    execute: (
      input: T['parsed'],
      context: ExecuteContext<unknown, unknown, RequestContext, Approved>,
    ) => Returned | Promise<Returned>,
  ): ToolDefinition<T>
  /** Without `execute` the app answers its calls, by `session.respond`. */
  client<RequestContext = unknown>(
    execute?: (
      input: T['parsed'],
      context: ExecuteContext<unknown, unknown, RequestContext, Approved>,
    ) => Returned | Promise<Returned>,
    options?: ClientSideOptions<T['output']>,
  ): ToolDefinition<T>
}

/**
 * Defines a tool once for both sides. Takes what TanStack AI's `toolDefinition` takes.
 *
 * @throws TypeError for an `approvalSchema` without `needsApproval: true`.
 */
export function toolDefinition<
  const Name extends string,
  In extends ToolSchema = JsonSchema,
  Out extends ToolSchema = JsonSchema,
  const Approval extends boolean = false,
  App extends ApprovalSchema = JsonSchema,
>(
  config: ToolDefinitionConfig<Name, In, Out, Approval, App>,
): DefinedTool<
  {
    name: Name
    input: SchemaInput<In>
    parsed: SchemaOutput<In>
    output: SchemaOutput<Out>
    approval: Approval
    approvePayload: ApprovalPayload<App, 'approve'>
    rejectPayload: ApprovalPayload<App, 'reject'>
    suspend: unknown
    resume: unknown
  },
  SchemaInput<Out>,
  CheckedApproval<App>
> {
  const { needsApproval, lazy, ...described } = config
  const isGated: boolean = needsApproval === true
  if (described.approvalSchema !== undefined && !isGated)
    throw new TypeError(
      `The tool "${config.name}" has an approvalSchema, but nobody is asked: it needs needsApproval: true.`,
    )
  const side = (own: Partial<ClientToolSpec>) =>
    createClientTool({
      ...described,
      side: 'client',
      isGated,
      asksForApproval: isGated,
      declared: { lazy },
      ...own,
    })
  return Object.freeze({
    ...side({ side: 'definition' }),
    server: (execute: ClientToolSpec['execute'] & {}) => side({ side: 'server', execute }),
    client: (execute?: ClientToolSpec['execute'], options?: ClientSideOptions<never>) =>
      side({ ...options, ...(execute && { execute }) } as Partial<ClientToolSpec>),
  }) as unknown as ReturnType<typeof toolDefinition<Name, In, Out, Approval, App>>
}
