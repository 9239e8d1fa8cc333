import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LanguageModel } from 'ai'
import type { Env, Hono } from 'hono'
import type { createMastraServer as CreateMastraServer } from './create-mastra-server.ts'

export interface MastraOptions {
  /**
   * Where the workspace and the database lie. A server that is started again with the same folder knows the conversations.
   *
   * @default a folder of its own, removed with the process
   */
  folder?: string | undefined
}

const PREFIX = '/api/mastra'

/** Serves a Mastra AgentController, `coder`, under `/api/mastra`. Mastra is loaded with the first request. */
export function mountMastra<AppEnv extends Env>(
  app: Hono<AppEnv>,
  { model, folder }: MastraOptions & { model: LanguageModel },
): void {
  let server: Promise<{ fetch(request: Request): Response | Promise<Response> }> | undefined
  app.all(`${PREFIX}/*`, async context => {
    const { method, raw } = context.req
    const type = context.req.header('content-type')
    // A page of another origin can post plain text unasked, but not JSON; what is approved here runs in a shell.
    if (method !== 'GET' && type !== undefined && !type.startsWith('application/json'))
      return context.text('The body must be application/json.', 415)
    server ??= load().then(({ createMastraServer }) =>
      createMastraServer({ model, prefix: PREFIX, folder: folder ?? temporaryFolder() }),
    )
    return (await server).fetch(raw)
  })
}

// Vite bundles its configuration, and a bundler would load Mastra at once: seconds before the page is there.
function load(): Promise<{ createMastraServer: typeof CreateMastraServer }> {
  return import(/* @vite-ignore */ new URL('create-mastra-server.ts', import.meta.url).href) as never
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'react-tool-calls-mastra-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
