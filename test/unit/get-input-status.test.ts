import { describe, expect, it } from 'vitest'
import { getInputStatus } from '../../src/core.ts'
import { inputDelta, inputEnd, inputStart, openSession } from '../support/events.ts'

function callWith(...deltas: string[]) {
  const test = openSession()
  test.play(inputStart('c'), ...deltas.map(delta => inputDelta('c', delta)))
  test.session.flush()
  return test
}

describe('getInputStatus', () => {
  it('says what is absent, what may still grow, and what is final', () => {
    const { call } = callWith('{"path":"a.ts","rows":[{"id":1},{"id":2,"note":"t')
    const statuses = [
      [],
      ['path'],
      ['rows'],
      ['rows', 0],
      ['rows', 1],
      ['rows', 1, 'id'],
      ['rows', 1, 'note'],
      ['rows', 2],
    ]
    expect(statuses.map(path => getInputStatus(call('c'), path))).toEqual([
      'streaming',
      'complete',
      'streaming',
      'complete',
      'streaming',
      'complete',
      'streaming',
      'absent',
    ])
  })

  it('B004: an amount whose digits may go on is absent', () => {
    const { call } = callWith('{"amount":12')
    expect(getInputStatus(call('c'), ['amount'])).toBe('absent')
  })

  it('says complete of an input that is there, and of no inherited property', () => {
    const test = callWith('{"a":1}')
    expect(getInputStatus(test.call('c'), ['a'])).toBe('complete')
    test.play(inputEnd('c'))
    expect(getInputStatus(test.call('c'), [])).toBe('complete')
    expect(getInputStatus(test.call('c'), ['toString'])).toBe('absent')
  })

  it('says of nothing that it is final when the input was cut off', () => {
    const test = callWith('{"a":1,"b":"x')
    test.play({ type: 'run_end', reason: 'aborted' })
    expect(test.call('c')).toMatchObject({ state: 'interrupted', inputComplete: false })
    expect(getInputStatus(test.call('c'), ['b'])).toBe('streaming')
  })
})
