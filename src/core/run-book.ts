import type { RunEndEvent, RunStartEvent } from './events.ts'

/** Which runs of one thread are going on. A run without an id is the thread's anonymous one. */
export interface RunBook {
  /** Counts starts, so that "a run started in between" can be told. */
  readonly starts: number
  /** A run was started and has not ended. One that is only known from its calls does not count: nobody may ever say that it ends. */
  readonly isActive: boolean
  /** It goes on, or it rests behind a prompt: its tools do not start. */
  isRunning(run: string): boolean
  start(event: Pick<RunStartEvent, 'runId'>): void
  /** The run that an event belongs to. One that opens a call makes its run known. */
  runOf(event: { runId?: string | undefined }, opens: boolean): string
  /**
   * Ends a run, or every run where the event names none.
   *
   * @returns whether an open call of the given run ends with it; undefined when there was nothing to end: only the first end counts.
   */
  end(event: Pick<RunEndEvent, 'runId' | 'reason'>): ((run: string) => boolean) | undefined
}

const ANONYMOUS = ''

export function createRunBook(): RunBook {
  const active = new Set<string>()
  /** Known from their calls only. */
  const silent = new Set<string>()
  const ended = new Set<string>()
  const suspended = new Set<string>()
  // by their first start: a log that is told again must not end what came after it (A11)
  const order = new Map<string, number>()
  let starts = 0
  return {
    get starts() {
      return starts
    },
    get isActive() {
      return active.size > 0
    },
    isRunning: run => active.has(run) || suspended.has(run),
    start({ runId = ANONYMOUS }) {
      active.delete(runId)
      active.add(runId)
      silent.delete(runId)
      ended.delete(runId)
      starts += 1
      if (!order.has(runId)) order.set(runId, starts)
    },
    runOf({ runId }, opens) {
      const run = runId ?? [...silent, ...active].at(-1) ?? ANONYMOUS
      if (opens && !active.has(run) && (run === ANONYMOUS || !ended.has(run))) silent.add(run)
      return run
    },
    end({ runId, reason }) {
      if (runId === undefined ? active.size + silent.size === 0 : ended.has(runId)) return undefined
      for (const run of runId === undefined ? [...active, ...silent] : [runId]) {
        active.delete(run)
        silent.delete(run)
        ended.add(run)
        if (reason === 'suspended') suspended.add(run)
      }
      const last = runId === undefined ? starts : (order.get(runId) ?? starts)
      const endsToo = (run: string) => !active.has(run) && (order.get(run) ?? 0) <= last
      if (reason !== 'suspended') for (const run of suspended) if (endsToo(run)) suspended.delete(run)
      return endsToo
    },
  }
}
