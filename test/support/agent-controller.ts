import { expect } from 'vitest'
import type { ToolCall, ToolCallResponse, ToolCallSession } from '../../src/core.ts'
import type { Recording } from './recordings.ts'

/** `_how`: `at the note "NOTE": call_1 approved | denied (reason: …) | answered JSON`; or `when …: call_1 …`. */
export function answerAt(how: string, note: string): { toolCallId: string; response: ToolCallResponse } | undefined {
  const starts = [`at the note "${note}": `, `${note}: `]
  const sentence = how.split(/;\s+(?=at the note )/).find(part => starts.some(start => part.startsWith(start)))
  const start = starts.find(words => sentence?.startsWith(words)) ?? ''
  const [, toolCallId, what, rest] =
    /^(\S+) (approved|denied|answered)(?: (.*))?$/s.exec(sentence?.slice(start.length) ?? '') ?? []
  if (!toolCallId) return undefined
  if (what === 'answered')
    return {
      toolCallId,
      response: { type: 'resume', resumeData: rest?.startsWith('(') ? undefined : (JSON.parse(rest!) as unknown) },
    }
  const reason = /^\(reason: (.*)\)$/.exec(rest ?? '')?.[1]
  return { toolCallId, response: { type: 'approval', approved: what === 'approved', ...(reason ? { reason } : {}) } }
}

/** The calls that are nobody's children are those of `expected.json`, with the facts that it lists. */
export function expectCalls(
  session: ToolCallSession,
  recording: Pick<Recording, 'calls'>,
  seen?: ReadonlyMap<string, { payload: unknown }>,
): void {
  const calls = session.getToolCalls().filter(call => call.parentKey === undefined)
  expect(calls.map(call => call.toolCallId)).toEqual(recording.calls.map(call => call.toolCallId))
  recording.calls.forEach((expected, at) => {
    const {
      _note,
      alsoAccept: _alsoAccept,
      unsure: _unsure,
      why: _why,
      errorTextIncludes,
      outputPresent,
      suspensionSeen,
      ...facts
    } = expected as typeof expected & Record<string, unknown>
    const call = calls[at] as ToolCall & { errorText?: string; output?: unknown }
    expect(call).toMatchObject(facts)
    if (errorTextIncludes !== undefined) expect(call.errorText).toContain(errorTextIncludes)
    if (outputPresent) expect(call.output).toBeDefined()
    if (suspensionSeen && seen) expect(seen.get(call.toolCallId)).toMatchObject(suspensionSeen)
  })
}

export interface HttpLine {
  http?: 'request' | 'response'
  id?: number
  method?: string
  path?: string
  status?: number
  body?: unknown
  sse?: string
}

/**
 * A `fetch` that answers as a recorded server did. The stream waits, where it asks something, for the answer. What was not
 * recorded is answered with nothing.
 */
export function playHttp(
  lines: readonly HttpLine[],
  { bytes, newline = '\n', stream = 2 }: { bytes: number; newline?: string; stream?: number },
): { fetch: typeof fetch; requests: { method: string; path: string; body: unknown }[] } {
  const requests: { method: string; path: string; body: unknown }[] = []
  let answered: () => void = () => {}
  const responseTo = (method: string, path: string) => {
    const request = lines.find(
      line => line.http === 'request' && line.method === method && line.path?.split('?')[0] === path,
    )
    return lines.find(line => line.http === 'response' && line.id === request?.id)
  }
  const sse = lines.find(line => line.http === 'response' && line.id === stream)?.sse ?? ''
  const play = async function* (): AsyncGenerator<Uint8Array> {
    for (const frame of sse.split('\n\n')) {
      const text = new TextEncoder().encode(`${frame.replaceAll('\n', newline)}${newline}${newline}`)
      for (let start = 0; start < text.length; start += bytes) yield text.subarray(start, start + bytes)
      const isPrompt =
        frame.includes('"type":"tool_approval_required"') || /"type":"agent_end","reason":"suspended"/.test(frame)
      if (isPrompt) await new Promise<void>(resolve => (answered = resolve))
    }
    await new Promise(() => {})
  }
  return {
    requests,
    async fetch(input, init) {
      const { pathname } = new URL(input as string)
      const method = init?.method ?? 'GET'
      requests.push({
        method,
        path: pathname,
        body: init?.body === undefined ? undefined : JSON.parse(init.body as string),
      })
      if (pathname.endsWith('/stream'))
        return new Response(toStream(play()), { headers: { 'content-type': 'text/event-stream' } })
      if (pathname.endsWith('/tool-approval') || pathname.endsWith('/tool-suspension')) answered()
      const recorded = responseTo(method, pathname)
      return Response.json(recorded?.body ?? (pathname.endsWith('/messages') ? { messages: [] } : {}), {
        status: recorded?.status ?? 200,
      })
    },
  }
}

function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
