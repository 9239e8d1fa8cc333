import { request } from 'node:http'
import { createServer, type Plugin } from 'vite'
import { chromium, type BrowserContextOptions, type Page } from 'playwright'
import react from '@vitejs/plugin-react'
import { demoViteConfig } from '../../demo/vite-config.ts'
import { chromiumLaunchOptions } from './chromium-launch.ts'
import { startMastra, type MastraTestServer } from './mastra-server.ts'

/** The demo's Mastra page in Chromium; its server runs in a process of its own that can be killed and started again. */
export interface MastraDemo {
  readonly server: MastraTestServer
  open(options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

export async function startMastraDemo(): Promise<MastraDemo> {
  const server = await startMastra()
  const config = demoViteConfig()
  const vite = await createServer({
    ...config,
    plugins: [react(), passOn(server)],
    server: { ...config.server, port: 0 },
    logLevel: 'error',
  })
  await vite.listen()
  const address = vite.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('The demo server did not start.')
  const browser = await chromium.launch(chromiumLaunchOptions())
  // one context: its cache spares every page after the first the loading of all modules
  const shared = await browser.newContext()
  return {
    server,
    async open(options) {
      const page = options ? await browser.newPage(options) : await shared.newPage()
      page.setDefaultTimeout(10_000)
      // the first visit loads and transforms every module
      await page.goto(`http://127.0.0.1:${address.port}/#mastra`, { timeout: 60_000 })
      return page
    },
    async close() {
      await browser.close()
      await Promise.all([vite.close(), server.close()])
    },
  }
}

/** Passes requests on to the server's process. What breaks there breaks here. */
function passOn(server: MastraTestServer): Plugin {
  return {
    name: 'pass-on',
    configureServer({ middlewares }) {
      middlewares.use((incoming, outgoing, next) => {
        if (incoming.url?.startsWith('/api/') !== true) return next()
        const { method, headers, url } = incoming
        const passed = request(new URL(url, server.url), { method, headers }, response => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(outgoing)
          response.once('close', () => outgoing.destroy())
        })
        passed.once('error', () => outgoing.destroy())
        outgoing.once('close', () => passed.destroy())
        incoming.pipe(passed)
      })
    },
  }
}
