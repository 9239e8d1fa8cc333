import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect } from 'react'
import { expect, waitFor } from 'storybook/test'
import { createTool, createToolCallSession, ToolCallProvider, ToolCallView, useToolCallSession } from 'react-tool-calls'
import type { ToolDefinition } from 'react-tool-calls'

/** One call of a tool that runs here, as it goes. */
function ToolRun({ tool, args }: { tool: ToolDefinition; args: object }) {
  const session = useToolCallSession(() =>
    createToolCallSession({ clientTools: [tool], host: { respond: async () => {} } }),
  )
  useEffect(() => {
    session.dispatch([
      { type: 'run_start', runId: 'r1' },
      { type: 'tool_start', toolCallId: 'c1', toolName: tool.name, args, runId: 'r1' },
      { type: 'run_end', runId: 'r1', pendingToolCallIds: ['c1'] },
    ])
  }, [session, tool, args])
  return (
    <ToolCallProvider session={session}>
      <ToolCallView toolCallId="c1" />
    </ToolCallProvider>
  )
}

/** The call comes to rest in that state, with these words on its card. */
const restsIn =
  (state: string, words: RegExp) =>
  async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await waitFor(
      async () => {
        const card = canvasElement.querySelector('[data-slot="tc-tool-call"]')
        await expect(card).toHaveAttribute('data-state', state)
        await expect(card).toHaveTextContent(words)
      },
      { timeout: 5000 },
    )
  }

const meta = { title: 'Client tools', component: ToolRun } satisfies Meta<typeof ToolRun>
export default meta
type Story = StoryObj<typeof meta>

const describe = { id: 'count_shelf', description: 'Counts a shelf' }
const args = { shelf: 'rye' }

export const Running: Story = {
  play: restsIn('input-available', /12 of 40 counted/),
  args: {
    args,
    tool: createTool({
      ...describe,
      execute: (_, { reportProgress }) => new Promise(() => reportProgress('12 of 40 counted')),
    }),
  },
}
export const Asks: Story = {
  play: restsIn('suspended', /Which shelf/),
  args: {
    args,
    tool: createTool({
      ...describe,
      execute: async (_, { suspend, resumeData }) =>
        resumeData ?? suspend({ question: 'Which shelf?', options: ['upper', 'lower'] }),
    }),
  },
}
export const AsksForApproval: Story = {
  play: restsIn('approval-requested', /Approve/),
  args: { args, tool: createTool({ ...describe, requireApproval: true, execute: () => 40 }) },
}
export const ReviewedBeforePosting: Story = {
  play: restsIn('suspended', /40 loaves of rye/),
  args: {
    args,
    tool: createTool({
      ...describe,
      review: true,
      execute: () => ({ loaves: 40 }),
      toModelOutput: ({ loaves }) => ({ type: 'text', value: `${loaves} loaves of rye` }),
    }),
  },
}
export const WithModelOutput: Story = {
  play: restsIn('output-available', /Done|Used/),
  args: {
    args,
    tool: createTool({
      ...describe,
      execute: () => ({ loaves: 40 }),
      toModelOutput: ({ loaves }) => ({ type: 'text', value: `${loaves} loaves of rye` }),
    }),
  },
}
export const Throws: Story = {
  play: restsIn('output-error', /The shelf is locked/),
  args: { args, tool: createTool({ ...describe, execute: () => Promise.reject(new Error('The shelf is locked.')) }) },
}
export const TimesOut: Story = {
  play: restsIn('output-error', /did not finish within 0.3 s/),
  args: { args, tool: createTool({ ...describe, timeout: 300, execute: () => new Promise(() => {}) }) },
}
