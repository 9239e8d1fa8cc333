import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MastraClient } from '@mastra/client-js'
import type { MockLanguageModelV4 } from 'ai/test'
import { agentControllerHost, type AgentControllerHostOptions } from '../../src/mastra.ts'
import {
  createToolCallSession,
  type ToolCall,
  type ToolCallHost,
  type ToolCallSession,
  type ToolCallState,
} from '../../src/core.ts'

type Prompt = Parameters<MockLanguageModelV4['doStream']>[0]['prompt']

/** The demo's server with a real AgentController, in a process of its own that can be killed and started again. */
export interface MastraTestServer {
  readonly url: string
  /** What the scripted model was given, call by call. */
  readonly prompts: Prompt[]
  /** From now on arguments do not come to their end, until the returned function is called. */
  holdInputs(): () => void
  kill(): Promise<void>
  start(): Promise<void>
  /** Removes what was stored; for a server that is not running. */
  clear(): void
  close(): Promise<void>
}

export async function startMastra(): Promise<MastraTestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'react-tool-calls-test-'))
  const prompts: Prompt[] = []
  let child: ChildProcess | undefined
  let port = 0
  const start = async () => {
    const started = fork(fileURLToPath(new URL('mastra-process.ts', import.meta.url)), [folder, String(port)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child = started
    port = await new Promise<number>((resolve, reject) => {
      started.once('exit', code => reject(new Error(`The server ended with code ${code}.`)))
      started.on('message', (message: { port?: number; prompt?: Prompt }) => {
        if (message.prompt) prompts.push(message.prompt)
        if (message.port !== undefined) resolve(message.port)
      })
    })
  }
  const kill = () =>
    new Promise<void>(resolve => {
      if (!child || child.exitCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  const clear = () => rmSync(folder, { recursive: true, force: true })
  await start()
  return {
    get url() {
      return `http://127.0.0.1:${port}/api/mastra`
    },
    prompts,
    holdInputs() {
      child?.send({ hold: true })
      return () => void child?.send({ hold: false })
    },
    kill,
    start,
    clear,
    async close() {
      await kill()
      clear()
    },
  }
}

export interface OpenThread {
  readonly host: ToolCallHost
  readonly session: ToolCallSession
  say(message: string): Promise<void>
  call(toolCallId: string): ToolCall | undefined
  /** Waits until the call is in the state. */
  until<State extends ToolCallState>(
    toolCallId: string,
    state: State,
    seen?: (call: Extract<ToolCall, { state: State }>) => boolean,
  ): Promise<Extract<ToolCall, { state: State }>>
  close(): void
}

/** A page with one thread open. */
export function openThread(
  server: MastraTestServer,
  threadId: string,
  { agentId, ...options }: AgentControllerHostOptions & { agentId?: string } = {},
): OpenThread {
  const at = { url: server.url, controllerId: 'coder', resourceId: 'someone', sessionScope: threadId, agentId }
  return openWith(server, threadId, agentControllerHost(at, options))
}

/** The same with Mastra's own client in between. */
export function openThreadByClient(server: MastraTestServer, threadId: string): OpenThread {
  const { origin, pathname } = new URL(server.url)
  const client = new MastraClient({ baseUrl: origin, apiPrefix: pathname, retries: 0 })
  const agent = client.getAgent('coder')
  const host = agentControllerHost(client.getAgentController('coder').session('someone', threadId), {
    agent,
    readPlan: path => agent.readPlan(path),
  })
  return openWith(server, threadId, host)
}

function openWith(server: MastraTestServer, threadId: string, host: ToolCallHost): OpenThread {
  const session = createToolCallSession({ threadId, host })
  const disconnect = session.connect()
  return {
    host,
    session,
    async say(message) {
      const path = `${server.url}/agent-controller/coder/sessions`
      await post(path, { resourceId: 'someone', threadId, sessionScope: threadId })
      // a message to a run that goes on would become a part of it
      for (let left = 40; left > 0; left -= 1) {
        const state = (await (await fetch(`${path}/someone?sessionScope=${encodeURIComponent(threadId)}`)).json()) as {
          running: boolean
        }
        if (!state.running) break
        await new Promise(resolve => setTimeout(resolve, 25))
      }
      await post(`${path}/someone/messages?sessionScope=${encodeURIComponent(threadId)}`, { message })
    },
    call: toolCallId => session.findToolCall(toolCallId),
    async until(toolCallId, state, seen = () => true) {
      const found = () => {
        const call = session.findToolCall(toolCallId)
        return call?.state === state && seen(call as never) ? call : undefined
      }
      return (found() ??
        (await new Promise<ToolCall>((resolve, reject) => {
          const timer = setTimeout(
            () =>
              reject(
                new Error(`${toolCallId} is not "${state}": ${JSON.stringify(session.getToolCalls(), undefined, 1)}`),
              ),
            6000,
          )
          const stop = session.subscribe(() => {
            const call = found()
            if (!call) return
            clearTimeout(timer)
            stop()
            resolve(call)
          })
        }))) as never
    },
    close() {
      disconnect()
      session.dispose()
    },
  }
}

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}
