import type { ReactNode } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import type { ToolCallResponse } from '../src/core/host.ts'
import type { ToolCallIn } from '../src/core/tool-call.ts'
import { SubmitPlanPrompt } from '../src/components/prompts/submit-plan-prompt.tsx'
import type { ReadPlan } from '../src/components/prompts/submit-plan-prompt.tsx'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import { ready } from './ready.ts'
import * as records from './prompt-records.ts'

interface PlanCardProps {
  call: ToolCallIn<'suspended'>
  onRespond: (response: ToolCallResponse) => void
  canDecide?: boolean
  previousPlan?: string
  readPlan?: ReadPlan
}

/** In its card; with what a provider would give, alone. */
function PlanCard({ call, onRespond, canDecide, previousPlan, readPlan }: PlanCardProps): ReactNode {
  if (previousPlan === undefined && !readPlan)
    return <ToolCallView call={call} canDecide={canDecide} onRespond={response => onRespond(response)} />
  return (
    <section data-slot="tc-tool-call" data-state="suspended" data-kind="plan">
      <SubmitPlanPrompt call={call} onRespond={onRespond} previousPlan={previousPlan} readPlan={readPlan} />
    </section>
  )
}

const meta = {
  title: 'SubmitPlanPrompt',
  component: PlanCard,
  args: { call: records.planned(), onRespond: fn() },
  play: ({ canvasElement }) => ready(canvasElement),
} satisfies Meta<typeof PlanCard>
export default meta

type Story = StoryObj<typeof meta>

const shown = { path: records.planPath, title: 'Renew sessions on read', plan: records.plan }

export const ApprovedByKeyboard: Story = {
  play: async ({ args, canvasElement }) => {
    await ready(canvasElement)
    within(canvasElement).getByRole('button', { name: 'Approve plan' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRespond).toHaveBeenCalledWith({ type: 'resume', resumeData: { action: 'approved', ...shown } })
  },
}
export const CommentedByKeyboard: Story = {
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement)
    canvas.getAllByRole('button', { name: 'Comment on this part' })[4]?.focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('textbox')).toHaveFocus()
    await userEvent.keyboard('Also cap it at 90 days.')
    canvas.getByRole('button', { name: 'Add comment' }).focus()
    await userEvent.keyboard('{Enter}')
    await ready(canvasElement)
    canvas.getByRole('button', { name: 'Send 1 comment' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRespond).toHaveBeenCalledWith({
      type: 'resume',
      resumeData: {
        action: 'rejected',
        feedback: 'On “Renew on read when half of the age has passed.”: Also cap it at 90 days.',
        ...shown,
      },
    })
  },
}
export const Plan: Story = {}
export const Changed: Story = { args: { previousPlan: records.earlierPlan } }
export const Rich: Story = {
  args: { call: records.planned({ path: records.planPath, plan: records.richPlan }) },
}
export const NotAvailable: Story = { args: { call: records.planned({ path: records.planPath }) } }
export const NotReadable: Story = {
  args: {
    call: records.planned({ path: records.planPath }),
    readPlan: () => Promise.reject(new Error('no such file')),
  },
}
export const SomeoneElseDecides: Story = { args: { canDecide: false } }
