import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai'

type Request = Parameters<ChatTransport<UIMessage>['sendMessages']>[0]
type Chunks = readonly UIMessageChunk[]
type Stream = ReadableStream<UIMessageChunk>

/** A response that the test writes piece by piece. */
export interface OpenResponse {
  send(...chunks: UIMessageChunk[]): Promise<void>
  end(): Promise<void>
  fail(error: Error): Promise<void>
}

/** A request on its way: the server has said nothing yet. */
export interface HeldRequest {
  /** Resolves when it has left. */
  readonly left: Promise<void>
  answer(...chunks: UIMessageChunk[]): Promise<void>
  fail(message: string): Promise<void>
}

/** A transport that answers with what the test says, in turn; then with nothing more to say. */
export function scriptTransport() {
  const requests: Request[] = []
  const responses: (Stream | Error | ((signal?: AbortSignal) => Promise<Stream>))[] = []
  const replays: Stream[] = []
  const transport: ChatTransport<UIMessage> = {
    async sendMessages(request) {
      requests.push({ ...request, messages: structuredClone(request.messages) })
      const response = responses.shift() ?? streamOf([{ type: 'start' }, { type: 'finish' }])
      if (response instanceof Error) throw response
      return typeof response === 'function' ? response(request.abortSignal) : response
    },
    reconnectToStream: async () => replays.shift() ?? null,
  }
  return {
    transport,
    /** What was sent, oldest first. */
    requests,
    /** The parts of the last message of a request. */
    lastParts: (request: Request | undefined) =>
      request?.messages.at(-1)?.parts as unknown as Record<string, unknown>[],
    next: (...chunks: UIMessageChunk[]) => void responses.push(streamOf(chunks)),
    nextError: (message: string) => void responses.push(new Error(message)),
    nextOpen(): OpenResponse {
      const { stream, response } = openStream()
      responses.push(stream)
      return response
    },
    nextHeld(): HeldRequest {
      let leave!: () => void
      let resolve!: (stream: Stream) => void
      let reject!: (error: Error) => void
      const left = new Promise<void>(done => (leave = done))
      const answered = new Promise<Stream>((...both) => ([resolve, reject] = both))
      responses.push(signal => {
        leave()
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        return answered
      })
      return {
        left,
        answer(...chunks) {
          resolve(streamOf(chunks))
          return settled()
        },
        fail(message) {
          reject(new Error(message))
          return settled()
        },
      }
    },
    replay: (...chunks: UIMessageChunk[]) => void replays.push(streamOf(chunks)),
  }
}

export const start = (messageId: string): UIMessageChunk => ({ type: 'start', messageId })
export const step: UIMessageChunk = { type: 'start-step' }
export const stepEnd: UIMessageChunk = { type: 'finish-step' }
export const finish: UIMessageChunk = { type: 'finish', finishReason: 'tool-calls' }
export const input = (toolCallId: string, toolName: string, value: unknown = {}): UIMessageChunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName,
  input: value,
})
export const approval = (toolCallId: string, approvalId = `${toolCallId}-approval`): UIMessageChunk => ({
  type: 'tool-approval-request',
  toolCallId,
  approvalId,
})
export const output = (toolCallId: string, value: unknown = 'done'): UIMessageChunk => ({
  type: 'tool-output-available',
  toolCallId,
  output: value,
})

/** What is due in microtasks and short timers has happened. */
export const settled = () => new Promise<void>(resolve => setTimeout(resolve, 20))

function streamOf(chunks: Chunks): Stream {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

function openStream(): { stream: Stream; response: OpenResponse } {
  let controller!: ReadableStreamDefaultController<UIMessageChunk>
  const stream = new ReadableStream<UIMessageChunk>({ start: own => void (controller = own) })
  return {
    stream,
    response: {
      send(...chunks) {
        for (const chunk of chunks) controller.enqueue(chunk)
        return settled()
      },
      end() {
        controller.close()
        return settled()
      },
      fail(error) {
        controller.error(error)
        return settled()
      },
    },
  }
}
