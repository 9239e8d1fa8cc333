// Tools that run in the browser: what is inferred, and what must not compile. Checked by `tsc -p .`.
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'
import {
  createTool,
  createToolCallSession,
  isCallOf,
  toolDefinition,
  useClientTool,
  useClientTools,
  type ExecuteContext,
  type ToolCall,
  type ToolCallResponseOf,
  type ToolDefinition,
  type TypesOf,
} from '../../src/index.ts'
import { withClientModelOutput } from '../../src/server.ts'
import type { ModelMessage } from 'ai'
import type { ModelMessage as ModelMessage6 } from 'ai-v6'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function check<_T extends true>() {}

// Every kind of schema gives its types: the record what the model writes, `execute` what validation makes of it.

const zod = createTool({
  id: 'zod',
  description: '',
  inputSchema: z.object({ city: z.string(), days: z.number().default(3) }),
  execute: input => {
    check<Equal<typeof input, { city: string; days: number }>>()
    return { degrees: input.days }
  },
})
check<Equal<TypesOf<typeof zod>['input'], { city: string; days?: number | undefined }>>()
check<Equal<TypesOf<typeof zod>['output'], { degrees: number }>>()

const valibot = createTool({
  id: 'valibot',
  description: '',
  inputSchema: v.object({ pattern: v.string(), limit: v.optional(v.number(), 10) }),
  outputSchema: v.object({ count: v.number() }),
  execute: input => {
    check<Equal<typeof input, { pattern: string; limit: number }>>()
    return { count: input.limit }
  },
})
check<Equal<TypesOf<typeof valibot>['input'], { pattern: string; limit?: number | undefined }>>()
check<Equal<TypesOf<typeof valibot>['output'], { count: number }>>()

const arktype = createTool({
  id: 'arktype',
  description: '',
  inputSchema: type({ from: 'string', 'to?': 'string' }),
  execute: input => input.to ?? input.from,
})
check<Equal<TypesOf<typeof arktype>['input'], { from: string; to?: string }>>()
check<Equal<TypesOf<typeof arktype>['output'], string>>()

const plain = createTool({
  id: 'plain',
  description: '',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } } as const,
  execute: input => {
    check<Equal<typeof input, unknown>>()
    return 1
  },
})
check<Equal<TypesOf<typeof plain>['input'], unknown>>()

createTool({
  id: 'x',
  description: '',
  inputSchema: v.object({ a: v.string() }),
  // @ts-expect-error a field that the arguments do not have
  execute: input => input.b,
})
createTool({
  id: 'x',
  description: '',
  outputSchema: v.object({ a: v.string() }),
  // @ts-expect-error a result that the schema refuses
  execute: () => ({ a: 1 }),
})

// The context

createTool({
  id: 'x',
  description: '',
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ choice: z.string().trim() }),
  requestContextSchema: z.object({ user: z.string() }),
  execute: async (_, context) => {
    check<Equal<typeof context.resumeData, { choice: string } | undefined>>()
    check<Equal<typeof context.agent.resumeData, { choice: string } | undefined>>()
    check<Equal<typeof context.requestContext, { user: string }>>()
    check<Equal<typeof context.abortSignal, AbortSignal>>()
    context.observe.log('info', 'x')
    check<Equal<Awaited<ReturnType<typeof context.suspend>>, never>>()
    // @ts-expect-error a question that the schema refuses
    if (!context.resumeData) return context.suspend({ ask: 'Which?' })
    // @ts-expect-error a field that the answer does not have
    return context.resumeData.colour as string
  },
})
createTool({
  id: 'x',
  description: '',
  inputSchema: z.object({ amount: z.number() }),
  requestContextSchema: z.object({ limit: z.number() }),
  requireApproval: (input, { requestContext }) => input.amount > requestContext.limit,
})

// What the model reads

createTool({
  id: 'x',
  description: '',
  outputSchema: z.object({ rows: z.array(z.string()) }),
  toModelOutput: async output => ({ type: 'text', value: output.rows.join() }),
  execute: () => ({ rows: [] }),
})
createTool({
  id: 'x',
  description: '',
  execute: () => ({ png: '' }),
  toModelOutput: ({ png }) => ({
    type: 'content',
    value: [
      { type: 'text', text: '' },
      { type: 'image-url', url: '' },
      { type: 'image-data', data: png, mediaType: 'image/png' },
      { type: 'file-url', url: '', mediaType: 'application/pdf' },
      { type: 'file-data', data: '', mediaType: 'application/zip', filename: 'a.zip' },
      { type: 'file-id', fileId: '' },
      { type: 'image-file-id', fileId: { openai: '' } },
      { type: 'custom', providerOptions: {} },
    ],
  }),
})
createTool({
  id: 'x',
  description: '',
  execute: () => ({ png: '' }),
  // @ts-expect-error a kind that there is not
  toModelOutput: () => ({ type: 'image', value: '' }),
})
createTool({
  id: 'x',
  description: '',
  execute: () => ({ png: '' }),
  // @ts-expect-error a text that is none
  toModelOutput: output => ({ type: 'text', value: output }),
})
createTool({
  id: 'x',
  description: '',
  execute: () => ({ png: '' }),
  // @ts-expect-error a field that the output does not have
  toModelOutput: output => ({ type: 'text', value: output.jpg }),
})

// toolDefinition

const publish = toolDefinition({
  name: 'publish',
  description: '',
  inputSchema: z.object({ channel: z.string().default('news') }),
  outputSchema: z.object({ id: z.number() }),
  needsApproval: true,
  approvalSchema: { approve: z.object({ note: z.string() }), reject: z.object({ because: z.string() }) },
})
check<Equal<(typeof publish)['__toolSide'], 'definition'>>()
const publishHere = publish.client(
  (input, context: ExecuteContext<unknown, unknown, { user: string }>) => {
    check<Equal<typeof input, { channel: string }>>()
    return { id: context.requestContext.user.length }
  },
  { timeout: 1_000, toModelOutput: output => ({ type: 'text', value: output.id.toFixed() }) },
)
type Publish = TypesOf<typeof publishHere>
check<Equal<Publish['name'], 'publish'>>()
check<Equal<Publish['input'], { channel?: string | undefined }>>()
check<Equal<Publish['output'], { id: number }>>()
check<Equal<Publish['approval'], true>>()
check<Equal<Publish['approvePayload'], { note: string }>>()
check<Equal<Publish['rejectPayload'], { because: string }>>()
check<Equal<TypesOf<typeof publish>, Publish>>()
const publishThere = publish.server(async (_, { approvalPayload }) => {
  check<Equal<typeof approvalPayload, { note: string } | undefined>>()
  return { id: 1 }
})
check<Equal<TypesOf<typeof publishThere>, Publish>>()
;({ type: 'approval', approved: true, payload: { note: '' } }) satisfies ToolCallResponseOf<Publish>
// @ts-expect-error the payload of a yes is not that of a no
;({ type: 'approval', approved: true, payload: { because: '' } }) satisfies ToolCallResponseOf<Publish>

const ticket = toolDefinition({
  name: 'ticket',
  description: '',
  needsApproval: true,
  approvalSchema: z.object({ number: z.number() }),
})
check<Equal<TypesOf<typeof ticket>['rejectPayload'], { number: number }>>()
ticket.client((_, { approvalPayload }) => approvalPayload?.number.toFixed())

// B133: without needsApproval nobody is asked.
const readFile = toolDefinition({ name: 'read_file', description: '', inputSchema: z.object({ path: z.string() }) })
check<Equal<TypesOf<typeof readFile>['approval'], false>>()
// @ts-expect-error an approvalSchema without needsApproval
toolDefinition({ name: 'x', description: '', approvalSchema: z.object({}) })
// @ts-expect-error an approvalSchema with needsApproval: false
toolDefinition({ name: 'x', description: '', needsApproval: false, approvalSchema: { approve: z.object({}) } })
// @ts-expect-error a definition needs a name
toolDefinition({ description: '' })
// @ts-expect-error a server's side needs a function
publish.server()
// @ts-expect-error a result that the schema refuses
publish.client(() => ({ id: '1' }))
// @ts-expect-error a field that the arguments do not have
readFile.client(input => input.file)

// Records of a known tool

export function narrow(call: ToolCall) {
  if (isCallOf(call, publishHere)) {
    check<Equal<typeof call.toolName, 'publish'>>()
    if (call.state === 'approval-requested') call.input.channel?.trim()
    if (call.state === 'output-available') call.output.id.toFixed()
  }
  if (isCallOf(call, readFile)) {
    // @ts-expect-error B133: no approval on a tool that never asks
    if (call.state === 'approval-requested') void call
  }
  if (isCallOf(call, arktype) && call.state === 'output-available') {
    check<Equal<typeof call.output, string>>()
    // @ts-expect-error an output of another type
    call.output.toFixed()
  }
}

// Registering

const all: readonly ToolDefinition[] = [
  zod,
  valibot,
  arktype,
  plain,
  publish,
  publishHere,
  publishThere,
  ticket,
  readFile,
]
const session = createToolCallSession({
  clientTools: all,
  maxParallelToolCalls: 2,
  requestContext: () => ({ user: 'ada' }),
  getMessages: () => [],
  beforeToolCall: ({ toolName }) => (toolName === 'zod' ? { proceed: false, output: null } : undefined),
  afterToolCall: async ({ output, error }) => void [output, error],
})
session.registerTool('mine', zod, { afterToolCall: () => {} })
// @ts-expect-error to let a call go on, a hook returns nothing
createToolCallSession({ beforeToolCall: () => ({ proceed: true }) })
// @ts-expect-error a tool without a name of its own is registered under one
session.registerTool(zod)
export function Registers() {
  useClientTool(zod, { beforeToolCall: () => {} })
  useClientTools([zod, publishHere])
  useClientTools({ weather: zod, ticket })
  // @ts-expect-error neither a list nor a record
  useClientTools(zod)
  return null
}

// The server's part fits the messages of both versions.
export const forModel = (messages: ModelMessage[]): ModelMessage[] => withClientModelOutput(messages)
export const forModel6 = (messages: ModelMessage6[]): ModelMessage6[] => withClientModelOutput(messages)
// @ts-expect-error messages of the chat are converted first
withClientModelOutput([{ id: 'm1', role: 'user', parts: [] }])
