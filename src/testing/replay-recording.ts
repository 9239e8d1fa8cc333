import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../core/events.ts'
import type { ToolCallDecoder } from '../core/host.ts'
import { parseEvent } from '../core/parse-event.ts'
import { explain, type ToolCallWarning } from '../core/warnings.ts'
import { shiftTimes } from './shift-times.ts'

/** A line that could not be read. The others are played. */
export interface ReplayWarning extends ToolCallWarning {
  /** Counted from 1. */
  readonly line: number
}

export interface ReplayOptions {
  /** How many times as fast as recorded; `Infinity` plays everything at once. @default 1 */
  speed?: number | undefined
  /** Waits for `step` or `play` instead of playing by itself. @default false */
  step?: boolean | undefined
  /** How long after the line before one without a time is played, in milliseconds at speed 1. @default 20 */
  interval?: number | undefined
  /** Reads the lines of another vocabulary, such as `createAgentControllerDecoder()`. */
  decoder?: ToolCallDecoder | undefined
  /** Called after each event, with how many have been played. It may pause, or cancel. */
  onEvent?: ((event: ToolCallEvent, position: number) => void) | undefined
  /** @default console.warn */
  onWarning?: ((warning: ReplayWarning) => void) | undefined
}

/** Settles when everything has been played, or it was cancelled; it never rejects. */
export interface Replay extends Promise<void> {
  /** What is played, in order. */
  readonly events: readonly ToolCallEvent[]
  /** How many have been played. */
  readonly position: number
  readonly isPlaying: boolean
  /** Goes on by itself, at another speed if one is given. */
  play(speed?: number): void
  pause(): void
  /** Pauses, plays this many at once (1 unless told) and shows them. Returns the last one, undefined at the end. */
  step(count?: number): ToolCallEvent | undefined
  /** Plays nothing any more. */
  cancel(): void
}

/**
 * Plays recorded events, one JSON object (or array of them) a line, into a session: with their own timing, faster or slower, or one
 * by one. The times of a recording are moved to now; they keep their distances at any speed.
 *
 * @example
 * await replayRecording(jsonl, session, { speed: Infinity })
 *
 * const replay = replayRecording(jsonl, session, { step: true })
 * while (replay.step()) expect(…)
 */
export function replayRecording(jsonl: string, session: ToolCallSession, options: ReplayOptions = {}): Replay {
  const { onEvent, interval = 20, step = false } = options
  let speed = checkSpeed(options.speed ?? 1)
  const lines = readLines(jsonl, options)
  const firstTime = lines.find(({ at }) => at !== undefined)?.at
  const shift = firstTime === undefined ? 0 : Date.now() - firstTime
  const entries = schedule(lines, interval).map(({ event, due }) => ({ event: shiftTimes(event, shift), due }))

  let position = 0
  let isOver = false
  // what the clock of the recording says at the time of `startedAt`
  let clock = 0
  let startedAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let finish!: () => void
  const finished = new Promise<void>(resolve => (finish = resolve))

  const next = () => {
    const entry = entries[position]
    if (!entry || isOver) return undefined
    position += 1
    clock = entry.due
    session.dispatch(entry.event)
    onEvent?.(entry.event, position)
    return entry.event
  }
  const advance = () => {
    const now = Date.now()
    if (startedAt !== undefined && speed !== Infinity) clock += (now - startedAt) * speed
    startedAt = now
  }
  const pause = () => {
    clearTimeout(timer)
    if (startedAt === undefined) return
    advance()
    // what is due already was not played yet, and comes first when it goes on
    clock = Math.min(clock, entries[position]?.due ?? clock)
    startedAt = undefined
  }
  const endIfDone = () => {
    if (position < entries.length && !isOver) return
    isOver = true
    pause()
    finish()
  }
  const run = () => {
    advance()
    const now = speed === Infinity ? Infinity : clock
    // a pause, or a cancel, may come from `onEvent`
    while (startedAt !== undefined && !isOver && position < entries.length && entries[position]!.due <= now) next()
    if (speed === Infinity) session.flush()
    endIfDone()
    if (startedAt === undefined) return
    clock = now
    timer = setTimeout(run, (entries[position]!.due - clock) / speed)
  }

  const replay: Replay = Object.defineProperties(finished as Replay, {
    events: { value: Object.freeze(entries.map(({ event }) => event)) },
    position: { get: () => position },
    isPlaying: { get: () => startedAt !== undefined },
    play: {
      value(faster?: number) {
        if (faster !== undefined) checkSpeed(faster)
        if (isOver) return
        clearTimeout(timer)
        advance()
        speed = faster ?? speed
        run()
      },
    },
    pause: { value: pause },
    step: {
      value(count = 1) {
        pause()
        let last: ToolCallEvent | undefined
        for (let played = 0; played < count; played += 1) {
          const event = next()
          if (!event) break
          last = event
        }
        session.flush()
        endIfDone()
        return last
      },
    },
    cancel: {
      value() {
        isOver = true
        endIfDone()
      },
    },
  } satisfies Record<Exclude<keyof Replay, keyof Promise<void>>, PropertyDescriptor>)
  if (!step) replay.play()
  endIfDone()
  return replay
}

interface Line {
  readonly event: ToolCallEvent
  readonly line: number
  readonly at: number | undefined
}

function readLines(jsonl: string, { decoder, onWarning = warnConsole }: ReplayOptions): Line[] {
  const read: Line[] = []
  const add = (candidates: readonly unknown[], line: number, at: number | undefined) => {
    for (const candidate of candidates) {
      const event = parseEvent(candidate, (code, about) =>
        onWarning({ code, message: `Line ${line}: ${explain(code, about)}`, line }),
      )
      if (event) read.push({ event, line, at: event.at ?? at })
    }
  }
  const texts = jsonl.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (decoder) add(decoder.begin(), 1, undefined)
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue
    const line = index + 1
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      onWarning({ code: 'malformed-line', message: `Line ${line} is not JSON. It is skipped.`, line, cause })
      continue
    }
    const values: unknown[] = Array.isArray(value) ? value : [value]
    if (!decoder) add(values, line, undefined)
    else for (const chunk of values) add(decoder.decode(chunk), line, timeOf(chunk))
  }
  if (decoder) add(decoder.end(), texts.length, undefined)
  return read
}

function timeOf(chunk: unknown): number | undefined {
  const at = typeof chunk === 'object' && chunk !== null ? (chunk as { at?: unknown }).at : undefined
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined
}

/** When each event is due, in milliseconds from the start. A time that goes back stands still. */
function schedule(lines: readonly Line[], interval: number): { event: ToolCallEvent; due: number }[] {
  let due = 0
  let line: number | undefined
  let known: { readonly at: number; readonly due: number } | undefined
  return lines.map(entry => {
    const { at } = entry
    if (at !== undefined && known) due = Math.max(due, known.due + at - known.at)
    else if (line !== undefined && line !== entry.line) due += interval
    if (at !== undefined && at >= (known?.at ?? at)) known = { at, due }
    ;({ line } = entry)
    return { event: entry.event, due }
  })
}

function checkSpeed(speed: number): number {
  if (!(speed > 0))
    throw new RangeError(
      `replayRecording cannot play at the speed ${speed}. Give a number above 0, or Infinity for everything at once.`,
    )
  return speed
}

function warnConsole({ message }: ReplayWarning) {
  console.warn(`replayRecording: ${message}`)
}
