import { createParser } from 'eventsource-parser'
import type { RunEndReason } from '../../core/events.ts'
import { isObject } from '../../core/json-value.ts'
import { createDeltaRelay } from './create-delta-relay.ts'

// loaded together: neither is needed before a response
export { createAiSdkDecoder } from './create-ai-sdk-decoder.ts'

type Chunk = Readonly<Record<string, unknown>>

/** Hears a response on its way to the chat. */
export interface ResponseListener {
  /** Gives the chunk to forward: the same, or what stands for it. */
  hear(chunk: Chunk): Chunk
  /** The chat cannot read this chunk, and will not see it. */
  leaveOut(chunk: Chunk): void
  end(reason?: RunEndReason): void
}

/** Relays chunks that somebody else has parsed. */
export function relayChunks<Type>(stream: ReadableStream<Type>, listener: ResponseListener): ReadableStream<Type> {
  const deltas = createDeltaRelay()
  return relayStream(stream, {
    take: chunk => (isObject(chunk) ? (deltas.take(listener.hear(chunk)) as readonly Type[]) : [chunk]),
    rest: () => deltas.rest() as readonly Type[],
    end: listener.end,
  })
}

/**
 * Relays the body of a response, event by event. What is not ours keeps its text.
 *
 * @param accepts whether the chat can read an event, given as text, whose type not every version knows.
 */
export function relayBody(
  body: ReadableStream<Uint8Array>,
  listener: ResponseListener,
  accepts: (event: string) => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const deltas = createDeltaRelay()
  let received: string[] = []
  const parser = createParser({ onEvent: ({ data }) => received.push(data) })

  const relayEvents = async (isCutOff: boolean): Promise<string> => {
    const events = received
    received = []
    let text = ''
    for (const data of events) {
      const chunk = parseJson(data)
      if (!isObject(chunk)) {
        // what a lost connection has cut in two is no event
        if (!isCutOff) text += toEvent(data)
        continue
      }
      const forwarded = deltas.take(listener.hear(chunk))
      if (isKnown(chunk.type) || (await accepts(toEvent(data))))
        for (const each of forwarded) text += toEvent(each === chunk ? data : JSON.stringify(each))
      else listener.leaveOut(chunk)
    }
    return text
  }
  const encode = (text: string) => (text === '' ? [] : [encoder.encode(text)])
  return relayStream(body, {
    async take(bytes) {
      parser.feed(decoder.decode(bytes, { stream: true }))
      return encode(await relayEvents(false))
    },
    async rest() {
      parser.feed(`${decoder.decode()}\n\n`)
      let text = await relayEvents(true)
      for (const chunk of deltas.rest()) text += toEvent(JSON.stringify(chunk))
      return encode(text)
    },
    end: listener.end,
  })
}

interface StreamRelay<In, Out> {
  take(value: In): readonly Out[] | Promise<readonly Out[]>
  rest(): readonly Out[] | Promise<readonly Out[]>
  end(reason?: RunEndReason): void
}

/** Reads no further than it is asked for, and gives what was held back before it ends or fails. */
function relayStream<In, Out>(stream: ReadableStream<In>, relay: StreamRelay<In, Out>): ReadableStream<Out> {
  let reader: ReadableStreamDefaultReader<In> | undefined
  let failure: { readonly error: unknown } | undefined
  return new ReadableStream<Out>(
    {
      async pull(controller) {
        const enqueue = (values: readonly Out[]) => {
          for (const value of values) controller.enqueue(value)
          return values.length > 0
        }
        if (failure) throw failure.error
        for (;;) {
          try {
            // only now: what cannot be read at all fails as one that breaks off
            reader ??= stream.getReader()
            const { done, value } = await reader.read()
            if (!done) {
              if (enqueue(await relay.take(value))) return
              continue
            }
          } catch (error) {
            failure = { error }
          }
          // an error would throw away what is not read yet: it waits for the next pull
          const hasRest = enqueue(await relay.rest())
          relay.end(failure && 'disconnected')
          if (!failure) controller.close()
          else if (!hasRest) throw failure.error
          return
        }
      },
      cancel(reason) {
        // with a reason it is the chat's own trouble with what it read, and no person who stopped
        relay.end(reason === undefined ? 'aborted' : 'error')
        return (reader ?? stream).cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toEvent(data: string): string {
  return `data: ${data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data}\n\n`
}

function isKnown(type: unknown): boolean {
  return typeof type === 'string' && (KNOWN.has(type) || type.startsWith('data-'))
}

// What version 6 and version 7 both read.
const KNOWN: ReadonlySet<string> = new Set(
  (
    'text-start text-delta text-end reasoning-start reasoning-delta reasoning-end source-url source-document file error ' +
    'tool-input-start tool-input-delta tool-input-available tool-input-error tool-approval-request tool-output-available ' +
    'tool-output-error tool-output-denied start start-step finish-step finish abort message-metadata'
  ).split(' '),
)
