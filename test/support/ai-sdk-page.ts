import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import react from '@vitejs/plugin-react'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { createServer } from 'vite'
import { sourceAliases } from '../../scripts/entries.ts'
import { type AiSdkServer, type AiSdkServerOptions, createAiSdkServer } from './ai-sdk-server.ts'
import { chromiumLaunchOptions } from './chromium-launch.ts'

/** A page on `useToolChat` of one version of the AI SDK and its server of the same version, in Chromium. */
export interface AiSdkPage {
  readonly server: AiSdkServer
  open(query: string): Promise<Page>
  close(): Promise<void>
}

export async function startAiSdkPage(options: AiSdkServerOptions): Promise<AiSdkPage> {
  const { version } = options
  const server = createAiSdkServer(options)
  const listener = getRequestListener(request => server.fetch(request), { overrideGlobalObjects: false })
  const [ai, aiReact] = version === 6 ? ['ai-v6', 'ai-sdk-react-v3'] : ['ai', '@ai-sdk/react']
  const vite = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('ai-sdk-page', import.meta.url)),
    cacheDir: fileURLToPath(new URL(`../../node_modules/.vite-ai-${version}`, import.meta.url)),
    logLevel: 'error',
    plugins: [
      react(),
      {
        name: 'chat-server',
        configureServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            if (request.url?.startsWith('/api/')) void listener(request, response)
            else next()
          })
        },
      },
    ],
    resolve: {
      alias: [...sourceAliases, { find: /^ai$/, replacement: ai }, { find: /^@ai-sdk\/react$/, replacement: aiReact }],
      dedupe: ['react', 'react-dom'],
    },
    optimizeDeps: { include: ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client', ai, aiReact] },
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] },
    },
  })
  await vite.listen()
  const address = vite.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('The page was not served.')
  const browser = await chromium.launch(chromiumLaunchOptions())
  const context: BrowserContext = await browser.newContext()
  return {
    server,
    async open(query) {
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      await page.goto(`http://127.0.0.1:${address.port}/?${query}`, { timeout: 60_000 })
      await page.getByLabel('Message').waitFor()
      return page
    },
    async close() {
      await browser.close()
      await vite.close()
    },
  }
}
