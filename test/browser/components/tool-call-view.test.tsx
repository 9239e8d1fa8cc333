import '../../../src/styles.css'
import axe from 'axe-core'
import { StrictMode, createRef } from 'react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { InterruptReason } from '../../../src/core/events.ts'
import type { ToolCall } from '../../../src/core/tool-call.ts'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { en } from '../../../src/locales/en.ts'
import {
  asking,
  askingLong,
  askingNotSent,
  denied,
  deniedWithReason,
  done,
  everyState,
  failed,
  interrupted,
  noteInput,
  queued,
  running,
  streaming,
} from '../../../stories/records.ts'

const reasons = Object.keys(en.reasons) as InterruptReason[]
const all: readonly ToolCall[] = [
  ...Object.values(everyState),
  queued,
  askingNotSent,
  done('', { title: 'Book a room' }),
  failed('input', 'seats: expected a number'),
  denied({ approved: false, by: 'policy' }),
  ...reasons.map(interrupted),
]

describe('the header', () => {
  it('has one height in every state', async () => {
    const { container } = await render(<Stack calls={all} />)
    const heights = [...container.querySelectorAll('summary')].map(header => header.getBoundingClientRect().height)
    expect(heights).toHaveLength(all.length)
    expect(new Set(heights)).toEqual(new Set([36]))
  })

  it('says every state in words', async () => {
    await render(<Stack calls={all} />)
    for (const [state, word] of Object.entries(en.states)) {
      // An interruption says its reason.
      if (state !== 'interrupted')
        await expect.element(page.getByText(word, { exact: true }).first()).toBeInTheDocument()
    }
    for (const word of Object.values(en.reasons))
      await expect.element(page.getByText(word, { exact: true }).first()).toBeInTheDocument()
  })

  it('names the card, with the real name beside the title', async () => {
    await render(<ToolCallView call={done(1, { title: 'Book a room' })} />)
    await expect.element(page.getByRole('group', { name: 'Used Book a room book_room' })).toBeVisible()
  })

  it('passes props, class and ref to the root', async () => {
    const ref = createRef<HTMLElement>()
    await render(<ToolCallView ref={ref} call={queued} className="mine" data-testid="card" />)
    expect(ref.current?.matches('section.mine[data-slot="tc-tool-call"][data-state="input-available"]')).toBe(true)
    expect(ref.current).toBe(page.getByTestId('card').element())
  })
})

describe('the fold', () => {
  it('opens at its start, keeps open when the call ends, and obeys the person from then on', async () => {
    const details = () => document.querySelector('details')
    const { rerender } = await render(<ToolCallView call={streaming({ title: 'Renew' })} />)
    expect(details()?.open).toBe(true)
    await rerender(<ToolCallView call={{ ...done('ok'), key: streaming({}).key }} />)
    expect(details()?.open).toBe(true)
    await page.getByText('Used').click()
    expect(details()?.open).toBe(false)
    await rerender(<ToolCallView call={{ ...asking(), key: streaming({}).key }} onRespond={() => {}} />)
    expect(details()?.open).toBe(false)
  })

  it('opens when somebody has to decide', async () => {
    const key = 'one'
    const { rerender } = await render(<ToolCallView call={{ ...streaming(undefined), key }} onRespond={() => {}} />)
    expect(document.querySelector('details')?.open).toBe(false)
    await rerender(<ToolCallView call={{ ...asking(), key }} onRespond={() => {}} />)
    expect(document.querySelector('details')?.open).toBe(true)
  })

  it('stays folded for a call that was over before it was drawn, and mounts nothing', async () => {
    await render(<ToolCallView call={done('x'.repeat(100_000))} />)
    expect(document.querySelector('[data-slot="tc-body"]')).toBeNull()
  })
})

describe('the input', () => {
  const bodyText = () => document.querySelector('[data-slot="tc-body"]')?.textContent ?? ''

  it('grows: what is read at any moment begins what is read later', async () => {
    const whole = {
      title: 'Renew "sessions"',
      pinned: true,
      tags: ['auth', { deep: [1, 2, 'three'] }],
      empty: [],
      note: '',
      content: noteInput.content,
    }
    const { rerender } = await render(<ToolCallView call={streaming({ tags: ['loaded'] })} />)
    await expect.element(page.getByRole('group', { name: 'tags' })).toHaveAttribute('data-slot', 'tc-json')
    let before = ''
    for (const preview of prefixesOf(whole)) {
      await rerender(<ToolCallView call={streaming(preview)} />)
      const now = bodyText()
      expect(now.startsWith(before), `${JSON.stringify(before)} begins ${JSON.stringify(now)}`).toBe(true)
      before = now
    }
    await rerender(<ToolCallView call={{ ...asking({ input: whole }), key: streaming({}).key }} onRespond={() => {}} />)
    expect(bodyText().startsWith(before)).toBe(true)
    expect(bodyText()).toContain(whole.content)
  })

  it('sticks to its end until the reader scrolls', async () => {
    const lines = (count: number) =>
      streaming({ content: Array.from({ length: count }, (_, index) => `line ${index}`).join('\n') })
    const { rerender } = await render(<ToolCallView call={lines(30)} />)
    const block = document.querySelector('[data-slot="tc-code"]')
    if (!block) throw new Error('no block')
    const height = block.getBoundingClientRect().height
    const gap = () => block.scrollHeight - block.clientHeight - block.scrollTop
    expect(gap()).toBeLessThan(2)
    await rerender(<ToolCallView call={lines(60)} />)
    expect(gap()).toBeLessThan(2)
    block.scrollTop = 20
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await rerender(<ToolCallView call={lines(90)} />)
    expect(block.scrollTop).toBe(20)
    expect(block.getBoundingClientRect().height).toBe(height)
  })

  it('A04: never makes elements of data', async () => {
    const element = {
      $$typeof: Symbol.for('react.transitional.element'),
      type: 'script',
      props: { children: 'alert(1)' },
      key: null,
      ref: null,
    }
    const input = { html: '<img src=x onerror=alert(1)>', element, __proto__: null }
    const { container } = await render(<ToolCallView call={asking({ input })} onRespond={() => {}} />)
    expect(container.querySelector('img, script')).toBeNull()
    await expect.element(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  })

  it('B121: mounts all of a long input in a decision without a scroll of its own', async () => {
    await render(<ToolCallView call={asking({ input: { content: 'a line\n'.repeat(120) } })} onRespond={() => {}} />)
    const block = document.querySelector('[data-slot="tc-code"]')
    expect(block?.scrollHeight).toBe(block?.clientHeight)
    expect(block?.clientHeight).toBeGreaterThan(120 * 18)
  })
})

describe('the output', () => {
  const cyclic: Record<string, unknown> = { name: 'loop' }
  cyclic['self'] = cyclic
  const outputs: readonly (readonly [unknown, string])[] = [
    [0, '0'],
    [false, 'false'],
    [null, 'null'],
    ['', 'Empty text'],
    [undefined, 'No output'],
    [[], '[]'],
    [12n, '12n'],
    [Number.NaN, 'NaN'],
    [cyclic, '[circular]'],
    [new Date(Number.NaN), 'Invalid Date'],
    [new Map([['a', 1]]), 'Map {'],
    [() => 1, '[function]'],
    [Promise.resolve(1), '[promise]'],
    [document.body, '[body]'],
  ]
  it.each(outputs)('shows %o honestly', async (output, text) => {
    await render(<ToolCallView call={done(output)} />)
    await page.getByText('Used').click()
    expect(document.querySelector('[data-slot="tc-output"]')?.textContent).toContain(text)
  })

  it('shows what a running tool has given so far', async () => {
    await render(<ToolCallView call={{ ...running, running: { by: 'server', since: 0, partialOutput: 'half' } }} />)
    await expect.element(page.getByText('half')).toBeVisible()
  })

  it('draws in place of a value what the app says, and never the value', async () => {
    await render(
      <ToolCallView
        call={done({ secret: 'hunter2' }, { display: { input: { suppress: true }, output: { value: 'one secret' } } })}
      />,
    )
    await page.getByText('Used').click()
    await expect.element(page.getByText('Hidden by the app')).toBeVisible()
    await expect.element(page.getByText('one secret')).toBeVisible()
    expect(document.body.textContent).not.toContain('hunter2')
    expect(document.body.textContent).not.toContain('Garden')
  })

  it('has a copy button for each section that says something, and none for what is hidden or empty', async () => {
    const buttons = () =>
      [...document.querySelectorAll('[data-slot="tc-section"] button')].map(found => found.getAttribute('aria-label'))
    const { rerender } = await render(
      <ToolCallView call={done({ booking: 'b_81' }, { modelOutput: { type: 'text', value: 'Booked.' } })} />,
    )
    await page.getByText('Used').click()
    expect(buttons()).toEqual(['Copy input', 'Copy output', 'Copy what the model read'])
    await rerender(<ToolCallView call={done('')} />)
    expect(buttons()).toEqual(['Copy input'])
    const hidden = { input: { suppress: true }, output: { suppress: true } } as const
    await rerender(<ToolCallView call={done({ secret: 1 }, { display: hidden })} />)
    expect(buttons()).toEqual([])
  })
})

describe('errors and receipts', () => {
  it('stand outside the fold', async () => {
    await render(
      <Stack calls={[failed('execution', 'No answer within 30 s.'), { ...denied(deniedWithReason), key: 'two' }]} />,
    )
    await expect.element(page.getByText('No answer within 30 s.')).toBeVisible()
    await expect.element(page.getByText(/The garden room is closed in winter/)).toBeVisible()
  })

  it('a lost connection says that it may have run', async () => {
    await render(<ToolCallView call={interrupted('disconnected')} />)
    await expect.element(page.getByText('It may have run. Check before you run it again.')).toBeVisible()
  })
})

describe('accessibility', () => {
  it.each(['light', 'dark'] as const)('has no violations in any state, %s', async scheme => {
    const { container } = await render(<Stack calls={[...all, askingLong]} scheme={scheme} />)
    for (const header of container.querySelectorAll<HTMLElement>('details:not([open]) > summary')) header.click()
    await expect.poll(() => container.querySelectorAll('[data-armed="false"]').length, { timeout: 3000 }).toBe(0)
    const { violations } = await axe.run(container)
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
  })
})

it('names the provider where a session is needed and there is none', async () => {
  await expect(render(<ToolCallView toolCallId="call_1" />)).rejects.toThrow('<ToolCallProvider>')
})

function Stack({ calls, scheme = 'light' }: { calls: readonly ToolCall[]; scheme?: 'light' | 'dark' }): ReactNode {
  return (
    <StrictMode>
      <main
        style={{
          colorScheme: scheme,
          background: scheme === 'dark' ? '#212121' : '#fff',
          color: scheme === 'dark' ? '#ececec' : '#1c1c1f',
        }}
      >
        {calls.map((call, index) => (
          <ToolCallView key={index} call={{ ...call, key: String(index) }} onRespond={() => {}} />
        ))}
      </main>
    </StrictMode>
  )
}

/** What a parser shows of a value while its text arrives: each step has a little more of the last branch. */
function* prefixesOf(value: unknown): Generator<unknown> {
  if (typeof value === 'string') {
    for (let end = 0; end < value.length; end += 7) yield value.slice(0, end)
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      yield value.slice(0, index)
      for (const child of prefixesOf(value[index])) yield [...value.slice(0, index), child]
    }
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    for (const [index, [key, child]] of entries.entries()) {
      yield Object.fromEntries(entries.slice(0, index))
      for (const part of prefixesOf(child)) yield { ...Object.fromEntries(entries.slice(0, index)), [key]: part }
    }
  }
  yield value
}
