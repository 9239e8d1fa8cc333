/**
 * `npm run test:mutants`: breaks each law on purpose and asks whether its tests notice.
 *
 * A mutant is a small change of one source file (`test/mutants/law-NN.ts`). It is applied to a copy, where it must compile, raise
 * no error outside of a test, be caught by the tests of its own law, and leave most tests of the other laws green: a mutant that
 * breaks everything would prove nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Mutant } from '../test/mutants/mutant.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** At least so many of the other laws' tests stay green. */
const GREEN = 0.9

const only = process.argv.slice(2)
const files = globSync('test/mutants/law-*.ts', { cwd: root })
  .toSorted()
  .filter(file => only.length === 0 || only.some(name => file.includes(name)))
const copy = mkdtempSync(join(tmpdir(), 'react-tool-calls-mutants-'))
let survived = 0
try {
  for (const name of [
    'src',
    'test',
    'demo',
    'scripts',
    'tsconfig.json',
    'vitest.config.ts',
    'package.json',
    '.storybook',
    'stories',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: source => !source.includes('node_modules') })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const file of files) {
    const { mutant } = (await import(pathToFileURL(join(root, file)).href)) as { mutant: Mutant }
    const problem = tryMutant(mutant)
    if (problem) survived += 1
    console.log(
      `${problem ? 'SURVIVED' : 'caught  '} ${basename(file, '.ts')}: ${mutant.breaks}${problem ? `\n         ${problem}` : ''}`,
    )
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`\n${files.length - survived} of ${files.length} mutants caught`)
process.exitCode = survived === 0 && files.length > 0 ? 0 : 1

/** Returns why the mutant proves nothing; undefined when it was caught as it should be. */
function tryMutant({ law, file, find, replace }: Mutant): string | undefined {
  const path = join(copy, 'src', file)
  const source = readFileSync(path, 'utf8')
  const count = source.split(find).length - 1
  if (count !== 1)
    return `the text to change stands ${count} times in src/${file}: the source has moved on, bring the mutant up to date`
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    const types = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--noUnusedLocals', 'false'],
      {
        cwd: copy,
        encoding: 'utf8',
      },
    )
    if (types.stdout.split('\n').some(line => line.startsWith('src/')))
      return `it does not compile: ${types.stdout.split('\n')[0]}`
    const result = runLaws()
    if (result.errors > 0) return 'it raises errors outside of the tests'
    const own = result.tests.filter(test => test.law === law)
    const others = result.tests.filter(test => test.law !== law)
    if (own.length === 0) return `there is no test of law ${law}`
    if (own.every(test => test.passed)) return `every test of law ${law} passes`
    const green = others.filter(test => test.passed).length / others.length
    return green < GREEN
      ? `only ${Math.round(green * 100)} % of the other laws' tests pass: it breaks too much`
      : undefined
  } finally {
    writeFileSync(path, source)
  }
}

function runLaws(): { tests: { law: number; passed: boolean }[]; errors: number } {
  const output = join(copy, 'laws.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  try {
    execFileSync(
      process.execPath,
      [vitest, 'run', '--project', 'unit', 'test/unit/laws/law-', '--reporter', 'json', '--outputFile', output],
      {
        cwd: copy,
        stdio: 'ignore',
      },
    )
  } catch {
    // tests that fail are what is wanted
  }
  const report = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { name: string; assertionResults: { status: string }[]; message?: string }[]
    numRuntimeErrorTestSuites?: number
  }
  const tests = report.testResults.flatMap(({ name, assertionResults }) => {
    const law = Number(/law-(\d+)/.exec(name)?.[1])
    return assertionResults.map(({ status }) => ({ law, passed: status === 'passed' }))
  })
  return { tests, errors: report.numRuntimeErrorTestSuites ?? 0 }
}
