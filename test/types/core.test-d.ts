// What an app writes without React, and what must not compile. Checked by `tsc -p .`.
import { z } from 'zod'
import {
  createPartialJson,
  createTool,
  createToolCallSession,
  createToolInput,
  isCallOf,
  isToolPart,
  partToToolCall,
  type PendingToolCall,
  type RespondResult,
  type ToolCall,
  type ToolCallEvent,
  type ToolCallHost,
  type ToolCallIn,
  type ToolCallOf,
  type ToolCallResponse,
  type ToolCallResponseOf,
  type ToolCallState,
  type ToolDefinition,
  type TypesOf,
} from '../../src/core.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function check<_T extends true>() {}

// Tools

// The record holds the schema's input, `execute` gets its output, a preview is partial and its enum may be a prefix.
const weather = createTool({
  id: 'get_weather',
  description: 'Weather of a city',
  inputSchema: z.object({ city: z.string(), days: z.number().default(3), unit: z.enum(['celsius', 'fahrenheit']) }),
  requireApproval: true,
  execute: async (input, context) => {
    check<Equal<typeof input, { city: string; days: number; unit: 'celsius' | 'fahrenheit' }>>()
    context.abortSignal.throwIfAborted()
    context.reportProgress(0.5)
    return { degrees: 3, city: input.city }
  },
  toModelOutput: output => ({ type: 'text', value: `${output.degrees} in ${output.city}` }),
  onInputDelta: ({ inputTextDelta }) => void inputTextDelta.length,
  onInputAvailable: ({ input }) => void input.days.toFixed(),
  onOutput: ({ output }) => void output.city.length,
  transform: { display: { input: ({ input }) => ({ city: input?.city }) } },
  inputExamples: [{ input: { city: 'Oslo', unit: 'celsius' } }],
  mcp: { annotations: { readOnlyHint: true } },
})
type Weather = TypesOf<typeof weather>
check<Equal<Weather['name'], 'get_weather'>>()
check<Equal<Weather['input'], { city: string; days?: number | undefined; unit: 'celsius' | 'fahrenheit' }>>()
check<Equal<Weather['output'], { degrees: number; city: string }>>()
check<Equal<Weather['approval'], true>>()

const rename = createTool({
  id: 'rename',
  description: '',
  inputSchema: z.object({ from: z.string(), to: z.string().optional() }),
  requireApproval: input => input.from !== input.to,
  execute: input => input.to ?? input.from,
})
check<Equal<TypesOf<typeof rename>['approval'], boolean>>()
check<Equal<TypesOf<typeof rename>['output'], string>>()

// B133: a tool that never asks has no approval in its records.
const readFile = createTool({
  id: 'read_file',
  description: '',
  inputSchema: z.object({ path: z.string() }),
  requireApproval: false,
  execute: input => ({ text: input.path }),
})
check<Equal<TypesOf<typeof readFile>['approval'], false>>()

// Plain JSON Schema is validated at run time and `unknown` in types.
const plain = createTool({
  id: 'plain',
  description: '',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
  execute: input => {
    check<Equal<typeof input, unknown>>()
    return 1
  },
})
check<Equal<TypesOf<typeof plain>['input'], unknown>>()
check<Equal<TypesOf<typeof plain>['output'], number>>()

const pickColour = createTool({
  id: 'pick_colour',
  description: '',
  inputSchema: z.object({ purpose: z.string() }),
  outputSchema: z.object({ colour: z.string(), swatch: z.string() }),
  suspendSchema: z.object({ choices: z.array(z.string()) }),
  resumeSchema: z.object({ choice: z.string() }),
  timeout: 60_000,
  restored: 'run',
  toModelOutput: output => ({
    type: 'content',
    value: [
      { type: 'text', text: output.colour },
      { type: 'image-data', data: output.swatch, mediaType: 'image/png' },
    ],
  }),
  execute: async (input, { suspend, resumeData }) => {
    if (!resumeData) return suspend({ choices: ['red', input.purpose] })
    return { colour: resumeData.choice, swatch: '' }
  },
})
check<Equal<TypesOf<typeof pickColour>['suspend'], { choices: string[] }>>()
check<Equal<TypesOf<typeof pickColour>['resume'], { choice: string }>>()

createTool({
  id: 'x',
  description: '',
  outputSchema: z.object({ b: z.string() }),
  // @ts-expect-error wrong execute result
  execute: () => ({ b: 1 }),
})
createTool({
  id: 'x',
  description: '',
  inputSchema: z.object({ a: z.string() }),
  // @ts-expect-error toModelOutput before execute and without outputSchema: its output is not known yet
  toModelOutput: output => ({ type: 'text', value: output.b }),
  execute: input => ({ b: input.a }),
})
// @ts-expect-error not a schema
createTool({ id: 'x', description: '', inputSchema: { foo: 1 } })
createTool({
  id: 'x',
  description: '',
  inputSchema: z.object({ a: z.string() }),
  // @ts-expect-error an example that the schema refuses
  inputExamples: [{ input: { a: 1 } }],
})
// @ts-expect-error a tool without a name
createTool({ description: '' })

// B134: in a list each tool keeps its own name and input.
const list = [weather, readFile]
type Listed = TypesOf<(typeof list)[number]>
check<Equal<Listed['name'], 'get_weather' | 'read_file'>>()
check<Equal<Extract<Listed, { name: 'read_file' }>['input'], { path: string }>>()

// Tools of any types fit in one list or record, without `any`.
const tools: readonly ToolDefinition[] = [weather, rename, readFile, plain, pickColour]

// The session

declare const maybe: string | undefined
const myBackend = { answer: async (_answers: unknown) => {} }
const session = createToolCallSession({
  host: { respond: async answers => myBackend.answer(answers), respondWhen: { approval: 'batch' } },
  threadId: maybe,
  clientTools: tools,
})
createToolCallSession({ clientTools: { weatherTool: weather, plain } })
// @ts-expect-error neither a list nor a record of tools
createToolCallSession({ clientTools: weather })
// @ts-expect-error a kind of answer that there is not
createToolCallSession({ host: { respond: async () => {}, respondWhen: { approve: 'batch' } } })
// @ts-expect-error `respond` is what makes a host
;({}) satisfies ToolCallHost

// Events

session.dispatch({ type: 'tool_input_delta', toolCallId: 'c1', argsTextDelta: '{"path":"src/' })
session.dispatch([
  { type: 'run_start', runId: maybe },
  { type: 'tool_start', toolCallId: 'c1', toolName: 'edit', args: {}, threadId: maybe, at: 1 },
  { type: 'tool_approval_resolved', approvalId: 'a1', approved: false, by: 'policy' },
  { type: 'tool_approval_resolved', toolCallId: 'c1', approved: true, by: 'elsewhere' },
  { type: 'tool_cancelled', toolCallId: 'c1', reason: 'expired' },
  { type: 'tool_suspension_cancelled', toolCallId: 'c1', reason: 'any words' },
  { type: 'tool_end', toolCallId: 'c1', isError: false },
  { type: 'run_end', reason: 'length', pendingToolCallIds: ['c1'] },
  { type: 'run_end' },
  { type: 'hydrate', toolCalls: [{ toolCallId: 'c1', toolName: 'edit', state: 'suspended', parentToolCallId: maybe }] },
])
// @ts-expect-error a type that there is not
session.dispatch({ type: 'tool_finished', toolCallId: 'c1' })
// @ts-expect-error an answer to nothing
session.dispatch({ type: 'tool_approval_resolved', approved: true, by: 'user' })
// @ts-expect-error an answer of nobody
session.dispatch({ type: 'tool_approval_resolved', toolCallId: 'c1', approved: true })
// @ts-expect-error a reason that is not one of the seven ends
session.dispatch({ type: 'tool_cancelled', toolCallId: 'c1', reason: 'whatever' })
// @ts-expect-error a call without an id
session.dispatch({ type: 'tool_start', toolName: 'edit', args: {} })
// @ts-expect-error a start without the input
session.dispatch({ type: 'tool_start', toolCallId: 'c1', toolName: 'edit' })
// @ts-expect-error an end that says neither that it failed nor that it did not
session.dispatch({ type: 'tool_end', toolCallId: 'c1', result: 1 })
// @ts-expect-error a delta has no arguments
session.dispatch({ type: 'tool_input_delta', toolCallId: 'c1', args: {} })
// @ts-expect-error a run ends for a reason of the list
session.dispatch({ type: 'run_end', reason: 'superseded' })
// @ts-expect-error a stored call keeps no key
session.dispatch({ type: 'hydrate', toolCalls: [{ toolCallId: 'c1', toolName: 'edit', state: 'suspended', key: 'k' }] })
// @ts-expect-error a stored call is in one of the ten states
session.dispatch({ type: 'hydrate', toolCalls: [{ toolCallId: 'c1', toolName: 'edit', state: 'streaming' }] })

// B137: the union is closed, so it narrows.
export function read(event: ToolCallEvent) {
  switch (event.type) {
    case 'tool_input_delta':
      check<Equal<typeof event.argsTextDelta, unknown>>()
      return event.toolCallId
    case 'run_end':
      // @ts-expect-error a run is no call
      return event.toolCallId
    case 'tool_approval_resolved':
      check<Equal<typeof event.toolCallId, string | undefined>>()
      return event.by
    default:
      return event.type
  }
}

// The untyped record

export function describe(call: ToolCall): string {
  switch (call.state) {
    case 'input-streaming':
      return call.inputText
    case 'input-available':
      return call.inputError ? call.inputError.message : (call.running?.by ?? call.waitingFor ?? '')
    case 'approval-requested':
      return call.approval.approvalId
    case 'approval-responded':
      return call.decision.by
    case 'suspended':
    case 'resuming':
      return call.suspension.suspensionId
    case 'output-available':
      return String(call.output)
    case 'output-error':
      return call.errorText
    case 'output-denied':
      return call.decision.reason ?? ''
    case 'interrupted':
      return call.inputComplete ? call.reason : call.inputText
    default: {
      const unreachable: never = call
      return unreachable
    }
  }
}
export const table: Record<ToolCallState, string> = {
  'input-streaming': '',
  'input-available': '',
  'approval-requested': '',
  'approval-responded': '',
  suspended: '',
  resuming: '',
  'output-available': '',
  'output-error': '',
  'output-denied': '',
  interrupted: '',
}
// @ts-expect-error a state is missing
export const short: Record<ToolCallState, string> = { 'input-streaming': '' }
// @ts-expect-error a state that there is not
export const long: Partial<Record<ToolCallState, string>> = { done: '' }
check<Equal<PendingToolCall['state'], 'approval-requested' | 'suspended'>>()

export function misread(call: ToolCall) {
  // @ts-expect-error only a call with an output has one
  void call.output
  // @ts-expect-error only a call that asks has an approval
  void call.approval
  if (call.state === 'output-available') {
    // @ts-expect-error an output of an unknown tool is unknown
    void call.output.degrees
  }
  if (call.state === 'input-available' && call.inputError) {
    check<Equal<typeof call.input, undefined>>()
    void call.inputError.text
  }
}

// Records are read only, all the way down.
declare const anyCall: ToolCall
// @ts-expect-error a record is frozen
anyCall.toolCallId = ''
// @ts-expect-error so is what it lists
anyCall.receipts.push()
// @ts-expect-error and what it holds
if (anyCall.delivery) anyCall.delivery.status = 'sending'
if (anyCall.state === 'approval-requested') {
  // @ts-expect-error a request is not changed
  anyCall.approval.approvalId = ''
}
// @ts-expect-error a list that was handed out is not changed
session.getToolCalls().push(anyCall)
// @ts-expect-error nor is the list of keys
session.getToolCallKeys().length = 0
// @ts-expect-error nor are the tasks
session.getTasks().pop()

// Records of a known tool

export function narrow(call: ToolCall) {
  if (isCallOf(call, weather)) {
    check<Equal<typeof call.toolName, 'get_weather'>>()
    if (call.state === 'output-available') call.output.degrees.toFixed()
    if (call.state === 'approval-requested') call.input.city.length.toFixed()
    if (call.state === 'input-streaming') check<Equal<NonNullable<typeof call.input>['unit'], string | undefined>>()
    // @ts-expect-error a field that the output does not have
    if (call.state === 'output-available') void call.output.fahrenheit
    if (call.state === 'output-error' && call.errorKind === 'input') {
      // @ts-expect-error what was refused may be anything
      void call.input.city
    }
  }
  if (isCallOf(call, weather, 'weatherTool')) check<Equal<typeof call.toolName, 'weatherTool'>>()
  if (isCallOf(call, readFile)) {
    // @ts-expect-error B133: no approval on a tool that never asks
    if (call.state === 'approval-requested') void call
  }
  if (isCallOf(call, pickColour) && call.state === 'suspended') call.suspension.payload.choices.join()
  if (call.toolName === 'get_weather' && call.state === 'output-available') {
    // @ts-expect-error the store knows no tools: a name does not narrow, isCallOf does
    void call.output.degrees
  }
}
declare const typedCall: ToolCallOf<Weather>
// @ts-expect-error a record is frozen
typedCall.toolCallId = ''
declare const either: ToolCallOf<Weather | TypesOf<typeof readFile>>
if (either.toolName === 'read_file' && either.state === 'output-available') either.output.text.trim()
declare const asked: ToolCallIn<'approval-requested', Weather>
asked.input.city.trim()
check<Equal<ToolCallIn<'approval-requested', TypesOf<typeof readFile>>, never>>()

// Answers

void session.respond(typedCall, { type: 'cancel' })
void session.respond(anyCall, { type: 'approval', approved: true, grant: 'session', editedInput: {} })
// @ts-expect-error an approval says yes or no
void session.respond(anyCall, { type: 'approval' })
// @ts-expect-error a record, not a key: an answer belongs to what was shown
void session.respond('key', { type: 'cancel' })
// @ts-expect-error undefined is no answer
;({ type: 'resume' }) satisfies ToolCallResponse
// @ts-expect-error the kind of an error is said
;({ type: 'output-error', errorText: '' }) satisfies ToolCallResponse
;({ type: 'resume', resumeData: { choice: 'red' } }) satisfies ToolCallResponseOf<TypesOf<typeof pickColour>>
// @ts-expect-error not what resumeSchema takes
;({ type: 'resume', resumeData: { colour: 'red' } }) satisfies ToolCallResponseOf<TypesOf<typeof pickColour>>
// @ts-expect-error not what outputSchema takes
;({ type: 'output', output: { colour: 1 } }) satisfies ToolCallResponseOf<TypesOf<typeof pickColour>>
export function explain(result: RespondResult): string {
  if (result.ok) {
    // @ts-expect-error what was taken has no reason
    return result.reason
  }
  return `${result.reason}: ${result.message}`
}

// Message parts

declare const part: { type: string; text?: string }
if (isToolPart(part)) partToToolCall(part, { messageId: 'm1' }).key satisfies string
// @ts-expect-error without the guard, a text part has no id
else void part.toolCallId

// Partial JSON

const json = createPartialJson()
json.append('{"a":1')
const result = json.finish()
if (result.ok) void result.value
else void [result.error.position, result.text]
// @ts-expect-error whether it parsed is asked first
void result.value
createToolInput({ inputEncoding: 'text' }).revision satisfies number
// @ts-expect-error an encoding that there is not
createToolInput({ inputEncoding: 'xml' })
