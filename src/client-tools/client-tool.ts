import type { ToolAnnotations } from '../core/events.ts'
import type { ToolDeclaration } from '../core/host.ts'
import type { ModelOutput } from '../core/model-output.ts'
import type { ToolSchema } from '../core/schema.ts'
import type { ApprovalSchema, ExecuteContext, ToolDefinition, ToolKind, ToolTypes } from '../core/tool-definition.ts'
import { createToolRunner, type ToolRun, type ToolRunner, type ToolRunResult } from '../core/tool-runs.ts'
import { followCall } from './follow-call.ts'
import { toJsonSchema } from './to-json-schema.ts'
import { transformDisplay, type DisplayTransform } from './transform-display.ts'

/** Ours, beside what the two references name. */
export interface ClientToolOptions {
  /** For people, where the name is for the model. */
  title?: string | undefined
  /** How its calls are drawn where the app has no renderer of their name. */
  kind?: ToolKind | undefined
  /** Milliseconds for one run; waiting for a person is not running. @default no limit */
  timeout?: number | undefined
  /** Abort a running call when its registration goes. @default false */
  abortOnUnmount?: boolean | undefined
  /** A pending call that is first met in stored state: ask the person, or run. @default 'ask' */
  restored?: 'ask' | 'run' | undefined
  /** A person sees what the model will read, and says yes, before it is posted. @default false */
  review?: boolean | undefined
}

interface CallEvent {
  readonly toolCallId: string
  readonly toolName: string
  readonly abortSignal: AbortSignal
}
export interface InputHookEvent extends CallEvent {
  readonly messages: readonly unknown[]
}
export interface OutputHookEvent<Output> extends CallEvent {
  readonly output: Output
}
type HookResult = void | Promise<void>

/** A tool without the types of its schemas: what `createTool` and `toolDefinition` have in common. Functions are methods, so that any tool fits. */
export interface ClientToolSpec extends ClientToolOptions {
  readonly name: string
  readonly description: string
  readonly side: ToolDefinition['__toolSide']
  readonly inputSchema?: ToolSchema | undefined
  readonly outputSchema?: ToolSchema | undefined
  readonly suspendSchema?: ToolSchema | undefined
  readonly resumeSchema?: ToolSchema | undefined
  readonly requestContextSchema?: ToolSchema | undefined
  readonly approvalSchema?: ApprovalSchema | undefined
  readonly annotations?: ToolAnnotations | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** Only for whoever declares the tool to a model. */
  readonly declared?: {
    readonly [Field in 'strict' | 'lazy' | 'background' | 'inputExamples' | 'providerOptions']?:
      | ToolDeclaration[Field]
      | undefined
  }
  /** False: its type has no approval, so a call that asks all the same is drawn untyped. */
  readonly asksForApproval?: boolean | undefined
  requireApproval?(input: unknown, context: { readonly requestContext: unknown }): boolean | Promise<boolean>
  /** Every call has to be approved. */
  readonly isGated: boolean
  readonly transform?: { readonly display?: DisplayTransform | undefined } | undefined
  execute?(input: unknown, context: ExecuteContext): unknown
  toModelOutput?(output: unknown): ModelOutput | undefined | Promise<ModelOutput | undefined>
  onInputStart?(event: InputHookEvent): HookResult
  onInputDelta?(event: InputHookEvent & { readonly inputTextDelta: string }): HookResult
  onInputAvailable?(event: InputHookEvent & { readonly input: unknown }): HookResult
  onOutput?(event: OutputHookEvent<unknown>): HookResult
}

/** The definition that a session takes, with the runner of its calls. */
export function createClientTool<T extends ToolTypes>(spec: ClientToolSpec): ToolDefinition<T> {
  const { name, description, side, inputSchema, outputSchema, suspendSchema, resumeSchema, approvalSchema } = spec
  const { execute, toModelOutput, title, kind, metadata, restored, abortOnUnmount, asksForApproval } = spec
  const isHere = side !== 'server'
  return Object.freeze({
    name,
    description,
    __toolSide: side,
    inputSchema,
    outputSchema,
    suspendSchema,
    resumeSchema,
    approvalSchema,
    asksForApproval,
    title,
    kind,
    annotations: spec.annotations && withDefaults(spec.annotations),
    metadata,
    restored,
    abortOnUnmount,
    ...(execute && { execute }),
    ...(toModelOutput && { toModelOutput }),
    getDeclaration: () => declare(spec),
    ...(isHere && { runner: createRunner(spec) }),
  } satisfies ToolDefinition) as ToolDefinition<T>
}

/** What runs a call is a chunk of its own. It is asked for when a session gets its first tool, so that it is there before the first call. */
function createRunner(spec: ClientToolSpec): ToolRunner {
  const transform = spec.transform?.display
  const runner = createToolRunner(spec.execute && (run => load(spec, run)), change => followCall(spec, change))
  return {
    ...runner,
    ...(transform && { getDisplay: (call, was, warn) => transformDisplay(transform, call, was, warn) }),
    ...((spec.outputSchema ?? spec.toModelOutput) && {
      async checkOutput(call, response, warn) {
        const loaded = await loadRun().catch(() => undefined)
        if (loaded) return loaded.checkAnswer(spec, { call, warn }, response)
        // a result is never lost
        warn('unchecked-output', call.toolName, call.toolCallId)
        return response
      },
    }),
    connect(port) {
      // where that fails, it is tried again with each call
      loadRun().catch(() => {})
      return runner.connect(port)
    },
  }
}

const loadRun = () => import('./run-tool.ts')

async function load(spec: ClientToolSpec, run: ToolRun): Promise<ToolRunResult> {
  const loaded = await loadRun().catch(() => undefined)
  if (loaded) return loaded.runTool(spec, run)
  const { toolName } = run.call
  const errorText = `A file of the page that runs "${toolName}" could not be loaded, so it was not run.`
  return { type: 'output-error', errorKind: 'not-executed', errorText }
}

/** The hints that MCP gives for granted; what nobody called safe is not. Of a tool that only reads, it has no say on destroying. */
function withDefaults({ title, ...hints }: ToolAnnotations): ToolAnnotations {
  const { readOnlyHint = false, destructiveHint = !readOnlyHint, idempotentHint = false, openWorldHint = true } = hints
  return { ...(title !== undefined && { title }), readOnlyHint, destructiveHint, idempotentHint, openWorldHint }
}

function declare({ inputSchema, outputSchema, metadata, declared }: ClientToolSpec) {
  const declaration = {
    ...declared,
    inputSchema: toJsonSchema(inputSchema),
    outputSchema: toJsonSchema(outputSchema),
    metadata,
  }
  return Object.fromEntries(Object.entries(declaration).filter(([, value]) => value !== undefined)) as Omit<
    ToolDeclaration,
    'name' | 'description'
  >
}
