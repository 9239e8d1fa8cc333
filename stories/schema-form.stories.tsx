import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import { ready } from './ready.ts'
import * as records from './prompt-records.ts'

const meta = {
  title: 'SchemaForm',
  component: ToolCallView,
  args: { call: records.formFor(records.roomSchema), onRespond: fn() },
  play: ({ canvasElement }) => ready(canvasElement),
} satisfies Meta<typeof ToolCallView>
export default meta

type Story = StoryObj<typeof meta>

export const FilledByKeyboard: Story = {
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement)
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Room' }), 'Borealis')
    const contact = canvas.getByRole('textbox', { name: 'Contact' })
    contact.focus()
    await userEvent.keyboard('mara@example')
    await ready(canvasElement)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByText(/Enter a whole e-mail address/)).toBeVisible())
    await expect(contact).toHaveFocus()
    await userEvent.keyboard('.org')
    await ready(canvasElement)
    canvas.getByRole('button', { name: 'Send' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(args.onRespond).toHaveBeenCalledWith(
        {
          type: 'resume',
          resumeData: { seats: 12, day: '2026-12-03', invite: true, room: 'Borealis', contact: 'mara@example.org' },
        },
        args.call,
      ),
    )
  },
}
export const WithErrors: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement)
    await userEvent.type(canvas.getByRole('textbox', { name: 'Contact' }), 'mara@example')
    await ready(canvasElement)
    canvas.getByRole('button', { name: 'Send' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByText(/attention/)).toBeVisible()
    await ready(canvasElement)
  },
}
export const Form: Story = {}
export const Everything: Story = { args: { call: records.formFor(records.everythingSchema) } }
export const OneBoolean: Story = {
  args: { call: records.formFor({ type: 'boolean', title: 'Is the room heated?' }, { room: 'Garden' }) },
}
export const NoSchema: Story = { args: { call: records.formFor(undefined, { rooms: ['Garden', 'Library'] }) } }
export const BrokenSchema: Story = { args: { call: records.formFor('{not json') } }
