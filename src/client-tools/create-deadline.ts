/** The time that one run has, and the signal that it is over. */
export interface Deadline {
  /** Aborted by a stop, and when the time is up. */
  readonly signal: AbortSignal
  /** Waits for the work, as long as there is time. `onLate` is called when there is none, and the work still goes on. */
  limit<Result>(work: Promise<Result>, onLate?: () => void): Promise<Result>
  clear(): void
}

/** @param timeout milliseconds; undefined for no limit. */
export function createDeadline(toolName: string, timeout: number | undefined, abortSignal: AbortSignal): Deadline {
  const controller = new AbortController()
  const abort = () => controller.abort(abortSignal.reason)
  abortSignal.addEventListener('abort', abort)
  if (abortSignal.aborted) abort()
  let timer: ReturnType<typeof setTimeout> | undefined
  let error: Error | undefined
  const isOver = new Promise<never>((_, reject) => {
    if (timeout === undefined) return
    timer = setTimeout(() => {
      error = new DOMException(
        `"${toolName}" did not finish within ${timeout / 1000} s, so it was stopped. What it has done until then may remain.`,
        'TimeoutError',
      )
      controller.abort(error)
      reject(error)
    }, timeout)
  })
  isOver.catch(() => {})
  return {
    signal: controller.signal,
    async limit(work, onLate) {
      try {
        return await Promise.race([work, isOver])
      } catch (cause) {
        if (cause === error) {
          work.catch(() => {})
          onLate?.()
        }
        throw cause
      }
    },
    clear() {
      clearTimeout(timer)
      abortSignal.removeEventListener('abort', abort)
    },
  }
}
