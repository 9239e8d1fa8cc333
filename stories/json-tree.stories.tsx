import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { JsonTree } from '../src/components/json-tree.tsx'
import { dark, InCard, narrow, rightToLeft } from './preview-frame.tsx'
import { weather } from './preview-records.ts'

const meta = {
  title: 'JsonTree',
  component: JsonTree,
  // Inside of what a story's own decorators make: the card is as narrow and as dark as they say.
  render: args => (
    <InCard>
      <JsonTree {...args} />
    </InCard>
  ),
  args: { value: weather },
} satisfies Meta<typeof JsonTree>
export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('12 items')).toBeVisible()
    await userEvent.click(canvas.getByText('12 items'))
    await expect(canvas.queryByText('12 items')).toBeNull()
    await expect(canvas.getAllByText('4 keys')).toHaveLength(12)
  },
}
export const Growing: Story = {
  args: { value: { city: 'Busan', fields: ['temperature', 'humid'] }, openPath: ['fields', 1] },
}
export const GrowingEmpty: Story = { args: { value: { fields: [] }, openPath: ['fields'] } }
export const Full: Story = {
  args: { value: { ...weather, note: 'exa\u200Bmple.org' }, isFull: true, marksInvisible: true },
}
export const Empty: Story = { args: { value: {} } }
export const Huge: Story = {
  args: { value: { list: Array.from({ length: 20_000 }, (_, index) => index) } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByText('list'))
    await expect(canvas.getByText('19,900 more items')).toBeVisible()
  },
}
export const LongTexts: Story = {
  args: { value: { prompt: 'A line of a text that is long.\n'.repeat(40), url: 'https://example.com/'.repeat(12) } },
}
export const Dark: Story = { decorators: [dark] }
export const Narrow: Story = { args: { value: { ...weather, text: 'word '.repeat(30) } }, decorators: [narrow] }
export const RightToLeft: Story = { args: { value: { ...weather, text: 'مرحبا بالعالم' } }, decorators: [rightToLeft] }
