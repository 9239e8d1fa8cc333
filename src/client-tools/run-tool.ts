import { approvalSchemaFor, hasBranches } from '../core/approval-schema.ts'
import type { ModelOutput } from '../core/model-output.ts'
import type { ToolSchema } from '../core/schema.ts'
import type { ExecuteContext, ToolCallHookInput, ToolCallHooks, ToolObserve } from '../core/tool-definition.ts'
import type { ToolRun, ToolRunResult } from '../core/tool-runs.ts'
import { callHook, reportFailure } from './call-hook.ts'
import type { ClientToolSpec } from './client-tool.ts'
import { createDeadline, type Deadline } from './create-deadline.ts'
import { parseModelOutput } from './parse-model-output.ts'
import { answerReview, askForReview } from './review.ts'
import { toErrorText } from './to-error-text.ts'
import { isStandardSchema, toJsonSchema } from './to-json-schema.ts'
import { NotJsonError, toJsonValue } from './to-json-value.ts'
import { validateValue } from './validate-value.ts'

type Failure = Extract<ToolRunResult, { type: 'output-error' }>
type Output = Extract<ToolRunResult, { type: 'output' }>

/** Runs one call: from its arguments to the answer, or to what it has to ask a person first. It never throws. */
export async function runTool(spec: ClientToolSpec, run: ToolRun): Promise<ToolRunResult> {
  const { toolName } = run.call
  const deadline = createDeadline(toolName, spec.timeout, run.abortSignal)
  // an answer to what it asked finds it half done
  let isUntouched = !run.isResumed
  try {
    run.abortSignal.throwIfAborted()
    const reviewed = spec.review && answerReview(run)
    if (reviewed) return reviewed
    const checked = await prepare(spec, run, deadline)
    if (!('input' in checked)) return checked
    isUntouched = false
    const result = await execute(spec, run, deadline, checked)
    return result.type === 'output' && spec.review ? askForReview(result) : result
  } catch (error) {
    if (error instanceof ToolFailure) return error.result
    const why = toErrorText(error)
    if (isUntouched)
      return {
        type: 'output-error',
        errorKind: 'not-executed',
        errorText: `"${toolName}" was not run, for checking its arguments failed: ${why}`,
      }
    const errorText = error === deadline.signal.reason ? `${why} What it has done until then may remain.` : why
    return { type: 'output-error', errorKind: 'execution', errorText }
  } finally {
    deadline.clear()
  }
}

/** An output that the app gives in the tool's place is checked as one of its own, and told to the model in the same way. */
export async function checkAnswer(
  spec: ClientToolSpec,
  told: Pick<ToolRun, 'call' | 'warn'>,
  given: Output,
): Promise<Output | Failure> {
  const deadline = createDeadline(told.call.toolName, spec.timeout, new AbortController().signal)
  try {
    const { value, output } = await checkOutput(spec, told.call.toolName, given.output, deadline)
    const modelOutput = given.modelOutput ?? (await readModelOutput(spec, told, deadline, value))
    return { type: 'output', output, ...(modelOutput && { modelOutput }) }
  } catch (error) {
    if (error instanceof ToolFailure) return error.result
    return { type: 'output-error', errorKind: 'output', errorText: toErrorText(error) }
  } finally {
    deadline.clear()
  }
}

/** Ends a run with words for the model; `cause` is what the app threw. */
class ToolFailure extends Error {
  readonly result: Failure
  constructor(errorKind: Failure['errorKind'], errorText: string, options?: ErrorOptions) {
    super(errorText, options)
    this.result = { type: 'output-error', errorKind, errorText }
  }
}

interface Checked {
  readonly input: unknown
  readonly approvalPayload: unknown
  readonly resumeData: unknown
  readonly requestContext: unknown
}

/** Everything that may keep the call from running. */
async function prepare(spec: ClientToolSpec, run: ToolRun, deadline: Deadline): Promise<Checked | ToolRunResult> {
  const { call, options } = run
  const { toolName } = call
  const check = (schema: ToolSchema | undefined, value: unknown) => deadline.limit(validateValue(schema, value))

  const parsed = await check(spec.inputSchema, call.input)
  if (!parsed.ok)
    throw new ToolFailure(
      'input',
      `The arguments of "${toolName}" are not valid: ${parsed.problem}. It was not run. Call it again with arguments that match its schema.`,
    )
  const input = parsed.value
  if (!run.isContinued && spec.onInputAvailable)
    callHook('onInputAvailable', toolName, run.warn, () =>
      spec.onInputAvailable?.({ ...eventOf(run, deadline), messages: messagesOf(run), input }),
    )

  const context = await check(spec.requestContextSchema, options.requestContext?.())
  if (!context.ok)
    throw new ToolFailure(
      'not-executed',
      `The request context of "${toolName}" is not valid: ${context.problem}. It was not run.`,
    )
  const requestContext = context.value
  if (!run.isApproved && !run.isContinued && (await needsApproval(spec, run, deadline, input, requestContext)))
    return askForApproval(spec)
  const approval = run.isApproved
    ? await check(approvalSchemaFor(spec.approvalSchema, 'approve') as ToolSchema | undefined, call.decision?.payload)
    : undefined
  if (approval?.ok === false) {
    endQuestions(run, 'not-executed', approval.problem)
    const answered = call.receipts.findLast(receipt => receipt.type === 'approval')
    // a person who was not asked for a payload has given none, and got nothing wrong
    const wasAsked = answered?.request.approvalSchema !== undefined
    return askForApproval(spec, wasAsked ? toMisfit(approval.problem) : undefined)
  }

  const resume = run.isResumed ? await check(spec.resumeSchema, run.resumeData) : undefined
  if (resume?.ok === false) {
    endQuestions(run, 'execution', resume.problem)
    const receipt = call.receipts.at(-1)
    const payload = receipt?.type === 'suspension' ? receipt.request.payload : undefined
    return { ...toSuspension(spec, payload), message: toMisfit(resume.problem) }
  }
  return { input, requestContext, approvalPayload: approval?.value, resumeData: resume?.value }
}

/** A function that cannot tell whether somebody has to be asked is no reason not to ask. */
async function needsApproval(
  spec: ClientToolSpec,
  run: ToolRun,
  deadline: Deadline,
  input: unknown,
  requestContext: unknown,
): Promise<boolean> {
  if (!spec.requireApproval) return spec.isGated
  try {
    const answer = (async () => spec.requireApproval?.(input, { requestContext }))()
    return (await deadline.limit(answer)) !== false
  } catch (error) {
    const message = `"requireApproval" of the tool "${run.call.toolName}" failed, so a person is asked.`
    reportFailure(run.warn, 'hook-failed', run.call.toolName, message, error)
    return true
  }
}

async function execute(
  spec: ClientToolSpec,
  run: ToolRun,
  deadline: Deadline,
  prepared: Checked,
): Promise<ToolRunResult> {
  const { call, warn } = run
  const { toolName } = call
  const { input } = prepared
  const hooks = hooksOf(run)
  let suspend!: (payload: unknown) => void
  const suspended = new Promise<{ readonly asked: unknown }>(resolve => {
    suspend = payload => resolve({ asked: payload })
  })
  const context = createContext(run, prepared, deadline, suspend)
  const around = { toolName, input, context }

  const before = run.isResumed ? undefined : await askFirst(hooks, around, deadline)
  if (before) return before
  run.abortSignal.throwIfAborted()

  let checked: { readonly value: unknown; readonly output: unknown }
  try {
    const executed = new Promise<{ readonly returned: unknown }>((resolve, reject) => {
      Promise.resolve(spec.execute?.(input, context)).then(returned => resolve({ returned }), reject)
    })
    const outcome = await deadline.limit(Promise.race([suspended, executed]), () => {
      const late = () =>
        warn(
          'late-result',
          toolName,
          call.toolCallId,
          `Tool "${toolName}" gave a result after its time was up. It is dropped.`,
        )
      executed.then(late, late)
    })
    if ('asked' in outcome) {
      executed.catch(() => {})
      return await ask(spec, toolName, outcome.asked)
    }
    checked = await checkOutput(spec, toolName, outcome.returned, deadline)
  } catch (error) {
    const cause = error instanceof ToolFailure && error.cause !== undefined ? error.cause : error
    callHook('afterToolCall', toolName, warn, () => hooks.afterToolCall?.({ ...around, error: cause }))
    throw error
  }
  const { value } = checked
  const result: Output = { type: 'output', output: checked.output }
  if (spec.onOutput)
    callHook('onOutput', toolName, warn, () => spec.onOutput?.({ ...eventOf(run, deadline), output: value }))
  callHook('afterToolCall', toolName, warn, () => hooks.afterToolCall?.({ ...around, output: value }))
  const modelOutput = await readModelOutput(spec, run, deadline, value)
  return modelOutput ? { ...result, modelOutput } : result
}

/** Each hook of the registration in place of the session's. */
function hooksOf({ options, tool: { hooks } }: ToolRun): ToolCallHooks {
  return {
    beforeToolCall: hooks?.beforeToolCall ?? options.beforeToolCall,
    afterToolCall: hooks?.afterToolCall ?? options.afterToolCall,
  }
}

/** What stands in for the tool. Whoever guards it and fails has not let it through. */
async function askFirst(
  { beforeToolCall }: ToolCallHooks,
  around: ToolCallHookInput,
  deadline: Deadline,
): Promise<Output | undefined> {
  try {
    const result = await deadline.limit((async () => beforeToolCall?.(around))())
    return result?.proceed === false ? { type: 'output', output: toJsonValue(result.output) } : undefined
  } catch (cause) {
    const errorText = `"${around.toolName}" was not run, for what has to let it through failed: ${toErrorText(cause)}`
    throw new ToolFailure('not-executed', errorText, { cause })
  }
}

function createContext(
  run: ToolRun,
  { requestContext, approvalPayload, resumeData }: Checked,
  deadline: Deadline,
  onSuspend: (payload: unknown) => void,
): ExecuteContext {
  const { toolCallId, threadId } = run.call
  const messages = messagesOf(run)
  const suspend = (payload: unknown) => {
    onSuspend(payload)
    return new Promise<never>(() => {})
  }
  return {
    ...eventOf(run, deadline),
    requestContext,
    messages,
    approvalPayload,
    resumeData,
    suspend,
    reportProgress: partial => run.reportProgress(toSendable(run.call.toolName, partial)),
    observe: OBSERVE,
    agent: { toolCallId, threadId, messages, resumeData, suspend },
  }
}

/** Without tracing a span is its function, and nobody keeps a log. */
const OBSERVE: ToolObserve = {
  span: async (_name, run) => run(),
  log() {},
}

async function ask(spec: ClientToolSpec, toolName: string, payload: unknown): Promise<ToolRunResult> {
  const checked = await validateValue(spec.suspendSchema, payload)
  if (checked.ok) return toSuspension(spec, toSendable(toolName, checked.value))
  throw new ToolFailure(
    'execution',
    `"${toolName}" asked something that does not fit its own schema: ${checked.problem}.`,
  )
}

function toSuspension(spec: ClientToolSpec, payload: unknown): Extract<ToolRunResult, { type: 'suspended' }> {
  return { type: 'suspended', payload, resumeSchema: toJsonSchema(spec.resumeSchema) }
}

function askForApproval({ approvalSchema }: ClientToolSpec, message?: string): ToolRunResult {
  return { type: 'approval-required', message, approvalSchema: toRequestSchema(approvalSchema) }
}

/** What comes with either answer, as a prompt can draw it: where a schema cannot say what it takes, whatever the person writes. */
function toRequestSchema(schema: unknown): unknown {
  if (schema === undefined) return undefined
  if (!hasBranches(schema)) return toJsonSchema(schema as ToolSchema) ?? {}
  return Object.fromEntries(Object.entries(schema).map(([answer, own]) => [answer, toRequestSchema(own)]))
}

/** What answers by itself could do so for ever. */
function endQuestions({ call: { toolName, receipts } }: ToolRun, errorKind: Failure['errorKind'], problem: string) {
  if (receipts.length < MAX_QUESTIONS) return
  const what = errorKind === 'not-executed' ? 'It was not run.' : 'A part of it may be done.'
  throw new ToolFailure(
    errorKind,
    `"${toolName}" was answered ${receipts.length} times, and no answer fits: ${problem}. ${what}`,
  )
}

const MAX_QUESTIONS = 20

function toMisfit(problem: string): string {
  return `The answer does not fit: ${problem}.`
}

/** What the app gets, and what JSON makes of it. */
async function checkOutput(
  spec: ClientToolSpec,
  toolName: string,
  returned: unknown,
  deadline: Deadline,
): Promise<{ readonly value: unknown; readonly output: unknown }> {
  const { outputSchema } = spec
  // a schema of a library knows dates and maps; JSON Schema knows what JSON makes of them
  const isPlain = outputSchema !== undefined && !isStandardSchema(outputSchema)
  const value = isPlain ? toSendable(toolName, returned) : returned
  const checked = await deadline.limit(validateValue(outputSchema, value))
  if (!checked.ok)
    throw new ToolFailure('output', `"${toolName}" ran, but its result is not valid: ${checked.problem}.`)
  return { value: checked.value, output: isPlain ? value : toSendable(toolName, checked.value) }
}

function toSendable(toolName: string, value: unknown): unknown {
  try {
    return toJsonValue(value)
  } catch (error) {
    const why = error instanceof NotJsonError ? error.message : toErrorText(error)
    throw new ToolFailure('output', `"${toolName}" ran, but its result cannot be sent: ${why}.`)
  }
}

/** A finished result is never lost: where no model output can be made of it, the model reads it as it is. */
async function readModelOutput(
  spec: ClientToolSpec,
  { call, warn }: Pick<ToolRun, 'call' | 'warn'>,
  deadline: Deadline,
  output: unknown,
): Promise<ModelOutput | undefined> {
  const { toolName, toolCallId } = call
  try {
    if (!spec.toModelOutput) return undefined
    const value = await deadline.limit((async () => spec.toModelOutput?.(output))())
    if (value === undefined || value === null) return undefined
    return parseModelOutput(value, problem =>
      warn(
        'model-output-part',
        toolName,
        toolCallId,
        `In what the model reads of the tool "${toolName}", ${problem}. It is left out.`,
      ),
    )
  } catch (error) {
    const message = `"toModelOutput" of the tool "${toolName}" failed. The model reads the output as it is.`
    reportFailure(warn, 'model-output-failed', toolName, message, error)
    return undefined
  }
}

function eventOf({ call: { toolCallId, toolName } }: ToolRun, { signal }: Deadline) {
  return { toolCallId, toolName, abortSignal: signal }
}

function messagesOf({ options }: ToolRun): readonly unknown[] {
  return options.getMessages?.() ?? []
}
