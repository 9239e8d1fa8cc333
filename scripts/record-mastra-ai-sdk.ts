/**
 * Records what an agent of Mastra sends to a chat on the AI SDK, as `test/fixtures/ai-sdk/mastra/<name>.<n>.jsonl`: one chunk a
 * line, one file for each response.
 *
 *     node scripts/record-mastra-ai-sdk.ts
 *
 * The model is scripted; agent, tools, storage and the conversion to chunks are the real ones. What the recordings should end as
 * stands in `expected.json`, written by hand from reading them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { handleChatStream, toAISdkStream } from '@mastra/ai-sdk'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { createTool } from '@mastra/core/tools'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { LibSQLStore } from '@mastra/libsql'
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'

type Version = 'v5' | 'v6' | 'v7'
type Chunk = Record<string, unknown> & { type: string }
interface Call {
  id: string
  name: string
  input: unknown
}
const folder = fileURLToPath(new URL('../test/fixtures/ai-sdk/mastra/', import.meta.url))
mkdirSync(folder, { recursive: true })

const deleteFile = createTool({
  id: 'delete_file',
  description: 'Deletes a file.',
  inputSchema: z.object({ path: z.string() }),
  requireApproval: true,
  execute: async ({ path }) => ({ deleted: path }),
})
const pickColour = createTool({
  id: 'pick_colour',
  description: 'Lets the person pick a colour.',
  inputSchema: z.object({ colours: z.array(z.string()) }),
  suspendSchema: z.object({ question: z.string(), colours: z.array(z.string()) }),
  resumeSchema: z.object({ colour: z.string() }),
  execute: async ({ colours }, context) => {
    const answer = context.agent?.resumeData
    return answer ?? context.agent?.suspend({ question: 'Which colour?', colours })
  },
})
const boom = createTool({
  id: 'boom',
  description: 'Fails.',
  inputSchema: z.object({ n: z.number() }),
  execute: async () => {
    throw new Error('the disk is full')
  },
})
const lookUp = createTool({
  id: 'look_up',
  description: 'Looks something up.',
  inputSchema: z.object({ word: z.string() }),
  execute: async ({ word }) => ({ meaning: `what ${word} means` }),
})

const approve = (approved: boolean, reason?: string) => ({ approved, ...(reason && { reason }) })
for (const version of ['v5', 'v6', 'v7'] as const) {
  const remove = { id: 'call_1', name: 'delete_file', input: { path: 'notes/old.md' } }
  await record(version, 'approval-approved', [[remove]], [{ toolCallId: 'call_1', resumeData: approve(true) }])
  await record(
    version,
    'approval-denied',
    [[remove]],
    [{ toolCallId: 'call_1', resumeData: approve(false, 'keep it') }],
  )
  await record(
    version,
    'suspension',
    [[{ id: 'call_1', name: 'pick_colour', input: { colours: ['red', 'green'] } }]],
    [{ toolCallId: 'call_1', resumeData: { colour: 'green' } }],
  )
  await record(
    version,
    'approval-and-suspension',
    [[remove, { id: 'call_2', name: 'pick_colour', input: { colours: ['red', 'green'] } }]],
    [
      { toolCallId: 'call_1', resumeData: approve(true) },
      { toolCallId: 'call_2', resumeData: { colour: 'red' } },
    ],
  )
  await record(version, 'tool-error', [[{ id: 'call_1', name: 'boom', input: { n: 1 } }]], [])
  await recordSubAgent(version)
  await recordWorkflow(version)
}

interface Answer {
  toolCallId: string
  resumeData: Record<string, unknown>
}

/** A chat over `handleChatStream`, as a route of the app's would call it; the answers resume the run one after the other. */
async function record(version: Version, name: string, steps: Call[][], answers: Answer[]) {
  const { mastra } = createMastra(steps)
  const messages: unknown[] = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'go' }] }]
  const memory = { thread: `${version}-${name}`, resource: 'someone' }
  const chat = async (params: object) => {
    const stream = await handleChatStream({
      mastra,
      agentId: 'agent',
      version,
      params: { messages, memory, ...params },
    } as never)
    return readAll(stream)
  }
  const heard = await chat({})
  write(`${version}-${name}.1`, heard)
  for (const [index, { toolCallId, resumeData }] of answers.entries()) {
    const prompt = heard.find(chunk => chunk.type.startsWith('data-tool-call-') && chunk.id === toolCallId)
    const { runId } = prompt!.data as { runId: string }
    const request = heard.find(chunk => chunk.type === 'tool-approval-request' && chunk.toolCallId === toolCallId)
    const chunks = await chat(
      request
        ? { messages: [...messages, answeredMessage(heard, request, resumeData)] }
        : { runId, toolCallId, resumeData },
    )
    write(`${version}-${name}.${index + 2}`, chunks)
    heard.push(...chunks)
  }
}

/** The message as a chat on version 6 or 7 sends it, with the answer in the part that asked. */
function answeredMessage(heard: readonly Chunk[], request: Chunk, { approved, reason }: Record<string, unknown>) {
  const { toolCallId, approvalId: id } = request
  const call = heard.find(chunk => chunk.type === 'tool-input-available' && chunk.toolCallId === toolCallId)!
  const approval = { id, approved, ...(reason !== undefined && { reason }) }
  const part = {
    type: `tool-${String(call.toolName)}`,
    toolCallId,
    state: 'approval-responded',
    input: call.input,
    approval,
  }
  return {
    id: heard.find(({ type }) => type === 'start')!.messageId,
    role: 'assistant',
    parts: [{ type: 'step-start' }, part],
  }
}

async function recordSubAgent(version: Version) {
  const helper = new Agent({
    id: 'helper',
    name: 'helper',
    description: 'Helps.',
    instructions: '',
    model: scriptedModel([[{ id: 'inner_1', name: 'look_up', input: { word: 'mole' } }]], 'It is an animal.'),
    tools: { look_up: lookUp },
  })
  const { mastra } = createMastra([[{ id: 'call_1', name: 'agent-helper', input: { prompt: 'What is a mole?' } }]], {
    agents: { helper },
  })
  const stream = await mastra.getAgentById('agent').stream('go')
  const options = { from: 'agent', version, includeSubAgentMetadata: true } as const
  write(`${version}-sub-agent`, await readAll(toAISdkStream(stream, options as never) as ReadableStream<Chunk>))
}

async function recordWorkflow(version: Version) {
  const double = createStep({
    id: 'double',
    inputSchema: z.object({ x: z.number() }),
    outputSchema: z.object({ y: z.number() }),
    execute: async ({ inputData }) => ({ y: inputData.x * 2 }),
  })
  const workflow = createWorkflow({
    id: 'doubling',
    description: 'Doubles.',
    inputSchema: z.object({ x: z.number() }),
    outputSchema: z.object({ y: z.number() }),
  })
    .then(double)
    .commit()
  const { mastra } = createMastra([[{ id: 'call_1', name: 'workflow-doubling', input: { inputData: { x: 2 } } }]], {
    workflows: { doubling: workflow },
  })
  const stream = await mastra.getAgentById('agent').stream('go')
  write(
    `${version}-workflow`,
    await readAll(toAISdkStream(stream, { from: 'agent', version } as never) as ReadableStream<Chunk>),
  )
}

function createMastra(steps: Call[][], more: object = {}) {
  const agent = new Agent({
    id: 'agent',
    name: 'agent',
    instructions: '',
    model: scriptedModel(steps, 'Done.'),
    tools: { delete_file: deleteFile, pick_colour: pickColour, boom },
    ...more,
  })
  const storage = new LibSQLStore({ id: 'recordings', url: ':memory:' })
  return { mastra: new Mastra({ agents: { agent }, storage, logger: false }) }
}

/** Each step calls these tools, and the last one says something. */
function scriptedModel(steps: Call[][], words: string) {
  let step = 0
  // Mastra describes the same interface with types of its own.
  return new MockLanguageModelV4({
    provider: 'scripted',
    modelId: 'scripted',
    doStream: async () => {
      const calls = steps[step++] ?? []
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...calls.flatMap(({ id, name, input }) => {
          const text = JSON.stringify(input)
          return [
            { type: 'tool-input-start', id, toolName: name },
            ...(text.match(/.{1,8}/gs) ?? []).map(delta => ({ type: 'tool-input-delta', id, delta })),
            { type: 'tool-input-end', id },
            { type: 'tool-call', toolCallId: id, toolName: name, input: text },
          ]
        }),
        ...(calls.length > 0
          ? []
          : [
              { type: 'text-start', id: 't1' },
              { type: 'text-delta', id: 't1', delta: words },
              { type: 'text-end', id: 't1' },
            ]),
        {
          type: 'finish',
          finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
          usage: { inputTokens: { total: 10 }, outputTokens: { total: 5 } },
        },
      ]
      return {
        stream: simulateReadableStream({ chunks: parts, initialDelayInMs: null, chunkDelayInMs: null }),
      } as never
    },
  }) as unknown as ConstructorParameters<typeof Agent>[0]['model']
}

async function readAll(stream: ReadableStream<Chunk>): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

function write(name: string, chunks: Chunk[]) {
  writeFileSync(`${folder}${name}.jsonl`, chunks.map(chunk => `${JSON.stringify(chunk)}\n`).join(''))
  console.log(name, chunks.length)
}
