import type { ToolCallEvent } from '../core/events.ts'
import type { ToolCallAnswer, ToolCallHost, ToolCallHostError } from '../core/host.ts'

type Events = ToolCallEvent | readonly ToolCallEvent[]
/** What the backend does with answers. What it returns is emitted once they are taken; what it throws is why they were not. */
export type ScriptedAnswer = (answers: readonly ToolCallAnswer[]) => Events | void | Promise<Events | void>

/** What the host says of itself. */
export interface ScriptedHostOptions extends Pick<ToolCallHost, 'respondWhen' | 'capabilities' | 'stop' | 'readPlan'> {}

export interface ScriptedHost extends ToolCallHost {
  /** Every answer that it got, oldest first, those that it refused included. */
  readonly answers: readonly ToolCallAnswer[]
  /** Tells the connected sessions something, as a backend would on its own. */
  emit(events: Events): void
}

/**
 * A host without a backend, for tests, stories and demos: it keeps what it was sent, and a script says what comes of it.
 *
 * @param answer throw or reject with `{ message, retryable }` to refuse. @default takes everything and says nothing
 *
 * @example
 * const host = createScriptedHost(([answer]) => ({
 *   type: 'tool_end', toolCallId: answer.call.toolCallId, result: 'deleted', isError: false,
 * }))
 * const session = createToolCallSession({ host })
 * session.connect()
 */
export function createScriptedHost(answer: ScriptedAnswer = () => {}, options: ScriptedHostOptions = {}): ScriptedHost {
  const answers: ToolCallAnswer[] = []
  const connections = new Set<(events: Events) => void>()
  const emit = (events: Events) => {
    for (const tell of connections) tell(events)
  }
  return {
    ...options,
    answers,
    emit(events) {
      if (connections.size === 0)
        throw new Error(`createScriptedHost has nobody to tell: no session of it is connected. ${CONNECT}`)
      emit(events)
    },
    connect(tell) {
      // an own function, so that two connections of one session are two
      const connection = (events: Events) => tell(events)
      connections.add(connection)
      return () => void connections.delete(connection)
    },
    async respond(given) {
      answers.push(...given)
      const events = await answer(given)
      if (!events || (Array.isArray(events) && events.length === 0)) return
      if (connections.size === 0)
        throw {
          message: `The scripted answer could not be emitted: the session is not connected. ${CONNECT}`,
          retryable: false,
        } satisfies ToolCallHostError
      // Two microtasks later: the session has heard by then that its answer was taken, as with a real backend.
      void Promise.resolve()
        .then(() => {})
        .then(() => emit(events))
    },
  }
}
const CONNECT = 'Call session.connect(), or create the session with useToolCallSession, which does.'
