import { createParser } from 'eventsource-parser'

/**
 * What the host needs of an AgentController session: `client.getAgentController(id).session(resourceId)` of
 * `@mastra/client-js` has it. What is optional here is done without, as far as that goes.
 */
export interface AgentControllerSession {
  subscribe(options: {
    onEvent: (event: unknown) => void
    onError?: (error: unknown) => void
  }): Promise<{ unsubscribe(): void }>
  /** Binds the session to a thread. */
  create?(options?: { threadId?: string }): Promise<unknown>
  state?(): Promise<unknown>
  listMessages?(threadId: string, options: { perPage: false }): Promise<unknown>
  approveTool?(toolCallId: string, approved: boolean): Promise<unknown>
  respondToToolSuspension?(toolCallId: string, resumeData: unknown): Promise<unknown>
  abort?(): Promise<unknown>
  getPermissions?(): Promise<unknown>
  setPermissionForCategory?(category: string, policy: 'allow' | 'ask' | 'deny'): Promise<unknown>
  setPermissionForTool?(toolName: string, policy: 'allow' | 'ask' | 'deny'): Promise<unknown>
}

/** The agent behind a controller: `client.getAgent(id)` has it. */
export interface AgentControllerAgent {
  sendToolApproval(params: {
    resourceId: string
    threadId: string
    toolCallId: string
    approved: boolean
    resumeData?: unknown
    streamOptions?: object
  }): Promise<unknown>
}

/** Where an AgentController is served. */
export interface AgentControllerUrl {
  /** The root of Mastra's routes, such as `/api`. */
  url: string
  controllerId: string
  resourceId: string
  /** Separates sessions of one resource. A session is about one thread at a time: give each open thread its own. */
  sessionScope?: string | undefined
  /** The agent behind the controller; see the host's option `agent`. */
  agentId?: string | undefined
  fetch?: typeof fetch | undefined
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined
}

/** What a request failed with. `status` is missing when there was no response. */
export interface RequestError extends Error {
  status?: number
}

/** The same session over plain `fetch`, for apps without Mastra's client. */
export function createAgentControllerSession(options: AgentControllerUrl): Required<AgentControllerSession> & {
  agent: AgentControllerAgent | undefined
} {
  const { controllerId, resourceId, sessionScope, agentId } = options
  const root = options.url.replace(/\/+$/, '')
  const controller = `/agent-controller/${encodeURIComponent(controllerId)}/sessions`
  const session = `${controller}/${encodeURIComponent(resourceId)}`

  const send = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const headers = new Headers(typeof options.headers === 'function' ? await options.headers() : options.headers)
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (signal) headers.set('accept', 'text/event-stream')
    // called as a function of its own: `fetch` of a browser refuses another `this`
    const request = options.fetch ?? fetch
    const response = await request(root + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    if (response.ok) return response
    const error: RequestError = new Error(refusal(response.status, await response.text().catch(() => '')))
    error.status = response.status
    throw error
  }
  const scoped = (path: string) => {
    if (sessionScope === undefined) return session + path
    return `${session}${path}${path.includes('?') ? '&' : '?'}sessionScope=${encodeURIComponent(sessionScope)}`
  }
  const json = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await send(method, path, body)).json()

  return {
    create: ({ threadId } = {}) => json('POST', controller, { resourceId, threadId, sessionScope }),
    async subscribe({ onEvent, onError }) {
      const abort = new AbortController()
      const response = await send('GET', scoped('/stream'), undefined, abort.signal)
      if (!response.body) throw new Error('The stream of the session has no body.')
      void readEvents(response.body, onEvent, abort).then(
        () => abort.signal.aborted || onError?.(new Error('The stream of the session has ended.')),
        (error: unknown) => abort.signal.aborted || onError?.(error),
      )
      return { unsubscribe: () => abort.abort() }
    },
    state: () => json('GET', scoped('')),
    listMessages: threadId => json('GET', scoped(`/threads/${encodeURIComponent(threadId)}/messages?perPage=false`)),
    approveTool: (toolCallId, approved) => json('POST', scoped('/tool-approval'), { toolCallId, approved }),
    respondToToolSuspension: (toolCallId, resumeData) =>
      json('POST', scoped('/tool-suspension'), { toolCallId, resumeData }),
    abort: () => json('POST', scoped('/abort')),
    getPermissions: () => json('GET', scoped('/permissions')),
    setPermissionForCategory: (category, policy) => json('PUT', scoped('/permissions/category'), { category, policy }),
    setPermissionForTool: (toolName, policy) => json('PUT', scoped('/permissions/tool'), { toolName, policy }),
    agent:
      agentId === undefined
        ? undefined
        : {
            sendToolApproval: params =>
              json('POST', `/agents/${encodeURIComponent(agentId)}/send-tool-approval`, params),
          },
  }
}

/** The server sends a heartbeat every 25 seconds: a connection that is silent for longer than two of them is dead. */
const SILENCE = 60_000

async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: unknown) => void,
  { signal }: AbortController,
): Promise<void> {
  const reader = body.getReader()
  // one decoder for the whole stream: a character may be split over two chunks
  const text = new TextDecoder()
  const parser = createParser({
    onEvent({ data }) {
      if (signal.aborted) return
      let event: unknown
      try {
        event = JSON.parse(data)
      } catch {
        return
      }
      onEvent(event)
    },
  })
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  let silence: ReturnType<typeof setTimeout> | undefined
  try {
    while (!signal.aborted) {
      silence = setTimeout(stop, SILENCE)
      const { done, value } = await reader.read()
      clearTimeout(silence)
      if (done) return
      parser.feed(text.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function refusal(status: number, body: string): string {
  let said: unknown = body
  try {
    const parsed = JSON.parse(body) as { error?: unknown; message?: unknown } | null
    said = parsed?.error ?? parsed?.message
  } catch {}
  const text =
    typeof said === 'string' && said !== '' ? `: ${said.length > 200 ? `${said.slice(0, 200)}…` : said}` : '.'
  return `The server refused the request (${status})${text}`
}
