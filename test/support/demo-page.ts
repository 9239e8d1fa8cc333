import { createServer, type ViteDevServer } from 'vite'
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright'
import { demoViteConfig } from '../../demo/vite-config.ts'
import { createScriptedModel, type ScriptedPartInfo } from '../../demo/server/scripted-model.ts'
import type { DemoControl } from '../../demo/server/control.ts'
import { chromiumLaunchOptions } from './chromium-launch.ts'

type ModelCall = Parameters<NonNullable<NonNullable<Parameters<typeof createScriptedModel>[0]>['onCall']>>[0]

/** The demo on its real server, in Chromium. The test holds the model's stream and sees what the model was given. */
export interface DemoPage {
  open(options?: BrowserContextOptions): Promise<Page>
  /** Every call of the model, oldest first. */
  readonly modelCalls: readonly ModelCall[]
  /** Holds a scene before that part until `release`. */
  holdAt(scenario: string, ...indexes: number[]): void
  /** Resolves when a held part is reached. */
  reached(index: number): Promise<void>
  release(index: number): void
  /** The next requests are answered so. */
  answerWith(...responses: Response[]): void
  close(): Promise<void>
}

export async function startDemo(): Promise<DemoPage> {
  const modelCalls: ModelCall[] = []
  const gates = new Map<number, Gate>()
  const answers: Response[] = []
  let held = ''
  const control: DemoControl = { beforeRequest: request => (request.method === 'POST' ? answers.shift() : undefined) }
  const model = createScriptedModel({
    beforePart: ({ scenario, index, step }: ScriptedPartInfo) => {
      const gate = scenario === held && step === 0 ? gates.get(index) : undefined
      gate?.reach()
      return gate?.released
    },
    onCall: call => void modelCalls.push(call),
  })
  const config = demoViteConfig({ model, control })
  const server: ViteDevServer = await createServer({
    ...config,
    server: { ...config.server, port: 0 },
    logLevel: 'error',
  })
  await server.listen()
  const address = server.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('The demo server did not start.')
  const browser: Browser = await chromium.launch(chromiumLaunchOptions())
  const url = `http://127.0.0.1:${address.port}/`
  // one context: its cache spares every page after the first the loading of all modules
  const shared = await browser.newContext()
  return {
    modelCalls,
    async open(options) {
      const page = options ? await browser.newPage(options) : await shared.newPage()
      page.setDefaultTimeout(10_000)
      // the first page has the server transform every module
      await page.goto(url, { timeout: 60_000 })
      return page
    },
    holdAt(scenario, ...indexes) {
      held = scenario
      gates.clear()
      for (const index of indexes) gates.set(index, createGate())
    },
    reached: async index => gates.get(index)?.reached,
    release: index => gates.get(index)?.release(),
    answerWith: (...responses) => void answers.push(...responses),
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

interface Gate {
  readonly reached: Promise<void>
  readonly released: Promise<void>
  reach(): void
  release(): void
}

function createGate(): Gate {
  let reach = () => {}
  let release = () => {}
  const reached = new Promise<void>(resolve => (reach = resolve))
  const released = new Promise<void>(resolve => (release = resolve))
  return { reached, released, reach, release }
}
