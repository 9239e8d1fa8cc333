import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumLaunchOptions } from '../support/chromium-launch.ts'
import { packApp, projectRoot, type PackedApp } from '../support/packed-app.ts'

/** An app that has React 18.2 and nothing newer. */
let app: PackedApp
let browser: Browser
beforeAll(async () => {
  app = packApp()
  for (const name of ['react', 'react-dom']) {
    const at = join(app.folder, 'node_modules', name)
    rmSync(at, { recursive: true, force: true })
    mkdirSync(join(at, '..'), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules', `${name}-18`), at, 'junction')
  }
  writeFileSync(join(app.folder, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(app.folder, 'page.js'), PAGE)
  browser = await chromium.launch(chromiumLaunchOptions())
})
afterAll(async () => {
  await browser.close()
  rmSync(app.folder, { recursive: true, force: true })
})

const PAGE = `
import { createElement, version } from 'react'
import { createToolCallSession, PendingToolCalls, ToolCallGroup, ToolCallProvider, ToolCallView } from 'react-tool-calls'

const stored = [
  { toolCallId: 'one', toolName: 'read_file', state: 'output-available', input: { path: 'a.ts' }, output: 'text' },
  { toolCallId: 'two', toolName: 'write_file', state: 'output-available', input: { path: 'b.ts', content: 'x' }, output: 'ok' },
  { toolCallId: 'three', toolName: 'delete_file', state: 'approval-requested', input: { path: 'c.ts' }, approval: { approvalId: 'three' } },
]
export { version }
export const answers = []
export function Page() {
  const session = createToolCallSession({ initialToolCalls: stored, host: { respond: async all => { answers.push(...all.map(({ response }) => response)) } } })
  return createElement(ToolCallProvider, { session },
    createElement(ToolCallGroup, { calls: session.getToolCalls().slice(0, 2), turn: 'past' }),
    stored.map(({ toolCallId }) => createElement(ToolCallView, { key: toolCallId, toolCallId })),
    createElement(PendingToolCalls))
}
`

/** With one React for everything, as the app would have it. */
async function bundle(code: string, platform: 'node' | 'browser'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: app.folder },
    bundle: true,
    write: false,
    platform,
    format: platform === 'node' ? 'cjs' : 'iife',
    define: { 'process.env.NODE_ENV': '"development"' },
    alias: {
      react: join(projectRoot, 'node_modules/react-18'),
      'react-dom': join(projectRoot, 'node_modules/react-dom-18'),
    },
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

describe('with React 18.2', () => {
  it('draws on a server, and takes over in the browser without a warning', async () => {
    const server = await bundle(
      `import { createElement } from 'react'
       import { renderToString } from 'react-dom/server'
       import { Page, version } from './page.js'
       process.stdout.write(JSON.stringify({ version, html: renderToString(createElement(Page)) }))`,
      'node',
    )
    writeFileSync(join(app.folder, 'server.cjs'), server)
    const printed = execFileSync(process.execPath, ['server.cjs'], { cwd: app.folder, encoding: 'utf8' })
    const { version, html } = JSON.parse(printed) as { version: string; html: string }
    expect(version).toBe('18.2.0')
    expect(html).toContain('Read 1 file, wrote 1 file')
    expect(html).toContain('Wants to delete')

    const client = await bundle(
      `import { createElement } from 'react'
       import { hydrateRoot } from 'react-dom/client'
       import { answers, Page } from './page.js'
       window.answers = answers
       hydrateRoot(document.getElementById('root'), createElement(Page), { onRecoverableError: error => console.error(String(error)) })`,
      'browser',
    )
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', error => problems.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
    })
    const styles = readFileSync(join(app.installed, 'dist/styles.css'), 'utf8')
    await page.setContent(`<style>${styles}</style><div id="root">${html}</div>`)
    await page.addScriptTag({ content: client })
    await page
      .getByRole('group', { name: /Wants to delete/ })
      .last()
      .waitFor()
    // Buttons take no press that comes at once with the prompt.
    await page.locator('form[data-armed="true"]').first().waitFor()
    await page.getByRole('button', { name: 'Approve' }).first().click()
    await page.getByText('Approved by you').first().waitFor()
    expect(await page.evaluate('window.answers')).toEqual([{ type: 'approval', approved: true }])
    expect(problems).toEqual([])
  })
})
