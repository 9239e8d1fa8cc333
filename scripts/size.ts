/** Measures, on `dist`, what an app's bundle grows by for one import line: minified, gzip, without React. */
import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { type Metafile, build } from 'esbuild'
import { entries } from './entries.ts'

interface Budget {
  entry: string
  names: string[]
  /** Kilobytes of 1000 bytes, after gzip. */
  limit: number
}

const budgets: Budget[] = [
  // 12 is the aim. A quarter of it is the parser.
  { entry: './core', names: ['createToolCallSession'], limit: 15.6 },
  { entry: './core', names: ['createToolCallSession', 'createTool'], limit: 20 },
  { entry: './core', names: ['createPartialJson'], limit: 3 },
  // 25 is the aim. Every prompt is in it, the generic form too, so that no question waits for a chunk; previews and outputs are not.
  { entry: '.', names: ['ToolCallProvider', 'ToolCallView'], limit: 43 },
  { entry: './ai-sdk', names: ['useToolChat'], limit: 27 },
  { entry: './mastra', names: ['agentControllerHost'], limit: 8 },
  // half of it is the session, which an app that shows tool calls has already
  { entry: './devtools', names: ['ToolCallInspector'], limit: 32 },
]

/** The app has these already. */
const external = ['react', 'react-dom', 'ai', '@ai-sdk/react']

const root = fileURLToPath(new URL('..', import.meta.url))

let tooLarge = 0
for (const budget of budgets) {
  const size = await measure(budget)
  const fits = size <= budget.limit
  if (!fits) tooLarge += 1
  console.log(`${fits ? 'ok       ' : 'TOO LARGE'} ${format(size)} of ${format(budget.limit)}  ${importOf(budget)}`)
}
if (tooLarge > 0) {
  console.error('\nMake it smaller, load a part lazily, or raise the limit in scripts/size.ts with a reason.')
  process.exitCode = 1
}

async function measure(budget: Budget): Promise<number> {
  const file = entries[budget.entry]
  if (!file) throw new Error(`scripts/entries.ts has no entry "${budget.entry}".`)
  const result = await build({
    stdin: {
      contents: `export { ${budget.names.join(', ')} } from './dist/${file.replace(/\.tsx?$/, '.js')}'`,
      resolveDir: root,
    },
    bundle: true,
    // What is imported with import() is a chunk of its own: it costs nothing until it is needed.
    splitting: true,
    outdir: 'out',
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: external.flatMap(name => [name, `${name}/*`]),
    logLevel: 'silent',
    metafile: true,
  })
  const loaded = loadedAtOnce(result.metafile)
  const bytes = result.outputFiles
    .filter(output => loaded.some(path => output.path.replaceAll('\\', '/').endsWith(`/${path}`)))
    .reduce((sum, output) => sum + gzipSync(output.contents, { level: 9 }).length, 0)
  return bytes / 1000
}

/** The entry's chunk and those it imports statically. */
function loadedAtOnce({ outputs }: Metafile): string[] {
  const loaded = Object.keys(outputs).filter(path => outputs[path]?.entryPoint === '<stdin>')
  for (const path of loaded) {
    for (const { path: imported, kind, external: outside } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !outside && !loaded.includes(imported)) loaded.push(imported)
    }
  }
  return loaded
}

function importOf({ entry, names }: Budget): string {
  return `import { ${names.join(', ')} } from 'react-tool-calls${entry.slice(1)}'`
}

function format(size: number): string {
  return `${size.toFixed(1).padStart(5)} kB`
}
