import '../../../src/styles.css'
import { lazy, useState } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import {
  createTool,
  createToolCallSession,
  defineRenderers,
  experimental_useToolCallRenderers as useToolCallRenderers,
  ToolCallProvider,
  ToolCallView,
} from '../../../src/index.ts'
import type {
  RendererMap,
  ToolCall,
  ToolCallRendererProps,
  ToolCallSession,
  ToolCallViewProps,
} from '../../../src/index.ts'
import { asking, done, running, streaming, suspended } from '../../../stories/records.ts'

/** What React prints for an error that a boundary caught. */
let print: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  print = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => print.mockRestore())

const say = (text: string) =>
  function Said({ call }: ToolCallRendererProps): ReactNode {
    return (
      <p>
        {text} {call.state}
      </p>
    )
  }
const header = () => document.querySelector('[data-slot="tc-header"]')
const view = (call: ToolCall, renderers?: RendererMap) => (
  <ToolCallView call={call} renderers={renderers} onRespond={() => {}} />
)

describe('which renderer draws a call', () => {
  const all = {
    book_room: say('by name'),
    'book_*': say('by pattern'),
    'b*': say('by a shorter pattern'),
    'kind:other': say('by kind'),
    '*': say('by star'),
  }
  const order = [
    ['by name', all],
    ['by pattern', { ...all, book_room: undefined }],
    ['by a shorter pattern', { 'b*': all['b*'], 'kind:other': all['kind:other'], '*': all['*'] }],
    ['by kind', { 'kind:other': all['kind:other'], '*': all['*'] }],
    ['by star', { '*': all['*'] }],
  ] as unknown as readonly (readonly [string, RendererMap])[]
  it.each(order)('%s', async (text, renderers) => {
    await render(view(done('ok'), renderers))
    await expect.element(page.getByText(`${text} output-available`)).toBeVisible()
    expect(header()).toBeNull()
  })

  it('is none of the map, where a name is a word of every object', async () => {
    await render(view(done('ok', { toolName: 'constructor' }), { 'other_*': say('x') }))
    expect(header()?.textContent).toContain('constructor')
  })

  it('takes the kind that the app tells', async () => {
    const session = createToolCallSession()
    await render(
      <ToolCallProvider session={session} kinds={{ book_room: 'write' }} renderers={{ 'kind:write': say('written') }}>
        {view(done('ok'))}
      </ToolCallProvider>,
    )
    await expect.element(page.getByText('written output-available')).toBeVisible()
    session.dispose()
  })

  it('goes by the view before the provider', async () => {
    const session = createToolCallSession()
    await render(
      <ToolCallProvider session={session} renderers={{ book_room: say('provider') }}>
        {view(done('ok'), { '*': say('view') })}
      </ToolCallProvider>,
    )
    await expect.element(page.getByText('view output-available')).toBeVisible()
    session.dispose()
  })
})

describe('a tool that nobody knows', () => {
  it('B115: has a card, and its approval cannot be drawn away', async () => {
    const call = asking({ toolName: 'launch' })
    const { rerender } = await render(view(call))
    expect(header()?.textContent).toContain('Wants to use launch')
    await rerender(view(call, { '*': () => null }))
    expect(header()).toBeNull()
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Deny' })).toBeVisible()
  })
})

describe('parts of a card', () => {
  it('replaces only what is given', async () => {
    await render(view(running, { book_room: { input: say('my input') } }))
    await expect.element(page.getByText('my input input-available')).toBeVisible()
    expect(header()?.textContent).toContain('Using')
  })

  it('draws the header in the line that opens the card', async () => {
    await render(view(done('the result'), { book_room: { header: say('my header'), output: say('my output') } }))
    await page.getByText('my header output-available').click()
    await expect.element(page.getByText('my output output-available')).toBeVisible()
    expect(document.body.textContent).not.toContain('the result')
    expect(document.querySelector('section')?.getAttribute('aria-labelledby')).toBe(
      header()?.querySelector('[data-slot="tc-title"]')?.id,
    )
  })

  it('puts its prompt in place of the built-in one, and answers by it', async () => {
    const onRespond = vi.fn<NonNullable<ToolCallViewProps['onRespond']>>()
    const Prompt = ({ respond }: ToolCallRendererProps) => (
      <button type="button" onClick={() => void respond({ type: 'approval', approved: true })}>
        Go
      </button>
    )
    const call = asking()
    await render(<ToolCallView call={call} renderers={{ book_room: { prompt: Prompt } }} onRespond={onRespond} />)
    expect(page.getByRole('button', { name: 'Approve' }).elements()).toHaveLength(0)
    await page.getByRole('button', { name: 'Go' }).click()
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ type: 'approval', approved: true }, call)
  })

  it('lets nobody decide who may not, whatever the app draws', async () => {
    const onRespond = vi.fn<NonNullable<ToolCallViewProps['onRespond']>>()
    const results: unknown[] = []
    const Whole = ({ respond }: ToolCallRendererProps) => (
      <button
        type="button"
        onClick={() => void respond({ type: 'approval', approved: true }).then(result => results.push(result))}
      >
        Go
      </button>
    )
    await render(
      <ToolCallView call={asking()} canDecide={false} renderers={{ book_room: Whole }} onRespond={onRespond} />,
    )
    await page.getByRole('button', { name: 'Go' }).click()
    await expect.poll(() => results).toMatchObject([{ ok: false, reason: 'not-allowed' }])
    expect(onRespond).not.toHaveBeenCalled()
  })
})

describe('a renderer that fails', () => {
  const Failing = (): never => {
    throw new Error('broken')
  }
  const Picky = ({ call }: ToolCallRendererProps): ReactNode => {
    if (call.state === 'input-available') throw new Error('not yet')
    return <p>mine {call.state}</p>
  }

  it('leaves the built-in card, and is tried again when the call changes', async () => {
    const { rerender } = await render(view(running, { book_room: Picky }))
    expect(header()?.textContent).toContain('Using')
    await rerender(view({ ...done('ok'), key: running.key }, { book_room: Picky }))
    await expect.element(page.getByText('mine output-available')).toBeVisible()
  })

  it('is not tried with every frame', async () => {
    let tries = 0
    const Counted = (): never => {
      tries += 1
      throw new Error('broken')
    }
    const { rerender } = await render(view(streaming({ title: 'a' }), { write_note: Counted }))
    for (let length = 1; length <= 10; length++)
      await rerender(view(streaming({ title: 'a'.repeat(length) }), { write_note: Counted }))
    const afterTen = tries
    for (let length = 11; length <= 20; length++)
      await rerender(view(streaming({ title: 'a'.repeat(length) }), { write_note: Counted }))
    expect(tries).toBe(afterTen)
    expect(header()?.textContent).toContain('Preparing')
  })

  it('never takes the prompt along', async () => {
    await render(view(asking(), { book_room: Failing }))
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    await expect.element(page.getByText('Garden')).toBeVisible()
  })

  it.each([['approval', asking(), 'Approve'] as const, ['question', suspended, 'Send answer'] as const])(
    'as a prompt leaves the built-in one: %s',
    async (_name, call, button) => {
      await render(view(call, { book_room: { prompt: Failing } }))
      await expect.element(page.getByRole('button', { name: button, exact: true })).toBeVisible()
    },
  )

  it('as input or output leaves the built-in part', async () => {
    await render(view(done('the result'), { book_room: { input: Failing, output: Failing } }))
    await page.getByText('Used').click()
    await expect.element(page.getByText('the result')).toBeVisible()
    await expect.element(page.getByText('Garden')).toBeVisible()
  })
})

describe('a renderer that loads later', () => {
  it('shows the built-in card until it is there', async () => {
    let arrive = (_module: { default: (props: ToolCallRendererProps) => ReactNode }) => {}
    const Late = lazy(
      () => new Promise<{ default: (props: ToolCallRendererProps) => ReactNode }>(resolve => (arrive = resolve)),
    )
    await render(view(done('ok'), { book_room: Late }))
    expect(header()?.textContent).toContain('Used')
    arrive({ default: say('late') })
    await expect.element(page.getByText('late output-available')).toBeVisible()
  })

  it('may be added by a route, for as long as that is there', async () => {
    const session = createToolCallSession()
    const Route = () => {
      useToolCallRenderers({ book_room: say('of the route') })
      return null
    }
    const app = (withRoute: boolean) => (
      <ToolCallProvider session={session}>
        {view(done('ok'))}
        {withRoute && <Route />}
      </ToolCallProvider>
    )
    const { rerender } = await render(app(false))
    expect(header()?.textContent).toContain('Used')
    await rerender(app(true))
    await expect.element(page.getByText('of the route output-available')).toBeVisible()
    await rerender(app(false))
    await expect.poll(() => header()?.textContent).toContain('Used')
    session.dispose()
  })
})

describe('a call that does not fit the type of its tool', () => {
  const bookRoom = createTool({
    id: 'book_room',
    description: 'Books a room',
    inputSchema: z.object({ room: z.string() }),
    execute: async () => 'ok',
  })
  const Mine = ({ call }: { call: { input: { room: string } } }) => <p>mine {call.input.room.length}</p>
  const renderers = defineRenderers([bookRoom], { book_room: Mine as never })

  it('gets the built-in card where its input was lost', async () => {
    const { rerender } = await render(view(done('ok', { input: undefined }), renderers))
    expect(header()?.textContent).toContain('Used')
    await rerender(view(done('ok'), renderers))
    await expect.element(page.getByText('mine 6')).toBeVisible()
  })

  it('gets the built-in card where the app may not draw its values', async () => {
    await render(view(done('ok', { display: { output: { suppress: true } } }), renderers))
    expect(header()?.textContent).toContain('Used')
  })
})

it('keeps the cards as they are when the provider gets an equal map', async () => {
  const session: ToolCallSession = createToolCallSession()
  let renders = 0
  const Counted = ({ call }: ToolCallRendererProps) => {
    renders += 1
    return <p>{call.toolName}</p>
  }
  session.dispatch({ type: 'tool_start', toolCallId: 'c1', toolName: 'book_room', args: {} })
  let again = () => {}
  // Made outside, so that only the map is new.
  const card = <ToolCallView toolCallId="c1" />
  function App() {
    const [, setCount] = useState(0)
    again = () => setCount(count => count + 1)
    return (
      <ToolCallProvider session={session} renderers={{ ...defineRenderers([], {}), book_room: Counted }}>
        {card}
      </ToolCallProvider>
    )
  }
  await render(<App />)
  const before = renders
  again()
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(renders).toBe(before)
  session.dispose()
})
