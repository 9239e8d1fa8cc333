import { longReport, slugifySource } from './scenario-files.ts'

/** What became of one call, as the model reads it in its prompt. */
export interface ScenarioResult {
  readonly toolCallId: string
  readonly toolName: string
  readonly outcome: 'succeeded' | 'failed' | 'denied'
  readonly value: unknown
  /** The person's words, if a denial came with any. */
  readonly reason?: string
}

export interface ScenarioCall {
  readonly toolName: string
  /** Written out as JSON, however wrong it may be for the tool's schema. */
  readonly input: unknown
}

export interface ScenarioStep {
  readonly text?: string | ((results: readonly ScenarioResult[]) => string)
  readonly calls?: readonly ScenarioCall[] | ((results: readonly ScenarioResult[]) => readonly ScenarioCall[])
  /** Deltas of all calls take turns instead of coming call by call. */
  readonly interleaved?: boolean
  /** How the step breaks off in the middle of the last call's arguments. */
  readonly breaksOff?: 'length' | 'connection-lost'
}

export interface Scenario {
  readonly title: string
  /** What the person says. Worded so that a real model would do about the same. */
  readonly prompt: string
  readonly steps: readonly ScenarioStep[]
}

/** What the scripted model can act out, in the order in which the page offers it. */
export const scenarios: readonly Scenario[] = [
  {
    title: 'Write a file',
    prompt: 'Write src/slugify.ts with a function that turns a title into a URL slug.',
    steps: [
      {
        text: 'I will write the module with its helpers.',
        calls: [{ toolName: 'write_file', input: { path: 'src/slugify.ts', content: slugifySource } }],
      },
      {
        text: ([result]) =>
          result?.outcome === 'succeeded'
            ? 'The module is in src/slugify.ts. It keeps slugs unique and cuts them at a word.'
            : `The file was not written: ${describe(result)}`,
      },
    ],
  },
  {
    title: 'Two calls in parallel',
    prompt: 'Read README.md and search the sources for TODO at the same time.',
    steps: [
      {
        text: 'Both can run at once.',
        calls: [
          { toolName: 'read_file', input: { path: 'README.md' } },
          { toolName: 'search_files', input: { pattern: 'TODO' } },
        ],
        interleaved: true,
      },
      {
        text: 'The readme describes a small shop. Two TODO notes are left in the sources: one in src/cart.ts and one in src/checkout.ts.',
      },
    ],
  },
  {
    title: 'Ask before deleting',
    prompt: 'Delete drafts/old-notes.md.',
    steps: [
      {
        text: 'I will ask you before this file goes.',
        calls: [{ toolName: 'delete_file', input: { path: 'drafts/old-notes.md' } }],
      },
      { text: ([result]) => afterDeletion(result) },
    ],
  },
  {
    title: 'Two approvals',
    prompt: 'Delete logs/debug.log and logs/trace.log.',
    steps: [
      {
        text: 'Two files, two questions.',
        calls: [
          { toolName: 'delete_file', input: { path: 'logs/debug.log' } },
          { toolName: 'delete_file', input: { path: 'logs/trace.log' } },
        ],
      },
      { text: results => results.map(afterDeletion).join(' ') },
    ],
  },
  {
    title: 'A slow tool',
    prompt: 'Run the unit tests.',
    steps: [
      { calls: [{ toolName: 'run_tests', input: { suite: 'unit' } }] },
      {
        text: ([result]) =>
          result?.outcome === 'succeeded'
            ? 'The suite is green apart from one skipped test.'
            : `The suite did not finish: ${describe(result)}`,
      },
    ],
  },
  {
    title: 'A tool that fails',
    prompt: 'Fetch https://example.com/changelog.',
    steps: [
      { calls: [{ toolName: 'fetch_url', input: { url: 'https://example.com/changelog' } }] },
      { text: ([result]) => `The page could not be fetched. ${describe(result)}` },
    ],
  },
  {
    title: 'Invalid arguments',
    prompt: 'Show me package.json, and get the arguments wrong the first time.',
    steps: [
      { calls: [{ toolName: 'read_file', input: { path: 42, lines: 'all' } }] },
      {
        text: 'The path has to be text. Once more.',
        calls: [{ toolName: 'read_file', input: { path: 'package.json' } }],
      },
      { text: 'The package is called corner-shop and its version is 1.4.0.' },
    ],
  },
  {
    title: 'Cut off by length',
    prompt: 'Write docs/report.md, longer than you are allowed to.',
    steps: [
      {
        text: 'I will start with the summary.',
        calls: [{ toolName: 'write_file', input: { path: 'docs/report.md', content: longReport(6) } }],
        breaksOff: 'length',
      },
    ],
  },
  {
    title: 'Connection lost',
    prompt: 'Write docs/outage.md, and lose the connection on the way.',
    steps: [
      {
        text: 'Writing it now.',
        calls: [{ toolName: 'write_file', input: { path: 'docs/outage.md', content: longReport(6) } }],
        breaksOff: 'connection-lost',
      },
    ],
  },
  {
    title: 'Stop me',
    prompt: 'Write docs/handbook.md, as long as you can, until I stop you.',
    steps: [
      {
        text: 'This will take a while. Press Stop at any time.',
        calls: [{ toolName: 'write_file', input: { path: 'docs/handbook.md', content: longReport(40) } }],
      },
      { text: 'That was all of it. Nobody stopped me.' },
    ],
  },
  {
    title: 'Falsy outputs',
    prompt: 'Look up the settings retries, telemetry, prefix and proxy.',
    steps: [
      {
        calls: ['retries', 'telemetry', 'prefix', 'proxy'].map(name => ({ toolName: 'get_setting', input: { name } })),
      },
      { text: 'Nothing is switched on: no retries, no telemetry, an empty prefix and no proxy.' },
    ],
  },
]

/** The scenario that a person's words ask for: its prompt or its title, whatever the case and the last full stop. */
export function findScenario(text: string, among: readonly Scenario[] = scenarios): Scenario | undefined {
  const words = plain(text)
  return among.find(scenario => words === plain(scenario.prompt) || words === plain(scenario.title))
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!?]$/, '')
}

function afterDeletion(result: ScenarioResult | undefined): string {
  if (result?.outcome === 'succeeded') return `${deletedPath(result.value)} is gone.`
  if (result?.outcome === 'denied')
    return result.reason === undefined
      ? 'I left that file alone, as you decided.'
      : `I left that file alone. Your reason was: ${result.reason}`
  return `That did not work. ${describe(result)}`
}

function deletedPath(value: unknown): string {
  return typeof value === 'object' && value !== null && 'deleted' in value ? String(value.deleted) : 'The file'
}

function describe(result: ScenarioResult | undefined): string {
  if (result === undefined) return 'There was no result.'
  return typeof result.value === 'string' ? result.value : JSON.stringify(result.value)
}
