import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StoredToolCall, ToolCallEvent, ToolCallResponse } from '../../../src/core.ts'
import type { ToolRunResult } from '../../../src/core/tool-runs.ts'
import {
  approvalRequired,
  BATCH,
  clientCall,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  outputRequired,
  runEnd,
  runStart,
  scriptHost,
  scriptTool,
  settle,
  suspended,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

const APPROVE: ToolCallResponse = { type: 'approval', approved: true }
const DENY: ToolCallResponse = { type: 'approval', approved: false, reason: 'not now' }
const PICK = { toolName: 'pick' }
const ASK: ToolRunResult = { type: 'approval-required', message: 'Really?' }
const QUESTION: ToolRunResult = { type: 'suspended', payload: { question: 'Which?' } }
const stored = (more: Partial<StoredToolCall> = {}): StoredToolCall => ({
  toolCallId: 'c',
  toolName: 'pick',
  state: 'input-available',
  input: { n: 1 },
  waitingFor: 'client',
  ...more,
})

function openWithTool(
  options: Parameters<typeof scriptTool>[0] & { batch?: boolean; toolCalls?: readonly StoredToolCall[] } = {},
) {
  const { batch, toolCalls, ...script } = options
  const tool = scriptTool(script)
  const test = openSession({
    host: scriptHost(batch ? { respondWhen: BATCH } : {}),
    clientTools: [tool.definition],
    initialToolCalls: toolCalls,
  })
  return {
    ...test,
    tool,
    /** What the host got: the ids and the types of the answers, request by request. */
    sent: () =>
      test.host.requests.map(answers => answers.map(({ call, response }) => `${call.toolCallId} ${response.type}`)),
    codes: () => test.warnings.map(({ code }) => code),
  }
}

describe('law 8: once', () => {
  describe('a client tool', () => {
    it('starts when its run has ended and the call waits for the client, and its output is sent', async () => {
      const { play, call, tool, sent, host } = openWithTool()
      play(runStart(), toolStart('c', { n: 1 }, PICK), outputRequired('c'))
      await settle()
      expect(tool.runs).toHaveLength(0)
      play(runEnd())
      await settle()
      expect(tool.runs).toMatchObject([{ call: { input: { n: 1 } }, isApproved: false, isResumed: false }])
      expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client' } })
      await tool.finish({ type: 'output', output: 5, modelOutput: { type: 'text', value: 'five' } })
      expect(call('c')).toMatchObject({ state: 'output-available', output: 5, modelOutput: { value: 'five' } })
      expect(call('c').delivery).toBeUndefined()
      expect(sent()).toEqual([['c output']])
      expect(host.requests[0]![0]!.response).toEqual({
        type: 'output',
        output: 5,
        modelOutput: { type: 'text', value: 'five' },
      })
    })

    it('is not started in the task in which its call came to wait', () => {
      const { play, tool } = openWithTool()
      play(...clientCall('c'))
      expect(tool.runs).toHaveLength(0)
    })

    it('starts for a call that the end of the run names', async () => {
      const { play, tool } = openWithTool()
      play(runStart(), toolStart('c', { n: 1 }, PICK), runEnd('complete', { pendingToolCallIds: ['c'] }))
      await settle()
      expect(tool.runs).toHaveLength(1)
    })

    it.each<[string, ToolCallEvent[]]>([
      ['that only has its input', [runStart(), toolStart('c', {}, PICK)]],
      ['whose run ended without leaving it to us', [runStart(), toolStart('c', {}, PICK), runEnd()]],
      ['that waits for an approval', [runStart(), toolStart('c', {}, PICK), approvalRequired('c'), runEnd()]],
      ['that asked something', [runStart(), toolStart('c', {}, PICK), suspended('c'), runEnd('suspended')]],
      ['that has its result', [runStart(), toolStart('c', {}, PICK), toolEnd('c'), outputRequired('c'), runEnd()]],
      ['whose arguments were cut off', [runStart(), inputStart('c', PICK), inputDelta('c', '{"n":'), runEnd('length')]],
      [
        'of another name',
        [runStart(), toolStart('c', {}, { toolName: '__proto__' }), outputRequired('c'), runEnd('complete')],
      ],
    ])('does not start for a call %s', async (_, events) => {
      const { play, tool, sent } = openWithTool()
      play(...events)
      await settle()
      await settle()
      expect(tool.runs).toHaveLength(0)
      expect(sent()).toEqual([])
    })

    it('does not start while its call waits behind the prompt of a suspended run (law 4)', async () => {
      const { play, call, session, tool } = openWithTool()
      const run = { runId: 'r' }
      play(
        runStart('r'),
        toolStart('c', {}, { ...PICK, ...run }),
        outputRequired('c'),
        toolStart('q', {}, run),
        suspended('q'),
        runEnd('suspended', run),
      )
      await settle()
      expect(tool.runs).toHaveLength(0)
      await session.respond(call('q'), { type: 'resume', resumeData: 1 })
      play(runStart('r'), toolEnd('q'), runEnd('complete', run))
      await settle()
      expect(tool.runs).toHaveLength(1)
    })

    it.each<[string, (test: ReturnType<typeof openWithTool>) => void]>([
      ['the request for its output comes twice', ({ play }) => play(outputRequired('c'), outputRequired('c'))],
      ['the whole log is replayed (A11)', ({ play }) => play(...clientCall('c'))],
      [
        'another run asks again',
        ({ play }) =>
          play(runStart('r2'), { ...outputRequired('c'), runId: 'r2' }, runEnd('complete', { runId: 'r2' })),
      ],
      [
        'another run leaves it to us again',
        ({ play }) => play(runStart(), runEnd('complete', { pendingToolCallIds: ['c'] })),
      ],
      ['a snapshot repeats it', ({ play }) => play({ type: 'hydrate', toolCalls: [stored()] })],
      [
        'it is registered again, as StrictMode does',
        ({ session, tool }) => {
          session.registerTool('pick', tool.definition)()
          session.registerTool('pick', tool.definition)
        },
      ],
      ['somebody presses "run" meanwhile', ({ session, call }) => void session.retry(call('c'))],
    ])('runs once though %s', async (_, again) => {
      const { tool, ...test } = openWithTool()
      test.play(...clientCall('c'))
      await settle()
      again({ tool, ...test })
      await settle()
      expect(tool.runs).toHaveLength(1)
      await tool.finish()
      again({ tool, ...test })
      await settle()
      expect(tool.runs).toHaveLength(1)
      expect(test.sent()).toEqual([['c output']])
      expect(test.call('c')).toMatchObject({ state: 'output-available', output: 'done' })
    })

    it('B017: a start and an end that come again do not run it twice', async () => {
      const { play, tool } = openWithTool()
      const log = [inputStart('c', PICK), inputDelta('c', '{"n":1}'), inputEnd('c')]
      play(runStart(), ...log, inputDelta('c', '}'), inputEnd('c'), ...log, outputRequired('c'), runEnd())
      await settle()
      expect(tool.runs.map(({ call }) => call.input)).toEqual([{ n: 1 }])
    })

    it('B074: runs with the final input, never with a preview', async () => {
      const { play, tool } = openWithTool()
      play(runStart(), inputStart('c', PICK), inputDelta('c', '{"id":'), outputRequired('c'))
      await settle()
      play(inputDelta('c', '"r'), toolStart('c', { id: 'r7' }, PICK), outputRequired('c'), runEnd())
      await settle()
      expect(tool.runs.map(({ call }) => call.input)).toEqual([{ id: 'r7' }])
    })

    it('B074: does not run where the arguments were refused', async () => {
      const { play, tool } = openWithTool()
      play(
        runStart(),
        inputStart('c', PICK),
        inputDelta('c', '{"id":'),
        { type: 'tool_input_error', toolCallId: 'c', toolName: 'pick', errorText: 'bad' },
        outputRequired('c'),
        runEnd('complete', { pendingToolCallIds: ['c'] }),
      )
      await settle()
      expect(tool.runs).toHaveLength(0)
    })

    it('is answered for, and not run, when its arguments are not JSON', async () => {
      const { play, call, tool, host } = openWithTool()
      play(runStart(), inputStart('c', PICK), inputDelta('c', '{"n":'), inputEnd('c'), outputRequired('c'), runEnd())
      await settle()
      await settle()
      expect(tool.runs).toHaveLength(0)
      expect(call('c')).toMatchObject({ state: 'output-error', errorKind: 'input', input: '{"n":' })
      expect(host.requests).toMatchObject([[{ response: { type: 'output-error', errorKind: 'input' } }]])
    })

    it.each([new Error('no camera'), 'no camera', null, undefined, 0, { message: {} }, Object.freeze({})])(
      'A22: a throw is an answer: %o',
      async error => {
        const { play, call, tool, host } = openWithTool()
        play(...clientCall('c'))
        await settle()
        await tool.fail(error)
        const failed = call('c', 'output-error')
        expect(failed).toMatchObject({ errorKind: 'execution', errorText: expect.stringMatching(/./) })
        expect(failed.errorText).not.toContain('[object')
        if (error instanceof Error) expect(failed.errorText).toBe('no camera')
        expect(host.requests).toMatchObject([[{ response: { type: 'output-error', errorText: failed.errorText } }]])
      },
    )

    it('a throw before it awaits anything is an answer too', async () => {
      const { play, call } = openWithTool({
        run() {
          throw new Error('at once')
        },
      })
      play(...clientCall('c'))
      await settle()
      await settle()
      expect(call('c')).toMatchObject({ state: 'output-error', errorKind: 'execution', errorText: 'at once' })
    })

    it('shows its progress, and nothing of it once it has ended', async () => {
      const { play, session, call, tool } = openWithTool()
      play(...clientCall('c'))
      await settle()
      tool.runs[0]!.reportProgress('half')
      session.flush()
      expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client', partialOutput: 'half' } })
      await tool.finish()
      tool.runs[0]!.reportProgress('late')
      session.flush()
      expect(call('c')).toMatchObject({ state: 'output-available', output: 'done' })
    })

    it('of a repeated id runs once for each record (A13)', async () => {
      const { play, tool } = openWithTool()
      for (const messageId of ['m1', 'm2']) {
        play(runStart(), toolStart('c', { messageId }, { ...PICK, messageId }), outputRequired('c'), runEnd())
        await settle()
        await tool.finish()
      }
      expect(tool.runs.map(({ call }) => call.input)).toEqual([{ messageId: 'm1' }, { messageId: 'm2' }])
    })

    it('runs for all its calls at the same time', async () => {
      const { play, tool } = openWithTool()
      play(
        runStart(),
        toolStart('a', {}, PICK),
        toolStart('b', {}, PICK),
        runEnd('complete', { pendingToolCallIds: ['a', 'b'] }),
      )
      await settle()
      expect(tool.runs.map(({ call }) => call.toolCallId)).toEqual(['a', 'b'])
    })

    it('that comes while the call already waits runs it', async () => {
      const tool = scriptTool()
      const { play, session } = openSession()
      play(...clientCall('c'))
      await settle()
      session.registerTool('pick', tool.definition)
      expect(tool.runs).toHaveLength(0)
      await settle()
      expect(tool.runs).toHaveLength(1)
    })

    it('B067: has no deadline of its own, nor has a question', async () => {
      vi.useFakeTimers()
      const { play, call, tool } = openWithTool()
      play(...clientCall('c'))
      play(runStart(), toolStart('plan', {}, { toolName: 'submit_plan' }), suspended('plan'), runEnd('suspended'))
      await vi.advanceTimersByTimeAsync(10 * 60_000)
      expect(tool.runs[0]!.abortSignal.aborted).toBe(false)
      expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client' } })
      expect(call('plan').state).toBe('suspended')
    })
  })

  describe('stored state', () => {
    it.each<[string, StoredToolCall]>([
      ['a call that waits for the client', stored()],
      ['a call whose output was asked for', stored({ outputRequest: { ref: 1 } })],
      ['an approval that says "approved"', stored({ ...approved('user'), waitingFor: undefined })],
      ['a status that does not exist', stored({ state: 'streaming' as never })],
      ['a finished call', stored({ state: 'output-available', output: 1 })],
      ['a call that was going on', stored({ waitingFor: undefined })],
      ['an answered question', stored({ state: 'resuming', resumeData: 1, waitingFor: undefined })],
    ])('A10, B130: %s: nothing runs and nothing is sent', async (_, toolCall) => {
      vi.useFakeTimers()
      const { play, tool, sent } = openWithTool({ toolCalls: [toolCall] })
      await vi.advanceTimersByTimeAsync(60_000)
      play({ type: 'hydrate', toolCalls: [toolCall] }, runStart(), runEnd())
      await vi.advanceTimersByTimeAsync(60_000)
      expect(tool.runs).toHaveLength(0)
      expect(sent()).toEqual([])
    })

    it('A10: nothing is sent for a call whose tool nobody registers', async () => {
      vi.useFakeTimers()
      const { sent, states } = openWithTool({ toolCalls: [stored({ toolName: 'gone' })] })
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent()).toEqual([])
      expect(states()).toEqual({ c: 'input-available, waiting for client' })
    })

    it('B070: a finished call does not run again; one that waits runs when a person says so', async () => {
      const done = stored({ toolCallId: 'done', state: 'output-available', output: 1, waitingFor: undefined })
      const { call, session, tool, sent } = openWithTool({ toolCalls: [done, stored()] })
      await settle()
      expect(await session.retry(call('done'))).toMatchObject({ ok: false })
      await settle()
      expect(tool.runs).toHaveLength(0)
      expect(await session.retry(call('c'))).toEqual({ ok: true })
      expect(await session.retry(call('c'))).toMatchObject({ ok: false })
      await settle()
      expect(tool.runs).toMatchObject([{ call: { input: { n: 1 } } }])
      await tool.finish()
      expect(sent()).toEqual([['c output']])
    })

    it('asks its person, and a yes is the yes that the tool asks for too', async () => {
      const { call, session, tool, sent } = openWithTool({ toolCalls: [stored()] })
      await settle()
      expect(call('c')).toMatchObject({ state: 'approval-requested', input: { n: 1 }, approval: { mayHaveRun: true } })
      expect(tool.runs).toHaveLength(0)
      await session.respond(call('c'), APPROVE)
      await settle()
      expect(tool.runs).toMatchObject([{ isApproved: true, isContinued: false, call: { input: { n: 1 } } }])
      await tool.finish()
      expect(call('c')).toMatchObject({ state: 'output-available', output: 'done' })
      expect(sent()).toEqual([['c output']])
    })

    it('is not said to be undone when its person says no, or writes on: it may have run before', async () => {
      const { call, session, tool, host } = openWithTool({ toolCalls: [stored(), stored({ toolCallId: 'd' })] })
      await settle()
      await session.respond(call('c'), DENY)
      const [answer] = await session.supersede()
      await settle()
      const words = 'so it was not run here. It may have run before the page was loaded.'
      expect(host.requests[0]![0]!.response).toMatchObject({
        type: 'output-error',
        errorText: `The person denied this call, ${words} Reason: not now`,
      })
      expect(answer).toMatchObject({
        call: { toolCallId: 'd' },
        response: { type: 'output-error', errorText: `The person wrote a message instead, ${words}` },
      })
      expect([call('c').state, call('d').state]).toEqual(['output-denied', 'interrupted'])
      expect(tool.runs).toHaveLength(0)
    })

    it('runs by itself where the tool says `restored: "run"`', async () => {
      const { tool, sent } = openWithTool({ restored: 'run', toolCalls: [stored()] })
      expect(tool.runs).toHaveLength(0)
      await settle()
      await settle()
      expect(tool.runs).toHaveLength(1)
      await tool.finish()
      expect(sent()).toEqual([['c output']])
    })

    it('B070: a call that waited when it was stored still asks after its stream was replayed', async () => {
      const { play, tool } = openWithTool({ toolCalls: [stored()] })
      await settle()
      play(...clientCall('c'))
      await settle()
      expect(tool.runs).toHaveLength(0)
    })

    it('a call that was still streaming when it was stored, and went on here, runs', async () => {
      const streaming = stored({ state: 'input-streaming', input: undefined, inputText: '{"n"', waitingFor: undefined })
      const { play, tool } = openWithTool({ toolCalls: [streaming] })
      play(runStart(), inputDelta('c', ':2}'), toolStart('c', { n: 2 }, PICK), outputRequired('c'), runEnd())
      await settle()
      expect(tool.runs).toMatchObject([{ call: { input: { n: 2 } } }])
    })

    it('B085: an approval that was open when it was stored runs its tool when a person here says yes', async () => {
      const asked = stored({ state: 'approval-requested', approval: { approvalId: 'ap' }, waitingFor: undefined })
      const { call, session, tool, sent } = openWithTool({ batch: true, toolCalls: [asked] })
      void session.respond(call('c'), APPROVE)
      await settle()
      expect(tool.runs).toHaveLength(1)
      await tool.finish()
      expect(sent()).toEqual([['c approval', 'c output']])
    })
  })

  describe('a result that comes late', () => {
    it.each<[string, (test: ReturnType<typeof openWithTool>) => unknown, string | undefined]>([
      ['a stop (B076)', ({ session }) => session.stop('enough'), 'interrupted: aborted'],
      ['a newer message', ({ session }) => session.supersede(), 'interrupted: superseded'],
      [
        'a cancellation by the server',
        ({ play }) => play({ type: 'tool_cancelled', toolCallId: 'c', reason: 'cancelled' }),
        'interrupted: cancelled',
      ],
      [
        'the message was removed',
        ({ play }) => play({ type: 'tool_retracted', toolCallId: 'c', reason: 'message-removed' }),
        undefined,
      ],
      [
        'the step was reset (B028)',
        ({ play }) => play({ type: 'tool_retracted', toolCallId: 'c', reason: 'step-reset' }),
        undefined,
      ],
      ['a result of somebody else', ({ play }) => play(toolEnd('c', 'theirs')), 'output-available'],
      ['a snapshot without it', ({ play }) => play({ type: 'hydrate', toolCalls: [], complete: true }), undefined],
    ])('after %s is dropped with a warning, and the tool was told', async (_, end, state) => {
      const { tool, ...test } = openWithTool()
      test.play(...clientCall('c'))
      await settle()
      await end({ tool, ...test })
      test.session.flush()
      expect(tool.runs[0]!.abortSignal.aborted).toBe(true)
      expect(test.states()).toEqual(state === undefined ? {} : { c: state })
      const before = test.session.getToolCalls()
      await tool.finish({ type: 'output', output: 'late' })
      test.session.flush()
      expect(test.session.getToolCalls()).toEqual(before)
      expect(test.sent()).toEqual([])
      expect(test.codes()).toContain('late-result')
      expect(JSON.stringify(test.warnings)).not.toContain('"late"')
    })

    it('a tool that was stopped before it began is not begun', async () => {
      const { play, session, tool, sent, states } = openWithTool()
      play(...clientCall('c'))
      session.stop()
      await settle()
      expect(tool.runs).toHaveLength(0)
      expect(sent()).toEqual([])
      expect(states()).toEqual({ c: 'interrupted: aborted' })
    })

    it('B068: closing the session aborts what runs, and its result goes nowhere', async () => {
      const { play, session, tool, sent } = openWithTool()
      play(...clientCall('c'))
      await settle()
      session.dispose()
      expect(tool.runs[0]!.abortSignal.aborted).toBe(true)
      await tool.finish()
      expect(sent()).toEqual([])
    })

    it('B068: a result goes to the thread of its call, and another thread sees nothing of it', async () => {
      const { play, session, tool, host } = openWithTool()
      play(...clientCall('c').map(event => ({ ...event, threadId: 'A' })))
      await settle()
      play({ ...toolStart('c', {}, PICK), threadId: 'B' })
      const other = session.getToolCalls().find(({ threadId }) => threadId === 'B')!
      await tool.finish()
      expect(session.getToolCall(other.key)).toBe(other)
      expect(host.requests).toMatchObject([[{ call: { threadId: 'A' } }]])
    })
  })

  describe('a registration that goes', () => {
    it.each<[string, boolean | undefined, boolean, boolean]>([
      ['leaves a running tool alone', undefined, false, false],
      ['aborts it where the tool says so', true, false, true],
      ['leaves it alone where it is back within the task', true, true, false],
    ])('%s', async (_, abortOnUnmount, isBack, aborted) => {
      const tool = scriptTool({ abortOnUnmount })
      const { play, session } = openSession()
      const unregister = session.registerTool('pick', tool.definition)
      play(...clientCall('c'))
      await settle()
      unregister()
      if (isBack) session.registerTool('pick', tool.definition)
      await settle()
      expect(tool.runs.map(({ abortSignal }) => abortSignal.aborted)).toEqual([aborted])
    })

    it('and aborts its tool leaves no call that spins: the model gets one answer', async () => {
      const tool = scriptTool({ abortOnUnmount: true })
      const { play, call, session, host } = openSession()
      const unregister = session.registerTool('pick', tool.definition)
      play(...clientCall('c'))
      await settle()
      unregister()
      await settle()
      await tool.fail(new DOMException('gone', 'AbortError'))
      expect(call('c')).not.toMatchObject({ state: 'input-available' })
      expect(host.requests).toMatchObject([[{ response: { type: 'output-error' } }]])
    })
  })

  describe('what the tool here asks', () => {
    it('an approval: the prompt is the same, yes starts the tool again, approved, and only the output is sent', async () => {
      const { play, call, session, tool, sent } = openWithTool()
      play(...clientCall('c'))
      await settle()
      await tool.finish(ASK)
      expect(call('c')).toMatchObject({
        state: 'approval-requested',
        approval: { message: 'Really?' },
        input: { n: 1 },
      })
      expect(await session.respond(call('c'), APPROVE)).toEqual({ ok: true })
      await settle()
      expect(tool.runs.map(({ isApproved }) => isApproved)).toEqual([false, true])
      expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client' } })
      expect(sent()).toEqual([])
      await tool.finish()
      expect(call('c')).toMatchObject({ state: 'output-available', decision: { approved: true, by: 'user' } })
      expect(sent()).toEqual([['c output']])
    })

    it('an approval: no settles the call as denied, and the model is told why', async () => {
      const { play, call, session, tool, sent, host } = openWithTool()
      play(...clientCall('c'))
      await settle()
      await tool.finish(ASK)
      await session.respond(call('c'), DENY)
      await settle()
      expect(tool.runs).toHaveLength(1)
      expect(call('c')).toMatchObject({ state: 'output-denied', decision: { approved: false, reason: 'not now' } })
      expect(sent()).toEqual([['c output-error']])
      expect(host.requests[0]![0]!.response).toMatchObject({
        errorKind: 'not-executed',
        errorText: expect.stringContaining('not now'),
      })
    })

    it.each([{ choice: 'red' }, false, 0, '', null, undefined])(
      'a question: %j goes back to the tool, once, and only its output to the host',
      async resumeData => {
        const { play, call, session, tool, sent } = openWithTool()
        play(...clientCall('c'))
        await settle()
        await tool.finish({ ...QUESTION, resumeSchema: { type: 'object' }, message: 'Choose' })
        expect(call('c')).toMatchObject({
          state: 'suspended',
          suspension: { payload: { question: 'Which?' }, resumeSchema: { type: 'object' }, message: 'Choose' },
        })
        const shown = call('c')
        expect(await session.respond(shown, { type: 'resume', resumeData })).toEqual({ ok: true })
        expect(await session.respond(shown, { type: 'resume', resumeData: 'again' })).toMatchObject({ ok: false })
        await settle()
        expect(tool.runs).toHaveLength(2)
        expect(tool.runs[1]).toMatchObject({ isResumed: true, resumeData })
        await tool.finish()
        expect(tool.runs).toHaveLength(2)
        expect(sent()).toEqual([['c output']])
      },
    )

    it('two questions one after the other, each answered once', async () => {
      const { play, call, session, tool, sent } = openWithTool()
      play(...clientCall('c'))
      await settle()
      await tool.finish(QUESTION)
      await session.respond(call('c'), { type: 'resume', resumeData: 1 })
      await settle()
      await tool.finish(QUESTION)
      expect(call('c').state).toBe('suspended')
      await session.respond(call('c'), { type: 'resume', resumeData: 2 })
      await settle()
      await tool.finish()
      expect(tool.runs.map(({ resumeData }) => resumeData)).toEqual([undefined, 1, 2])
      expect(call('c').receipts).toMatchObject([{ resumeData: 1 }, { resumeData: 2 }])
      expect(sent()).toEqual([['c output']])
    })

    it('an approval and then a question: the run that is resumed is still approved', async () => {
      const { play, call, session, tool } = openWithTool()
      play(...clientCall('c'))
      await settle()
      await tool.finish(ASK)
      await session.respond(call('c'), APPROVE)
      await settle()
      await tool.finish(QUESTION)
      await session.respond(call('c'), { type: 'resume', resumeData: 1 })
      await settle()
      expect(tool.runs).toMatchObject([
        { isApproved: false, isResumed: false },
        { isApproved: true, isResumed: false },
        { isApproved: true, isResumed: true, resumeData: 1 },
      ])
    })

    it.each<[string, ToolRunResult, string]>([
      ['an approval ends the call, and the model is told that it was not run', ASK, 'was not run'],
      ['a question ends the call, and the model is told that it had begun', QUESTION, 'a part of it may be done'],
    ])('a person who cancels %s', async (_, asked, words) => {
      const { play, call, session, tool, sent, host } = openWithTool()
      play(...clientCall('c'))
      await settle()
      await tool.finish(asked)
      await session.respond(call('c'), { type: 'cancel', reason: 'never mind' })
      await settle()
      expect(tool.runs).toHaveLength(1)
      expect(sent()).toEqual([['c output-error']])
      expect(host.requests[0]![0]!.response).toMatchObject({
        errorKind: 'not-executed',
        errorText: expect.stringMatching(`${words}.*never mind`),
      })
    })

    it('B044: a newer message closes the prompt, and what travels with it is that the tool was not run', async () => {
      const { play, session, tool, states } = openWithTool()
      play(...clientCall('c'))
      await settle()
      await tool.finish(ASK)
      expect(await session.supersede()).toMatchObject([
        { call: { toolCallId: 'c' }, response: { type: 'output-error', errorKind: 'not-executed' } },
      ])
      expect(states()).toEqual({ c: 'interrupted: superseded' })
    })

    it('a newer message, or a tool that does not come back: of one that had begun nobody says that it was not run', async () => {
      const ended = { type: 'output-error', errorText: expect.stringContaining('a part of it may be done') }
      const { play, session, tool } = openWithTool()
      play(...clientCall('runs'), ...clientCall('asks', { runId: 'r2' }))
      await settle()
      await tool.finish(QUESTION, 1)
      expect((await session.supersede()).map(({ response }) => response)).toMatchObject([ended, ended])

      const gone = openSession({ missingToolTimeout: 0 })
      const takeBack = gone.session.registerTool('pick', tool.definition)
      gone.play(...clientCall('c'))
      await settle()
      await tool.finish(QUESTION)
      takeBack()
      await gone.session.respond(gone.call('c'), { type: 'resume', resumeData: 1 })
      await vi.waitFor(() => expect(gone.host.requests.flat().map(({ response }) => response)).toMatchObject([ended]))
    })

    it('is answered in a session without a host too: the answer goes to the tool', async () => {
      const tool = scriptTool()
      const { play, call, session } = openSession({ hasHost: false, clientTools: [tool.definition] })
      play(...clientCall('c'))
      await settle()
      await tool.finish(ASK)
      await session.respond(call('c'), APPROVE)
      await settle()
      expect(tool.runs).toHaveLength(2)
    })

    it.each([
      ['approval', ASK, APPROVE],
      ['question', QUESTION, { type: 'resume', resumeData: 1 }],
    ] as const)(
      'an %s that is answered while its tool is gone: it goes on when that is back',
      async (_, ask, answer) => {
        const tool = scriptTool()
        const { play, call, session, host } = openSession()
        const takeBack = session.registerTool('pick', tool.definition)
        play(...clientCall('c'))
        await settle()
        await tool.finish(ask)
        takeBack()
        expect(await session.respond(call('c'), answer)).toEqual({ ok: true })
        await settle()
        expect(tool.runs).toHaveLength(1)
        expect(call('c')).toMatchObject({ state: 'input-available', waitingFor: 'client' })
        expect(call('c', 'input-available').running).toBeUndefined()
        session.registerTool('pick', tool.definition)
        await settle()
        expect(tool.runs).toHaveLength(2)
        await tool.finish()
        expect(host.requests).toHaveLength(1)
      },
    )

    it.each([ASK, QUESTION])(
      '$type: is asked again, and the tool not run again, when the output is asked for again',
      async ask => {
        const { play, call, session, tool, sent } = openWithTool()
        play(...clientCall('c'))
        await settle()
        await tool.finish(ask)
        const shown = call('c')
        play(outputRequired('c'))
        expect(call('c').state).toBe(shown.state)
        expect(tool.runs).toHaveLength(1)
        const answer = ask === ASK ? APPROVE : ({ type: 'resume', resumeData: 1 } as const)
        expect(await session.respond(call('c'), answer)).toEqual({ ok: true })
        await settle()
        expect(tool.runs).toHaveLength(2)
        await tool.finish()
        expect(sent()).toEqual([['c output']])
      },
    )

    it('what the host asks meanwhile is answered to the host, and then the tool asks again', async () => {
      const { play, call, session, tool, sent } = openWithTool()
      play(...clientCall('c'))
      await settle()
      await tool.finish(QUESTION)
      play(approvalRequired('c', { approvalId: 'of the host' }))
      expect(await session.respond(call('c'), APPROVE)).toEqual({ ok: true })
      expect(sent()).toEqual([['c approval']])
      play(outputRequired('c'))
      expect(call('c')).toMatchObject({ state: 'suspended', suspension: { payload: { question: 'Which?' } } })
      await session.respond(call('c'), { type: 'resume', resumeData: 1 })
      await settle()
      expect(tool.runs).toMatchObject([{}, { isResumed: true, resumeData: 1 }])
      await tool.finish()
      expect(sent()).toEqual([['c approval'], ['c output']])
    })

    it('a question of the host is answered to the host', async () => {
      const { play, call, session, tool, sent } = openWithTool()
      play(runStart(), toolStart('c', {}, PICK), suspended('c'), runEnd('suspended'))
      await session.respond(call('c'), { type: 'resume', resumeData: 1 })
      await settle()
      expect(tool.runs).toHaveLength(0)
      expect(sent()).toEqual([['c resume']])
    })
  })

  describe('B049: a client tool that the host wants approved', () => {
    const asked = [runStart(), toolStart('c', { n: 1 }, PICK), approvalRequired('c', { approvalId: 'ap' }), runEnd()]

    it('where answers go together: it runs before the approval is sent, and both go in one request, in order', async () => {
      const { play, call, session, tool, host, sent, states } = openWithTool({ batch: true })
      play(...asked)
      const shown = call('c')
      const answer = session.respond(shown, APPROVE)
      await settle()
      expect(tool.runs).toMatchObject([{ isApproved: true, call: { input: { n: 1 } } }])
      expect(sent()).toEqual([])
      expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client' } })
      await tool.finish({ type: 'output', output: 'ok' })
      expect(await answer).toEqual({ ok: true })
      expect(sent()).toEqual([['c approval', 'c output']])
      expect(host.requests[0]![0]).toEqual({ call: shown, response: APPROVE })
      expect(tool.runs).toHaveLength(1)
      expect(states()).toEqual({ c: 'output-available' })
      expect(call('c').delivery).toBeUndefined()
    })

    it('its edited input is what runs', async () => {
      const tool = scriptTool()
      const { play, call, session } = openSession({
        host: scriptHost({ respondWhen: BATCH, capabilities: { editInput: true } }),
        clientTools: [tool.definition],
      })
      play(runStart(), toolStart('c', { n: 1 }, PICK), approvalRequired('c', { editable: true }), runEnd())
      void session.respond(call('c'), { ...APPROVE, editedInput: { n: 2 } })
      await settle()
      expect(tool.runs).toMatchObject([{ call: { input: { n: 2 } } }])
    })

    it.each(['user', 'policy', 'elsewhere'] as const)(
      'a yes that the wire tells of (by: %s) approves nothing',
      async by => {
        const { play, tool } = openWithTool()
        play(runStart('r1'), toolStart('c', { n: 1 }, { ...PICK, runId: 'r1' }))
        play({ type: 'tool_approval_resolved', toolCallId: 'c', approved: true, by }, outputRequired('c'), runEnd())
        await settle()
        expect(tool.runs).toMatchObject([{ isApproved: false }])
      },
    )

    it('nor does one that is stored', async () => {
      const decision = { approved: true, by: 'user' } as const
      const { tool } = openWithTool({ restored: 'run', toolCalls: [stored({ decision })] })
      await settle()
      await settle()
      expect(tool.runs).toMatchObject([{ isApproved: false }])
    })

    it('a yes to other arguments, or before there were any, approves nothing', async () => {
      const { play, call, session, tool } = openWithTool()
      play(runStart('r1'), approvalRequired('c', { ...PICK, runId: 'r1' }))
      await session.respond(call('c'), APPROVE)
      play(toolStart('c', { n: 1 }, { ...PICK, runId: 'r1' }), outputRequired('c'), runEnd())
      await settle()
      expect(tool.runs).toMatchObject([{ isApproved: false, call: { input: { n: 1 } } }])
    })

    it('a yes counts for a tool that is registered after it', async () => {
      const tool = scriptTool()
      const { play, call, session } = openSession()
      play(runStart('r1'), toolStart('c', { n: 1 }, { ...PICK, runId: 'r1' }), approvalRequired('c'))
      await session.respond(call('c'), APPROVE)
      play(outputRequired('c'), runEnd())
      session.registerTool('pick', tool.definition)
      await settle()
      expect(tool.runs).toMatchObject([{ isApproved: true }])
    })

    it('where answers go together: no is sent without running', async () => {
      const { play, call, session, tool, sent } = openWithTool({ batch: true })
      play(...asked)
      await session.respond(call('c'), DENY)
      await settle()
      expect(tool.runs).toHaveLength(0)
      expect(sent()).toEqual([['c approval']])
    })

    it('its output waits for the other prompts of the batch', async () => {
      const { play, call, session, tool, sent } = openWithTool({ batch: true })
      play(
        runStart(),
        toolStart('c', {}, PICK),
        approvalRequired('c'),
        toolStart('other'),
        approvalRequired('other'),
        runEnd(),
      )
      void session.respond(call('c'), APPROVE)
      await settle()
      await tool.finish()
      expect(sent()).toEqual([])
      expect(call('c')).toMatchObject({ state: 'output-available', delivery: { status: 'held' } })
      void session.respond(call('other'), DENY)
      await settle()
      expect(sent()).toEqual([['c approval', 'c output', 'other approval']])
    })

    it('a newer message while it runs: the approval travels as given, and that it was not executed', async () => {
      const { play, call, session, tool, sent } = openWithTool({ batch: true })
      play(...asked)
      void session.respond(call('c'), APPROVE)
      await settle()
      const answers = await session.supersede()
      expect(answers.map(({ response }) => response)).toMatchObject([
        APPROVE,
        { type: 'output-error', errorKind: 'not-executed' },
      ])
      expect(tool.runs[0]!.abortSignal.aborted).toBe(true)
      await tool.finish()
      expect(sent()).toEqual([])
    })

    it('a stop while it runs sends neither', async () => {
      const { play, call, session, tool, sent } = openWithTool({ batch: true })
      play(...asked)
      void session.respond(call('c'), APPROVE)
      await settle()
      session.stop()
      expect(tool.runs[0]!.abortSignal.aborted).toBe(true)
      await tool.finish()
      expect(sent()).toEqual([])
      expect(call('c')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
    })

    it('where answers go at once: the approval goes first, and the tool runs when the host leaves it to us', async () => {
      const { play, call, session, tool, sent } = openWithTool()
      play(...asked)
      expect(await session.respond(call('c'), APPROVE)).toEqual({ ok: true })
      await settle()
      expect(tool.runs).toHaveLength(0)
      play(runStart(), runEnd('complete', { pendingToolCallIds: ['c'] }))
      await settle()
      await tool.finish()
      expect(tool.runs).toHaveLength(1)
      expect(sent()).toEqual([['c approval'], ['c output']])
    })
  })

  it('session.retry sends an output that could not be sent, and does not run the tool again', async () => {
    const { play, call, session, host, tool, sent } = openWithTool()
    play(...clientCall('c'))
    await settle()
    host.failNext({ message: 'offline', retryable: true })
    await tool.finish({ type: 'output', output: 7 })
    expect(call('c')).toMatchObject({
      state: 'output-available',
      output: 7,
      delivery: { status: 'failed', error: { message: 'offline', retryable: true } },
    })
    host.failNext({ message: 'still offline', retryable: true })
    expect(await session.retry(call('c'))).toEqual({ ok: false, reason: 'failed', message: 'still offline' })
    expect(await session.retry(call('c'))).toEqual({ ok: true })
    expect(await session.retry(call('c'))).toMatchObject({ ok: false, reason: 'not-allowed' })
    expect(call('c').delivery).toBeUndefined()
    expect(tool.runs).toHaveLength(1)
    expect(sent()).toEqual([['c output'], ['c output'], ['c output']])
  })
})

function approved(by: 'user' | 'elsewhere'): Partial<StoredToolCall> {
  const decision = { approved: true, by }
  const request = { approvalId: 'ap' }
  return {
    state: 'approval-responded',
    approval: request,
    decision,
    receipts: [{ type: 'approval', request, input: { n: 1 }, decision }],
  }
}

afterEach(() => void vi.useRealTimers())
