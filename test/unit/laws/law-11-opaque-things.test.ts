import { describe, expect, it } from 'vitest'
import type { ToolCallEvent, ToolCallResponse } from '../../../src/core.ts'
import {
  approvalRequired,
  openSession,
  outputRequired,
  playAiSdk,
  runEnd,
  suspended,
  toolStart,
} from '../../support/events.ts'

const REFS: [string, unknown][] = [
  ['an object', { id: 'i1', nested: [{ runId: null, n: 0 }], empty: {}, no: false }],
  ['prototype keys', JSON.parse('{"__proto__":{"a":1},"constructor":"x"}')],
  ['a text', 'opaque'],
  ['null', null],
  ['zero', 0],
]
const WAYS: [string, (ref: unknown) => ToolCallEvent, ToolCallResponse, 'approval' | 'suspension' | 'outputRequest'][] =
  [
    ['an approval', ref => approvalRequired('c', { ref }), { type: 'approval', approved: true }, 'approval'],
    ['a suspension', ref => suspended('c', { ref }), { type: 'resume', resumeData: 1 }, 'suspension'],
    ['a cancelled suspension', ref => suspended('c', { ref }), { type: 'cancel' }, 'suspension'],
    ['a request for an output', ref => outputRequired('c', ref), { type: 'output', output: 1 }, 'outputRequest'],
  ]

describe('law 11: opaque things travel untouched', () => {
  describe.each(WAYS)('the ref of %s', (_, ask, response, field) => {
    it.each(REFS)('comes back exactly as it came: %s', async (_name, ref) => {
      const { play, call, session, host } = openSession()
      const text = JSON.stringify(ref)
      play(toolStart('c'), ask(ref), runEnd())
      await session.respond(call('c'), response)
      const sent = host.requests[0]![0]!.call as unknown as Record<string, { ref: unknown }>
      expect(sent[field]).toHaveProperty('ref')
      expect(JSON.stringify(sent[field]!.ref)).toBe(text)
    })
  })

  it('a ref is still there after the answer failed, and in the receipt', async () => {
    const { play, call, session, host } = openSession()
    const ref = { signature: 'sig', more: [1] }
    play(toolStart('c'), approvalRequired('c', { ref, descriptor: { v: 2 }, options: [{ id: 'x', kind: 'acme:yes' }] }))
    host.failNext({ message: 'offline', retryable: true })
    await session.respond(call('c'), { type: 'approval', approved: true })
    expect(call('c', 'approval-requested').approval).toMatchObject({
      ref,
      descriptor: { v: 2 },
      options: [{ id: 'x', kind: 'acme:yes' }],
    })
    await session.respond(call('c'), { type: 'approval', approved: true, optionId: 'x' })
    expect(call('c')).toMatchObject({ decision: { optionId: 'x' }, receipts: [{ request: { ref } }] })
  })

  it('everything that the person decided reaches the host', async () => {
    const { play, call, session, host } = openSession()
    play(toolStart('c'), approvalRequired('c'))
    const response: ToolCallResponse = {
      type: 'approval',
      approved: false,
      reason: '',
      optionId: '0',
      payload: { a: null },
      grant: 'session',
    }
    await session.respond(call('c'), response)
    expect(host.requests[0]![0]!.response).toEqual(response)
    const { type: _, ...decision } = response
    expect(call('c').decision).toEqual({ ...decision, by: 'user' })
  })

  it('metadata, annotations and model outputs are kept as they came', () => {
    const { play, call } = openSession()
    const metadata = { providerMetadata: { acme: { thoughtSignature: 'x' } } }
    const annotations = { readOnlyHint: false, destructiveHint: true }
    const modelOutput = { type: 'text', value: 'ok' } as const
    play(toolStart('c', {}, { metadata, annotations }), {
      type: 'tool_end',
      toolCallId: 'c',
      result: 1,
      isError: false,
      modelOutput,
    })
    expect(call('c')).toMatchObject({ metadata, annotations, modelOutput })
  })

  it('B046: signature, descriptor and unknown fields of an AI SDK approval come back', async () => {
    const test = openSession()
    const extra = {
      signature: 's',
      inputSchemaInput: { d: '2026-01-01' },
      zz: 1,
      providerMetadata: { acme: { k: 'v' } },
    }
    await playAiSdk(test, [
      { type: 'start', messageId: 'm1' },
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'pay', input: { d: 1 } },
      {
        type: 'tool-approval-request',
        approvalId: 'ap',
        toolCallId: 'c',
        approvalDescriptor: { v: 2 },
        reason: 'limit',
        ...extra,
      },
      { type: 'finish' },
    ])
    await test.session.respond(test.call('c'), { type: 'approval', approved: true })
    const sent = test.host.requests[0]![0]!.call
    // the approval object as the SDK itself keeps it on the part, and what the SDK does not know
    expect(sent).toMatchObject({ approval: { approvalId: 'ap', requestReason: 'limit', descriptor: { v: 2 } } })
    expect(sent).toMatchObject({
      approval: { ref: { id: 'ap', requestReason: 'limit', descriptor: { v: 2 }, ...extra } },
    })
  })
})
