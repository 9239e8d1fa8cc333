import {
  createAgentControllerDecoder,
  createToolCallSession,
  type ToolCallAnswer,
  type ToolCallEvent,
  type ToolCallSession,
} from 'react-tool-calls'
import { createScriptedHost, replayRecording, type Replay, type ReplayWarning } from 'react-tool-calls/testing'

export interface PlayerState {
  readonly session: ToolCallSession
  readonly events: readonly ToolCallEvent[]
  readonly position: number
  readonly isPlaying: boolean
  /** Waits for the person's answer, and goes on by itself then. */
  readonly isAsking: boolean
  /** What the person answered, as the host got it. */
  readonly answers: readonly ToolCallAnswer[]
  /** Lines that could not be read. */
  readonly problems: readonly ReplayWarning[]
}

export interface EventPlayer {
  getState(): PlayerState
  subscribe(listener: () => void): () => void
  /** Takes another recording: our events, or those of an AgentController session. */
  load(jsonl: string): void
  play(speed: number): void
  pause(): void
  step(): void
  /** Backwards it plays everything again, in a new session. */
  seek(position: number): void
  setStopsAtQuestions(stops: boolean): void
}

/** Plays recorded events into a session of its own. Answers go to a host that has nobody behind it. */
export function createEventPlayer(): EventPlayer {
  const listeners = new Set<() => void>()
  let jsonl = ''
  let stopsAtQuestions = true
  let isAsking = false
  let speed = 1
  let problems: ReplayWarning[] = []
  let frame: number | undefined
  let current = open()
  let state = read()

  function open(): { session: ToolCallSession; replay: Replay; host: ReturnType<typeof createScriptedHost> } {
    problems = []
    isAsking = false
    const host = createScriptedHost(answers => {
      if (current.host !== host) return undefined
      const rest = current.replay.events.slice(current.replay.position)
      // goes on once the outcome has been told
      if (isAsking) setTimeout(() => current.host === host && isAsking && play(speed), 0)
      tell()
      return answers.flatMap(answer => outcomeOf(answer, rest))
    })
    const session = createToolCallSession({ host })
    session.connect()
    const replay = replayRecording(jsonl, session, {
      step: true,
      decoder: isFromAgentController(jsonl) ? createAgentControllerDecoder() : undefined,
      onWarning: problem => void problems.push(problem),
      onEvent(event) {
        if (replay.isPlaying && stopsAtQuestions && isQuestion(event)) {
          replay.pause()
          isAsking = true
        }
        tellSoon()
      },
    })
    void replay.then(tell)
    return { session, replay, host }
  }
  function reopen() {
    current.replay.cancel()
    current.session.dispose()
    current = open()
  }
  function play(faster: number) {
    speed = faster
    isAsking = false
    const { replay } = current
    if (replay.position >= replay.events.length) reopen()
    current.replay.play(speed)
    tell()
  }

  function read(): PlayerState {
    const { session, replay, host } = current
    return {
      session,
      events: replay.events,
      position: replay.position,
      isPlaying: replay.isPlaying,
      isAsking,
      answers: [...host.answers],
      problems,
    }
  }
  function tell() {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
    state = read()
    for (const listener of listeners) listener()
  }
  // at fifty times the speed, many events come in one frame
  function tellSoon() {
    frame ??= requestAnimationFrame(tell)
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load(text) {
      jsonl = text
      reopen()
      tell()
    },
    play,
    pause() {
      isAsking = false
      current.replay.pause()
      tell()
    },
    step() {
      isAsking = false
      current.replay.step()
      tell()
    },
    seek(position) {
      if (position < current.replay.position) reopen()
      isAsking = false
      current.replay.step(position - current.replay.position)
      tell()
    },
    setStopsAtQuestions(stops) {
      stopsAtQuestions = stops
    },
  }
}

function isFromAgentController(jsonl: string): boolean {
  return /"type"\s*:\s*"agent_(start|end)"/.test(jsonl)
}

function isQuestion(event: ToolCallEvent): boolean {
  return (event.type === 'tool_approval_required' && event.isAutomatic !== true) || event.type === 'tool_suspended'
}

/** What a backend might say after an answer, where the recording does not. */
function outcomeOf({ call, response }: ToolCallAnswer, rest: readonly ToolCallEvent[]): ToolCallEvent[] {
  const { toolCallId } = call
  const isRecorded = rest.some(event => event.type === 'tool_end' && event.toolCallId === toolCallId)
  if (isRecorded) return []
  if (response.type === 'resume') return [{ type: 'tool_end', toolCallId, result: response.resumeData, isError: false }]
  if (response.type !== 'approval') return []
  return response.approved
    ? [{ type: 'tool_end', toolCallId, result: 'Nothing has run: these are only events.', isError: false }]
    : [{ type: 'tool_end', toolCallId, isError: false, denied: true, reason: response.reason }]
}
