/** What a test may hold, change or watch in the demo's server. */
export interface DemoControl {
  /** Answers a request in the app's place; `undefined` lets it pass. It gets a copy, so its body may be read. */
  beforeRequest?(request: Request): Response | undefined | Promise<Response | undefined>
  /** Awaited before each output of `run_tests`, in place of its natural pause. */
  beforeToolOutput?(info: {
    toolName: string
    toolCallId: string
    index: number
    count: number
    signal: AbortSignal | undefined
  }): Promise<void> | void
}
