import * as ai7 from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import * as ai6 from 'ai-v6'
import { MockLanguageModelV3 } from 'ai-v6/test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ModelContentPart, ModelOutput, ToolCall, ToolCallResponse } from '../../../src/core.ts'
import { toolCallsFromMessages } from '../../../src/ai-sdk.ts'
import { withClientModelOutput } from '../../../src/server.ts'
import { createChatHost } from '../../../src/adapters/ai-sdk/chat-host.ts'
import type { MessageLike } from '../../../src/adapters/ai-sdk/tool-calls-from-messages.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const RAW = { rows: [1, 2, 3], secret: 'only for the page' }
const TEXT: ModelOutput = { type: 'text', value: 'three rows' }

/** A chat in which `chart` waits for the browser, as `useChat` has it. */
const asked = (part: object = {}): MessageLike[] => [
  { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Draw it.' } as never] },
  {
    id: 'a1',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'tool-chart', toolCallId: 'c1', state: 'input-available', input: { title: 'Sales' }, ...part } as never,
    ],
  },
]

/** The messages after the host of `useToolChat` has written an answer, and a round through JSON. */
async function answered(response: ToolCallResponse, before = asked()): Promise<MessageLike[]> {
  let messages = before
  const host = createChatHost({
    whenIdle: async () => {},
    readMessages: () => messages,
    writeMessages: next => void (messages = next),
    send: async () => {},
    stop: () => {},
  })
  const call = { toolCallId: 'c1', toolName: 'chart', messageId: 'a1', stepId: 'a1:0' } as ToolCall
  await host.respond([{ call, response }], { threadId: undefined, getToolDeclarations: () => [] })
  return JSON.parse(JSON.stringify(messages)) as MessageLike[]
}

interface Prompt {
  readonly role: string
  readonly content: readonly {
    readonly type: string
    readonly output?: { readonly type: string; readonly value: readonly Record<string, unknown>[] }
  }[]
}
const FINISH = [
  { type: 'stream-start', warnings: [] },
  {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  },
]

/** A model that reads files of this host by itself; the server fetches others for it. */
const supportedUrls = { '*/*': [/^https:\/\/files\.example\//] }
const experimental_download = async (files: { url: URL; isUrlSupportedByModel: boolean }[]) =>
  files.map(({ isUrlSupportedByModel }) =>
    isUrlSupportedByModel ? null : { data: Uint8Array.of(1, 2), mediaType: 'image/webp' },
  )

const versions = {
  7: {
    validate: (messages: unknown) => ai7.validateUIMessages({ messages }),
    /** What the model is given by a server as the documentation builds it. */
    async prompt(messages: readonly MessageLike[], hasHelper = true): Promise<Prompt[]> {
      let prompt: unknown
      const model = new MockLanguageModelV4({
        supportedUrls,
        doStream: (async (options: { prompt: unknown }) => {
          prompt = options.prompt
          return { stream: ai7.simulateReadableStream({ chunks: FINISH }) }
        }) as never,
      })
      const tools = { chart: ai7.tool({ description: '', inputSchema: z.object({ title: z.string() }) }) }
      const converted = await ai7.convertToModelMessages(messages as never, { tools: tools as never })
      const messagesForModel = hasHelper ? withClientModelOutput(converted) : converted
      await ai7.streamText({ model, tools, messages: messagesForModel, experimental_download } as never).consumeStream()
      return prompt as Prompt[]
    },
  },
  6: {
    validate: (messages: unknown) => ai6.validateUIMessages({ messages }),
    async prompt(messages: readonly MessageLike[], hasHelper = true): Promise<Prompt[]> {
      let prompt: unknown
      const model = new MockLanguageModelV3({
        supportedUrls,
        doStream: (async (options: { prompt: unknown }) => {
          prompt = options.prompt
          return { stream: ai6.simulateReadableStream({ chunks: FINISH }) }
        }) as never,
      })
      const tools = { chart: ai6.tool({ description: '', inputSchema: z.object({ title: z.string() }) }) }
      const converted = await ai6.convertToModelMessages(messages as never, { tools: tools as never })
      await ai6
        .streamText({
          model,
          tools: tools as never,
          messages: hasHelper ? withClientModelOutput(converted) : converted,
          experimental_download,
        })
        .consumeStream()
      return prompt as Prompt[]
    },
  },
}

const resultOf = (prompt: readonly Prompt[]) =>
  prompt.find(({ role }) => role === 'tool')!.content.find(({ type }) => type === 'tool-result')!

describe.each([7, 6] as const)('what the model of a server on the AI SDK %i reads', version => {
  const { prompt, validate } = versions[version]

  it.each<[string, ModelOutput]>([
    ['text', TEXT],
    ['json', { type: 'json', value: { rows: 3 } }],
  ])('is the model output, as %s; the message keeps the raw one', async (_, modelOutput) => {
    const messages = await answered({ type: 'output', output: RAW, modelOutput })
    expect(messages[1]!.parts[1]).toMatchObject({ state: 'output-available', output: RAW })
    const result = resultOf(await prompt(messages))
    expect(result.output).toMatchObject(modelOutput)
    expect(JSON.stringify(await prompt(messages))).not.toContain('only for the page')
  })

  it('B079: an image arrives as an image', async () => {
    const modelOutput: ModelOutput = {
      type: 'content',
      value: [
        { type: 'text', text: 'The chart.' },
        { type: 'image-data', data: PNG, mediaType: 'image/png' },
      ],
    }
    const result = resultOf(await prompt(await answered({ type: 'output', output: RAW, modelOutput })))
    expect(result.output).toMatchObject({
      type: 'content',
      value: [
        { type: 'text', text: 'The chart.' },
        version === 7
          ? { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } }
          : { type: 'image-data', mediaType: 'image/png', data: PNG },
      ],
    })
  })

  it.each<[ModelContentPart, object, object]>([
    [
      { type: 'text', text: 'Three rows.' },
      { type: 'text', text: 'Three rows.' },
      { type: 'text', text: 'Three rows.' },
    ],
    [
      { type: 'image-url', url: 'https://files.example/a.png' },
      { type: 'file', mediaType: 'image', data: { type: 'url', url: new URL('https://files.example/a.png') } },
      { type: 'image-url', url: 'https://files.example/a.png' },
    ],
    [
      { type: 'image-url', url: 'https://elsewhere.example/a' },
      { type: 'file', mediaType: 'image/webp', data: { type: 'data', data: Uint8Array.of(1, 2) } },
      { type: 'image-data', mediaType: 'image/webp', data: 'AQI=' },
    ],
    [
      { type: 'file-url', url: 'https://files.example/a', mediaType: 'application/pdf' },
      { type: 'file', mediaType: 'application/pdf', data: { type: 'url', url: new URL('https://files.example/a') } },
      { type: 'file-url', url: 'https://files.example/a', mediaType: 'application/pdf' },
    ],
    [
      { type: 'image-data', data: 'AQI=', mediaType: 'image/gif' },
      { type: 'file', mediaType: 'image/gif', data: { type: 'data', data: 'AQI=' } },
      { type: 'image-data', mediaType: 'image/gif', data: 'AQI=' },
    ],
    [
      { type: 'file-data', data: 'AQI=', mediaType: 'application/zip', filename: 'a.zip' },
      { type: 'file', mediaType: 'application/zip', filename: 'a.zip', data: { type: 'data', data: 'AQI=' } },
      { type: 'file-data', mediaType: 'application/zip', filename: 'a.zip', data: 'AQI=' },
    ],
    [
      { type: 'file-id', fileId: { own: 'f1' } },
      { type: 'file', data: { type: 'reference', reference: { own: 'f1' } } },
      { type: 'file-id', fileId: { own: 'f1' } },
    ],
    [
      { type: 'image-file-id', fileId: { own: 'f2' } },
      { type: 'file', data: { type: 'reference', reference: { own: 'f2' } } },
      { type: 'image-file-id', fileId: { own: 'f2' } },
    ],
    [
      { type: 'custom', providerOptions: { own: { a: 1 } } },
      { type: 'custom', providerOptions: { own: { a: 1 } } },
      { type: 'custom', providerOptions: { own: { a: 1 } } },
    ],
  ])('takes a part like %j', async (part, in7, in6) => {
    const modelOutput: ModelOutput = { type: 'content', value: [part] }
    const result = resultOf(await prompt(await answered({ type: 'output', output: RAW, modelOutput })))
    expect(result.output!.value).toMatchObject([version === 7 ? in7 : in6])
  })

  it('nothing of ours goes on to the provider, and what belongs to the provider does', async () => {
    const own = { callProviderMetadata: { openai: { itemId: 'i1' } } }
    const messages = await answered({ type: 'output', output: RAW, modelOutput: TEXT }, asked(own))
    const given = await prompt(messages)
    expect(JSON.stringify(given)).not.toContain('react-tool-calls')
    expect(JSON.stringify(given)).toContain('{"openai":{"itemId":"i1"}}')
    // and without the server's part it would have
    expect(JSON.stringify(await prompt(messages, false))).toContain('react-tool-calls')
  })

  it('is the raw output where the server does not call it', async () => {
    const result = resultOf(await prompt(await answered({ type: 'output', output: RAW, modelOutput: TEXT }), false))
    expect(result.output).toMatchObject({ type: 'json', value: RAW })
  })

  it('passes `validateUIMessages` and a reload, and the card still knows what the model read', async () => {
    const messages = await answered({ type: 'output', output: RAW, modelOutput: TEXT })
    const valid = JSON.parse(JSON.stringify(await validate(messages))) as MessageLike[]
    expect(resultOf(await prompt(valid)).output).toMatchObject(TEXT)
    expect(toolCallsFromMessages(valid)).toMatchObject([{ state: 'output-available', output: RAW, modelOutput: TEXT }])
  })

  it('B080: stays what it was in every later turn', async () => {
    const messages = await answered({ type: 'output', output: RAW, modelOutput: TEXT })
    const later = [...messages, { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'And?' } as never] }]
    expect(resultOf(await prompt(later)).output).toMatchObject(TEXT)
  })

  it('leaves results without one, errors and denials alone', async () => {
    const plain = await answered({ type: 'output', output: RAW })
    expect(resultOf(await prompt(plain)).output).toMatchObject({ type: 'json', value: RAW })
    const failed = await answered({ type: 'output-error', errorText: 'no camera', errorKind: 'execution' })
    ;(failed[1]!.parts[1] as { callProviderMetadata?: unknown }).callProviderMetadata = {
      'react-tool-calls': { modelOutput: TEXT },
    }
    const given = await prompt(failed)
    expect(resultOf(given).output).toMatchObject({ type: 'error-text', value: 'no camera' })
    expect(JSON.stringify(given)).not.toContain('react-tool-calls')
  })

  it.each<[unknown]>([
    [null],
    ['text'],
    [{ type: 'text', value: 1 }],
    [{ type: 'execution-denied' }],
    [{ type: 'content', value: {} }],
  ])('a forged one, %j, is left out: the model reads the output', async forged => {
    const messages = await answered({ type: 'output', output: RAW, modelOutput: TEXT })
    ;(messages[1]!.parts[1] as { callProviderMetadata?: unknown }).callProviderMetadata = {
      'react-tool-calls': { modelOutput: forged },
    }
    const given = await prompt(messages)
    expect(resultOf(given).output).toMatchObject({ type: 'json', value: RAW })
    expect(JSON.stringify(given)).not.toContain('react-tool-calls')
  })
})

describe('withClientModelOutput', () => {
  it('is asked for in the console of a developer, once for a chat, when there is something to bring', async () => {
    const host = createChatHost({
      whenIdle: async () => {},
      readMessages: () => asked(),
      writeMessages() {},
      send: async () => {},
      stop() {},
    })
    const call = { toolCallId: 'c1', toolName: 'chart', messageId: 'a1' } as ToolCall
    const context = { threadId: undefined, getToolDeclarations: () => [] }
    await host.respond([{ call, response: { type: 'output', output: 1 } }], context)
    expect(console.warn).not.toHaveBeenCalled()
    for (let turn = 0; turn < 2; turn += 1)
      await host.respond([{ call, response: { type: 'output', output: 1, modelOutput: TEXT } }], context)
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/"chart".*withClientModelOutput/))
  })

  it('gives messages that it does not concern back as they are', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi', providerOptions: { openai: { a: 1 } } }] },
    ]
    const [system, user] = withClientModelOutput(messages)
    expect(system).toBe(messages[0])
    expect(user).toBe(messages[1])
  })

  it('does not touch the results of tools that a provider ran', () => {
    const result = {
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 'search',
      output: { type: 'json', value: 1 },
      providerOptions: { 'react-tool-calls': { modelOutput: TEXT } },
    }
    const [message] = withClientModelOutput([{ role: 'assistant', content: [result] }])
    expect(message).toEqual({
      role: 'assistant',
      content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'search', output: { type: 'json', value: 1 } }],
    })
  })
})
