import { describe, expect, it } from 'vitest'
import {
  createAgentControllerDecoder,
  createToolCallSession,
  type ToolCall,
  type ToolCallResponse,
} from '../../src/core.ts'
import { readRecordings, type Recording } from '../support/recordings.ts'

describe('recorded AgentController sessions end as the server said', () => {
  it.each(
    readRecordings('mastra').flatMap(recording => [
      [recording.name, recording, 'thread-1'] as const,
      [`${recording.name}, in a session of any thread`, recording, undefined] as const,
    ]),
  )('%s', (_, recording, threadId) => {
    const { session, checkpoints, seen } = play(recording, threadId)
    for (const { after, states } of recording.checkpoints ?? []) expect(checkpoints.get(after)).toEqual(states)
    const calls = session.getToolCalls().filter(call => call.parentKey === undefined)
    expect(calls.map(call => call.toolCallId)).toEqual(recording.calls.map(call => call.toolCallId))
    recording.calls.forEach((expected, at) => {
      const {
        _note,
        alsoAccept: _alsoAccept,
        unsure: _unsure,
        why: _why,
        errorTextIncludes,
        outputPresent,
        suspensionSeen,
        ...facts
      } = expected as typeof expected & Record<string, unknown>
      const call = calls[at] as ToolCall & { errorText?: string; output?: unknown }
      expect(call).toMatchObject(facts)
      if (errorTextIncludes !== undefined) expect(call.errorText).toContain(errorTextIncludes)
      if (outputPresent) expect(call.output).toBeDefined()
      if (suspensionSeen) expect(seen.get(call.toolCallId)).toMatchObject(suspensionSeen)
    })
  })

  it('i-controller-subagent-forked: the call of the sub-agent is below its parent', () => {
    const { session } = play(readRecordings('mastra').find(({ name }) => name === 'i-controller-subagent-forked')!)
    const [parent, child] = session.getToolCalls()
    expect(child).toMatchObject({
      toolName: 'weather',
      state: 'output-available',
      parentKey: parent?.key,
      output: { city: 'Oslo' },
    })
    expect(parent?.subagent).toMatchObject({ agentType: 'explore', text: 'sub says hi' })
  })

  it('i-controller-tasks: the tasks of the thread are those of the last update', () => {
    const { session } = play(
      readRecordings('mastra').find(({ name }) => name === 'i-controller-tasks')!,
      'thread-1',
    )
    expect(session.getTasks().map(({ id, status }) => [id, status])).toEqual([
      ['t1', 'completed'],
      ['task_do_b', 'pending'],
    ])
  })
})

function play(recording: Recording, threadId?: string) {
  const decoder = createAgentControllerDecoder()
  const session = createToolCallSession({ threadId, host: { respond: async () => {} } })
  const checkpoints = new Map<string, Record<string, string>>()
  const seen = new Map<string, { payload: unknown }>()
  session.dispatch(decoder.begin())
  for (const line of recording.responses.flat() as { _note?: string; type?: string }[]) {
    if (line._note === undefined) {
      session.dispatch(decoder.decode(line))
      session.flush()
      for (const call of session.getToolCalls())
        if (call.state === 'suspended') seen.set(call.toolCallId, { payload: call.suspension.payload })
      continue
    }
    checkpoints.set(
      `everything before the note: ${line._note}`,
      Object.fromEntries(session.getToolCalls().map(call => [call.toolCallId, call.state])),
    )
    const answer = answerAt(recording._how, line._note)
    if (answer) void session.respond(session.findToolCall(answer.toolCallId)!, answer.response)
  }
  session.dispatch(decoder.end())
  session.flush()
  return { session, checkpoints, seen }
}

/** `_how`: `at the note "NOTE": call_1 approved | denied (reason: …) | answered JSON`. */
function answerAt(how: string, note: string): { toolCallId: string; response: ToolCallResponse } | undefined {
  const sentence = how.split(/;\s+(?=at the note )/).find(part => part.startsWith(`at the note "${note}": `))
  const [, toolCallId, what, rest] =
    /: (\S+) (approved|denied|answered)(?: (.*))?$/s.exec(sentence?.slice(`at the note "${note}"`.length) ?? '') ?? []
  if (!toolCallId) return undefined
  if (what === 'answered')
    return {
      toolCallId,
      response: { type: 'resume', resumeData: rest?.startsWith('(') ? undefined : (JSON.parse(rest!) as unknown) },
    }
  const reason = /^\(reason: (.*)\)$/.exec(rest ?? '')?.[1]
  return { toolCallId, response: { type: 'approval', approved: what === 'approved', ...(reason ? { reason } : {}) } }
}
