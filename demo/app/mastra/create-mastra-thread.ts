import { createParser } from 'eventsource-parser'
import { createToolCallSession } from 'react-tool-calls'
import type { ToolCallHost, ToolCallSession } from 'react-tool-calls'
import { agentControllerHost } from 'react-tool-calls/mastra'
import { toolCategories } from '../../server/mastra/tool-categories.ts'
import { tabStorage } from './tab-storage.ts'
import { createTranscript } from './transcript.ts'
import type { Transcript } from './transcript.ts'

const root = '/api/mastra'
const resourceId = 'visitor'
const sessions = `${root}/agent-controller/coder/sessions/${resourceId}`

/** One thread of the AgentController: its tool calls in a session, its messages in a transcript. Both hear the same stream. */
export interface MastraThread {
  readonly session: ToolCallSession
  readonly host: ToolCallHost
  readonly transcript: Transcript
  /** Never rejects: what goes wrong stands in the transcript. */
  send(message: string): Promise<void>
}

export function createMastraThread(threadId: string): MastraThread {
  const transcript = createTranscript()
  const host = agentControllerHost(
    {
      url: root,
      controllerId: 'coder',
      resourceId,
      // A session of the server is about one thread: each that is open here has its own.
      sessionScope: threadId,
      // With it, what was open when the server was restarted can still be answered.
      agentId: 'coder',
      fetch: listenIn(transcript),
    },
    { readPlan, toolCategory: toolName => toolCategories[toolName] },
  )
  return {
    host,
    transcript,
    session: createToolCallSession({ threadId, host, storage: tabStorage }),
    async send(message) {
      transcript.say(message)
      try {
        const response = await fetch(`${sessions}/messages?sessionScope=${encodeURIComponent(threadId)}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ message }),
        })
        if (!response.ok) throw new Error(`The server refused it (${response.status}).`)
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause)
        transcript.unsay({ title: 'The message was not sent', message: why, unsent: message })
      }
    },
  }
}

async function readPlan(path: string): Promise<{ content: string }> {
  const response = await fetch(`${root}/agents/coder/plans/file?path=${encodeURIComponent(path)}`)
  if (!response.ok) throw new Error(`the server answered with ${response.status}`)
  return (await response.json()) as { content: string }
}

/** A `fetch` for the host through which the transcript hears what the host hears: no second stream, no second request. */
function listenIn(transcript: Transcript): typeof fetch {
  let isStored = false
  return async (input, init) => {
    const response = await fetch(input, init)
    const path = new URL(response.url).pathname
    if (!response.ok || !response.body) return response
    if (path.endsWith('/stream')) {
      isStored = false
      transcript.update({ isConnected: true })
      return new Response(overhear(response.body, transcript), response)
    }
    if (path === sessions) {
      const { running } = (await response.clone().json()) as { running: boolean }
      transcript.update({ isRunning: running })
    }
    // The stream replays nothing; what is stored fills the gap before it, once.
    if (path.endsWith('/messages') && !isStored) {
      isStored = true
      transcript.restore(await response.clone().json())
    }
    return response
  }
}

function overhear(body: ReadableStream<Uint8Array>, transcript: Transcript): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const text = new TextDecoder()
  const parser = createParser({ onEvent: ({ data }) => transcript.receive(JSON.parse(data)) })
  const end = () => transcript.update({ isConnected: false })
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) {
          parser.feed(text.decode(value, { stream: true }))
          return controller.enqueue(value)
        }
        end()
        controller.close()
      } catch (error) {
        end()
        controller.error(error)
      }
    },
    cancel(reason) {
      end()
      return reader.cancel(reason)
    },
  })
}
