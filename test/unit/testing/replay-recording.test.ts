import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createAgentControllerDecoder,
  createToolCallSession,
  type ToolCallEvent,
  type ToolCallSession,
} from '../../../src/core.ts'
import { createScriptedHost, replayRecording, type ReplayWarning } from '../../../src/testing.ts'

let session: ToolCallSession
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  session = createToolCallSession({ host: createScriptedHost() })
})
afterEach(() => {
  session.dispose()
  vi.useRealTimers()
})

const events = [
  { at: 0, type: 'run_start' },
  { at: 100, type: 'tool_input_start', toolCallId: 'c', toolName: 'write_file' },
  { at: 200, type: 'tool_input_delta', toolCallId: 'c', argsTextDelta: '{"path":' },
  { at: 400, type: 'tool_input_delta', toolCallId: 'c', argsTextDelta: '"a.ts"}' },
  { at: 500, type: 'tool_input_end', toolCallId: 'c' },
  { at: 2500, type: 'tool_end', toolCallId: 'c', result: 'ok', isError: false },
]
const jsonl = toJsonl(events)
const call = () => session.findToolCall('c')

function toJsonl(lines: readonly unknown[]): string {
  return lines.map(line => JSON.stringify(line)).join('\n')
}

describe('replayRecording', () => {
  it('plays with the timing of the recording', async () => {
    const replay = replayRecording(jsonl, session)
    expect(replay.position).toBe(1)
    await vi.advanceTimersByTimeAsync(99)
    expect(replay.position).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(replay.position).toBe(2)
    await vi.advanceTimersByTimeAsync(399)
    expect(call()?.state).toBe('input-streaming')
    await vi.advanceTimersByTimeAsync(2001)
    await replay
    expect(call()).toMatchObject({ state: 'output-available', input: { path: 'a.ts' }, output: 'ok' })
  })

  it.each([
    [10, 250],
    [0.1, 25_000],
    [50, 50],
  ])('plays at speed %d: in %d ms', async (speed, duration) => {
    let isOver = false
    void replayRecording(jsonl, session, { speed }).then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(duration - 5)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(6)
    expect(isOver).toBe(true)
  })

  it('plays everything at once, and shows it', async () => {
    const replay = replayRecording(jsonl, session, { speed: Infinity })
    expect([replay.position, replay.events.length]).toEqual([6, 6])
    expect(call()?.state).toBe('output-available')
    await replay
  })

  it('moves the times to now, and keeps their distances at any speed', () => {
    void replayRecording(jsonl, session, { speed: Infinity })
    expect([call()?.startedAt, call()?.settledAt]).toEqual([1_000_100, 1_002_500])
  })

  it('keeps a prompt open as long as it was, whenever it is replayed', async () => {
    const old = 1_600_000_000_000
    const prompt = { type: 'tool_approval_required', toolCallId: 'c', toolName: 'rm', args: {}, expiresAt: old + 5000 }
    void replayRecording(toJsonl([{ at: old, ...prompt }]), session, { speed: Infinity })
    expect(call()?.state).toBe('approval-requested')
    await vi.advanceTimersByTimeAsync(4000)
    expect(call()?.state).toBe('approval-requested')
    await vi.advanceTimersByTimeAsync(1000)
    expect(call()).toMatchObject({ state: 'interrupted', reason: 'expired' })
  })

  it('steps event by event, and each is seen', () => {
    const replay = replayRecording(jsonl, session, { step: true })
    expect(replay.position).toBe(0)
    const seen: unknown[] = []
    while (replay.step()) seen.push(call()?.input)
    expect(seen).toEqual([undefined, undefined, {}, { path: 'a.ts' }, { path: 'a.ts' }, { path: 'a.ts' }])
    expect(replay.step()).toBeUndefined()
  })

  it('steps several at once', () => {
    const replay = replayRecording(jsonl, session, { step: true })
    expect(replay.step(4)).toMatchObject({ argsTextDelta: '"a.ts"}' })
    expect(replay.position).toBe(4)
    expect(replay.step(99)).toMatchObject({ type: 'tool_end' })
    expect(replay.position).toBe(6)
  })

  it('pauses, and goes on where it was, at another speed', async () => {
    const replay = replayRecording(jsonl, session)
    await vi.advanceTimersByTimeAsync(1500)
    replay.pause()
    expect([replay.position, replay.isPlaying]).toEqual([5, false])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(replay.position).toBe(5)
    replay.play(10)
    expect(replay.isPlaying).toBe(true)
    await vi.advanceTimersByTimeAsync(99)
    expect(replay.position).toBe(5)
    await vi.advanceTimersByTimeAsync(1)
    expect(replay.position).toBe(6)
    await replay
    expect(replay.isPlaying).toBe(false)
  })

  it('changes its speed while it plays', async () => {
    const replay = replayRecording(jsonl, session)
    await vi.advanceTimersByTimeAsync(1500)
    replay.play(100)
    await vi.advanceTimersByTimeAsync(10)
    expect(replay.position).toBe(6)
  })

  it('is paused by its listener, at once too', () => {
    const heard: [string, number][] = []
    const replay = replayRecording(jsonl, session, {
      step: true,
      onEvent(event, position) {
        heard.push([event.type, position])
        if (event.type === 'tool_input_end') replay.pause()
      },
    })
    replay.play(Infinity)
    expect(heard.at(-1)).toEqual(['tool_input_end', 5])
    expect(call()).toMatchObject({ state: 'input-available', input: { path: 'a.ts' } })
    replay.play()
    expect(replay.position).toBe(6)
  })

  it('is over when it is cancelled', async () => {
    const replay = replayRecording(jsonl, session)
    replay.cancel()
    await replay
    await vi.advanceTimersByTimeAsync(10_000)
    expect([replay.position, replay.isPlaying, replay.step()]).toEqual([1, false, undefined])
    replay.play()
    expect(replay.position).toBe(1)
  })

  it('skips bad lines and says which', () => {
    const warnings: ReplayWarning[] = []
    const text = [
      '\uFEFF{"type":"tool_start","toolCallId":"c","toolName":"read","args":{}}',
      '{"type":"tool_end"',
      '',
      '{"type":"text_delta"}',
      '   ',
      '{"type":"tool_end"}',
      '7',
      '[{"type":"tool_update","toolCallId":"c","partialResult":1},{"type":"tool_end","toolCallId":"c","result":2,"isError":false}]',
    ].join('\r\n')
    const replay = replayRecording(text, session, { speed: Infinity, onWarning: warning => warnings.push(warning) })
    expect(replay.events.map(({ type }) => type)).toEqual(['tool_start', 'tool_update', 'tool_end'])
    expect(call()).toMatchObject({ state: 'output-available', output: 2 })
    expect(warnings.map(({ line, code, message }) => [line, code, message])).toEqual([
      [2, 'malformed-line', 'Line 2 is not JSON. It is skipped.'],
      [4, 'unknown-event', 'Line 4: The event type "text_delta" is not known. It is skipped.'],
      [6, 'malformed-event', 'Line 6: "tool_end" has no toolCallId. It is skipped.'],
      [7, 'malformed-event', 'Line 7: An event must be an object with a "type". It is skipped.'],
    ])
  })

  it('says so on the console where nobody listens', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    void replayRecording('nonsense', session)
    expect(warn).toHaveBeenCalledExactlyOnceWith('replayRecording: Line 1 is not JSON. It is skipped.')
    warn.mockRestore()
  })

  it('plays lines without times one after the other', async () => {
    const untimed = toJsonl(events.map(event => ({ ...event, at: undefined })))
    const replay = replayRecording(untimed, session, { interval: 10 })
    await vi.advanceTimersByTimeAsync(30)
    expect(replay.position).toBe(4)
    await vi.advanceTimersByTimeAsync(20)
    expect(replay.position).toBe(6)
  })

  it('stands still where a time goes back', async () => {
    const replay = replayRecording(
      toJsonl([
        { at: 500, type: 'run_start' },
        { at: 0, type: 'run_end' },
        { at: 600, type: 'run_start', runId: 'next' },
      ]),
      session,
    )
    expect(replay.position).toBe(2)
    await vi.advanceTimersByTimeAsync(100)
    expect(replay.position).toBe(3)
  })

  it('is over at once where there is nothing', async () => {
    await replayRecording('\n\n', session)
    await replayRecording('', session, { step: true })
  })

  it.each([0, -1, Number.NaN])('refuses the speed %d', speed => {
    expect(() => replayRecording(jsonl, session, { speed })).toThrow(RangeError)
  })

  it('reads what an AgentController sent, through its decoder', () => {
    const file = fileURLToPath(new URL('../../fixtures/mastra/i-controller-streamed-args.jsonl', import.meta.url))
    const replay = replayRecording(readFileSync(file, 'utf8'), session, {
      step: true,
      decoder: createAgentControllerDecoder(),
      onWarning: warning => expect.fail(warning.message),
    })
    const states = new Set<string | undefined>()
    let last: ToolCallEvent | undefined
    for (let event = replay.step(); event; event = replay.step()) {
      states.add(session.getToolCalls()[0]?.state)
      last = event
    }
    expect([...states]).toEqual([undefined, 'input-streaming', 'input-available', 'output-available'])
    expect(last).toMatchObject({ type: 'run_end', reason: 'complete' })
  })
})
