import '../../../src/styles.css'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  createToolCallSession,
  experimental_groupToolParts as groupToolParts,
  ToolCallGroup,
  ToolCallProvider,
  useToolCalls,
} from '../../../src/index.ts'
import type { ToolCallGroupProps, ToolCallSession } from '../../../src/index.ts'

let session: ToolCallSession
beforeEach(() => {
  session = createToolCallSession({ host: { respond: async () => {} } })
})
afterEach(() => session.dispose())

const start = (toolCallId: string, toolName = 'read_file') =>
  session.dispatch({ type: 'tool_start', toolCallId, toolName, args: { path: `${toolCallId}.ts` } })
const end = (toolCallId: string, isError = false) =>
  session.dispatch({ type: 'tool_end', toolCallId, result: isError ? 'no such file' : 'text', isError })
const finish = (...ids: readonly string[]) => ids.forEach(id => (start(id), end(id)))

function Calls(props: Pick<ToolCallGroupProps, 'turn' | 'foldAt'>): ReactNode {
  return <ToolCallGroup calls={useToolCalls()} {...props} />
}
const app = (props: Pick<ToolCallGroupProps, 'turn' | 'foldAt'> = {}) => (
  <ToolCallProvider session={session}>
    <Calls {...props} />
  </ToolCallProvider>
)
const line = () => page.getByRole('button', { name: /^Read|^Ran|^Searched/ })
const says = (text: string) => expect.poll(() => line().query()?.textContent).toContain(text)
const cards = () => [...document.querySelectorAll('[data-slot="tc-tool-call"]')].map(card => card.textContent)

describe('ToolCallGroup', () => {
  it('keeps cards where they are while the run goes on, and folds them at the next message', async () => {
    start('a')
    const { rerender } = await render(app())
    end('a')
    finish('b', 'c')
    await expect.poll(() => cards()).toHaveLength(3)
    expect(line().elements()).toHaveLength(0)
    await rerender(app({ turn: 'ended' }))
    expect(line().elements()).toHaveLength(0)
    await rerender(app({ turn: 'past' }))
    await says('Read 3 files')
    expect(cards()).toEqual([])
    await line().click()
    expect(cards()).toHaveLength(3)
    await expect.element(line()).toHaveAttribute('aria-expanded', 'true')
  })

  it('folds at the end of the run, or never, where the app wants that', async () => {
    start('a')
    const { rerender } = await render(app({ foldAt: 'run-end' }))
    end('a')
    finish('b')
    await rerender(app({ foldAt: 'run-end', turn: 'ended' }))
    await says('Read 2 files')
    await rerender(app({ foldAt: 'never', turn: 'past' }))
    expect(line().elements()).toHaveLength(0)
  })

  it('is folded on load, when all is over', async () => {
    finish('a', 'b')
    await render(app())
    await says('Read 2 files')
    expect(cards()).toEqual([])
  })

  it('leaves one call alone', async () => {
    finish('a')
    await render(app({ turn: 'past' }))
    expect(line().elements()).toHaveLength(0)
    expect(cards()).toHaveLength(1)
  })

  it('counts a command as failed whose result says so', async () => {
    finish('a', 'b')
    session.dispatch([
      { type: 'tool_start', toolCallId: 'x', toolName: 'bash', args: { command: 'npm test' } },
      { type: 'tool_end', toolCallId: 'x', result: { stdout: '', exitCode: 2 }, isError: false },
    ])
    await render(app({ turn: 'past' }))
    await says('1 failed')
    await expect.element(page.getByText('Exit 2')).toBeVisible()
  })

  it('never folds in what waits, runs or failed, and says that one failed', async () => {
    finish('a', 'b')
    start('bad')
    end('bad', true)
    start('live')
    session.dispatch({
      type: 'tool_approval_required',
      toolCallId: 'wait',
      toolName: 'delete_file',
      args: { path: 'x' },
    })
    await render(app({ turn: 'past' }))
    await says('1 failed')
    expect(cards()).toHaveLength(3)
    await expect.element(page.getByText('no such file')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  })

  it('leaves a card alone that the person opened, and one in the open line stays in it', async () => {
    start('a')
    const { rerender } = await render(app())
    end('a')
    finish('b', 'c')
    await page.getByText('a.ts').click()
    await rerender(app({ turn: 'past' }))
    await says('Read 2 files')
    expect(cards()).toHaveLength(1)
    await line().click()
    await page.getByText('b.ts').click()
    await rerender(app({ turn: 'past' }))
    await says('Read 2 files')
    await line().click()
    expect(cards()).toHaveLength(1)
  })

  it('is opened by keyboard', async () => {
    finish('a', 'b')
    await render(app())
    await userEvent.keyboard('{Tab}{Enter}')
    expect(cards()).toHaveLength(2)
  })

  it('B112: folding around a prompt, and calls that come behind it, leave what is typed and the focus', async () => {
    finish('a', 'b')
    start('q', 'choose')
    session.dispatch({
      type: 'tool_suspended',
      toolCallId: 'q',
      toolName: 'ask_user',
      args: { question: 'Which?' },
      suspendPayload: { question: 'Which?' },
    })
    const { rerender } = await render(app())
    const field = page.getByRole('textbox')
    await field.fill('the blue one')
    const element = field.element()
    start('z')
    session.flush()
    await rerender(app({ turn: 'past' }))
    await says('Read 2 files')
    expect(page.getByRole('textbox').element()).toBe(element)
    await expect.element(field).toHaveValue('the blue one')
    expect(document.activeElement).toBe(element)
  })

  it('has no violations, folded and open', async () => {
    finish('a', 'b')
    const { container } = await render(<main>{app()}</main>)
    const check = async () => (await axe.run(container)).violations.map(({ id }) => id)
    expect(await check()).toEqual([])
    await line().click()
    expect(await check()).toEqual([])
  })
})

describe('groupToolParts', () => {
  const tool = (toolCallId: string) => ({ type: 'tool-read_file', toolCallId, state: 'output-available', input: {} })
  const text = (value: string) => ({ type: 'text', text: value })

  it('takes tool parts together that follow each other, over what draws nothing', () => {
    const parts = [
      text('Hello'),
      tool('a'),
      { type: 'step-start' },
      tool('b'),
      text(''),
      tool('c'),
      text('x'),
      tool('d'),
    ]
    const groups = groupToolParts(parts).flatMap(group =>
      group.type === 'tools' ? [group.parts.map(({ partIndex }) => partIndex)] : [],
    )
    expect(groups).toEqual([[1, 3, 5], [7]])
  })

  it('draws the parts of a message without a session', async () => {
    const [group] = groupToolParts([tool('a'), tool('b')])
    if (group?.type !== 'tools') throw new Error('no group')
    await render(<ToolCallGroup parts={group.parts} messageId="m" turn="past" />)
    await says('Read 2 files')
  })
})
