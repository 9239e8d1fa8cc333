import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTool, createToolCallSession, type ModelOutput } from '../../../src/core.ts'
import { openTools } from '../../support/client-tools.ts'
import { clientCall, settle } from '../../support/events.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const tool = (execute: () => unknown, more: object = {}) =>
  createTool({ id: 'give', description: '', ...more, execute: () => execute() })

/** One call of a tool that gives this; what is on the screen and what was posted. */
async function give(execute: () => unknown, more: object = {}) {
  const test = openTools([tool(execute, more)])
  test.callTool('give')
  const call = await test.rested()
  await settle()
  return { ...test, call, posted: test.posted() }
}

describe('an output that JSON cannot carry', () => {
  const hidden = Symbol('hidden')
  class Account {
    owner = 'ada'
    #balance = 7
    get balance() {
      return this.#balance
    }
  }
  it.each<[string, unknown, unknown]>([
    ['undefined', undefined, null],
    ['a function', () => 1, null],
    ['a symbol', hidden, null],
    ['NaN', Number.NaN, null],
    ['an infinity', [Infinity, -Infinity], [null, null]],
    ['minus zero', -0, 0],
    ['BigInt', 10n ** 30n, '1000000000000000000000000000000'],
    ['Date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an invalid Date', new Date(Number.NaN), null],
    ['RegExp', /a+/g, '/a+/g'],
    ['URL', new URL('https://example.com/a'), 'https://example.com/a'],
    [
      'Map',
      new Map<unknown, unknown>([
        ['a', 1n],
        [{ b: 2 }, new Set([3])],
      ]),
      [
        ['a', '1'],
        [{ b: 2 }, [3]],
      ],
    ],
    ['Error', new TypeError('no'), { name: 'TypeError', message: 'no' }],
    ['typed arrays', new Uint8Array([1, 2]), { type: 'bytes', base64: 'AQI=' }],
    ['a part of a buffer', new DataView(new Uint8Array([0, 1, 2, 3]).buffer, 1, 2), { type: 'bytes', base64: 'AQI=' }],
    ['ArrayBuffer', new Uint8Array([1, 2]).buffer, { type: 'bytes', base64: 'AQI=' }],
    ['Blob', new Blob(['abc'], { type: 'text/plain' }), { type: 'text/plain', size: 3 }],
    ['File', new File(['abc'], 'a.txt', { type: 'text/plain' }), { type: 'text/plain', size: 3, name: 'a.txt' }],
    ['a promise inside', { later: Promise.resolve(1) }, { later: '[Promise]' }],
    ['toJSON', { toJSON: () => ({ at: new Date(0) }) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['an instance with private fields', new Account(), { owner: 'ada' }],
    ['a wrapped number', Object(5), 5],
    ['an element of React', { $$typeof: Symbol.for('react.transitional.element'), props: {} }, '[React element]'],
    ['an element of the page', { [Symbol.toStringTag]: 'HTMLDivElement' }, '[HTMLDivElement]'],
    [
      'holes and fields that say nothing',
      { a: undefined, b: Object.assign([], { 1: 1 }), [hidden]: 1, f() {} },
      { b: [null, 1] },
    ],
    ['its own __proto__', JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
    ['no prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['a proxy', new Proxy({ a: 1 }, {}), { a: 1 }],
    [
      'B082: dates, big numbers, maps and bytes at once',
      { at: new Date(0), n: 10n, m: new Map([['a', 1]]), u: undefined, b: new Uint8Array([1, 2]) },
      { at: '1970-01-01T00:00:00.000Z', n: '10', m: [['a', 1]], b: { type: 'bytes', base64: 'AQI=' } },
    ],
  ])('A20: %s', async (_, output, expected) => {
    const { call, posted } = await give(() => output)
    expect(call).toMatchObject({ state: 'output-available' })
    expect(posted).toEqual([{ type: 'output', output: expected }])
    // what is shown is what is sent, and what it becomes on the wire
    expect(call).toHaveProperty('output', expected)
    expect(JSON.parse(JSON.stringify(expected))).toEqual(expected)
  })

  it.each<[string, () => unknown]>([
    [
      'a getter that throws',
      () => ({
        get a() {
          throw new Error('secret')
        },
      }),
    ],
    [
      'a toJSON that throws',
      () => ({
        toJSON() {
          throw new Error('secret')
        },
      }),
    ],
    [
      'a toJSON that never ends',
      () => {
        const endless = () => ({ toJSON: endless })
        return endless()
      },
    ],
    [
      'a proxy that refuses',
      () =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error('secret')
            },
          },
        ),
    ],
    [
      'a revoked proxy',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return { proxy }
      },
    ],
    ['20 MB of text', () => 'x'.repeat(20_000_000)],
    ['20 MB of small things', () => Array.from({ length: 500_000 }, () => 'a line of forty letters, all of them used')],
    ['20 MB of bytes', () => new Uint8Array(20_000_000)],
    [
      'a graph with 2^40 paths',
      () => {
        let node: unknown = 'leaf'
        for (let n = 0; n < 40; n += 1) node = [node, node]
        return node
      },
    ],
    [
      '100,000 levels',
      () => {
        let node: unknown = 1
        for (let n = 0; n < 100_000; n += 1) node = [node]
        return node
      },
    ],
  ])('A19, A20: %s is one error of the output, and one answer that says so', async (_, execute) => {
    const { call, posted } = await give(execute)
    expect(call).toMatchObject({
      state: 'output-error',
      errorKind: 'output',
      errorText: expect.stringContaining('"give" ran'),
    })
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatchObject({ type: 'output-error', errorKind: 'output' })
    expect(JSON.stringify(posted)).not.toContain('secret')
    expect(JSON.stringify(posted).length).toBeLessThan(500)
  })

  it('A19: a cycle is marked where it closes; what is only shared is repeated', async () => {
    const shared = { n: 1 }
    const cyclic: Record<string, unknown> = { a: shared, b: [shared] }
    cyclic['self'] = cyclic
    cyclic['list'] = [cyclic]
    const output = { a: { n: 1 }, b: [{ n: 1 }], self: '[Circular]', list: ['[Circular]'] }
    const { call, posted } = await give(() => cyclic)
    expect(call).toMatchObject({ state: 'output-available', output })
    expect(posted).toEqual([{ type: 'output', output }])
  })

  it('is shown as it was when the tool returned it, whatever becomes of it', async () => {
    const output = { list: [1] }
    const { call } = await give(() => output)
    output.list.push(2)
    expect(call).toHaveProperty('output', { list: [1] })
  })

  it('B073: %j is an output', async () => {
    for (const output of [false, 0, '', null]) {
      const { call, posted } = await give(() => output)
      expect(call).toMatchObject({ state: 'output-available', output })
      expect(posted).toEqual([{ type: 'output', output }])
    }
  })
})

describe('a client tool that misbehaves', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('no camera'), 'no camera'],
    ['a text', 'no camera', 'no camera'],
    ['null', null, 'without saying why'],
    ['undefined', undefined, 'without saying why'],
    ['0', 0, 'without saying why'],
    ['an object whose message is no text', { message: {} }, 'without saying why'],
    ['a frozen object', Object.freeze({ message: 'frozen' }), 'frozen'],
    ['an error without words', new Error(''), 'without saying why'],
    ['several errors', new AggregateError([new Error('one'), 'two'], 'both failed'), 'both failed; one; two'],
    [
      'a message that cannot be read',
      {
        get message(): string {
          throw new Error('no')
        },
      },
      'without saying why',
    ],
  ])('A22: throws %s', async (_, error, text) => {
    const { call, posted } = await give(() => Promise.reject(error))
    expect(call).toMatchObject({
      state: 'output-error',
      errorKind: 'execution',
      errorText: expect.stringContaining(text),
    })
    expect(posted).toEqual([
      { type: 'output-error', errorKind: 'execution', errorText: (call as { errorText: string }).errorText },
    ])
    expect(JSON.stringify(posted)).not.toContain('[object')
  })

  it('A22: a message of 5 MB is cut, and an error that is its own cause is read once', async () => {
    const error = new Error('x'.repeat(5_000_000))
    error.cause = error
    const { posted } = await give(() => Promise.reject(error))
    expect(JSON.stringify(posted).length).toBeLessThan(3_000)
  })

  it('A23: never settles: a stop ends it', async () => {
    const { callTool, session, call, posted } = openTools([tool(() => new Promise(() => {}))])
    callTool('give')
    await settle()
    await settle()
    expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client' } })
    session.stop()
    expect(call('c')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
    expect(posted()).toEqual([])
  })

  it('A23: settles twice: the first counts', async () => {
    const { call, posted } = await give(
      () =>
        new Promise((resolve, reject) => {
          resolve('first')
          resolve('second')
          reject(new Error('third'))
        }),
    )
    expect(call).toMatchObject({ output: 'first' })
    expect(posted).toHaveLength(1)
  })

  it('A23: a thenable that resolves at once and throws afterwards', async () => {
    const { call, posted } = await give(() => ({
      // oxlint-disable-next-line unicorn/no-thenable
      then(resolve: (value: string) => void) {
        resolve('first')
        throw new Error('second')
      },
    }))
    expect(call).toMatchObject({ state: 'output-available', output: 'first' })
    expect(posted).toHaveLength(1)
  })

  it('A23: gives its own result and then returns another', async () => {
    const test = openTools([
      tool(async () => {
        await test.session.respond(test.call('c'), { type: 'output', output: 'given' })
        return 'returned'
      }),
    ])
    test.callTool('give')
    await test.rested()
    await settle()
    await settle()
    expect(test.call('c')).toMatchObject({ state: 'output-available', output: 'given' })
    expect(test.posted()).toEqual([{ type: 'output', output: 'given' }])
    expect(test.codes()).toContain('late-result')
  })

  it('A23: rejects after the session was closed: nobody has to catch it', async () => {
    let fail!: (error: Error) => void
    const { callTool, session, posted } = openTools([tool(() => new Promise((_, reject) => (fail = reject)))])
    callTool('give')
    await settle()
    await settle()
    session.dispose()
    fail(new Error('gone'))
    await settle()
    expect(posted()).toEqual([])
  })

  it('A23: aborts itself: that is an error of its own', async () => {
    const { call, posted } = await give(() => AbortSignal.abort().throwIfAborted())
    expect(call).toMatchObject({ state: 'output-error', errorKind: 'execution' })
    expect(posted).toHaveLength(1)
  })
})

describe('what the model reads of a client tool', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

  it('B079: the screen keeps the raw result, and what the model reads is posted beside it', async () => {
    const { call, posted } = await give(() => ({ png, w: 10 }), {
      toModelOutput: (output: { png: string }) => ({
        type: 'content',
        value: [{ type: 'image-data', data: output.png, mediaType: 'image/png' }],
      }),
    })
    const modelOutput = { type: 'content', value: [{ type: 'image-data', data: png, mediaType: 'image/png' }] }
    expect(call).toMatchObject({ state: 'output-available', output: { png, w: 10 }, modelOutput })
    expect(posted).toEqual([{ type: 'output', output: { png, w: 10 }, modelOutput }])
  })

  it.each<[string, ModelOutput]>([
    ['text', { type: 'text', value: '' }],
    ['json', { type: 'json', value: [1, { a: null }] }],
    [
      'content of all eight kinds',
      {
        type: 'content',
        value: [
          { type: 'text', text: 'see' },
          { type: 'image-url', url: 'https://example.com/a.png' },
          { type: 'image-data', data: png, mediaType: 'image/png' },
          { type: 'file-url', url: 'https://example.com/a.pdf', mediaType: 'application/pdf' },
          { type: 'file-data', data: 'AQI=', mediaType: 'application/zip', filename: 'a.zip' },
          { type: 'file-id', fileId: 'file-1' },
          { type: 'image-file-id', fileId: { openai: 'file-2' } },
          { type: 'custom', providerOptions: { own: { a: 1 } } },
        ],
      },
    ],
  ])('may be %s', async (_, modelOutput) => {
    const { call, codes } = await give(() => 1, { toModelOutput: async () => modelOutput })
    expect(call).toHaveProperty('modelOutput', modelOutput)
    expect(codes()).toEqual([])
  })

  it.each([undefined, null])('is the output where `toModelOutput` gives %j', async nothing => {
    const { posted, codes } = await give(() => 1, { toModelOutput: () => nothing })
    expect(posted).toEqual([{ type: 'output', output: 1 }])
    expect(codes()).toEqual([])
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('secret')
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
    ['gives a text of its own', () => 'plain'],
    ['gives a kind that there is not', () => ({ type: 'error-text', value: 'x' })],
    ['gives a text without a text', () => ({ type: 'text', value: 5 })],
    ['gives content that is no list', () => ({ type: 'content', value: 'x' })],
  ])('is the output, with one warning, where `toModelOutput` %s', async (_, toModelOutput) => {
    const { call, posted, codes, warnings } = await give(() => 1, { toModelOutput })
    expect(call).toMatchObject({ state: 'output-available', output: 1 })
    expect(posted).toEqual([{ type: 'output', output: 1 }])
    expect(codes()).toEqual(['model-output-failed'])
    expect(JSON.stringify(warnings)).not.toContain('secret')
  })

  it.each<[string, object, object]>([
    [
      'B083: its first bytes',
      { type: 'file-data', data: png },
      { type: 'file-data', data: png, mediaType: 'image/png' },
    ],
    [
      'B083: a data URL, as a canvas gives',
      { type: 'image-data', data: `data:image/png;base64,${png}` },
      { type: 'image-data', data: png, mediaType: 'image/png' },
    ],
    [
      'B083: JPEG',
      { type: 'image-data', data: '/9j/4AAQ' },
      { type: 'image-data', data: '/9j/4AAQ', mediaType: 'image/jpeg' },
    ],
  ])('a part without a media type gets it from %s', async (_, part, expected) => {
    const { call, codes } = await give(() => 1, { toModelOutput: () => ({ type: 'content', value: [part] }) })
    expect(call).toHaveProperty('modelOutput', { type: 'content', value: [expected] })
    expect(codes()).toEqual([])
  })

  it.each<[string, unknown]>([
    ['B083: has no media type, and no bytes that tell', { type: 'file-data', data: 'AAAA' }],
    ['has no data', { type: 'image-data', mediaType: 'image/png' }],
    ['has a relative address', { type: 'image-url', url: '/a.png' }],
    ['has no text', { type: 'text' }],
    ['has no id', { type: 'file-id' }],
    ['is of a kind that there is not', { type: 'video' }],
    ['is no object', 'x'],
  ])('a part that %s becomes a text that says so, with a warning, and the others stay', async (_, part) => {
    const good = { type: 'text', text: 'see' } as const
    const { call, codes } = await give(() => 1, { toModelOutput: () => ({ type: 'content', value: [good, part] }) })
    expect(call).toHaveProperty('modelOutput.value', [
      good,
      { type: 'text', text: expect.stringMatching(/cannot be shown/) },
    ])
    expect(codes()).toEqual(['model-output-part'])
  })

  it('B080: is made once per result, whatever is told of the call again', async () => {
    const toModelOutput = vi.fn<() => ModelOutput>(() => ({ type: 'text', value: 'short' }))
    const { play, session, call } = await give(() => 1, { toModelOutput })
    const { key: _, ...stored } = call
    play(...clientCall('c', { args: {}, toolName: 'give', runId: 'c' }))
    for (const runId of ['r2', 'r3', 'r4']) play({ type: 'run_start', runId }, { type: 'run_end', runId })
    session.dispatch({ type: 'hydrate', toolCalls: [stored], complete: true })
    const reloaded = createToolCallSession({
      clientTools: [tool(() => 2, { toModelOutput })],
      initialToolCalls: JSON.parse(JSON.stringify([stored])),
    })
    await settle()
    expect(reloaded.findToolCall('c')).toMatchObject({ output: 1, modelOutput: { type: 'text', value: 'short' } })
    expect(toModelOutput).toHaveBeenCalledOnce()
  })

  it('gets the value that the tool returned, not what JSON makes of it', async () => {
    const { call } = await give(() => ({ at: new Date(0) }), {
      outputSchema: z.object({ at: z.date() }),
      toModelOutput: ({ at }: { at: Date }) => ({ type: 'text', value: String(at.getFullYear()) }),
    })
    expect(call).toMatchObject({ output: { at: '1970-01-01T00:00:00.000Z' }, modelOutput: { value: '1970' } })
  })
})

describe('a review before posting', () => {
  const reviewed = (more: object = {}) =>
    give(() => ({ rows: 3 }), { review: true, toModelOutput: () => ({ type: 'text', value: 'three rows' }), ...more })

  it('shows what the model will read, and posts nothing', async () => {
    const { call, posted } = await reviewed()
    expect(call).toMatchObject({ state: 'suspended', suspension: { payload: { result: 'three rows' } } })
    expect(posted).toEqual([])
  })

  it('shows the output where the model reads that', async () => {
    const { call } = await reviewed({ toModelOutput: undefined })
    expect(call).toMatchObject({ suspension: { payload: { result: { rows: 3 } } } })
  })

  it('yes posts it, and the tool does not run again', async () => {
    const execute = vi.fn<() => { rows: number }>(() => ({ rows: 3 }))
    const { call, session, rested, host } = await give(execute, { review: true })
    await session.respond(call, { type: 'resume', resumeData: { send: true } })
    expect(await rested()).toMatchObject({ state: 'output-available', output: { rows: 3 } })
    expect(execute).toHaveBeenCalledOnce()
    expect(host.requests.flat().map(({ response }) => response)).toEqual([{ type: 'output', output: { rows: 3 } }])
  })

  it.each([{ send: false, reason: 'too private' }, {}, null, 'yes'])(
    '%j posts that it has run and is not shown',
    async resumeData => {
      const { call, session, rested, host } = await reviewed()
      await session.respond(call, { type: 'resume', resumeData })
      expect(await rested()).toMatchObject({ state: 'output-error', errorKind: 'output' })
      const [answer] = host.requests.flat().map(({ response }) => response)
      expect(answer).toMatchObject({ type: 'output-error', errorText: expect.stringContaining('has run') })
      expect(JSON.stringify(answer)).not.toContain('three rows')
      if (resumeData && typeof resumeData === 'object' && 'reason' in resumeData)
        expect(answer).toMatchObject({ errorText: expect.stringContaining('too private') })
    },
  )

  it('taking it back, or a newer message, never says that the tool was not run', async () => {
    const taken = await reviewed()
    await taken.session.respond(taken.call, { type: 'cancel' })
    await settle()
    const written = await reviewed()
    const [answer] = await written.session.supersede()
    for (const response of [taken.host.requests[0]![0]!.response, answer!.response])
      expect(response).toMatchObject({ errorKind: 'output', errorText: expect.stringContaining('has run') })
  })
})
