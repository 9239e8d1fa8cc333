import { describe, expect, it } from 'vitest'
import { describeToolCall } from '../../../src/components/describe-tool-call.ts'
import { factsOf, progressOf } from '../../../src/components/header-facts.ts'
import { toolKindOf } from '../../../src/components/tool-kind.ts'
import type { InterruptReason } from '../../../src/core/events.ts'
import type { ToolCall, ToolCallIn } from '../../../src/core/tool-call.ts'
import type { ToolKind } from '../../../src/core/tool-definition.ts'
import { en } from '../../../src/locales/en.ts'

const common = { key: 'k', toolCallId: 'c', receipts: [] } as const
type Phase = 'streaming' | 'running' | 'done' | 'failed' | 'denied' | 'interrupted' | 'asks'

function callIn(phase: Phase, toolName: string, input: unknown): ToolCall {
  const base = { ...common, toolName, input }
  switch (phase) {
    case 'streaming':
      return { ...base, state: 'input-streaming', inputText: '', inputOpenPath: undefined, revision: 0 }
    case 'running':
      return { ...base, state: 'input-available', running: { by: 'server', since: 0 } }
    case 'done':
      return { ...base, state: 'output-available', output: undefined }
    case 'failed':
      return { ...base, state: 'output-error', errorKind: 'execution', errorText: 'no' }
    case 'denied':
      return { ...base, state: 'output-denied', decision: { approved: false, by: 'user' } }
    case 'interrupted':
      return { ...base, state: 'interrupted', reason: 'aborted', inputComplete: true }
    case 'asks':
      return { ...base, state: 'approval-requested', approval: { approvalId: 'a' } }
  }
}

function title(call: ToolCall, kind: ToolKind): string {
  const { verb, target } = describeToolCall(call, kind, en)
  return [verb[0], target, verb[1]].filter(text => text !== '').join(' ')
}

/** Tool, input, and what is said in each phase; the words are the visual design's. */
const rows: Readonly<
  Record<ToolKind, readonly [toolName: string, input: unknown, said: Partial<Record<Phase, string>>]>
> = {
  read: [
    'read_file',
    { path: 'src/a.ts' },
    {
      streaming: 'Reading src/a.ts',
      running: 'Reading src/a.ts',
      done: 'Read src/a.ts',
      failed: 'Could not read src/a.ts',
      denied: 'Did not read src/a.ts',
      interrupted: 'Was reading src/a.ts',
      asks: 'Wants to read src/a.ts',
    },
  ],
  write: [
    'write_file',
    { path: 'src/a.ts' },
    {
      streaming: 'Writing src/a.ts',
      running: 'Saving src/a.ts',
      done: 'Wrote src/a.ts',
      failed: 'Could not write src/a.ts',
      denied: 'Did not write src/a.ts',
      interrupted: 'Was writing src/a.ts',
      asks: 'Wants to write src/a.ts',
    },
  ],
  edit: [
    'edit_file',
    { path: 'src/a.ts' },
    {
      streaming: 'Editing src/a.ts',
      running: 'Saving src/a.ts',
      done: 'Edited src/a.ts',
      failed: 'Could not edit src/a.ts',
      denied: 'Did not edit src/a.ts',
      interrupted: 'Was editing src/a.ts',
      asks: 'Wants to edit src/a.ts',
    },
  ],
  delete: [
    'delete_file',
    { path: 'src/a.ts' },
    {
      streaming: 'About to delete src/a.ts',
      running: 'Deleting src/a.ts',
      done: 'Deleted src/a.ts',
      failed: 'Could not delete src/a.ts',
      denied: 'Did not delete src/a.ts',
      interrupted: 'Was deleting src/a.ts',
      asks: 'Wants to delete src/a.ts',
    },
  ],
  move: [
    'move_file',
    { path: 'src/a.ts' },
    {
      streaming: 'About to move src/a.ts',
      running: 'Moving src/a.ts',
      done: 'Moved src/a.ts',
      failed: 'Could not move src/a.ts',
      denied: 'Did not move src/a.ts',
      interrupted: 'Was moving src/a.ts',
      asks: 'Wants to move src/a.ts',
    },
  ],
  search: [
    'grep',
    { pattern: 'MAX_AGE' },
    {
      streaming: 'Searching for MAX_AGE',
      running: 'Searching for MAX_AGE',
      done: 'Searched for MAX_AGE',
      failed: 'Could not search for MAX_AGE',
      denied: 'Did not search for MAX_AGE',
      interrupted: 'Was searching for MAX_AGE',
      asks: 'Wants to search for MAX_AGE',
    },
  ],
  execute: [
    'bash',
    { command: 'npm test' },
    {
      streaming: 'Writing a command',
      running: 'Running npm test',
      done: 'Ran npm test',
      failed: 'Could not run npm test',
      denied: 'Did not run npm test',
      interrupted: 'Was running npm test',
      asks: 'Wants to run npm test',
    },
  ],
  fetch: [
    'fetch',
    { url: 'https://example.com/a' },
    {
      streaming: 'About to fetch example.com/a',
      running: 'Fetching example.com/a',
      done: 'Fetched example.com/a',
      failed: 'Could not fetch example.com/a',
      denied: 'Did not fetch example.com/a',
      interrupted: 'Was fetching example.com/a',
      asks: 'Wants to fetch example.com/a',
    },
  ],
  think: [
    'think',
    { thought: 'x' },
    {
      streaming: 'Thinking',
      running: 'Thinking',
      done: 'Thought',
      failed: 'Could not think it through',
      denied: 'Did not think',
      interrupted: 'Was thinking',
    },
  ],
  ask: [
    'ask_user',
    { question: 'Which store?' },
    {
      streaming: 'Writing a question',
      done: 'Asked Which store?',
      failed: 'Could not ask Which store?',
      denied: 'Did not ask Which store?',
      interrupted: 'Was asking Which store?',
      asks: 'Wants to ask',
    },
  ],
  plan: [
    'submit_plan',
    { title: 'Renew' },
    {
      streaming: 'Writing a plan',
      failed: 'Could not plan: Renew',
      interrupted: 'Was planning: Renew',
      asks: 'Wants to show a plan: Renew',
    },
  ],
  task: [
    'task_write',
    { tasks: [] },
    {
      streaming: 'Updating tasks',
      running: 'Updating tasks',
      done: 'Updated tasks',
      failed: 'Could not update tasks',
      denied: 'Did not update tasks',
      interrupted: 'Was updating tasks',
      asks: 'Wants to update tasks',
    },
  ],
  agent: [
    'subagent',
    { agentType: 'researcher', task: 'find it' },
    {
      streaming: 'Briefing Researcher: find it',
      running: 'Researcher is working: find it',
      done: 'Researcher finished: find it',
      failed: 'Researcher failed: find it',
      denied: 'Researcher was not started: find it',
      interrupted: 'Researcher was working: find it',
      asks: 'Wants to start Researcher: find it',
    },
  ],
  workflow: [
    'workflow-release',
    {},
    {
      streaming: 'Preparing release',
      running: 'Running release',
      done: 'Ran release',
      failed: 'Could not run release',
      denied: 'Did not run release',
      interrupted: 'Was running release',
      asks: 'Wants to run release',
    },
  ],
  other: [
    'book_room',
    { room: 'Garden' },
    {
      streaming: 'Preparing book_room',
      running: 'Using book_room',
      done: 'Used book_room',
      failed: 'Could not use book_room',
      denied: 'Did not use book_room',
      interrupted: 'Was using book_room',
      asks: 'Wants to use book_room',
    },
  ],
}

describe('what a header says', () => {
  const cases = Object.entries(rows).flatMap(([kind, [toolName, input, said]]) =>
    Object.entries(said).map(([phase, text]) => [kind as ToolKind, phase as Phase, text, toolName, input] as const),
  )
  it.each(cases)('%s, %s: %s', (kind, phase, text, toolName, input) => {
    const call = callIn(phase, toolName, input)
    expect(toolKindOf(call)).toBe(kind)
    expect(title(call, kind)).toBe(text)
  })

  it('says what it can while nothing is known yet', () => {
    expect(title(callIn('streaming', 'write_file', undefined), 'write')).toBe('Writing a file')
    expect(title(callIn('streaming', 'delete_file', undefined), 'delete')).toBe('About to delete something')
    expect(title(callIn('streaming', 'grep', {}), 'search')).toBe('Searching for something')
  })

  it('names the tool where the whole input names nothing', () => {
    expect(title(callIn('asks', 'delete_file', { id: 7 }), 'delete')).toBe('Wants to use delete_file')
    expect(title(callIn('done', 'bash', {}), 'execute')).toBe('Ran bash')
  })

  it('says of an input that never was whole that it was being written, not that something ran', () => {
    const cut = (toolName: string): ToolCall => ({
      ...common,
      toolName,
      state: 'interrupted',
      reason: 'length',
      inputComplete: false,
      input: { path: 'a.ts' },
      inputText: '',
    })
    expect(title(cut('delete_file'), 'delete')).toBe('Was about to delete a.ts')
    expect(title(cut('bash'), 'execute')).toBe('Was writing a command')
  })

  it('never says a destructive verb in the present tense before it runs', () => {
    for (const phase of ['streaming', 'asks'] as const)
      expect(title(callIn(phase, 'delete_file', { path: 'a' }), 'delete')).not.toContain('Deleting')
  })

  it('sets the last part of a path apart', () => {
    const { target, targetEnd } = describeToolCall(
      callIn('done', 'read_file', { path: 'src/auth/renew.ts' }),
      'read',
      en,
    )
    expect([target.slice(0, targetEnd - 1), target.slice(targetEnd)]).toEqual(['src/auth', 'renew.ts'])
  })

  const words: Readonly<Record<InterruptReason, string>> = {
    aborted: 'Stopped',
    error: 'Run failed',
    length: 'Cut off',
    disconnected: 'Connection lost',
    'no-result': 'No result',
    cancelled: 'Cancelled',
    expired: 'Expired',
    superseded: 'Skipped',
    'answered-elsewhere': 'Answered elsewhere',
  }
  it.each(Object.entries(words))('interrupted by %s: %s', (reason, word) => {
    const call: ToolCall = {
      ...(callIn('interrupted', 'bash', { command: 'ls' }) as ToolCallIn<'interrupted'> & { inputComplete: true }),
      reason: reason as InterruptReason,
    }
    expect(describeToolCall(call, 'execute', en).word).toBe(word)
  })

  it('says the exit code of a command that failed in place of the word', () => {
    const call = { ...callIn('done', 'bash', { command: 'ls' }), shell: { chunks: [], exitCode: 2, success: false } }
    expect(describeToolCall(call, 'execute', en)).toMatchObject({ word: 'Exit 2', tone: 'danger' })
  })

  it.each([{ exitCode: 1 }, { stdout: '', exit_code: 1 }])(
    'finds the exit code in the result of a command: %j',
    output => {
      const call: ToolCall = {
        ...(callIn('done', 'bash', { command: 'ls' }) as ToolCallIn<'output-available'>),
        output,
      }
      expect(describeToolCall(call, 'execute', en)).toMatchObject({ word: 'Exit 1', tone: 'danger' })
      expect(describeToolCall(call, 'other', en)).toMatchObject({ word: 'Done' })
      const hidden: ToolCall = { ...call, display: { output: { suppress: true } } }
      expect(describeToolCall(hidden, 'execute', en)).toMatchObject({ word: 'Done' })
    },
  )

  it.each([{ exitCode: 0 }, { exitCode: 'none' }, 'exitCode: 1', null])(
    'says done for a command that gave %j',
    output => {
      const call: ToolCall = {
        ...(callIn('done', 'bash', { command: 'ls' }) as ToolCallIn<'output-available'>),
        output,
      }
      expect(describeToolCall(call, 'execute', en)).toMatchObject({ word: 'Done' })
    },
  )
})

describe('facts', () => {
  const facts = (call: ToolCall, kind: ToolKind) => factsOf(call, kind, en).map(({ text }) => text)

  it('counts the lines that are written', () => {
    expect(facts(callIn('streaming', 'write_file', { path: 'a', content: 'one\ntwo' }), 'write')).toEqual(['2 lines'])
    expect(facts(callIn('done', 'write_file', { path: 'a', content: 'one\n' }), 'write')).toEqual(['1 line'])
  })

  it('counts changed lines, not lines that are merely repeated', () => {
    const edit = (input: unknown) => facts(callIn('done', 'edit_file', input), 'edit')
    expect(edit({ path: 'a', old_string: 'a\nb\nc', new_string: 'A\nb\nC\nd' })).toEqual(['+3', '\u22122'])
    expect(edit({ path: 'a', old_string: '', new_string: 'x\ny\n' })).toEqual(['+2', '\u22120'])
    expect(
      edit({
        path: 'a',
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'c', new_string: '' },
        ],
      }),
    ).toEqual(['+1', '\u22122'])
    expect(edit({ path: 'a', patch: '--- a\n+++ b\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n+3\n' })).toEqual(['+2', '\u22121'])
  })

  it('claims no changes while the edit is half written', () => {
    expect(facts(callIn('streaming', 'edit_file', { path: 'a', old_string: 'a', new_string: '' }), 'edit')).toEqual([])
  })

  it('counts hits, and files where each hit names one', () => {
    const search = (output: unknown): ToolCall => ({ ...callIn('done', 'grep', { pattern: 'x' }), output }) as ToolCall
    expect(facts(search([{ file: 'a' }, { file: 'a' }, { file: 'b' }]), 'search')).toEqual(['3 hits in 2 files'])
    expect(facts(search({ results: ['a', 'b'] }), 'search')).toEqual(['2 hits'])
    expect(facts(search([]), 'search')).toEqual(['0 hits'])
    expect(facts(search('text'), 'search')).toEqual([])
  })

  it('shows progress only where a total is known', () => {
    const running = (progress: unknown): ToolCall =>
      ({ ...callIn('running', 'bash', { command: 'x' }), running: { by: 'server', since: 0, progress } }) as ToolCall
    expect(facts(running({ progress: 29, total: 34 }), 'execute')).toEqual(['29 of 34'])
    expect(progressOf(running({ progress: 0.5 }))).toBeUndefined()
    expect(progressOf(running({ progress: 40, total: 34 }))).toEqual({ done: 34, total: 34 })
    expect(progressOf(running(Number.NaN))).toBeUndefined()
  })

  it('counts nothing that may not be drawn', () => {
    const call: ToolCall = {
      ...callIn('done', 'write_file', { path: 'a', content: 'one\ntwo' }),
      display: { input: { suppress: true } },
    }
    expect(facts(call, 'write')).toEqual([])
  })
})

describe('elapsed time and groups', () => {
  it.each([
    [400, '0.4 s'],
    [12_000, '12 s'],
    [64_000, '1 min 04 s'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(en.header.elapsed(milliseconds).replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('says in one line what was done', () => {
    expect(
      en.group.summary([
        ['read', 4],
        ['search', 2],
        ['execute', 3],
      ]),
    ).toBe('Read 4 files, searched twice, ran 3 commands')
    expect(
      en.group.summary([
        ['other', 1],
        ['search', 1],
        ['think', 3],
      ]),
    ).toBe('Used 1 tool, searched once, thought 3 times')
  })
})
