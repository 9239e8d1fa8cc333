import type { ChatTransport, UIMessage } from 'ai'
import { DefaultChatTransport } from 'ai'
import { DefaultChatTransport as TransportOfVersion6 } from 'ai-v6'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createToolCallTransport } from '../../../src/ai-sdk.ts'
import { openSession, settle } from '../../support/events.ts'
import {
  chunkTransport,
  httpTransport,
  openChat,
  serve,
  toSse,
  type Served,
  type Version,
} from '../../support/recorded-chat.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const lineOf = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`
const start = { type: 'start', messageId: 'm1' }
const step = { type: 'start-step' }
const finish = { type: 'finish', finishReason: 'stop' }
const call = (toolCallId = 'c1') => [
  { type: 'tool-input-start', toolCallId, toolName: 'write' },
  ...'{"text":"naïve 😀"}'.match(/[^]{1,4}/gu)!.map(inputTextDelta => ({
    type: 'tool-input-delta',
    toolCallId,
    inputTextDelta,
  })),
  { type: 'tool-input-available', toolCallId, toolName: 'write', input: { text: 'naïve 😀' } },
]
const CALL = [start, step, ...call(), finish]
/** What version 7 reads and version 6 does not: whether the chat can read it has to be asked. */
const ANSWERED = [
  start,
  step,
  ...call(),
  { type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'p1', isAutomatic: true },
  { type: 'tool-approval-response', approvalId: 'p1', approved: true },
  { type: 'tool-output-available', toolCallId: 'c1', output: 1 },
  finish,
]
const text = (chunks: readonly object[]) => chunks.map(lineOf).join('')
const pretty = (chunks: readonly object[]) =>
  chunks.map(chunk => `data: ${JSON.stringify(chunk, null, 1).replaceAll('\n', '\ndata: ')}\n\n`).join('')

const NO_STREAM = { ok: true, status: 200, body: { on() {} } }

/** Nobody looks at the halves in between: where a chat ends is compared. */
async function endOf(version: Version, transport: unknown) {
  const chat = openChat(version, transport, { generateId: () => 'id' })
  await chat.sendMessage({ text: 'go' })
  return { status: chat.status, error: chat.error && [chat.error.name, chat.error.message], messages: chat.messages }
}
async function withAndWithout(version: Version, served: Served, fetch?: (response: Response) => unknown) {
  const fetchOf = () => {
    const inner = serve([served]).fetch
    return fetch ? async (...request: Parameters<typeof inner>) => fetch(await inner(...request)) : inner
  }
  const plain = { fetch: fetchOf() as typeof globalThis.fetch }
  const without = await endOf(version, version === 7 ? new DefaultChatTransport(plain) : new TransportOfVersion6(plain))
  const transport = httpTransport(version, { fetch: fetchOf() })
  transport.connect(openSession().session)
  return { without, own: await endOf(version, transport) }
}

const WIRES: Record<string, string> = {
  CRLF: text(CALL).replaceAll('\n', '\r\n'),
  'CR alone': text(CALL).replaceAll('\n', '\r'),
  comments: `:hi\n\n${text(CALL).replaceAll('data:', ': x\ndata:')}`,
  'retry, id and event lines': `retry: 10\n\n${text(CALL).replaceAll('data:', 'id: 1\nevent: message\nretry: 5\ndata:')}`,
  'a field that nobody knows': text(CALL).replaceAll('data:', 'future: 1\nnocolon\ndata:'),
  'no space after the colon': text(CALL).replaceAll('data: ', 'data:'),
  'two spaces after the colon': text(CALL).replaceAll('data: ', 'data:  '),
  'several data lines': pretty(CALL),
  'a byte order mark': `\uFEFF${text(CALL)}`,
  'two byte order marks': `\uFEFF\uFEFF${text(CALL)}`,
  'an empty body': '',
  'only comments': ': a\n\n: b\n\n',
  'an empty data line': `data:\n\n${text(CALL)}`,
  done: `${text(CALL)}data: [DONE]\n\n`,
  'done twice, and more after it': `${text(CALL.slice(0, 3))}data: [DONE]\n\n${text(CALL.slice(3))}data: [DONE]\n\n`,
  'what is no JSON': `${text(CALL.slice(0, 4))}data: nonsense\n\n${text(CALL.slice(4))}`,
  'JSON that is no object': `${text(CALL.slice(0, 4))}data: [1]\n\n${text(CALL.slice(4))}`,
  'a known type of a wrong make': `${text(CALL.slice(0, 4))}data: {"type":"tool-input-delta"}\n\n${text(CALL.slice(4))}`,
  'a key that pollutes': text(CALL).replace('"input":{', '"input":{"__proto__":{"x":1},'),
  'a delta for a call that never began': text([start, step, ...call().slice(1, 3)]),
  'an error of the server': text([...CALL.slice(0, 5), { type: 'error', errorText: 'out of credit' }]),
  'an abort of the server': text([...CALL.slice(0, 5), { type: 'abort', reason: 'too long' }]),
  'nothing that says start or finish': text(call()),
  'no name for the message': text(CALL).replace('"messageId":"m1"', '"x":1').replace(',"x":1', ''),
  'one huge delta': text([
    start,
    step,
    call()[0]!,
    { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: JSON.stringify('x'.repeat(300_000)) },
    finish,
  ]),
  'ids of prototypes': text([start, step, ...call('__proto__'), ...call('constructor'), finish]),
}

describe.each([7, 6] as const)('a chat of version %s ends with our transport as it ends without', version => {
  it.each(Object.entries(WIRES))('%s', async (_, wire) => {
    const bytes = bytesOf(wire)
    for (const cut of [undefined, 7]) {
      const { without, own } = await withAndWithout(version, { bytes, ...(cut && { cut }) })
      expect(own).toEqual(without)
    }
  })

  it('any of these, cut at any byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('CRLF', 'several data lines', 'comments', 'a byte order mark'),
        fc.integer({ min: 1, max: 9 }),
        async (name, cut) => {
          const { without, own } = await withAndWithout(version, { bytes: bytesOf(WIRES[name]!), cut })
          expect(own).toEqual(without)
        },
      ),
      { numRuns: 8 },
    )
  })

  it.each([
    ['no body', () => new Response(null)],
    ['no content', () => new Response(null, { status: 204 })],
    ['a body that is no web stream', () => NO_STREAM],
    ['a body that is being read', (response: Response) => (response.body!.getReader(), response)],
    ['a frozen object', ({ body }: Response) => Object.freeze({ ok: true, status: 200, body })],
    ['an error status', () => new Response('no', { status: 418 })],
  ] as [string, (response: Response) => unknown][])('a custom fetch that gives %s', async (_, make) => {
    const { without, own } = await withAndWithout(version, { bytes: toSse(CALL) }, make)
    // the words for what is no stream are the platform's
    expect({ ...own, error: own.error?.[0] }).toEqual({ ...without, error: without.error?.[0] })
  })
})

it('several data lines of what not every version knows come to a chat of version 7', async () => {
  const { without, own } = await withAndWithout(7, { bytes: bytesOf(pretty(ANSWERED)) })
  expect(own).toEqual(without)
  expect(own.messages.at(-1)?.parts.at(-1)).toMatchObject({ approval: { approved: true } })
})

describe('a response that the chat cannot read', () => {
  it.each(['over HTTP', 'as chunks'])('was not stopped by a person, %s', async kind => {
    const unheardOf = { type: 'tool-input-delta', toolCallId: 'nobody', inputTextDelta: 'x' }
    const chunks = [start, step, ...call().slice(0, 3), unheardOf, ...call().slice(3)]
    const transport =
      kind === 'over HTTP'
        ? httpTransport(7, { fetch: serve([{ bytes: bytesOf(text(chunks)), cut: 40 }]).fetch })
        : createToolCallTransport({ transport: chunkTransport([chunks]) })
    const { session } = openSession()
    transport.connect(session)
    const chat = openChat(7, transport)
    await chat.sendMessage({ text: 'go' })
    await settle()
    session.flush()
    expect(chat.status).toBe('error')
    expect(session.findToolCall('c1')).toMatchObject({ state: 'interrupted', reason: 'error' })
  })

  it('leaves no run behind when it cannot even be begun', async () => {
    const transport = httpTransport(7, { fetch: async () => NO_STREAM })
    const told: string[] = []
    transport.connect({ dispatch: events => void told.push(...[events].flat().map(({ type }) => type)) })
    const chat = openChat(7, transport)
    await chat.sendMessage({ text: 'go' })
    expect(chat.status).toBe('error')
    expect(told).toEqual(['run_start', 'run_end'])
  })
})

describe('a request that is stopped before it leaves', () => {
  it('does not leave', async () => {
    const sendMessages = vi.fn<ChatTransport<UIMessage>['sendMessages']>(async () => new ReadableStream())
    const transport = createToolCallTransport({ transport: { sendMessages, reconnectToStream: async () => null } })
    const { session } = openSession()
    transport.connect(session)
    const chat = openChat(7, transport)
    const sent = chat.sendMessage({ text: 'go' })
    await Promise.resolve()
    await chat.stop()
    await sent
    expect(sendMessages.mock.calls.filter(([{ abortSignal }]) => abortSignal?.aborted)).toHaveLength(0)
    expect(chat.status).toBe('ready')
  })
})

describe('an answer that is asked for again', () => {
  it('after another message of the assistant stands in a message of its own', async () => {
    const { fetch } = serve([{ bytes: bytesOf(text([{ type: 'start' }, step, ...call(), finish])) }])
    const transport = httpTransport(7, { fetch })
    const { session } = openSession()
    transport.connect(session, { generateMessageId: () => 'own' })
    const chat = openChat(7, transport, { generateId: () => 'own' })
    const said = (id: string) =>
      ({ id, role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: 'hi' }] }) as UIMessage
    chat.messages = [{ id: 'u', role: 'user', parts: [] }, said('m1'), said('m2')]
    await (chat as unknown as { regenerate(): Promise<void> }).regenerate()
    session.flush()
    expect(chat.messages.map(({ id }) => id)).toEqual(['u', 'm1', 'own'])
    expect(session.findToolCall('c1')).toMatchObject({ messageId: 'own', stepId: 'own:0' })
  })
})
