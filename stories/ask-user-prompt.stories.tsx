import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { ToolCallResponse } from '../src/core/host.ts'
import type { ToolCall } from '../src/core/tool-call.ts'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import { ready } from './ready.ts'
import * as records from './prompt-records.ts'

interface AnsweredCardProps {
  call: ToolCall
  canDecide?: boolean
  onRespond: (response: ToolCallResponse) => void
}

/** The card with a host that takes every answer at once. */
function AnsweredCard({ call, canDecide, onRespond }: AnsweredCardProps): ReactNode {
  const [shown, setShown] = useState<ToolCall>(call)
  const handleRespond = (response: ToolCallResponse) => {
    onRespond(response)
    if (response.type === 'resume')
      setShown({ ...records.askedAndAnswered(response.resumeData), key: call.key, input: call.input })
  }
  return <ToolCallView call={shown} canDecide={canDecide} onRespond={handleRespond} />
}

const meta = {
  title: 'AskUserPrompt',
  component: AnsweredCard,
  args: { call: records.askingOne, onRespond: fn() },
  play: ({ canvasElement }) => ready(canvasElement),
} satisfies Meta<typeof AnsweredCard>
export default meta

type Story = StoryObj<typeof meta>

export const OneChosenByKeyboard: Story = {
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement)
    canvas.getByRole('radio', { name: /PostgreSQL/ }).focus()
    await userEvent.keyboard('[ArrowDown]')
    await expect(canvas.getByRole('radio', { name: /Redis/ })).toBeChecked()
    await expect(args.onRespond).not.toHaveBeenCalled()
    await ready(canvasElement)
    canvas.getByRole('button', { name: 'Send answer' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRespond).toHaveBeenCalledWith({ type: 'resume', resumeData: 'Redis' })
    await expect(await canvas.findByText('You answered: Redis')).toBeVisible()
  },
}
export const SeveralChosenByKeyboard: Story = {
  args: { call: records.askingSeveral },
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement)
    canvas.getByRole('checkbox', { name: 'Web' }).focus()
    await userEvent.keyboard(' ')
    canvas.getByRole('textbox', { name: /Your own answer/ }).focus()
    await userEvent.keyboard('Partner portal')
    await expect(canvas.getByRole('checkbox', { name: 'Other' })).toBeChecked()
    await ready(canvasElement)
    canvas.getByRole('button', { name: 'Send 2 answers' }).focus()
    await userEvent.keyboard(' ')
    await expect(args.onRespond).toHaveBeenCalledWith({ type: 'resume', resumeData: ['Web', 'Partner portal'] })
  },
}
export const TextByKeyboard: Story = {
  args: { call: records.askingText },
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement)
    canvas.getByRole('textbox').focus()
    await userEvent.keyboard('You were away too long.')
    await ready(canvasElement)
    await userEvent.keyboard('{Enter}')
    await expect(args.onRespond).toHaveBeenCalledWith({ type: 'resume', resumeData: 'You were away too long.' })
    await waitFor(() => expect(canvas.getByText('You answered: You were away too long.')).toBeVisible())
  },
}
export const One: Story = {}
export const Several: Story = { args: { call: records.askingSeveral } }
export const Text: Story = { args: { call: records.askingText } }
export const Fifty: Story = { args: { call: records.askingFifty } }
export const OddOptions: Story = { args: { call: records.askingOdd } }
export const NotSent: Story = {
  args: {
    call: {
      ...records.askingOne,
      delivery: { status: 'failed', error: { message: 'the server did not respond.', retryable: true } },
    },
  },
}
export const SomeoneElseDecides: Story = { args: { canDecide: false } }
export const Streaming: Story = {
  args: {
    call: records.askingStreaming({
      question: records.storeQuestion.question,
      options: [records.storeQuestion.options[0], { label: 'Red' }],
    }),
  },
}
export const ApprovalFirst: Story = { args: { call: records.askingGate } }
export const Answered: Story = { args: { call: records.askedAndAnswered(['Web', 'Mobile apps']) } }
export const SeveralQuestions: Story = { args: { call: records.askingThree } }
export const SeveralQuestionsByKeyboard: Story = {
  args: { call: records.askingThree },
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    const next = async () => {
      await ready(canvasElement)
      canvas.getByRole('button', { name: 'Next' }).focus()
      await userEvent.keyboard('{Enter}')
    }
    await ready(canvasElement)
    canvas.getByRole('radio', { name: /Redis/ }).focus()
    await userEvent.keyboard(' ')
    await next()
    await userEvent.tab()
    await userEvent.keyboard('Your session has ended')
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await next()
    await ready(canvasElement)
    await expect(canvas.getByText('Your session has ended')).toBeVisible()
    canvas.getByRole('button', { name: 'Send 3 answers' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRespond).toHaveBeenCalledWith({
      type: 'resume',
      resumeData: ['Redis', 'Your session has ended', 'Web'],
    })
  },
}
export const SeveralQuestionsArriving: Story = {
  args: {
    call: records.askingStreaming({
      questions: [{ question: 'Which store?', options: ['Redis', 'Postgre'] }, { question: 'What sh' }],
    }),
  },
  play: () => {},
}
export const Expires: Story = {
  args: {
    call: records.suspendedBy('ask_user', { payload: records.storeQuestion, expiresAt: Date.now() + 7_230_000 }),
  },
}
