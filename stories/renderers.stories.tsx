import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import type { ToolCallPromptProps, ToolCallRendererProps } from '../src/components/renderers/define-renderers.ts'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import { ready } from './ready.ts'
import * as records from './records.ts'

const meta = {
  title: 'Renderers',
  component: ToolCallView,
  args: { call: records.done({ booking: 'b_81' }), onRespond: () => {} },
} satisfies Meta<typeof ToolCallView>
export default meta

type Story = StoryObj<typeof meta>

const Ticket = ({ call }: ToolCallRendererProps) => (
  <p style={{ margin: 0, padding: 12 }}>
    Ticket of <b>{call.toolName}</b>: {call.state}
  </p>
)
const Broken = (): never => {
  throw new Error('This renderer is broken on purpose.')
}
const says =
  (text: RegExp): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await ready(canvasElement)
    await expect(within(canvasElement).getAllByText(text)[0]).toBeVisible()
  }

export const Whole: Story = { args: { renderers: { book_room: Ticket } }, play: says(/Ticket of/) }
export const WholeWithPrompt: Story = {
  args: { call: records.askingWithReason, renderers: { book_room: Ticket } },
  play: says(/Approve/),
}
export const HeaderOnly: Story = { args: { renderers: { book_room: { header: Ticket } } }, play: says(/Ticket of/) }
export const InputAndOutput: Story = {
  args: {
    call: { ...records.running, running: { by: 'server', since: 0, partialOutput: 'so far' } },
    renderers: { '*': { input: Ticket, output: Ticket } },
  },
  play: says(/Ticket of/),
}
export const PromptOfTheApp: Story = {
  args: {
    call: records.asking(),
    renderers: {
      book_room: {
        prompt: ({ respond }: ToolCallPromptProps) => (
          <button
            data-slot="tc-button"
            data-variant="primary"
            type="button"
            style={{ justifySelf: 'start' }}
            onClick={() => void respond({ type: 'approval', approved: true })}
          >
            Book it
          </button>
        ),
      },
    },
  },
  play: says(/Book it/),
}
export const BrokenFallsBack: Story = {
  args: { call: records.askingWithReason, renderers: { book_room: Broken } },
  play: says(/Wants to use/),
}
