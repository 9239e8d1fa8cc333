import '../../../src/styles.css'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { createToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../../../src/core/events.ts'
import type { ToolCall } from '../../../src/core/tool-call.ts'
import { asks, command, gave, ready, writing } from '../../../stories/preview-records.ts'

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const block = () => find('[data-slot="tc-terminal"]')?.textContent ?? ''
const button = (name: string) => page.getByRole('button', { name, exact: true })
const drawn = (selector: string) => expect.poll(() => find(selector), { timeout: 10_000 }).not.toBeNull()
const header = () => page.elementLocator(find('summary')!)
const card = (call: ToolCall): ReactNode => <ToolCallView call={call} onRespond={() => {}} />
const prints = (text: string, exitCode?: number) => ({
  shell: { chunks: [{ stream: 'stdout' as const, text }], ...(exitCode !== undefined && { exitCode }) },
})
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n')

const written: string[] = []
beforeEach(() => {
  written.length = 0
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(text => {
    written.push(text)
    return Promise.resolve()
  })
})

describe('the card of a command', () => {
  it('is one block from the first letter to the exit code', async () => {
    const { rerender } = await render(card(writing('bash', { command: 'npm t' })))
    await drawn('[data-slot="tc-terminal"]')
    expect(block()).toBe('npm t')
    await rerender(card(asks('bash', command)))
    expect(block()).toBe('npm test -- --run auth')
    await rerender(card(ready('bash', command, { running: { by: 'server', since: 0 } })))
    expect(block()).toBe('npm test -- --run auth')
    const input = find('[data-slot="tc-terminal-input"]')
    await rerender(card(ready('bash', command, { running: { by: 'server', since: 0 }, ...prints('1 passed\n') })))
    await expect.poll(block).toBe('npm test -- --run auth1 passed\nLive output')
    await rerender(card(gave('bash', command, undefined, prints('1 passed\n1 failed\n', 1))))
    await expect.poll(block).toBe('npm test -- --run auth1 passed\n1 failed\n2 lines')
    await expect.element(page.getByText('Exit 1')).toBeVisible()
    expect(find('[data-slot="tc-terminal-input"]')).toBe(input)
    expect(document.querySelectorAll('[data-slot="tc-section-title"]')).toHaveLength(0)
  })

  it('copies the command and the whole output, of which it shows the end', async () => {
    await render(card(gave('bash', command, lines(100_000))))
    await header().click()
    await expect.element(page.getByText('Last 16 of 100,000 lines')).toBeVisible()
    await button('Copy command').click()
    await button('Copy output').click()
    expect(written).toEqual([command.command, lines(100_000)])
    await button('Show all lines').click()
    await drawn('[data-slot="tc-terminal"] [data-long]')
    expect(document.querySelectorAll('[data-slot="tc-text-block"]').length).toBeLessThan(40)
    expect(document.querySelectorAll('[data-slot="tc-terminal"]')).toHaveLength(1)
  })

  it('keeps what it was run with beside the command, and what it gave back besides below the output', async () => {
    await render(
      card(gave('bash', { ...command, cwd: 'packages/auth' }, { stdout: 'ok\n', stderr: 'slow\n', exitCode: 3 })),
    )
    await header().click()
    await expect.poll(block).toBe('npm test -- --run authcwdpackages/authok\nstderrslow\nexitCode3Output')
    await button('Copy output').click()
    expect(JSON.parse(written[0]!)).toEqual({ stdout: 'ok\n', stderr: 'slow\n', exitCode: 3 })
  })

  it('shows what it printed with the command, and a result of another kind by itself', async () => {
    await render(card(gave('bash', command, { passed: 33 }, prints('33 passed\n', 0))))
    await header().click()
    await expect.poll(block).toBe('npm test -- --run auth33 passed\n1 line')
    await expect.element(page.getByText('Output', { exact: true })).toBeVisible()
    await button('Copy output').last().click()
    expect(JSON.parse(written[0]!)).toEqual({ passed: 33 })
  })

  it('says that there was no output', async () => {
    await render(card(gave('bash', command, '')))
    await header().click()
    await expect.poll(block).toBe('npm test -- --run authNo output')
    await expect.element(button('Copy output')).not.toBeInTheDocument()
  })

  it('stops what runs, before and after it printed something', async () => {
    const stop = vi.fn<() => void>()
    const session = createToolCallSession({ host: { respond: async () => {}, stop } })
    const tell = (...events: ToolCallEvent[]) => {
      session.dispatch(events)
      session.flush()
    }
    tell({ type: 'run_start' }, { type: 'tool_start', toolCallId: 'x', toolName: 'bash', args: command })
    await render(
      <ToolCallProvider session={session}>
        <ToolCallView toolCallId="x" />
      </ToolCallProvider>,
    )
    await button('Stop').click()
    tell({ type: 'shell_output', toolCallId: 'x', output: '1 passed\n', stream: 'stdout' })
    await expect.element(page.getByText('Live output')).toBeVisible()
    await button('Stop').click()
    expect(stop).toHaveBeenCalledTimes(2)
  })
})
