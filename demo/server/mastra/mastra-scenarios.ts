import type { Scenario, ScenarioResult } from '../scenarios.ts'

/** Where the plan of the scenarios lies in the workspace. Mastra reads plans from this folder only. */
export const planPath = '.mastracode/plans/dark-mode.md'

export const firstPlan = `# Dark mode for the shop

1. Move every colour into a variable.
2. Give the variables a second set of values under \`prefers-color-scheme\`.
3. Look at each page in both.
`
const revisedPlan = `# Dark mode for the shop

1. Move every colour into a variable.
2. Give the variables a second set of values, and a switch that remembers the choice.
3. Look at each page in both, and test the contrast.
`

const draftPaths = ['drafts/one.md', 'drafts/two.md'] as const

/** What the scripted model acts out for the Mastra server. */
export const mastraScenarios: readonly Scenario[] = [
  {
    title: 'A question',
    prompt: 'Ask me what the new page should be called.',
    steps: [
      { calls: [{ toolName: 'ask_user', input: { question: 'What should the new page be called?' } }] },
      { text: results => `${answerOf(results)}. I will use that.` },
    ],
  },
  {
    title: 'A choice',
    prompt: 'Ask me where to deploy.',
    steps: [
      {
        text: 'There are two places.',
        calls: [
          {
            toolName: 'ask_user',
            input: {
              question: 'Where should it be deployed?',
              options: [
                { label: 'Staging', description: 'Only the team sees it.' },
                { label: 'Production', description: 'Every customer sees it at once.' },
              ],
              selectionMode: 'single_select',
            },
          },
        ],
      },
      { text: results => `${answerOf(results)}. Noted.` },
    ],
  },
  {
    title: 'Several choices',
    prompt: 'Ask me which checks to run.',
    steps: [
      {
        calls: [
          {
            toolName: 'ask_user',
            input: {
              question: 'Which checks should run before the release?',
              options: [
                { label: 'Types' },
                { label: 'Lint' },
                { label: 'Unit tests', description: 'About two minutes.' },
                { label: 'End to end', description: 'About ten minutes.' },
              ],
              selectionMode: 'multi_select',
            },
          },
        ],
      },
      { text: results => `${answerOf(results)}. These will run.` },
    ],
  },
  {
    title: 'Two questions in one step',
    prompt: 'Ask me for the name and the colour of the button.',
    steps: [
      {
        text: 'Two short questions.',
        calls: [
          { toolName: 'ask_user', input: { question: 'What should the button say?' } },
          { toolName: 'ask_user', input: { question: 'Which colour should it have?' } },
        ],
      },
      { text: results => results.map(result => contentOf(result)).join('. ') },
    ],
  },
  {
    title: 'A form after an approval',
    prompt: 'Book a room for the review on Monday.',
    steps: [
      { calls: [{ toolName: 'book_room', input: { day: 'Monday' } }] },
      { text: results => `${describe(results.at(-1))}` },
    ],
  },
  {
    title: 'A plan',
    prompt: 'Plan the dark mode and let me decide.',
    steps: [
      { text: 'The plan is ready.', calls: [{ toolName: 'submit_plan', input: { path: planPath } }] },
      {
        text: results => (isRejected(results) ? 'I will change it.' : 'Then I start.'),
        calls: results =>
          isRejected(results)
            ? [{ toolName: 'write_file', input: { path: planPath, content: revisedPlan, overwrite: true } }]
            : [],
      },
      { calls: [{ toolName: 'submit_plan', input: { path: planPath } }] },
      { text: results => (isRejected(results) ? 'Then I leave it.' : 'Then I start.') },
    ],
  },
  {
    title: 'A list of tasks',
    prompt: 'Work through a short list of tasks.',
    steps: [
      {
        calls: [
          {
            toolName: 'task_write',
            input: {
              tasks: [
                {
                  id: 'colours',
                  content: 'Collect the colours',
                  status: 'in_progress',
                  activeForm: 'Collecting the colours',
                },
                {
                  id: 'variables',
                  content: 'Write the variables',
                  status: 'pending',
                  activeForm: 'Writing the variables',
                },
                { id: 'contrast', content: 'Test the contrast', status: 'pending', activeForm: 'Testing the contrast' },
              ],
            },
          },
        ],
      },
      { calls: [{ toolName: 'task_complete', input: { id: 'colours' } }] },
      { calls: [{ toolName: 'task_update', input: { id: 'variables', status: 'in_progress' } }] },
      { text: 'One task is done and one has begun.' },
    ],
  },
  {
    title: 'A command',
    prompt: 'Run the checks in a shell.',
    steps: [
      { calls: [{ toolName: 'execute_command', input: { command: 'node checks.mjs' } }] },
      { text: results => (results.at(-1)?.outcome === 'succeeded' ? 'One check failed.' : 'The command did not run.') },
    ],
  },
  {
    title: 'Allow for good',
    prompt: 'Write two drafts and delete them again.',
    steps: [
      { calls: draftPaths.map(path => ({ toolName: 'write_file', input: { path, content: 'A draft.\n' } })) },
      { calls: [{ toolName: 'delete_file', input: { path: draftPaths[0] } }] },
      { calls: [{ toolName: 'delete_file', input: { path: draftPaths[1] } }] },
      { text: results => results.slice(2).map(describe).join(' ') },
    ],
  },
  {
    title: 'Two approvals in one step',
    prompt: 'Write two drafts and delete both at once.',
    steps: [
      { calls: draftPaths.map(path => ({ toolName: 'write_file', input: { path, content: 'A draft.\n' } })) },
      {
        calls: draftPaths.map(path => ({ toolName: 'delete_file', input: { path } })),
      },
      { text: results => results.slice(2).map(describe).join(' ') },
    ],
  },
  {
    title: 'A sub-agent',
    prompt: 'Let somebody else look for notes.',
    steps: [
      {
        calls: [{ toolName: 'subagent', input: { agentType: 'explore', task: 'Read notes.md for me.', forked: true } }],
      },
      { text: results => `It says: ${contentOf(results.at(-1))}` },
    ],
  },
  {
    title: 'The task of the sub-agent',
    prompt: 'Read notes.md for me.',
    steps: [
      { calls: [{ toolName: 'read_file', input: { path: 'notes.md' } }] },
      { text: 'There is one note: the shop opens at nine.' },
    ],
  },
]

function isRejected(results: readonly ScenarioResult[]): boolean {
  return contentOf(results.at(-1)).startsWith('Plan was not approved')
}

function answerOf(results: readonly ScenarioResult[]): string {
  return contentOf(results.at(-1))
}

/** The built-in tools say what the model reads in `content`. */
function contentOf(result: ScenarioResult | undefined): string {
  const value = result?.value
  return typeof value === 'object' && value !== null && 'content' in value ? String(value.content) : describe(result)
}

function describe(result: ScenarioResult | undefined): string {
  if (result === undefined) return 'There was no result.'
  return typeof result.value === 'string' ? result.value : JSON.stringify(result.value)
}
