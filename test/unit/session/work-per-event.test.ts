import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import type { ToolCallEvent } from '../../../src/core.ts'
import {
  approvalRequired,
  BATCH,
  inputDelta,
  inputEnd,
  inputStart,
  openSession,
  outputRequired,
  runEnd,
  runStart,
  scriptHost,
  scriptTool,
  toolEnd,
  toolStart,
  type TestSession,
} from '../../support/events.ts'

const SIZES = [100, 1_000, 10_000]

describe('work per event', { timeout: 60_000 }, () => {
  it.each<[string, ToolCallEvent[], (test: TestSession) => unknown]>([
    ['a delta', [inputStart('c'), inputDelta('c', '{"a":')], ({ play }) => play(inputDelta('c', '1'))],
    ['the first event of a call', [], ({ play }) => play(inputStart('c'))],
    ['the end of the arguments', [inputStart('c'), inputDelta('c', '{"a":1}')], ({ play }) => play(inputEnd('c'))],
    [
      'an update',
      [toolStart('c')],
      ({ play }) => play({ type: 'tool_update', toolCallId: 'c', partialResult: { done: 1 } }),
    ],
    ['a result', [toolStart('c')], ({ play }) => play(toolEnd('c'))],
    [
      'an approval and its answer',
      [toolStart('c')],
      async ({ play, session, call }) => {
        play(approvalRequired('c'))
        await session.respond(call('c'), { type: 'approval', approved: true })
      },
    ],
    [
      'a run that starts and ends',
      [toolStart('c')],
      ({ play }) => play(runStart('r'), runEnd('complete', { runId: 'r' })),
    ],
    ['the end of every run', [toolStart('c')], ({ play }) => play(runEnd())],
    ['a result from nowhere', [], ({ play }) => play(toolEnd('unknown'))],
    [
      'a repeated event of a call that has ended',
      [toolStart('c'), toolEnd('c')],
      ({ play }) => play(toolStart('c'), toolEnd('c')),
    ],
    [
      'a call of a client tool, to its output',
      [],
      ({ play }) => play(runStart('r'), toolStart('c', {}, { toolName: 'pick', runId: 'r' }), outputRequired('c')),
    ],
    ['the answers of a batch', [], batch],
    ['a supersede', [toolStart('c'), approvalRequired('c')], ({ session }) => session.supersede()],
    ['a stop', [toolStart('c')], ({ session }) => session.stop()],
    [
      'a record that is removed',
      [toolStart('c'), toolEnd('c')],
      ({ session, call }) => session.removeToolCalls([call('c').key]),
    ],
    [
      'a snapshot of one call',
      [toolStart('c')],
      ({ play }) =>
        play({
          type: 'hydrate',
          toolCalls: [{ toolCallId: 'c', toolName: 'edit', state: 'output-available', input: {}, output: 1 }],
        }),
    ],
    ['an expiry that is set and taken back', [], ({ play }) => play(...expiring)],
    ['looking a call up by its id', [toolStart('c')], ({ call }) => call('c')],
  ])('%s costs the same beside 100, 1,000 and 10,000 finished calls', async (_, before, act) => {
    const costs: Work[] = []
    for (const size of SIZES) costs.push(await measure(size, finished, before, act))
    expect(costs[0]!.steps).toBeGreaterThan(0)
    expect(costs[1]).toEqual(costs[0])
    expect(costs[2]).toEqual(costs[0])
  })

  it.each<[string, ToolCallEvent[], (test: TestSession) => unknown]>([
    ['a delta', [inputStart('c'), inputDelta('c', '{"a":')], ({ play }) => play(inputDelta('c', '1'))],
    [
      'an update',
      [toolStart('c')],
      ({ play }) => play({ type: 'tool_update', toolCallId: 'c', partialResult: { done: 1 } }),
    ],
    ['a result', [toolStart('c')], ({ play }) => play(toolEnd('c'))],
  ])('%s costs the same beside 100, 1,000 and 10,000 calls that wait for a person', async (_, before, act) => {
    const costs: Work[] = []
    for (const size of SIZES) costs.push(await measure(size, asking, before, act))
    expect(costs[1]).toEqual(costs[0])
    expect(costs[2]).toEqual(costs[0])
  })

  it('counts what would be a walk over all calls', async () => {
    const walk = ({ session }: TestSession) => session.getToolCalls().filter(({ state }) => state === 'suspended')
    const [few, many] = [await measure(100, finished, [], walk), await measure(1_000, finished, [], walk)]
    expect(many.steps - few.steps).toBeGreaterThanOrEqual(900)
  })
})

describe('memory', () => {
  it('removed records, their arguments and their outputs are collected', { timeout: 30_000 }, async () => {
    const script = fileURLToPath(new URL('../../support/removed-records.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--no-warnings', script])
    expect(JSON.parse(stdout)).toEqual({
      finished: 'collected',
      approved: 'collected',
      retracted: 'collected',
      'left out of a complete snapshot': 'collected',
      'not sent': 'collected',
      'run here': 'collected',
      kept: 'kept',
    })
  })
})

const expiring: ToolCallEvent[] = [
  toolStart('c'),
  approvalRequired('c', { expiresAt: 4_000_000_000_000 }),
  { type: 'tool_cancelled', toolCallId: 'c', reason: 'cancelled' },
]

async function batch({ play, session, call, host }: TestSession) {
  host.respondWhen = BATCH
  play(runStart('r'), toolStart('a'), approvalRequired('a'), toolStart('b'), approvalRequired('b'))
  const answers = ['a', 'b'].map(id => session.respond(call(id), { type: 'approval', approved: true }))
  play(runEnd('complete', { runId: 'r' }))
  await Promise.all(answers)
}

function finished(id: string): ToolCallEvent[] {
  return [toolStart(id), toolEnd(id, { id })]
}

function asking(id: string): ToolCallEvent[] {
  return [toolStart(id), approvalRequired(id)]
}

interface Work {
  steps: number
  listenerCalls: number
}

const OUR_IDS = ['a', 'b', 'c', 'unknown']
interface Crowd extends TestSession {
  listenerCalls: number
}
const crowds = new Map<string, Crowd>()

/** A session with so many calls of a kind, each with its own listener. Built once: it takes longer than the tests. */
function crowdOf(size: number, others: (id: string) => ToolCallEvent[]): Crowd {
  const name = `${size} ${others.name}`
  const known = crowds.get(name)
  if (known) return known
  const test = openSession({ host: scriptHost(), clientTools: [scriptTool().definition] })
  const crowd: Crowd = { ...test, listenerCalls: 0 }
  const listener = () => void (crowd.listenerCalls += 1)
  for (let at = 0; at < size; at += 1) test.session.dispatch(others(`other ${at}`))
  test.session.flush()
  for (const key of test.session.getToolCallKeys()) test.session.subscribeToolCall(key, listener)
  test.session.subscribe(listener)
  for (const id of OUR_IDS) test.session.subscribeToolCall(id, listener)
  crowds.set(name, crowd)
  return crowd
}

/** What one act costs beside the calls of such a session. */
async function measure(
  size: number,
  others: (id: string) => ToolCallEvent[],
  before: readonly ToolCallEvent[],
  act: (test: TestSession) => unknown,
): Promise<Work> {
  const crowd = crowdOf(size, others)
  const { session } = crowd
  crowd.play(...before)
  crowd.listenerCalls = 0
  const steps = await countSteps(async () => {
    await act(crowd)
    session.flush()
  })
  const { listenerCalls } = crowd
  crowd.play(runEnd())
  session.removeToolCalls(OUR_IDS.flatMap(id => session.findToolCall(id)?.key ?? []))
  session.flush()
  crowd.host.respondWhen = undefined
  return { steps, listenerCalls }
}

const restore: (() => void)[] = []
afterEach(() => {
  for (const undo of restore.splice(0)) undo()
})

/** Counts calls of the methods of collections, and every element that they or an iteration look at. */
async function countSteps(act: () => Promise<void>): Promise<number> {
  let steps = 0
  const patch = (owner: object, name: PropertyKey, cost: (self: unknown, result: unknown) => number) => {
    const original = (owner as Record<PropertyKey, (...args: unknown[]) => unknown>)[name]!
    Object.defineProperty(owner, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: unknown[]) {
        const result = original.apply(this, args)
        steps += 1 + cost(this, result)
        return result
      },
    })
    restore.push(() => Object.defineProperty(owner, name, { configurable: true, writable: true, value: original }))
  }
  const iterate = (_: unknown, result: unknown) => {
    const iterator = result as Iterator<unknown>
    const next = iterator.next
    iterator.next = () => {
      steps += 1
      return next.call(iterator)
    }
    return 0
  }
  const lengthOf = (self: unknown) => (self as unknown[]).length
  for (const owner of [Map.prototype, Set.prototype]) {
    for (const name of ['values', 'keys', 'entries', Symbol.iterator]) patch(owner, name, iterate)
    for (const name of ['has', 'delete', 'clear']) patch(owner, name, () => 0)
    patch(owner, 'forEach', self => (self as Set<unknown>).size)
  }
  for (const name of ['get', 'set']) patch(Map.prototype, name, () => 0)
  patch(Set.prototype, 'add', () => 0)
  for (const name of ARRAY_WALKS) patch(Array.prototype, name, lengthOf)
  for (const name of ['values', 'keys', 'entries', Symbol.iterator]) patch(Array.prototype, name, iterate)
  for (const name of ['keys', 'values', 'entries', 'fromEntries'] as const)
    patch(Object, name, (_, result) => (Array.isArray(result) ? result.length : 0))
  patch(Array, 'from', (_, result) => (result as unknown[]).length)
  try {
    await act()
  } finally {
    for (const undo of restore.splice(0).toReversed()) undo()
  }
  return steps
}
const ARRAY_WALKS = [
  'concat',
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flat',
  'flatMap',
  'forEach',
  'includes',
  'indexOf',
  'join',
  'lastIndexOf',
  'map',
  'reduce',
  'reverse',
  'slice',
  'some',
  'sort',
  'splice',
  'toReversed',
  'toSorted',
  'unshift',
]
