import * as ai7 from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import * as ai6 from 'ai-v6'
import { MockLanguageModelV3 } from 'ai-v6/test'
import { z } from 'zod'
import { withClientModelOutput } from '../../src/server.ts'

export type AiVersion = 6 | 7

/** What the model does in one step. */
export interface ModelStep {
  readonly text?: string
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: object }[]
  /** Waits for `release` after this share of the last call's arguments. */
  readonly holdAt?: number
}
export interface AiSdkServerOptions {
  readonly version: AiVersion
  /** The steps of an answer to a person's words, by how many calls came since. */
  script(words: string): readonly ModelStep[]
  readonly approvalSecret?: string | undefined
}

/** A chat server as the documentation of the AI SDK builds it: stored messages, resumable streams, approvals; only the model is scripted. */
export interface AiSdkServer {
  fetch(request: Request): Promise<Response>
  /** What the model was given, call by call. */
  readonly prompts: readonly unknown[]
  /** What was posted, request by request. */
  readonly requests: readonly PostedRequest[]
  /** The names and inputs of the server's own tools, as they ran. */
  readonly ran: readonly string[]
  /** What the streams failed with. */
  readonly errors: string[]
  /** The next posts are answered so. */
  answerWith(...responses: Response[]): void
  /** Lets a held answer go on. */
  release(): void
  /** The stored messages of a chat, which may be changed. */
  stored(chatId: string): StoredMessage[] | undefined
}
export interface StoredMessage {
  id: string
  role: string
  parts: Record<string, unknown>[]
}
export interface PostedRequest {
  readonly id: string
  readonly messages: StoredMessage[]
  readonly headers: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

export function createAiSdkServer({ version, script, approvalSecret }: AiSdkServerOptions): AiSdkServer {
  const prompts: unknown[] = []
  const requests: PostedRequest[] = []
  const ran: string[] = []
  const errors: string[] = []
  const answers: Response[] = []
  const chats = new Map<string, StoredMessage[]>()
  const streams = new Map<string, { text: string; isDone: boolean; wake: Set<() => void> }>()
  let held: (() => void)[] = []

  const doStream = async (options: { prompt: unknown; abortSignal?: AbortSignal | undefined }) => {
    prompts.push(structuredClone(options.prompt))
    const parts = partsOf(options.prompt as PromptMessage[], script)
    const { abortSignal } = options
    return {
      stream: new ReadableStream<never>({
        async pull(controller) {
          const part = parts.shift()
          if (!part) return controller.close()
          if (part === HOLD) {
            await new Promise<void>((resolve, reject) => {
              held.push(resolve)
              abortSignal?.addEventListener('abort', () => reject(abortSignal.reason as Error), { once: true })
            })
            return this.pull!(controller)
          }
          controller.enqueue(part as never)
        },
      }),
    }
  }
  const path = z.object({ path: z.string() })
  const colour = { inputSchema: z.object({ label: z.string() }), outputSchema: z.object({ color: z.string() }) }
  const execute = (name: string) => (input: object) => {
    ran.push(`${name} ${JSON.stringify(input)}`)
    return { done: name }
  }
  const start = async (messages: StoredMessage[], abortSignal: AbortSignal) => {
    const save = { originalMessages: messages as never, generateMessageId: ai7.generateId, onError: noteError }
    if (version === 6) {
      const tools = {
        read_file: ai6.tool({ description: 'Reads', inputSchema: path, execute: execute('read_file') }),
        delete_file: ai6.tool({
          description: 'Deletes',
          inputSchema: path,
          needsApproval: true,
          execute: execute('delete_file'),
        }),
        pick_color: ai6.tool({ description: 'Asks for a colour', ...colour }),
      }
      const result = ai6.streamText({
        model: new MockLanguageModelV3({ doStream: doStream as never }),
        tools,
        messages: withClientModelOutput(await ai6.convertToModelMessages(messages as never, { tools })),
        stopWhen: ai6.stepCountIs(5),
        abortSignal,
        onError: () => {},
        ...(approvalSecret && { experimental_toolApprovalSecret: approvalSecret }),
      })
      return result.toUIMessageStream(save) as ReadableStream<unknown>
    }
    const tools = {
      read_file: ai7.tool({ description: 'Reads', inputSchema: path, execute: execute('read_file') }),
      delete_file: ai7.tool({ description: 'Deletes', inputSchema: path, execute: execute('delete_file') }),
      pick_color: ai7.tool({ description: 'Asks for a colour', ...colour }),
    }
    const result = ai7.streamText({
      model: new MockLanguageModelV4({ doStream: doStream as never }),
      tools,
      toolApproval: { delete_file: () => ({ type: 'user-approval', reason: 'It cannot be undone.' }) },
      messages: withClientModelOutput(await ai7.convertToModelMessages(messages as never, { tools })),
      stopWhen: ai7.isStepCount(5),
      abortSignal,
      onError: () => {},
      ...(approvalSecret && { experimental_toolApprovalSecret: approvalSecret }),
    })
    return ai7.toUIMessageStream({ stream: result.stream, tools, ...save }) as ReadableStream<unknown>
  }
  const noteError = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    errors.push(text)
    return text
  }

  const post = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as PostedRequest
    requests.push({ ...body, headers: Object.fromEntries(request.headers) })
    const answer = answers.shift()
    if (answer) return answer
    const { id, messages } = body
    chats.set(id, structuredClone(messages))
    let stream: ReadableStream<unknown>
    try {
      // a page that goes away stops nothing; only `DELETE` does
      const stop = new AbortController()
      stops.set(id, stop)
      stream = await start(messages, stop.signal)
    } catch (error) {
      return new Response(noteError(error), { status: 500 })
    }
    const log = { text: '', isDone: false, wake: new Set<() => void>() }
    streams.set(id, log)
    const write = (text: string) => {
      log.text += text
      for (const wake of log.wake) wake()
    }
    void (async () => {
      const chunks: unknown[] = []
      for await (const chunk of stream as unknown as AsyncIterable<unknown>) {
        chunks.push(chunk)
        write(`data: ${JSON.stringify(chunk)}\n\n`)
      }
      chats.set(id, await messagesAfter(messages, chunks))
      log.isDone = true
      write('data: [DONE]\n\n')
    })().catch(noteError)
    return follow(log)
  }
  const stops = new Map<string, AbortController>()

  return {
    prompts,
    requests,
    ran,
    errors,
    answerWith: (...responses) => void answers.push(...responses),
    release() {
      const waiting = held
      held = []
      for (const go of waiting) go()
    },
    stored: chatId => chats.get(chatId),
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const [, , , id = '', what] = pathname.split('/')
      if (request.method === 'POST') return post(request)
      if (what === 'messages') return Response.json(chats.get(id) ?? [])
      if (what === 'stream') {
        const log = streams.get(id)
        return log && !log.isDone ? follow(log) : new Response(null, { status: 204 })
      }
      return new Response('Not found', { status: 404 })
    },
  }
}

/** What a server with persistence stores: the messages as its own reader makes them of the stream. */
async function messagesAfter(before: StoredMessage[], chunks: unknown[]): Promise<StoredMessage[]> {
  const last = before.at(-1)
  const continued = last?.role === 'assistant' ? structuredClone(last) : undefined
  let message: unknown
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const reading = ai7.readUIMessageStream({
    stream: stream as never,
    ...(continued && { message: continued as never }),
    onError: () => {},
  })
  for await (const state of reading) message = state
  if (!message) return before
  return [...(continued ? before.slice(0, -1) : before), JSON.parse(JSON.stringify(message)) as StoredMessage]
}

function follow(log: { text: string; isDone: boolean; wake: Set<() => void> }): Response {
  const encoder = new TextEncoder()
  let sent = 0
  let wake = () => {}
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (sent === log.text.length) {
        if (log.isDone) return controller.close()
        await new Promise<void>(resolve => {
          wake = resolve
          log.wake.add(resolve)
        })
        log.wake.delete(wake)
      }
      controller.enqueue(encoder.encode(log.text.slice(sent)))
      sent = log.text.length
    },
    cancel: () => void log.wake.delete(wake),
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' },
  })
}

interface PromptMessage {
  readonly role: string
  readonly content: readonly { readonly type: string; readonly text?: string }[]
}
const HOLD = Symbol('hold')

function partsOf(prompt: readonly PromptMessage[], script: AiSdkServerOptions['script']): unknown[] {
  const lastUser = prompt.findLastIndex(({ role }) => role === 'user')
  const words = prompt[lastUser]!.content.map(({ text = '' }) => text).join('')
  const isCall = ({ role, content }: PromptMessage) =>
    role === 'assistant' && content.some(({ type }) => type === 'tool-call')
  const step = script(words)[prompt.slice(lastUser + 1).filter(isCall).length] ?? { text: 'Done.' }
  const calls = step.calls ?? []
  const finish = calls.length > 0 ? 'tool-calls' : 'stop'
  return [
    { type: 'stream-start', warnings: [] },
    ...(step.text === undefined
      ? []
      : [
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: step.text },
          { type: 'text-end', id: 't' },
        ]),
    ...calls.flatMap(({ id, name, input }, index) => {
      const text = JSON.stringify(input)
      const middle = Math.floor(text.length * (step.holdAt ?? 0.5))
      const isHeld = step.holdAt !== undefined && index === calls.length - 1
      return [
        { type: 'tool-input-start', id, toolName: name },
        { type: 'tool-input-delta', id, delta: text.slice(0, middle) },
        ...(isHeld ? [HOLD] : []),
        { type: 'tool-input-delta', id, delta: text.slice(middle) },
        { type: 'tool-input-end', id },
        { type: 'tool-call', toolCallId: id, toolName: name, input: text },
      ]
    }),
    {
      type: 'finish',
      finishReason: { unified: finish, raw: finish },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      },
    },
  ]
}
