import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor } from 'storybook/test'
import { ToolCallView } from '../src/components/tool-call-view.tsx'
import { dark, narrow, rightToLeft, shown } from './preview-frame.tsx'
import * as records from './records.ts'

const meta = {
  title: 'ToolCallView',
  component: ToolCallView,
  args: { call: records.queued, onRespond: () => {} },
  // Pictures and checks are taken of buttons that answer, not of their first 600 ms.
  play: ({ canvasElement }) =>
    waitFor(() => expect(canvasElement.querySelector('[data-armed="false"]')).toBeNull(), { timeout: 3000 }),
} satisfies Meta<typeof ToolCallView>
export default meta

type Story = StoryObj<typeof meta>

const streamingNote = records.streaming({
  title: records.noteInput.title,
  pinned: true,
  content: records.noteInput.content.slice(0, 330),
})
const longNames = records.asking({
  toolName: 'synchronise_the_calendars_of_everybody_in_the_whole_organisation_with_the_booking_system',
  title: 'Synchronise the calendars of everybody in the organisation',
  input: {
    reason:
      'A long value that does not fit on one line and therefore gets the whole width of the card below its key. '.repeat(
        3,
      ),
  },
})

export const InputStreaming: Story = { args: { call: streamingNote } }
export const InputStreamingNothingYet: Story = { args: { call: records.streaming(undefined) } }
export const InputStreamingNested: Story = {
  args: {
    call: records.streaming(
      { city: 'Busan', options: { units: 'metric', fields: ['temperature', 'humid'] } },
      'get_weather',
    ),
  },
}
export const InputAvailableQueued: Story = { args: { call: records.queued } }
export const InputAvailableRunning: Story = { args: { call: records.running } }
export const InputAvailableWithPartialOutput: Story = { args: { call: records.runningWithOutput } }
export const InputAvailableCommand: Story = { args: { call: records.runningCommand } }
export const InputAvailableOtherTab: Story = {
  args: { call: { ...records.running, running: { by: 'other-tab', since: 0 } } },
}
export const InputAvailableUnreadable: Story = { args: { call: records.unreadableInput } }
export const ApprovalRequested: Story = { args: { call: records.askingWithReason } }
export const ApprovalRequestedDestructive: Story = { args: { call: records.askingDestructive } }
export const ApprovalRequestedNotSent: Story = { args: { call: records.askingNotSent } }
export const ApprovalRequestedInvisibleCharacters: Story = { args: { call: records.askingInvisible } }
export const ApprovalRequestedNamesSomethingElse: Story = { args: { call: records.askingSomethingElse } }
export const ApprovalRequestedVeryLong: Story = { args: { call: records.askingLong } }
export const ApprovalRequestedSomeoneElseDecides: Story = { args: { call: records.askingWithReason, canDecide: false } }
export const ApprovalRequestedMaraDecides: Story = {
  args: { call: records.askingWithReason, canDecide: false, deciderName: 'Mara' },
}
export const ApprovalRequestedMaraDecidesNarrow: Story = {
  args: { call: records.askingWithReason, canDecide: false, deciderName: 'Mara Hohenstaufen-Wittelsbach' },
  decorators: [narrow],
}
export const ApprovalRequestedAutomatic: Story = { args: { call: records.askingAutomatic } }
export const ApprovalResponded: Story = { args: { call: records.responded() } }
export const ApprovalRespondedHeld: Story = { args: { call: records.responded(undefined, { status: 'held' }) } }
export const ApprovalRespondedElsewhere: Story = {
  args: { call: records.responded({ approved: true, by: 'elsewhere' }) },
}
export const ApprovalRespondedNo: Story = {
  args: { call: records.responded(records.deniedWithReason, { status: 'sending' }) },
}
export const Suspended: Story = { args: { call: records.suspended } }
export const Resuming: Story = { args: { call: records.resuming } }

/** What ended is folded: it is opened, to be looked at. */
const opened: Pick<Story, 'play'> = {
  async play({ canvasElement }) {
    await userEvent.click(canvasElement.querySelector<HTMLElement>('summary')!)
    await shown(canvasElement, '[data-slot="tc-body"]')
  },
}
export const OutputObject: Story = {
  args: { call: records.done({ booking: 'b_81', room: { name: 'Garden', seats: 14 }, confirmed: true }) },
  ...opened,
}
export const OutputText: Story = {
  args: { call: records.done('Booked the garden room for Thursday, 3 December.') },
  ...opened,
}
export const OutputZero: Story = { args: { call: records.done(0) }, ...opened }
export const OutputFalse: Story = { args: { call: records.done(false) }, ...opened }
export const OutputNull: Story = { args: { call: records.done(null) }, ...opened }
export const OutputEmptyText: Story = { args: { call: records.done('') }, ...opened }
export const OutputUndefined: Story = { args: { call: records.done(undefined) }, ...opened }
export const OutputLong: Story = {
  args: { call: records.done(Array.from({ length: 400 }, (_, index) => `Row ${index + 1}`).join('\n')) },
  ...opened,
}
export const OutputAfterApproval: Story = {
  args: {
    call: records.done(
      { booking: 'b_81' },
      { receipts: records.responded({ approved: true, by: 'user', reason: 'Only until noon.' }).receipts },
    ),
  },
  ...opened,
}
export const OutputAlthoughDenied: Story = {
  args: {
    call: records.done(
      { booking: 'b_81' },
      { ranAlthoughDenied: true, receipts: records.denied(records.deniedWithReason).receipts },
    ),
  },
  ...opened,
}
export const OutputWithModelOutput: Story = {
  args: { call: records.done({ booking: 'b_81' }, { modelOutput: { type: 'text', value: 'Booked. Number b_81.' } }) },
  ...opened,
}
export const OutputWithTitle: Story = {
  args: { call: records.done({ booking: 'b_81' }, { title: 'Book a room' }) },
  ...opened,
}
export const OutputHiddenByTheApp: Story = {
  args: { call: records.done({ secret: 1 }, { display: { input: { suppress: true }, output: { suppress: true } } }) },
  ...opened,
}

export const ErrorExecution: Story = { args: { call: records.failed('execution', 'No answer within 30 s.') } }
export const ErrorInput: Story = { args: { call: records.failed('input', 'seats: expected a number, got “twelve”.') } }
export const ErrorOutput: Story = { args: { call: records.failed('output', 'booking: missing.') } }
export const ErrorNotExecuted: Story = {
  args: { call: records.failed('not-executed', 'No tool of this name is registered on this page.') },
}
export const DeniedByYou: Story = { args: { call: records.denied(records.deniedWithReason) } }
export const DeniedByPolicy: Story = {
  args: { call: records.denied({ approved: false, by: 'policy', reason: 'Bookings above ten seats need a manager.' }) },
}

export const InterruptedAborted: Story = { args: { call: records.interrupted('aborted') } }
export const InterruptedError: Story = { args: { call: records.interrupted('error') } }
export const InterruptedLength: Story = { args: { call: records.interrupted('length') } }
export const InterruptedDisconnected: Story = { args: { call: records.interrupted('disconnected') } }
export const InterruptedNoResult: Story = { args: { call: records.interrupted('no-result') } }
export const InterruptedCancelled: Story = { args: { call: records.interrupted('cancelled') } }
export const InterruptedExpired: Story = { args: { call: records.interrupted('expired') } }
export const InterruptedSuperseded: Story = { args: { call: records.interrupted('superseded') } }
export const InterruptedAnsweredElsewhere: Story = { args: { call: records.interrupted('answered-elsewhere') } }

export const LongNames: Story = { args: { call: longNames } }
export const EmptyInput: Story = { args: { call: records.asking({ input: {} }) } }
export const InputIsNoObject: Story = { args: { call: records.asking({ input: ['Garden', 'Library'] }) } }
export const RightToLeft: Story = {
  args: {
    call: records.asking({
      input: { room: 'الحديقة', path: 'rooms/garden.json' },
      approval: { approvalId: 'a', requestReason: 'يجتمع المجلس يوم الخميس.' },
    }),
  },
  decorators: [rightToLeft],
}
export const Narrow: Story = { args: { call: records.askingWithReason }, decorators: [narrow] }
export const NarrowLong: Story = { args: { call: longNames }, decorators: [narrow] }
export const Dark: Story = { args: { call: records.askingWithReason }, decorators: [dark] }
export const DarkStreaming: Story = { args: { call: streamingNote }, decorators: [dark] }
