/**
 * What `npm test` runs: every check of the project, then every test.
 *
 *     npm test                        everything
 *     npm test -- test/unit/a.test.ts only vitest, with these arguments (any of vitest's)
 *     npm run test:all                everything, longer searches for counter-examples, and React 18 (from the registry)
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TestCounts, closingLine } from '../test/support/test-counts.ts'
import { ensureChromium } from './chromium.ts'

interface Step {
  name: string
  command: string
  needs?: string
}

/** All but the tests. Two run at a time, in this order, each once the step it `needs` has passed. */
const checks: Step[] = [
  { name: 'build', command: 'npm run --silent build' },
  { name: 'types', command: 'tsc -p .' },
  { name: 'types with ai 6', command: 'tsc -p test/types/ai-v6' },
  { name: 'lint', command: 'npm run --silent lint' },
  { name: 'storybook', command: 'npm run --silent build-storybook' },
  { name: 'format', command: 'npm run --silent format:check' },
  { name: 'unused code', command: 'knip' },
  { name: 'publint', command: 'npm run --silent check:publint', needs: 'build' },
  { name: 'package types', command: 'npm run --silent check:attw', needs: 'build' },
  { name: 'size', command: 'npm run --silent size', needs: 'build' },
]

const root = fileURLToPath(new URL('..', import.meta.url))
const { NODE_ENV: _, ...inherited } = process.env
const env: NodeJS.ProcessEnv = {
  ...inherited,
  PATH: join(root, 'node_modules', '.bin') + delimiter + process.env['PATH'],
  STORYBOOK_DISABLE_TELEMETRY: '1',
}

await main(process.argv.slice(2))

async function main(options: string[]): Promise<void> {
  const all = options.includes('--all')
  if (all) env['TEST_ALL'] = '1'
  const vitestOptions = options.filter(option => option !== '--all')

  const counts: TestCounts = { passed: 0, failed: 0, skipped: 0 }
  try {
    env['CHROMIUM_PATH'] = ensureChromium()
    if (vitestOptions.length === 0) counts.failed += await runChecks()
    if (
      all &&
      counts.failed === 0 &&
      !(await runCheck({ name: 'mutants', command: 'npm run --silent task:test:mutants' }))
    )
      counts.failed += 1
    if (counts.failed === 0) {
      const tests = await runVitest(vitestOptions)
      counts.passed += tests.passed
      counts.failed += tests.failed
      counts.skipped += tests.skipped
    }
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`)
    counts.failed += 1
  }

  // Options like -t skip tests on purpose.
  const skippedByMistake = vitestOptions.length === 0 && counts.skipped > 0
  if (counts.failed === 0 && skippedByMistake) console.error('\nSkipped tests count as a failed run.')
  if (counts.failed === 0 && counts.passed === 0) console.error('\nNo test ran, which counts as a failed run.')
  process.exitCode = counts.failed === 0 && !skippedByMistake && counts.passed > 0 ? 0 : 1
  console.log(`\n${closingLine(counts)}`)
}

/** Returns how many steps failed. After the first failure no new step starts; the one beside it finishes. */
async function runChecks(): Promise<number> {
  const waiting = [...checks]
  const done = new Set<string>()
  let failed = 0

  // When nothing is ready, the other worker is busy with what the rest needs, and carries on after it.
  const worker = async () => {
    while (failed === 0) {
      const index = waiting.findIndex(step => !step.needs || done.has(step.needs))
      if (index < 0) return
      const [step] = waiting.splice(index, 1)
      if (!step) return
      if (await runCheck(step)) done.add(step.name)
      else failed += 1
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

async function runCheck(step: Step): Promise<boolean> {
  const start = performance.now()
  const { code, output } = await run(step.command)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
  if (code !== 0)
    console.log(`\n> ${step.command}\n${output.trimEnd()}\n\n"${step.name}" failed; its output is above.\n`)
  return code === 0
}

async function runVitest(options: string[]): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'react-tool-calls-'))
  env['TEST_COUNTS_FILE'] = join(folder, 'counts.json')
  try {
    const start = performance.now()
    const code = await runLive('vitest', ['run', ...options])
    const counts = readCounts(env['TEST_COUNTS_FILE'])
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} tests (${((performance.now() - start) / 1000).toFixed(1)} s)`)
    if (!counts) throw new Error(`vitest ended with code ${code} before it had a result.`)
    if (code !== 0 && counts.failed === 0) throw new Error(`vitest ended with code ${code} although no test failed.`)
    return counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readCounts(file: string): TestCounts | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function run(command: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: root, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const append = (piece: string) => (output += piece)
    child.stdout.setEncoding('utf8').on('data', append)
    child.stderr.setEncoding('utf8').on('data', append)
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

function runLive(command: string, options: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const program = join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${command}.cmd` : command)
    const child = spawn(program, options, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
    child.on('error', reject)
    child.on('close', code => resolve(code ?? 1))
  })
}
