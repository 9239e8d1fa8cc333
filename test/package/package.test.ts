import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { entries, stylesheets } from '../../scripts/entries.ts'
import { npm, packApp, projectRoot, type PackedApp } from '../support/packed-app.ts'

const root = projectRoot
const subpaths = Object.keys(entries)
const withoutReact = ['./core', './mastra', './ag-ui', './server', './testing'].filter(subpath => subpath in entries)

/** Fetched from the registry, so with `npm run test:all` only. */
const oldReacts = process.env['TEST_ALL'] === '1' ? ['18.2.0', '18.3.1'] : []

let app: PackedApp
beforeAll(() => {
  app = packApp()
})
afterAll(() => rmSync(app.folder, { recursive: true, force: true }))

describe('the tarball', () => {
  it('holds the build, the manifest, the licence and the readme, and nothing else', () => {
    const others = files('**/*').filter(file => !file.startsWith('dist/'))
    expect(others.filter(file => file !== 'CHANGELOG.md')).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(files('dist/**/*').filter(file => !/(\.js|\.js\.map|\.d\.ts|\.css)$/.test(file))).toEqual([])
  })

  it('exports what the build makes', () => {
    const exports = Object.keys(packageJson.exports)
    expect(exports.toSorted()).toEqual([...subpaths, ...Object.keys(stylesheets), './package.json'].toSorted())
    const targets = Object.values(packageJson.exports).flatMap(target =>
      typeof target === 'string' ? [target] : Object.values(target),
    )
    expect(targets.filter(target => !existsSync(join(app.installed, target)))).toEqual([])
  })

  it("keeps 'use client' in every file that has it", () => {
    const marked = globSync('**/*.{ts,tsx}', { cwd: join(root, 'src') })
      .filter(file => startsWithUseClient(join(root, 'src', file)))
      .map(
        file =>
          `dist/${file
            .split(sep)
            .join('/')
            .replace(/\.tsx?$/, '.js')}`,
      )
    expect(marked.filter(file => !startsWithUseClient(join(app.installed, file)))).toEqual([])
  })

  it("B152: has 'use client' wherever a file needs the client's React, and nowhere that /core reaches", () => {
    const forClients =
      /\bimport\s*\{[^}]*\b(Component|createContext|use(?!Id\b|Memo\b|Callback\b)[A-Z]\w+)\b[^}]*\}\s*from\s*["']react["']/
    const unmarked = files('dist/**/*.js').filter(
      file =>
        forClients.test(readFileSync(join(app.installed, file), 'utf8')) &&
        !startsWithUseClient(join(app.installed, file)),
    )
    expect(unmarked).toEqual([])
    const reachable = withoutReact.flatMap(subpath => reachableFiles(subpath))
    expect(reachable.filter(file => startsWithUseClient(join(app.installed, file)))).toEqual([])
  })

  it('carries the stylesheets untouched', () => {
    for (const file of Object.values(stylesheets)) {
      expect(readFileSync(join(app.installed, 'dist', file), 'utf8')).toBe(
        readFileSync(join(root, 'src', file), 'utf8'),
      )
    }
  })

  it('imports only packages that it declares', () => {
    const declared = Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies })
    const undeclared = files('dist/**/*.js').flatMap(file =>
      specifiers(file)
        .filter(specifier => !specifier.startsWith('.') && !declared.includes(packageName(specifier)))
        .map(specifier => `${file} imports ${specifier}`),
    )
    expect(undeclared).toEqual([])
  })
})

describe('an app that installed it', () => {
  it.each(subpaths)('can import %s', subpath => {
    const script = `import * as all from 'react-tool-calls${subpath.slice(1)}'; process.stdout.write(Object.keys(all).join())`
    expect(runModule(script, app.folder)).not.toBe('')
  })

  it.each(withoutReact)('gets no React and no backend from %s', subpath => {
    const packages = reachablePackages(subpath)
    const own = Object.keys(packageJson.dependencies)
    expect(packages.filter(name => !own.includes(name))).toEqual([])
  })

  it.each(subpaths.filter(subpath => subpath !== './ai-sdk'))('needs no optional peer for %s', subpath => {
    const optional = Object.keys(packageJson.peerDependenciesMeta)
    expect(reachablePackages(subpath).filter(name => optional.includes(name))).toEqual([])
  })

  it.each(oldReacts)('can import all but /ai-sdk with React %s', version => {
    const folder = mkdtempSync(join(tmpdir(), 'react-tool-calls-old-react-'))
    try {
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
      const packages = [`react@${version}`, `react-dom@${version}`, app.tarball]
      npm(['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], folder)
      const imports = subpaths
        .filter(subpath => subpath !== './ai-sdk')
        .map(subpath => `import 'react-tool-calls${subpath.slice(1)}'`)
      const script = [...imports, "import { version } from 'react'", 'process.stdout.write(version)'].join('\n')
      expect(runModule(script, folder)).toBe(version)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each(['bundler', 'node16'])(
    'B136: type-checks against the declarations, strictly and without skipLibCheck (%s)',
    moduleResolution => {
      const lines = [
        ...subpaths.map((subpath, index) => `export * as e${index} from 'react-tool-calls${subpath.slice(1)}'`),
        // a type that is lost becomes `any`, of which the compiler says nothing
        "import { createPartialJson, type ToolCall } from 'react-tool-calls/core'",
        'type IsAny<T> = 0 extends 1 & T ? true : false',
        'export const isAny: [IsAny<ToolCall>, IsAny<ReturnType<typeof createPartialJson>>] = [false, false]',
      ]
      writeFileSync(join(app.folder, 'index.mts'), lines.join('\n'))
      for (const name of ['@types/react', '@types/react-dom', 'csstype']) app.link(name)
      writeFileSync(
        join(app.folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            strict: true,
            noEmit: true,
            target: 'ES2022',
            module: moduleResolution === 'bundler' ? 'ESNext' : 'Node16',
            moduleResolution,
            lib: ['ES2023', 'DOM', 'DOM.Iterable'],
            types: [],
          },
          files: ['index.mts'],
        }),
      )
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
      let problems = ''
      try {
        execFileSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], { cwd: app.folder, encoding: 'utf8' })
      } catch (error) {
        problems = (error as { stdout: string }).stdout
      }
      // What the peers' own declarations do wrong is not ours.
      expect(problems.split('\n').filter(line => line.includes('node_modules/react-tool-calls/'))).toEqual([])
      expect(problems.split('\n').filter(line => /^(index\.mts|error)/.test(line))).toEqual([])
    },
  )
})

function runModule(script: string, cwd: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' })
}

function files(pattern: string): string[] {
  return globSync(pattern, { cwd: app.installed, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(app.installed.length + 1))
    .map(file => file.split(sep).join('/'))
    .toSorted()
}

function startsWithUseClient(path: string): boolean {
  return /^(\s|\/\/.*|\/\*[^]*?\*\/)*['"]use client['"]/.test(readFileSync(path, 'utf8'))
}

/** What a file imports, dynamic imports included. */
function specifiers(file: string): string[] {
  const code = readFileSync(join(app.installed, file), 'utf8')
  const { module } = parseSync(file, code)
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries: names }) => names.flatMap(name => name.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => code.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ]
}

function reachablePackages(subpath: string): string[] {
  const outside = reachableFiles(subpath).flatMap(file => specifiers(file).filter(name => !name.startsWith('.')))
  return [...new Set(outside.map(packageName))].toSorted()
}

function reachableFiles(subpath: string): string[] {
  const reached = [`dist/${entries[subpath]?.replace(/\.tsx?$/, '.js')}`]
  for (const file of reached) {
    for (const specifier of specifiers(file).filter(name => name.startsWith('.'))) {
      const target = fileURLToPath(new URL(specifier, pathToFileURL(join(app.installed, file))))
      const next = target
        .slice(app.installed.length + 1)
        .split(sep)
        .join('/')
      if (!reached.includes(next)) reached.push(next)
    }
  }
  return reached
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
