import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ToolOutput } from '../src/components/tool-output.tsx'
import { dark, InCard, narrow, rightToLeft, shown } from './preview-frame.tsx'
import * as records from './preview-records.ts'

const { gave, ready } = records
const meta = {
  title: 'ToolOutput',
  component: ToolOutput,
  // Inside of what a story's own decorators make: the card is as narrow and as dark as they say.
  render: args => (
    <InCard>
      <ToolOutput {...args} />
    </InCard>
  ),
  args: { call: gave('lookup', {}, 'found') },
} satisfies Meta<typeof ToolOutput>
export default meta
type Story = StoryObj<typeof meta>

const draws = (selector: string): Pick<Story, 'play'> => ({
  play: ({ canvasElement }) => shown(canvasElement, selector),
})
const colours = draws('[data-ansi]')
const table = draws('table')
const marks = draws('mark')
const links = draws('[data-slot="tc-result"] a')
const tree = draws('[data-slot="tc-json"]')
const text = draws('[data-slot="tc-plan-text"]')
const terminal = gave('bash', records.command, records.terminal)
const grep = gave('grep', { pattern: 'MAX_AGE' }, records.hits)
const rows = gave('query_database', {}, records.users(2000))

export const Terminal: Story = { args: { call: terminal }, ...colours }
export const TerminalLive: Story = {
  args: {
    call: ready('bash', records.command, {
      running: { by: 'server', since: 0 },
      shell: { chunks: [{ stream: 'stdout', text: records.terminal }] },
    }),
  },
  ...colours,
}
export const TerminalLong: Story = {
  args: { call: gave('bash', records.command, records.longTerminal) },
  play: async ({ canvasElement }) => {
    await shown(canvasElement, '[data-ansi]')
    const canvas = within(canvasElement)
    await expect(canvas.getByText('Last 16 of 212 lines')).toBeVisible()
  },
}
export const TerminalHuge: Story = {
  args: { call: gave('bash', records.command, `${records.longTerminal}\n`.repeat(500)) },
  play: async ({ canvasElement }) => {
    await shown(canvasElement, '[data-ansi]')
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Show all lines' }))
    await shown(canvasElement, '[data-long] [data-ansi]')
    await expect(canvasElement.querySelectorAll('[data-slot="tc-text-block"]').length).toBeLessThan(60)
  },
}
export const TerminalResult: Story = {
  args: { call: gave('execute_command', records.command, { stdout: 'ok\n', stderr: 'slow\n', exitCode: 1 }) },
  ...draws('[data-slot="tc-pairs"]'),
}
export const TerminalDark: Story = { args: { call: terminal }, decorators: [dark], ...colours }
export const TerminalNarrow: Story = { args: { call: terminal }, decorators: [narrow], ...colours }
export const TerminalRightToLeft: Story = { args: { call: terminal }, decorators: [rightToLeft], ...colours }

export const SearchHits: Story = { args: { call: grep }, ...marks }
export const SearchPages: Story = {
  args: { call: gave('web_search', { query: 'sliding session expiry' }, records.pages) },
  ...links,
}
export const SearchDark: Story = { args: { call: grep }, decorators: [dark], ...marks }
export const SearchNarrow: Story = { args: { call: grep }, decorators: [narrow], ...marks }
export const SearchRightToLeft: Story = { args: { call: grep }, decorators: [rightToLeft], ...marks }

export const Table: Story = {
  args: { call: rows },
  play: async ({ canvasElement }) => {
    await shown(canvasElement, 'table')
    await expect(within(canvasElement).getByText('8 of 2,000 rows')).toBeVisible()
  },
}
export const TableHuge: Story = {
  args: { call: gave('query_database', {}, records.users(5000)) },
  play: async ({ canvasElement }) => {
    await shown(canvasElement, 'table')
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Show more rows' }))
    await expect(canvasElement.querySelectorAll('tbody tr').length).toBeLessThan(80)
  },
}
export const TableInside: Story = {
  args: { call: gave('query_database', {}, { took: 12, rows: records.users(3) }) },
  ...table,
}
export const TableDark: Story = { args: { call: rows }, decorators: [dark], ...table }
export const TableNarrow: Story = { args: { call: rows }, decorators: [narrow], ...table }
export const TableRightToLeft: Story = { args: { call: rows }, decorators: [rightToLeft], ...table }

export const Tree: Story = { args: { call: gave('get_weather', {}, records.weather) }, ...tree }
export const KeysAndValues: Story = {
  args: { call: gave('lookup', {}, { name: 'Garden', seats: 12, open: true }) },
  ...draws('[data-slot="tc-pairs"]'),
}
export const JsonText: Story = { args: { call: gave('lookup', {}, JSON.stringify(records.weather)) }, ...tree }

export const ContentOfMcp: Story = { args: { call: gave('plot_sessions', {}, records.mcp) }, ...draws('img') }
export const ContentRemoteImage: Story = {
  args: { call: gave('plot_sessions', {}, records.remoteImage) },
  play: async ({ canvasElement }) => {
    await shown(canvasElement, '[data-slot="tc-image-frame"]')
    await expect(canvasElement.querySelector('img')).toBeNull()
    await expect(
      within(canvasElement).getByRole('button', { name: 'Load image from status.example.com' }),
    ).toBeVisible()
  },
}
export const ContentDark: Story = {
  args: { call: gave('plot_sessions', {}, records.mcp) },
  decorators: [dark],
  ...draws('img'),
}
export const ContentNarrow: Story = {
  args: { call: gave('plot_sessions', {}, records.mcp) },
  decorators: [narrow],
  ...draws('img'),
}

export const Markdown: Story = { args: { call: gave('agent-researcher', {}, records.markdown) }, ...text }
export const MarkdownDark: Story = {
  args: { call: gave('agent-researcher', {}, records.markdown) },
  decorators: [dark],
  ...text,
}
export const FileRead: Story = {
  args: { call: gave('read_file', { path: 'src/auth/session.ts' }, records.source) },
  ...draws('[data-token]'),
}
export const Patch: Story = { args: { call: gave('git_diff', {}, records.patch) }, ...draws('ins') }
export const PlainLong: Story = {
  args: { call: gave('lookup', {}, 'A line of plain text.\n'.repeat(5000)) },
  ...draws('[data-slot="tc-more"]'),
}
export const Empty: Story = { args: { call: gave('lookup', {}, '') } }
export const Nothing: Story = { args: { call: gave('lookup', {}, undefined) } }
