import type { ReactNode } from 'react'
import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ToolCallGroup } from '../src/components/tool-call-group.tsx'
import { ToolCallProvider } from '../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import { createToolCallSession } from '../src/core/create-tool-call-session.ts'
import type { ToolCall } from '../src/core/tool-call.ts'
import { failedCommand, finishedRun, tenStates, waiting } from './kind-records.ts'
import { dark, narrow, rightToLeft } from './preview-frame.tsx'
import { ready } from './ready.ts'

const meta = {
  title: 'ToolCallGroup',
  component: ToolCallGroup,
  args: { calls: finishedRun, turn: 'past' },
  play: ({ canvasElement }) => ready(canvasElement),
} satisfies Meta<typeof ToolCallGroup>
export default meta

type Story = StoryObj<typeof meta>

const open: NonNullable<Story['play']> = async ({ canvasElement }) => {
  const canvas = within(canvasElement)
  const line = canvas.getByRole('button', { name: /Read 2 files/ })
  line.focus()
  await userEvent.keyboard('{Enter}')
  await expect(line).toHaveAttribute('aria-expanded', 'true')
  await expect(canvas.getAllByText('Read')[0]).toBeVisible()
  await ready(canvasElement)
}

export const Folded: Story = {}
export const Open: Story = { play: open }
export const OpenDark: Story = { decorators: [dark], play: open }
export const OpenNarrow: Story = { decorators: [narrow], play: open }
export const OpenRightToLeft: Story = { decorators: [rightToLeft], play: open }
export const OneFailed: Story = { args: { calls: [...finishedRun, failedCommand] } }
/** Somebody who takes the answer: else nobody here could decide. */
const withSession: Decorator = Story => (
  <ToolCallProvider session={createToolCallSession({ host: { respond: () => Promise.resolve() } })}>
    <Story />
  </ToolCallProvider>
)
export const OneWaits: Story = { args: { calls: [...finishedRun, waiting] }, decorators: [withSession] }
export const WhileTheRunGoesOn: Story = {
  args: { calls: [...finishedRun.slice(0, 2), ...tenStates.slice(0, 1)], turn: 'running' },
}
export const OneCall: Story = { args: { calls: finishedRun.slice(0, 1) } }
export const NoCalls: Story = { args: { calls: [] } }
export const Never: Story = { args: { foldAt: 'never' } }

const Stack = ({ calls }: { calls: readonly ToolCall[] }): ReactNode => (
  <div style={{ display: 'grid', gap: 6, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    {calls.map(call => (
      <ToolCallView key={call.key} call={call} onRespond={() => {}} />
    ))}
  </div>
)
/** The header has one height in all of them. */
const foldAll: NonNullable<Story['play']> = async ({ canvasElement }) => {
  for (const header of canvasElement.querySelectorAll<HTMLElement>('details[open] > summary')) header.click()
  await ready(canvasElement)
}
export const TheTenStates: Story = { render: () => <Stack calls={tenStates} />, play: foldAll }
export const TheTenStatesDark: Story = { ...TheTenStates, decorators: [dark] }
export const TheTenStatesNarrow: Story = { ...TheTenStates, decorators: [narrow] }
