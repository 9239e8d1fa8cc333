import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  createToolCallSession,
  ToolCallProvider,
  ToolCallView,
  useToolCallEvents,
  type ToolCallEvent,
  type ToolCallEventSource,
  type ToolCallSession,
  type ToolCallWarning,
} from '../../../src/index.ts'

let session: ToolCallSession
let warnings: ToolCallWarning[]
const warned = vi.spyOn(console, 'warn')
beforeEach(() => {
  warnings = []
  warned.mockReset().mockImplementation(() => {})
  session = createToolCallSession({ onWarning: warning => warnings.push(warning) })
})
afterEach(() => session.dispose())

// Events

const toolCallId = 'call_1'
const inputStart: ToolCallEvent = { type: 'tool_input_start', toolCallId, toolName: 'write_file' }
const inputEnd: ToolCallEvent = { type: 'tool_input_end', toolCallId }
const toolEnd: ToolCallEvent = { type: 'tool_end', toolCallId, result: 'written', isError: false }
const delta = (argsTextDelta: string): ToolCallEvent => ({ type: 'tool_input_delta', toolCallId, argsTextDelta })
const streamed = [inputStart, delta('{"path":"src/a.ts",'), delta('"content":"one"}'), inputEnd]

// Sources

function pushable() {
  let controller!: ReadableStreamDefaultController<ToolCallEvent | ToolCallEvent[]>
  const cancel = vi.fn<(reason: unknown) => void>()
  const stream = new ReadableStream<ToolCallEvent | ToolCallEvent[]>({
    start: given => void (controller = given),
    cancel,
  })
  return { stream, cancel, push: (event: ToolCallEvent | ToolCallEvent[]) => controller.enqueue(event), controller }
}

function subscribable() {
  const emits = new Set<(event: ToolCallEvent | readonly ToolCallEvent[]) => void>()
  let subscriptions = 0
  const subscribe = (emit: (event: ToolCallEvent | readonly ToolCallEvent[]) => void) => {
    subscriptions += 1
    emits.add(emit)
    return () => void emits.delete(emit)
  }
  return {
    subscribe,
    push: (event: ToolCallEvent | readonly ToolCallEvent[]) => {
      for (const emit of emits) emit(event)
    },
    get listeners() {
      return emits.size
    },
    get subscriptions() {
      return subscriptions
    },
  }
}

/** What the network would give: only the events of an EventSource matter to its reader. */
class SentMessages extends EventTarget {
  readyState = 1
  push(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: typeof data === 'string' ? data : JSON.stringify(data) }))
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}
const asEventSource = (messages: SentMessages) => messages as unknown as EventSource

// The app

interface FeedProps {
  source: ToolCallEventSource | undefined
  to?: ToolCallSession | undefined
  onSession?: (session: ToolCallSession) => void
}

function Feed({ source, to, onSession }: FeedProps): ReactNode {
  const fed = useToolCallEvents(source, to)
  onSession?.(fed)
  return (
    <ToolCallProvider session={fed}>
      <ToolCallView toolCallId={toolCallId} />
    </ToolCallProvider>
  )
}

const call = () => session.findToolCall(toolCallId)
const stateOf = () => {
  session.flush()
  const found = call()
  return found?.state === 'interrupted' ? `interrupted: ${found.reason}` : found?.state
}
const becomes = (state: string) => expect.poll(stateOf).toBe(state)
const task = () => new Promise(resolve => setTimeout(resolve, 20))

describe('useToolCallEvents', () => {
  it('draws a plain stream of tool_input_start, delta and end, and lets the call wait for what comes after', async () => {
    const { stream, push, controller } = pushable()
    await render(<Feed source={stream} to={session} />)
    push(inputStart)
    push(delta('{"path":"src/a.ts","content":"on'))
    await expect.element(page.getByText('src/a.ts')).toBeVisible()
    expect(call()).toMatchObject({ state: 'input-streaming', input: { path: 'src/a.ts', content: 'on' } })
    push(delta('e"}'))
    push(inputEnd)
    controller.close()
    await becomes('input-available')
    expect(call()?.input).toEqual({ path: 'src/a.ts', content: 'one' })
    await task()
    expect(stateOf()).toBe('input-available')
  })

  it.each<[string, () => ToolCallEventSource]>([
    [
      'an async iterable',
      () =>
        (async function* () {
          yield* streamed
          yield toolEnd
        })(),
    ],
    [
      'an async iterable of arrays',
      () =>
        (async function* () {
          yield streamed
          yield [toolEnd]
        })(),
    ],
    [
      'a ReadableStream',
      () => {
        const { stream, push, controller } = pushable()
        for (const event of [...streamed, toolEnd]) push(event)
        controller.close()
        return stream
      },
    ],
    [
      'a subscribe function that calls back at once',
      () => emit => {
        emit(streamed)
        emit(toolEnd)
        return () => {}
      },
    ],
    [
      'an EventSource',
      () => {
        const messages = new SentMessages()
        setTimeout(() => {
          for (const event of streamed) messages.push(event)
          messages.push([toolEnd])
        })
        return asEventSource(messages)
      },
    ],
  ])('takes %s, in StrictMode too, and nothing is lost or doubled', async (_, create) => {
    const source = create()
    await render(
      <StrictMode>
        <Feed source={source} to={session} />
      </StrictMode>,
    )
    await becomes('output-available')
    expect(call()).toMatchObject({ input: { path: 'src/a.ts', content: 'one' }, output: 'written' })
    expect(session.getToolCalls()).toHaveLength(1)
    expect(warnings).toEqual([])
  })

  it('reads real server-sent events', async () => {
    const body = streamed.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
    const source = new EventSource(`data:text/event-stream,${encodeURIComponent(body)}`)
    await render(<Feed source={source} to={session} />)
    await expect.poll(() => call()?.input).toEqual({ path: 'src/a.ts', content: 'one' })
    source.close()
  })

  it('feeds the session that is given, else the one of the provider, else one of its own', async () => {
    const fed: ToolCallSession[] = []
    const onSession = (to: ToolCallSession) => fed.push(to)
    await render(<Feed source={undefined} to={session} onSession={onSession} />)
    expect(fed.at(-1)).toBe(session)
    await render(
      <ToolCallProvider session={session}>
        <Feed source={undefined} onSession={onSession} />
      </ToolCallProvider>,
    )
    expect(fed.at(-1)).toBe(session)
    fed.length = 0
    const { stream, push } = pushable()
    const { rerender } = await render(
      <StrictMode>
        <Feed source={stream} onSession={onSession} />
      </StrictMode>,
    )
    await rerender(
      <StrictMode>
        <Feed source={stream} onSession={onSession} />
      </StrictMode>,
    )
    expect(fed.at(-1)).not.toBe(session)
    expect(fed.at(-1)).toBe(fed.at(-2))
    push([inputStart, delta('{"path":"src/own.ts"')])
    await expect.element(page.getByText('src/own.ts')).toBeVisible()
  })

  it('opens one subscription in StrictMode, and one for all who listen', async () => {
    const source = subscribable()
    await render(
      <StrictMode>
        <Feed source={source.subscribe} to={session} />
        <Feed source={source.subscribe} to={session} />
      </StrictMode>,
    )
    source.push([inputStart, delta('{"n":1'), delta('2}'), inputEnd])
    await becomes('input-available')
    expect(call()?.input).toEqual({ n: 12 })
    await task()
    expect([source.listeners, source.subscriptions]).toEqual([1, 1])
  })

  it('goes on reading a stream when the component is mounted anew', async () => {
    const { stream, push, cancel } = pushable()
    const { rerender } = await render(<Feed key="a" source={stream} to={session} />)
    push([inputStart, delta('{"path":"a')])
    await rerender(<Feed key="b" source={stream} to={session} />)
    await task()
    expect(cancel).not.toHaveBeenCalled()
    push([delta('.ts"}'), inputEnd])
    await becomes('input-available')
    expect(call()?.input).toEqual({ path: 'a.ts' })
  })

  it('cancels the stream one task after the unmount, and what was arriving is disconnected', async () => {
    const { stream, push, cancel } = pushable()
    const { unmount } = await render(<Feed source={stream} to={session} />)
    push([inputStart, delta('{"path":"a')])
    await becomes('input-streaming')
    await unmount()
    await expect.poll(() => cancel.mock.calls.length).toBe(1)
    expect(stateOf()).toBe('interrupted: disconnected')
  })

  it('returns an iterator, unsubscribes, and leaves an EventSource open', async () => {
    const returned = vi.fn<() => Promise<{ done: true; value: undefined }>>(() =>
      Promise.resolve({ done: true, value: undefined }),
    )
    const iterable: AsyncIterable<ToolCallEvent> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: returned }),
    }
    const source = subscribable()
    const messages = new SentMessages()
    const { unmount } = await render(
      <>
        <Feed source={iterable} to={session} />
        <Feed source={source.subscribe} to={session} />
        <Feed source={asEventSource(messages)} to={session} />
      </>,
    )
    expect(source.listeners).toBe(1)
    await unmount()
    await expect.poll(() => source.listeners).toBe(0)
    expect(returned).toHaveBeenCalledTimes(1)
    expect(messages.readyState).toBe(1)
    messages.push(inputStart)
    expect(stateOf()).toBeUndefined()
  })

  it('hears only the new source from the moment it is there', async () => {
    const first = subscribable()
    const second = subscribable()
    const { rerender } = await render(<Feed source={first.subscribe} to={session} />)
    first.push([{ type: 'run_start', runId: 'run' }, inputStart, delta('{"n":')])
    await becomes('input-streaming')
    await rerender(<Feed source={second.subscribe} to={session} />)
    await expect.poll(() => second.listeners).toBe(1)
    expect(first.listeners).toBe(0)
    // a subscription that is renewed goes on where the old one was
    expect(stateOf()).toBe('input-streaming')
    second.push([delta('7}'), inputEnd])
    await becomes('input-available')
    expect(call()?.input).toEqual({ n: 7 })
    await rerender(<Feed source={undefined} to={session} />)
    await becomes('interrupted: disconnected')
  })

  it('ends what a stream had open when another source takes its place', async () => {
    const first = pushable()
    const second = pushable()
    const { rerender } = await render(<Feed source={first.stream} to={session} />)
    first.push([{ type: 'run_start', runId: 'run_1' }, inputStart, delta('{"n":1')])
    await becomes('input-streaming')
    await rerender(<Feed source={second.stream} to={session} />)
    await becomes('interrupted: disconnected')
    expect(first.cancel).toHaveBeenCalledTimes(1)
    second.push([
      { type: 'run_start', runId: 'run_2' },
      { type: 'tool_start', toolCallId: 'call_2', toolName: 'read', args: {} },
    ])
    await expect.poll(() => session.findToolCall('call_2')?.state).toBe('input-available')
  })

  it('feeds another session from where the source is', async () => {
    const other = createToolCallSession()
    const { stream, push } = pushable()
    const { rerender } = await render(<Feed source={stream} to={session} />)
    push({ type: 'tool_start', toolCallId: 'call_0', toolName: 'read', args: {} })
    await expect.poll(() => session.findToolCall('call_0')?.state).toBe('input-available')
    await rerender(<Feed source={stream} to={other} />)
    push({ type: 'tool_start', toolCallId, toolName: 'read', args: {} })
    await expect.poll(() => other.findToolCall(toolCallId)?.state).toBe('input-available')
    expect(call()).toBeUndefined()
    other.dispose()
  })

  it.each<[string, ToolCallEvent[], string]>([
    ['a run that it began', [{ type: 'run_start', runId: 'run' }, ...streamed], 'interrupted: disconnected'],
    ['arguments that are still arriving', [inputStart, delta('{"path":')], 'interrupted: disconnected'],
    ['nothing', streamed, 'input-available'],
    [
      'nothing of a run that has ended',
      [
        { type: 'run_start', runId: 'run' },
        ...streamed,
        toolEnd,
        { type: 'run_end', runId: 'run', reason: 'complete' },
      ],
      'output-available',
    ],
  ])('a source at its end disconnects %s', async (_, events, state) => {
    const { stream, push, controller } = pushable()
    await render(<Feed source={stream} to={session} />)
    push(events)
    controller.close()
    await becomes(state)
    await task()
    expect(stateOf()).toBe(state)
    expect(warned).not.toHaveBeenCalled()
  })

  it('leaves the prompt of a lost run to its person', async () => {
    const { stream, push, controller } = pushable()
    await render(<Feed source={stream} to={session} />)
    push([{ type: 'run_start' }, { type: 'tool_approval_required', toolCallId, toolName: 'delete', args: {} }])
    controller.close()
    await becomes('approval-requested')
    await task()
    expect(stateOf()).toBe('approval-requested')
  })

  it('a source that fails disconnects its run with the reason, and throws nothing', async () => {
    const { stream, push, controller } = pushable()
    await render(<Feed source={stream} to={session} />)
    push(streamed)
    await becomes('input-available')
    controller.error(new Error('the server went away'))
    await becomes('interrupted: disconnected')
    expect(call()).toMatchObject({ message: 'the server went away' })
    expect(warned).not.toHaveBeenCalled()
  })

  it('says where nobody would see it that a source failed', async () => {
    const failing = () => {
      throw new Error('no route')
    }
    await render(<Feed source={failing} to={session} />)
    expect(warned).toHaveBeenCalledTimes(1)
    expect(warned.mock.calls[0]?.[0]).toContain('the source failed')
    expect(session.getToolCalls()).toEqual([])
  })

  it('calls it stopped when the app itself aborted', async () => {
    const { stream, push, controller } = pushable()
    await render(<Feed source={stream} to={session} />)
    push([inputStart, delta('{"path":')])
    await becomes('input-streaming')
    controller.error(new DOMException('The user aborted a request.', 'AbortError'))
    await becomes('interrupted: aborted')
    expect(warned).not.toHaveBeenCalled()
  })

  it('waits while an EventSource connects again, and disconnects when it gives up', async () => {
    const messages = new SentMessages()
    await render(<Feed source={asEventSource(messages)} to={session} />)
    messages.push(inputStart)
    messages.push(delta('{"path":'))
    messages.fail(0)
    expect(stateOf()).toBe('input-streaming')
    messages.fail(2)
    await becomes('interrupted: disconnected')
  })

  it('skips what is no event, and goes on', async () => {
    const messages = new SentMessages()
    await render(<Feed source={asEventSource(messages)} to={session} />)
    for (const line of ['[DONE]', '{"type":"text_delta","text":"hi"}', '7', 'null', '[]']) messages.push(line)
    messages.push([null, ...streamed])
    await becomes('input-available')
    expect(warnings.map(({ code }) => code)).toEqual([
      'malformed-event',
      'unknown-event',
      'malformed-event',
      'malformed-event',
      'malformed-event',
    ])
  })

  it('reads nothing without a source', async () => {
    await render(<Feed source={undefined} to={session} />)
    expect(session.getToolCalls()).toEqual([])
  })

  it.each([
    ['an array', []],
    ['an object', {}],
    ['a text', 'https://example.test'],
  ])('names what it cannot read: %s', async (_, source) => {
    await expect(render(<Feed source={source as never} to={session} />)).rejects.toThrow(
      'useToolCallEvents cannot read its source',
    )
  })
})
