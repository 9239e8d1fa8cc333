import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTool, toolDefinition } from '../../../src/core.ts'
import { openTools } from '../../support/client-tools.ts'
import { settle } from '../../support/events.ts'

const config = {
  name: 'publish',
  description: 'Publishes',
  inputSchema: z.object({ channel: z.string() }),
  outputSchema: z.object({ id: z.number() }),
} as const

describe('toolDefinition', () => {
  it('makes both sides of one definition, and is a tool itself', () => {
    const publish = toolDefinition(config)
    const sides = [publish, publish.server(() => ({ id: 1 })), publish.client(() => ({ id: 1 })), publish.client()]
    expect(sides.map(tool => [tool.__toolSide, tool.name, tool.execute !== undefined])).toEqual([
      ['definition', 'publish', false],
      ['server', 'publish', true],
      ['client', 'publish', true],
      ['client', 'publish', false],
    ])
    for (const side of sides) expect(side).toMatchObject({ inputSchema: config.inputSchema, description: 'Publishes' })
  })

  it('refuses an approvalSchema that nobody would ever be asked by', () => {
    expect(() => toolDefinition({ ...config, approvalSchema: z.object({}) as never })).toThrow(TypeError)
    expect(() => toolDefinition({ ...config, approvalSchema: z.object({}) as never })).toThrow('needsApproval')
  })

  it('its client side runs here, with arguments and results that are checked', async () => {
    const execute = vi.fn<(input: { channel: string }) => { id: number }>(({ channel }) => ({ id: channel.length }))
    const { callTool, rested } = openTools([toolDefinition(config).client(execute)])
    callTool('publish', { channel: 'news' })
    expect(await rested()).toMatchObject({ state: 'output-available', output: { id: 4 } })
    callTool('publish', { channel: 4 }, 'd')
    expect(await rested('d')).toMatchObject({ state: 'output-error', errorKind: 'input' })
    expect(execute).toHaveBeenCalledOnce()
  })

  it('with needsApproval a person is asked, by the form of what comes with a yes', async () => {
    const approvalSchema = { approve: z.object({ note: z.string() }), reject: z.object({ because: z.string() }) }
    const publish = toolDefinition({ ...config, needsApproval: true, approvalSchema })
    const { callTool, rested, session } = openTools([publish.client(() => ({ id: 1 }))])
    callTool('publish', { channel: 'news' })
    const asked = await rested()
    expect(asked).toMatchObject({
      state: 'approval-requested',
      approval: {
        approvalSchema: {
          approve: { properties: { note: { type: 'string' } } },
          reject: { properties: { because: { type: 'string' } } },
        },
      },
    })
    await session.respond(asked, { type: 'approval', approved: true, payload: { note: 'fine' } })
    expect(await rested()).toMatchObject({ output: { id: 1 }, decision: { payload: { note: 'fine' } } })
  })

  it('what came with the yes is checked and given to the tool, also when it goes on after its own question', async () => {
    const seen: unknown[] = []
    const publish = toolDefinition({
      ...config,
      needsApproval: true,
      approvalSchema: z.object({ note: z.string().transform(note => note.toUpperCase()) }),
    }).client((_, context) => {
      seen.push(context.approvalPayload)
      return context.resumeData === undefined ? context.suspend({ question: 'Now?' }) : { id: 1 }
    })
    const { callTool, rested, session } = openTools([publish])
    callTool('publish', { channel: 'news' })
    await session.respond(await rested(), { type: 'approval', approved: true, payload: { note: 'fine' } })
    await session.respond(await rested(), { type: 'resume', resumeData: 'yes' })
    expect(await rested()).toMatchObject({ output: { id: 1 } })
    expect(seen).toEqual([{ note: 'FINE' }, { note: 'FINE' }])
  })

  it('a yes whose payload does not fit runs nothing: the person is asked again, and told why', async () => {
    const execute = vi.fn<() => { id: number }>(() => ({ id: 1 }))
    const publish = toolDefinition({ ...config, needsApproval: true, approvalSchema: z.object({ note: z.string() }) })
    const { callTool, rested, session, posted } = openTools([publish.client(execute)])
    callTool('publish', { channel: 'news' })
    const asked = await rested()
    await session.respond(asked, { type: 'approval', approved: true })
    const again = await rested()
    expect(again).toMatchObject({
      state: 'approval-requested',
      approval: { message: expect.stringContaining('does not fit') },
    })
    expect([execute.mock.calls, posted()]).toEqual([[], []])
    await session.respond(again, { type: 'approval', approved: true, payload: { note: 'fine' } })
    expect(await rested()).toMatchObject({ state: 'output-available' })
    expect(execute).toHaveBeenCalledTimes(1)
  })

  it('a stored call is first asked about as one that may have run, then for what comes with the yes, which nobody got wrong', async () => {
    const execute = vi.fn<() => { id: number }>(() => ({ id: 1 }))
    const publish = toolDefinition({ ...config, needsApproval: true, approvalSchema: z.object({ note: z.string() }) })
    const input = { channel: 'news' }
    const { rested, session } = openTools([publish.client(execute)], {
      initialToolCalls: [
        { toolCallId: 'c', toolName: 'publish', state: 'input-available', input, waitingFor: 'client' },
      ],
    })
    const stored = await rested()
    expect(stored).toMatchObject({ approval: { mayHaveRun: true } })
    await session.respond(stored, { type: 'approval', approved: true })
    const asked = await rested()
    expect(asked).toMatchObject({ approval: { approvalSchema: { required: ['note'] } } })
    expect(asked).not.toHaveProperty('approval.message', expect.anything())
    await session.respond(asked, { type: 'approval', approved: true, payload: { note: 'fine' } })
    expect(await rested()).toMatchObject({ state: 'output-available' })
    expect(execute).toHaveBeenCalledTimes(1)
  })

  it('an app that answers by itself what does not fit is not asked for ever', async () => {
    const execute = vi.fn<() => { id: number }>(() => ({ id: 1 }))
    const publish = toolDefinition({ ...config, needsApproval: true, approvalSchema: z.object({ note: z.string() }) })
    const { callTool, call, session, posted } = openTools([publish.client(execute)])
    let answers = 0
    session.subscribe(() => {
      const asked = session.getToolCalls().find(({ state }) => state === 'approval-requested')
      if (!asked) return
      answers += 1
      void session.respond(asked, { type: 'approval', approved: true })
    })
    callTool('publish', { channel: 'news' })
    await expect.poll(() => [answers, call('c').state], { timeout: 3000 }).toEqual([20, 'output-error'])
    expect([answers, execute.mock.calls.length]).toEqual([20, 0])
    expect(posted()).toMatchObject([
      { errorKind: 'not-executed', errorText: expect.stringContaining('no answer fits') },
    ])
  })

  it('what came with the no is told to the model', async () => {
    const approvalSchema = { reject: z.object({ because: z.string() }) }
    const publish = toolDefinition({ ...config, needsApproval: true, approvalSchema })
    const { callTool, rested, session, posted } = openTools([publish.client(() => ({ id: 1 }))])
    callTool('publish', { channel: 'news' })
    const asked = await rested()
    await session.respond(asked, {
      type: 'approval',
      approved: false,
      reason: 'No.',
      payload: { because: 'too early' },
    })
    expect(await rested()).toMatchObject({ state: 'output-denied', decision: { payload: { because: 'too early' } } })
    expect(posted()).toMatchObject([{ type: 'output-error', errorText: expect.stringMatching(/No\. .*too early/) }])
  })

  it('a no is taken, though JSON has no words for what came with it', async () => {
    const publish = toolDefinition({ ...config, needsApproval: true })
    const { callTool, rested, session, posted } = openTools([publish.client(() => ({ id: 1 }))])
    callTool('publish', { channel: 'news' })
    const no = { type: 'approval', approved: false, reason: 'Never.', payload: { count: 1n } } as const
    expect(await session.respond(await rested(), no)).toEqual({ ok: true })
    expect(await rested()).toMatchObject({ state: 'output-denied' })
    expect(posted()).toMatchObject([{ type: 'output-error', errorText: expect.stringContaining('Never.') }])
  })

  it('a schema that cannot be drawn still lets the person answer', async () => {
    const publish = toolDefinition({ ...config, needsApproval: true, approvalSchema: v.object({ note: v.string() }) })
    const { callTool, rested } = openTools([publish.client(() => ({ id: 1 }))])
    callTool('publish', { channel: 'news' })
    expect(await rested()).toMatchObject({ approval: { approvalSchema: {} } })
  })

  it.each([
    ['the definition', toolDefinition(config)],
    ['a client side without a function', toolDefinition(config).client()],
    ['a createTool without a function', createTool({ id: 'publish', description: '' })],
  ])('%s waits for the app, which answers', async (_, tool) => {
    vi.useFakeTimers()
    const { callTool, call, session, posted } = openTools([tool])
    callTool('publish', { channel: 'news' })
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    expect(call('c')).toMatchObject({ state: 'input-available', waitingFor: 'client' })
    await session.respond(call('c'), { type: 'output', output: { id: 7 } })
    expect(call('c')).toMatchObject({ state: 'output-available', output: { id: 7 } })
    expect(posted()).toEqual([{ type: 'output', output: { id: 7 } }])
  })

  it('what the app gives in place of its function is checked, and told to the model, as a result of the function', async () => {
    const tool = toolDefinition(config).client(undefined, {
      toModelOutput: ({ id }) => ({ type: 'text', value: `Published as ${id}.` }),
    })
    const { callTool, call, session, posted } = openTools([tool])
    callTool('publish', { channel: 'news' })
    await session.respond(call('c'), { type: 'output', output: { id: 7 } })
    expect(call('c')).toMatchObject({ state: 'output-available', output: { id: 7 } })
    callTool('publish', { channel: 'news' }, 'd')
    const [first, second] = [{ id: 'seven' }, { id: 8 }].map(output =>
      session.respond(call('d'), { type: 'output', output }),
    )
    expect(await first).toEqual({ ok: true })
    expect(await second).toMatchObject({ ok: false, reason: 'settled' })
    expect(call('d')).toMatchObject({ state: 'output-error', errorKind: 'output' })
    expect(posted()).toMatchObject([
      { type: 'output', output: { id: 7 }, modelOutput: { type: 'text', value: 'Published as 7.' } },
      { type: 'output-error', errorKind: 'output', errorText: expect.stringContaining('id') },
    ])
    expect(posted()).toHaveLength(2)
  })

  it('its server side is not run here, and its calls do not wait for this page', async () => {
    const execute = vi.fn<() => { id: number }>(() => ({ id: 1 }))
    const { play, codes, call } = openTools([toolDefinition(config).server(execute)])
    play({ type: 'run_start' }, { type: 'tool_start', toolCallId: 'c', toolName: 'publish', args: {} })
    await settle()
    expect(codes()).toEqual(['server-tool'])
    expect(call('c')).toMatchObject({ running: { by: 'server' } })
    expect(execute).not.toHaveBeenCalled()
  })
})

describe('the name of a tool', () => {
  it('is its key in a record, and its own in a list', async () => {
    const tool = createTool({ id: 'weather-tool', description: '', execute: (_, { toolName }) => toolName })
    const byKey = openTools({ weatherTool: tool })
    byKey.callTool('weatherTool')
    expect(await byKey.rested()).toMatchObject({ output: 'weatherTool' })
    const listed = openTools([tool])
    listed.callTool('weather-tool')
    expect(await listed.rested()).toMatchObject({ output: 'weather-tool' })
  })

  it('that is registered twice means the newer tool, until that goes', async () => {
    const say = (words: string) => createTool({ id: 'say', description: '', execute: () => words })
    const { session, callTool, rested, codes } = openTools([say('old')])
    const takeBack = session.registerTool('say', say('new'))
    expect(codes()).toEqual(['duplicate-tool'])
    callTool('say', {}, 'a')
    expect(await rested('a')).toMatchObject({ output: 'new' })
    takeBack()
    takeBack()
    callTool('say', {}, 'b')
    expect(await rested('b')).toMatchObject({ output: 'old' })
  })
})
