import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToolCallSession, type ToolCallEvent, type ToolCallSession, type ToolDisplay } from '../../../src/core.ts'
import { createScriptedHost, recordToolCalls, replayRecording } from '../../../src/testing.ts'
import {
  approvalRequired,
  inputDelta,
  inputEnd,
  inputStart,
  suspended,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

let session: ToolCallSession
beforeEach(() => {
  vi.useFakeTimers({ now: 5_000_000 })
  session = createToolCallSession({ host: createScriptedHost() })
})
afterEach(() => {
  session.dispose()
  vi.useRealTimers()
})

const parse = (jsonl: string) =>
  jsonl
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as ToolCallEvent & Record<string, unknown>)

function record(events: readonly ToolCallEvent[], options?: Parameters<typeof recordToolCalls>[1]) {
  const recorder = recordToolCalls(session, options)
  session.dispatch(events)
  session.flush()
  return recorder.stop()
}

describe('recordToolCalls', () => {
  it('writes a line for each event, with the time since the first one', async () => {
    const recorder = recordToolCalls(session)
    await vi.advanceTimersByTimeAsync(3000)
    session.dispatch(inputStart('c'))
    await vi.advanceTimersByTimeAsync(40)
    session.dispatch([inputDelta('c', '{}'), inputEnd('c')])
    const jsonl = recorder.stop()
    expect(parse(jsonl).map(({ at, type }) => [at, type])).toEqual([
      [0, 'tool_input_start'],
      [40, 'tool_input_delta'],
      [40, 'tool_input_end'],
    ])
    expect(jsonl.endsWith('\n')).toBe(true)
  })

  it('takes nothing that the session would not take, and nothing after its end', () => {
    const recorder = recordToolCalls(session)
    session.dispatch([null, { type: 'text_delta' }, toolStart('c')] as never)
    const jsonl = recorder.stop()
    session.dispatch(toolEnd('c'))
    expect(parse(jsonl)).toHaveLength(1)
    expect(recorder.stop()).toBe(jsonl)
    expect(session.findToolCall('c')?.state).toBe('output-available')
  })

  it('gives the session back as it was, in whatever order recordings end', () => {
    const { dispatch, respond } = session
    const first = recordToolCalls(session)
    const second = recordToolCalls(session)
    session.dispatch(toolStart('c'))
    expect(parse(first.stop())).toHaveLength(1)
    session.dispatch(toolEnd('c'))
    expect(parse(second.stop())).toHaveLength(2)
    const third = recordToolCalls(session)
    third.stop()
    session.dispatch(toolStart('d'))
    expect(session.getToolCalls()).toHaveLength(2)
    expect([typeof dispatch, typeof respond]).toEqual(['function', 'function'])
  })

  it('records the answers of the person, and that one could not be sent', async () => {
    let isAway = true
    session.dispose()
    session = createToolCallSession({
      host: createScriptedHost(() => {
        if (isAway) throw { message: 'away', retryable: true }
      }),
    })
    const recorder = recordToolCalls(session)
    session.dispatch([approvalRequired('c', { toolName: 'rm', args: {} }), suspended('q', { toolName: 'ask_user' })])
    const deny = () =>
      session.respond(session.findToolCall('c')!, { type: 'approval', approved: false, reason: 'not now' })
    await deny()
    isAway = false
    const asked = session.findToolCall('c')!
    await deny()
    expect(await session.respond(asked, { type: 'approval', approved: true })).toMatchObject({ ok: false })
    await session.respond(session.findToolCall('q')!, { type: 'resume', resumeData: 'blue' })
    const jsonl = recorder.stop()
    expect(parse(jsonl).slice(2)).toMatchObject([
      { type: 'tool_approval_resolved', toolCallId: 'c', approved: false, reason: 'not now', by: 'user' },
      { type: 'response_failed', toolCallId: 'c', error: 'away', retryable: true },
      { type: 'tool_approval_resolved', approved: false },
      { type: 'tool_resumed', toolCallId: 'q', resumeData: 'blue', by: 'user' },
    ])
    const again = createToolCallSession()
    void replayRecording(jsonl, again, { speed: Infinity })
    expect(again.findToolCall('c')).toMatchObject({ state: 'approval-responded', decision: { reason: 'not now' } })
    expect(again.findToolCall('q')).toMatchObject({ state: 'resuming', resumeData: 'blue' })
  })

  it('ends in the same state when it is replayed, times included', async () => {
    const recorder = recordToolCalls(session)
    const server = 1_600_000_000_000
    session.dispatch({ ...toolStart('c'), at: server })
    await vi.advanceTimersByTimeAsync(1500)
    session.dispatch({ ...toolEnd('c'), at: server + 1500 })
    session.dispatch(approvalRequired('d', { toolName: 'rm', at: server + 1500, expiresAt: server + 9500 }))
    const [ran] = session.getToolCalls()
    const jsonl = recorder.stop()
    expect(parse(jsonl).at(-1)).toMatchObject({ at: 1500, expiresAt: 9500 })
    await vi.advanceTimersByTimeAsync(1_000_000)
    const again = createToolCallSession()
    void replayRecording(jsonl, again, { speed: Infinity })
    const [replayed] = again.getToolCalls()
    expect(replayed!.settledAt! - replayed!.startedAt!).toBe(ran!.settledAt! - ran!.startedAt!)
    expect(again.findToolCall('d')?.state).toBe('approval-requested')
  })

  it('leaves out what JSON cannot hold', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    expect(parse(record([toolStart('c', cycle), toolEnd('c', 1n)]))).toMatchObject([
      { type: 'tool_start', toolCallId: 'c', toolName: 'edit' },
      { type: 'tool_end', toolCallId: 'c', isError: false },
    ])
  })

  it('holds what the session did by itself, which no event told of', async () => {
    const recorder = recordToolCalls(session)
    session.dispatch(approvalRequired('c', { toolName: 'rm', args: {}, expiresAt: Date.now() + 1000 }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(session.findToolCall('c')?.state).toBe('interrupted')
    const again = createToolCallSession()
    void replayRecording(recorder.stop(), again, { speed: Infinity })
    expect(again.findToolCall('c')).toMatchObject({ state: 'interrupted', reason: 'expired' })
  })

  describe('law 12: holds what may be drawn', () => {
    const SECRET = 'hunter2'

    it('hides a decision that names no call', () => {
      const jsonl = record([
        approvalRequired('c', {
          toolName: 'rm',
          approvalId: 'asked',
          args: {},
          display: { input: { suppress: true } },
        }),
        { type: 'tool_approval_resolved', approvalId: 'asked', approved: true, by: 'user', editedInput: { SECRET } },
      ])
      expect(parse(jsonl)[1]).toMatchObject({ type: 'tool_approval_resolved', editedInput: '[hidden]' })
    })

    const everything = (display: ToolDisplay, message: string) =>
      [
        inputStart('c', { display, metadata: { SECRET } }),
        inputDelta('c', `{"token":"${SECRET}"}`),
        inputEnd('c'),
        toolStart('c', { token: SECRET }, { display }),
        approvalRequired('c', {
          args: { token: SECRET },
          message,
          requestReason: message,
          descriptor: { token: SECRET },
          ref: { token: SECRET },
        }),
        {
          type: 'tool_approval_resolved',
          toolCallId: 'c',
          approved: true,
          editedInput: SECRET,
          payload: SECRET,
          by: 'user',
        },
        suspended('c', { suspendPayload: SECRET, message, args: SECRET, ref: SECRET }),
        { type: 'tool_resumed', toolCallId: 'c', resumeData: SECRET, by: 'user' },
        { type: 'tool_output_required', toolCallId: 'c', args: SECRET, ref: SECRET },
        { type: 'tool_update', toolCallId: 'c', partialResult: SECRET },
        { type: 'shell_output', toolCallId: 'c', output: SECRET, stream: 'stdout' },
        { type: 'subagent_start', toolCallId: 'c', agentType: 'explore', task: SECRET },
        { type: 'subagent_text_delta', toolCallId: 'c', agentType: 'explore', textDelta: SECRET },
        { type: 'subagent_tool_start', toolCallId: 'c', agentType: 'explore', subToolName: 's', subToolArgs: SECRET },
        {
          type: 'subagent_tool_end',
          toolCallId: 'c',
          agentType: 'explore',
          subToolName: 's',
          subToolResult: SECRET,
          isError: false,
        },
        { type: 'subagent_end', toolCallId: 'c', agentType: 'explore', result: SECRET, isError: false },
        toolEnd('c', SECRET, { modelOutput: { type: 'text', value: SECRET }, args: SECRET, metadata: SECRET }),
        { type: 'tool_end', toolCallId: 'c', result: SECRET, isError: true, errorText: SECRET, metadata: SECRET },
        { type: 'tool_input_error', toolCallId: 'c', toolName: 'edit', input: SECRET, errorText: SECRET },
        {
          type: 'hydrate',
          toolCalls: [
            {
              toolCallId: 'c',
              toolName: 'edit',
              state: 'output-error',
              input: SECRET,
              inputText: SECRET,
              approval: { approvalId: 'c', input: SECRET, message, descriptor: SECRET, ref: SECRET },
              suspension: { suspensionId: 'c', payload: SECRET, message, ref: SECRET },
              decision: { approved: true, by: 'user', editedInput: SECRET, payload: SECRET },
              resumeData: SECRET,
              output: SECRET,
              modelOutput: { type: 'text', value: SECRET },
              errorText: SECRET,
              outputRequest: { ref: SECRET },
              metadata: SECRET,
              shell: { chunks: [{ stream: 'stdout', text: SECRET }] },
              subagent: { agentType: 'explore', task: SECRET, text: SECRET },
              receipts: [
                {
                  type: 'approval',
                  request: { approvalId: 'c', input: SECRET, ref: SECRET },
                  input: SECRET,
                  decision: { approved: true, by: 'user', editedInput: SECRET },
                },
                {
                  type: 'suspension',
                  request: { suspensionId: 'c', payload: SECRET },
                  resumeData: SECRET,
                  by: 'user',
                },
                { type: 'withdrawn', request: { suspensionId: 'c', payload: SECRET }, reason: 'expired' },
              ],
            },
          ],
        },
      ] as ToolCallEvent[]
    const phases = ['input', 'inputDelta', 'output', 'error', 'approval', 'suspend', 'resume'] as const

    it.each([
      ['suppressed', { suppress: true }],
      ['replaced', { value: 'shown' }],
      ['replaced by nothing', {}],
      ['replaced by undefined', { value: undefined }],
      ['replaced by something unreadable', 'x'],
    ])('nothing of a raw value that is %s', (how, override) => {
      const display = Object.fromEntries(phases.map(phase => [phase, override])) as ToolDisplay
      // the sentence beside a replaced value is on the screen, too
      const events = everything(display, how === 'replaced' ? 'Sure?' : SECRET)
      const jsonl = record(events)
      expect(jsonl).not.toContain(SECRET)
      expect(parse(jsonl)).toHaveLength(events.length)
    })

    it('with the display value where there is one, and a placeholder where there is none', () => {
      const jsonl = record([
        toolStart('c', { token: SECRET }, { display: { input: { value: { token: '•••' } } } }),
        { ...toolEnd('c', SECRET), display: { output: { suppress: true } } } as ToolCallEvent,
      ])
      expect(parse(jsonl)).toMatchObject([{ args: { token: '•••' } }, { result: '[hidden]' }])
      const again = createToolCallSession()
      void replayRecording(jsonl, again, { speed: Infinity })
      expect(again.findToolCall('c')?.display).toEqual(session.findToolCall('c')?.display)
    })

    it('also for deltas that came before anybody said what may be shown', () => {
      const jsonl = record([
        inputStart('c'),
        inputDelta('c', `{"token":"${SECRET}"}`),
        inputEnd('c'),
        toolStart('c', { token: SECRET }, { display: { input: { suppress: true } } }),
      ])
      expect(jsonl).not.toContain(SECRET)
      expect(parse(jsonl)[1]).toMatchObject({ type: 'tool_input_delta', argsTextDelta: '' })
    })

    it('also when it was said before the recording began', () => {
      session.dispatch(inputStart('c', { display: { output: { suppress: true } } }))
      expect(record([toolEnd('c', SECRET)])).not.toContain(SECRET)
    })

    it('keeps a delta that a transform made', () => {
      const delta = { ...inputDelta('c', SECRET), display: { inputDelta: { value: '{"a":1}' } } } as ToolCallEvent
      expect(parse(record([inputStart('c'), delta, inputDelta('c', { a: 1 })]))).toMatchObject([
        {},
        { argsTextDelta: '{"a":1}' },
        { argsTextDelta: { a: 1 } },
      ])
    })

    it('and the raw values only when they are asked for', () => {
      const jsonl = record(
        [approvalRequired('c', { args: SECRET, ref: 7, display: { approval: { suppress: true } } })],
        {
          raw: true,
        },
      )
      expect(parse(jsonl)).toMatchObject([{ args: SECRET, ref: 7 }])
    })

    it('without a ref, which nobody sees', () => {
      expect(parse(record([approvalRequired('c', { args: 'seen', ref: 7 })]))).toEqual([
        { at: 0, type: 'tool_approval_required', toolCallId: 'c', args: 'seen' },
      ])
    })
  })
})
