import '../../../src/styles.css'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createTool } from '../../../src/client-tools/create-tool.ts'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { createToolCallSession, type ToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallAnswer, ToolCallResponse } from '../../../src/core/host.ts'

type Execute = (session: ToolCallSession) => unknown

let close = () => {}
afterEach(() => close())

/** A page with a chat whose model has called a tool that does this, and a button of its own beside it. */
async function open(execute: Execute, options: { timeout?: number } = {}) {
  const answers: ToolCallAnswer[] = []
  const codes: string[] = []
  const session = createToolCallSession({
    clientTools: [
      createTool({ id: 'give', description: '', ...options, execute: () => execute(session) }),
      createTool({ id: 'count', description: '', execute: () => 'counted' }),
    ],
    host: { respond: async given => void answers.push(...given), stop: () => {} },
    onWarning: ({ code }) => codes.push(code),
  })
  close = () => session.dispose()
  const call = (toolName: string, toolCallId: string) =>
    session.dispatch([
      { type: 'run_start', runId: toolCallId },
      { type: 'tool_start', toolCallId, toolName, args: { shelf: 'rye' }, runId: toolCallId },
      { type: 'run_end', runId: toolCallId, pendingToolCallIds: [toolCallId] },
    ])
  const screen = await render(<Page session={session} />)
  call('give', 'c')
  const card = (toolCallId: string) => document.querySelector<HTMLElement>(`[id="${toolCallId}"]`)
  const becomes = (toolCallId: string, state: string) =>
    expect.poll(() => card(toolCallId)?.dataset['state'], { timeout: 10_000 }).toBe(state)
  const posted = (toolCallId: string) =>
    answers.filter(answer => answer.call.toolCallId === toolCallId).map(({ response }) => response)
  return {
    session,
    screen,
    card: () => card('c')!,
    becomes: (state: string) => becomes('c', state),
    posted: () => posted('c'),
    codes: () => codes,
    /** The page answers a press, and the next tool runs; nothing more is said of the first. */
    async isAlive() {
      const state = card('c')?.dataset['state']
      const before = posted('c')
      const button = page.getByRole('button', { name: /^Pressed/ })
      const presses = Number(/\d+/.exec(button.element().textContent))
      await button.click()
      await expect.element(button).toHaveTextContent(`Pressed ${presses + 1}`)
      const next = `next-${presses}`
      call('count', next)
      await expect.poll(() => posted(next), { timeout: 10_000 }).toEqual([{ type: 'output', output: 'counted' }])
      await becomes(next, 'output-available')
      expect(card('c')?.dataset['state']).toBe(state)
      expect(posted('c')).toEqual(before)
    },
  }
}

function Page({ session }: { session: ToolCallSession }): ReactNode {
  const [presses, setPresses] = useState(0)
  return (
    <ToolCallProvider session={session}>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Pressed {presses}
      </button>
      {['c', 'next-0', 'next-1'].map(id => (
        <ToolCallView key={id} id={id} toolCallId={id} />
      ))}
    </ToolCallProvider>
  )
}

/** What there is on a card, once its fold is open and what it draws has been loaded. */
async function read(card: HTMLElement, words: string): Promise<void> {
  const fold = card.querySelector('details')!
  if (!fold.open) fold.querySelector('summary')!.click()
  await expect.poll(() => card.textContent, { timeout: 10_000 }).toContain(words)
}

/** It ends as an output: this is posted, once, and these words are on the card. */
async function gives(execute: Execute, output: unknown, words: string): Promise<void> {
  const { card, becomes, posted, isAlive } = await open(execute)
  await becomes('output-available')
  expect(posted()).toEqual([{ type: 'output', output }])
  await read(card(), words)
  await isAlive()
}

/** It ends as an error: that is posted, once, and the same words are on the card. */
async function fails(
  execute: Execute,
  errorKind: 'execution' | 'output',
  words: string,
  options?: { timeout?: number },
): Promise<void> {
  const { card, becomes, posted, isAlive } = await open(execute, options)
  await becomes('output-error')
  expect(posted()).toEqual([{ type: 'output-error', errorKind, errorText: expect.stringContaining(words) }])
  await read(card(), words)
  const text = card().textContent
  expect(text).not.toContain('secret')
  expect(text).not.toContain('[object')
  expect(JSON.stringify(posted()).length).toBeLessThan(3_000)
  await isAlive()
}

describe('a client tool that misbehaves, on a page', () => {
  it.each<[string, Execute, unknown, string]>([
    [
      'a cycle',
      () => {
        const bread: Record<string, unknown> = { name: 'rye' }
        bread['self'] = bread
        bread['list'] = [bread]
        return bread
      },
      { name: 'rye', self: '[Circular]', list: ['[Circular]'] },
      '[Circular]',
    ],
    ['a DOM node', () => ({ node: document.body }), { node: '[HTMLBodyElement]' }, '[HTMLBodyElement]'],
    ['a node list', () => document.querySelectorAll('body'), '[NodeList]', '[NodeList]'],
    ['the window', () => window, '[Window]', '[Window]'],
    ['an element of React', () => <b>no</b>, '[React element]', '[React element]'],
  ])('A19: %s is named where it stands, never walked through', async (_, execute, output, words) => {
    await gives(execute, output, words)
  })

  it.each<[string, Execute]>([
    [
      'a graph with 2^20 paths',
      () => {
        let node: unknown = 'leaf'
        for (let n = 0; n < 20; n += 1) node = [node, node]
        return node
      },
    ],
    ['20 MB of text', () => 'x'.repeat(20_000_000)],
    ['20 MB of bytes', () => new Uint8Array(20_000_000)],
    ['20 MB of small things', () => Array.from({ length: 500_000 }, () => 'a line of forty letters, all of them used')],
  ])('A19: %s is too much to send, and that is the answer', async (_, execute) => {
    await fails(execute, 'output', '"give" ran, but its result cannot be sent: it is larger than 10 MB')
  })

  it('A19: 9 MB of text are sent whole, and the card opens on them', async () => {
    const text = `the first words ${'x'.repeat(9_000_000)}`
    await gives(() => text, text, 'the first words')
  })

  it.each<[string, Execute, unknown, string]>([
    ['BigInt', () => 10n ** 30n, '1000000000000000000000000000000', '1000000000000000000000000000000'],
    ['a Date', () => new Date(0), '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
    ['an invalid Date', () => ({ at: new Date(Number.NaN) }), { at: null }, 'null'],
    ['a Map', () => new Map<unknown, unknown>([['rye', 1n]]), [['rye', '1']], 'rye'],
    ['a Set', () => new Set(['rye']), ['rye'], 'rye'],
    ['a proxy', () => new Proxy({ bread: 'rye' }, {}), { bread: 'rye' }, 'rye'],
    ['nothing', () => undefined, null, 'null'],
    ['a promise inside', () => ({ later: Promise.resolve(1) }), { later: '[Promise]' }, '[Promise]'],
    ['a picture', () => new Blob(['x'], { type: 'image/png' }), { type: 'image/png', size: 1 }, 'image/png'],
  ])('A20: %s is shown and posted as one and the same', async (_, execute, output, words) => {
    await gives(execute, output, words)
  })

  it.each<[string, Execute]>([
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
    [
      'a toJSON that throws',
      () => ({
        toJSON() {
          throw new Error('secret')
        },
      }),
    ],
  ])('A20: %s cannot be read, and that is the answer', async (_, execute) => {
    await fails(execute, 'output', '"give" ran, but its result cannot be sent')
  })

  const odd: readonly (readonly [string, unknown, string])[] = [
    ['null', null, 'The tool failed without saying why.'],
    ['undefined', undefined, 'The tool failed without saying why.'],
    ['0', 0, 'The tool failed without saying why.'],
    ['a text', 'no camera', 'no camera'],
    ['an object whose message is no text', { message: {} }, 'The tool failed without saying why.'],
    ['a message of 5 MB', new Error('x'.repeat(5_000_000)), 'xxx'],
  ]
  it.each(odd)('A22: %s is thrown: one answer in words', async (_, thrown, words) => {
    const execute = () => {
      throw thrown
    }
    await fails(execute, 'execution', words)
  })
  it.each(odd)('A22: %s is what it rejects with: one answer in words', async (_, thrown, words) => {
    await fails(() => Promise.reject(thrown), 'execution', words)
  })

  it.each<[string, Execute, string]>([
    [
      'settles twice',
      () =>
        new Promise((resolve, reject) => {
          resolve('first')
          resolve('second')
          reject(new Error('third'))
        }),
      'first',
    ],
    [
      'is a thenable that resolves at once and throws afterwards',
      () => ({
        // oxlint-disable-next-line unicorn/no-thenable
        then(resolve: (value: string) => void) {
          resolve('first')
          throw new Error('second')
        },
      }),
      'first',
    ],
    [
      'answers for itself and then returns another',
      async session => {
        await session.respond(session.findToolCall('c')!, { type: 'output', output: 'first' })
        return 'second'
      },
      'first',
    ],
    [
      'blocks the page for a while',
      () => {
        const end = performance.now() + 300
        while (performance.now() < end);
        return 'first'
      },
      'first',
    ],
  ])('A23: one that %s gives what came first', async (_, execute, output) => {
    await gives(execute, output, output)
  })

  it('A23: one that never settles is answered when its time is up', async () => {
    const words = '"give" did not finish within 0.1 s, so it was stopped.'
    await fails(() => new Promise(() => {}), 'execution', words, { timeout: 100 })
  })

  it('A23: what comes when the time is up is dropped', async () => {
    let settle!: (value: string) => void
    const execute = () => new Promise(resolve => (settle = resolve))
    const { becomes, posted, codes, isAlive } = await open(execute, { timeout: 100 })
    await becomes('output-error')
    const answer = [{ type: 'output-error', errorKind: 'execution', errorText: expect.stringContaining('0.1 s') }]
    expect(posted()).toEqual(answer)
    settle('late')
    await expect.poll(codes).toContain('late-result')
    await isAlive()
    expect(posted()).toEqual(answer)
  })

  it('A23: one that never settles and has no limit holds up nothing else, until somebody stops it', async () => {
    let settle!: (value: string) => void
    const { card, becomes, posted, codes, isAlive } = await open(() => new Promise(resolve => (settle = resolve)))
    await becomes('input-available')
    await isAlive()
    expect(posted()).toEqual([])
    const fold = card().querySelector('details')!
    if (!fold.open) fold.querySelector('summary')!.click()
    await page.elementLocator(card()).getByRole('button', { name: 'Stop' }).click()
    await becomes('interrupted')
    await read(card(), 'Stopped')
    settle('late')
    await expect.poll(codes).toContain('late-result')
    await isAlive()
    // the run that was stopped has no turn that an answer could go to
    expect(posted()).toEqual([])
  })

  it('A23: one that rejects when its card has gone is answered all the same', async () => {
    let fail!: (error: Error) => void
    const { session, screen, becomes, posted } = await open(() => new Promise((_, reject) => (fail = reject)))
    await becomes('input-available')
    await expect.poll(() => typeof fail).toBe('function')
    await screen.rerender(<p>Another page</p>)
    fail(new Error('The shelf is locked.'))
    const answer: ToolCallResponse = {
      type: 'output-error',
      errorKind: 'execution',
      errorText: 'The shelf is locked.',
    }
    await expect.poll(posted).toEqual([answer])
    await screen.rerender(<Page session={session} />)
    await becomes('output-error')
    expect(posted()).toEqual([answer])
  })

  it('A23: one that aborts itself has failed', async () => {
    await fails(() => AbortSignal.abort(new Error('The shelf is locked.')).throwIfAborted(), 'execution', 'The shelf')
  })
})
