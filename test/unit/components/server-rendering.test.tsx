import { Writable } from 'node:stream'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import {
  createToolCallSession,
  PendingToolCalls,
  ToolCallGroup,
  ToolCallProvider,
  ToolCallView,
} from '../../../src/index.ts'
import type { RendererMap, StoredToolCall, ToolCall } from '../../../src/index.ts'
import { everyState } from '../../../stories/records.ts'

const stored: readonly StoredToolCall[] = [
  { toolCallId: 'one', toolName: 'read_file', state: 'output-available', input: { path: 'a.ts' }, output: 'text' },
  {
    toolCallId: 'two',
    toolName: 'delete_file',
    state: 'approval-requested',
    input: { path: 'b.ts' },
    approval: { approvalId: 'two' },
  },
]
const fail = (): never => {
  throw new Error('no')
}
const failing: RendererMap = { '*': fail }

function Page({ renderers }: { renderers?: RendererMap }): ReactNode {
  const session = createToolCallSession({ initialToolCalls: stored, host: { respond: async () => {} } })
  return (
    <ToolCallProvider session={session} renderers={renderers}>
      <ToolCallView toolCallId="one" />
      <ToolCallView toolCallId="two" />
      <ToolCallGroup calls={session.getToolCalls()} turn="past" />
      <PendingToolCalls />
    </ToolCallProvider>
  )
}

describe('on a server', () => {
  it('there is no DOM here', () => {
    expect(typeof document).toBe('undefined')
    expect(typeof window).toBe('undefined')
  })

  it.each(Object.entries(everyState))('draws %s', (_state, call: ToolCall) => {
    expect(renderToString(<ToolCallView call={call} onRespond={() => {}} />)).toContain('data-slot="tc-header"')
  })

  it('draws what was stored, with the prompt of what waits', () => {
    const html = renderToString(<Page />)
    expect(html).toContain('a.ts')
    expect(html).toContain('Wants to delete')
    expect(html).toContain('>Approve<')
  })

  it('B149: draws the same twice, without the time or chance in it', () => {
    expect(renderToString(<Page />)).toBe(renderToString(<Page />))
  })

  it('streams a renderer that loads later', async () => {
    const Late = lazy(async () => ({ default: ({ call }: { call: ToolCall }) => <b>late {call.toolName}</b> }))
    const late: RendererMap = { read_file: Late }
    const html = await pipe(<Page renderers={late} />)
    expect(html).toContain('late ')
  })

  it('falls back to its own card where a renderer of the app fails', async () => {
    const html = await pipe(<Page renderers={failing} />)
    expect(html).toContain('Wants to delete')
  })
})

function pipe(node: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    let html = ''
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        html += chunk.toString()
        done()
      },
      final(done) {
        resolve(html)
        done()
      },
    })
    const { pipe: start } = renderToPipeableStream(node, {
      onAllReady: () => start(sink),
      onShellError: reject,
      // What fails inside of a boundary is tried again in the browser.
      onError: () => {},
    })
  })
}
