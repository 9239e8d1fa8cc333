import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Agent } from '@mastra/core/agent'
import { AgentController } from '@mastra/core/agent-controller'
import { Mastra } from '@mastra/core/mastra'
import { askUserTool, createTool, submitPlanTool } from '@mastra/core/tools'
import { LocalFilesystem, LocalSandbox, Workspace } from '@mastra/core/workspace'
import { MastraServer } from '@mastra/hono'
import { LibSQLStore } from '@mastra/libsql'
import { Memory } from '@mastra/memory'
import type { LanguageModel } from 'ai'
import { Hono } from 'hono'
import { z } from 'zod'
import { firstPlan, planPath } from './mastra-scenarios.ts'
import { toolCategories } from './tool-categories.ts'

export interface MastraServerOptions {
  model: LanguageModel
  /** Where the workspace and the database lie. */
  folder: string
  prefix: string
}

/** A real AgentController with a workspace, a shell, memory in a file, tasks and a sub-agent, served by Mastra's own routes. */
export async function createMastraServer({ model, folder, prefix }: MastraServerOptions): Promise<Hono> {
  const files = join(folder, 'workspace')
  await seedWorkspace(files)
  const storage = new LibSQLStore({ id: 'demo', url: pathToFileURL(join(folder, 'mastra.db')).href })
  const workspace = new Workspace({
    filesystem: new LocalFilesystem({ basePath: files }),
    sandbox: new LocalSandbox({ workingDirectory: files }),
    tools: {
      mastra_workspace_read_file: { name: 'read_file' },
      mastra_workspace_write_file: { name: 'write_file', requireReadBeforeWrite: false },
      mastra_workspace_delete: { name: 'delete_file' },
      // A gate of its own: after an answered question the controller lets the rest of its run pass unasked.
      mastra_workspace_execute_command: { name: 'execute_command', requireApproval: true },
    },
  })
  const memory = new Memory({ storage, options: { lastMessages: 500 } })
  const coder = new Agent({
    id: 'coder',
    name: 'coder',
    instructions: 'You help with a small project. Use the tools; say little.',
    // Mastra describes the same interface with types of its own.
    model: model as ConstructorParameters<typeof Agent>[0]['model'],
    memory,
    workspace,
    // The controller brings these two as well. With them the agent can go on by itself after a restart.
    tools: { ask_user: askUserTool, submit_plan: submitPlanTool, book_room: bookRoom },
  })
  const controller = new AgentController({
    id: 'coder',
    agent: coder,
    storage,
    memory,
    workspace,
    modes: [{ id: 'build', name: 'Build', metadata: { default: true } }],
    subagents: [
      {
        id: 'explore',
        name: 'Explore',
        description: 'Looks around and reports.',
        instructions: 'Look around and report.',
        forked: true,
      },
    ],
    toolCategoryResolver: toolName => toolCategories[toolName] ?? 'other',
    // Everything else is asked for.
    initialState: {
      permissionRules: {
        categories: { read: 'allow', other: 'allow' },
        tools: { write_file: 'allow', book_room: 'ask' },
      },
    },
  })
  const mastra = new Mastra({ agents: { coder }, agentControllers: { coder: controller }, storage, logger: false })
  const app = new Hono()
  await new MastraServer({ app, mastra, prefix }).init()
  return app
}

const bookRoom = createTool({
  id: 'book_room',
  description: 'Books a room for a meeting.',
  inputSchema: z.object({ day: z.string() }),
  outputSchema: z.object({ booked: z.string() }),
  suspendSchema: z.object({ message: z.string() }),
  resumeSchema: z.object({
    room: z.enum(['Atrium', 'Library', 'Workshop']),
    seats: z.number().int().min(1).max(20),
    projector: z.boolean().default(false),
    note: z.string().optional(),
  }),
  execute: async ({ day }, { agent }) => {
    const details = agent?.resumeData
    if (details === undefined) return agent?.suspend({ message: `Which room do you want on ${day}?` })
    return { booked: `${details.room} on ${day}, ${details.seats} seats` }
  },
})

async function seedWorkspace(folder: string): Promise<void> {
  const seeds = {
    [planPath]: firstPlan,
    'notes.md': 'The shop opens at nine.\n',
    'checks.mjs': checks,
  }
  if (existsSync(join(folder, planPath))) return
  for (const [path, content] of Object.entries(seeds)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

const checks = `const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
console.log('\\u001b[32m✓\\u001b[39m types')
await wait(150)
console.log('\\u001b[32m✓\\u001b[39m lint')
await wait(150)
console.error('\\u001b[31m✗\\u001b[39m contrast: 3.9 of 4.5')
process.exitCode = 1
`
