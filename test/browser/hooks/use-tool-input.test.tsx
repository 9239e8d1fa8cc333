import { type ReactNode, memo } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { createToolCallSession, type ToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import { useToolInput } from '../../../src/hooks/use-tool-input.ts'
import { useToolInputField } from '../../../src/hooks/use-tool-input-field.ts'
import type { JsonPath } from '../../../src/partial-json/create-partial-json.ts'

let session: ToolCallSession
let renders: Record<string, number>
beforeEach(() => {
  renders = {}
  session = createToolCallSession()
})
afterEach(() => session.dispose())

const call = { toolCallId: 'call_1', toolName: 'edit_files' } as const
const count = (name: string) => (renders[name] = (renders[name] ?? 0) + 1)
const key = () => session.getToolCalls()[0]!.key

/** One frame for each delta. */
function stream(...deltas: string[]): void {
  for (const argsTextDelta of deltas) {
    session.dispatch({ type: 'tool_input_delta', toolCallId: 'call_1', argsTextDelta })
    session.flush()
  }
}

async function show(children: ReactNode): Promise<void> {
  await render(<ToolCallProvider session={session}>{children}</ToolCallProvider>)
}

function Field({ name, path }: { name: string; path: JsonPath }): ReactNode {
  const { value, status } = useToolInputField(key(), path)
  count(name)
  return <output aria-label={name}>{`${JSON.stringify(value)} ${status}`}</output>
}

const Node = memo(function AnyNode({ name, value }: { name: string; value: unknown }): ReactNode {
  count(name)
  if (typeof value !== 'object' || value === null) return <output aria-label={name}>{String(value)}</output>
  return Object.entries(value).map(([step, child]) => <Node key={step} name={`${name}/${step}`} value={child} />)
})

function Tree(): ReactNode {
  const view = useToolInput(key())
  count('tree')
  return (
    <>
      <output aria-label="facts">{JSON.stringify([view?.text, view?.openPath, view?.complete])}</output>
      <Node name="" value={view?.input} />
    </>
  )
}

describe('the input of a call that is still arriving', () => {
  it('renders one field again only when that field changes', async () => {
    session.dispatch({ type: 'tool_input_start', ...call })
    session.flush()
    await show(
      <>
        <Field name="path" path={['path']} />
        <Field name="content" path={['content']} />
        <Field name="second" path={['rows', 1]} />
      </>,
    )
    stream('{"path":"a', '.ts"', ',"content":"im', 'port', ' a', '","rows":[1,2', ',3', ']}')
    await expect.element(page.getByLabelText('path')).toHaveTextContent('"a.ts" complete')
    await expect.element(page.getByLabelText('content')).toHaveTextContent('"import a" complete')
    await expect.element(page.getByLabelText('second')).toHaveTextContent('2 complete')
    // absent, "a" streaming, "a.ts" streaming or complete, …: each once at most
    expect(renders['path']).toBeLessThanOrEqual(4)
    expect(renders['second']).toBeLessThanOrEqual(2)
    expect(renders['content']).toBeLessThanOrEqual(5)
  })

  it('does not render a finished field for a thousand deltas of another one', async () => {
    session.dispatch({ type: 'tool_input_start', ...call })
    session.flush()
    stream('{"path":"a.ts","content":"')
    await show(
      <>
        <Field name="path" path={['path']} />
        <Field name="content" path={['content']} />
      </>,
    )
    const before = renders['path']
    for (let delta = 0; delta < 1000; delta++) stream('x')
    await expect.element(page.getByLabelText('content')).toHaveTextContent(`"${'x'.repeat(1000)}" streaming`)
    expect(renders['path']).toBe(before)
  })

  it('keeps the identity of what did not grow, so that a tree of memos renders the open path only', async () => {
    session.dispatch({ type: 'tool_input_start', ...call })
    session.flush()
    stream('{"rows":[{"id":1,"note":"one"},{"id":2,"note":"t')
    await show(<Tree />)
    const before = { ...renders }
    for (const delta of ['w', 'o']) {
      stream(delta)
      await expect.element(page.getByLabelText('/rows/1/note')).toHaveTextContent(delta === 'w' ? 'tw' : 'two')
    }
    const again = Object.keys(renders).filter(name => renders[name] !== before[name])
    expect(again.sort()).toEqual(['', '/rows', '/rows/1', '/rows/1/note', 'tree'])
    expect(renders['/rows/1/note']).toBe(before['/rows/1/note']! + 2)
  })

  it('says what is open and when the input is complete, and does not render for what comes after it', async () => {
    session.dispatch({ type: 'tool_input_start', ...call })
    session.flush()
    await show(<Tree />)
    stream('{"a":["b')
    await expect.element(page.getByLabelText('facts')).toHaveTextContent('["{\\"a\\":[\\"b",["a",0],false]')
    stream('"]}')
    session.dispatch({ type: 'tool_start', ...call, args: { a: ['b'] } })
    session.flush()
    await expect.element(page.getByLabelText('facts')).toHaveTextContent('["",null,true]')
    const before = renders['tree']
    session.dispatch({ type: 'tool_end', toolCallId: 'call_1', result: 'done', isError: false })
    session.flush()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(session.getToolCalls()[0]?.state).toBe('output-available')
    expect(renders['tree']).toBe(before)
  })
})
