import type { Receipt, SuspensionRequest, ToolCallIn } from '../src/core/tool-call.ts'

/** What `ask_user` says that an answer looks like: Mastra sends it as text. */
export const askSchema =
  '{"$schema":"http://json-schema.org/draft-07/schema#","anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}'

const common = (toolName: string, key = `story:${toolName}`) =>
  ({ key, toolCallId: 'call_1', toolName, receipts: [] as readonly Receipt[] }) as const

export const suspendedBy = (
  toolName: string,
  suspension: Partial<SuspensionRequest>,
  fields: Partial<ToolCallIn<'suspended'>> = {},
): ToolCallIn<'suspended'> => ({
  ...common(toolName),
  state: 'suspended',
  input: toolName === 'ask_user' || toolName === 'submit_plan' ? suspension.payload : { seats: 12 },
  suspension: { suspensionId: 'suspension_1', payload: undefined, ...suspension },
  ...fields,
})
export const askedWith = (
  payload: unknown,
  fields: Partial<ToolCallIn<'suspended'>> = {},
  resumeSchema: unknown = askSchema,
): ToolCallIn<'suspended'> => suspendedBy('ask_user', { payload, resumeSchema }, fields)

export const storeQuestion = {
  question: 'Which store should hold the sessions?',
  options: [
    { label: 'PostgreSQL', description: 'Already in the stack. One more table and a job that removes old rows.' },
    { label: 'Redis', description: 'Fastest. Needs a new service in production.' },
    { label: 'Signed cookies', description: 'No storage. Sessions cannot be ended early.' },
  ],
  selectionMode: 'single_select',
}
export const askingOne = askedWith(storeQuestion)
export const askingSeveral = askedWith({
  question: 'Where should the new age apply?',
  options: [{ label: 'Web' }, { label: 'Mobile apps' }, { label: 'API tokens' }],
  selectionMode: 'multi_select',
})
export const askingText = askedWith({ question: 'What should people see when their session ends?' })
/** Several questions in one call, as some agents ask them. */
export const askingThree = askedWith(
  {
    questions: [
      { question: storeQuestion.question, options: storeQuestion.options },
      { question: 'What should people see when their session ends?' },
      {
        question: 'Where should the new age apply?',
        options: [{ label: 'Web' }, { label: 'Mobile apps' }, { label: 'API tokens' }],
        multiSelect: true,
      },
    ],
  },
  {},
  { type: 'array', items: { type: 'string' } },
)
export const askingFifty = askedWith({
  question: 'Which region should it run in?',
  options: Array.from({ length: 50 }, (_, index) => ({ label: `region-${index + 1}` })),
})
export const askingOdd = askedWith({
  question: 'Which one is it?\u202E',
  options: ['Main', 'Main', '', { name: 'Branch' }, 7],
  selection_mode: 'multi_select',
})
export const askingStreaming = (input: unknown): ToolCallIn<'input-streaming'> => ({
  ...common('ask_user'),
  state: 'input-streaming',
  input,
  inputText: '',
  inputOpenPath: undefined,
  revision: 0,
})
export const askingGate: ToolCallIn<'approval-requested'> = {
  ...common('ask_user'),
  state: 'approval-requested',
  input: storeQuestion,
  approval: { approvalId: 'approval_1' },
}
export const askedAndAnswered = (resumeData: unknown): ToolCallIn<'output-available'> => ({
  ...common('ask_user'),
  state: 'output-available',
  input: storeQuestion,
  output: { content: 'User answered', isError: false },
  receipts: [{ type: 'suspension', request: askingOne.suspension, resumeData, by: 'user' }],
})

export const planPath = '.mastracode/plans/renew-sessions.md'
export const plan = `## Goal

A session that is used stays alive; one that is not ends after 7 days.

## Steps

1. Shorten \`MAX_AGE\` to 7 days.
2. Renew on read when half of the age has passed.
3. Publish a patch release.`
export const earlierPlan = plan
  .replace('when half of the age has passed', 'every time')
  .replace('3. Publish a patch release.', '3. Tell the mobile team.')
export const richPlan = `# Renew sessions on read

See [the notes](https://notes.example.org/sessions) and [https://bank.example](https://evil.example/login), never [this](javascript:alert(1)).

<img src=x onerror=alert(1)>

![How it flows](https://images.example.org/flow.png)

- Read the cookie
  - and its age
- **Renew** it

\`\`\`ts
const MAX_AGE = 7 * 24 * 60 * 60
\`\`\`

| store | cost |
| ----- | ---- |
| redis | 12   |

> Released together with the mobile app.`
export const planned = (
  payload: unknown = { toolId: 'submit_plan', path: planPath, title: 'Renew sessions on read', plan },
  fields: Partial<ToolCallIn<'suspended'>> = {},
): ToolCallIn<'suspended'> => suspendedBy('submit_plan', { payload }, { input: { path: planPath }, ...fields })

export const roomSchema = {
  type: 'object',
  properties: {
    room: { type: 'string', title: 'Room', enum: ['Atlas', 'Borealis'] },
    seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 20, default: 12 },
    contact: { type: 'string', format: 'email', pattern: '^\\S+@\\S+\\.\\S+$' },
    day: { type: 'string', format: 'date', default: '2026-12-03' },
    invite: { type: 'boolean', title: 'Put it into the calendar of everyone', default: true },
  },
  required: ['room', 'seats', 'contact', 'day', 'invite'],
} as const
export const everythingSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    note: { type: 'string', description: 'Shown to the guests' },
    price: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
    kind: {
      oneOf: [
        { const: 'in', title: 'Indoors' },
        { const: 'out', title: 'Outdoors', description: 'Needs a tent' },
      ],
    },
    confirm_delete: { type: 'boolean', default: true, title: 'Delete the old booking' },
    heated: { type: ['boolean', 'null'] },
    tags: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 3 },
    address: {
      type: 'object',
      properties: { street: { type: 'string' }, floor: { type: ['integer', 'null'] } },
      required: ['street', 'floor'],
    },
    extra: { type: 'object', additionalProperties: { type: 'number' } },
  },
  required: ['name', 'address'],
} as const
export const formFor = (resumeSchema: unknown, payload?: unknown): ToolCallIn<'suspended'> =>
  suspendedBy('book_room', { payload, resumeSchema })

export const tasksInput = {
  tasks: [
    { content: 'Read how sessions expire', status: 'completed', activeForm: 'Reading how sessions expire' },
    { content: 'Renew them on read', status: 'in_progress', activeForm: 'Renewing them on read' },
    { content: 'Publish a patch', status: 'pending', activeForm: 'Publishing a patch' },
  ],
} as const
