import { describe, expect, it } from 'vitest'
import { toolCallsFromMessages, type MessageLike } from '../../../src/ai-sdk.ts'
import {
  endOf,
  expectedFacts,
  factsOf,
  isStopped,
  readSession,
  watchedSession,
} from '../../support/ai-sdk-recordings.ts'
import { playThroughChat } from '../../support/recorded-chat.ts'
import { readRecordings, type ExpectedCall, type Recording } from '../../support/recordings.ts'

const recordings = readRecordings('ai-sdk').map(recording => [recording.name, recording] as const)
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe.each([
  ['over HTTP', {}],
  ['over HTTP, eleven bytes at a time', { cut: 11 }],
  ['as chunks of another transport', 'chunks'],
] as const)('recorded AI SDK streams through the real Chat, %s', (_, how) => {
  it.each(recordings)('%s: the records end right, and the messages are as without us', async (name, recording) => {
    const { chat, ...watched } = await playThroughChat(recording, how)
    expectCalls(recording, watched)
    // what is held back when somebody stops, the chat does not take any more
    if (!isStopped(recording)) expect(withoutIds(chat.messages)).toEqual(withoutIds(readSession(name).finalMessages))
  })

  it.each(recordings)('%s: the messages tell of the same calls in the same places', async (name, recording) => {
    const { chat, session } = await playThroughChat(recording, how)
    const stored = toolCallsFromMessages(chat.messages, { isClientTool: () => name.includes('client-') })
    const place = ({
      toolCallId,
      messageId,
      stepId,
    }: (typeof stored)[number] | ReturnType<typeof session.getToolCalls>[number]) => ({
      toolCallId,
      messageId,
      stepId,
    })
    expect(stored.map(place)).toEqual(session.getToolCalls().map(place))
    const restored = watchedSession()
    restored.session.dispatch({ type: 'hydrate', toolCalls: stored })
    expect(restored.session.getToolCallKeys()).toEqual(session.getToolCallKeys())
  })
})

describe('the messages of recorded AI SDK sessions, stored and read again', () => {
  it.each(recordings)('%s', (name, recording) => {
    const watched = watchedSession()
    const messages = asJson(readSession(name).finalMessages) as MessageLike[]
    const toolCalls = toolCallsFromMessages(messages, { isClientTool: () => name.includes('client-') })
    watched.session.dispatch({ type: 'hydrate', toolCalls })
    expectCalls(recording, watched, true)
  })
})

function expectCalls(recording: Recording, watched: ReturnType<typeof watchedSession>, isStored = false) {
  const calls = watched.session.getToolCalls()
  expect(calls.map(call => call.toolCallId)).toEqual(recording.calls.map(call => call.toolCallId))
  recording.calls.forEach((expected, at) => {
    const call = calls[at]!
    const accepted = [expected, ...(expected.alsoAccept ?? [])]
    const end = endOf(call)
    if (isStored && end.state === 'interrupted') {
      // messages do not say why a call was cut off
      expect(accepted.map(({ state }) => state)).toContain('interrupted')
    } else expect(accepted.map(endOf)).toContainEqual(end)
    if (end.state !== expected.state) return
    const { listed, by } = isStored ? storable(expected, isStopped(recording)) : { listed: expected, by: undefined }
    const facts = factsOf(call, listed, watched)
    if (by && facts.decision) facts.decision = { ...facts.decision, by }
    expect(facts).toEqual(expectedFacts(listed))
  })
}

/** What messages can tell: not whether it was a person who answered, nor what a prompt carried while it was open. */
function storable(expected: ExpectedCall, wasStopped: boolean): { listed: ExpectedCall; by?: string | undefined } {
  const { approvalSeen: _seen, ...listed } = expected
  // a client that was stopped had not taken all that came
  if (wasStopped) delete listed.inputText
  if (listed.state === 'interrupted') {
    delete listed.errorText
    delete listed.errorTextIncludes
    delete listed.decision
  }
  return { listed, by: listed.decision?.by }
}

/** Ids that the client makes up differ from run to run. */
function withoutIds(messages: readonly unknown[]) {
  return (asJson(messages) as MessageLike[]).map(message => ({
    ...message,
    id: message.role === 'user' ? 'user' : message.id,
  }))
}
