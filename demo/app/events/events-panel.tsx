import { memo, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { ChangeEvent, RefObject } from 'react'
import { ToolCallProvider, ToolCallView, useToolCalls } from 'react-tool-calls'
import type { ToolCall, ToolCallAnswer, ToolCallEvent } from 'react-tool-calls'
import type { ReplayWarning } from 'react-tool-calls/testing'
import approvalAndQuestion from '../examples/approval-and-question.jsonl?raw'
import writeFile from '../examples/write-file.jsonl?raw'
import { InspectedSession } from '../inspector-panel.tsx'
import { useStickToBottom } from '../use-stick-to-bottom.ts'
import { createEventPlayer, type EventPlayer, type PlayerState } from './event-player.ts'
import { useTextDrop } from './use-text-drop.ts'

const examples = [
  { title: 'Write a file', jsonl: writeFile },
  { title: 'Approval and question', jsonl: approvalAndQuestion },
]
const AT_ONCE = 'at once'
const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 50]
const SHOWN_PROBLEMS = 8

/** Recorded events instead of a chat: pasted, dropped or an example, played at any speed. */
export function EventsPanel() {
  const [player] = useState(createEventPlayer)
  const state = useSyncExternalStore(player.subscribe, player.getState)
  const [source, setSource] = useState<LoadedSource>({ text: '', name: undefined })
  const [isOpen, setIsOpen] = useState(true)
  const [speed, setSpeed] = useState(1)
  const panel = useRef<HTMLDivElement>(null)
  const playButton = useRef<HTMLButtonElement>(null)
  const { scroller, content, stick } = useStickToBottom()

  useEffect(() => () => player.pause(), [player])
  const isOver = useTextDrop(panel, (text, name) => handleLoad({ text, name }))

  function handleLoad(loaded: LoadedSource) {
    setSource(loaded)
    player.load(loaded.text)
    // What could not be read is told there.
    const { events, problems } = player.getState()
    const staysOpen = events.length === 0 || problems.length > 0
    setIsOpen(staysOpen)
    // A focus that would be folded away goes on to what comes next.
    if (!staysOpen && document.activeElement?.closest('.demo-source-body')) playButton.current?.focus()
  }
  function handleText(text: string) {
    setSource({ text, name: undefined })
    player.load(text)
  }
  function handleStart() {
    setIsOpen(false)
    stick()
  }

  return (
    <div ref={panel} className="demo-events" data-over={isOver}>
      {/* A scroller that cannot be focused cannot be scrolled by keyboard in every browser. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <main ref={scroller} className="demo-main" aria-label="Tool calls of the events" tabIndex={0}>
        <div ref={content} className="demo-column">
          <Source
            source={source}
            state={state}
            isOpen={isOpen}
            onToggle={setIsOpen}
            onLoad={handleLoad}
            onText={handleText}
          />
          <ToolCallProvider session={state.session}>
            <InspectedSession />
            <Calls isEmpty={state.events.length === 0} />
          </ToolCallProvider>
          <Answers answers={state.answers} />
        </div>
      </main>
      <footer className="demo-footer">
        <div className="demo-column">
          <Examples onLoad={handleLoad} />
          <Player
            player={player}
            state={state}
            speed={speed}
            playButton={playButton}
            onSpeed={setSpeed}
            onStart={handleStart}
          />
        </div>
      </footer>
      {isOver && (
        <p className="demo-drop" aria-hidden="true">
          Drop a JSONL file of events
        </p>
      )}
    </div>
  )
}

interface LoadedSource {
  readonly text: string
  readonly name: string | undefined
}

interface SourceProps {
  source: LoadedSource
  state: PlayerState
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onLoad: (source: LoadedSource) => void
  onText: (text: string) => void
}

function Source({ source, state, isOpen, onToggle, onLoad, onText }: SourceProps) {
  const hint = useId()
  const { events, problems } = state

  async function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const file = input.files?.[0]
    if (!file) return
    onLoad({ text: await file.text(), name: file.name })
    // The same file again is a change again.
    input.value = ''
  }

  return (
    <details className="demo-source" open={isOpen} onToggle={event => onToggle(event.currentTarget.open)}>
      <summary className="demo-source-title">
        {source.name ?? 'Events'}
        <span className="demo-source-count">
          {events.length > 0 && `${count(events.length, 'event')}`}
          {problems.length > 0 && `${events.length > 0 ? ', ' : ''}${count(problems.length, 'line')} skipped`}
        </span>
      </summary>
      <div className="demo-source-body">
        <p id={hint} className="demo-hint">
          One JSON object a line, as <code dir="ltr">recordToolCalls</code> writes them or as an AgentController sends
          them. Paste them here, or drop a file anywhere on this page.
        </p>
        <textarea
          className="demo-field demo-lines"
          aria-label="Events as JSONL"
          aria-describedby={hint}
          aria-invalid={problems.length > 0}
          placeholder='{"type":"tool_input_start","toolCallId":"call_1","toolName":"write_file"}'
          rows={6}
          dir="ltr"
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={source.text}
          onChange={event => onText(event.target.value)}
        />
        <div className="demo-actions">
          <label className="demo-button demo-file">
            Open a file
            <input
              type="file"
              className="demo-hidden"
              accept=".jsonl,.ndjson,.json,.txt,application/jsonl"
              onChange={event => void handleFile(event)}
            />
          </label>
          <button
            type="button"
            className="demo-button"
            aria-disabled={source.text === ''}
            onClick={() => onLoad({ text: '', name: undefined })}
          >
            Clear
          </button>
        </div>
        <div role="status">{problems.length > 0 && <Problems problems={problems} />}</div>
      </div>
    </details>
  )
}

function Problems({ problems }: { problems: readonly ReplayWarning[] }) {
  const rest = problems.length - SHOWN_PROBLEMS
  return (
    <ul className="demo-problems">
      {problems.slice(0, SHOWN_PROBLEMS).map(({ line, message }, index) => (
        <li key={`${line}:${index}`}>{message}</li>
      ))}
      {rest > 0 && <li>{`And ${count(rest, 'more line', 'more lines')} that could not be read.`}</li>}
    </ul>
  )
}

interface CallPlace {
  readonly key: string
  readonly toolCallId: string
  readonly messageId: string | undefined
  readonly isNested: boolean
}

function Calls({ isEmpty }: { isEmpty: boolean }) {
  const places = useToolCalls(toPlaces, isSame)
  if (places.length === 0) {
    return (
      <p className="demo-welcome">
        {isEmpty
          ? 'Load an example, or events of your own, and watch the tool calls that they make.'
          : 'Nothing is played yet. Play the events, or step through them one by one.'}
      </p>
    )
  }
  return (
    <section className="demo-calls" aria-label="Tool calls">
      {places.map(place => (
        <div key={place.key} className="demo-call" data-nested={place.isNested}>
          <ToolCallView toolCallId={place.toolCallId} messageId={place.messageId} />
        </div>
      ))}
    </section>
  )
}

function toPlaces(calls: readonly ToolCall[]): readonly CallPlace[] {
  return calls.map(({ key, toolCallId, messageId, parentKey }) => ({
    key,
    toolCallId,
    messageId,
    isNested: parentKey !== undefined,
  }))
}

function isSame(before: readonly CallPlace[], after: readonly CallPlace[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ key, messageId }, index) => after[index]?.key === key && after[index]?.messageId === messageId)
  )
}

// The player tells of every event; answers are few.
const Answers = memo(
  function Answers({ answers }: { answers: readonly ToolCallAnswer[] }) {
    const title = useId()
    if (answers.length === 0) return null
    return (
      <section className="demo-answers" aria-labelledby={title}>
        <h2 id={title} className="demo-section-title">
          Answers
        </h2>
        <ol className="demo-answer-list">
          {answers.map(({ call, response }, index) => (
            <li key={index}>
              <pre className="demo-json" dir="ltr">
                {JSON.stringify({ toolCallId: call.toolCallId, toolName: call.toolName, response }, null, 2)}
              </pre>
            </li>
          ))}
        </ol>
      </section>
    )
  },
  (before, after) => before.answers.length === after.answers.length,
)

function Examples({ onLoad }: { onLoad: (source: LoadedSource) => void }) {
  const title = useId()
  return (
    <section className="demo-try" aria-labelledby={title}>
      <h2 id={title} className="demo-try-title">
        Try
      </h2>
      <ul className="demo-try-list">
        {examples.map(example => (
          <li key={example.title} className="demo-try-item">
            <button
              type="button"
              className="demo-button"
              onClick={() => onLoad({ text: example.jsonl, name: example.title })}
            >
              {example.title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PlayerProps {
  player: EventPlayer
  state: PlayerState
  speed: number
  playButton: RefObject<HTMLButtonElement | null>
  onSpeed: (speed: number) => void
  onStart: () => void
}

function Player({ player, state, speed, playButton, onSpeed, onStart }: PlayerProps) {
  const { events, position, isPlaying, isAsking } = state
  const [stops, setStops] = useState(true)
  const isEmpty = events.length === 0
  const isAtEnd = position === events.length
  const last = events[position - 1]

  function handlePlay() {
    if (isEmpty) return
    if (isPlaying || isAsking) player.pause()
    else {
      onStart()
      player.play(speed)
    }
  }
  function handleStep() {
    if (isEmpty || isAtEnd) return
    onStart()
    player.step()
  }
  function handleSpeed(value: string) {
    const next = value === AT_ONCE ? Infinity : Number(value)
    onSpeed(next)
    if (isPlaying) player.play(next)
  }
  function handleStops(checked: boolean) {
    setStops(checked)
    player.setStopsAtQuestions(checked)
  }

  return (
    <section className="demo-player" aria-label="Player">
      <div className="demo-scrub">
        <input
          type="range"
          className="demo-range"
          aria-label="Event"
          aria-valuetext={`${position} of ${events.length}${last ? `, ${last.type}` : ''}`}
          min={0}
          max={events.length}
          step={1}
          value={position}
          disabled={isEmpty}
          onChange={event => {
            onStart()
            player.seek(event.target.valueAsNumber)
          }}
        />
        <span className="demo-position" dir="ltr" aria-hidden="true">
          {position} / {events.length}
        </span>
      </div>
      <p className="demo-event">
        {isAsking ? (
          'Waiting for your answer above'
        ) : last ? (
          <code dir="ltr">{describe(last)}</code>
        ) : isEmpty ? (
          'No events'
        ) : (
          'At the start'
        )}
      </p>
      <div className="demo-controls">
        <button
          ref={playButton}
          type="button"
          className="demo-button"
          data-main="true"
          aria-disabled={isEmpty}
          onClick={handlePlay}
        >
          {isPlaying || isAsking ? 'Pause' : 'Play'}
        </button>
        <button type="button" className="demo-button" aria-disabled={isEmpty || isAtEnd} onClick={handleStep}>
          Step
        </button>
        <button type="button" className="demo-button" aria-disabled={position === 0} onClick={() => player.seek(0)}>
          Restart
        </button>
        <label className="demo-control">
          <span className="demo-hidden">Speed</span>
          <select
            className="demo-select"
            value={speed === Infinity ? AT_ONCE : speed}
            onChange={event => handleSpeed(event.target.value)}
          >
            {speeds.map(value => (
              <option key={value} value={value}>
                {value}×
              </option>
            ))}
            <option value={AT_ONCE}>All at once</option>
          </select>
        </label>
        <label className="demo-control">
          <input type="checkbox" checked={stops} onChange={event => handleStops(event.target.checked)} />
          Stop at questions
        </label>
      </div>
    </section>
  )
}

/** One line that can be told from its neighbours: the type, whose it is, and what is new. */
function describe({ type, ...rest }: ToolCallEvent): string {
  const { toolCallId, argsTextDelta, at: _, ...facts } = rest as Record<string, unknown>
  const owner = typeof toolCallId === 'string' ? ` ${toolCallId}` : ''
  return `${type}${owner} ${JSON.stringify(argsTextDelta === undefined ? facts : argsTextDelta)}`.slice(0, 300)
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
