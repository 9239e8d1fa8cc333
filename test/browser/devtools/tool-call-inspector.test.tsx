import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createAiSdkDecoder } from '../../../src/ai-sdk.ts'
import { createToolCallSession, type ToolCallEvent, type ToolCallSession } from '../../../src/core.ts'
import { ToolCallInspector } from '../../../src/devtools.ts'
import { ToolCallProvider } from '../../../src/index.ts'
import { createScriptedHost, replayRecording } from '../../../src/testing.ts'
import parallel from '../../fixtures/ai-sdk/parallel-interleaved.jsonl?raw'

const SECRET = 'hunter2'

let session: ToolCallSession
beforeEach(() => {
  session = createToolCallSession({ host: createScriptedHost() })
})
afterEach(() => {
  session.dispose()
  vi.restoreAllMocks()
})

const inspect = (inspected?: ToolCallSession) =>
  render(<ToolCallInspector session={inspected ?? session} style={{ blockSize: 500 }} />)
const host = () => document.querySelector<HTMLElement>('[data-slot="tc-inspector"]')!
const shown = () => host().shadowRoot?.textContent ?? ''
const tab = (name: RegExp) => page.getByRole('tab', { name })
const option = (name: RegExp) => page.getByRole('option', { name })
const options = () => [...(host().shadowRoot?.querySelectorAll('[role="option"]') ?? [])].map(row => row.textContent)
const region = (name: string) => page.getByRole('group', { name, exact: true })
const start = (toolCallId: string, toolName: string, args: unknown = {}): ToolCallEvent => ({
  type: 'tool_start',
  toolCallId,
  toolName,
  args,
})
const end = (toolCallId: string, result: unknown = 'done'): ToolCallEvent => ({
  type: 'tool_end',
  toolCallId,
  result,
  isError: false,
})
const delta = (toolCallId: string, argsTextDelta: string): ToolCallEvent => ({
  type: 'tool_input_delta',
  toolCallId,
  argsTextDelta,
})
const states = (of: ToolCallSession) =>
  of.getToolCalls().map(({ toolCallId, toolName, state }) => [toolCallId, toolName, state])
const endsOf = (of: ToolCallSession) =>
  of
    .getToolCalls()
    .map(call => [call.toolCallId, call.toolName, call.state, call.input, 'output' in call && call.output])

async function saved(): Promise<string> {
  let blob: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation(object => {
    blob = object as Blob
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await page.getByRole('button', { name: 'Save recording' }).click()
  await expect.poll(() => blob).toBeDefined()
  vi.restoreAllMocks()
  return blob!.text()
}
function replayed(jsonl: string): ToolCallSession {
  const again = createToolCallSession()
  void replayRecording(jsonl, again, { speed: Infinity })
  return again
}

describe('ToolCallInspector', () => {
  it('takes the session of the provider, and says so where there is none', async () => {
    session.dispatch(start('c', 'read_file'))
    await render(
      <ToolCallProvider session={session}>
        <ToolCallInspector />
      </ToolCallProvider>,
    )
    await expect.element(option(/read_file input-available/)).toBeVisible()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(render(<ToolCallInspector />)).rejects.toThrow('ToolCallInspector has no session')
  })

  it('lists the calls with their states, those from before it was opened too', async () => {
    session.dispatch([start('a', 'read_file'), end('a')])
    await inspect()
    await expect.element(tab(/^Calls 1$/)).toBeVisible()
    session.dispatch([start('b', 'write_file'), { type: 'tool_approval_required', toolCallId: 'b' }])
    await expect.element(option(/write_file approval-requested/)).toBeVisible()
    await expect.element(option(/read_file output-available/)).toBeVisible()
  })

  it('shows raw and read input, output, and what the model saw', async () => {
    await inspect()
    session.dispatch([
      { type: 'tool_input_start', toolCallId: 'c', toolName: 'weather' },
      delta('c', '{"city": '),
      delta('c', '"Bonn"}'),
      { type: 'tool_input_end', toolCallId: 'c' },
      { ...end('c', { celsius: 21 }), modelOutput: { type: 'text', value: 'It is mild.' } } as ToolCallEvent,
    ])
    await option(/weather/).click()
    await expect.element(region('Raw input')).toHaveTextContent('{"city": "Bonn"}')
    expect(JSON.parse(region('Input').element().textContent)).toEqual({ city: 'Bonn' })
    expect(JSON.parse(region('Output').element().textContent)).toEqual({ celsius: 21 })
    await expect.poll(() => region('What the model saw').element().textContent).toContain('It is mild.')
  })

  it('filters by name, id, type and state, and never by values', async () => {
    await inspect()
    session.dispatch([start('a', 'read_file', { path: 'needle' }), end('a'), start('b', 'write_file'), delta('b', '{')])
    session.flush()
    const filter = page.getByRole('searchbox')
    await expect.poll(options).toHaveLength(2)
    await filter.fill('output-available')
    await expect.poll(() => options().join()).toMatch(/^✓read_file[^✓]*$/)
    await filter.fill('needle')
    await expect.poll(shown).toContain('No call fits the filter.')
    await filter.fill('')
    await tab(/^Events/).click()
    await filter.fill('write -delta')
    await expect.poll(() => options().map(text => /tool_\w+?(?=write)/.exec(text)?.[0])).toEqual(['tool_start'])
    await filter.fill('a tool_end')
    await expect.poll(() => options()).toHaveLength(1)
  })

  it('groups the deltas of each call, also where two stream at once', async () => {
    await inspect()
    await tab(/^Events/).click()
    session.dispatch([
      { type: 'tool_input_start', toolCallId: 'a', toolName: 'one' },
      { type: 'tool_input_start', toolCallId: 'b', toolName: 'two' },
    ])
    for (let index = 0; index < 206; index++) session.dispatch([delta('a', 'x'.repeat(45)), delta('b', 'y')])
    await expect.element(option(/one 206 deltas, 9 kB/)).toBeVisible()
    await expect.element(option(/two 206 deltas, 206 B/)).toBeVisible()
    session.dispatch([{ type: 'tool_input_end', toolCallId: 'a' }, delta('a', 'again')])
    await expect.poll(options).toHaveLength(6)
    await option(/two 206 deltas/).click()
    await expect.element(region('Text')).toHaveTextContent('y'.repeat(206))
  })

  it('draws few rows and renders once per frame, however many deltas come', async () => {
    await inspect()
    await tab(/^Events/).click()
    session.dispatch({ type: 'tool_input_start', toolCallId: 'a', toolName: 'one' })
    await expect.poll(options).toHaveLength(1)
    let changes = 0
    const observer = new MutationObserver(() => changes++)
    observer.observe(host().shadowRoot!, { subtree: true, childList: true, characterData: true, attributes: true })
    for (let index = 0; index < 10_000; index++) session.dispatch(delta('a', 'x'))
    await expect.element(option(/10,000 deltas/)).toBeInTheDocument()
    expect(changes).toBeLessThan(20)
    observer.disconnect()
    session.dispatch(Array.from({ length: 3000 }, (_, index) => start(`c${index}`, 'many')))
    await expect.element(tab(/^Events 13,001/)).toBeVisible()
    expect(options().length).toBeLessThan(60)
  })

  it('keeps the last events only, counts those it left out, and still exports every call', async () => {
    await inspect()
    await tab(/^Events/).click()
    session.dispatch([start('first', 'read_file'), end('first')])
    session.dispatch({ type: 'tool_input_start', toolCallId: 'long', toolName: 'write_file' })
    session.dispatch(delta('long', '{"text":"'))
    for (let index = 0; index < 25_000; index++) session.dispatch(delta('long', 'x'))
    session.dispatch([delta('long', '"}'), { type: 'tool_input_end', toolCallId: 'long' }, end('long')])
    await expect.poll(shown).toMatch(/older events no longer kept/)
    await expect.element(option(/the last [\d,]+ deltas/)).toBeInTheDocument()
    expect(endsOf(replayed(await saved()))).toEqual(endsOf(session))
    expect(endsOf(session).map(([id, , state]) => [id, state])).toEqual([
      ['first', 'output-available'],
      ['long', 'output-available'],
    ])
  })

  it('shows the warnings, those from before it was opened too', async () => {
    session.dispatch({ type: 'never_heard_of' } as never)
    await inspect()
    await expect.element(tab(/^Warnings 1$/)).toBeVisible()
    session.dispatch(end('lost'))
    await expect.element(tab(/^Warnings 2$/)).toBeVisible()
    await tab(/^Warnings/).click()
    expect(shown()).toContain('unknown-event')
    expect(shown()).toContain('unannounced-call')
  })

  describe('law 12: display is not data', () => {
    const secrets: ToolCallEvent[] = [
      { type: 'tool_input_start', toolCallId: 's', toolName: 'login' },
      delta('s', `{"password":"${SECRET}"}`),
      { type: 'tool_input_end', toolCallId: 's' },
      {
        type: 'tool_approval_required',
        toolCallId: 's',
        approvalId: 'asked',
        args: { password: SECRET },
        message: `Use ${SECRET}?`,
        descriptor: { SECRET },
        ref: { SECRET },
        display: { approval: { suppress: true } },
      },
      { type: 'tool_approval_resolved', approvalId: 'asked', approved: true, by: 'user', editedInput: { SECRET } },
      {
        type: 'tool_start',
        toolCallId: 's',
        toolName: 'login',
        args: { password: SECRET },
        metadata: { SECRET },
        display: { input: { value: { password: '•••' } }, output: { suppress: true } },
      },
      { type: 'tool_update', toolCallId: 's', partialResult: SECRET },
      {
        type: 'tool_end',
        toolCallId: 's',
        result: SECRET,
        isError: false,
        modelOutput: { type: 'text', value: SECRET },
      },
    ]

    it('shows no hidden value, in no view and of no event', async () => {
      await inspect()
      session.dispatch(secrets)
      await option(/login output-available/).click()
      await page.getByText('Whole record').click()
      await expect.poll(shown).toContain('•••')
      await expect.element(region('Raw input')).toHaveTextContent('[hidden]')
      await expect.element(region('Output')).toHaveTextContent('[hidden]')
      await expect.element(region('What the model saw')).toHaveTextContent('[hidden]')
      expect(shown()).not.toContain(SECRET)
      await page.getByRole('searchbox').fill(SECRET)
      await expect.poll(shown).toContain('No call fits the filter.')
      await page.getByRole('searchbox').fill('')
      await tab(/^Events/).click()
      await expect.poll(options).toHaveLength(secrets.length)
      const list = page.getByRole('listbox')
      await list.click()
      await userEvent.keyboard('{Home}')
      for (const { type } of secrets) {
        await expect.element(page.getByRole('article', { name: `Event ${type}` })).toBeVisible()
        expect(shown()).not.toContain(SECRET)
        await userEvent.keyboard('{ArrowDown}')
      }
    })

    it('exports no hidden value, whenever it was opened', async () => {
      session.dispatch(secrets.slice(0, 6))
      await inspect()
      session.dispatch(secrets.slice(6))
      const jsonl = await saved()
      expect(jsonl).toContain('•••')
      expect(jsonl).not.toContain(SECRET)
      expect(states(replayed(jsonl))).toEqual(states(session))
    })
  })

  describe('the recording', () => {
    it('plays again to the same end, of a real wire', async () => {
      await inspect()
      const decoder = createAiSdkDecoder()
      void replayRecording(parallel, session, { speed: Infinity, decoder })
      expect(session.getToolCalls().length).toBeGreaterThan(1)
      expect(endsOf(replayed(await saved()))).toEqual(endsOf(session))
    })

    it('plays again to the same end where it was opened in the middle, and of one thread', async () => {
      session.dispose()
      session = createToolCallSession({ threadId: 'thread_1', host: createScriptedHost() })
      session.dispatch([
        { type: 'run_start', runId: 'r' },
        start('over', 'read_file'),
        end('over'),
        start('running', 'run_checks'),
        start('going', 'run_checks'),
        { type: 'tool_input_start', toolCallId: 'open', toolName: 'write_file' },
        delta('open', '{"path":"a'),
        { type: 'tool_approval_required', toolCallId: 'asks', toolName: 'rm', args: { path: 'b' } },
      ])
      session.flush()
      await inspect()
      session.dispatch([delta('open', '.ts"}'), { type: 'tool_input_end', toolCallId: 'open' }, end('running')])
      await session.respond(session.findToolCall('asks')!, { type: 'approval', approved: false, reason: 'no' })
      expect(endsOf(replayed(await saved()))).toEqual(endsOf(session))
    })

    it('holds what the session did by itself, which no event told of', async () => {
      await inspect()
      const expiresAt = Date.now() + 100
      session.dispatch({ type: 'tool_approval_required', toolCallId: 'c', toolName: 'rm', args: {}, expiresAt })
      await expect.poll(() => session.findToolCall('c')?.state).toBe('interrupted')
      expect(replayed(await saved()).findToolCall('c')).toMatchObject({ state: 'interrupted', reason: 'expired' })
    })

    it('is copied as it would be saved', async () => {
      const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
      await inspect()
      session.dispatch(start('c', 'read_file'))
      await page.getByRole('button', { name: 'Copy recording' }).click()
      await expect.element(page.getByRole('button', { name: 'Copy recording: Copied' })).toBeVisible()
      expect(JSON.parse(write.mock.calls[0]![0])).toMatchObject({ type: 'tool_start', toolCallId: 'c', at: 0 })
    })
  })

  it('gives the session back as it was when it goes, and listens no more', async () => {
    const { dispatch, respond } = session
    const { unmount } = await inspect()
    session.dispatch(start('c', 'read_file'))
    await unmount()
    expect(session.dispatch).toBe(dispatch)
    expect(session.respond).toBe(respond)
    session.dispatch(end('c'))
    expect(session.findToolCall('c')?.state).toBe('output-available')
  })

  it('begins anew with another session, and when it is cleared', async () => {
    const other = createToolCallSession()
    const { rerender } = await inspect()
    session.dispatch(start('c', 'read_file'))
    await expect.element(tab(/^Events 1$/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.element(tab(/^Events 0$/)).toBeVisible()
    await expect.element(tab(/^Calls 1$/)).toBeVisible()
    other.dispatch(start('d', 'write_file'))
    await rerender(<ToolCallInspector session={other} />)
    await expect.element(option(/write_file/)).toBeVisible()
    expect(options()).toHaveLength(1)
    other.dispose()
  })

  it('is used by keyboard alone', async () => {
    session.dispatch([start('a', 'read_file'), start('b', 'write_file')])
    await inspect()
    await expect.poll(options).toHaveLength(2)
    tab(/^Calls/)
      .element()
      .focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab(/^Events/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowLeft}')
    for (let stop = 0; stop < 5; stop++) await userEvent.keyboard('{Tab}')
    await expect.poll(() => host().shadowRoot!.activeElement?.getAttribute('role')).toBe('listbox')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(option(/write_file/)).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('article', { name: 'Call write_file' })).toBeVisible()
  })

  it('takes no style of the page, and its text is text', async () => {
    const style = document.createElement('style')
    style.textContent =
      '* { color: rgb(1, 2, 3) !important; font-size: 40px !important } .row { display: none !important }'
    document.head.append(style)
    session.dispatch(start('x', '<img src=x onerror=alert(1)>', { html: '<b>bold</b>' }))
    await inspect()
    await option(/<img src=x/).click()
    expect(region('Input').element().textContent).toContain('<b>bold</b>')
    expect(host().shadowRoot!.querySelector('img, b')).toBeNull()
    expect(getComputedStyle(host().shadowRoot!.querySelector('.row')!).display).toBe('flex')
    style.remove()
  })

  it.each(['ltr', 'rtl'])('has no axe violation, %s and narrow', async direction => {
    await render(
      <div dir={direction} style={{ inlineSize: 360 }}>
        <ToolCallInspector session={session} style={{ blockSize: 500 }} />
      </div>,
    )
    session.dispatch([start('a', 'read_file'), end('a'), start('b', 'write_file', { path: 'a.ts' }), end('lost')])
    for (const view of [/^Warnings/, /^Events/, /^Calls/]) {
      await tab(view).click()
      if (view.source !== '^Warnings') await page.getByRole('option').first().click()
      const { violations } = await axe.run(host())
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }
    expect(host().scrollWidth).toBeLessThanOrEqual(host().clientWidth)
  })
})
