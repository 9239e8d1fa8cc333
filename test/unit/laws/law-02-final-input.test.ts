import { describe, expect, it } from 'vitest'
import type { ToolCallEvent } from '../../../src/core.ts'
import {
  approvalRequired,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  toolEnd,
  toolStart,
} from '../../support/events.ts'

describe('law 2: only the final input is the input', () => {
  it('replaces the preview at once by what the wire gives as final', () => {
    const { play, call } = openSession()
    play(inputStart('c'), inputDelta('c', '{"city":"Bo'))
    expect(call('c')).toMatchObject({ state: 'input-streaming', input: { city: 'Bo' } })
    play(toolStart('c', { unit: 'C', city: 'Bonn' }))
    expect(call('c')).toMatchObject({ state: 'input-available', input: { unit: 'C', city: 'Bonn' } })
    expect(call('c')).not.toHaveProperty('inputText')
  })

  it('takes defaults that the wire adds to the parsed text', () => {
    const { play, call } = openSession()
    play(inputStart('c'), inputDelta('c', '{"city":"Bonn"}'), inputEnd('c'))
    expect(call('c').input).toEqual({ city: 'Bonn' })
    play(toolStart('c', { city: 'Bonn', unit: 'C' }))
    expect(call('c').input).toEqual({ city: 'Bonn', unit: 'C' })
  })

  it('without any piece of text the end says nothing, and the call streams until its start', () => {
    const { play, call } = openSession()
    play(inputStart('c'), inputEnd('c'))
    expect(call('c').state).toBe('input-streaming')
    play(toolStart('c', { a: 1 }))
    expect(call('c')).toMatchObject({ state: 'input-available', input: { a: 1 } })
  })

  it('an empty piece of text says that the arguments are empty', () => {
    const { play, call } = openSession()
    play(inputStart('c'), inputDelta('c', ''), inputEnd('c'))
    expect(call('c')).toMatchObject({ state: 'input-available', input: {} })
  })

  it('text that does not parse is an input error with the text, never {}', () => {
    const { play, call } = openSession()
    play(inputStart('c'), inputDelta('c', '{"path":"a'), inputEnd('c'))
    expect(call('c')).toMatchObject({ state: 'input-available', input: undefined, inputError: { text: '{"path":"a' } })
  })

  it('where the wire asks for the output with the arguments, the text that did not parse is an error no more', () => {
    const { play, call } = openSession()
    const withArgs = (args: unknown) => ({ type: 'tool_output_required', toolCallId: 'c', args }) as ToolCallEvent
    play(inputStart('c'), inputDelta('c', '{'), inputEnd('c'), withArgs({}))
    expect(call('c')).toMatchObject({ input: undefined, inputError: { text: '{' } })
    play(withArgs({ path: 'a' }))
    expect(call('c')).toMatchObject({ input: { path: 'a' } })
    expect(call('c')).not.toHaveProperty('inputError')
  })

  // `cut` is a text that is whole by chance and goes on
  it.each<[string, ToolCallEvent[], ToolCallEvent[], unknown]>([
    [
      'half an object',
      [inputStart('c'), inputDelta('c', '{"amount":1')],
      [inputDelta('c', '000}'), inputEnd('c')],
      { amount: 1000 },
    ],
    [
      'half a text',
      [inputStart('c', { inputEncoding: 'text' }), inputDelta('c', 'rm -rf /')],
      [inputDelta('c', 'tmp/x'), inputEnd('c')],
      'rm -rf /tmp/x',
    ],
    ['half a number', [inputStart('c'), inputDelta('c', '1')], [inputDelta('c', '000'), inputEnd('c')], 1000],
  ])('A08: an approval that comes while the arguments arrive never has %s as its input', (_, streamed, rest, whole) => {
    const { play, call } = openSession()
    play(...streamed, approvalRequired('c'))
    expect(call('c')).toMatchObject({ state: 'approval-requested', input: undefined })
    play(...rest)
    expect(call('c')).toMatchObject({ state: 'approval-requested', input: whole })
  })

  it('A08: the final input reaches an approval that came before it, whatever the text had said so far', () => {
    const { play, call } = openSession()
    play(
      inputStart('c'),
      inputDelta('c', '{"amount":1}'),
      approvalRequired('c'),
      toolStart('c', { amount: 1, currency: 'EUR' }),
    )
    expect(call('c')).toMatchObject({ state: 'approval-requested', input: { amount: 1, currency: 'EUR' } })
  })

  it('what an approval asks about never overwrites the input of the call', () => {
    const { play, call } = openSession()
    play(toolStart('c', { path: '/a' }), approvalRequired('c', { args: { path: '/b' } }))
    expect(call('c')).toMatchObject({ input: { path: '/a' }, approval: { input: { path: '/b' } } })
  })

  it('what an approval asks about gives way to the input of the call, when that comes later', () => {
    const { play, call } = openSession()
    play(approvalRequired('c', { args: { path: '/b' } }), toolStart('c', { path: '/a' }))
    expect(call('c')).toMatchObject({
      state: 'approval-requested',
      input: { path: '/a' },
      approval: { input: { path: '/b' } },
    })
  })

  it('B074: a result from here is refused while the arguments are unfinished, and after an input error', async () => {
    const { play, call, session, host } = openSession()
    play(inputStart('c'), inputDelta('c', '{"id":'))
    expect(await session.respond(call('c'), { type: 'output', output: 1 })).toMatchObject({
      ok: false,
      reason: 'not-allowed',
    })
    play({ type: 'tool_input_error', toolCallId: 'c', toolName: 'edit', errorText: 'bad' })
    expect(call('c')).toMatchObject({ state: 'output-error', errorKind: 'input', input: '{"id":' })
    expect(await session.respond(call('c'), { type: 'output', output: 1 })).toMatchObject({
      ok: false,
      reason: 'settled',
    })
    expect(host.requests).toEqual([])
  })

  it('arguments of a result only fill a gap', () => {
    const { play, call } = openSession()
    play(
      toolStart('known', { a: 1 }),
      toolEnd('known', 1, { args: { a: 2 } }),
      toolEnd('unknown', 1, { args: { a: 2 }, toolName: 'edit' }),
    )
    expect(call('known').input).toEqual({ a: 1 })
    expect(call('unknown')).toMatchObject({ input: { a: 2 }, toolName: 'edit' })
  })
})
