import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTool } from '../../../src/core.ts'
import { clientCall, openSession, scriptHost, settle } from '../../support/events.ts'

const CHUNK = '../../../src/client-tools/run-tool.ts'
const execute = vi.fn<() => string>(() => 'done')
const tool = createTool({ id: 'pick', description: '', execute })

beforeEach(() => {
  vi.resetModules()
  execute.mockClear()
})
afterEach(() => vi.doUnmock(CHUNK))

/** What runs tools comes as the network gives it. */
function loads(chunk: () => Promise<void>): void {
  vi.doMock(CHUNK, async original => {
    await chunk()
    return original()
  })
}

function callTool() {
  const test = openSession({ host: scriptHost(), clientTools: [tool] })
  test.play(...clientCall('c', { toolName: 'pick' }))
  return test
}

describe('the file that runs client tools', () => {
  it('is waited for by a call, which says at once that it is under way', async () => {
    let arrive!: () => void
    loads(() => new Promise(resolve => (arrive = resolve)))
    const { call } = callTool()
    expect(call('c')).toMatchObject({ state: 'input-available', running: { by: 'client' } })
    await vi.waitFor(() => arrive())
    await vi.waitFor(() => expect(call('c')).toMatchObject({ state: 'output-available', output: 'done' }))
    expect(execute).toHaveBeenCalledOnce()
  })

  it('that does not come is one answer: it was not run', async () => {
    loads(() => Promise.reject(new Error('404')))
    const { call, host } = callTool()
    await vi.waitFor(() => expect(call('c').state).toBe('output-error'))
    expect(call('c')).toMatchObject({
      errorKind: 'not-executed',
      errorText: 'A file of the page that runs "pick" could not be loaded, so it was not run.',
    })
    await settle()
    expect(host.requests.flat()).toHaveLength(1)
    expect(execute).not.toHaveBeenCalled()
  })

  it('that does not come costs no result that the app gives itself', async () => {
    loads(() => Promise.reject(new Error('404')))
    const own = createTool({ id: 'pick', description: '', toModelOutput: () => ({ type: 'text', value: 'Mine.' }) })
    const { call, host, session, play, warnings } = openSession({ host: scriptHost(), clientTools: [own] })
    play(...clientCall('c', { toolName: 'pick' }))
    expect(await session.respond(call('c'), { type: 'output', output: 'mine' })).toEqual({ ok: true })
    expect(host.requests.flat().map(({ response }) => response)).toEqual([{ type: 'output', output: 'mine' }])
    expect(warnings.map(({ code }) => code)).toEqual(['unchecked-output'])
  })

  it('that comes after a stop runs nothing', async () => {
    let arrive!: () => void
    loads(() => new Promise(resolve => (arrive = resolve)))
    const { call, session, host } = callTool()
    await vi.waitFor(() => arrive())
    session.stop()
    await settle()
    await vi.dynamicImportSettled()
    expect(execute).not.toHaveBeenCalled()
    expect(call('c')).toMatchObject({ state: 'interrupted', reason: 'aborted' })
    expect(host.requests).toEqual([])
  })
})
