import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { PendingToolCalls } from '../src/components/pending-tool-calls.tsx'
import { ToolCallGroup } from '../src/components/tool-call-group.tsx'
import { ToolCallProvider } from '../src/components/tool-call-provider.tsx'
import { createToolCallSession } from '../src/core/create-tool-call-session.ts'
import type { ToolCallDecoder } from '../src/core/host.ts'
import { useToolCalls } from '../src/hooks/use-tool-calls.ts'
import { replayRecording } from '../src/testing/replay-recording.ts'

export interface ConversationProps {
  /** One message of the wire a line, as it was recorded. */
  recording: string
  /** Makes what reads that wire. */
  createDecoder(): ToolCallDecoder
  /** How many times as fast as recorded. @default 1 */
  speed?: number
}

/** A recorded run that can be moved to any of its events, one delta at a time, or played. */
export function Conversation({ recording, createDecoder, speed: initialSpeed = 1 }: ConversationProps): ReactNode {
  const [speed, setSpeed] = useState(initialSpeed)
  const [isPlaying, setIsPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const open = () => {
    const session = createToolCallSession({ host: { respond: () => Promise.resolve() } })
    const replay = replayRecording(recording, session, {
      decoder: createDecoder(),
      step: true,
      onEvent: (_event, played) => {
        setPosition(played)
        if (played === replay.events.length) setIsPlaying(false)
      },
    })
    return { session, replay }
  }
  const [film, setFilm] = useState(open)
  const latest = useRef(film)
  useEffect(() => {
    latest.current = film
  }, [film])
  useEffect(() => () => latest.current.replay.cancel(), [])

  const { session, replay } = film
  const last = replay.events.length
  /** Back means from the start: what a session was told cannot be untold. */
  const rewind = () => {
    replay.cancel()
    const next = open()
    setFilm(next)
    setPosition(0)
    return next.replay
  }
  const move = (to: number) => {
    setIsPlaying(false)
    const from = to < replay.position ? rewind() : replay
    if (to > from.position) from.step(to - from.position)
    else from.pause()
    setPosition(to)
  }
  const togglePlaying = () => {
    if (isPlaying) replay.pause()
    else (replay.position === last ? rewind() : replay).play(speed)
    setIsPlaying(!isPlaying)
  }
  const event = replay.events[position - 1]
  return (
    <ToolCallProvider session={session}>
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', fontSize: 13 }}>
          <button type="button" onClick={togglePlaying} style={{ minInlineSize: '5em' }}>
            {isPlaying ? 'Pause' : 'Play'}
          </button>
          <button type="button" onClick={() => move(Math.max(0, position - 1))}>
            Back
          </button>
          <button type="button" onClick={() => move(Math.min(last, position + 1))}>
            Next
          </button>
          <input
            type="range"
            aria-label="Event"
            min={0}
            max={last}
            value={position}
            onChange={({ target }) => move(Number(target.value))}
            style={{ flex: '1 1 8rem' }}
          />
          <label>
            Speed{' '}
            <select
              value={speed}
              onChange={({ target }) => {
                const faster = Number(target.value)
                setSpeed(faster)
                if (isPlaying) replay.play(faster)
              }}
            >
              {[0.25, 1, 4, 20].map(times => (
                <option key={times} value={times}>
                  {times}×
                </option>
              ))}
            </select>
          </label>
          <output style={{ inlineSize: '100%', fontVariantNumeric: 'tabular-nums' }}>
            {position} of {last} {event?.type}
          </output>
        </div>
        <Calls />
        <PendingToolCalls />
      </div>
    </ToolCallProvider>
  )
}

function Calls(): ReactNode {
  const calls = useToolCalls(all => all.filter(call => call.parentKey === undefined), isSame)
  return calls.length > 0 && <ToolCallGroup calls={calls} />
}

function isSame(left: readonly { key: string }[], right: readonly { key: string }[]): boolean {
  return left.length === right.length && left.every(({ key }, index) => key === right[index]?.key)
}
