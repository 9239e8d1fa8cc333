import type { RunEndEvent, RunStartEvent } from './events.ts'

/** Which runs of one thread are going on. A run without an id is the thread's anonymous one. */
export interface RunBook {
  /** Counts starts, so that "a run started in between" can be told. */
  readonly starts: number
  /** Were started and have not ended. One that is only known from its calls is none: nobody may ever say that it ends. */
  readonly active: ReadonlySet<string>
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
  const book = {
    starts: 0,
    active,
    isRunning: (run: string) => active.has(run) || suspended.has(run),
    start({ runId = ANONYMOUS }: Pick<RunStartEvent, 'runId'>) {
      // the newest is the last
      for (const runs of [active, silent, ended]) runs.delete(runId)
      active.add(runId)
      book.starts += 1
      if (!order.has(runId)) order.set(runId, book.starts)
    },
    runOf({ runId = [...silent, ...active].at(-1) ?? ANONYMOUS }: { runId?: string | undefined }, opens: boolean) {
      if (opens && !active.has(runId) && (runId === ANONYMOUS || !ended.has(runId))) silent.add(runId)
      return runId
    },
    end({ runId, reason }: Pick<RunEndEvent, 'runId' | 'reason'>) {
      const ending = runId === undefined ? [...active, ...silent] : ended.has(runId) ? [] : [runId]
      if (ending.length === 0) return undefined
      for (const run of ending) {
        active.delete(run)
        silent.delete(run)
        ended.add(run)
        if (reason === 'suspended') suspended.add(run)
      }
      const last = order.get(runId as string) ?? book.starts
      const endsToo = (run: string) => !active.has(run) && (order.get(run) ?? 0) <= last
      if (reason !== 'suspended') for (const run of suspended) if (endsToo(run)) suspended.delete(run)
      return endsToo
    },
  }
  return book
}
