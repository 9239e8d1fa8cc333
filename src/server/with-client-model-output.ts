import { hasModelOutput, readModelOutput, withoutModelOutput } from '../adapters/ai-sdk/client-model-output.ts'
import { parseModelOutput } from '../client-tools/parse-model-output.ts'

/** A message for the model (`ModelMessage` of `ai` 6 and 7), structurally. */
export interface ModelMessageLike {
  readonly role: string
  readonly content: unknown
}

/**
 * Gives the model what the `toModelOutput` of a tool in the browser made of its result, in place of the raw result. Stands between
 * `convertToModelMessages` and the model:
 *
 * ```ts
 * messages: withClientModelOutput(await convertToModelMessages(messages, { tools }))
 * ```
 *
 * The messages of the chat keep the raw output. Results without one, failed and denied calls and tools of the server stay as they
 * are. It believes the browser no more than an ordinary client tool does, whose output the model reads as well: the shape is checked,
 * and what is none is left out.
 */
export function withClientModelOutput<Message extends ModelMessageLike>(messages: readonly Message[]): Message[] {
  return messages.map(message => {
    const { role, content } = message
    if (!Array.isArray(content)) return message
    const parts = content.map((part: unknown) => cleanPart(part, role))
    return parts.some((part, at) => part !== content[at]) ? { ...message, content: parts } : message
  })
}

interface ResultPart {
  readonly type?: unknown
  readonly output?: { readonly type?: unknown }
  readonly providerOptions: Readonly<Record<string, unknown>>
}

function cleanPart(part: unknown, role: string): unknown {
  if (typeof part !== 'object' || part === null || !('providerOptions' in part)) return part
  const { providerOptions: options, ...rest } = part as ResultPart
  if (!hasModelOutput(options)) return part
  const providerOptions = withoutModelOutput(options)
  const isResult =
    role === 'tool' && rest.type === 'tool-result' && ['text', 'json'].includes(String(rest.output?.type))
  const output = isResult ? checkedOutput(readModelOutput(options)) : undefined
  // no provider knows our namespace
  return { ...rest, ...(providerOptions && { providerOptions }), ...(output && { output }) }
}

function checkedOutput(value: unknown) {
  try {
    return parseModelOutput(value)
  } catch {
    return undefined
  }
}
