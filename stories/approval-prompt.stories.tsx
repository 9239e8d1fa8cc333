import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { ToolCallResponse } from '../src/core/host.ts'
import type { ToolCall, ToolCallIn } from '../src/core/tool-call.ts'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import * as records from './records.ts'

interface AnsweredCardProps {
  call: ToolCallIn<'approval-requested'>
  onRespond: (response: ToolCallResponse) => void
}

/** The card with a host that takes every answer at once. */
function AnsweredCard({ call, onRespond }: AnsweredCardProps): ReactNode {
  const [answered, setAnswered] = useState<ToolCall>(call)
  const handleRespond = (response: ToolCallResponse) => {
    onRespond(response)
    if (response.type !== 'approval') return
    const decision = {
      approved: response.approved,
      by: 'user',
      ...(response.reason ? { reason: response.reason } : {}),
      ...(response.payload === undefined ? {} : { payload: response.payload }),
    } as const
    setAnswered({ ...records.responded(decision), key: call.key })
  }
  return <ToolCallView call={answered} onRespond={handleRespond} />
}

const meta = {
  title: 'ApprovalPrompt',
  component: AnsweredCard,
  args: { call: records.askingWithReason, onRespond: fn() },
} satisfies Meta<typeof AnsweredCard>
export default meta

type Story = StoryObj<typeof meta>

/** A frame that gets the focus starts anew, so it has to have it before. */
async function armed(element: HTMLElement): Promise<void> {
  window.focus()
  await new Promise(resolve => setTimeout(resolve, 50))
  const prompt = () => element.querySelector('[data-slot="tc-prompt"]')
  await waitFor(() => expect(prompt()).toHaveAttribute('data-armed', 'true'), { timeout: 3000 })
}

export const ApprovedByKeyboard: Story = {
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await armed(canvasElement)
    canvas.getByRole('button', { name: 'Approve' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRespond).toHaveBeenCalledTimes(1)
    await expect(args.onRespond).toHaveBeenCalledWith({ type: 'approval', approved: true })
    await expect(await canvas.findByText('Approved by you')).toBeVisible()
  },
}

export const DeniedWithAReasonByKeyboard: Story = {
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await armed(canvasElement)
    canvas.getByRole('button', { name: 'Add a reason' }).focus()
    await userEvent.keyboard('{Enter}')
    const reason = await canvas.findByRole('textbox')
    await waitFor(() => expect(reason).toHaveFocus())
    await userEvent.keyboard('The garden room is closed.')
    await armed(canvasElement)
    canvas.getByRole('button', { name: 'Deny with reason' }).focus()
    await userEvent.keyboard(' ')
    await expect(args.onRespond).toHaveBeenCalledTimes(1)
    await expect(args.onRespond).toHaveBeenCalledWith({
      type: 'approval',
      approved: false,
      reason: 'The garden room is closed.',
    })
    await expect(await canvas.findByText('Denied by you')).toBeVisible()
  },
}

export const LongInputTickedByKeyboard: Story = {
  args: { call: records.askingLong },
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await armed(canvasElement)
    canvas.getByRole('button', { name: 'Approve' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRespond).not.toHaveBeenCalled()
    canvas.getByRole('checkbox').focus()
    await userEvent.keyboard(' ')
    await armed(canvasElement)
    canvas.getByRole('button', { name: 'Approve' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRespond).toHaveBeenCalledTimes(1)
    await expect(args.onRespond).toHaveBeenCalledWith({ type: 'approval', approved: true })
  },
}

/** A tool of the page was to run when the page was loaded again: nobody knows whether it did. */
export const OpenBeforeTheReload: Story = { args: { call: records.askingAfterReload } }

/** Something has to come with either answer: what the yes needs is asked for at once, what the no needs when it is pressed. */
export const Payload: Story = { args: { call: records.askingForPayload } }

export const ApprovedWithAPayload: Story = {
  args: { call: records.askingForPayload },
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await armed(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Approve' }))
    await expect(await canvas.findByText('1 field needs attention')).toBeVisible()
    await expect(args.onRespond).not.toHaveBeenCalled()
    await userEvent.type(canvas.getByRole('textbox'), 'OPS-12')
    await armed(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(args.onRespond).toHaveBeenCalledWith({ type: 'approval', approved: true, payload: { ticket: 'OPS-12' } }),
    )
  },
}

export const DeniedWithAPayload: Story = {
  args: { call: records.askingForPayload },
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await armed(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Deny' }))
    const because = await canvas.findByRole('combobox')
    await waitFor(() => expect(because).toHaveFocus())
    await expect(args.onRespond).not.toHaveBeenCalled()
    await userEvent.selectOptions(because, 'Wrong day')
    await armed(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Deny' }))
    await waitFor(() =>
      expect(args.onRespond).toHaveBeenCalledWith({
        type: 'approval',
        approved: false,
        payload: { because: 'Wrong day' },
      }),
    )
  },
}
