import { describe, expect, it } from 'vitest'
import type { ToolCallEvent, ToolCallResponse } from '../../../src/core.ts'
import {
  approvalRequired,
  BATCH,
  inputDelta,
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
const SUPERSEDED = { type: 'cancel', cause: 'superseded' }
const openBatchSession = () => openSession({ host: scriptHost({ respondWhen: BATCH }) })

describe('supersede: the person writes instead of answering', () => {
  it('ends everything that waits here, and gives back what has to travel, in order of appearance', async () => {
    const tool = scriptTool()
    const { play, call, session, host, states } = openSession({
      host: scriptHost({ respondWhen: BATCH }),
      clientTools: [tool.definition],
    })
    play(
      runStart(),
      toolStart('ask'),
      toolStart('held'),
      toolStart('tool', {}, { toolName: 'pick' }),
      toolStart('question'),
      toolStart('done'),
      suspended('question', { ref: { run: 'outer' } }),
      approvalRequired('held', { ref: 'signed' }),
      approvalRequired('ask'),
      outputRequired('tool'),
      toolEnd('done'),
      suspended('alone', { detached: true }),
      runEnd(),
    )
    await settle()
    const shown = { held: call('held'), ask: call('ask') }
    const held = session.respond(shown.held, APPROVE)
    const answers = await session.supersede('a new message')
    expect(answers.map(({ call: { toolCallId }, response }) => [toolCallId, response])).toMatchObject([
      ['ask', { ...SUPERSEDED, reason: 'a new message' }],
      ['held', APPROVE],
      ['tool', { type: 'output-error', errorKind: 'not-executed', errorText: expect.stringMatching(/./) }],
      ['question', SUPERSEDED],
      ['alone', SUPERSEDED],
    ])
    // the records as they were shown, with what the backend needs
    expect(answers[0]!.call).toBe(shown.ask)
    expect(answers[1]!.call).toBe(shown.held)
    expect(answers[3]!.call).toMatchObject({ suspension: { ref: { run: 'outer' } } })
    expect(await held).toEqual({ ok: true })
    expect(states()).toEqual({
      ask: 'interrupted: superseded',
      held: 'approval-responded',
      tool: 'interrupted: superseded',
      question: 'interrupted: superseded',
      done: 'output-available',
      alone: 'interrupted: superseded',
    })
    expect(call('held').delivery).toBeUndefined()
    expect(call('ask').receipts).toMatchObject([{ type: 'withdrawn', reason: 'superseded' }])
    expect(tool.runs[0]!.abortSignal.aborted).toBe(true)
    play(runStart(), runEnd())
    await settle()
    expect(host.requests).toEqual([])
  })

  it('B044: refuses a late answer to the old prompt', async () => {
    const { play, call, session, host } = openBatchSession()
    play(runStart(), toolStart('c1'), approvalRequired('c1'), runEnd())
    const shown = call('c1')
    await session.supersede()
    expect(await session.respond(shown, APPROVE)).toMatchObject({ ok: false, reason: 'settled' })
    expect(host.requests).toEqual([])
  })

  it('B103: leaves no call of ours without an end that can travel', async () => {
    const { play, session } = openBatchSession()
    play(runStart(), toolStart('t1'), runEnd('complete', { pendingToolCallIds: ['t1'] }))
    expect(await session.supersede()).toMatchObject([
      { call: { toolCallId: 't1' }, response: { type: 'output-error', errorKind: 'not-executed' } },
    ])
    expect(await session.supersede()).toEqual([])
  })

  it('a result that is held travels as it is, and its tool is not run again', async () => {
    const tool = scriptTool()
    const { play, session, host } = openSession({
      host: scriptHost({ respondWhen: BATCH }),
      clientTools: [tool.definition],
    })
    play(
      runStart(),
      toolStart('tool', {}, { toolName: 'pick' }),
      outputRequired('tool'),
      toolStart('ask'),
      approvalRequired('ask'),
      runEnd(),
    )
    await settle()
    await tool.finish({ type: 'output', output: 5 })
    const answers = await session.supersede()
    expect(answers.map(({ response }) => response)).toMatchObject([{ type: 'output', output: 5 }, SUPERSEDED])
    expect(host.requests).toEqual([])
    expect(tool.runs).toHaveLength(1)
  })

  it('settles what waits behind a prompt too: nothing of it is left open', async () => {
    const { play, session, states } = openBatchSession()
    play(
      runStart('r'),
      toolStart('sibling', {}, { runId: 'r' }),
      toolStart('q', {}, { runId: 'r' }),
      suspended('q'),
      runEnd('suspended', { runId: 'r' }),
    )
    expect(await session.supersede()).toMatchObject([{ call: { toolCallId: 'q' }, response: SUPERSEDED }])
    expect(states()).toEqual({ sibling: 'interrupted: superseded', q: 'interrupted: superseded' })
  })

  it('has nothing to say where nothing waits', async () => {
    const { play, session, states } = openBatchSession()
    play(runStart(), toolStart('a'), toolEnd('a'), inputStart('cut'), inputDelta('cut', '{'), runEnd())
    expect(await session.supersede()).toEqual([])
    expect(states()).toEqual({ a: 'output-available', cut: 'interrupted: no-result' })
  })

  it('closes the prompts of the person only: a policy still answers its own', async () => {
    const { play, session } = openBatchSession()
    play(runStart(), toolStart('auto'), approvalRequired('auto', { isAutomatic: true }))
    expect(await session.supersede()).toEqual([])
  })

  it('is done before anything is awaited', () => {
    const { play, session, states } = openBatchSession()
    play(toolStart('c'), approvalRequired('c'), runEnd())
    void session.supersede()
    expect(states()).toEqual({ c: 'interrupted: superseded' })
  })

  it('what chat answers retire by themselves was answered elsewhere', () => {
    const { play, states, host } = openBatchSession()
    play(toolStart('c'), suspended('c'), runEnd('suspended'))
    play({ type: 'tool_cancelled', toolCallId: 'c', reason: 'answered-elsewhere' } satisfies ToolCallEvent)
    expect(states()).toEqual({ c: 'interrupted: answered-elsewhere' })
    expect(host.requests).toEqual([])
  })
})
