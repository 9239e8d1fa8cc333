import type { HttpBindings } from '@hono/node-server'
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  generateId,
  isStepCount,
  streamText,
  toUIMessageStream,
} from 'ai'
import type { LanguageModel, UIMessage } from 'ai'
import { Hono } from 'hono'
import { z } from 'zod'
import { mountClientTools } from './client-tools/mount-client-tools.ts'
import type { DemoControl } from './control.ts'
import { mountMastra } from './mastra/mount-mastra.ts'
import type { MastraOptions } from './mastra/mount-mastra.ts'
import { projectFiles } from './scenario-files.ts'
import { ConnectionLost } from './scripted-model.ts'
import { createDemoTools, toolApproval } from './tools.ts'

export interface DemoAppOptions {
  model: LanguageModel
  control?: DemoControl | undefined
  mastra?: MastraOptions | undefined
}

/** The demo's backend: an ordinary AI SDK chat endpoint with real tools over a project in memory. */
export function createDemoApp({ model, control = {}, mastra }: DemoAppOptions) {
  const projects = createProjects()
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()

  app.use('/api/*', async (context, next) => {
    const response = await control.beforeRequest?.(context.req.raw.clone())
    if (response !== undefined) return response
    await next()
  })

  app.get('/api/model', context =>
    context.json(
      typeof model === 'string'
        ? { provider: 'gateway', modelId: model }
        : { provider: model.provider, modelId: model.modelId },
    ),
  )

  app.post('/api/ai-sdk/chat', async context => {
    // A page of another origin can post plain text unasked, but not JSON.
    if (context.req.header('content-type')?.startsWith('application/json') !== true)
      return context.text('The body must be application/json.', 415)
    const body = chatRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!body.success) return context.text(`The body is not a chat request: ${z.prettifyError(body.error)}`, 400)
    const messages = body.data.messages as UIMessage[]
    const tools = createDemoTools({ files: projects.of(body.data.id), beforeToolOutput: control.beforeToolOutput })

    const result = streamText({
      model,
      tools,
      toolApproval,
      instructions: 'You help with a small project. Use the tools; say little.',
      // A call that was stopped half-way has no result, and a prompt with such a call would be refused.
      messages: await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }),
      stopWhen: isStepCount(12),
      abortSignal: context.req.raw.signal,
      onError: ({ error }) => {
        if (!(error instanceof ConnectionLost)) console.error(`The model failed: ${errorText(error)}`)
      },
    })

    const stream = toUIMessageStream({
      stream: result.stream.pipeThrough(breakConnection(context.env?.outgoing)),
      tools,
      // With these two a continuation keeps the id of the message that it continues.
      originalMessages: messages,
      generateMessageId: generateId,
      onError: errorText,
      redactToolErrors: false,
    })
    return createUIMessageStreamResponse({ stream })
  })

  mountClientTools(app, { model })
  mountMastra(app, { model, ...mastra })
  return app
}

const chatRequest = z.object({
  id: z.string(),
  messages: z
    .array(
      z.looseObject({
        id: z.string(),
        role: z.enum(['system', 'user', 'assistant']),
        parts: z.array(z.looseObject({ type: z.string() })),
      }),
    )
    .min(1),
})

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** One virtual project per chat; the oldest goes when there are too many. */
function createProjects() {
  const projects = new Map<string, Map<string, string>>()
  return {
    of(chatId: string): Map<string, string> {
      const files = projects.get(chatId) ?? new Map(Object.entries(projectFiles))
      projects.delete(chatId)
      projects.set(chatId, files)
      const [oldest] = projects.keys()
      if (projects.size > 100 && oldest !== undefined) projects.delete(oldest)
      return files
    },
  }
}

/** Lets everything pass but `ConnectionLost`: then the socket is destroyed, with no last word to the client. */
function breakConnection<Part extends { type: string }>(
  outgoing: HttpBindings['outgoing'] | undefined,
): TransformStream<Part, Part> {
  return new TransformStream({
    async transform(part, controller) {
      if (part.type !== 'error' || !('error' in part && part.error instanceof ConnectionLost))
        return controller.enqueue(part)
      // Without Node's response there is no socket (`app.request` in a test), and the body fails instead.
      if (outgoing === undefined) return controller.error(part.error)
      // What was sent so far must have left the process before the socket goes.
      await new Promise(resolve => setTimeout(resolve, 20))
      outgoing.destroy()
    },
  })
}
