import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const src = join(root, 'src')

const left = ['partial-json', 'core', 'client-tools']
const adapters = ['adapters/ai-sdk', 'adapters/mastra', 'adapters/ag-ui']

/** What a folder may import from, itself aside: the arrows of the design, written out. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'partial-json': [],
  core: ['partial-json'],
  'client-tools': ['partial-json', 'core'],
  'adapters/ai-sdk': left,
  'adapters/mastra': left,
  'adapters/ag-ui': left,
  hooks: [...left, ...adapters],
  'use-tool-chat': [...left, 'adapters/ai-sdk', 'hooks'],
  components: [...left, 'hooks', 'locales'],
  locales: ['core', 'components'],
  server: [...left, ...adapters],
  testing: [...left, ...adapters],
  devtools: [...left, 'hooks', 'components', 'locales', 'testing'],
}
const folders = Object.keys(allowed)
const withReact = ['hooks', 'use-tool-chat', 'components', 'devtools']

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

describe('the sources', () => {
  const imports = globSync('**/*.{ts,tsx}', { cwd: src }).flatMap(file => importsOf(file.split(sep).join('/')))

  it('import only what stands to their left', () => {
    const wrong = imports.filter(({ from, to }) => {
      const fromFolder = folderOf(from)
      const toFolder = folderOf(to)
      if (!to.startsWith('src/') || !fromFolder || fromFolder === toFolder) return false
      return !toFolder || !allowed[fromFolder]?.includes(toFolder)
    })
    expect(wrong.map(describeImport)).toEqual([])
  })

  it('know React only from the hooks on', () => {
    const wrong = imports.filter(({ from, to }) => {
      const folder = folderOf(from)
      return /^react(-dom)?(\/|$)/.test(to) && (folder ? !withReact.includes(folder) : from === 'src/core.ts')
    })
    expect(wrong.map(describeImport)).toEqual([])
  })

  it('take types only from the AI SDK, but for useToolChat', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        /^(ai|@ai-sdk\/[^/]+)(\/|$)/.test(to) && !typeOnly && folderOf(from) !== 'use-tool-chat',
    )
    expect(wrong.map(describeImport)).toEqual([])
  })

  it('live in folders that the arrows know', () => {
    const files = globSync('*/**/*.{ts,tsx}', { cwd: src }).map(file => `src/${file.split(sep).join('/')}`)
    expect(files.filter(file => !folderOf(file))).toEqual([])
  })
})

describe('the linter', { timeout: 30_000 }, () => {
  const pairs = folders.flatMap(from => folders.filter(to => to !== from).map(to => ({ from, to })))

  it('forbids exactly what the arrows forbid', () => {
    const files = Object.fromEntries(
      pairs.map(({ from, to }) => [`src/${from}/to-${to.replace('/', '-')}.ts`, importLine(from, to)]),
    )
    const expected = pairs
      .filter(({ from, to }) => !allowed[from]?.includes(to))
      .map(({ from, to }) => `${from} → ${to}`)
    const reported = lint(files)
    const found = pairs.filter(({ from, to }) => reported.has(`src/${from}/to-${to.replace('/', '-')}.ts`))
    expect(found.map(({ from, to }) => `${from} → ${to}`)).toEqual(expected)
  })

  it.each([
    ['React in core', 'src/core/a.ts', `import { useState } from 'react'\nexport const a = useState\n`],
    [
      'React in an adapter',
      'src/adapters/mastra/a.ts',
      `import { createRoot } from 'react-dom/client'\nexport const a = createRoot\n`,
    ],
    [
      'a guard from ai',
      'src/adapters/ai-sdk/a.ts',
      `import { isToolUIPart } from 'ai'\nexport const a = isToolUIPart\n`,
    ],
    [
      'useChat in a component',
      'src/components/a.ts',
      `import { useChat } from '@ai-sdk/react'\nexport const a = useChat\n`,
    ],
    ['hooks from the core entry', 'src/core.ts', `export { useToolCall } from './hooks/use-tool-call.ts'\n`],
    [
      'a backend from the main entry',
      'src/index.ts',
      `export { useToolChat } from './use-tool-chat/use-tool-chat.ts'\n`,
    ],
    ['a default export', 'src/core/a.ts', `export default 1\n`],
    ['any', 'src/core/a.ts', `export const a = (b: any): unknown => b\n`],
  ])('forbids %s', (_, file, text) => {
    expect([...lint({ [file]: text })]).toEqual([file])
  })

  it.each([
    ['types from ai', 'src/adapters/ai-sdk/a.ts', `import type { UIMessage } from 'ai'\nexport type A = UIMessage\n`],
    [
      'useChat in useToolChat',
      'src/use-tool-chat/a.ts',
      `import { useChat } from '@ai-sdk/react'\nexport const a = useChat\n`,
    ],
    ['React in a hook', 'src/hooks/a.ts', `import { useState } from 'react'\nexport const a = useState\n`],
  ])('allows %s', (_, file, text) => {
    expect([...lint({ [file]: text })]).toEqual([])
  })
})

function folderOf(file: string): string | undefined {
  return folders.find(folder => file.startsWith(`src/${folder}/`))
}

function describeImport({ from, to }: Import): string {
  return `${from} imports ${to}`
}

function importsOf(file: string): Import[] {
  const path = join(src, file)
  const { module, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const from = `src/${file}`
  const to = (specifier: string) => (specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier)

  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from,
      to: to(moduleRequest.value),
      typeOnly: entries.length > 0 && entries.every(entry => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ from, to: to(moduleRequest.value), typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => {
      const specifier = readFileSync(path, 'utf8').slice(moduleRequest.start + 1, moduleRequest.end - 1)
      return { from, to: to(specifier), typeOnly: false }
    }),
  ]
}

function importLine(from: string, to: string): string {
  return `import { a } from '${posix.relative(`src/${from}`, `src/${to}/a.ts`)}'\nexport const b = a\n`
}

/** Which of the files break a rule of this project's lint configuration. */
function lint(files: Readonly<Record<string, string>>): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'react-tool-calls-lint-'))
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
    let output: string
    try {
      output = execFileSync(process.execPath, [oxlint, '--format', 'json'], { cwd: folder, encoding: 'utf8' })
    } catch (error) {
      // Its exit code is 1 when it found something.
      output = (error as { stdout: string }).stdout
    }
    const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string }[] }
    return new Set(diagnostics.map(({ filename }) => toPosix(filename, folder)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function toPosix(file: string, folder: string): string {
  const path = file.startsWith(folder) ? relative(folder, file) : file
  return path.split(sep).join('/')
}
