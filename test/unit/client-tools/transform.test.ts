import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTool, createToolCallSession } from '../../../src/core.ts'
import { openTools } from '../../support/client-tools.ts'
import { inputDelta, inputEnd, inputStart } from '../../support/events.ts'

const SECRET = 'sk-123'
const HIDDEN = { suppress: true }
const options = {
  id: 'login',
  description: '',
  inputSchema: z.object({ user: z.string(), password: z.string() }),
  outputSchema: z.object({ token: z.string() }),
} as const
const input = { user: 'ada', password: SECRET }

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

describe('the transform of a tool', () => {
  it('says what is drawn, and changes nothing of what runs and is sent', async () => {
    const execute = vi.fn<(given: unknown) => { token: string }>(() => ({ token: SECRET }))
    const login = createTool({
      ...options,
      execute,
      transform: {
        display: {
          input: ({ input: shown }) => Object.assign(shown!, { password: '***' }),
          output: ({ output }) => ({ token: output!.token.slice(0, 2) }),
        },
      },
    })
    const { callTool, rested, posted } = openTools([login])
    callTool('login', input)
    expect(await rested()).toMatchObject({
      input,
      output: { token: SECRET },
      display: { input: { value: { user: 'ada', password: '***' } }, output: { value: { token: 'sk' } } },
    })
    expect(execute).toHaveBeenCalledWith(input, expect.anything())
    expect(posted()).toEqual([{ type: 'output', output: { token: SECRET } }])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error(SECRET)
      },
    ],
    ['returns nothing', () => undefined],
    ['lets wait', () => new Promise(() => {})],
    ['lets wait and then throws', () => Promise.reject(new Error(SECRET))],
    ['is missing', undefined],
  ])('B139: what a function that %s would have shown is hidden, and no warning tells of it', async (_, transform) => {
    const warned = vi.spyOn(console, 'warn')
    const login = createTool({
      ...options,
      execute: () => ({ token: SECRET }),
      transform: { display: { input: transform, output: transform } },
    })
    const { callTool, rested, session } = openTools([login])
    callTool('login', input)
    expect(await rested()).toMatchObject({ display: { input: HIDDEN, output: HIDDEN } })
    expect(JSON.stringify([session.warnings, warned.mock.calls])).not.toContain(SECRET)
  })

  it('B142: a function that changes what it gets changes a copy', async () => {
    const seen: unknown[] = []
    const login = createTool({
      ...options,
      requireApproval: true,
      execute: given => {
        seen.push(given)
        return { token: SECRET }
      },
      transform: {
        display: {
          approval({ input: shown }) {
            Object.assign(shown!, { user: '&amp;', password: '***' })
            return shown
          },
        },
      },
    })
    const { callTool, rested, session } = openTools([login])
    callTool('login', input)
    const asked = await rested()
    expect(asked).toMatchObject({
      input,
      display: { approval: { value: { user: '&amp;', password: '***' } }, input: HIDDEN },
    })
    await session.respond(asked, { type: 'approval', approved: true })
    await rested()
    expect(seen).toEqual([input])
  })

  it('deltas are hidden without a function that makes them safe', () => {
    const stream = (inputDelta_?: (context: { readonly inputTextDelta?: string }) => unknown) => {
      const session = createToolCallSession({
        clientTools: [createTool({ ...options, transform: { display: { inputDelta: inputDelta_ } } })],
      })
      session.dispatch([inputStart('1', { toolName: 'login' }), inputDelta('1', '{"user":"ada","pass')])
      session.flush()
      session.dispatch(inputDelta('1', `word":"${SECRET}`))
      session.flush()
      const [streaming] = session.getToolCalls()
      session.dispatch([inputDelta('1', '"}'), inputEnd('1')])
      session.flush()
      const [ended] = session.getToolCalls()
      return [streaming!.display, ended!.display]
    }
    expect(stream()).toMatchObject([{ input: HIDDEN, inputDelta: HIDDEN }, { input: HIDDEN }])
    expect(stream(({ inputTextDelta }) => inputTextDelta?.replace(/[^{}":,]/g, '.'))).toMatchObject([
      { input: { value: '{"....":"...","........":"......' } },
      { input: HIDDEN },
    ])
  })

  it('of a tool that is registered later, what its calls show by then is drawn anew', async () => {
    const session = createToolCallSession({ clientTools: [] })
    session.dispatch([inputStart('1', { toolName: 'login' }), inputDelta('1', JSON.stringify(input)), inputEnd('1')])
    session.flush()
    session.registerTool('other', createTool({ id: 'other', description: '' }))
    session.registerTool('login', createTool({ ...options, transform: { display: {} } }))
    expect(session.getToolCalls()[0]).toMatchObject({ display: { input: HIDDEN, output: HIDDEN } })
  })

  it('hides what comes after its tool is gone, and what comes with a decision', async () => {
    const { callTool, session, call, rested } = openTools([])
    const remove = session.registerTool(
      'login',
      createTool({ ...options, requireApproval: true, execute: () => ({ token: '' }), transform: { display: {} } }),
    )
    callTool('login', input)
    await session.respond(await rested(), { type: 'approval', approved: false, payload: SECRET })
    expect(call('c').display?.resume).toEqual(HIDDEN)

    session.dispatch([inputStart('d', { toolName: 'login' }), inputDelta('d', JSON.stringify(input)), inputEnd('d')])
    session.flush()
    remove()
    session.dispatch({ type: 'tool_end', toolCallId: 'd', isError: true, errorText: SECRET })
    session.flush()
    expect(call('d')).toMatchObject({ state: 'output-error', display: { error: HIDDEN, suspend: HIDDEN } })
  })

  it('a function gets each character of streamed arguments once, and each call once however many tools come after', () => {
    let characters = 0
    let inputs = 0
    const inputDelta_ = ({ inputTextDelta = '' }) => {
      characters += inputTextDelta.length
      return inputTextDelta
    }
    const session = createToolCallSession({ clientTools: [] })
    const register = (id: string, display: object) =>
      session.registerTool(id, createTool({ id, description: '', transform: { display } }))
    register('login', { inputDelta: inputDelta_, input: () => (inputs += 1) })
    session.dispatch(inputStart('1', { toolName: 'login' }))
    const text = JSON.stringify({ user: 'x'.repeat(1_000), password: '' })
    for (const delta of text.match(/./g)!) {
      session.dispatch(inputDelta('1', delta))
      session.flush()
    }
    session.dispatch(inputEnd('1'))
    session.flush()
    for (let count = 0; count < 20; count++) register(`other-${count}`, {})
    expect([characters, inputs]).toEqual([text.length, 1])
  })
})
