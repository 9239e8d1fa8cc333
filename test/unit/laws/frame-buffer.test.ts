import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ToolCallEvent } from '../../../src/core.ts'
import {
  approvalRequired,
  inputDelta,
  inputStart,
  manualScheduler,
  openSession,
  runEnd,
  suspended,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

function openFramedSession() {
  const frames = manualScheduler()
  const test = openSession({ scheduler: frames })
  let told = 0
  test.session.subscribe(() => (told += 1))
  return { ...test, frames, told: () => told, dispatch: test.session.dispatch }
}
const nextMicrotask = () => Promise.resolve()
afterEach(() => vi.restoreAllMocks())

describe('the frame buffer', () => {
  it.each<[string, ToolCallEvent[], ToolCallEvent[], object]>([
    [
      'pieces of arguments',
      [inputStart('c')],
      [inputDelta('c', '{"a":"x'), inputDelta('c', 'y')],
      { inputText: '{"a":"xy', input: { a: 'xy' } },
    ],
    [
      'updates',
      [toolStart('c')],
      [1, 2].map(partialResult => ({ type: 'tool_update', toolCallId: 'c', partialResult })),
      { running: { partialOutput: 2 } },
    ],
    [
      'lines of a shell',
      [toolStart('c')],
      ['a', 'b'].map(output => ({ type: 'shell_output', toolCallId: 'c', output, stream: 'stdout' })),
      { shell: { chunks: [{ stream: 'stdout', text: 'ab' }] } },
    ],
    [
      'words of a sub-agent',
      [toolStart('c')],
      ['a', 'b'].map(textDelta => ({ type: 'subagent_text_delta', toolCallId: 'c', agentType: 's', textDelta })),
      { subagent: { agentType: 's', text: 'ab' } },
    ],
  ])('%s are applied once per frame, and read only then', async (_, before, pieces, expected) => {
    const { dispatch, session, call, frames, told } = openFramedSession()
    dispatch(before)
    await nextMicrotask()
    const [shown, tellings] = [call('c'), told()]
    for (const piece of pieces) dispatch(piece)
    await nextMicrotask()
    expect(frames.scheduled).toBe(1)
    expect(call('c')).toBe(shown)
    expect(session.getToolCalls()).toEqual([shown])
    expect(told()).toBe(tellings)
    frames.tick()
    expect(call('c')).toMatchObject(expected)
    expect(told()).toBe(tellings + 1)
    expect(frames.waiting).toBe(0)
  })

  it('each frame has its own pieces', () => {
    const { dispatch, call, frames } = openFramedSession()
    dispatch([inputStart('c'), inputDelta('c', '[1,')])
    frames.tick()
    dispatch(inputDelta('c', '2,'))
    frames.tick()
    expect(call('c')).toMatchObject({ input: [1, 2] })
    expect(frames.scheduled).toBe(2)
  })

  it('any other event applies what is buffered first', () => {
    const { dispatch, call, frames } = openFramedSession()
    dispatch([inputStart('c'), inputDelta('c', '[1,'), runEnd('aborted')])
    expect(call('c')).toMatchObject({ state: 'interrupted', inputText: '[1,', input: [1] })
    frames.tick()
    expect(call('c')).toMatchObject({ state: 'interrupted', inputText: '[1,', input: [1] })
  })

  it('any other event is told in its microtask, several in one go', async () => {
    const { dispatch, call, told } = openFramedSession()
    dispatch(toolStart('c'))
    dispatch(toolEnd('c'))
    expect(call('c').state).toBe('output-available')
    expect(told()).toBe(0)
    await nextMicrotask()
    expect(told()).toBe(1)
  })

  it.each<[string, ToolCallEvent, 'approval' | 'resume' | 'cancel']>([
    ['decision', approvalRequired('c'), 'approval'],
    ['answer', suspended('c'), 'resume'],
    ['cancellation', suspended('c'), 'cancel'],
  ])("a person's %s is told before respond returns", async (_, ask, type) => {
    const { dispatch, session, call, told } = openFramedSession()
    dispatch([toolStart('c'), ask, toolStart('d'), { type: 'tool_update', toolCallId: 'd', partialResult: 1 }])
    await nextMicrotask()
    const before = told()
    void session.respond(
      call('c'),
      type === 'approval' ? { type, approved: true } : type === 'resume' ? { type, resumeData: 1 } : { type },
    )
    expect(told()).toBeGreaterThan(before)
    expect(['approval-responded', 'resuming', 'interrupted']).toContain(call('c').state)
    expect(call('d')).toMatchObject({ running: { partialOutput: 1 } })
  })

  it('flush applies and tells now', () => {
    const { dispatch, session, call, told } = openFramedSession()
    dispatch([inputStart('c'), inputDelta('c', '[1,')])
    session.flush()
    expect(call('c')).toMatchObject({ input: [1] })
    expect(told()).toBe(1)
    session.flush()
    expect(told()).toBe(1)
  })

  it('a listener that throws does not keep the news from the others', async () => {
    // where the error goes is not fixed; it only must not end the test run
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(
      task =>
        void Promise.resolve()
          .then(task)
          .catch(() => {}),
    )
    const { dispatch, session, call } = openFramedSession()
    dispatch(toolStart('c'))
    session.flush()
    const told: string[] = []
    const fails = () => {
      throw new Error('listener')
    }
    session.subscribe(fails)
    session.subscribeToolCall(call('c').key, fails)
    session.subscribe(() => told.push('all'))
    session.subscribeToolCall(call('c').key, () => told.push('call'))
    dispatch(toolEnd('c'))
    await nextMicrotask()
    await nextMicrotask()
    expect(told.sort()).toEqual(['all', 'call'])
    expect(call('c').state).toBe('output-available')
  })

  it('onSettled is called once for each call, when it has its outcome', () => {
    const settled: string[] = []
    const { play } = openSession({ onSettled: call => settled.push(`${call.toolCallId} ${call.state}`) })
    play(toolStart('a'), toolEnd('a'), toolEnd('a'), toolStart('b'), runEnd(), toolEnd('c', 0))
    expect(settled).toEqual(['a output-available', 'c output-available'])
  })

  it('a session that was disposed of is quiet', () => {
    const { dispatch, session, frames, told } = openFramedSession()
    dispatch([inputStart('c'), inputDelta('c', '[')])
    session.flush()
    const before = told()
    dispatch(inputDelta('c', '1'))
    session.dispose()
    frames.tick()
    expect(told()).toBe(before)
    expect(frames.waiting).toBe(0)
  })
})
