import type { ToolCall, ToolCallIn } from '../src/core/tool-call.ts'

const common = (toolName: string) =>
  ({ key: `preview:${toolName}`, toolCallId: 'call_1', toolName, receipts: [] }) as const

export const writing = (
  toolName: string,
  input: unknown,
  fields: Partial<ToolCallIn<'input-streaming'>> = {},
): ToolCallIn<'input-streaming'> => ({
  ...common(toolName),
  state: 'input-streaming',
  input,
  inputText: '',
  inputOpenPath: undefined,
  revision: 0,
  ...fields,
})
export const asks = (toolName: string, input: unknown): ToolCallIn<'approval-requested'> => ({
  ...common(toolName),
  state: 'approval-requested',
  input,
  approval: { approvalId: 'approval_1' },
})
export const ready = (toolName: string, input: unknown, fields: Partial<ToolCallIn<'input-available'>> = {}) =>
  ({ ...common(toolName), state: 'input-available', input, ...fields }) as ToolCallIn<'input-available'>
export const gave = (toolName: string, input: unknown, output: unknown, fields: Partial<ToolCall> = {}) =>
  ({ ...common(toolName), state: 'output-available', input, output, ...fields }) as ToolCallIn<'output-available'>

export const source = `import { cookies } from './cookies'
import { readSession, type Session } from './store'

const SESSION_COOKIE = 'sid'
const MAX_AGE = 60 * 60 * 24 * 14

/** The session of whoever asks, or null. */
export async function getSession(): Promise<Session | null> {
  const id = cookies().get(SESSION_COOKIE)?.value
  if (id === undefined) return null
  return readSession(id)
}
`
export const longSource = Array.from(
  { length: 148 },
  (_, index) => `export const limit${index + 1} = ${(index + 1) * 60} // seconds of session ${index + 1}`,
).join('\n')

export const edit = {
  file_path: 'src/auth/session.ts',
  old_string: "const SESSION_COOKIE = 'sid'\nconst MAX_AGE = 60 * 60 * 24 * 14\n\nexport async function getSession() {",
  new_string:
    "const SESSION_COOKIE = 'sid'\nconst MAX_AGE = 60 * 60 * 24 * 7\nconst RENEW_BELOW = MAX_AGE / 2\n\nexport async function getSession() {",
}
export const edits = {
  path: 'src/auth/session.ts',
  edits: [
    { oldText: edit.old_string, newText: edit.new_string },
    { oldText: '  return session\n}', newText: '  return renewIfOld(session, RENEW_BELOW)\n}', replace_all: true },
  ],
}
export const patch = `--- a/src/auth/session.ts
+++ b/src/auth/session.ts
@@ -4,5 +4,6 @@
 const SESSION_COOKIE = 'sid'
-const MAX_AGE = 60 * 60 * 24 * 14
+const MAX_AGE = 60 * 60 * 24 * 7
+const RENEW_BELOW = MAX_AGE / 2
 
 export async function getSession() {
   const id = cookies().get(SESSION_COOKIE)?.value
@@ -21,3 +22,3 @@ export async function getSession() {
   const session = await readSession(id)
-  return session
+  return renewIfOld(session, RENEW_BELOW)
 }
`
export const command = { command: 'npm test -- --run auth' }
export const terminal = `
\u001b[2m RUN \u001b[22m v5.0.2
 \u001b[32m✓\u001b[39m test/auth/cookies.test.ts \u001b[2m(9 tests)\u001b[22m 41ms
 \u001b[31m×\u001b[39m session.test.ts \u001b[2m>\u001b[22m renews a session that is about to expire
   \u001b[31mAssertionError: expected 1209600 to be 604800\u001b[39m
   \u001b[36mtest/auth/session.test.ts:58:21\u001b[39m

 \u001b[1mTests\u001b[22m  \u001b[31m1 failed\u001b[39m | \u001b[32m33 passed\u001b[39m (34)
`
export const longTerminal =
  Array.from(
    { length: 205 },
    (_, index) => ` \u001b[32m✓\u001b[39m test/part-${index + 1}.test.ts \u001b[2m(${(index % 9) + 1} tests)\u001b[22m`,
  ).join('\n') + terminal
export const hits = `src/auth/session.ts:5:7: const MAX_AGE = 60 * 60 * 24 * 14
src/auth/session.ts:18:31:   return now - session.createdAt > MAX_AGE
src/auth/session.ts:42:11:   maxAge: MAX_AGE,
test/auth/session.test.ts:58:27:   expect(cookie.maxAge).toBe(MAX_AGE)`
export const pages = [
  {
    title: 'Session management cheat sheet',
    url: 'https://cheatsheets.example.com/sessions',
    snippet: 'Renew an identifier after a change of privilege and when half of its age has passed.',
  },
  {
    title: 'Sliding and absolute expiry',
    url: 'https://docs.example.org/expiry',
    snippet: 'A sliding window extends the session with each request, up to an absolute limit.',
  },
]
export const users = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    user: `${['mara', 'jon', 'aiko', 'lena'][index % 4]}${index < 4 ? '' : index}@example.com`,
    created: `2026-${String((index % 12) + 1).padStart(2, '0')}-0${(index % 9) + 1}`,
    sessions: (index * 37) % 1209,
    state: index % 3 === 2 ? 'locked' : 'active',
  }))
export const weather = {
  city: 'Busan',
  options: { units: 'metric', days: 5, hourly: false },
  fields: ['temperature', 'humidity'],
  station: null,
  days: Array.from({ length: 12 }, (_, index) => ({ day: index + 1, low: 3, high: 11, text: 'rain' })),
}
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAIAAAA8r+mnAAAAGElEQVR4nGPU0NBgwAaYsIoOWgkWuAQARx4ApzY1fJkAAAAASUVORK5CYII='
export const mcp = {
  content: [
    { type: 'text', text: 'Sessions per day, drawn over the last month.' },
    { type: 'image', data: pixel, mimeType: 'image/png', title: 'Sessions per day' },
    {
      type: 'resource',
      resource: { uri: 'file:///out/sessions-2026-11.csv', mimeType: 'text/csv', text: 'day,sessions\n1,14\n2,3\n' },
    },
    {
      type: 'resource_link',
      uri: 'https://status.example.com/graph',
      name: 'Live graph',
      description: 'Updated each minute',
    },
    { type: 'image', data: 'PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+', mimeType: 'image/svg+xml', title: 'drawing.svg' },
  ],
}
export const remoteImage = {
  type: 'content',
  value: [{ type: 'image-url', url: 'https://status.example.com/graph.png' }],
}
export const markdown = `## What I found

The age is fixed at **14 days**. Two places read it:

- \`src/auth/session.ts\` when it is written
- \`src/auth/store.ts\` when it is read

\`\`\`ts
const MAX_AGE = 60 * 60 * 24 * 14
\`\`\`

See [the notes](https://docs.example.org/expiry). <b onclick="alert(1)">Not bold</b>`
