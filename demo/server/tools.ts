import { setTimeout as delay } from 'node:timers/promises'
import { tool } from 'ai'
import type { ToolApprovalConfiguration } from 'ai'
import { z } from 'zod'
import type { DemoControl } from './control.ts'

export interface DemoToolsOptions {
  /** The virtual project: path to content. Tools change it in place and never touch the disk. */
  files: Map<string, string>
  beforeToolOutput?: DemoControl['beforeToolOutput'] | undefined
}

export type DemoTools = ReturnType<typeof createDemoTools>

/** The tools that the demo's model may call. */
export function createDemoTools({ files, beforeToolOutput }: DemoToolsOptions) {
  return {
    write_file: tool({
      description: 'Writes a text file of the project, replacing it if it exists.',
      inputSchema: z.object({ path, content: z.string().describe('The whole text of the file.') }),
      execute: ({ path, content }) => {
        const existed = files.has(path)
        files.set(path, content)
        return { path, created: !existed, lines: countLines(content), characters: content.length }
      },
    }),
    read_file: tool({
      description: 'Reads a text file of the project.',
      inputSchema: z.object({ path }),
      execute: ({ path }) => ({ path, content: readFile(files, path) }),
    }),
    search_files: tool({
      description: 'Finds the lines of the project that contain a text.',
      inputSchema: z.object({ pattern: z.string().min(1).describe('Plain text; upper and lower case are the same.') }),
      execute: ({ pattern }) => {
        const wanted = pattern.toLowerCase()
        const matches = [...files].flatMap(([path, content]) =>
          content
            .split('\n')
            .flatMap((text, index) =>
              text.toLowerCase().includes(wanted) ? [{ path, line: index + 1, text: text.trim() }] : [],
            ),
        )
        return { pattern, matches }
      },
    }),
    delete_file: tool({
      description: 'Deletes a file of the project. A person is asked first.',
      inputSchema: z.object({ path }),
      execute: ({ path }) => {
        readFile(files, path)
        files.delete(path)
        return { deleted: path }
      },
    }),
    run_tests: tool({
      description: 'Runs a test suite of the project and reports while it runs.',
      inputSchema: z.object({ suite: z.enum(['unit', 'checkout', 'all']) }),
      execute: async function* ({ suite }, { abortSignal, toolCallId }) {
        const output: string[] = []
        for (const [index, name] of testNames.entries()) {
          const info = { toolName: 'run_tests', toolCallId, index, count: testNames.length, signal: abortSignal }
          await (beforeToolOutput === undefined
            ? delay(450, undefined, abortSignal && { signal: abortSignal })
            : beforeToolOutput(info))
          abortSignal?.throwIfAborted()
          output.push(name.endsWith('(skipped)') ? `- ${name}` : `ok ${index + 1} ${name}`)
          const skipped = output.filter(line => line.startsWith('- ')).length
          yield {
            suite,
            finished: output.length,
            total: testNames.length,
            passed: output.length - skipped,
            skipped,
            output: output.join('\n'),
          }
        }
      },
    }),
    fetch_url: tool({
      description: 'Fetches a page as text.',
      inputSchema: z.object({ url: z.url() }),
      execute: ({ url }): { text: string } => {
        throw new Error(
          `fetch_url cannot open ${url}: this demo has no network. Use read_file for the project's own documents.`,
        )
      },
    }),
    get_setting: tool({
      description: 'Looks up one setting of the project.',
      inputSchema: z.object({ name: z.enum(['retries', 'telemetry', 'prefix', 'proxy']) }),
      execute: ({ name }) => settings[name],
    }),
  }
}

/** Which calls a person is asked about, and why. */
export const toolApproval = {
  delete_file: ({ path }) => ({
    type: 'user-approval',
    reason: `Deletes ${path} for good: the project keeps no copy.`,
  }),
} satisfies ToolApprovalConfiguration<DemoTools, never>

const path = z.string().min(1).describe('A path inside the project, like src/main.ts.')

const settings = { retries: 0, telemetry: false, prefix: '', proxy: null }

const testNames = [
  'adds an item to the cart',
  'keeps the order of items',
  'adds up the prices',
  'sells nothing for an empty cart',
  'rounds to the smallest coin (skipped)',
  'prints the bill',
  'opens the till',
  'closes the till',
]

function readFile(files: ReadonlyMap<string, string>, path: string): string {
  const content = files.get(path)
  if (content === undefined)
    throw new Error(`There is no file ${path}. The project has: ${[...files.keys()].join(', ')}.`)
  return content
}

function countLines(content: string): number {
  return content === '' ? 0 : content.replace(/\n$/, '').split('\n').length
}
