import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, userEvent, waitFor, within } from 'storybook/test'
import { InspectedEvents, longNames, turn } from './inspector.tsx'

const meta = {
  title: 'ToolCallInspector',
  component: InspectedEvents,
  args: { events: turn },
} satisfies Meta<typeof InspectedEvents>
export default meta

type Story = StoryObj<typeof meta>

/** What is in the shadow root. */
async function inside(canvasElement: HTMLElement) {
  const host = canvasElement.querySelector('[data-slot="tc-inspector"]')
  await waitFor(() => expect(host?.shadowRoot?.querySelector('[role="tablist"]')).toBeTruthy())
  return within(host!.shadowRoot!.firstElementChild as HTMLElement)
}
const choose =
  (name: RegExp): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    const inspector = await inside(canvasElement)
    await userEvent.click(await inspector.findByRole('option', { name }))
    await inspector.findByRole('article')
  }

export const Calls: Story = { play: choose(/write_file output-available/) }
export const HiddenOutput: Story = {
  play: async context => {
    await choose(/read_secret/)(context)
    const inspector = await inside(context.canvasElement)
    await expect(inspector.getAllByText('[hidden]')).toHaveLength(2)
  },
}
export const Failed: Story = { play: choose(/run_checks/) }
export const Events: Story = {
  play: async ({ canvasElement }) => {
    const inspector = await inside(canvasElement)
    await userEvent.click(inspector.getByRole('tab', { name: /^Events/ }))
    const filter = inspector.getByRole('searchbox')
    await fireEvent.change(filter, { target: { value: 'call_write' } })
    await userEvent.click(await inspector.findByRole('option', { name: /tool_input_delta/ }))
    await expect(await inspector.findByText('Of all of them together.')).toBeVisible()
  },
}
export const Warnings: Story = {
  play: async ({ canvasElement }) => {
    const inspector = await inside(canvasElement)
    await userEvent.click(inspector.getByRole('tab', { name: /^Warnings/ }))
    await expect(await inspector.findByText('unannounced-call')).toBeVisible()
  },
}
export const Empty: Story = { args: { events: [] } }
export const ManyCalls: Story = { args: { events: longNames } }
export const Dark: Story = { globals: { colorScheme: 'dark' }, play: choose(/write_file output-available/) }
export const Narrow: Story = { globals: { width: 'narrow' }, play: choose(/delete_file/) }
export const RightToLeft: Story = { globals: { direction: 'rtl' }, play: choose(/search_files/) }
