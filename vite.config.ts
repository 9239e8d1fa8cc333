import { readFileSync } from 'node:fs'
import { type Plugin, defineConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { entries, sourcePath, stylesheets } from './scripts/entries.ts'

const packages = Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies })

/** The library build. The types come from `tsc -p tsconfig.build.json`; `npm run build` does both. */
export default defineConfig({
  publicDir: false,
  plugins: [copyStylesheets()],
  build: {
    target: 'es2022',
    minify: false,
    sourcemap: true,
    lib: {
      // Named after its file, so that a script and its types land side by side.
      entry: Object.fromEntries(Object.values(entries).map(file => [file.replace(/\.tsx?$/, ''), sourcePath(file)])),
      formats: ['es'],
    },
    rolldownOptions: {
      external: packages.map(name => new RegExp(`^${name}(/|$)`)),
      // A bundle would drop 'use client'; module by module, each file keeps its own.
      // The warning that it might be lost is not needed: a test in test/package looks at the result.
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
    },
  },
})

/** Untouched: a CSS minifier rewrites `light-dark()` to media queries, and then an app's own `color-scheme` has no effect. */
function copyStylesheets(): Plugin {
  return {
    name: 'copy-stylesheets',
    generateBundle() {
      for (const fileName of Object.values(stylesheets)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(sourcePath(fileName)) })
      }
    },
  }
}
