import type { ToolCall } from '../src/core/tool-call.ts'

const START = Date.UTC(2026, 10, 30, 14, 2)
let count = 0
const call = (toolName: string, fields: object): ToolCall => {
  count += 1
  return { key: `kind:${count}`, toolCallId: `call_${count}`, toolName, receipts: [], ...fields } as unknown as ToolCall
}
const took = (milliseconds: number) => ({ startedAt: START, settledAt: START + milliseconds })
const decision = { approved: false, by: 'user' } as const
const approval = { approvalId: 'a' }

/** The same ten calls as in the visual reference. */
export const tenStates: readonly ToolCall[] = [
  call('write_file', {
    state: 'input-streaming',
    input: { path: 'src/auth/renew.ts', content: 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj' },
    inputText: '',
    revision: 0,
  }),
  call('bash', { state: 'input-available', input: { command: 'npm run build' } }),
  call('bash', {
    state: 'input-available',
    input: { command: 'npm test -- --run auth' },
    running: { by: 'server', since: 0, progress: { done: 29, total: 34 } },
  }),
  call('delete_file', { state: 'approval-requested', input: { path: 'src/auth/legacy-session.ts' }, approval }),
  call('delete_file', {
    state: 'approval-responded',
    input: { path: 'src/auth/legacy-session.ts' },
    approval,
    decision: { approved: true, by: 'user' },
  }),
  call('ask_user', {
    state: 'suspended',
    input: { question: 'Which store should hold the sessions?' },
    suspension: { suspensionId: 's', payload: { question: 'Which store should hold the sessions?' } },
  }),
  call('ask_user', {
    state: 'resuming',
    input: { question: 'Which store should hold the sessions?' },
    suspension: { suspensionId: 's', payload: {} },
    resumeData: 'Redis',
  }),
  call('grep', {
    state: 'output-available',
    input: { pattern: 'MAX_AGE' },
    output: [
      { file: 'src/auth/session.ts', line: 5, text: 'const MAX_AGE = 60' },
      { file: 'src/auth/session.ts', line: 21, text: 'maxAge: MAX_AGE' },
      { file: 'src/auth/store.ts', line: 3, text: 'MAX_AGE' },
      { file: 'src/auth/store.ts', line: 9, text: 'MAX_AGE' },
    ],
    ...took(400),
  }),
  call('fetch', {
    state: 'output-error',
    input: { url: 'https://api.example.com/sessions' },
    errorKind: 'execution',
    errorText: 'No answer within 30 s.',
    ...took(30_000),
  }),
  call('delete_file', {
    state: 'output-denied',
    input: { path: 'src/auth/legacy-session.ts' },
    decision,
    receipts: [{ type: 'approval', request: approval, input: {}, decision }],
  }),
  call('write_file', {
    state: 'interrupted',
    reason: 'aborted',
    inputComplete: false,
    input: { path: 'src/auth/renew.ts', content: 'const' },
    inputText: '',
  }),
]

const read = (path: string, lines: number) =>
  call('read_file', {
    state: 'output-available',
    input: { path },
    output: Array.from({ length: lines }, (_, index) => `line ${index + 1}`).join('\n'),
    ...took(100),
  })
export const finishedRun: readonly ToolCall[] = [
  read('src/auth/session.ts', 61),
  read('src/auth/a-rather-long-folder-name/with/more/levels/store.ts', 204),
  call('grep', { state: 'output-available', input: { pattern: 'MAX_AGE' }, output: [], ...took(400) }),
  call('edit_file', {
    state: 'output-available',
    input: { path: 'src/auth/session.ts', old_string: 'a\nb', new_string: 'a\nc\nd\ne' },
    output: 'ok',
    ...took(2000),
  }),
  call('bash', {
    state: 'output-available',
    input: { command: 'npm run typecheck' },
    output: '',
    ...took(36_000),
  }),
]
export const failedCommand: ToolCall = call('bash', {
  state: 'output-available',
  input: { command: 'npm test' },
  output: '1 failed',
  shell: { chunks: [{ stream: 'stdout', text: '1 failed' }], exitCode: 1, success: false },
  ...took(3000),
})
export const waiting: ToolCall = call('bash', {
  state: 'approval-requested',
  input: { command: 'npm publish --tag latest --access public' },
  approval: { ...approval, requestReason: 'The fix has to be on npm before the demo server can use it.' },
  annotations: { openWorldHint: true },
})
