import { fileURLToPath } from 'node:url'

/**
 * The package's entries: subpath → file in `src/`. The build, the tests' aliases and the size budgets read it;
 * `exports` in package.json repeats it, and a test in `test/package` compares the two.
 */
export const entries: Readonly<Record<string, string>> = {
  '.': 'index.ts',
  './core': 'core.ts',
  './ai-sdk': 'ai-sdk.ts',
  './mastra': 'mastra.ts',
  './server': 'server.ts',
  './testing': 'testing.ts',
  './devtools': 'devtools.ts',
}

/** Copied into the package as they are. */
export const stylesheets: Readonly<Record<string, string>> = {
  './styles.css': 'styles.css',
}

export function sourcePath(file: string): string {
  return fileURLToPath(new URL(`../src/${file}`, import.meta.url))
}

/** For vite: `react-tool-calls/core` and so on stand for the sources. Each matches its exact name only. */
export const sourceAliases = Object.entries({ ...entries, ...stylesheets }).map(([subpath, file]) => ({
  find: new RegExp(`^react-tool-calls${subpath.slice(1).replaceAll('.', '\\.')}$`),
  replacement: sourcePath(file),
}))
