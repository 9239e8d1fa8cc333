import type { RunEndEvent, RunStartEvent } from './events.ts'

/** Which runs of one thread are going on. A run without an id is the thread's anonymous one. */
export interface RunBook {
  /** Counts starts, so that "a run started in between" can be told. */
  readonly starts: number
  readonly isActive: boolean
  isRunning(run: string): boolean
  start(event: Pick<RunStartEvent, 'runId'>): void
  /** The run that an event belongs to; an event that opens a call starts its run where nobody did. */
  runOf(event: { runId?: string | undefined }, opens: boolean): string
  /**
   * Ends a run, or every run where the event names none.
   *
   * @returns whether an open call of the given run ends with it; undefined when there was nothing to end: only the first end counts.
   */
  end(event: Pick<RunEndEvent, 'runId'>): ((run: string) => boolean) | undefined
}

const ANONYMOUS = ''

export function createRunBook(): RunBook {
  const active = new Set<string>()
  const ended = new Set<string>()
  // by their first start: a log that is told again must not end what came after it (A11)
  const order = new Map<string, number>()
  let starts = 0
  const begin = (run: string) => {
    active.delete(run)
    active.add(run)
    ended.delete(run)
    starts += 1
    if (!order.has(run)) order.set(run, starts)
  }
  return {
    get starts() {
      return starts
    },
    get isActive() {
      return active.size > 0
    },
    isRunning: run => active.has(run),
    start: event => begin(event.runId ?? ANONYMOUS),
    runOf(event, opens) {
      if (event.runId === undefined) {
        const newest = [...active].at(-1)
        if (newest !== undefined) return newest
      }
      const run = event.runId ?? ANONYMOUS
      if (opens && !active.has(run) && !ended.has(run)) begin(run)
      else if (opens && run === ANONYMOUS && !active.has(run)) begin(run)
      return run
    },
    end(event) {
      if (event.runId === undefined) {
        if (active.size === 0) return undefined
        for (const run of active) ended.add(run)
        active.clear()
        return () => true
      }
      if (ended.has(event.runId)) return undefined
      active.delete(event.runId)
      ended.add(event.runId)
      const last = order.get(event.runId) ?? starts
      return run => !active.has(run) && (order.get(run) ?? 0) <= last
    },
  }
}
