import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  createToolCallSession,
  type ToolCall,
  type ToolCallHost,
  type ToolCallResponse,
  type ToolCallSession,
} from '../../src/core.ts'
import { createAiSdkDecoder, type MessageLike } from '../../src/ai-sdk.ts'
import { settle } from './events.ts'
import type { ExpectedCall, Recording } from './recordings.ts'

export type Chunk = Record<string, unknown> & { type: string }

/** What the client of a recording posted, and what it had in the end. */
export interface RecordedSession {
  requests: { messages: MessageLike[] }[]
  finalMessages: MessageLike[]
}

export function readSession(name: string): RecordedSession {
  const file = fileURLToPath(new URL(`../fixtures/ai-sdk/${name}.session.json`, import.meta.url))
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedSession
}

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
    const resumed = /^(\S+) resumed (.*)$/.exec(rest)
    const after = Number(number)
    if (resumed)
      return [{ after, toolCallId: resumed[1]!, response: { type: 'resume', resumeData: JSON.parse(resumed[2]!) } }]
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

/** The client stops where the first response ends. */
export function isStopped({ _how }: Recording): boolean {
  return /the client stops|where the recording ends/.test(_how)
}

/** The next response answers a new message of the person's. */
function isNewTurn({ _how }: Recording): boolean {
  return /the person|new user message/.test(_how)
}

/** A session, and what its prompts carried while they were open. */
export function watchedSession() {
  const host: ToolCallHost = {
    respondWhen: { approval: 'batch', output: 'batch', 'output-error': 'batch' },
    respond: async () => {},
  }
  const session = createToolCallSession({ host })
  const approvals = new Map<string, object>()
  const suspensions = new Map<string, object>()
  session.subscribe(() => {
    for (const call of session.getToolCalls()) {
      if (call.state === 'suspended') suspensions.set(call.toolCallId, { payload: call.suspension.payload })
      if (call.state !== 'approval-requested' && call.state !== 'approval-responded') continue
      const { approvalId, requestReason, isAutomatic, ref } = call.approval
      approvals.set(call.toolCallId, {
        id: approvalId,
        ...(requestReason === undefined ? {} : { requestReason }),
        ...(isAutomatic === undefined ? {} : { isAutomatic }),
        ...((ref as { signature?: string } | undefined)?.signature === undefined ? {} : { signed: true }),
      })
    }
  })
  return { session, approvals, suspensions }
}
export type Watched = ReturnType<typeof watchedSession>

/** Plays a recording into a session by a decoder, with the recorded answers in between. */
export async function playRecording(recording: Recording) {
  const decoder = createAiSdkDecoder()
  const watched = watchedSession()
  const { session } = watched
  const checkpoints = new Map<string, Record<string, string>>()
  const answers = answersOf(recording)
  let messageId: string | undefined
  let steps = 0
  for (const [at, chunks] of recording.responses.entries()) {
    const continues = at > 0 && !isNewTurn(recording)
    session.dispatch(decoder.begin(continues ? { messageId, stepIndex: steps } : {}))
    if (!continues) steps = 0
    for (const chunk of chunks as (Chunk & { messageId?: string; toolCallId?: string })[]) {
      session.dispatch(decoder.decode(chunk))
      session.flush()
      if (chunk.type === 'start') messageId = chunk.messageId ?? messageId
      if (chunk.type === 'start-step') steps += 1
      const early = answers.find(
        ({ after, toolCallId }) =>
          at === 0 && after === 0 && toolCallId === chunk.toolCallId && chunk.type === 'tool-input-available',
      )
      if (early) answer(session, early)
    }
    session.dispatch(decoder.end(isStopped(recording) && at === 0 ? 'aborted' : undefined))
    session.flush()
    const states = session.getToolCalls().map(call => {
      const waits = call.state === 'input-available' && call.waitingFor === 'client' ? ' (waiting for the client)' : ''
      return [call.toolCallId, call.state + waits] as const
    })
    checkpoints.set(`response ${at + 1}`, Object.fromEntries(states))
    await answerAfter(session, recording, at + 1)
  }
  return { ...watched, checkpoints }
}

/** Gives the answers that were given after this response, or since another one. */
export async function answerAfter(
  session: ToolCallSession,
  recording: Recording,
  response: number,
  since: number = response,
) {
  for (const each of answersOf(recording)) if (each.after >= since && each.after <= response) answer(session, each)
  if (response === 1 && /the person sends a new message/.test(recording._how)) void session.supersede()
  await settle()
}

function answer(session: ToolCallSession, { toolCallId, response }: Answer) {
  void session.respond(session.findToolCall(toolCallId)!, response)
}

const FACTS = [
  'toolName',
  'input',
  'inputText',
  'output',
  'decision',
  'errorText',
  'resumeData',
  'dynamic',
  'title',
  'providerExecuted',
  'approvalSeen',
  'suspensionSeen',
  'subagentText',
  'parentToolCallId',
  'errorTextIncludes',
] as const

/** What the expectation lists, as it is in the record. */
export function factsOf(call: ToolCall, expected: ExpectedCall, { session, approvals, suspensions }: Watched) {
  const got = call as ToolCall & { inputText?: string; message?: string; errorText?: string; output?: unknown }
  const errorText = got.errorText ?? got.message
  const approval = approvals.get(call.toolCallId)
  const { idEndsWith } = expected.approvalSeen ?? {}
  const all: Record<(typeof FACTS)[number], unknown> = {
    toolName: call.toolName,
    input: got.input,
    inputText: typeof got.input === 'string' && got.inputText === undefined ? got.input : got.inputText,
    output: got.output,
    decision: got.decision,
    errorText,
    resumeData: got.resumeData,
    dynamic: call.dynamic,
    title: call.title,
    providerExecuted: call.providerExecuted,
    approvalSeen:
      idEndsWith === undefined || !approval
        ? approval
        : { idEndsWith: (approval as { id: string }).id.endsWith(idEndsWith) && idEndsWith },
    suspensionSeen: suspensions.get(call.toolCallId),
    subagentText: call.subagent?.text,
    parentToolCallId: call.parentKey && session.getToolCall(call.parentKey)?.toolCallId,
    errorTextIncludes: errorText?.includes(expected.errorTextIncludes!) ? expected.errorTextIncludes : errorText,
  }
  return Object.fromEntries(FACTS.filter(fact => fact in expected).map(fact => [fact, all[fact]]))
}

export function expectedFacts(expected: ExpectedCall) {
  return Object.fromEntries(FACTS.filter(fact => fact in expected).map(fact => [fact, expected[fact]]))
}

export const endOf = ({ state, reason, errorKind }: { state: string; reason?: string; errorKind?: string }) => ({
  state,
  reason,
  errorKind,
})
