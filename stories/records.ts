import type { ErrorKind, InterruptReason } from '../src/core/events.ts'
import type { ApprovalRequest, Decision, SuspensionRequest, ToolCall, ToolCallIn } from '../src/core/tool-call.ts'

/** Any moment; only calls that ended have one, so that no picture depends on the clock. */
const START = Date.UTC(2026, 10, 30, 14, 2)

const common = (toolName: string) =>
  ({ key: `story:${toolName}`, toolCallId: 'call_1', toolName, receipts: [] }) as const
const approval: ApprovalRequest = { approvalId: 'approval_1' }
const suspension: SuspensionRequest = {
  suspensionId: 'suspension_1',
  payload: { question: 'Which room should it be?', rooms: ['Garden', 'Library', 'Attic'] },
}
const roomInput = { room: 'Garden', day: '2026-12-03', seats: 12, catering: false, note: '' }
export const noteInput = {
  title: 'Renew sessions on read',
  pinned: true,
  content:
    'A session that is used stays alive; one that is not ends after 7 days.\n\n1. Shorten MAX_AGE to 7 days.\n2. Renew on read when half of the age has passed.\n3. Publish a patch release.\n\nNo session may live longer than 90 days, however often it is used.\nThe mobile app reads the same cookie, so both have to be released together.',
}
const approvedByYou: Decision = { approved: true, by: 'user' }
export const deniedWithReason: Decision = {
  approved: false,
  by: 'user',
  reason: 'The garden room is closed in winter.',
}

export const streaming = (input: unknown, toolName = 'write_note'): ToolCallIn<'input-streaming'> => ({
  ...common(toolName),
  state: 'input-streaming',
  input,
  inputText: '',
  inputOpenPath: undefined,
  revision: 0,
})
export const queued: ToolCallIn<'input-available'> = {
  ...common('book_room'),
  state: 'input-available',
  input: roomInput,
}
export const running: ToolCallIn<'input-available'> = {
  ...common('book_room'),
  state: 'input-available',
  input: roomInput,
  running: { by: 'server', since: 0 },
}
export const runningWithOutput: ToolCallIn<'input-available'> = {
  ...common('find_rooms'),
  state: 'input-available',
  input: { day: '2026-12-03' },
  running: { by: 'client', since: 0, partialOutput: { found: ['Garden', 'Library'] } },
}
export const runningCommand: ToolCallIn<'input-available'> = {
  ...common('run_checks'),
  state: 'input-available',
  input: { suite: 'auth' },
  running: { by: 'server', since: 0 },
  shell: {
    chunks: [
      { stream: 'stdout', text: 'session.test.ts  12 passed\n' },
      { stream: 'stderr', text: 'renew.test.ts  1 slow\n' },
    ],
  },
}
export const unreadableInput: ToolCallIn<'input-available'> = {
  ...common('book_room'),
  state: 'input-available',
  input: undefined,
  inputError: {
    text: '{"room": "Garden", "seats": 12,, "day": "2026-12-03"}',
    message: 'unexpected “,”',
    position: 31,
  },
}
export const asking = (fields: Partial<ToolCallIn<'approval-requested'>> = {}): ToolCallIn<'approval-requested'> => ({
  ...common('book_room'),
  state: 'approval-requested',
  input: roomInput,
  approval,
  ...fields,
})
export const askingWithReason = asking({
  approval: { ...approval, requestReason: 'The board meets on Thursday and needs a room for twelve.' },
  annotations: { openWorldHint: true },
})
export const askingDestructive = asking({
  ...common('delete_room'),
  input: { room: 'Attic', permanently: true },
  annotations: { destructiveHint: true, title: 'Delete a room' },
})
export const askingForPayload = asking({
  approval: {
    ...approval,
    approvalSchema: {
      approve: {
        type: 'object',
        properties: { ticket: { type: 'string', description: 'Under which the room is paid for' } },
        required: ['ticket'],
      },
      reject: {
        type: 'object',
        properties: { because: { enum: ['Too expensive', 'Wrong day', 'Not needed'] }, instead: { type: 'string' } },
        required: ['because'],
      },
    },
  },
})
export const askingAfterReload = asking({ approval: { ...approval, mayHaveRun: true } })
export const askingNotSent = asking({
  delivery: { status: 'failed', error: { message: 'the server did not respond', retryable: true } },
})
export const askingInvisible = asking({
  ...common('send_file'),
  input: { path: 'report\u202Efdp.exe', to: 'exa\u200Bmple.org', size: Number('12345678901234567890') },
})
/** The request names something else than the call's own input. */
export const askingSomethingElse = asking({
  approval: {
    approvalId: 'a1',
    requestReason: 'The room has to be free by Thursday.',
    input: { room: 'Library', day: 'Friday' },
  },
})
export const askingLong = asking({
  ...common('run_migration'),
  input: {
    database: 'sessions',
    script: Array.from(
      { length: 900 },
      (_, index) => `alter table sessions_${index + 1} add column renewed_at timestamptz;`,
    ).join('\n'),
  },
})
export const askingAutomatic = asking({ approval: { ...approval, isAutomatic: true } })
export const responded = (
  decision: Decision = approvedByYou,
  delivery?: ToolCall['delivery'],
): ToolCallIn<'approval-responded'> => ({
  ...common('book_room'),
  state: 'approval-responded',
  input: roomInput,
  approval,
  decision,
  receipts: [{ type: 'approval', request: approval, input: roomInput, decision }],
  ...(delivery ? { delivery } : {}),
})
export const suspended: ToolCallIn<'suspended'> = {
  ...common('book_room'),
  state: 'suspended',
  input: { seats: 12 },
  suspension,
}
export const resuming: ToolCallIn<'resuming'> = {
  ...common('book_room'),
  state: 'resuming',
  input: { seats: 12 },
  suspension,
  resumeData: { room: 'Library' },
  receipts: [{ type: 'suspension', request: suspension, resumeData: { room: 'Library' }, by: 'user' }],
}
export const done = (
  output: unknown,
  fields: Partial<ToolCallIn<'output-available'>> = {},
): ToolCallIn<'output-available'> => ({
  ...common('book_room'),
  state: 'output-available',
  input: roomInput,
  output,
  startedAt: START,
  settledAt: START + 1800,
  ...fields,
})
export const failed = (errorKind: ErrorKind, errorText: string): ToolCallIn<'output-error'> => ({
  ...common('book_room'),
  state: 'output-error',
  input: errorKind === 'input' ? '{"room": "Garden", "seats": "twelve"}' : roomInput,
  errorKind,
  errorText,
  startedAt: START,
  settledAt: START + 30_000,
})
export const denied = (decision: Decision): ToolCallIn<'output-denied'> => ({
  ...common('book_room'),
  state: 'output-denied',
  input: roomInput,
  decision,
  receipts: [{ type: 'approval', request: approval, input: roomInput, decision }],
  startedAt: START,
  settledAt: START + 9000,
})
/** Before the input was complete where that is how it mostly ends, else while it ran or waited. */
export const interrupted = (reason: InterruptReason): ToolCallIn<'interrupted'> => {
  const ended = {
    ...common('write_note'),
    state: 'interrupted',
    reason,
    startedAt: START,
    settledAt: START + 4000,
  } as const
  switch (reason) {
    case 'aborted':
    case 'length':
      return {
        ...ended,
        inputComplete: false,
        input: { title: noteInput.title, content: noteInput.content.slice(0, 120) },
        inputText: '',
      }
    case 'cancelled':
    case 'expired':
    case 'superseded':
    case 'answered-elsewhere':
      return {
        ...ended,
        inputComplete: true,
        input: noteInput,
        receipts: [{ type: 'withdrawn', request: approval, reason }],
      }
    case 'error':
    case 'disconnected':
    case 'no-result':
      return { ...ended, inputComplete: true, input: noteInput }
  }
}
/** One of each state, for tests that go through them all. */
export const everyState: Readonly<Record<ToolCall['state'], ToolCall>> = {
  'input-streaming': streaming({ title: noteInput.title, content: noteInput.content.slice(0, 200) }),
  'input-available': running,
  'approval-requested': askingWithReason,
  'approval-responded': responded(),
  suspended,
  resuming,
  'output-available': done({ booking: 'b_81', confirmed: true }),
  'output-error': failed('execution', 'No answer within 30 s.'),
  'output-denied': denied(deniedWithReason),
  interrupted: interrupted('disconnected'),
}
