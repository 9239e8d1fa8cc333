import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAiSdkDecoder } from '../../../src/ai-sdk.ts'
import { createToolCallSession, type ToolCall, type ToolCallEvent } from '../../../src/core.ts'
import type { Chunk } from '../../support/ai-sdk-recordings.ts'
import { describeState, openSession, playAiSdk, type TestSession } from '../../support/events.ts'
import { readRecordings } from '../../support/recordings.ts'

const recordings = [...readRecordings('ai-sdk'), ...readRecordings('ai-sdk/mastra')]
const START = [{ type: 'start', messageId: 'm1' }, { type: 'start-step' }]
const FINISH = [{ type: 'finish-step' }, { type: 'finish', finishReason: 'stop' }]

async function play(...chunks: Chunk[]): Promise<TestSession> {
  const test = openSession()
  await playAiSdk(test, chunks)
  return test
}

describe('createAiSdkDecoder', () => {
  describe('of any chunks', { timeout: 30_000 }, () => {
    const id = fc.constantFrom('a', 'b', '', '__proto__')
    const approvalId = fc.constantFrom('p', 'q')
    const junk = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined))
    const field = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ weight: 9, arbitrary: value }, junk as never)
    const chunk = fc.oneof(
      {
        weight: 12,
        arbitrary: fc.record(
          {
            type: fc.constantFrom(
              ...(
                'tool-input-start tool-input-delta tool-input-available tool-input-error tool-approval-request ' +
                'tool-approval-response tool-output-available tool-output-error tool-output-denied start start-step ' +
                'finish-step reset-step finish abort error data-tool-call-approval data-tool-call-suspended ' +
                'data-tool-agent data-tool-agent-step data-tool-workflow zzz'
              ).split(' '),
            ),
            id,
            toolCallId: field(id),
            toolName: field(fc.constantFrom('x', 'agent-x', 'workflow-x')),
            inputTextDelta: field(fc.constantFrom('{"a":', '1', '}', '')),
            input: junk,
            output: junk,
            errorText: field(fc.constantFrom('boom', '{"name":"Error","message":"boom"}', '{"name"')),
            approvalId: field(approvalId),
            approved: field(fc.boolean()),
            isAutomatic: field(fc.boolean()),
            preliminary: field(fc.boolean()),
            providerExecuted: field(fc.boolean()),
            messageId: field(fc.constantFrom('m1', 'm2')),
            finishReason: field(fc.constantFrom('stop', 'length', 'tool-calls')),
            ancestry: field(fc.array(fc.record({ toolCallId: field(id) }), { maxLength: 2 })),
            data: field(
              fc.record(
                {
                  toolCallId: field(id),
                  runId: field(fc.constant('r')),
                  status: field(fc.constantFrom('running', 'finished')),
                  text: field(fc.constantFrom('', 'a', 'ab')),
                  toolCalls: field(fc.array(fc.record({ toolCallId: id, args: junk }), { maxLength: 2 })),
                  toolResults: field(fc.array(fc.record({ toolCallId: id, result: junk }), { maxLength: 2 })),
                  pendingToolCalls: field(
                    fc.array(fc.record({ toolCallId: id, argsText: field(fc.constantFrom('', '{', '{}')) }), {
                      maxLength: 2,
                    }),
                  ),
                  steps: junk,
                },
                { requiredKeys: [] },
              ),
            ),
          },
          { requiredKeys: ['type'] },
        ) as fc.Arbitrary<unknown>,
      },
      { weight: 1, arbitrary: junk },
    )

    it('nothing throws, the same chunks give the same events, and a response that has ended says no more', () => {
      fc.assert(
        fc.property(fc.array(chunk, { maxLength: 30 }), fc.boolean(), (chunks, replay) => {
          const decode = () => {
            const decoder = createAiSdkDecoder()
            return [
              decoder.begin({ replay }),
              ...chunks.map(each => decoder.decode(each)),
              decoder.end(),
              decoder.end(),
              decoder.decode({ type: 'tool-input-start', toolCallId: 'late', toolName: 'x' }),
            ]
          }
          const events = decode()
          expect(decode()).toEqual(events)
          expect(events.flat().filter(event => event.type === 'run_end')).toHaveLength(1)
          expect(events.slice(-2)).toEqual([[], []])
        }),
        { numRuns: 150 },
      )
    })

    it('in a session, nothing throws and nothing spins after the end', () => {
      fc.assert(
        fc.property(fc.array(chunk, { maxLength: 30 }), chunks => {
          const session = createToolCallSession()
          const decoder = createAiSdkDecoder()
          session.dispatch(decoder.begin())
          for (const each of chunks) session.dispatch(decoder.decode(each))
          session.dispatch(decoder.end('aborted'))
          session.flush()
          const calls = session.getToolCalls()
          // what a run that waits for a person has begun stays behind the prompt (law 4)
          const isAsked = calls.some(({ state }) => state === 'approval-requested' || state === 'suspended')
          const spinning = calls.filter(call => isSpinning(call) && !(isAsked && call.state === 'input-available'))
          expect(spinning).toEqual([])
        }),
        { numRuns: 150 },
      )
    })
  })

  it.each(recordings.map(recording => [recording.name, recording] as const))(
    'cut off after any chunk, nothing spins and what had an outcome keeps it: %s',
    (_, { responses }) => {
      const chunks = responses[0] as Chunk[]
      const settledWhole = settledAt(chunks)
      for (let length = 0; length <= chunks.length; length += 1) {
        const { settled, calls } = settledAt(chunks.slice(0, length))
        expect(calls.filter(isSpinning)).toEqual([])
        for (const [toolCallId, state] of settled) expect(settledWhole.settled).toContainEqual([toolCallId, state])
      }
    },
  )

  it('without a message id, an id that comes again in a later step is another call', async () => {
    const call = (output: number) => [
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'call_0', toolName: 'x', input: { output } },
      { type: 'tool-output-available', toolCallId: 'call_0', output },
      { type: 'finish-step' },
    ]
    const { session } = await play({ type: 'start' }, ...call(1), ...call(2), { type: 'finish', finishReason: 'stop' })
    expect(session.getToolCalls()).toMatchObject([{ output: 1 }, { output: 2 }])
  })

  it('a text that is not JSON streams as the text it is', async () => {
    const { session } = await play(
      ...START,
      { type: 'tool-input-start', toolCallId: 'c', toolName: 'patch', inputEncoding: 'text' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '*** Begin {' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '"a": 1' },
      { type: 'finish', finishReason: 'length' },
    )
    expect(session.findToolCall('c')).toMatchObject({ state: 'interrupted', input: '*** Begin {"a": 1' })
  })

  it('preliminary outputs are progress, and the last one the output', async () => {
    const seen: unknown[] = []
    const { session } = openSession()
    const decoder = createAiSdkDecoder()
    session.subscribe(() => {
      const call = session.findToolCall('c')
      if (call?.state === 'input-available') seen.push(call.running?.partialOutput)
    })
    for (const chunk of [
      ...START,
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'x', input: {} },
      { type: 'tool-output-available', toolCallId: 'c', output: 1, preliminary: true },
      { type: 'tool-output-available', toolCallId: 'c', output: 2, preliminary: true },
      { type: 'tool-output-available', toolCallId: 'c', output: 2 },
      ...FINISH,
    ]) {
      if (chunk.type === 'start') session.dispatch(decoder.begin())
      session.dispatch(decoder.decode(chunk))
      session.flush()
    }
    expect(seen.filter(value => value !== undefined)).toEqual([1, 2])
    expect(session.findToolCall('c')).toMatchObject({ state: 'output-available', output: 2 })
  })

  it('what a provider runs is not left for the client', async () => {
    const test = await play(
      ...START,
      { type: 'tool-input-available', toolCallId: 'ours', toolName: 'x', input: {} },
      { type: 'tool-input-available', toolCallId: 'theirs', toolName: 'search', input: {}, providerExecuted: true },
      ...FINISH,
    )
    expect(test.states()).toEqual({
      ours: 'input-available, waiting for client',
      theirs: 'interrupted: no-result',
    })
  })

  it('a tool of Mastra that runs on in the background has no outcome yet', async () => {
    const providerMetadata = { mastra: { backgroundTask: { taskId: 't', status: 'running' } } }
    const { session } = await play(
      ...START,
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'x', input: {} },
      { type: 'tool-output-available', toolCallId: 'c', output: 'Task started', providerMetadata },
      ...FINISH,
    )
    expect(session.findToolCall('c')).toMatchObject({ state: 'input-available', background: true })
  })

  it('what the model reads comes with the output, where the server sends it', async () => {
    const modelOutput = { type: 'text', value: 'short' }
    const { session } = await play(
      ...START,
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'x', input: {} },
      { type: 'tool-output-available', toolCallId: 'c', output: 1, providerMetadata: { mastra: { modelOutput } } },
      ...FINISH,
    )
    expect(session.findToolCall('c')).toMatchObject({ output: 1, modelOutput })
  })

  it('B107: a limit of the server is not a person who stopped', async () => {
    const call = { type: 'tool-input-available', toolCallId: 'c', toolName: 'x', input: {} }
    const reasons: [string | undefined, string][] = [
      ['timeout', 'error'],
      ['The operation was aborted due to timeout', 'error'],
      ['step timed out after 500 ms', 'error'],
      ['This operation was aborted', 'aborted'],
      [undefined, 'aborted'],
    ]
    for (const [text, reason] of reasons) {
      const { session } = await play(...START, call, { type: 'abort', ...(text !== undefined && { reason: text }) })
      expect(session.findToolCall('c')).toMatchObject({ state: 'interrupted', reason, ...(text && { message: text }) })
    }
  })

  it('an error that comes as the JSON of an Error is shown as its message', async () => {
    const cause = JSON.stringify({ name: 'Error', cause: { message: 'disk full', name: 'Error' }, id: 'FAILED' })
    const own = '{"message":"an answer of the tool, not an Error"}'
    const { session } = await play(
      ...START,
      ...['a', 'b', 'c'].map(toolCallId => ({ type: 'tool-input-available', toolCallId, toolName: 'x', input: {} })),
      { type: 'tool-output-error', toolCallId: 'a', errorText: cause },
      { type: 'tool-output-error', toolCallId: 'b', errorText: own },
      { type: 'error', errorText: cause },
    )
    expect(session.getToolCalls()).toMatchObject([
      { errorText: 'disk full' },
      { errorText: own },
      { state: 'interrupted', message: 'disk full' },
    ])
  })

  it('a signature, and what nobody knows, come back exactly as they came', async () => {
    const known = { approvalId: 'p', signature: 'sig', approvalDescriptor: { risk: 'high' }, reason: 'deletes' }
    const unknown = { inputSchemaInput: { path: 'a' }, ofTomorrow: [1, { two: 2 }] }
    const { session } = await play(
      ...START,
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'x', input: {} },
      { type: 'tool-approval-request', toolCallId: 'c', ...known, ...unknown },
      ...FINISH,
    )
    expect(session.findToolCall('c')).toMatchObject({
      state: 'approval-requested',
      approval: {
        approvalId: 'p',
        requestReason: 'deletes',
        descriptor: { risk: 'high' },
        ref: { id: 'p', signature: 'sig', descriptor: { risk: 'high' }, requestReason: 'deletes', ...unknown },
      },
    })
  })

  it('a decision that nobody here asked for, or that was for another call, approves nothing', async () => {
    const call = (toolCallId: string) => ({ type: 'tool-input-available', toolCallId, toolName: 'rm', input: {} })
    const test = await play(
      ...START,
      call('a'),
      call('b'),
      { type: 'tool-approval-request', toolCallId: 'a', approvalId: 'pa' },
      { type: 'tool-approval-request', toolCallId: 'b', approvalId: 'pb' },
      { type: 'tool-approval-response', approvalId: 'pz', approved: true },
      { type: 'tool-approval-response', toolCallId: 'b', approvalId: 'pa', approved: 'yes' },
      { type: 'tool-approval-response', toolCallId: 'b', approvalId: 'pa', approved: true },
      ...FINISH,
    )
    expect(test.call('b')).toMatchObject({ state: 'approval-requested', approval: { approvalId: 'pb' } })
    expect(test.call('a').decision).toEqual({ approved: false, by: 'elsewhere' })
  })

  it('an approval that is told again after it was answered asks nobody again', async () => {
    const test = openSession()
    const request = { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'p' }
    const told = [...START, { type: 'tool-input-available', toolCallId: 'c', toolName: 'x', input: {} }, request]
    await playAiSdk(test, [...told, { type: '@user' }, request, ...FINISH], () => {
      void test.session.respond(test.call('c'), { type: 'approval', approved: true })
    })
    expect(test.call('c').state).not.toBe('approval-requested')
  })

  it('sub-agents: a replay says nothing twice', async () => {
    const { responses } = recordings.find(({ name }) => name === 'v7-sub-agent')!
    const test = openSession()
    const decoder = createAiSdkDecoder()
    for (const replay of [false, true]) {
      test.session.dispatch(decoder.begin({ replay }))
      const before = (responses[0] as Chunk[]).filter(({ type }) => type !== 'tool-output-available')
      for (const chunk of before) test.session.dispatch(decoder.decode(chunk))
      test.session.dispatch(decoder.end())
    }
    test.session.flush()
    expect(test.session.getToolCalls()).toHaveLength(2)
    expect(test.call('call_1').subagent).toMatchObject({ agentType: 'helper', text: 'It is an animal.' })
  })

  it('workflows: what is done so far is progress of the call that runs it', () => {
    const { responses } = recordings.find(({ name }) => name === 'v6-workflow')!
    const decoder = createAiSdkDecoder()
    decoder.begin()
    const updates = (responses[0] as Chunk[])
      .flatMap(chunk => decoder.decode(chunk))
      .filter((event): event is Extract<ToolCallEvent, { type: 'tool_update' }> => event.type === 'tool_update')
    expect(updates).toMatchObject([
      { toolCallId: 'call_1', name: 'workflow', partialResult: { name: 'doubling', steps: {} } },
      { partialResult: { steps: { double: { status: 'running' } } } },
      { partialResult: { steps: { double: { status: 'success' } } } },
      { partialResult: { status: 'success' } },
    ])
  })
})

/** It looks as if it went on, though its run has ended and it waits for nobody here. */
function isSpinning(call: ToolCall): boolean {
  if (call.background) return false
  return call.state === 'input-streaming' || (call.state === 'input-available' && !call.waitingFor)
}

function settledAt(chunks: readonly Chunk[]) {
  const session = createToolCallSession()
  const decoder = createAiSdkDecoder()
  session.dispatch(decoder.begin())
  for (const chunk of chunks) session.dispatch(decoder.decode(chunk))
  session.dispatch(decoder.end('disconnected'))
  session.flush()
  const calls = session.getToolCalls()
  const settled = calls
    .filter(({ state }) => state.startsWith('output-'))
    .map(call => [call.toolCallId, describeState(call)] as const)
  return { calls, settled }
}
