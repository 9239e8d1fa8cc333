import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { chromium } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDemoApp } from '../../demo/server/app.ts'
import { createScriptedModel } from '../../demo/server/scripted-model.ts'
import { chromiumLaunchOptions } from '../support/chromium-launch.ts'
import { packApp, projectRoot, type PackedApp } from '../support/packed-app.ts'

let app: PackedApp
let server: Server | undefined
beforeAll(() => {
  app = packApp()
})
afterAll(() => {
  server?.close()
  rmSync(app.folder, { recursive: true, force: true })
})

it('the start of the README and its tool type-check; the start builds against the tarball and runs', async () => {
  const code = readmeCode('start')
  const tool = readmeCode('tool')
  expect(tool.trim().split('\n').length).toBeLessThanOrEqual(11)
  writeFileSync(join(app.folder, 'tool.tsx'), tool)
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(20)
  writeFileSync(join(app.folder, 'chat.tsx'), code)
  writeFileSync(join(app.folder, 'main.tsx'), MAIN)
  writeFileSync(join(app.folder, 'index.html'), PAGE)
  writeFileSync(join(app.folder, 'app.css'), ':root { color-scheme: light dark }')
  writeFileSync(join(app.folder, 'css.d.ts'), "declare module '*.css'")
  writeFileSync(
    join(app.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: TYPES, files: ['chat.tsx', 'tool.tsx', 'css.d.ts'] }),
  )
  for (const name of ['@types/react', '@types/react-dom', 'csstype', 'zod']) app.link(name)
  execFileSync(process.execPath, [join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', app.folder], {
    encoding: 'utf8',
  })

  await build({
    configFile: false,
    root: app.folder,
    logLevel: 'error',
    build: { outDir: 'built' },
  })
  const url = await serve(join(app.folder, 'built'))
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(10_000)
    await page.goto(url)
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('[data-slot="tc-prompt"][data-armed="true"]').waitFor()
    // a bundler's own defaults lower the colours; they must be right all the same
    const colour = () =>
      page.getByRole('button', { name: 'Approve' }).evaluate(button => getComputedStyle(button).backgroundColor)
    expect(await colour()).toBe('rgb(31, 32, 36)')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colour()).toBe('rgb(237, 237, 240)')
    await page.locator('[data-slot="tc-prompt"][data-armed="true"]').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.locator('[data-slot="tc-tool-call"][data-state="output-available"]').waitFor()
  } finally {
    await browser.close()
  }
}, 90_000)

/** The code block after a mark like `<!-- start -->`. */
function readmeCode(mark: string): string {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  const match = new RegExp(`<!-- ${mark} -->\\n\`\`\`tsx\\n([\\s\\S]*?)\`\`\``).exec(readme)
  if (!match?.[1]) throw new Error(`README.md has no code block after <!-- ${mark} -->.`)
  return match[1]
}

/** The built page, and a real `streamText` server where `useChat` looks for it. */
async function serve(folder: string): Promise<string> {
  const demo = createDemoApp({ model: createScriptedModel({ beforePart: () => {} }) })
  const site = new Hono()
  site.post('/api/chat', context =>
    demo.fetch(new Request(new URL('/api/ai-sdk/chat', context.req.url), context.req.raw)),
  )
  site.get('/*', context => {
    const path = context.req.path === '/' ? '/index.html' : context.req.path
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html'
    return context.body(readFileSync(join(folder, path), 'utf8'), 200, { 'content-type': type })
  })
  const listener = getRequestListener(site.fetch)
  server = createServer((request, response) => void listener(request, response))
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server did not start.')
  return `http://127.0.0.1:${address.port}/`
}

const MAIN = `import { createRoot } from 'react-dom/client'
import { Chat } from './chat.tsx'
import './app.css'
createRoot(document.getElementById('root')!).render(<Chat />)
`
const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/main.tsx"></script>'
const TYPES = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
}
