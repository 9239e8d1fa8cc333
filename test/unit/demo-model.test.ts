import type { UIMessageChunk } from 'ai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDemoApp } from '../../demo/server/app.ts'
import { createDemoModel } from '../../demo/server/model.ts'
import { startOpenAiLoopback } from '../support/openai-loopback.ts'
import type { OpenAiLoopback } from '../support/openai-loopback.ts'

const callDelta = (call: object) => ({ delta: { tool_calls: [{ index: 0, ...call }] }, finish_reason: null })

const responses = [
  [
    callDelta({ id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '' } }),
    callDelta({ function: { arguments: '{"path":' } }),
    callDelta({ function: { arguments: '"README' } }),
    callDelta({ function: { arguments: '.md"}' } }),
    { delta: {}, finish_reason: 'tool_calls' },
  ],
  [
    { delta: { role: 'assistant', content: 'It is a ' }, finish_reason: null },
    { delta: { content: 'shop.' }, finish_reason: null },
    { delta: {}, finish_reason: 'stop' },
  ],
]

describe('the demo with a model from the environment', () => {
  let loopback: OpenAiLoopback | undefined

  afterEach(async () => {
    vi.restoreAllMocks()
    await loopback?.close()
    loopback = undefined
  })

  it('streams the arguments of an OpenAI-compatible server, runs the tool and goes on', async () => {
    loopback = await startOpenAiLoopback(responses)
    const model = createDemoModel({
      OPENAI_COMPATIBLE_BASE_URL: loopback.baseUrl,
      OPENAI_COMPATIBLE_API_KEY: 'secret',
      OPENAI_COMPATIBLE_MODEL: 'small',
    })

    const chunks = await chat(model, 'What is in README.md?')

    const deltas = chunks.filter(chunk => chunk.type === 'tool-input-delta')
    expect(deltas.length).toBeGreaterThan(1)
    expect(deltas.map(chunk => chunk.inputTextDelta).join('')).toBe('{"path":"README.md"}')
    expect(chunks).toContainEqual(
      expect.objectContaining({
        type: 'tool-input-available',
        toolCallId: 'call_1',
        toolName: 'read_file',
        input: { path: 'README.md' },
      }),
    )
    expect(chunks).toContainEqual(
      expect.objectContaining({
        type: 'tool-output-available',
        toolCallId: 'call_1',
        output: expect.objectContaining({ path: 'README.md' }),
      }),
    )
    expect(chunks.map(chunk => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')).toBe('It is a shop.')

    expect(loopback.requests).toHaveLength(2)
    expect(loopback.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer secret',
      body: { model: 'small', stream: true },
    })
    expect(loopback.requests[1]).toMatchObject({
      body: { messages: expect.arrayContaining([expect.objectContaining({ role: 'tool', tool_call_id: 'call_1' })]) },
    })
  })

  it('says in the stream why the server refused', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    loopback = await startOpenAiLoopback([])

    const chunks = await chat(createDemoModel({ OPENAI_COMPATIBLE_BASE_URL: loopback.baseUrl }), 'Hello')

    expect(chunks).toContainEqual({ type: 'error', errorText: 'The key is not known here.' })
    expect(log).toHaveBeenCalledOnce()
    expect(loopback.requests[0]?.authorization).toBeUndefined()
  })

  it('uses the scripted model when the environment names none', async () => {
    const response = await createDemoApp({ model: createDemoModel({}) }).request('/api/model')

    expect(await response.json()).toEqual({ provider: 'scripted', modelId: 'scripted' })
  })
})

async function chat(model: ReturnType<typeof createDemoModel>, words: string): Promise<UIMessageChunk[]> {
  const response = await createDemoApp({ model }).request('/api/ai-sdk/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: 'chat',
      messages: [{ id: 'message-1', role: 'user', parts: [{ type: 'text', text: words }] }],
    }),
  })
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter(line => line.startsWith('data: {'))
  return lines.map(line => JSON.parse(line.slice('data: '.length)) as UIMessageChunk)
}
