/**
 * Records what the demo's AgentController sends, as `test/fixtures/mastra/<name>.jsonl`: one event a line, as it came over SSE,
 * without the `display_state_changed` snapshots between them. A line with `_note` is ours: what a client did, or asked, there.
 *
 *     node scripts/record-mastra.ts
 *
 * What the recordings should end as stands in `expected.json`, written by hand from reading them.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createParser } from 'eventsource-parser'
import { startMastra, type MastraTestServer } from '../test/support/mastra-server.ts'

type Line = { type?: string; toolCallId?: string; _note?: string; data?: unknown }
const THREAD = 'thread-1'
const server = await startMastra()
try {
  await record('i-controller-shell-output', async ({ say, until, post, note }) => {
    await say('Run the checks in a shell.')
    await until('tool_approval_required')
    note('respondToToolApproval')
    await post('tool-approval', { toolCallId: 'call_1_1_1', approved: true })
    await until('agent_end')
  })
  await record('i-controller-plan-file', async ({ say, until, post, note, get }) => {
    await say('Plan the dark mode and let me decide.')
    await until('agent_end')
    const path = '/agents/coder/plans/file?path='
    note(`GET ${path}.mastracode/plans/dark-mode.md`, await get(`${path}.mastracode/plans/dark-mode.md`))
    note('a plan outside of the folder', await get(`${path}notes.md`))
    note('respondToToolSuspension')
    await post('tool-suspension', { toolCallId: 'call_1_1_1', resumeData: { action: 'approved' } })
    await until('agent_end')
  })
  await record('i-controller-two-ask-user-parallel', async ({ say, until, post, note, storedTools }) => {
    await say('Ask me for the name and the colour of the button.')
    await until('agent_end')
    note('in storage while the first is open', await storedTools())
    note('answering the first')
    await post('tool-suspension', { toolCallId: 'call_1_1_1', resumeData: 'Buy' })
    await until('agent_end')
    note('in storage while the second is open', await storedTools())
    note('answering the second')
    await post('tool-suspension', { toolCallId: 'call_1_1_2', resumeData: 'green' })
    await until('agent_end')
  })
  for (const [name, message, pause, answer] of [
    [
      'i-controller-restart-question',
      'Ask me what the new page should be called.',
      'agent_end',
      { route: 'tool-suspension', body: { resumeData: 'Mole' } },
    ],
    [
      'i-controller-restart-approval',
      'Run the checks in a shell.',
      'tool_approval_required',
      { route: 'tool-approval', body: { approved: true } },
    ],
  ] as const) {
    await record(name, async ({ say, until, post, note, connect, get, storedTools, resource }) => {
      await say(message)
      await until(pause)
      await server.kill()
      note('the process is killed')
      await server.start()
      await connect()
      note('a new process, connected again')
      const state = (await get(`/agent-controller/coder/sessions/${resource}?sessionScope=${THREAD}`)) as {
        body: { running: boolean }
      }
      note('its state', { running: state.body.running })
      note('in storage', await storedTools())
      const body = { toolCallId: 'call_1_1_1', ...answer.body }
      const reply = await post(answer.route, body)
      await delay(1500)
      note(`${answer.route}: nothing follows`, reply)
      note('the answer goes to the agent')
      await post('/agents/coder/send-tool-approval', {
        resourceId: resource,
        threadId: THREAD,
        approved: true,
        ...body,
        streamOptions: { requireToolApproval: true, memory: { thread: THREAD, resource } },
      })
      await until('agent_end')
    })
  }
} finally {
  await server.close()
}

interface Tools {
  readonly resource: string
  connect(): Promise<void>
  say(message: string): Promise<void>
  /** Waits for the next event of the type. */
  until(type: string): Promise<void>
  post(route: string, body: object): Promise<unknown>
  get(path: string): Promise<unknown>
  note(text: string, data?: unknown): void
  storedTools(): Promise<unknown>
}

async function record(name: string, act: (tools: Tools) => Promise<void>): Promise<void> {
  const lines: Line[] = []
  const resource = 'someone'
  let read = 0
  let close = new AbortController()
  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(server.url + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const session = `/agent-controller/coder/sessions/${resource}`
  const scope = `?sessionScope=${THREAD}`
  const tools: Tools = {
    resource,
    async connect() {
      await request('POST', '/agent-controller/coder/sessions', {
        resourceId: resource,
        threadId: THREAD,
        sessionScope: THREAD,
      })
      close = new AbortController()
      const response = await fetch(`${server.url}${session}/stream${scope}`, { signal: close.signal })
      void readLines(response, lines).catch(() => {})
    },
    say: async message => void (await request('POST', `${session}/messages${scope}`, { message })),
    async until(type) {
      for (;;) {
        const at = lines.findIndex((line, index) => index >= read && line.type === type)
        if (at !== -1) {
          read = at + 1
          // storage is written after the event
          await delay(200)
          return
        }
        await delay(10)
      }
    },
    post: (route, body) => request('POST', route.startsWith('/') ? route : `${session}/${route}${scope}`, body),
    get: path => request('GET', path),
    note: (text, data) => void lines.push({ _note: text, ...(data === undefined ? {} : { data }) }),
    async storedTools() {
      const { body } = await request('GET', `${session}/threads/${THREAD}/messages${scope}&perPage=false`)
      const { messages } = body as { messages: { id: string; role: string; createdAt: string; content: Content }[] }
      return messages.map(({ id, role, createdAt, content }) => ({
        id,
        role,
        createdAt,
        parts: content.parts.filter(part => part.type === 'tool-invocation'),
        pendingToolApprovals: content.metadata?.pendingToolApprovals,
        suspendedTools: content.metadata?.suspendedTools,
      }))
    },
  }
  await tools.connect()
  await act(tools)
  close.abort()
  writeFileSync(
    fileURLToPath(new URL(`../test/fixtures/mastra/${name}.jsonl`, import.meta.url)),
    lines.map(line => `${JSON.stringify(line)}\n`).join(''),
  )
  console.log(`${name}: ${lines.length} lines`)
  // the next one has a thread of the same name
  await renew(server)
}

interface Content {
  parts: { type: string }[]
  metadata?: { pendingToolApprovals?: unknown; suspendedTools?: unknown }
}

async function renew(running: MastraTestServer): Promise<void> {
  await running.kill()
  running.clear()
  await running.start()
}

async function readLines(response: Response, lines: Line[]): Promise<void> {
  const text = new TextDecoder()
  const parser = createParser({
    onEvent({ data }) {
      const event = JSON.parse(data) as Line
      if (event.type !== 'display_state_changed') lines.push(event)
    },
  })
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>)
    parser.feed(text.decode(bytes, { stream: true }))
}
