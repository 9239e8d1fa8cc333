import { describe, expect, it } from 'vitest'
import type { ToolCallResponse } from '../../../src/core.ts'
import {
  BATCH,
  openSession,
  playAiSdk,
  readCase,
  scriptHost,
  settle,
  toolStart,
  type BugCase,
} from '../../support/events.ts'

const APPROVE: ToolCallResponse = { type: 'approval', approved: true }
const openChat = () => openSession({ host: scriptHost({ respondWhen: BATCH }) })
const response = (...chunks: BugCase['events']): BugCase['events'] => [
  { type: 'start', messageId: 'm1' },
  { type: 'start-step' },
  ...chunks,
]
const FINISH = [{ type: 'finish-step' }, { type: 'finish', finishReason: 'stop' }]

describe('bug cases on the wire of the AI SDK', () => {
  it('B014: outputs of calls that this stream never announced make cards of their own', async () => {
    const test = openChat()
    await playAiSdk(test, readCase('B014').events)
    expect(test.call('ghost-1')).toMatchObject({
      state: 'output-available',
      toolName: '',
      input: undefined,
      output: { ok: true },
    })
    expect(test.call('ghost-2')).toMatchObject({
      state: 'output-error',
      toolName: '',
      input: undefined,
      errorText: 'quota',
    })
  })

  it('B014: a warning is reported once for each of them', async () => {
    const test = openChat()
    await playAiSdk(test, readCase('B014').events)
    expect(test.warnings).toHaveLength(2)
  })

  it('B014: an id that is known from an earlier message attaches there', async () => {
    const test = openChat()
    test.play(toolStart('ghost-1', { q: 1 }, { toolName: 'look', messageId: 'm8' }))
    await playAiSdk(test, readCase('B014').events)
    expect(test.session.getToolCalls()).toHaveLength(2)
    expect(test.call('ghost-1')).toMatchObject({
      state: 'output-available',
      toolName: 'look',
      messageId: 'm8',
      output: { ok: true },
    })
  })

  it('B019: a call that is closed as another kind of tool is still one call', async () => {
    const test = openChat()
    await playAiSdk(test, readCase('B019').events)
    expect(test.session.getToolCalls()).toHaveLength(1)
    expect(test.call('t1')).toMatchObject({
      state: 'output-error',
      errorKind: 'input',
      errorText: 'No such tool: sendFax',
      input: '{"to":"5',
      dynamic: true,
    })
    expect(await test.session.respond(test.call('t1'), { type: 'output', output: 1 })).toMatchObject({ ok: false })
    expect(test.host.requests).toEqual([])
  })

  it('B028: a step that is reset takes its calls and its prompts away, and their late answers', async () => {
    const test = openChat()
    let shown: ReturnType<typeof test.call> | undefined
    const events = response(
      { type: 'tool-input-available', toolCallId: 'kept', toolName: 'pick', input: {} },
      { type: 'tool-output-available', toolCallId: 'kept', output: 1 },
      { type: 'finish-step' },
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 't1', toolName: 'pick', input: {} },
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 't1' },
      { type: '@user' },
      { type: 'reset-step' },
      { type: 'tool-input-available', toolCallId: 't2', toolName: 'pick', input: {} },
      ...FINISH,
    )
    await playAiSdk(test, events, () => (shown = test.call('t1')))
    expect(test.states()).toEqual({ kept: 'output-available', t2: 'input-available, waiting for client' })
    expect(await test.session.respond(shown!, APPROVE)).toMatchObject({ ok: false, reason: 'unknown' })
    expect(test.host.requests).toEqual([])
  })

  it('B038: the answers carry the approvals, one request leaves after the second, and a denial is an end', async () => {
    const test = openChat()
    const { session, host, call, states } = test
    const ids = { 'ap-1': 'functions.pay:2::x', 'ap-2': 'functions.pay:3::y' }
    const sentAfter: number[] = []
    const prompts: unknown[] = []
    await playAiSdk(test, readCase('B038').events, instruction => {
      const shown = call(ids[instruction.approvalId as keyof typeof ids], 'approval-requested')
      prompts.push([(shown.input as { amount: number }).amount, shown.approval.requestReason])
      void session.respond(shown, {
        type: 'approval',
        approved: instruction.do === 'approve',
        reason: instruction.reason as string | undefined,
      })
      sentAfter.push(host.requests.length)
    })
    expect(prompts).toEqual([
      [40, 'over daily limit'],
      [9000, undefined],
    ])
    expect(sentAfter[0]).toBe(0)
    expect(host.requests).toHaveLength(1)
    expect(host.requests[0]).toMatchObject([
      { call: { approval: { approvalId: 'ap-1', ref: { id: 'ap-1' } } }, response: { approved: true } },
      {
        call: { approval: { approvalId: 'ap-2', ref: { id: 'ap-2', signature: 'sig-2' } } },
        response: { approved: false, reason: 'too much' },
      },
    ])
    expect(states()).toEqual({ [ids['ap-1']]: 'output-available', [ids['ap-2']]: 'output-denied' })
    expect(call(ids['ap-2'])).toMatchObject({ decision: { approved: false, by: 'user', reason: 'too much' } })
  })

  it.each([
    ['with', [{ type: 'tool-output-denied', toolCallId: 'c1' }]],
    ['without', []],
  ])('B043: an automatic denial asks nobody and settles, %s its last chunk', async (_, last) => {
    const test = openChat()
    const before = response(
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'rm', input: {} },
      { type: 'tool-approval-request', approvalId: 'p1', toolCallId: 'c1', isAutomatic: true },
      { type: 'tool-approval-response', approvalId: 'p1', approved: false, reason: 'policy' },
    )
    await playAiSdk(test, [...before, ...last, ...FINISH])
    expect(test.call('c1')).toMatchObject({
      state: 'output-denied',
      decision: { approved: false, by: 'policy', reason: 'policy' },
    })
    expect(test.host.requests).toEqual([])
  })

  it('B043: an automatic approval keeps no answer of a person waiting', async () => {
    const test = openChat()
    const events = response(
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'rm', input: {} },
      { type: 'tool-approval-request', approvalId: 'p1', toolCallId: 'c1', isAutomatic: true },
      { type: 'tool-input-available', toolCallId: 'c2', toolName: 'rm', input: {} },
      { type: 'tool-approval-request', approvalId: 'p2', toolCallId: 'c2' },
      { type: 'tool-approval-response', approvalId: 'p1', approved: true },
      { type: 'tool-output-available', toolCallId: 'c1', output: 1 },
      ...FINISH,
    )
    await playAiSdk(test, events)
    await test.session.respond(test.call('c2'), APPROVE)
    expect(test.host.requests).toHaveLength(1)
    expect(test.host.requests[0]).toHaveLength(1)
  })

  it('B073: outputs false, 0, "" and null are outputs', async () => {
    const test = openChat()
    const outputs = [false, 0, '', null]
    const chunks = outputs.flatMap((output, at) => [
      { type: 'tool-input-available', toolCallId: `c${at}`, toolName: 'x', input: {} },
      { type: 'tool-output-available', toolCallId: `c${at}`, output },
    ])
    await playAiSdk(test, response(...chunks, ...FINISH))
    expect(test.session.getToolCalls()).toMatchObject(outputs.map(output => ({ state: 'output-available', output })))
  })

  it('B092: the same id in two steps is two cards, and the first is never touched again', async () => {
    const test = openChat()
    const { session } = test
    const { events } = readCase('B092')
    const secondStep = events.findLastIndex(({ type }) => type === 'start-step')
    let first: unknown
    await playAiSdk(
      test,
      [...events.slice(0, secondStep), { type: '@user' }, ...events.slice(secondStep)],
      () => (first = session.getToolCalls()[0]),
    )
    expect(session.getToolCalls()).toMatchObject([
      { toolName: 'list', input: { dir: '/a' }, output: ['x'] },
      { toolName: 'read', input: { file: 'x' }, output: 'text of x' },
    ])
    expect(session.getToolCalls()[0]).toBe(first)
    expect(new Set(session.getToolCallKeys()).size).toBe(2)
  })

  it.each(['length', 'error', 'content-filter', 'interrupted'])(
    'B097: a call is not for the client when its output was cut: %s',
    async finishReason => {
      const test = openChat()
      const events = readCase('B097').events.map(event =>
        event.type === 'finish' ? { ...event, finishReason } : event,
      )
      await playAiSdk(test, events)
      expect(test.call('t1')).toMatchObject({ state: 'interrupted', input: { where: 'id > 0' } })
      if (finishReason === 'length') expect(test.call('t1')).toMatchObject({ reason: 'length' })
      expect(test.host.requests).toEqual([])
    },
  )

  it('B104: chunks that come after the stream was stopped say nothing', async () => {
    const test = openChat()
    await playAiSdk(test, [
      ...response({ type: 'tool-input-available', toolCallId: 'a', toolName: 'x', input: {} }),
      { type: 'abort' },
      { type: 'tool-output-available', toolCallId: 'a', output: 1 },
      { type: 'finish' },
    ])
    expect(test.states()).toEqual({ a: 'interrupted: aborted' })
  })

  it('A14: malformed chunks say nothing, and the next good one works', async () => {
    const test = openChat()
    const bad = [
      null,
      5,
      'x',
      [],
      {},
      { type: null },
      { type: {} },
      { type: 'tool-input-delta' },
      { type: 'tool-input-available', toolCallId: 7 },
      { type: 'zzz' },
    ]
    const good = { type: 'tool-input-available', toolCallId: 'c', toolName: 'x', input: {} }
    await playAiSdk(
      test,
      response(...(bad.filter(chunk => chunk !== null && typeof chunk === 'object') as never[]), good, ...FINISH),
    )
    expect(Object.keys(test.states())).toEqual(['c'])
  })

  it('A10: decisions and results on the wire are shown, and never sent on', async () => {
    const test = openChat()
    test.play(
      { type: 'tool_approval_resolved', toolCallId: 'c', approvalId: 'a', approved: true, by: 'elsewhere' },
      { type: 'tool_resumed', toolCallId: 'd', resumeData: { approved: true }, by: 'elsewhere' },
      {
        type: 'tool_start',
        toolCallId: 'e',
        toolName: 'x',
        args: { resumeData: { approved: true }, suspendedToolRunId: 'r1' },
      },
      { type: 'run_end', reason: 'complete' },
    )
    await settle()
    expect(test.host.requests).toEqual([])
  })
})
