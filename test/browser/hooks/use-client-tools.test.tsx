import { StrictMode, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createTool } from '../../../src/client-tools/create-tool.ts'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { createToolCallSession, type ToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallAnswer } from '../../../src/core/host.ts'
import { useClientTool, useClientTools } from '../../../src/hooks/use-client-tools.ts'

let session: ToolCallSession
let answers: ToolCallAnswer[]
let codes: string[]
beforeEach(() => {
  answers = []
  codes = []
  session = createToolCallSession({
    host: { respond: async given => void answers.push(...given) },
    onWarning: ({ code }) => codes.push(code),
    missingToolTimeout: 200,
  })
})
afterEach(() => session.dispose())

function call(toolName: string, toolCallId = 'c'): void {
  session.dispatch([
    { type: 'run_start', runId: toolCallId },
    { type: 'tool_start', toolCallId, toolName, args: {}, runId: toolCallId },
    { type: 'run_end', runId: toolCallId, pendingToolCallIds: [toolCallId] },
  ])
  session.flush()
}
const outputs = () => answers.map(({ response }) => (response.type === 'output' ? response.output : response))
const say = (words: string) => createTool({ id: 'say', description: '', execute: () => words })

async function show(children: ReactNode) {
  return render(<ToolCallProvider session={session}>{children}</ToolCallProvider>)
}

describe('useClientTool', () => {
  it('runs the newest of a tool that is made anew with every render, and registers nothing twice', async () => {
    function Counter() {
      const [count, setCount] = useState(0)
      useClientTool(say(`${count} clicks`))
      return (
        <button type="button" onClick={() => setCount(count + 1)}>
          {count}
        </button>
      )
    }
    await show(<Counter />)
    await page.getByRole('button').click()
    await page.getByRole('button').click()
    await expect.element(page.getByRole('button')).toHaveTextContent('2')
    call('say')
    await expect.poll(outputs).toEqual(['2 clicks'])
    expect(codes).toEqual([])
  })

  it('runs once under StrictMode', async () => {
    const execute = vi.fn<() => string>(() => 'once')
    const tool = createTool({ id: 'say', description: '', execute })
    function Says() {
      useClientTool(tool)
      return null
    }
    await show(
      <StrictMode>
        <Says />
      </StrictMode>,
    )
    call('say')
    await expect.poll(outputs).toEqual(['once'])
    expect(execute).toHaveBeenCalledOnce()
    expect(codes).toEqual([])
  })

  it('a route that comes late runs the call that waits for its tool', async () => {
    function Route() {
      useClientTool(say('late'))
      return null
    }
    const { rerender } = await show(null)
    call('say')
    await rerender(
      <ToolCallProvider session={session}>
        <Route />
      </ToolCallProvider>,
    )
    await expect.poll(outputs).toEqual(['late'])
  })

  it('a call whose tool never comes is answered: it was not run', async () => {
    await show(null)
    session.registerTool('other', say('other'))
    call('say')
    await expect.poll(outputs).toMatchObject([{ type: 'output-error', errorKind: 'not-executed' }])
  })

  it('two of one name: the newer counts, with a warning, and the older again when the newer is gone', async () => {
    function Says({ words }: { words: string }) {
      useClientTool(say(words))
      return null
    }
    const both = (isOpen: boolean) => (
      <ToolCallProvider session={session}>
        <Says words="page" />
        {isOpen && <Says words="dialog" />}
      </ToolCallProvider>
    )
    const { rerender } = await render(both(false))
    await rerender(both(true))
    call('say', 'a')
    await expect.poll(outputs).toEqual(['dialog'])
    expect(codes).toContain('duplicate-tool')
    await rerender(both(false))
    call('say', 'b')
    await expect.poll(outputs).toEqual(['dialog', 'page'])
  })

  it('aborts a running tool when its component goes, where the tool asks for that', async () => {
    let signal: AbortSignal | undefined
    const tool = createTool({
      id: 'say',
      description: '',
      abortOnUnmount: true,
      execute: (_, { abortSignal }) => {
        signal = abortSignal
        return new Promise<string>(() => {})
      },
    })
    function Says() {
      useClientTool(tool)
      return null
    }
    const { rerender } = await show(<Says />)
    call('say')
    await expect.poll(() => signal).toBeDefined()
    await rerender(<ToolCallProvider session={session}>{null}</ToolCallProvider>)
    await expect.poll(() => signal!.aborted).toBe(true)
    await expect.poll(outputs).toMatchObject([{ type: 'output-error' }])
  })

  it('without a provider says what is missing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    function Says() {
      useClientTool(say(''))
      return null
    }
    await expect(render(<Says />)).rejects.toThrow('useClientTool needs a session')
    vi.restoreAllMocks()
  })
})

describe('useClientTools', () => {
  it('takes a list, where each goes by its own name, and a record, where the key is the name', async () => {
    function Says() {
      useClientTools([say('list')])
      useClientTools({ speak: say('record') })
      return null
    }
    await show(<Says />)
    call('say', 'a')
    call('speak', 'b')
    await expect.poll(outputs).toEqual(['list', 'record'])
  })

  it('has hooks of its own', async () => {
    const afterToolCall = vi.fn<(event: unknown) => void>()
    function Says() {
      useClientTools([say('list')], { afterToolCall })
      return null
    }
    await show(<Says />)
    call('say')
    await expect.poll(outputs).toEqual(['list'])
    expect(afterToolCall).toHaveBeenCalledOnce()
  })
})
