import { describe, expect, it } from 'vitest'
import { createAiSdkDecoder } from '../../src/ai-sdk.ts'
import { createToolCallSession, type ToolCall, type ToolCallResponse } from '../../src/core.ts'
import { readRecordings, type ExpectedCall, type Recording } from '../support/recordings.ts'

describe('recorded AI SDK streams end as they did for the reference client', () => {
  it.each(readRecordings('ai-sdk').map(recording => [recording.name, recording] as const))(
    '%s',
    async (_, recording) => {
      const { session, seen, checkpoints } = await play(recording)
      for (const checkpoint of recording.checkpoints ?? []) {
        expect(checkpoints.get(checkpoint.after)).toEqual(checkpoint.states)
      }
      expect(session.getToolCalls().map(call => call.toolCallId)).toEqual(recording.calls.map(call => call.toolCallId))
      recording.calls.forEach((expected, at) => {
        const call = session.getToolCalls()[at]!
        const accepted = [expected, ...(expected.alsoAccept ?? [])].map(({ state, reason, errorKind }) => ({
          state,
          reason,
          errorKind,
        }))
        const got = call as { state: string; reason?: string; errorKind?: string }
        expect(accepted).toContainEqual({ state: got.state, reason: got.reason, errorKind: got.errorKind })
        if (got.state === expected.state) expect(facts(call, expected, seen)).toEqual(wanted(expected))
      })
    },
  )
})

interface Answer {
  after: number
  toolCallId: string
  response: ToolCallResponse
}

/** The answers that `_how` names, by the response after which they are given (0: while the first one streams). */
function answersOf({ _how, calls }: Recording): Answer[] {
  return _how.split(/;\s+(?=after )/).flatMap((part): Answer[] => {
    const [, number = '0', rest = part] = /^after response (\d+): (.*)$/s.exec(part) ?? []
    const approval = /^(\S+) (approved|denied)(?: \(reason: (.*)\))?$/.exec(rest)
    const error = /^(\S+) tool output-error (".*")$/s.exec(rest)
    const output = /^(\S+) (?:tool )?output \{/.exec(rest)
    const after = Number(number)
    if (approval) {
      const [, toolCallId, decision, reason] = approval
      return [
        {
          after,
          toolCallId: toolCallId!,
          response: { type: 'approval', approved: decision === 'approved', ...(reason ? { reason } : {}) },
        },
      ]
    }
    if (error)
      return [
        {
          after,
          toolCallId: error[1]!,
          response: { type: 'output-error', errorKind: 'execution', errorText: JSON.parse(error[2]!) as string },
        },
      ]
    // the sentence shortens long outputs; what was given is what the call ended with
    if (output)
      return [
        {
          after,
          toolCallId: output[1]!,
          response: { type: 'output', output: calls.find(call => call.toolCallId === output[1])?.output },
        },
      ]
    return []
  })
}

async function play(recording: Recording) {
  const decoder = createAiSdkDecoder()
  const host = {
    respondWhen: { approval: 'batch', output: 'batch', 'output-error': 'batch' },
    respond: async () => {},
  } as const
  const session = createToolCallSession({ host })
  const seen = new Map<string, { id: string; requestReason?: string; isAutomatic?: boolean; signed?: boolean }>()
  session.subscribe(() => {
    for (const call of session.getToolCalls()) {
      if (call.state !== 'approval-requested' && call.state !== 'approval-responded') continue
      const { approvalId, requestReason, isAutomatic, ref } = call.approval
      seen.set(call.toolCallId, {
        id: approvalId,
        ...(requestReason === undefined ? {} : { requestReason }),
        ...(isAutomatic === undefined ? {} : { isAutomatic }),
        ...((ref as { signature?: string } | undefined)?.signature === undefined ? {} : { signed: true }),
      })
    }
  })
  const checkpoints = new Map<string, Record<string, string>>()
  const answers = answersOf(recording)
  const answer = (toolCallId: string, response: ToolCallResponse) => {
    void session.respond(session.findToolCall(toolCallId)!, response)
  }
  let messageId: string | undefined
  let steps = 0
  for (const [at, chunks] of recording.responses.entries()) {
    const continues = at > 0 && !/the person|new user message/.test(recording._how)
    session.dispatch(decoder.begin(continues ? { messageId, stepIndex: steps } : {}))
    if (!continues) steps = 0
    for (const chunk of chunks as { type: string; messageId?: string; toolCallId?: string }[]) {
      session.dispatch(decoder.decode(chunk))
      session.flush()
      if (chunk.type === 'start') messageId = chunk.messageId ?? messageId
      if (chunk.type === 'start-step') steps += 1
      const early = answers.find(
        ({ after, toolCallId }) =>
          at === 0 && after === 0 && toolCallId === chunk.toolCallId && chunk.type === 'tool-input-available',
      )
      if (early) answer(early.toolCallId, early.response)
    }
    session.dispatch(
      decoder.end(/the client stops|where the recording ends/.test(recording._how) && at === 0 ? 'aborted' : undefined),
    )
    session.flush()
    const states = session.getToolCalls().map(call => {
      const waits = call.state === 'input-available' && call.waitingFor === 'client' ? ' (waiting for the client)' : ''
      return [call.toolCallId, call.state + waits] as const
    })
    checkpoints.set(`response ${at + 1}`, Object.fromEntries(states))
    for (const { after, toolCallId, response } of answers) if (after === at + 1) answer(toolCallId, response)
    if (at === 0 && /the person sends a new message/.test(recording._how)) void session.supersede()
    await new Promise(resolve => setTimeout(resolve, 0))
  }
  return { session, seen, checkpoints }
}

function facts(call: ToolCall, expected: ExpectedCall, seen: ReadonlyMap<string, object>) {
  const got = call as ToolCall & { inputText?: string; message?: string; errorText?: string; output?: unknown }
  const errorText = got.errorText ?? got.message
  return {
    toolName: call.toolName,
    ...('input' in expected && { input: got.input }),
    ...('inputText' in expected && {
      inputText: typeof got.input === 'string' && got.inputText === undefined ? got.input : got.inputText,
    }),
    ...('output' in expected && { output: got.output }),
    ...('decision' in expected && { decision: got.decision }),
    ...('errorText' in expected && { errorText }),
    ...(expected.errorTextIncludes !== undefined && {
      errorTextIncludes: errorText?.includes(expected.errorTextIncludes) ? expected.errorTextIncludes : errorText,
    }),
    ...('approvalSeen' in expected && { approvalSeen: seen.get(call.toolCallId) }),
    ...('dynamic' in expected && { dynamic: call.dynamic }),
    ...('title' in expected && { title: call.title }),
    ...('providerExecuted' in expected && { providerExecuted: call.providerExecuted }),
  }
}

function wanted(expected: ExpectedCall) {
  const fields = [
    'toolName',
    'input',
    'inputText',
    'output',
    'decision',
    'errorText',
    'errorTextIncludes',
    'approvalSeen',
    'dynamic',
    'title',
    'providerExecuted',
  ] as const
  return Object.fromEntries(fields.filter(field => field in expected).map(field => [field, expected[field]]))
}
