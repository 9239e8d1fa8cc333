import { DefaultChatTransport, type UIMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolCallTransport } from '../../../src/ai-sdk.ts'
import type { ToolCallEvent, ToolCallWarning } from '../../../src/core.ts'
import { createToolCallSession } from '../../../src/core.ts'
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

const TEXT = JSON.stringify({ path: 'naïve/😀.md', content: 'Niño\n"quoted" \u2028 end' })
const chunksOf = (text: string, size = 3): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
const callOf = (toolCallId: string, text = TEXT, size = 3) => [
  { type: 'tool-input-start', toolCallId, toolName: 'write_file' },
  ...chunksOf(text, size).map(inputTextDelta => ({ type: 'tool-input-delta', toolCallId, inputTextDelta })),
  { type: 'tool-input-available', toolCallId, toolName: 'write_file', input: JSON.parse(text) as unknown },
]
const response = (...chunks: object[]) => [
  { type: 'start', messageId: 'm1' },
  { type: 'start-step' },
  ...chunks,
  { type: 'finish-step' },
  { type: 'finish', finishReason: 'stop' },
]
const bytesOf = (text: string) => new TextEncoder().encode(text)
const deltasOf = (events: readonly ToolCallEvent[]) =>
  events.flatMap(event => (event.type === 'tool_input_delta' ? [event.argsTextDelta as string] : []))

/** A chat over HTTP, with a session that listens. */
function openHttpChat(
  responses: readonly Served[],
  { version = 7, options = {}, chat: chatOptions = {} }: { version?: Version; options?: object; chat?: object } = {},
) {
  const served = serve(responses)
  const events: ToolCallEvent[] = []
  const warnings: ToolCallWarning[] = []
  const session = createToolCallSession({ onWarning: warning => warnings.push(warning) })
  const { dispatch } = session
  session.dispatch = given => {
    events.push(...(Array.isArray(given) ? given : [given as ToolCallEvent]))
    dispatch(given)
  }
  const transport = httpTransport(version, { fetch: served.fetch, ...options })
  const disconnect = transport.connect(session)
  const chat = openChat(version, transport, chatOptions)
  return { chat, session, transport, events, warnings, disconnect, requests: served.requests }
}

const requestOf = (...messages: UIMessage[]) => ({
  trigger: 'submit-message' as const,
  chatId: 'chat-1',
  messageId: undefined,
  messages,
  abortSignal: undefined,
})
async function readAll(stream: ReadableStream<unknown>): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for await (const chunk of stream as unknown as AsyncIterable<Chunk>) chunks.push(chunk)
  return chunks
}
type Chunk = { type: string; toolCallId?: string; inputTextDelta?: string }

const versions = [7, 6] as const

async function until(isTrue: () => unknown): Promise<void> {
  while (!isTrue()) await settle()
}

describe('createToolCallTransport', () => {
  it('gives the session every delta, and the chat the same text in few', async () => {
    const long = JSON.stringify({ content: 'x'.repeat(20_000) })
    const { chat, events } = openHttpChat([{ bytes: toSse(response(...callOf('c1', long, 20))) }])
    let seen = 0
    let text = ''
    const sent = chat.sendMessage({ text: 'go' })
    const watch = setInterval(() => {
      const part = chat.messages.at(-1)?.parts.at(-1) as { rawInput?: string; state?: string } | undefined
      if (part?.state === 'input-streaming' && part.rawInput !== text) {
        text = part.rawInput ?? ''
        seen += 1
      }
    }, 0)
    await sent
    clearInterval(watch)
    expect(deltasOf(events)).toEqual(chunksOf(long, 20))
    expect(seen).toBeLessThan(20)
    expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ state: 'input-available', input: JSON.parse(long) })
  })

  it('merges the deltas of parallel calls apart, and gives each rest before its call goes on', async () => {
    const one = callOf('a')
    const other = callOf('b')
    const mixed = one.flatMap((chunk, at) => [chunk, ...other.slice(at, at + 1)])
    const inner = chunkTransport([response(...mixed)])
    const transport = createToolCallTransport({ transport: inner })
    transport.connect(createToolCallSession())
    const stream = await transport.sendMessages(requestOf())
    const got = await readAll(stream)
    for (const id of ['a', 'b']) {
      const ofCall = got.filter(({ toolCallId }) => toolCallId === id)
      const deltas = ofCall.filter(({ type }) => type === 'tool-input-delta')
      expect(deltas.map(({ inputTextDelta }) => inputTextDelta).join('')).toBe(TEXT)
      expect(deltas.length).toBeLessThan(chunksOf(TEXT).length / 2)
      expect(ofCall.at(-1)?.type).toBe('tool-input-available')
    }
  })

  it.each(['finish', 'abort', 'error', 'finish-step', 'reset-step'])('gives all deltas before %s', async type => {
    const transport = createToolCallTransport({ transport: chunkTransport([[...callOf('c1').slice(0, -1), { type }]]) })
    transport.connect(createToolCallSession())
    const got = await readAll(await transport.sendMessages(requestOf()))
    expect(got.at(-1)?.type).toBe(type)
    expect(got.map(({ inputTextDelta = '' }) => inputTextDelta).join('')).toBe(TEXT)
  })

  it('a continuation counts the steps on from those of the message that was posted', async () => {
    const transport = createToolCallTransport({
      transport: chunkTransport([[{ type: 'start', messageId: 'm1' }, { type: 'start-step' }, ...callOf('c2')]]),
    })
    const { session } = openSession()
    transport.connect(session)
    const posted = { id: 'm1', role: 'assistant', parts: [{ type: 'step-start' }, { type: 'step-start' }] } as UIMessage
    await readAll(await transport.sendMessages(requestOf(posted)))
    session.flush()
    expect(session.findToolCall('c2')).toMatchObject({ messageId: 'm1', stepId: 'm1:2' })
  })

  it('what a response still brings after the next one has begun is not told', async () => {
    const transport = createToolCallTransport({
      transport: chunkTransport([response(...callOf('old')), response(...callOf('new'))]),
    })
    const { session } = openSession()
    transport.connect(session)
    const first = await transport.sendMessages(requestOf())
    const second = await transport.sendMessages(requestOf())
    await readAll(first)
    await readAll(second)
    session.flush()
    expect(session.getToolCalls().map(({ toolCallId }) => toolCallId)).toEqual(['new'])
  })

  it.each(versions)('B029: a body cut at any byte says the same, with version %s', async version => {
    const bytes = toSse(response(...callOf('c1')))
    const whole = openHttpChat([{ bytes }], { version })
    await whole.chat.sendMessage({ text: 'go' })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async cut => {
        const test = openHttpChat([{ bytes, cut }], { version })
        await test.chat.sendMessage({ text: 'go' })
        expect(test.events).toEqual(whole.events)
        expect(test.chat.messages.at(-1)).toEqual(whole.chat.messages.at(-1))
      }),
      { numRuns: 12 },
    )
  })

  it('B029: reads CRLF, comments, events of several lines and a last event without its empty line', async () => {
    const [start, step, ...rest] = response(...callOf('c1'))
    const lines = [
      ': stream-open\r\n\r\n',
      `id: 1\r\nevent: message\r\ndata: ${JSON.stringify(start)}\r\n\r\n`,
      `data: ${JSON.stringify(step, null, 1).replaceAll('\n', '\r\ndata: ')}\r\n\r\n: keep-alive\r\n\r\n`,
      ...rest.map(chunk => `data: ${JSON.stringify(chunk)}\r\n\r\n`),
    ].join('')
    const whole = openHttpChat([{ bytes: toSse([start, step, ...rest]) }])
    await whole.chat.sendMessage({ text: 'go' })
    for (const cut of [1, 2, 5, lines.length]) {
      const test = openHttpChat([{ bytes: bytesOf(lines.trimEnd()), cut }])
      await test.chat.sendMessage({ text: 'go' })
      expect(test.chat.error).toBeUndefined()
      expect(test.events).toEqual(whole.events)
      expect(test.chat.messages.at(-1)).toEqual(whole.chat.messages.at(-1))
    }
  })

  it('keeps halves of a character that come in two deltas', async () => {
    const { chat, session } = openHttpChat([
      {
        bytes: bytesOf(
          [
            { type: 'start', messageId: 'm1' },
            { type: 'tool-input-start', toolCallId: 'c', toolName: 'x' },
          ]
            .map(chunk => `data: ${JSON.stringify(chunk)}\n\n`)
            .join('') +
            ['{', '\\"a\\":\\"', '\\ud83d', '\\ude80', '\\"', '}']
              .map(delta => `data: {"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"${delta}"}\n\n`)
              .join('') +
            'data: {"type":"finish","finishReason":"length"}\n\n',
        ),
      },
    ])
    await chat.sendMessage({ text: 'go' })
    expect(session.findToolCall('c')).toMatchObject({ state: 'interrupted', input: { a: '🚀' } })
    expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ rawInput: '{"a":"🚀"}' })
  })

  it.each(versions)(
    'leaves out and reports what version %s of the SDK cannot read, and reads it itself',
    async version => {
      const bytes = toSse([
        { type: 'start', messageId: 'm1' },
        { type: 'start-step' },
        { type: 'tool-of-tomorrow', toolCallId: 'x' },
        { type: 'tool_end', toolCallId: 'c1', result: 'not an event of ours', isError: false },
        ...callOf('c1'),
        { type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'p1', isAutomatic: true },
        { type: 'tool-approval-response', approvalId: 'p1', approved: true },
        { type: 'tool-output-available', toolCallId: 'c1', output: 1 },
        { type: 'data-anything', data: 1 },
        { type: 'finish', finishReason: 'stop' },
      ])
      const { chat, warnings, session } = openHttpChat([{ bytes }], { version })
      await chat.sendMessage({ text: 'go' })
      expect(chat.error).toBeUndefined()
      expect(chat.messages.at(-1)?.parts.map(part => part.type)).toEqual([
        'step-start',
        'tool-write_file',
        'data-anything',
      ])
      expect(session.getToolCalls()).toMatchObject([
        { toolCallId: 'c1', state: 'output-available', output: 1, decision: { approved: true, by: 'policy' } },
      ])
      const unknown = warnings.filter(({ code }) => code === 'unknown-event').map(({ message }) => message)
      expect(unknown).toHaveLength(version === 7 ? 2 : 3)
      expect(unknown[0]).toContain('tool-of-tomorrow')
    },
  )

  it('leaves the request as it is: address, method, headers, body, credentials, signal', async () => {
    const options = {
      api: '/api/other',
      headers: { 'x-app': 'one' },
      body: { model: 'small' },
      credentials: 'include' as const,
    }
    const bytes = toSse(response())
    const plain = serve([{ bytes }])
    const plainChat = openChat(7, new DefaultChatTransport({ ...options, fetch: plain.fetch }), {
      generateId: () => 'id',
    })
    await plainChat.sendMessage({ text: 'go' }, { headers: { 'x-turn': '2' }, body: { turn: 2 } })
    const { chat, requests } = openHttpChat([{ bytes }], { options, chat: { generateId: () => 'id' } })
    await chat.sendMessage({ text: 'go' }, { headers: { 'x-turn': '2' }, body: { turn: 2 } })
    const { signal, ...init } = requests[0]!.init
    const { signal: plainSignal, ...plainInit } = plain.requests[0]!.init
    expect([requests[0]!.url, init]).toEqual([plain.requests[0]!.url, plainInit])
    expect(signal).toBeInstanceOf(AbortSignal)
    expect(plainSignal).toBeInstanceOf(AbortSignal)
  })

  it('takes a DefaultChatTransport that the app has made, and does not change it', async () => {
    const { fetch } = serve([{ bytes: toSse(response(...callOf('c1'))) }, { bytes: toSse(response()) }])
    const own = new DefaultChatTransport({ fetch })
    const before = Object.entries(own)
    const transport = createToolCallTransport({ transport: own })
    const { session } = openSession()
    transport.connect(session)
    await openChat(7, transport).sendMessage({ text: 'go' })
    expect(session.findToolCall('c1')).toMatchObject({ state: 'input-available' })
    expect(Object.entries(own)).toEqual(before)
  })

  it('takes a class of the app with private fields, and any other transport, by its chunks', async () => {
    class OwnTransport extends DefaultChatTransport<UIMessage> {
      #sent = 0
      override async sendMessages(...options: Parameters<DefaultChatTransport<UIMessage>['sendMessages']>) {
        this.#sent += 1
        return super.sendMessages(...options)
      }
      get sent() {
        return this.#sent
      }
    }
    const own = new OwnTransport({ fetch: serve([{ bytes: toSse(response(...callOf('c1'))) }]).fetch })
    const transport = createToolCallTransport({ transport: own })
    const { session } = openSession()
    transport.connect(session)
    const chat = openChat(7, transport)
    await chat.sendMessage({ text: 'go' })
    expect(own.sent).toBe(1)
    expect(session.findToolCall('c1')).toMatchObject({ state: 'input-available' })
    expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ state: 'input-available' })
    expect(createToolCallTransport({ transport: chunkTransport([]) })).not.toHaveProperty('close')
  })

  it.each(versions)(
    'an answer with an error fails the chat with its text, and nothing is told: version %s',
    async version => {
      const { chat, events, transport } = openHttpChat([{ bytes: bytesOf('no such model'), status: 503 }], { version })
      const outcomes: unknown[] = []
      transport.connect(createToolCallSession(), {
        onRequest: ({ taken }) => void taken.catch((error: unknown) => outcomes.push(error)),
      })
      await chat.sendMessage({ text: 'go' })
      await settle()
      expect(chat.error?.message).toContain('no such model')
      expect(outcomes).toEqual([chat.error])
      expect(events).toEqual([])
    },
  )

  it('says when a response was taken: at its beginning, not at its end', async () => {
    const { chat, transport } = openHttpChat([{ bytes: toSse(response()).slice(0, 40), afterwards: 'open' }])
    const seen: unknown[] = []
    transport.connect(createToolCallSession(), {
      onRequest({ chatId, kind, taken }) {
        seen.push([chatId, kind])
        void taken.then(() => seen.push('taken'))
      },
    })
    const sent = chat.sendMessage({ text: 'go' })
    await settle()
    await settle()
    expect(seen).toEqual([['chat-1', 'send'], 'taken'])
    await chat.stop()
    await sent
  })

  it('B107: a connection that breaks is not a person who stopped; what had come is shown by both', async () => {
    const all = toSse(response(...callOf('c1')))
    const { chat, session } = openHttpChat([{ bytes: all.slice(0, 700), afterwards: 'break' }])
    await chat.sendMessage({ text: 'go' })
    const call = session.findToolCall('c1')
    expect(call).toMatchObject({ state: 'interrupted', reason: 'disconnected' })
    expect(chat.error?.message).toBe('network error')
    const { inputText } = call as { inputText?: string }
    expect(inputText).not.toBe('')
    expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ state: 'input-streaming', rawInput: inputText })
  })

  it('stopping ends the run at once, and nothing that still comes is told', async () => {
    const all = toSse(response(...callOf('c1')))
    const { chat, session, events } = openHttpChat([{ bytes: all, cut: 100, pace: settle }])
    const sent = chat.sendMessage({ text: 'go' })
    await until(() => session.findToolCall('c1'))
    const stopped = chat.stop()
    session.flush()
    expect(session.findToolCall('c1')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
    const told = events.length
    await stopped
    await sent
    await settle()
    expect(events).toHaveLength(told)
  })

  it('a chat that is aborted through the transport hears no more of its response', async () => {
    const { chat, session, transport } = openHttpChat([
      { bytes: toSse(response(...callOf('c1'))), cut: 100, pace: settle },
    ])
    const sent = chat.sendMessage({ text: 'go' })
    await until(() => session.findToolCall('c1'))
    transport.abort('another chat')
    expect(session.findToolCall('c1')).toMatchObject({ state: 'input-streaming' })
    transport.abort('chat-1')
    session.flush()
    await sent
    expect(session.findToolCall('c1')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
  })

  it('takes up a stream that goes on at the server, from its beginning', async () => {
    const bytes = toSse(response(...callOf('c1'), { type: 'tool-output-available', toolCallId: 'c1', output: 1 }))
    const test = openHttpChat([{ bytes: bytes.slice(0, 500), afterwards: 'break' }, { bytes }])
    await test.chat.sendMessage({ text: 'go' })
    await test.chat.resumeStream()
    test.session.flush()
    expect(test.requests[1]?.url).toBe('/api/chat/chat-1/stream')
    expect(test.session.getToolCalls()).toMatchObject([
      { toolCallId: 'c1', messageId: 'm1', stepId: 'm1:0', state: 'output-available' },
    ])
    expect(test.transport.resumeStreamIsReplay).toBe(true)
  })

  it('nothing to take up is no response', async () => {
    const { chat, events } = openHttpChat([{ bytes: new Uint8Array(), status: 204 }])
    await chat.resumeStream()
    expect(chat.status).toBe('ready')
    expect(events).toEqual([])
  })

  it('keeps several chats on one transport apart', async () => {
    const { fetch } = serve([
      { bytes: toSse([{ type: 'start', messageId: 'm1' }, ...callOf('c1')]), cut: 20 },
      { bytes: toSse([{ type: 'start', messageId: 'm2' }, ...callOf('c1')]), cut: 30 },
    ])
    const transport = createToolCallTransport({ fetch })
    const sessions = ['one', 'two'].map(chatId => {
      const { session } = openSession()
      transport.connect(session, { chatId })
      return session
    })
    const everything = openSession()
    transport.connect(everything.session)
    await Promise.all(['one', 'two'].map(id => openChat(7, transport, { id }).sendMessage({ text: 'go' })))
    for (const session of [...sessions, everything.session]) session.flush()
    expect(sessions.map(session => session.getToolCalls().map(({ messageId }) => messageId))).toEqual([['m1'], ['m2']])
    expect(everything.session.getToolCalls()).toHaveLength(2)
  })

  it('names the message of a server that does not, for the chat and the session alike', async () => {
    const { fetch } = serve([
      {
        bytes: toSse([
          { type: 'start' },
          { type: 'start-step' },
          ...callOf('c1'),
          { type: 'finish', finishReason: 'stop' },
        ]),
      },
    ])
    const transport = createToolCallTransport({ fetch })
    const { session } = openSession()
    transport.connect(session, { generateMessageId: () => 'own-1' })
    const chat = openChat(7, transport)
    await chat.sendMessage({ text: 'go' })
    expect(chat.messages.at(-1)?.id).toBe('own-1')
    expect(session.findToolCall('c1')).toMatchObject({ messageId: 'own-1', stepId: 'own-1:0' })
  })

  it('where nobody listens, the chat gets the response as it came', async () => {
    const { fetch } = serve([{ bytes: toSse(response(...callOf('c1'))) }])
    const transport = createToolCallTransport({ fetch })
    const { session } = openSession()
    transport.connect(session)()
    const stream = await transport.sendMessages(requestOf())
    const deltas = (await readAll(stream)).filter(({ type }) => type === 'tool-input-delta')
    expect(deltas).toHaveLength(chunksOf(TEXT).length)
    expect(session.getToolCalls()).toEqual([])
  })

  it('a session that was away for a moment hears the rest', async () => {
    const { chat, session, transport, disconnect } = openHttpChat([
      { bytes: toSse(response(...callOf('c1'))), cut: 50, pace: settle },
    ])
    const sent = chat.sendMessage({ text: 'go' })
    await until(() => session.findToolCall('c1'))
    disconnect()
    transport.connect(session)
    await sent
    session.flush()
    expect(session.getToolCalls()).toMatchObject([{ toolCallId: 'c1', messageId: 'm1', state: 'input-available' }])
  })
})
