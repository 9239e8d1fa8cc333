import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, userEvent, within } from 'storybook/test'
import { createAiSdkDecoder } from '../src/adapters/ai-sdk/create-ai-sdk-decoder.ts'
import { createAgentControllerDecoder } from '../src/adapters/mastra/create-agent-controller-decoder.ts'
import parallel from '../test/fixtures/ai-sdk/parallel-interleaved.jsonl?raw'
import approval from '../test/fixtures/ai-sdk/approval-approved.1.jsonl?raw'
import manyDeltas from '../test/fixtures/ai-sdk/server-tool-many-deltas.jsonl?raw'
import streamedArguments from '../test/fixtures/mastra/i-controller-streamed-args.jsonl?raw'
import subagent from '../test/fixtures/mastra/i-controller-subagent.jsonl?raw'
import tasks from '../test/fixtures/mastra/i-controller-tasks.jsonl?raw'
import { Conversation } from './conversation.tsx'
import { ready } from './ready.ts'

const meta = {
  title: 'Conversation',
  component: Conversation,
  args: { recording: manyDeltas, createDecoder: createAiSdkDecoder, speed: 1 },
} satisfies Meta<typeof Conversation>
export default meta

type Story = StoryObj<typeof meta>

/** To the end and back, and forward again: what is drawn depends on the events alone. */
const scrubTo =
  (end: RegExp): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const slider = canvas.getByRole('slider', { name: 'Event' })
    await fireEvent.change(slider, { target: { value: slider.getAttribute('max') } })
    await canvas.findAllByText(end)
    await userEvent.click(canvas.getByRole('button', { name: 'Back' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    await canvas.findAllByText(end)
    await ready(canvasElement)
  }

export const AiSdk: Story = { play: scrubTo(/Wrote/) }
export const AiSdkParallel: Story = { args: { recording: parallel }, play: scrubTo(/Used/) }
export const AiSdkApproval: Story = { args: { recording: approval }, play: scrubTo(/Needs approval/) }
export const AgentController: Story = {
  args: { recording: streamedArguments, createDecoder: createAgentControllerDecoder },
  play: async context => {
    await scrubTo(/Used/)(context)
    await expect(within(context.canvasElement).getAllByText('weather')[0]).toBeVisible()
  },
}
export const AgentControllerSubagent: Story = {
  args: { recording: subagent, createDecoder: createAgentControllerDecoder },
  play: scrubTo(/Explore failed/),
}
export const AgentControllerTasks: Story = {
  args: { recording: tasks, createDecoder: createAgentControllerDecoder },
  play: scrubTo(/Updated tasks/),
}
