import '../../../src/styles.css'
import { Profiler, useEffect } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  createToolCallSession,
  ToolCallGroup,
  ToolCallProvider,
  ToolCallView,
  useToolCalls,
} from '../../../src/index.ts'
import type { ToolCallSession } from '../../../src/index.ts'

let session: ToolCallSession
const counts = new Map<string, number>()
beforeEach(() => {
  session = createToolCallSession()
  counts.clear()
})
afterEach(() => session.dispose())

const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
const count = (id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)
const finished = Array.from({ length: 1000 }, (_, index) => `done ${index}`)

function Counted({ id, children }: { id: string; children: ReactNode }): ReactNode {
  return (
    <Profiler id={id} onRender={count}>
      {children}
    </Profiler>
  )
}

async function stream(frames: number) {
  session.dispatch({ type: 'tool_input_start', toolCallId: 'live', toolName: 'write_file' })
  session.dispatch({ type: 'tool_input_delta', toolCallId: 'live', argsTextDelta: '{"path":"a.ts","content":"' })
  session.flush()
  await expect.element(page.getByText('a.ts').first()).toBeInTheDocument()
  counts.clear()
  for (let index = 0; index < frames; index++) {
    session.dispatch({ type: 'tool_input_delta', toolCallId: 'live', argsTextDelta: `line ${index}\\n` })
    session.flush()
    await frame()
  }
}

describe('what renders while one call streams', () => {
  it('B110: 1,000 finished cards render 0 times over 100 frames, the streaming one once a frame', async () => {
    for (const toolCallId of finished) {
      session.dispatch({ type: 'tool_start', toolCallId, toolName: 'read_file', args: { path: `${toolCallId}.ts` } })
      session.dispatch({ type: 'tool_end', toolCallId, result: 'text', isError: false })
    }
    await render(
      <ToolCallProvider session={session}>
        {[...finished, 'live'].map(id => (
          <Counted key={id} id={id}>
            <ToolCallView toolCallId={id} />
          </Counted>
        ))}
      </ToolCallProvider>,
    )
    await stream(100)
    expect(finished.filter(id => counts.has(id))).toEqual([])
    expect(counts.get('live')).toBeGreaterThan(50)
    expect(counts.get('live')).toBeLessThanOrEqual(200)
  }, 60_000)

  it('B110: nor do they inside of a group', async () => {
    for (const toolCallId of ['a', 'b'])
      session.dispatch({ type: 'tool_start', toolCallId, toolName: 'read_file', args: { path: toolCallId } })
    const drawn = vi.fn<() => void>()
    function App() {
      useEffect(() => drawn())
      return (
        <ToolCallGroup
          calls={useToolCalls(
            all => all,
            (left, right) => left.length === right.length,
          )}
        />
      )
    }
    await render(
      <ToolCallProvider session={session}>
        <App />
      </ToolCallProvider>,
    )
    session.dispatch({ type: 'tool_end', toolCallId: 'a', result: 'text', isError: false })
    await frame()
    const finishedCard = document.querySelector('[data-state="output-available"]')
    const changes: MutationRecord[] = []
    session.dispatch({ type: 'tool_input_start', toolCallId: 'live', toolName: 'write_file' })
    session.flush()
    await frame()
    const before = drawn.mock.calls.length
    const observer = new MutationObserver(list => changes.push(...list))
    if (!finishedCard) throw new Error('no card')
    observer.observe(finishedCard, { subtree: true, childList: true, attributes: true, characterData: true })
    await stream(20)
    observer.disconnect()
    expect(changes).toEqual([])
    expect(drawn.mock.calls.length).toBeLessThanOrEqual(before + 1)
  })

  it('the clock ticks by itself: the card around it does not render', async () => {
    const call = { toolCallId: 'slow', toolName: 'bash' } as const
    session.dispatch({ type: 'tool_start', ...call, args: { command: 'sleep 9' }, at: Date.now() - 5000 })
    await render(
      <ToolCallProvider session={session}>
        <ToolCallView toolCallId="slow" />
      </ToolCallProvider>,
    )
    const slot = document.querySelector('[data-slot="tc-elapsed"]')
    await expect.poll(() => slot?.textContent?.replace('\u00a0', ' ')).toMatch(/^[5-9] s$/)
    const width = slot?.getBoundingClientRect().width
    const changed = new Set<string | null>()
    const observer = new MutationObserver(list =>
      list.forEach(({ target }) =>
        changed.add(
          (target instanceof Element ? target : target.parentElement)
            ?.closest('[data-slot]')
            ?.getAttribute('data-slot') ?? null,
        ),
      ),
    )
    observer.observe(document.querySelector('section')!, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    await new Promise(resolve => setTimeout(resolve, 2100))
    observer.disconnect()
    expect([...changed]).toEqual(['tc-elapsed'])
    expect(slot?.getBoundingClientRect().width).toBe(width)
  })
})
