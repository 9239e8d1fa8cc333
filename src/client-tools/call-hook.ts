import type { Warn } from '../core/warnings.ts'

/** Calls what only listens: it is not waited for, and what it throws is reported and changes nothing. */
export function callHook(hook: string, toolName: string, warn: Warn, call: () => unknown): void {
  const report = (error: unknown) =>
    reportFailure(
      warn,
      'hook-failed',
      toolName,
      `The hook "${hook}" of the tool "${toolName}" failed. The call goes on.`,
      error,
    )
  try {
    // a hook may be async
    Promise.resolve(call()).catch(report)
  } catch (error) {
    report(error)
  }
}

/** The warning holds no payload, and an error may: only a developer's console gets to see it. */
export function reportFailure(warn: Warn, code: string, toolName: string, message: string, error: unknown): void {
  warn(code, toolName, undefined, message)
  if (process.env.NODE_ENV !== 'production') console.warn(message, error)
}
