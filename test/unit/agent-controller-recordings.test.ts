import { describe, expect, it } from 'vitest'
import { createAgentControllerDecoder, createToolCallSession, type ToolCall } from '../../src/core.ts'
import { answerAt, expectCalls } from '../support/agent-controller.ts'
import { createScriptedHost, recordToolCalls, replayRecording } from '../../src/testing.ts'
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
    expectCalls(session, recording, seen)
  })

  it.each(readRecordings('mastra').map(recording => [recording.name, recording] as const))(
    '%s ends the same when it is recorded and played again',
    async (_, recording) => {
      const { session, recorded } = play(recording, 'thread-1')
      const again = createToolCallSession({ threadId: 'thread-1', host: createScriptedHost() })
      await replayRecording(recorded, again, { speed: Infinity })
      expect(again.getToolCalls().map(toFacts)).toEqual(session.getToolCalls().map(toFacts))
    },
  )

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

/** All but the times, and what stands for a host that has nobody behind it. */
function toFacts(call: ToolCall): object {
  return JSON.parse(JSON.stringify(call, (name, value: unknown) => (LEFT_OUT.has(name) ? undefined : value))) as object
}
const LEFT_OUT = new Set(['startedAt', 'settledAt', 'since', 'delivery', 'ref'])

function play(recording: Recording, threadId?: string) {
  const decoder = createAgentControllerDecoder()
  const session = createToolCallSession({ threadId, host: createScriptedHost() })
  const recorder = recordToolCalls(session)
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
  return { session, checkpoints, seen, recorded: recorder.stop() }
}
