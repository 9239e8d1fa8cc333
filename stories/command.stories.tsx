import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ToolCallProvider } from '../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import { createToolCallSession } from '../src/core/create-tool-call-session.ts'
import { dark, narrow, rightToLeft, shown } from './preview-frame.tsx'
import * as records from './preview-records.ts'

const { asks, gave, ready, writing } = records
const meta = {
  title: 'Command',
  component: ToolCallView,
  args: { call: gave('bash', records.command, records.terminal), onRespond: () => {} },
} satisfies Meta<typeof ToolCallView>
export default meta
type Story = StoryObj<typeof meta>

/** A card that is folded by itself is opened. */
const draws = (selector: string): Pick<Story, 'play'> => ({
  async play({ canvasElement }) {
    if (!canvasElement.querySelector('details[open]'))
      await userEvent.click(canvasElement.querySelector<HTMLElement>('summary')!)
    await shown(canvasElement, selector)
  },
})
const prompt = draws('[data-slot="tc-terminal-prompt"]')
const colours = draws('[data-slot="tc-terminal"] [data-ansi]')
const took = { startedAt: 1, settledAt: 21_001 }
const prints = (text: string, exitCode?: number) => ({
  shell: { chunks: [{ stream: 'stdout' as const, text }], ...(exitCode !== undefined && { exitCode }) },
})
const live = ready('bash', records.command, {
  running: { by: 'server', since: 0 },
  ...prints(records.terminal),
})
const withFields = { ...records.command, cwd: 'packages/auth', timeout: 120 }
const script = {
  command:
    'set -e\nfor package in packages/*; do\n  npm --prefix "$package" run build -- --mode production --sourcemap hidden\ndone',
}

export const Streaming: Story = { args: { call: writing('bash', { command: 'npm test -- --r' }) }, ...prompt }
export const ToDecide: Story = { args: { call: asks('bash', records.command) }, ...prompt }
export const ToDecideScript: Story = { args: { call: asks('bash', script) }, ...prompt }
export const RunningSilently: Story = {
  args: { call: ready('bash', records.command, { running: { by: 'server', since: 0 } }) },
  ...prompt,
}
export const Running: Story = { args: { call: live }, ...colours }
export const RunningWithStop: Story = {
  args: { call: live },
  decorators: [
    Story => {
      const session = createToolCallSession({ host: { respond: async () => {}, stop() {} } })
      session.dispatch([
        { type: 'run_start' },
        { type: 'tool_start', toolCallId: 'call_1', toolName: 'bash', args: records.command },
        { type: 'shell_output', toolCallId: 'call_1', output: records.terminal, stream: 'stdout' },
      ])
      return (
        <ToolCallProvider session={session}>
          <Story />
        </ToolCallProvider>
      )
    },
  ],
  render: () => <ToolCallView toolCallId="call_1" />,
  ...colours,
}
export const Done: Story = { args: { call: gave('bash', records.command, records.terminal, took) }, ...colours }
export const DoneWithFields: Story = { args: { call: gave('bash', withFields, records.terminal, took) }, ...colours }
export const DoneScript: Story = { args: { call: gave('bash', script, records.terminal, took) }, ...colours }
export const DoneWithoutOutput: Story = {
  args: { call: gave('bash', { command: 'npm run typecheck' }, '', took) },
  ...prompt,
}
export const Failed: Story = {
  args: { call: gave('bash', records.command, undefined, { ...prints(records.longTerminal, 1), ...took }) },
  ...colours,
}
export const FailedResult: Story = {
  args: {
    call: gave('bash', records.command, { stdout: records.terminal, stderr: 'npm error code 1\n', exitCode: 1 }, took),
  },
  ...colours,
}
export const OutputBeside: Story = {
  args: {
    call: gave('bash', records.command, { passed: 33, failed: 1 }, { ...prints(records.terminal, 1), ...took }),
  },
  ...colours,
}
export const OutputOfAnotherKind: Story = {
  args: { call: gave('bash', records.command, { process: 4711, ports: [3000, 3001] }, took) },
  ...draws('[data-slot="tc-json"]'),
}
export const Huge: Story = {
  args: { call: gave('bash', records.command, `${records.longTerminal}\n`.repeat(500), took) },
  play: async ({ canvasElement }) => {
    await userEvent.click(canvasElement.querySelector<HTMLElement>('summary')!)
    await shown(canvasElement, '[data-ansi]')
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Show all lines' }))
    await shown(canvasElement, '[data-long] [data-ansi]')
    await expect(canvasElement.querySelectorAll('[data-slot="tc-text-block"]').length).toBeLessThan(60)
  },
}
export const Dark: Story = { args: { call: Failed.args!.call! }, decorators: [dark], ...colours }
export const Narrow: Story = { args: { call: Failed.args!.call! }, decorators: [narrow], ...colours }
export const RightToLeft: Story = { args: { call: Failed.args!.call! }, decorators: [rightToLeft], ...colours }
