import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config'
import { chromiumLaunchOptions } from './test/support/chromium-launch.ts'
import { ClosingLineReporter } from './test/support/closing-line-reporter.ts'
import { sourceAliases } from './scripts/entries.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error('Run the tests with `npm test`: it brings Node 24.')
}

/** Packages that tests import at run time: found late, each would reload the page in the middle of a test. */
const optimized = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-markdown',
  'diff',
  'anser',
  'lowlight',
  'remend',
  'virtua',
  '@cfworker/json-schema',
  'ai',
  '@ai-sdk/react',
]

// A function, because vitest changes the object: shared, one project's tests are reported under the other's name.
const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: chromiumLaunchOptions() }),
  instances: [{ browser: 'chromium' as const }],
})

// Groups run one after the other; those that mostly wait run beside one that works. No group is 0, which
// vitest runs last on machines with two cores.
const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: 'unit',
      environment: 'node',
      // Some play a million deltas; a loaded machine needs more than the usual five seconds for them.
      testTimeout: 30_000,
      include: ['test/unit/**/*.test.{ts,tsx}'],
      setupFiles: ['test/support/setup-unit.ts'],
      maxWorkers: Math.max(2, availableParallelism() - 1),
      sequence: { groupOrder: 1 },
    },
  },
  {
    optimizeDeps: { include: [...optimized, 'vitest-browser-react', 'axe-core', 'fast-check'] },
    test: {
      name: 'browser',
      include: ['test/browser/**/*.test.{ts,tsx}'],
      browser: browser(),
      sequence: { groupOrder: 2 },
    },
  },
  {
    plugins: [storybookTest({ configDir: fileURLToPath(new URL('.storybook', import.meta.url)) })],
    optimizeDeps: { include: optimized },
    test: {
      name: 'stories',
      browser: browser(),
      sequence: { groupOrder: 2 },
    },
  },
  {
    test: {
      name: 'e2e',
      environment: 'node',
      include: ['test/e2e/**/*.test.ts'],
      // Scenes take seconds each: these belong to the longer run (`npm run test:all`).
      exclude: process.env['TEST_ALL']
        ? []
        : ['test/e2e/{ai-sdk,ai-sdk-client-tools,ai-sdk-client-tools-reload,client-tools,inspector-panel}.test.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      fileParallelism: false,
      sequence: { groupOrder: 2 },
    },
  },
  {
    test: {
      name: 'package',
      environment: 'node',
      include: ['test/package/**/*.test.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      sequence: { groupOrder: 2 },
    },
  },
]

export default defineConfig({
  resolve: { alias: sourceAliases },
  test: {
    css: true,
    passWithNoTests: true,
    reporters: ['default', new ClosingLineReporter()],
    projects: projects.map(project => ({ extends: true, ...project })),
  },
})
