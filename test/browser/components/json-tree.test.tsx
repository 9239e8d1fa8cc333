import { onRender } from '../../support/count-renders.ts'
import '../../../src/styles.css'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { JsonTree } from '../../../src/components/json-tree.tsx'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { createToolCallSession, type ToolCallSession } from '../../../src/core/create-tool-call-session.ts'

let session: ToolCallSession
beforeEach(() => {
  session = createToolCallSession()
})
afterEach(() => session.dispose())

describe('a tree', () => {
  it('B110: over 100 frames renders only the open path: no finished node, however many there are', async () => {
    const list = Array.from({ length: 60 }, (_, index) => ({ id: index, tags: ['a', { deep: [1] }] }))
    const start = `${JSON.stringify({ done: { list, flag: true }, flat: 'text', open: { first: { x: [1, 2] }, words: ['one'] } }).slice(0, -3)},"two`
    session.dispatch([
      { type: 'tool_input_start', toolCallId: 'c1', toolName: 'get_weather' },
      { type: 'tool_input_delta', toolCallId: 'c1', argsTextDelta: start },
    ])
    session.flush()
    await render(
      <ToolCallProvider session={session}>
        <ToolCallView toolCallId="c1" />
      </ToolCallProvider>,
    )
    await expect.element(page.getByText('"two')).toBeVisible()
    await page.getByText('60 items').click()
    await expect.poll(() => document.querySelectorAll('[data-slot="tc-json-row"]').length).toBeGreaterThan(60)

    const renders = new Map<string, number>()
    const count = (name: string) => renders.set(name, (renders.get(name) ?? 0) + 1)
    const stop = onRender((name, props) => {
      if (name === 'JsonNode') count(String(props['path']))
      if (name === 'JsonTree') count(`tree ${String(props['aria-label'])}`)
      if (name === 'ToolCallCard') count('card')
    })
    for (let frame = 0; frame < 100; frame++) {
      session.dispatch({ type: 'tool_input_delta', toolCallId: 'c1', argsTextDelta: ` ${frame}` })
      session.flush()
      await new Promise(resolve => setTimeout(resolve))
    }
    stop()
    await expect.element(page.getByText(/"two 0 1 .* 99/)).toBeVisible()
    // The root of what grows, the list in it, and the text that is written.
    expect([...renders.keys()].toSorted()).toEqual(['card', 'tree open', 'words', 'words[1]'])
    expect(renders.get('words[1]')).toBeGreaterThan(50)
    expect(renders.get('words[1]')).toBeLessThanOrEqual(100)
  })

  it('counts the keys of an object, and draws what is empty as it is written', async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, index]))
    const { rerender } = await render(<JsonTree value={{ many, none: {}, list: [] }} />)
    await expect.element(page.getByText('9 keys')).toBeVisible()
    const rows = () => [...document.querySelectorAll('[data-slot="tc-json"] li')].map(row => row.textContent)
    expect(rows()).toEqual(['many9 keys', 'none{}', 'list[]'])
    await rerender(<JsonTree value={{}} />)
    expect(rows()).toEqual(['{}'])
    await rerender(<JsonTree value={[]} />)
    expect(rows()).toEqual(['[]'])
    await rerender(<JsonTree value={{ list: [] }} openPath={['list']} />)
    expect(rows()).toEqual(['list'])
  })

  it('says how many there are only while it is closed, and mounts nothing of it', async () => {
    await render(<JsonTree value={{ days: Array.from({ length: 12 }, (_, index) => ({ index })) }} />)
    await expect.element(page.getByText('12 items')).toBeVisible()
    expect(document.querySelectorAll('[data-slot="tc-json-row"]')).toHaveLength(1)
    await page.getByText('days').click()
    await expect.element(page.getByText('12 items')).not.toBeInTheDocument()
    expect(document.querySelectorAll('[data-slot="tc-json-row"]')).toHaveLength(13)
  })

  it('draws nothing as finished that still grows', async () => {
    const { container } = await render(<JsonTree value={{ a: 'do', b: ['x', 'hum'] }} openPath={['b', 1]} />)
    const values = [...container.querySelectorAll('[data-slot="tc-json-value"]')].map(value => value.textContent)
    expect(values).toEqual(['"do"', '"x"', '"hum'])
    expect(container.querySelectorAll('[data-slot="tc-caret"]')).toHaveLength(1)
  })

  it('draws the first of 100,000 items, and more when asked', async () => {
    const { container } = await render(<JsonTree value={Array.from({ length: 100_000 }, (_, index) => index)} />)
    await expect.element(page.getByText('99,900 more items')).toBeVisible()
    expect(container.querySelectorAll('[data-slot="tc-json-value"]')).toHaveLength(100)
    await page.getByRole('button', { name: 'Show more' }).click()
    expect(container.querySelectorAll('[data-slot="tc-json-value"]')).toHaveLength(500)
  })

  it('opens everything where a person decides, and shows what cannot be seen', async () => {
    const { container } = await render(
      <JsonTree
        value={{ a: { b: { c: { d: { e: 'x\u200By' } } } }, list: Array.from({ length: 150 }, () => 1) }}
        isFull
        marksInvisible
      />,
    )
    expect(container.querySelector('details:not([open])')).toBeNull()
    expect(container.querySelectorAll('[data-slot="tc-json-value"]')).toHaveLength(151)
    expect(container.querySelector('[data-slot="tc-invisible"]')?.textContent).toBe('U+200B')
  })

  it('of a value that contains itself, or is shared 2^20 times, is a text and comes to an end', async () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    const { container, rerender } = await render(<JsonTree value={loop} />)
    expect(container.textContent).toContain('[circular]')
    let shared: unknown = { leaf: 1 }
    for (let level = 0; level < 20; level++) shared = [shared, shared]
    await rerender(<JsonTree value={shared} />)
    expect(container.querySelectorAll('*').length).toBeLessThan(2000)
  })

  it('is moved in by arrows, and copies the path of a row', async () => {
    await render(<JsonTree value={{ options: { 'a b': [1] } }} />)
    document.querySelector<HTMLElement>('[data-slot="tc-json"]')?.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.tagName).toBe('SUMMARY')
    await userEvent.keyboard('{Enter}')
    expect(document.querySelectorAll('[data-slot="tc-json-row"]')).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    expect(page.getByRole('button', { name: 'Copy path options["a b"][0]' }).elements()).toHaveLength(1)
  })

  it('has keys of any name, and never a prototype', async () => {
    const { container } = await render(
      <JsonTree value={JSON.parse('{"__proto__":{"x":1},"":2,"constructor":3}') as unknown} />,
    )
    const keys = [...container.querySelectorAll('[data-slot="tc-json-key"]')].map(key => key.textContent)
    expect(keys).toEqual(['__proto__', 'x', '""', 'constructor'])
  })
})
