import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { type TestCounts, closingLine } from './test-counts.ts'

/**
 * Prints the ten slowest test files and the closing line that CI reads. With `TEST_COUNTS_FILE` the numbers go to that
 * file instead, for `scripts/test.ts` to add what failed outside of the tests.
 */
export class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const slowest = modules
      .map(module => ({ module, duration: moduleDuration(module) }))
      .sort((a, b) => b.duration - a.duration)
      .slice(0, 10)
    if (slowest.length > 0) console.log('Slowest test files:')
    for (const { module, duration } of slowest) {
      const seconds = (duration / 1000).toFixed(2).padStart(7)
      console.log(`${seconds} s  ${module.project.name}  ${module.relativeModuleId}`)
    }

    const counts = countTests(modules)
    // A module that did not load has no tests, an error outside of a test belongs to none: each is one failure.
    counts.failed += modules.filter(module => module.errors().length > 0).length + unhandledErrors.length
    const file = process.env['TEST_COUNTS_FILE']
    if (file) writeFileSync(file, JSON.stringify(counts))
    else console.log(closingLine(counts))
  }
}

function countTests(modules: readonly TestModule[]): TestCounts {
  const counts: TestCounts = { passed: 0, failed: 0, skipped: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      // A test that never ended is no success.
      counts[state === 'pending' ? 'failed' : state] += 1
    }
    // A hook that throws fails its suite; its tests then count as skipped, and nothing would show as failed.
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed += 1
  }
  return counts
}

function moduleDuration(module: TestModule): number {
  const { duration, collectDuration, setupDuration, environmentSetupDuration, prepareDuration } = module.diagnostic()
  return duration + collectDuration + setupDuration + environmentSetupDuration + prepareDuration
}
