export interface TestCounts {
  passed: number
  failed: number
  skipped: number
}

/** The last line of a test run, which CI reads. */
export function closingLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
