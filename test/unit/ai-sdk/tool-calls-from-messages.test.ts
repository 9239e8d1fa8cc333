import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { toolCallsFromMessage } from '../../../src/adapters/ai-sdk/tool-calls-from-messages.ts'
import { toolCallsFromMessages, type MessageLike } from '../../../src/ai-sdk.ts'
import { createToolCallSession } from '../../../src/core.ts'
import { openSession, runEnd, runStart } from '../../support/events.ts'

const { threads } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../fixtures/ai-sdk/mastra/stored-messages.json', import.meta.url)), 'utf8'),
) as { threads: Record<string, { messages: MessageLike[]; calls: StoredExpectation[] }> }
interface StoredExpectation {
  toolCallId: string
  toolName: string
  state: string
  input?: unknown
  output?: unknown
  errorKind?: string
  errorText?: string
  decision?: object
  suspendPayload?: unknown
  approvalIdEndsWith?: string
}

const user = (id: string): MessageLike => ({ id, role: 'user', parts: [{ type: 'text' }] })
const assistant = (id: string, ...parts: object[]): MessageLike => ({
  id,
  role: 'assistant',
  parts: parts as MessageLike['parts'],
})
const part = (toolCallId: string, state: string, more: object = {}) => ({
  type: 'tool-rm',
  toolCallId,
  state,
  input: { path: 'a' },
  ...more,
})
const STEP = { type: 'step-start' }
const approval = { id: 'p', signature: 'sig', requestReason: 'deletes', ofTomorrow: { a: 1 } }

describe('toolCallsFromMessages', () => {
  it('places each call in its message and step', () => {
    const calls = toolCallsFromMessages([
      user('u1'),
      assistant(
        'm1',
        STEP,
        part('call_0', 'output-available', { output: 1 }),
        STEP,
        part('call_0', 'output-available'),
      ),
      user('u2'),
      assistant('m2', part('call_0', 'output-available')),
    ])
    expect(calls.map(({ messageId, stepId }) => [messageId, stepId])).toEqual([
      ['m1', 'm1:0'],
      ['m1', 'm1:1'],
      ['m2', undefined],
    ])
    const { session } = openSession()
    session.dispatch({ type: 'hydrate', toolCalls: calls })
    expect(session.getToolCalls()).toHaveLength(3)
  })

  it('in the last message open calls wait, in the one that is going on they go on, in earlier ones they have ended', () => {
    const open = assistant(
      'm1',
      STEP,
      part('streams', 'input-streaming', { rawInput: '{"path":"a' }),
      part('whole', 'input-available'),
      part('asks', 'approval-requested', { approval }),
      part('answered', 'approval-responded', { approval: { ...approval, approved: true } }),
    )
    const states = (messages: MessageLike[], activeMessageId?: string) =>
      Object.fromEntries(
        toolCallsFromMessages(messages, { activeMessageId }).map(({ toolCallId, state, waitingFor, reason }) => [
          toolCallId,
          [state, waitingFor ?? reason].filter(Boolean).join(' '),
        ]),
      )
    expect(states([open])).toEqual({
      streams: 'input-streaming',
      whole: 'input-available client',
      asks: 'approval-requested',
      answered: 'approval-responded',
    })
    expect(states([open], 'm1')).toEqual({
      streams: 'input-streaming',
      whole: 'input-available',
      asks: 'approval-requested',
      answered: 'approval-responded',
    })
    expect(states([open, user('u2')])).toEqual({
      streams: 'interrupted no-result',
      whole: 'interrupted superseded',
      asks: 'interrupted superseded',
      answered: 'interrupted no-result',
    })
    expect(toolCallsFromMessage(open, { isLast: true })).toEqual(toolCallsFromMessages([open]))
  })

  it('after a reload nothing spins: a call that was streaming, or that the server ran, is cut off', () => {
    const message = assistant(
      'm1',
      STEP,
      part('streams', 'input-streaming', { rawInput: '{"path":"a', input: { path: 'a' } }),
      part('server', 'input-available'),
      part('provider', 'input-available', { providerExecuted: true }),
      part('halfway', 'output-available', { preliminary: true, output: 'half' }),
    )
    const { session, states } = openSession()
    session.dispatch({ type: 'hydrate', toolCalls: toolCallsFromMessages([message], { isClientTool: () => false }) })
    expect(states()).toEqual({
      streams: 'interrupted: disconnected',
      server: 'interrupted: disconnected',
      provider: 'interrupted: disconnected',
      halfway: 'interrupted: no-result',
    })
    expect(session.findToolCall('streams')).toMatchObject({ inputText: '{"path":"a', input: { path: 'a' } })
  })

  it('a call that a later step has gone past waits for nobody', () => {
    const [call] = toolCallsFromMessages([assistant('m1', STEP, part('c', 'input-available'), STEP, { type: 'text' })])
    expect(call).toMatchObject({ state: 'input-available' })
    expect(call).not.toHaveProperty('waitingFor')
  })

  it('keeps all of the approval object, signature and unknown fields included', () => {
    const [call] = toolCallsFromMessages([assistant('m1', part('c', 'approval-requested', { approval }))])
    expect(call).toMatchObject({ approval: { approvalId: 'p', requestReason: 'deletes', ref: approval } })
    const { session } = openSession()
    session.dispatch({ type: 'hydrate', toolCalls: [call!] })
    expect(session.findToolCall('c')).toMatchObject({ state: 'approval-requested', approval: { ref: approval } })
  })

  it.each([
    ['an answer without an approval', part('c', 'approval-responded')],
    ['an answer that is no decision', part('c', 'approval-responded', { approval: { id: 'p' } })],
    ['a decision that is no yes', part('c', 'approval-responded', { approval: { id: 'p', approved: 'yes' } })],
    [
      'a decision in a part that still asks',
      part('c', 'approval-requested', { approval: { id: 'p', approved: true } }),
    ],
    ['a decision in a part that never asked', part('c', 'input-available', { approval: { id: 'p', approved: true } })],
    ['an output after a no', part('c', 'output-available', { approval: { id: 'p', approved: false }, output: 1 })],
  ])('a forged approval never looks approved: %s', (_, forged) => {
    const { session } = openSession()
    session.dispatch({ type: 'hydrate', toolCalls: toolCallsFromMessages([assistant('m1', forged)]) })
    const call = session.findToolCall('c')!
    expect(call.decision?.approved).not.toBe(true)
    expect(call.receipts.every(receipt => receipt.type !== 'approval' || !receipt.decision.approved)).toBe(true)
    if (call.state === 'output-available') expect(call.ranAlthoughDenied).toBe(true)
  })

  it('a stored answer was given elsewhere, until its outcome shows that it was taken', () => {
    const responded = part('c', 'approval-responded', { approval: { ...approval, approved: true } })
    const { session } = openSession()
    session.dispatch({ type: 'hydrate', toolCalls: toolCallsFromMessages([assistant('m1', responded)]) })
    expect(session.findToolCall('c')).toMatchObject({ state: 'approval-responded', decision: { by: 'elsewhere' } })
  })

  it('input errors of both versions are input errors', () => {
    const parts = [
      part('v6', 'output-error', { input: undefined, rawInput: { path: 1 }, errorText: 'An error occurred.' }),
      part('v7', 'output-error', {
        input: { path: 1 },
        errorText: 'AI_InvalidToolInputError: Invalid input for tool rm: expected string',
      }),
      part('unknown', 'output-error', { errorText: "AI_NoSuchToolError: Model tried to call unavailable tool 'rm'." }),
      part('text', 'output-error', { input: '{"pa', errorText: 'An error occurred.' }),
      part('ran', 'output-error', { errorText: '{"name":"Error","message":"disk full"}' }),
    ]
    expect(toolCallsFromMessages([assistant('m1', ...parts)])).toMatchObject([
      { errorKind: 'input', input: { path: 1 } },
      { errorKind: 'input', input: { path: 1 } },
      { errorKind: 'input' },
      { errorKind: 'input', input: '{"pa' },
      { errorKind: 'execution', errorText: 'disk full' },
    ])
  })

  it('tells of the calls of sub-agents below the call that started them', () => {
    const data = {
      status: 'running',
      toolCalls: [{ toolCallId: 'inner', toolName: 'look_up', args: { word: 'mole' } }],
    }
    const calls = toolCallsFromMessages([
      assistant('m1', STEP, part('outer', 'input-available'), {
        type: 'data-tool-agent',
        id: 'r',
        data,
        ancestry: [{ toolCallId: 'outer' }],
      }),
    ])
    expect(calls).toMatchObject([
      { toolCallId: 'outer' },
      { toolCallId: 'inner', toolName: 'look_up', parentToolCallId: 'outer', input: { word: 'mole' } },
    ])
  })

  describe('of threads that Mastra has stored', () => {
    it.each(Object.entries(threads))('%s', (_, { messages, calls }) => {
      const session = createToolCallSession()
      // a thread whose last message was answered is followed by that answer
      session.dispatch({ type: 'hydrate', toolCalls: toolCallsFromMessages(messages) })
      expect(session.getToolCalls()).toHaveLength(calls.length)
      calls.forEach(({ suspendPayload, approvalIdEndsWith, ...facts }, at) => {
        const call = session.getToolCalls()[at]!
        const { alsoAccept: _, ...listed } = facts as StoredExpectation & { alsoAccept?: unknown }
        expect(call).toMatchObject(listed)
        if (suspendPayload !== undefined) expect(call).toMatchObject({ suspension: { payload: suspendPayload } })
        if (call.state === 'approval-requested') {
          expect(call.approval.approvalId.endsWith(approvalIdEndsWith ?? '::call_1')).toBe(true)
        }
      })
    })
  })

  it('reads any messages without a throw, into calls that a session takes', { timeout: 30_000 }, () => {
    const junk = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined))
    const anyPart = fc.record(
      {
        type: fc.constantFrom(
          'tool-x',
          'dynamic-tool',
          'step-start',
          'data-tool-call-approval',
          'data-tool-agent',
          'q',
        ),
        toolCallId: fc.oneof(fc.constantFrom('a', 'b'), junk),
        toolName: junk,
        state: fc.constantFrom(
          ...(
            'input-streaming input-available approval-requested approval-responded output-available output-error ' +
            'output-denied zzz'
          ).split(' '),
        ),
        input: junk,
        rawInput: junk,
        output: junk,
        errorText: junk,
        approval: fc.oneof(junk, fc.record({ id: junk, approved: junk, reason: junk }, { requiredKeys: [] })),
        id: junk,
        data: junk,
        callProviderMetadata: junk,
      },
      { requiredKeys: ['type'] },
    )
    const message = fc.record({
      id: fc.constantFrom('m1', 'm2'),
      role: fc.constantFrom('assistant', 'user'),
      parts: fc.oneof({ weight: 5, arbitrary: fc.array(fc.oneof(anyPart, junk), { maxLength: 6 }) }, junk),
      metadata: junk,
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), messages => {
        const toolCalls = toolCallsFromMessages(messages as unknown as MessageLike[])
        const { session, play } = openSession()
        play({ type: 'hydrate', toolCalls }, runStart(), runEnd())
        for (const call of session.getToolCalls()) expect(call.toolCallId).toBeTypeOf('string')
      }),
      { numRuns: 150 },
    )
  })
})
