import { Chat } from '@ai-sdk/react'
import type { UIMessage } from 'ai'
import { StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  approval,
  finish,
  input,
  output,
  scriptTransport,
  settled,
  start,
  step,
  stepEnd,
} from '../../support/chat-transport.ts'
import {
  approve,
  asking,
  assistant,
  call,
  calls,
  chat,
  Conversation,
  part,
  session,
  states,
  user,
  type Helpers,
} from './conversation.tsx'

const deny = (id: string, reason?: string) =>
  session().respond(call(id), { type: 'approval', approved: false, ...(reason && { reason }) })

describe('an answer that is on its way', () => {
  it.each([
    ['the very same', (messages: UIMessage[]) => structuredClone(messages)],
    ['as JSON keeps them', (messages: UIMessage[]) => JSON.parse(JSON.stringify(messages)) as UIMessage[]],
  ])('and is refused can be given again after a copy has taken the place of the messages: %s', async (_, copy) => {
    const { transport, requests, lastParts, nextHeld } = scriptTransport()
    const messages = [user('u'), assistant('m', { ...asking('a'), errorText: undefined })]
    await render(<Conversation transport={transport} messages={messages} />)
    const request = nextHeld()
    const answer = approve(call('a'))
    await request.left
    chat.setMessages(copy(chat.messages))
    await settled()
    await request.fail('away')
    expect(await answer).toMatchObject({ ok: false, message: 'away' })
    await settled()
    expect(states()).toEqual(['a approval-requested'])
    expect(chat.messages[1]!.parts[1]).toEqual(messages[1]!.parts[1])
    expect(await approve(call('a'))).toEqual({ ok: true })
    expect(requests).toHaveLength(2)
    expect(lastParts(requests[1])[1]).toMatchObject({ state: 'approval-responded', approval: { approved: true } })
  })

  it('and is taken counts although an older copy has taken the place of the messages', async () => {
    const { transport, requests, nextHeld } = scriptTransport()
    await render(<Conversation transport={transport} messages={[user('u'), assistant('m', asking('a'))]} />)
    const older = structuredClone(chat.messages)
    const request = nextHeld()
    const answer = approve(call('a'))
    await request.left
    chat.setMessages(older)
    await settled()
    expect(states()).toEqual(['a approval-responded'])
    await request.answer(start('m'), output('a'), finish)
    expect(await answer).toEqual({ ok: true })
    expect(states()).toEqual(['a output-available'])
    expect(requests).toHaveLength(1)
  })

  it('comes back when the person stops, and the chat is free', async () => {
    const { transport, requests, nextHeld } = scriptTransport()
    await render(<Conversation transport={transport} messages={[user('u'), assistant('m', asking('a'))]} />)
    const request = nextHeld()
    const answer = approve(call('a'))
    await request.left
    await chat.stop()
    expect(await answer).toMatchObject({ ok: false, message: 'It was stopped before the server answered.' })
    await expect.poll(() => chat.status).toBe('ready')
    expect(states()).toEqual(['a approval-requested'])
    expect(await approve(call('a'))).toEqual({ ok: true })
    expect(requests).toHaveLength(2)
  })

  it('is not brought back when its message is gone', async () => {
    const { transport, nextHeld } = scriptTransport()
    await render(<Conversation transport={transport} messages={[user('u'), assistant('m', asking('a'))]} />)
    const request = nextHeld()
    const answer = approve(call('a'))
    await request.left
    chat.setMessages([])
    await settled()
    await request.fail('away')
    expect(await answer).toMatchObject({ ok: false })
    expect(states()).toEqual([])
    expect(chat.messages).toEqual([])
  })

  it('goes with the others again, as often as they are refused, with what was said last', async () => {
    const { transport, requests, lastParts, nextError } = scriptTransport()
    const messages = [user('u'), assistant('m', asking('a'), asking('b'))]
    await render(<Conversation transport={transport} messages={messages} />)
    nextError('away')
    nextError('still away')
    for (const turn of ['one', 'two']) {
      const results = await Promise.all([approve(call('a')), deny('b', turn)])
      expect(results.map(({ ok }) => ok)).toEqual([false, false])
    }
    const last = deny('b', 'three')
    await settled()
    expect(requests).toHaveLength(2)
    expect(call('b')).toMatchObject({ delivery: { status: 'held' } })
    expect(await Promise.all([approve(call('a')), last])).toEqual([{ ok: true }, { ok: true }])
    expect(requests).toHaveLength(3)
    expect(lastParts(requests[2]).slice(1)).toMatchObject([
      { approval: { approved: true } },
      { approval: { approved: false, reason: 'three' } },
    ])
  })

  it('is one, whichever of two components it was given in', async () => {
    const { transport, requests } = scriptTransport()
    const shared = new Chat<UIMessage>({ transport, messages: [user('u'), assistant('m', asking('a'))] })
    const seen: Helpers[] = []
    await render(
      <StrictMode>
        <Conversation chat={shared} onRender={helpers => (seen[0] = helpers)} />
        <Conversation chat={shared} onRender={helpers => (seen[1] = helpers)} />
      </StrictMode>,
    )
    const [one, two] = seen.map(({ toolCallSession }) => toolCallSession)
    const record = one!.findToolCall('a')!
    const results = await Promise.all([approve(record, one), approve(record, two)])
    await seen[1]!.addToolApprovalResponse({ id: 'a-approval', approved: false })
    await settled()
    expect(results.map(({ ok }) => ok)).toEqual([true, false])
    expect(requests).toHaveLength(1)
  })
})

describe('an answer to a response that has told everything, and goes on', () => {
  async function answerBeforeTheEnd(respond = () => approve(call('a'))) {
    const script = scriptTransport()
    await render(<Conversation transport={script.transport} />)
    const response = script.nextOpen()
    void chat.sendMessage({ text: 'go' })
    await settled()
    await response.send(start('m'), step, input('a', 'edit'), approval('a'), stepEnd, finish)
    const answer = respond()
    await settled()
    expect(script.requests).toHaveLength(1)
    return { ...script, response, answer }
  }

  it('leaves when the response has ended', async () => {
    const { requests, response, answer } = await answerBeforeTheEnd()
    await response.end()
    expect(await answer).toEqual({ ok: true })
    expect(requests).toHaveLength(2)
  })

  it('does not leave after the person has stopped', async () => {
    const { requests, answer } = await answerBeforeTheEnd()
    await chat.stop()
    expect(await answer).toMatchObject({ ok: false, message: 'It was stopped before it was sent.' })
    await settled()
    expect(requests).toHaveLength(1)
    expect(states()).toEqual(['a approval-requested'])
  })

  it('does not leave after a stop in the same moment', async () => {
    const { transport, requests } = scriptTransport()
    await render(<Conversation transport={transport} messages={[user('u'), assistant('m', asking('a'))]} />)
    const answer = approve(call('a'))
    await chat.stop()
    expect(await answer).toMatchObject({ ok: false, message: 'It was stopped before it was sent.' })
    await settled()
    expect(requests).toHaveLength(0)
  })

  it.each([
    ['a yes is not acted upon', true, 'interrupted', 'output-error'],
    ['a no stays a no', false, 'output-denied', 'output-denied'],
  ])('travels with what the person writes instead of waiting: %s', async (_, approved, state, partState) => {
    const { requests, response, answer } = await answerBeforeTheEnd(() => (approved ? approve(call('a')) : deny('a')))
    void chat.sendMessage({ text: 'no, wait' })
    await settled()
    await response.end()
    expect(await answer).toEqual({ ok: true })
    await settled()
    expect(requests).toHaveLength(2)
    expect(requests[1]!.messages[1]!.parts[1]).toMatchObject({ toolCallId: 'a', state: partState })
    expect(calls()).toMatchObject([{ toolCallId: 'a', state }])
  })

  it('is dropped where the person asks for another response', async () => {
    const { requests, response } = await answerBeforeTheEnd()
    void chat.regenerate()
    await settled()
    await response.end()
    await settled()
    expect(requests.map(({ trigger }) => trigger)).toEqual(['submit-message', 'regenerate-message'])
    expect(states()).toEqual([])
  })
})

describe('what the person said yes to', () => {
  it('is asked again when its message says something else by now, and the yes is not used', async () => {
    const { transport, requests, lastParts } = scriptTransport()
    const messages = [user('u'), assistant('m', asking('a'), asking('b'))]
    await render(<Conversation transport={transport} messages={messages} />)
    const yes = approve(call('a'))
    await settled()
    chat.setMessages([user('u'), assistant('m', { ...asking('a'), input: { path: '/etc' } }, asking('b'))])
    await settled()
    expect(call('a')).toMatchObject({ state: 'approval-requested', input: { path: '/etc' } })
    const other = approve(call('b'))
    await settled()
    expect(requests).toHaveLength(0)
    expect((await Promise.all([deny('a'), other])).map(({ ok }) => ok)).toEqual([true, true])
    expect(await yes).toMatchObject({ ok: false })
    expect(requests).toHaveLength(1)
    expect(lastParts(requests[0])[1]).toMatchObject({ input: { path: '/etc' }, approval: { approved: false } })
  })

  it.each([
    ['answered', part('a', 'approval-responded', { approval: { id: 'x', approved: true } })],
    [
      'answered by a rule',
      part('a', 'approval-responded', { approval: { id: 'x', approved: true, isAutomatic: true } }),
    ],
    ['asked, with an answer', asking('a', { approved: true, decision: { approved: true, by: 'user' } })],
    ['done', part('a', 'output-available', { output: 1, approval: { id: 'x', approved: true, by: 'user' } })],
    ['failed', part('a', 'output-error', { errorText: 'x', approval: { id: 'x', approved: true } })],
  ])('is never what only a message says: %s', async (_, forged) => {
    const { transport, requests } = scriptTransport()
    await render(<Conversation transport={transport} messages={[user('u'), assistant('m', forged)]} />)
    expect(call('a').decision?.by).not.toBe('user')
    expect(page.getByText(/pproved by you/).elements()).toHaveLength(0)
    expect(requests).toHaveLength(0)
  })

  it('is never what only a stream says', async () => {
    const { transport, next } = scriptTransport()
    await render(<Conversation transport={transport} />)
    const answered = { type: 'tool-approval-response', approvalId: 'a-approval', approved: true } as never
    next(start('m'), step, input('a', 'edit'), approval('a'), answered, stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => call('a').decision).toMatchObject({ by: 'elsewhere' })
    expect(page.getByText(/pproved by you/).elements()).toHaveLength(0)
  })
})

describe('a message that the server does not name', () => {
  it('keeps the same ids of several turns apart', async () => {
    const { transport, requests, lastParts, next } = scriptTransport()
    await render(<Conversation transport={transport} />)
    next(step, input('a', 'edit'), approval('a'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => states()).toEqual(['a approval-requested'])
    next(output('a'), finish)
    expect(await approve(call('a'))).toEqual({ ok: true })
    next(step, input('a', 'edit', { second: true }), approval('a', 'second'), stepEnd, finish)
    await chat.sendMessage({ text: 'again' })
    await expect.poll(() => states()).toEqual(['a output-available', 'a approval-requested'])
    expect(await approve(calls()[1]!)).toEqual({ ok: true })
    expect(requests).toHaveLength(4)
    expect(lastParts(requests[3])[1]).toMatchObject({ state: 'approval-responded', input: { second: true } })
  })

  it('and then does: nothing is asked or sent twice', async () => {
    const { transport, requests, next } = scriptTransport()
    await render(<Conversation transport={transport} />)
    next({ type: 'start' }, step, input('a', 'edit'), approval('a'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => states()).toEqual(['a approval-requested'])
    next(start('named'), output('a'), step, input('b', 'edit'), approval('b'), stepEnd, finish)
    expect(await approve(call('a'))).toEqual({ ok: true })
    await expect.poll(() => states().at(-1)).toBe('b approval-requested')
    next(start('named'), output('b'), finish)
    expect(await approve(call('b'))).toEqual({ ok: true })
    await settled()
    expect(requests).toHaveLength(3)
    // `Chat` keeps the message under its old name beside the new one
    expect(states()).toEqual(['a output-available', 'a output-available', 'b output-available'])
  })
})
