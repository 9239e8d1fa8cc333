import type { ToolCallEvent } from '../core/events.ts'

type Events = ToolCallEvent | readonly ToolCallEvent[]
/**
 * Where events come from: an async iterable, a `ReadableStream`, an `EventSource` whose messages are JSON, or a function that
 * subscribes; of events or of arrays of events.
 */
export type ToolCallEventSource =
  | AsyncIterable<Events>
  | ReadableStream<Events>
  | EventSource
  | ((emit: (events: Events) => void) => () => void)

export interface SourceReader {
  take(events: Events): void
  /** Nothing more comes: the source is at its end, or it failed. Not called after a stop. */
  end(failure?: { readonly cause: unknown }): void
}

/** Why a value cannot be read as a source; undefined where it can. */
export function sourceProblem(source: unknown): string | undefined {
  if (typeof source === 'function' || isStream(source) || isEventSource(source) || isAsyncIterable(source))
    return undefined
  const got = source === null ? 'null' : Array.isArray(source) ? 'an array' : `a value of the type "${typeof source}"`
  return `It takes an async iterable, a ReadableStream, an EventSource or a function that subscribes, but got ${got}.`
}

/**
 * Reads a source from now on. Never throws: what the source throws is a failure. A stream or iterable that is stopped is cancelled,
 * for nobody else can read it; an EventSource stays open, for it belongs to whoever opened it.
 *
 * @returns how to stop.
 */
export function readEventSource(source: ToolCallEventSource, reader: SourceReader): () => void {
  let isOpen = true
  let close = () => {}
  const take = (events: Events) => {
    if (isOpen) reader.take(events)
  }
  const end = (failure?: { readonly cause: unknown }) => {
    if (!isOpen) return
    isOpen = false
    reader.end(failure)
  }
  try {
    close =
      typeof source === 'function'
        ? source(take)
        : isStream(source)
          ? readStream(source, take, end)
          : isEventSource(source)
            ? readMessages(source, take, end)
            : readIterable(source, take, end)
  } catch (cause) {
    end({ cause })
  }
  return () => {
    isOpen = false
    const stop = close
    close = () => {}
    try {
      // an async function in place of one that subscribes returns a promise
      if (typeof stop === 'function') stop()
    } catch (error) {
      console.warn('useToolCallEvents: the source threw when it was stopped.', error)
    }
  }
}

/** Cancelling a stream or an iterable ends what it was telling of; to the others one can listen again. */
export function isReadOnce(source: ToolCallEventSource): boolean {
  return isStream(source) || (isAsyncIterable(source) && !isEventSource(source))
}

function readStream(stream: ReadableStream<Events>, take: SourceReader['take'], end: SourceReader['end']): () => void {
  const reader = stream.getReader()
  void pump(() => reader.read(), take, end)
  return () => void reader.cancel().catch(() => {})
}

function readIterable(
  iterable: AsyncIterable<Events>,
  take: SourceReader['take'],
  end: SourceReader['end'],
): () => void {
  const iterator = iterable[Symbol.asyncIterator]()
  void pump(() => iterator.next(), take, end)
  return () => void Promise.resolve(iterator.return?.()).catch(() => {})
}

async function pump(
  read: () => Promise<{ done?: boolean | undefined; value?: Events | undefined }>,
  take: SourceReader['take'],
  end: SourceReader['end'],
) {
  try {
    for (;;) {
      const { done, value } = await read()
      if (done) break
      take(value!)
    }
  } catch (cause) {
    end({ cause })
    return
  }
  end()
}

function readMessages(source: EventSource, take: SourceReader['take'], end: SourceReader['end']): () => void {
  const closed = 2
  const handleMessage = ({ data }: MessageEvent<unknown>) => take(parseMessage(data) as Events)
  // while it is not closed it connects again by itself
  const handleError = () => {
    if (source.readyState === closed) end({ cause: new Error('The connection was closed.') })
  }
  source.addEventListener('message', handleMessage)
  source.addEventListener('error', handleError)
  // a closed one never says so again
  queueMicrotask(handleError)
  return () => {
    source.removeEventListener('message', handleMessage)
    source.removeEventListener('error', handleError)
  }
}

// What is no JSON goes on as text: the session skips and reports it like everything that is no event.
function parseMessage(data: unknown): unknown {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data) as unknown
  } catch {
    return data
  }
}

function isStream(source: unknown): source is ReadableStream<Events> {
  return isObject(source) && typeof source.getReader === 'function'
}

// Structural, so that one from a package is taken, too.
function isEventSource(source: unknown): source is EventSource {
  return isObject(source) && typeof source.addEventListener === 'function' && typeof source.readyState === 'number'
}

function isAsyncIterable(source: unknown): source is AsyncIterable<Events> {
  return isObject(source) && typeof source[Symbol.asyncIterator] === 'function'
}

function isObject(value: unknown): value is Record<string | symbol, unknown> {
  return typeof value === 'object' && value !== null
}
