import { getRequestListener } from '@hono/node-server'
import type { LanguageModel } from 'ai'
import type { Connect, Plugin } from 'vite'
import { createDemoApp } from './app.ts'
import type { DemoControl } from './control.ts'
import type { MastraOptions } from './mastra/mount-mastra.ts'
import { createDemoModel } from './model.ts'

export interface DemoServerOptions {
  /** @default the model that the environment names, else the scripted one */
  model?: LanguageModel | undefined
  control?: DemoControl | undefined
  mastra?: MastraOptions | undefined
}

/** Serves the demo's backend under `/api/`, in the same process as the page. */
export function demoServer({ model = createDemoModel(), control, mastra }: DemoServerOptions = {}): Plugin {
  const app = createDemoApp({ model, control, mastra })
  // Vite lives in this process too, so its globals stay as they are.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const mount = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use((request, response, next) => {
      if (request.url?.startsWith('/api/') === true) void listener(request, response)
      else next()
    })
  }
  return { name: 'demo-server', configureServer: mount, configurePreviewServer: mount }
}
