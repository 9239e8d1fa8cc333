import { Chat } from '@ai-sdk/react'
import type { UIMessage } from 'ai'
import { StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createToolCallTransport, useToolChat, type UseToolChatOptions } from '../../../src/ai-sdk.ts'
import { createToolRunner } from '../../../src/core/tool-runs.ts'
import { createTool } from '../../../src/core.ts'
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
  remember,
  session,
  states,
  user,
  warnings,
  type Helpers,
} from './conversation.tsx'

/** A tool that runs here, by a runner of the test. */
const toolOf = (id: string, run: (signal: AbortSignal) => unknown) => ({
  ...createTool({ id, description: id }),
  runner: createToolRunner(async ({ abortSignal }) => ({ type: 'output', output: await run(abortSignal) })),
})
const slowTool = (started: () => void, aborted: () => void) =>
  toolOf('slow', signal => {
    started()
    return new Promise(() => signal.addEventListener('abort', aborted, { once: true }))
  })

describe('answers in a chat', () => {
  it('are written into the exact parts, once, and sent once with the options of the turn', async () => {
    const { transport, requests, lastParts, next } = scriptTransport()
    await render(<Conversation transport={transport} />)
    next(start('m'), step, input('a', 'edit'), approval('a'), input('b', 'pick'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' }, { headers: { 'x-turn': '1' }, body: { tier: 'pro' }, metadata: { turn: 1 } })
    await expect.poll(() => call('b')).toMatchObject({ state: 'input-available', waitingFor: 'client' })
    const first = approve(call('a'))
    await settled()
    expect(requests).toHaveLength(1)
    expect(call('a')).toMatchObject({ state: 'approval-responded', delivery: { status: 'held' } })
    const second = session().respond(call('b'), { type: 'output', output: { color: 'teal' } })
    expect(await Promise.all([first, second])).toEqual([{ ok: true }, { ok: true }])
    expect(requests).toHaveLength(2)
    expect(requests[1]).toMatchObject({ headers: { 'x-turn': '1' }, body: { tier: 'pro' }, metadata: { turn: 1 } })
    expect(lastParts(requests[1]).slice(1)).toMatchObject([
      { toolCallId: 'a', state: 'approval-responded', approval: { id: 'a-approval', approved: true } },
      { toolCallId: 'b', state: 'output-available', output: { color: 'teal' } },
    ])
  })

  it('B046: leave what they do not know as it was', async () => {
    const { transport, requests, lastParts } = scriptTransport()
    const secret = { signature: 's', descriptor: { v: 2 }, inputSchemaInput: { d: '2026-01-01' }, zz: 1 }
    const asked = { ...asking('a', secret), callProviderMetadata: { openai: { itemId: 'i' } }, future: [1] }
    const messages = [user('u'), { ...assistant('m', asked), metadata: { kept: true } }]
    await render(<Conversation transport={transport} messages={messages} />)
    await approve(call('a'))
    expect(lastParts(requests[0])[1]).toEqual({
      ...asked,
      state: 'approval-responded',
      approval: { id: 'a-approval', ...secret, approved: true },
    })
    expect(requests[0]!.messages[1]!.metadata).toEqual({ kept: true })
  })

  it('B092: go to the part that asked where ids repeat, in other messages and in other steps', async () => {
    const { transport, requests } = scriptTransport()
    const done = part('c', 'output-available', { output: 1 })
    const messages = [
      user('u1'),
      assistant('m1', done),
      user('u2'),
      assistant('m2', done, { type: 'step-start' }, part('c', 'input-available', { input: { path: 'b.ts' } })),
    ]
    await render(<Conversation transport={transport} messages={messages} />)
    expect(calls().map(({ state }) => state)).toEqual(['output-available', 'output-available', 'input-available'])
    await session().respond(calls()[2]!, { type: 'output', output: 2 })
    const outputs = requests[0]!.messages.flatMap(({ parts }) =>
      parts.flatMap(each => ('output' in each ? each.output : [])),
    )
    expect(outputs).toEqual([1, 1, 2])
  })

  it.each([
    ['the server says no', 'quota exceeded', 'quota exceeded'],
    ['a page of HTML comes back', '<html><body>Bad gateway</body></html>', 'the server answered with an error'],
    ['the error is JSON', '{"message":"sign in again"}', 'sign in again'],
  ])('come back when %s: parts, prompt, draft and output', async (_, failure, words) => {
    const { transport, requests, next, nextError, lastParts } = scriptTransport()
    const errors = vi.fn<(error: Error) => void>()
    await render(<Conversation transport={transport} onError={errors} />)
    next(start('m'), step, input('a', 'edit'), approval('a'), input('b', 'pick'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await settled()
    const before = structuredClone(chat.messages)
    session().setDraft(call('a').key, { reason: 'half a sent' })
    nextError(failure)
    void session().respond(call('b'), { type: 'output', output: 'teal' })
    expect(await approve(call('a'))).toMatchObject({ ok: false, reason: 'failed', message: words })
    expect(call('a')).toMatchObject({
      state: 'approval-requested',
      delivery: { status: 'failed', error: { message: words } },
    })
    expect(call('b')).toMatchObject({ state: 'output-available', delivery: { status: 'failed' } })
    expect(session().getDraft(call('a').key)).toEqual({ reason: 'half a sent' })
    await expect.poll(() => chat.messages).toEqual(before)
    expect(chat.status).toBe('ready')
    expect(chat.error).toBeUndefined()

    expect(await approve(call('a'))).toEqual({ ok: true })
    expect(requests).toHaveLength(3)
    expect(lastParts(requests[2]).slice(1)).toMatchObject([
      { toolCallId: 'a', approval: { approved: true } },
      { toolCallId: 'b', output: 'teal' },
    ])
    expect(call('b').delivery).toBeUndefined()
  })

  it('are refused when the message now says something else than what was shown', async () => {
    const { transport, requests } = scriptTransport()
    await render(<Conversation transport={transport} messages={[user('u'), assistant('m', asking('a'))]} />)
    const shown = call('a')
    chat.setMessages([user('u'), assistant('m', { ...asking('a'), input: { path: '/' } })])
    await settled()
    expect(call('a')).toMatchObject({ state: 'approval-requested', input: { path: '/' } })
    expect(await approve(shown)).toMatchObject({ ok: false, reason: 'changed' })
    expect(requests).toHaveLength(0)
  })

  it('B047: given while the continuation runs make exactly one more request', async () => {
    const { transport, requests, next, nextOpen } = scriptTransport()
    await render(<Conversation transport={transport} />)
    next(start('m'), step, input('a', 'edit'), approval('a'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    const response = nextOpen()
    await approve(call('a'))
    await response.send(start('m'), output('a'), step, input('b', 'edit'), approval('b'))
    const answer = approve(call('b'))
    await settled()
    expect(requests).toHaveLength(2)
    await response.send(stepEnd, finish)
    await response.end()
    expect(await answer).toEqual({ ok: true })
    expect(requests).toHaveLength(3)
  })

  it('B041: count once, however often they are given', async () => {
    const { transport, requests } = scriptTransport()
    await render(<Conversation transport={transport} messages={[user('u'), assistant('m', asking('a'))]} />)
    const shown = call('a')
    const answers = [approve(shown), session().respond(shown, { type: 'approval', approved: false }), approve(shown)]
    await chat.addToolApprovalResponse({ id: 'a-approval', approved: false })
    expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual([true, false, false])
    expect(requests).toHaveLength(1)
    expect(requests[0]!.messages[1]!.parts[1]).toMatchObject({ approval: { approved: true } })
  })
})

describe('a question of a Mastra tool', () => {
  const question = { type: 'data-tool-call-suspended', id: 'q' } as const
  const data = {
    state: 'data-tool-call-suspended',
    runId: 'r',
    toolCallId: 'q',
    toolName: 'ask',
    suspendPayload: { ask: 1 },
  }

  it('is answered in the body of the next request, live and after a reload', async () => {
    const { transport, requests, next } = scriptTransport()
    const { unmount } = await render(<Conversation transport={transport} />)
    next(start('m'), step, input('q', 'ask'), { ...question, data })
    await chat.sendMessage({ text: 'go' }, { body: { tier: 'pro' } })
    await expect.poll(() => states()).toEqual(['q suspended'])
    await settled()
    const stored = structuredClone(chat.messages)
    next(output('q', 'blue'), step, stepEnd, finish)
    const answer = { type: 'resume', resumeData: { colour: 'blue' } } as const
    expect(await session().respond(call('q'), answer)).toEqual({ ok: true })
    const body = { runId: 'r', toolCallId: 'q', resumeData: { colour: 'blue' } }
    expect(requests.map(request => request.body)).toEqual([{ tier: 'pro' }, { tier: 'pro', ...body }])
    await expect.poll(() => states()).toEqual(['q output-available'])

    await unmount()
    await render(<Conversation transport={transport} messages={stored} />)
    expect(states()).toEqual(['q suspended'])
    expect(await session().respond(call('q'), answer)).toEqual({ ok: true })
    expect(requests.at(-1)!.body).toEqual(body)
  })

  it('is not answered with nothing: there that would begin another turn', async () => {
    const { transport, requests, next } = scriptTransport()
    await render(<Conversation transport={transport} />)
    next(start('m'), step, input('q', 'ask'), { ...question, data })
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => states()).toEqual(['q suspended'])
    expect(await session().respond(call('q'), { type: 'resume', resumeData: '' })).toMatchObject({ ok: false })
    expect(requests).toHaveLength(1)
    expect(states()).toEqual(['q suspended'])
  })
})

describe('the helpers of the chat', () => {
  it('answer through the session', async () => {
    const { transport, requests, lastParts } = scriptTransport()
    const messages = [
      user('u'),
      assistant('m', asking('a'), part('b', 'input-available'), part('c', 'input-available')),
    ]
    await render(<Conversation transport={transport} messages={messages} />)
    await chat.addToolApprovalResponse({ id: 'a-approval', approved: false, reason: 'no' })
    await chat.addToolOutput({ tool: 'edit', toolCallId: 'b', output: 7, options: { body: { more: 1 } } })
    expect(states()).toEqual(['a approval-responded', 'b output-available', 'c input-available'])
    expect(requests).toHaveLength(0)
    await chat.addToolResult({ tool: 'edit', toolCallId: 'c', state: 'output-error', errorText: 'broken' })
    await expect.poll(() => requests.length).toBe(1)
    expect(requests[0]!.body).toEqual({ more: 1 })
    expect(lastParts(requests[0]).slice(1)).toMatchObject([
      { state: 'approval-responded', approval: { approved: false, reason: 'no' } },
      { state: 'output-available', output: 7 },
      { state: 'output-error', errorText: 'broken' },
    ])
  })

  it('say so when nobody waits for the answer', async () => {
    const { transport, requests } = scriptTransport()
    const messages = [user('u'), assistant('m', part('b', 'output-available', { output: 1 }))]
    await render(<Conversation transport={transport} messages={messages} />)
    await chat.addToolApprovalResponse({ id: 'b', approved: true })
    await chat.addToolOutput({ tool: 'edit', toolCallId: 'nobody', output: 1 })
    await chat.addToolOutput({ tool: 'edit', toolCallId: 'b', output: 2 })
    await settled()
    expect(warnings.map(({ code }) => code)).toEqual(['unknown-call', 'unknown-call', 'answer-refused'])
    expect(call('b')).toMatchObject({ output: 1 })
    expect(requests).toHaveLength(0)
  })

  it('do not hold up a stream that waits for onToolCall', async () => {
    const { transport, requests, next } = scriptTransport()
    const onToolCall: NonNullable<Extract<UseToolChatOptions, { onToolCall?: unknown }>['onToolCall']> = async ({
      toolCall,
    }) => {
      await chat.addToolOutput({ tool: toolCall.toolName, toolCallId: toolCall.toolCallId, output: 'at once' })
    }
    await render(<Conversation transport={transport} onToolCall={onToolCall} />)
    next(start('m'), step, input('a', 'pick'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => requests.length).toBe(2)
    expect(requests[1]!.messages.at(-1)!.parts[1]).toMatchObject({ state: 'output-available', output: 'at once' })
  })

  it('B095: ask for no turn after calls that only the server ran', async () => {
    const { transport, requests, next } = scriptTransport()
    await render(<Conversation transport={transport} />)
    next(start('m'), step, input('a', 'read'), output('a'), stepEnd, step, stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await settled()
    expect(requests).toHaveLength(1)
  })

  it('stop after as many turns as were allowed, visibly', async () => {
    const { transport, requests, next } = scriptTransport()
    const again = toolOf('again', () => 'once more')
    await render(<Conversation transport={transport} clientTools={[again]} maxAutomaticTurns={3} />)
    for (let turn = 0; turn < 10; turn += 1) next(start('m'), step, input(`c${turn}`, 'again'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => calls().at(-1)?.delivery?.status).toBe('failed')
    expect(requests).toHaveLength(4)
    expect(calls().at(-1)!.delivery!.error!.message).toMatch(/3 turns/)
  })
})

describe('the tools of a chat', () => {
  const say = (words: string) => createTool({ id: 'say', description: '', execute: () => words })
  const asked = (toolCallId: string) => [start('m'), step, input(toolCallId, 'say'), stepEnd, finish]

  it('are those of the newest render, as are the hooks around them', async () => {
    const { transport, requests, next, lastParts } = scriptTransport()
    const told: string[] = []
    const shown = (count: number) => (
      <Conversation
        transport={transport}
        clientTools={[say(`${count} clicks`)]}
        beforeToolCall={() => void told.push(`before ${count}`)}
        afterToolCall={() => void told.push(`after ${count}`)}
        requestContext={() => void told.push(`context ${count}`)}
      />
    )
    const { rerender } = await render(shown(0))
    await rerender(shown(1))
    await rerender(shown(2))
    next(...asked('a'))
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => requests.length).toBe(2)
    expect(lastParts(requests[1])[1]).toMatchObject({ state: 'output-available', output: '2 clicks' })
    expect(told).toEqual(['context 2', 'before 2', 'after 2'])
    expect(warnings).toEqual([])
  })

  it('do not run any more where a render leaves them out', async () => {
    const { transport, requests, next } = scriptTransport()
    const { rerender } = await render(<Conversation transport={transport} clientTools={{ say: say('here') }} />)
    await rerender(<Conversation transport={transport} missingToolTimeout={60_000} />)
    next(...asked('a'))
    await chat.sendMessage({ text: 'go' })
    await settled()
    expect(call('a')).toMatchObject({ state: 'input-available', waitingFor: 'client' })
    expect(call('a')).not.toHaveProperty('running')
    expect(requests).toHaveLength(1)
    await rerender(<Conversation transport={transport} clientTools={{ say: say('here again') }} />)
    await expect.poll(() => call('a')).toMatchObject({ state: 'output-available', output: 'here again' })
  })

  it('stay when another component on the same chat gives none', async () => {
    const { transport, next } = scriptTransport()
    const shared = new Chat<UIMessage>({ transport })
    const both = () => (
      <>
        <Conversation chat={shared} clientTools={[say('here')]} />
        <Conversation chat={shared} />
      </>
    )
    const { rerender } = await render(both())
    await rerender(both())
    next(...asked('a'))
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => call('a')).toMatchObject({ state: 'output-available', output: 'here' })
  })

  it('keep the hooks around them when another component gives none, until their own leaves them out', async () => {
    const { transport, requests, next } = scriptTransport()
    const shared = new Chat<UIMessage>({ transport })
    const told: string[] = []
    const tool = say('here')
    const both = (beforeToolCall?: () => void) => (
      <>
        <Conversation chat={shared} clientTools={[tool]} beforeToolCall={beforeToolCall} />
        <Conversation chat={shared} />
      </>
    )
    const { rerender } = await render(both(() => void told.push('first')))
    await rerender(both(() => void told.push('newest')))
    next(...asked('a'))
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => requests.length).toBe(2)
    expect(told).toEqual(['newest'])
    await rerender(both())
    next(start('n'), step, input('b', 'say'), stepEnd, finish)
    await chat.sendMessage({ text: 'go on' })
    await expect.poll(() => requests.length).toBe(4)
    expect(told).toEqual(['newest'])
  })
})

describe('the output of a client tool that could not be sent', () => {
  it('is kept, and sent again from its card without running the tool again', async () => {
    const { transport, requests, next, nextError, lastParts } = scriptTransport()
    const execute = vi.fn<() => string>(() => 'the only copy')
    const tool = createTool({ id: 'say', description: '', execute })
    await render(<Conversation transport={transport} clientTools={[tool]} />)
    next(start('m'), step, input('a', 'say'), stepEnd, finish)
    nextError('The line is dead.')
    await chat.sendMessage({ text: 'go' })
    const card = page.getByRole('group', { name: /say/ })
    await expect.element(card.getByText('The result was not sent: The line is dead.')).toBeVisible()
    expect(call('a')).toMatchObject({ state: 'output-available', delivery: { status: 'failed' } })
    expect(requests).toHaveLength(2)
    await card.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => requests.length).toBe(3)
    expect(lastParts(requests[2])[1]).toMatchObject({ state: 'output-available', output: 'the only copy' })
    await expect.element(card.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    expect(call('a')).not.toHaveProperty('delivery')
    expect(execute).toHaveBeenCalledOnce()
  })
})

describe('a person who does something else than answering', () => {
  const held = () => [
    user('u'),
    assistant('m', asking('yes'), asking('no'), asking('open'), part('pick', 'input-available')),
  ]

  it('B044: writes: everything that waited has an end that every server takes, and a late answer is refused', async () => {
    const { transport, requests } = scriptTransport()
    await render(<Conversation transport={transport} messages={held()} />)
    const late = call('open')
    const yes = approve(call('yes'))
    const no = session().respond(call('no'), { type: 'approval', approved: false, reason: 'not now' })
    await chat.sendMessage({ text: 'never mind' })
    expect(await Promise.all([yes, no])).toEqual([{ ok: true }, { ok: true }])
    expect(requests).toHaveLength(1)
    const words = 'The person wrote a message instead of answering, so this call was not run.'
    expect(requests[0]!.messages[1]!.parts.slice(1)).toMatchObject([
      { toolCallId: 'yes', state: 'output-error', errorText: words },
      { toolCallId: 'no', state: 'output-denied', approval: { approved: false, reason: 'not now' } },
      { toolCallId: 'open', state: 'output-error', errorText: words },
      {
        toolCallId: 'pick',
        state: 'output-error',
        errorText: 'The person wrote a message instead, so it was not run.',
      },
    ])
    expect(requests[0]!.messages[1]!.parts[3]).not.toHaveProperty('approval')
    expect(states()).toEqual(['yes interrupted', 'no output-denied', 'open interrupted', 'pick interrupted'])
    expect(call('no').decision).toMatchObject({ approved: false, by: 'user', reason: 'not now' })
    expect(call('open')).toMatchObject({ reason: 'superseded' })
    expect(await approve(late)).toMatchObject({ ok: false, reason: 'settled' })
    await settled()
    expect(call('open')).toMatchObject({ state: 'interrupted', reason: 'superseded' })
    expect(requests).toHaveLength(1)
  })

  it('writes while a tool of the page runs, or asks: what has begun is not said to be undone', async () => {
    const { transport, requests, next } = scriptTransport()
    const started = vi.fn<() => void>()
    const asks = createTool({ id: 'asks', description: '', execute: (_, { suspend }) => suspend('Which one?') })
    const { unmount } = await render(
      <Conversation transport={transport} clientTools={[slowTool(started, () => {}), asks]} />,
    )
    next(start('m'), step, input('s', 'slow'), input('q', 'asks'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => call('q').state).toBe('suspended')
    await expect.poll(() => started.mock.calls.length).toBe(1)
    await chat.sendMessage({ text: 'never mind' })
    await settled()
    const words = 'The person wrote a message instead, so it was stopped before its end, and a part of it may be done.'
    expect(requests[1]!.messages[1]!.parts.slice(1)).toMatchObject([
      { toolCallId: 's', state: 'output-error', errorText: words },
      { toolCallId: 'q', state: 'output-error', errorText: words },
    ])
    expect(states()).toEqual(['s interrupted', 'q interrupted'])
    const stored = JSON.parse(JSON.stringify(chat.messages)) as UIMessage[]
    await unmount()
    await render(<Conversation transport={transport} messages={stored} />)
    expect([call('s'), call('q')]).toMatchObject([{ reason: 'superseded' }, { reason: 'superseded' }])
  })

  it('denies a tool of the page: it is denied after a reload too, with the reason', async () => {
    const { transport, next } = scriptTransport()
    const execute = vi.fn<() => unknown>()
    const edit = createTool({ id: 'edit', description: '', requireApproval: true, execute })
    const { unmount } = await render(<Conversation transport={transport} clientTools={[edit]} />)
    next(start('m'), step, input('a', 'edit'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => call('a').state).toBe('approval-requested')
    await session().respond(call('a'), { type: 'approval', approved: false, reason: 'not now.\nReason: none' })
    await expect.poll(() => call('a')).not.toHaveProperty('delivery')
    await settled()
    const denied = {
      state: 'output-denied',
      decision: { approved: false, by: 'user', reason: 'not now.\nReason: none' },
    }
    expect(call('a')).toMatchObject(denied)
    const stored = JSON.parse(JSON.stringify(chat.messages)) as UIMessage[]
    await unmount()
    await render(<Conversation transport={transport} clientTools={[edit]} messages={stored} />)
    expect(call('a')).toMatchObject(denied)
    expect(execute).not.toHaveBeenCalled()
  })

  it('a tool of the server that says it was denied has failed', async () => {
    const { transport } = scriptTransport()
    const errorText = 'The person denied this call, so it was not run. Reason: no'
    const messages = [user('u'), assistant('m', { ...part('a', 'output-error'), errorText })]
    await render(<Conversation transport={transport} messages={messages} />)
    expect(call('a')).toMatchObject({ state: 'output-error', errorText })
  })

  it('writes while a tool of the server asks: it had begun there', async () => {
    const { transport, requests } = scriptTransport()
    const data = { runId: 'r', toolCallId: 'a', toolName: 'edit', suspendPayload: { question: 'Which one?' } }
    const messages = [
      user('u'),
      assistant('m', part('a', 'input-available'), { type: 'data-tool-call-suspended', id: 'a', data }),
    ]
    await render(<Conversation transport={transport} messages={messages} />)
    expect(call('a').state).toBe('suspended')
    await chat.sendMessage({ text: 'never mind' })
    expect(requests[0]!.messages[1]!.parts[1]).toMatchObject({
      state: 'output-error',
      errorText: 'The person wrote a message instead of answering, so this call did not go on.',
    })
    expect(call('a')).toMatchObject({ state: 'interrupted', reason: 'superseded' })
  })

  it('says the same after a reload', async () => {
    const first = scriptTransport()
    const { unmount } = await render(<Conversation transport={first.transport} messages={held()} />)
    await chat.sendMessage({ text: 'never mind' })
    await settled()
    const stored = JSON.parse(JSON.stringify(chat.messages)) as UIMessage[]
    await unmount()
    await render(<Conversation transport={first.transport} messages={stored} />)
    expect(calls().map(each => [each.state, 'reason' in each && each.reason])).toEqual(
      Array.from({ length: 4 }, () => ['interrupted', 'superseded']),
    )
  })

  it('edits an earlier message: what came after it is gone, with its prompts and its running tools', async () => {
    const { transport, requests, next } = scriptTransport()
    const [started, aborted] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const slow = slowTool(started, aborted)
    await render(
      <Conversation
        transport={transport}
        clientTools={[slow]}
        messages={[user('u0'), assistant('m0', part('old', 'output-available', { output: 1 }))]}
      />,
    )
    next(start('m'), step, input('a', 'edit'), approval('a'), input('s', 'slow'), stepEnd, finish)
    await chat.sendMessage({ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'go' }] } as never)
    await expect.poll(() => started.mock.calls.length).toBe(1)
    expect(call('s')).toMatchObject({ running: { by: 'client' } })
    await chat.sendMessage({ text: 'go elsewhere', messageId: 'u1' })
    await settled()
    expect(states()).toEqual(['old output-available'])
    expect(aborted).toHaveBeenCalledTimes(1)
    expect(requests).toHaveLength(2)
    expect(requests[1]!.messages.map(({ id }) => id)).toEqual(['u0', 'm0', 'u1'])
  })

  it('regenerates with other options: they are those of the turn from then on', async () => {
    const { transport, requests, next } = scriptTransport()
    await render(<Conversation transport={transport} messages={[user('u'), assistant('m', asking('a'))]} />)
    next(start('n'), step, input('b', 'edit'), approval('b'), stepEnd, finish)
    await chat.regenerate({ body: { again: true } })
    await expect.poll(() => states()).toEqual(['b approval-requested'])
    await approve(call('b'))
    expect(requests.map(({ body, trigger }) => [trigger, body])).toEqual([
      ['regenerate-message', { again: true }],
      ['submit-message', { again: true }],
    ])
  })

  it('B076: stops: what was held is dropped, and nothing is sent', async () => {
    const { transport, requests } = scriptTransport()
    await render(<Conversation transport={transport} messages={held()} />)
    const answer = approve(call('yes'))
    await chat.stop()
    expect(await answer).toMatchObject({ ok: false, reason: 'failed' })
    await settled()
    expect(requests).toHaveLength(0)
    expect(call('yes')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
  })

  it('stops a response, and writes on: the call that was cut off is settled for the model, and stays what it was', async () => {
    const { transport, requests, nextOpen } = scriptTransport()
    await render(<Conversation transport={transport} />)
    const response = nextOpen()
    void chat.sendMessage({ text: 'go' })
    await settled()
    await response.send(start('m'), step, input('a', 'read', { path: 'a' }))
    await chat.stop()
    expect(call('a')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
    await chat.sendMessage({ text: 'on' })
    expect(requests[1]!.messages[1]!.parts[1]).toMatchObject({
      state: 'output-error',
      input: { path: 'a' },
      errorText: 'The person stopped this call before it had a result.',
    })
    await settled()
    expect(call('a')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
  })
})

describe('the messages', () => {
  it('decide which calls exist: one that is taken away is gone, and its tool is aborted', async () => {
    const { transport, next } = scriptTransport()
    const [started, aborted] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const slow = slowTool(started, aborted)
    await render(<Conversation transport={transport} clientTools={[slow]} />)
    next(start('m'), step, input('s', 'slow'), input('a', 'edit'), approval('a'), stepEnd, finish)
    await chat.sendMessage({ text: 'go' })
    await expect.poll(() => started.mock.calls.length).toBe(1)
    expect(call('s')).toMatchObject({ running: { by: 'client' } })
    chat.setMessages(messages =>
      messages.map(message => ({
        ...message,
        parts: message.parts.filter(each => !('toolCallId' in each) || each.toolCallId !== 's'),
      })),
    )
    await settled()
    expect(states()).toEqual(['a approval-requested'])
    expect(aborted).toHaveBeenCalledTimes(1)
  })

  it('are read again only where their identity has changed', async () => {
    const { transport } = scriptTransport()
    const first = assistant('m1', part('a', 'output-available', { output: { big: 1 } }))
    await render(<Conversation transport={transport} messages={[user('u1'), first]} />)
    const record = call('a')
    // what nobody looks at is not seen
    first.parts[1] = part('a', 'output-available', { output: 'other' }) as never
    chat.setMessages(([one, two]) => [one!, two!, user('u2'), assistant('m2', asking('b'))])
    await settled()
    expect(call('a')).toBe(record)
    expect(states()).toEqual(['a output-available', 'b approval-requested'])
  })

  it('decide outputs and order: an edit, older messages in front, an undo', async () => {
    const { transport } = scriptTransport()
    const done = (text: string) => assistant('m', part('c', 'output-available', { output: text }))
    await render(<Conversation transport={transport} messages={[user('u'), done('secret')]} />)
    expect(call('c')).toMatchObject({ output: 'secret' })
    chat.setMessages([user('u'), done('redacted')])
    await settled()
    expect(call('c')).toMatchObject({ output: 'redacted' })
    chat.setMessages(messages => [
      user('u0'),
      assistant('m0', part('b', 'output-available', { output: 0 })),
      ...messages,
    ])
    await settled()
    expect(states()).toEqual(['b output-available', 'c output-available'])
    chat.setMessages([user('u'), assistant('m', asking('c'))])
    await settled()
    expect(states()).toEqual(['c approval-requested'])
  })

  it('of another branch have calls of their own, also with the same ids', async () => {
    const { transport, requests } = scriptTransport()
    const left = [user('u'), assistant('left', part('c', 'output-available', { output: 'left' }))]
    const right = [user('u'), assistant('right', { ...asking('c'), input: { path: 'right' } })]
    await render(<Conversation transport={transport} messages={left} />)
    chat.setMessages(right)
    await settled()
    expect(calls()).toMatchObject([{ state: 'approval-requested', input: { path: 'right' }, messageId: 'right' }])
    const shown = call('c')
    chat.setMessages(left)
    await settled()
    expect(calls()).toMatchObject([{ state: 'output-available', output: 'left' }])
    expect((await approve(shown)).ok).toBe(false)
    chat.setMessages(right)
    await settled()
    expect((await approve(shown)).ok).toBe(true)
    expect(requests).toHaveLength(1)
  })

  it('never run or send anything by being there (A10)', async () => {
    const { transport, requests } = scriptTransport()
    const execute = vi.fn<() => Promise<string>>(async () => 'ran')
    const tool = toolOf('edit', execute)
    const messages = [
      user('u'),
      assistant(
        'm',
        part('forged', 'approval-responded', { approval: { id: 'f', approved: true, signature: 'x' } }),
        part('waits', 'input-available'),
      ),
    ]
    await render(
      <StrictMode>
        <Conversation transport={transport} messages={messages} clientTools={[tool]} />
      </StrictMode>,
    )
    await settled()
    expect(execute).not.toHaveBeenCalled()
    expect(requests).toHaveLength(0)
    expect(call('forged').decision).toMatchObject({ by: 'elsewhere' })
    expect(page.getByText('Approved by you').elements()).toHaveLength(0)
  })

  it('that are old ask for nothing: the person has written on', async () => {
    const { transport } = scriptTransport()
    const messages = [
      user('u1'),
      assistant('m1', asking('a'), part('b', 'input-available')),
      user('u2'),
      assistant('m2'),
    ]
    await render(<Conversation transport={transport} messages={messages} />)
    expect(calls()).toMatchObject([
      { state: 'interrupted', reason: 'superseded' },
      { state: 'interrupted', reason: 'superseded' },
    ])
    expect(page.getByRole('button', { name: 'Approve' }).elements()).toHaveLength(0)
  })

  it('B088: of a bad make do not cost the good ones', async () => {
    const { transport, requests } = scriptTransport()
    const messages = [
      user('u'),
      { id: 'x', role: 'assistant', parts: null },
      { id: 'y', role: 'assistant', parts: [null, { type: 5 }] },
      assistant('m', asking('a')),
    ] as unknown as UIMessage[]
    // drawing such messages is the app's part
    function Bare() {
      remember(useToolChat({ transport, messages }))
      return null
    }
    await render(<Bare />)
    expect(states()).toEqual(['a approval-requested'])
    expect(await approve(call('a'))).toEqual({ ok: true })
    expect(requests).toHaveLength(1)
  })
})

describe('a stream that is taken up again', () => {
  it.each([false, true])('B086: onto stored messages asks, runs and doubles nothing (StrictMode: %s)', async strict => {
    const { transport, replay, requests } = scriptTransport()
    const execute = vi.fn<() => Promise<string>>(async () => 'ran')
    const tool = toolOf('mine', execute)
    const chunks = [
      start('m'),
      step,
      input('done', 'edit', { path: 'a.ts' }),
      output('done', 'old'),
      input('open', 'edit', { path: 'a.ts' }),
      approval('open'),
      { ...input('mine', 'mine', { path: 'a.ts' }) },
      stepEnd,
      finish,
    ]
    replay(...chunks)
    replay(...chunks)
    const messages = [user('u'), assistant('m', part('done', 'output-available', { output: 'old' }))]
    const view = <Conversation transport={transport} messages={messages} resume clientTools={[tool]} />
    await render(strict ? <StrictMode>{view}</StrictMode> : view)
    await expect
      .poll(() => states())
      .toEqual(['done output-available', 'open approval-requested', 'mine output-available'])
    expect(execute).toHaveBeenCalledTimes(1)
    expect(requests).toHaveLength(0)
    await approve(call('open'))
    expect(requests).toHaveLength(1)
  })
})

describe('several chats', () => {
  it('on one page keep the same ids apart', async () => {
    const [one, two] = [scriptTransport(), scriptTransport()]
    const seen: Record<string, Helpers> = {}
    const messages = [user('u'), assistant('m', asking('a'))]
    await render(
      <>
        <Conversation
          id="one"
          transport={one.transport}
          messages={messages}
          onRender={helpers => (seen['one'] = helpers)}
        />
        <Conversation
          id="two"
          transport={two.transport}
          messages={messages}
          onRender={helpers => (seen['two'] = helpers)}
        />
      </>,
    )
    const [first, second] = [seen['one']!.toolCallSession, seen['two']!.toolCallSession]
    await approve(first.findToolCall('a')!, first)
    expect(states(second)).toEqual(['a approval-requested'])
    expect([one.requests.length, two.requests.length]).toEqual([1, 0])
  })

  it('one after the other by id: each has its own calls', async () => {
    const { transport } = scriptTransport()
    const { rerender } = await render(
      <Conversation id="one" transport={transport} messages={[user('u'), assistant('m', asking('a'))]} />,
    )
    const first = session()
    await rerender(<Conversation id="two" transport={transport} messages={[user('u'), assistant('m', asking('b'))]} />)
    expect(session()).not.toBe(first)
    expect(states()).toEqual(['b approval-requested'])
  })

  it('through one transport hear only their own', async () => {
    const script = scriptTransport()
    const transport = createToolCallTransport({ transport: script.transport })
    const seen: Record<string, Helpers> = {}
    await render(
      <>
        <Conversation id="one" transport={transport} onRender={helpers => (seen['one'] = helpers)} />
        <Conversation id="two" transport={transport} onRender={helpers => (seen['two'] = helpers)} />
      </>,
    )
    script.next(start('m'), step, input('a', 'edit'), approval('a'), stepEnd, finish)
    await seen['one']!.sendMessage({ text: 'go' })
    await settled()
    expect(states(seen['one']!.toolCallSession)).toEqual(['a approval-requested'])
    expect(states(seen['two']!.toolCallSession)).toEqual([])
  })
})

describe('a chat that the app has made', () => {
  const opening = [
    start('m'),
    step,
    input('a', 'edit', { path: 'a.ts' }),
    approval('a'),
    input('b', 'pick'),
    stepEnd,
    finish,
  ]

  it.each(['a plain transport', 'createToolCallTransport'])(
    'works with %s: live, answered once, restored',
    async kind => {
      const script = scriptTransport()
      const transport =
        kind === 'a plain transport' ? script.transport : createToolCallTransport({ transport: script.transport })
      await render(<Conversation chat={new Chat<UIMessage>({ transport })} />)
      const response = script.nextOpen()
      void chat.sendMessage({ text: 'go' })
      await settled()
      await response.send(start('m'), step, { type: 'tool-input-start', toolCallId: 'w', toolName: 'write' })
      await response.send({ type: 'tool-input-delta', toolCallId: 'w', inputTextDelta: '{"text":"half a' })
      await expect.poll(() => call('w')).toMatchObject({ state: 'input-streaming', input: { text: 'half a' } })
      await response.send(
        { type: 'tool-input-delta', toolCallId: 'w', inputTextDelta: ' word"}' },
        input('w', 'write', { text: 'half a word' }),
        output('w', 'written'),
        ...opening.slice(2),
      )
      await response.end()
      await expect.poll(() => states()).toEqual(['w output-available', 'a approval-requested', 'b input-available'])
      expect(call('b')).toMatchObject({ waitingFor: 'client' })

      script.nextError('away')
      void session().respond(call('b'), { type: 'output', output: 1 })
      expect(await approve(call('a'))).toMatchObject({ ok: false, reason: 'failed', message: 'away' })
      expect(call('a').state).toBe('approval-requested')
      expect(await approve(call('a'))).toEqual({ ok: true })
      expect(script.requests).toHaveLength(3)
      expect(script.lastParts(script.requests[2]).slice(2)).toMatchObject([
        { state: 'approval-responded' },
        { state: 'output-available', output: 1 },
      ])
    },
  )

  it('is one chat in two components: its tools run once', async () => {
    const { transport, requests, next } = scriptTransport()
    const execute = vi.fn<() => Promise<string>>(async () => 'ran')
    const tool = toolOf('mine', execute)
    const shared = new Chat<UIMessage>({ transport })
    const seen: Helpers[] = []
    await render(
      <>
        <Conversation chat={shared} clientTools={[tool]} onRender={helpers => (seen[0] = helpers)} />
        <Conversation chat={shared} clientTools={[tool]} onRender={helpers => (seen[1] = helpers)} />
      </>,
    )
    next(start('m'), step, input('a', 'mine'), stepEnd, finish)
    await seen[0]!.sendMessage({ text: 'go' })
    await expect.poll(() => requests.length).toBe(2)
    await settled()
    expect(execute).toHaveBeenCalledTimes(1)
    expect(seen[1]!.toolCallSession).toBe(seen[0]!.toolCallSession)
    expect(requests).toHaveLength(2)
  })

  it('that sends by itself is warned of', async () => {
    const { transport } = scriptTransport()
    const competing = new Chat<UIMessage>({ transport, sendAutomaticallyWhen: () => true, experimental_queue: true })
    await render(<Conversation chat={competing} />)
    expect(
      warnings.map(({ code, message }) => [code, /sendAutomaticallyWhen|experimental_queue/.exec(message)?.[0]]),
    ).toEqual([
      ['competing-sender', 'sendAutomaticallyWhen'],
      ['competing-sender', 'experimental_queue'],
    ])
  })

  it('whose own methods were used closes what they leave behind', async () => {
    const { transport, requests } = scriptTransport()
    const own = new Chat<UIMessage>({ transport, messages: [user('u'), assistant('m', asking('a'))] })
    await render(<Conversation chat={own} />)
    const shown = call('a')
    await own.sendMessage({ text: 'past the hook' })
    await settled()
    expect(call('a')).toMatchObject({ state: 'interrupted', reason: 'superseded' })
    expect((await approve(shown)).ok).toBe(false)
    expect(requests).toHaveLength(1)
  })
})
