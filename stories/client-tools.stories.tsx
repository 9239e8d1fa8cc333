import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect } from 'react'
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

const meta = { title: 'Client tools', component: ToolRun } satisfies Meta<typeof ToolRun>
export default meta
type Story = StoryObj<typeof meta>

const describe = { id: 'count_shelf', description: 'Counts a shelf' }
const args = { shelf: 'rye' }

export const Running: Story = {
  args: {
    args,
    tool: createTool({
      ...describe,
      execute: (_, { reportProgress }) => new Promise(() => reportProgress('12 of 40 counted')),
    }),
  },
}
export const Asks: Story = {
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
  args: { args, tool: createTool({ ...describe, requireApproval: true, execute: () => 40 }) },
}
export const ReviewedBeforePosting: Story = {
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
  args: { args, tool: createTool({ ...describe, execute: () => Promise.reject(new Error('The shelf is locked.')) }) },
}
export const TimesOut: Story = {
  args: { args, tool: createTool({ ...describe, timeout: 300, execute: () => new Promise(() => {}) }) },
}
