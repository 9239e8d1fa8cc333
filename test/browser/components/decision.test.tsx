import '../../../src/styles.css'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { createToolCallSession } from '../../../src/core.ts'
import { asks } from '../../../stories/preview-records.ts'

// There before the first card: what is loaded later is not what is tested here.
beforeAll(async () => void (await import('../../../src/components/loaded-views.tsx')))

const toolNames = ['write_file', 'edit', 'multi_edit', 'apply_patch', 'bash', 'grep', 'delete_file', 'fetch', 'do_it']
const keys =
  'path file_path content contents code old_string new_string oldText newText edits search replace command cmd patch input url mode query __proto__ constructor'
    .split(' ')
    .concat('', 'a b', '\u200B')

let tokens = 0
/** Something to look for, in a text as a model may write it to hide it. */
const text = fc
  .constantFrom(
    (token: string) => token,
    (token: string) => `${' '.repeat(500)}${token}`,
    (token: string) => `ls${'\n'.repeat(60)}${token}`,
    (token: string) => `@@ -1,1 +1,1 @@\n-a\n+b\nno line of the patch ${token}`,
    (token: string) => `*** Begin Patch\n*** Update File: ${token}\n@@\n-a\n+${token}`,
    (token: string) => `\u001B[2K\r\u202E${token}`,
    (token: string) => `a\r${token}`,
    (token: string) => `${'x'.repeat(900)}${token}`,
  )
  .map(hide => hide(`tok${(tokens += 1)}en`))
const value: fc.Arbitrary<unknown> = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value
const input = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 5, noNullPrototype: true })

describe('nothing is hidden in what a person approves', () => {
  it('of any input of any kind of tool, every text is in view', async () => {
    const run = async (toolName: string, asked: object) => {
      await render(<ToolCallView call={asks(toolName, asked)} onRespond={() => {}} />)
      try {
        await expect.poll(() => button('Approve')).not.toBeNull()
        const tokens = JSON.stringify(asked).match(/tok\d+en/g) ?? []
        await expect.poll(() => tokens.filter(token => !document.body.textContent.includes(token))).toEqual([])
        for (const element of document.querySelectorAll('[data-slot="tc-body"] *')) {
          expect(element.checkVisibility()).toBe(true)
          if (getComputedStyle(element).overflow === 'visible') continue
          const name = element.getAttribute('data-slot')
          expect([name, element.scrollHeight - element.clientHeight]).toEqual([name, 0])
          expect([name, element.scrollWidth - element.clientWidth]).toEqual([name, 0])
        }
      } finally {
        await cleanup()
      }
    }
    await fc.assert(fc.asyncProperty(fc.constantFrom(...toolNames), input, run), { numRuns: 60, seed: 11 })
  }, 120_000)

  it.each([{ edits: [] }, { old_string: '', new_string: '' }])('an edit that says nothing shows it: %j', async said => {
    await render(<ToolCallView call={asks('edit', { path: 'a.ts', ...said })} onRespond={() => {}} />)
    const keys = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent)
    await expect.poll(keys).toEqual(['path', ...Object.keys(said)])
  })

  it('a number that JavaScript cannot hold exactly is shown as it was written', async () => {
    await renderAsked(
      '{"id": 9007199254740993, "tags": ["12345678901234567"], "limits": [-1e400, 1.50, 4611686018427387905]}',
    )
    await expect
      .poll(() => document.body.textContent)
      .toContain('The agent wrote 9007199254740993, -1e400, and 4611686018427387905.')
    expect(document.body.textContent).toContain('Contains 3 whole numbers too large to be shown exactly.')
  })

  it.each([
    ['a long string', () => `{"content": "${'a'.repeat(20_000_000)}", "id": 9007199254740993}`],
    ['a long string of escapes', () => `{"content": "${String.raw`\n`.repeat(2_000_000)}", "id": 9007199254740993}`],
  ])(
    'a number that JavaScript cannot hold exactly is shown as it was written, beside %s',
    async (_, write) => {
      await renderAsked(write())
      await expect
        .poll(() => document.body.textContent.includes('The agent wrote 9007199254740993.'), { timeout: 30_000 })
        .toBe(true)
    },
    60_000,
  )

  it.each([
    ['150 levels deep', () => nested(150)],
    ['1,000 levels deep', () => nested(1000)],
  ])('a value %s is in view from the start', async (_, write) => {
    await renderAsked(write())
    await expect.poll(() => button('Approve')?.getAttribute('aria-disabled')).toBeNull()
    expect(document.body.textContent).toContain('at the end')
  })

  it.each([
    ['value 20,000 levels deep', () => nested(20_000)],
    ['list of 250,000', () => JSON.stringify({ list: [...Array.from({ length: 250_000 }, () => 0), 'at the end'] })],
  ])(
    'a %s is not approved before all of it was shown',
    async (_, write) => {
      await renderAsked(write())
      await expect.poll(() => document.querySelector('[type="checkbox"]')).not.toBeNull()
      expect(button('Approve')?.getAttribute('aria-disabled')).toBe('true')
      expect(document.body.textContent).not.toContain('at the end')

      button(/^Show all/)?.click()
      await expect.poll(() => document.body.textContent, { timeout: 20_000 }).toContain('at the end')
      await expect.poll(() => button('Approve')?.getAttribute('aria-disabled'), { timeout: 20_000 }).toBeNull()
      expect(document.querySelectorAll('*').length).toBeLessThan(2000)
    },
    60_000,
  )
})

async function renderAsked(argsTextDelta: string): Promise<void> {
  const session = createToolCallSession({ host: { respond: async () => {} } })
  session.dispatch([
    { type: 'tool_input_start', toolCallId: 'c', toolName: 'do_it' },
    { type: 'tool_input_delta', toolCallId: 'c', argsTextDelta },
    { type: 'tool_input_end', toolCallId: 'c' },
    { type: 'tool_approval_required', toolCallId: 'c', approvalId: 'p' },
  ])
  await render(
    <ToolCallProvider session={session}>
      <ToolCallView toolCallId="c" />
    </ToolCallProvider>,
  )
}

/** Without a report of the whole page where there is none: of a page as deep as these it takes minutes. */
function button(name: string | RegExp): HTMLElement | null {
  return page.getByRole('button', { name, exact: true }).query() as HTMLElement | null
}

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}"at the end"${'}'.repeat(levels)}`
}
