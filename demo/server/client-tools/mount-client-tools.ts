import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  generateId,
  isStepCount,
  streamText,
  tool,
  toUIMessageStream,
  validateUIMessages,
} from 'ai'
import type { LanguageModel, ToolSet, UIMessage } from 'ai'
import type { Env, Hono } from 'hono'
import { z } from 'zod'
import { withClientModelOutput } from '../../../src/server.ts'
import { clientToolDefinitions } from './definitions.ts'

const tools: ToolSet = Object.fromEntries(
  clientToolDefinitions.map(({ name, description, inputSchema }) => [
    name,
    tool({ description, inputSchema: inputSchema as z.ZodType }),
  ]),
)

/** A chat whose tools all run in the browser: this server only declares them. */
export function mountClientTools<AppEnv extends Env>(app: Hono<AppEnv>, { model }: { model: LanguageModel }): void {
  app.post('/api/client-tools/chat', async context => {
    // A page of another origin can post plain text unasked, but not JSON.
    if (context.req.header('content-type')?.startsWith('application/json') !== true)
      return context.text('The body must be application/json.', 415)
    const body = z.object({ messages: z.array(z.unknown()).min(1) }).safeParse(await context.req.json().catch(() => {}))
    if (!body.success) return context.text('The body is not a chat request.', 400)
    const messages = await validateUIMessages<UIMessage>({ messages: body.data.messages })
    const result = streamText({
      model,
      tools,
      instructions: 'You help with the page that the person looks at. Its tools run there. Say little.',
      messages: withClientModelOutput(
        await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }),
      ),
      // arguments that the schema refuses are answered here, and then the model has to go on here
      stopWhen: isStepCount(5),
      abortSignal: context.req.raw.signal,
      onError: ({ error }) => console.error(`The model failed: ${String(error)}`),
    })
    const stream = toUIMessageStream({
      stream: result.stream,
      tools,
      originalMessages: messages,
      generateMessageId: generateId,
      onError: error => (error instanceof Error ? error.message : String(error)),
    })
    return createUIMessageStreamResponse({ stream })
  })
}
