import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openThread,
  openThreadByClient,
  startMastra,
  type MastraTestServer,
  type OpenThread,
} from '../../support/mastra-server.ts'

let server: MastraTestServer
const open: OpenThread[] = []
const page = (threadId: string, options?: Parameters<typeof openThread>[2]) => {
  const opened = openThread(server, threadId, options)
  open.push(opened)
  return opened
}
/** Waits until the model has been given these words. */
const modelReads = (words: string) =>
  expect.poll(() => JSON.stringify(server.prompts.slice(-2)), { interval: 20, timeout: 4000 }).toContain(words)

beforeAll(async () => {
  server = await startMastra()
}, 60_000)
afterAll(async () => {
  for (const one of open) one.close()
  await server.close()
})

describe('a real AgentController', { timeout: 15_000 }, () => {
  it('asks for free text, and the model reads the answer', async () => {
    const { session, say, until } = page('free')
    await say('Ask me what the new page should be called.')
    const asked = await until('call_1_1_1', 'suspended')
    expect(asked.suspension.payload).toEqual({ question: 'What should the new page be called?' })
    expect(await session.respond(asked, { type: 'resume', resumeData: 'Harbour' })).toEqual({ ok: true })
    const done = await until('call_1_1_1', 'output-available')
    expect(done).toMatchObject({ resumeData: 'Harbour', output: { content: 'User answered: Harbour' } })
    await modelReads('User answered: Harbour')
  })

  it('asks for one of several, and for several', async () => {
    const { session, say, until } = page('choices')
    await say('Ask me where to deploy.')
    const one = await until('call_1_1_1', 'suspended')
    expect(one.suspension.payload).toMatchObject({ selectionMode: 'single_select' })
    await session.respond(one, { type: 'resume', resumeData: 'Staging' })
    await until('call_1_1_1', 'output-available')
    await modelReads('User answered: Staging')

    await say('Ask me which checks to run.')
    const several = await until('call_2_1_1', 'suspended')
    await session.respond(several, { type: 'resume', resumeData: ['Types', 'Lint'] })
    await until('call_2_1_1', 'output-available')
    await modelReads('User answered: Types, Lint')
  })

  it('takes a plan back with feedback, then has the next one approved', async () => {
    const { session, say, until } = page('plan')
    await say('Plan the dark mode and let me decide.')
    const first = await until('call_1_1_1', 'suspended')
    expect(first.suspension.payload).toMatchObject({ path: '.mastracode/plans/dark-mode.md' })
    await session.respond(first, { type: 'resume', resumeData: { action: 'rejected', feedback: 'Add a switch.' } })
    const second = await until('call_1_3_1', 'suspended')
    await modelReads('User feedback: Add a switch.')
    await session.respond(second, {
      type: 'resume',
      resumeData: { action: 'approved', path: '.mastracode/plans/dark-mode.md', plan: '# Dark mode' },
    })
    await until('call_1_3_1', 'output-available')
    await modelReads('Plan approved.')
  })

  it('allows a whole category, so that the next call of it is not asked for', async () => {
    const { session, say, until } = page('category', {
      toolCategory: name => (name === 'delete_file' ? 'edit' : undefined),
    })
    await say('Write two drafts and delete them again.')
    const asked = await until('call_1_2_1', 'approval-requested')
    expect(await session.respond(asked, { type: 'approval', approved: true, grant: 'category' })).toEqual({ ok: true })
    const next = await until('call_1_3_1', 'output-available')
    expect(next.receipts).toEqual([])
  })

  it('asks two questions of one step one after the other, and the first answer waits without a complaint', async () => {
    const { session, say, until, call } = page('two questions', { answerTimeout: 800 })
    await say('Ask me for the name and the colour of the button.')
    const first = await until('call_1_1_1', 'suspended')
    expect(call('call_1_1_2')?.state).toBe('input-available')
    expect(await session.respond(first, { type: 'resume', resumeData: 'Buy' })).toEqual({ ok: true })
    const second = await until('call_1_1_2', 'suspended')
    await new Promise(resolve => setTimeout(resolve, 1200))
    expect(call('call_1_1_1')).toMatchObject({ state: 'resuming', resumeData: 'Buy' })
    expect(call('call_1_1_1')?.delivery).toBeUndefined()
    await session.respond(second, { type: 'resume', resumeData: 'green' })
    await until('call_1_1_1', 'output-available')
    await until('call_1_1_2', 'output-available')
    await modelReads('User answered: Buy')
    await modelReads('User answered: green')
  })

  it('asks for an approval and then a question about the same call', async () => {
    const { session, say, until } = page('form')
    await say('Book a room for the review on Monday.')
    const gate = await until('call_1_1_1', 'approval-requested')
    await session.respond(gate, { type: 'approval', approved: true })
    const asked = await until('call_1_1_1', 'suspended')
    expect(JSON.parse(String(asked.suspension.resumeSchema))).toMatchObject({
      required: expect.arrayContaining(['room', 'seats']),
    })
    await session.respond(asked, { type: 'resume', resumeData: { room: 'Atrium', seats: 4, projector: false } })
    const done = await until('call_1_1_1', 'output-available')
    expect(done.receipts.map(receipt => receipt.type)).toEqual(['approval', 'suspension'])
    await modelReads('Atrium on Monday, 4 seats')
  })

  it('shows what a command prints and how it exits', async () => {
    const { session, say, until } = page('command')
    await say('Run the checks in a shell.')
    const asked = await until('call_1_1_1', 'approval-requested')
    await session.respond(asked, { type: 'approval', approved: true })
    const done = await until('call_1_1_1', 'output-available')
    expect(done.shell).toMatchObject({ exitCode: 1, success: false })
    expect(done.shell?.chunks.map(chunk => chunk.stream)).toEqual(['stdout', 'stderr'])
  })

  it('puts what a sub-agent does below its call', async () => {
    const { session, say, until } = page('sub-agent')
    await say('Let somebody else look for notes.')
    const parent = await until('call_1_1_1', 'output-available')
    const child = session.getToolCalls().find(call => call.parentKey === parent.key)
    expect(child).toMatchObject({ toolName: 'read_file', state: 'output-available' })
  })

  it('keeps the tasks of the thread, also for a page that comes later', async () => {
    const { session, say, until } = page('tasks')
    await say('Work through a short list of tasks.')
    await until('call_1_3_1', 'output-available')
    const tasks = session.getTasks().map(({ id, status }) => `${id} ${status}`)
    expect(tasks).toEqual(['colours completed', 'variables in_progress', 'contrast pending'])
    const later = page('tasks')
    await later.until('call_1_3_1', 'output-available')
    expect(later.session.getTasks().map(({ id, status }) => `${id} ${status}`)).toEqual(tasks)
  })

  it('keeps two threads apart, each with its prompt', async () => {
    const one = page('one')
    const other = page('other')
    await one.say('Ask me what the new page should be called.')
    await other.say('Write two drafts and delete them again.')
    const question = await one.until('call_1_1_1', 'suspended')
    const approval = await other.until('call_1_2_1', 'approval-requested')
    await other.session.respond(approval, { type: 'approval', approved: false })
    await other.until('call_1_2_1', 'output-denied')
    expect(one.call('call_1_1_1')).toBe(question)
    await one.session.respond(question, { type: 'resume', resumeData: 'Pier' })
    await one.until('call_1_1_1', 'output-available')
    await modelReads('User answered: Pier')
  })

  it('stops a run whose approval is open', async () => {
    const { session, say, until } = page('stop')
    await say('Write two drafts and delete both at once.')
    await until('call_1_2_1', 'approval-requested')
    session.stop()
    expect(await until('call_1_2_1', 'interrupted')).toMatchObject({ reason: 'aborted' })
    expect(await until('call_1_2_2', 'interrupted')).toMatchObject({ reason: 'aborted' })
  })

  it('delivers a message that was written while a question was open after the answer', async () => {
    const { session, say, until } = page('message')
    await say('Ask me what the new page should be called.')
    const asked = await until('call_1_1_1', 'suspended')
    await say('Ask me where to deploy.')
    expect(session.findToolCall('call_1_1_1')).toBe(asked)
    await session.respond(asked, { type: 'resume', resumeData: 'Dock' })
    await until('call_1_1_1', 'output-available')
  })
})

describe("a session of Mastra's own client", { timeout: 15_000 }, () => {
  it('is a host: the plan is read, the answer is taken, and its run may be stopped', async () => {
    const thread = openThreadByClient(server, 'client')
    open.push(thread)
    const { host, session, say, until } = thread
    expect(host.capabilities?.grants).toEqual(['once', 'tool'])
    await say('Plan the dark mode and let me decide.')
    const plan = await until('call_1_1_1', 'suspended')
    const { path } = plan.suspension.payload as { path: string }
    expect(await host.readPlan?.(path, plan)).toMatchObject({ content: expect.stringContaining('# Dark mode') })
    expect(await session.respond(plan, { type: 'resume', resumeData: { action: 'approved', path } })).toEqual({
      ok: true,
    })
    await until('call_1_1_1', 'output-available')
    await modelReads('Plan approved.')

    await say('Write two drafts and delete them again.')
    const asked = await until('call_2_2_1', 'approval-requested')
    expect(await session.respond(asked, { type: 'approval', approved: true, grant: 'tool' })).toEqual({ ok: true })
    await until('call_2_3_1', 'output-available')

    await say('Ask me where to deploy.')
    await until('call_3_1_1', 'suspended')
    session.stop()
    await until('call_3_1_1', 'interrupted')
  })
})

describe('a page that is opened again', { timeout: 15_000 }, () => {
  it.each([
    [
      'a question',
      'Ask me what the new page should be called.',
      'suspended',
      { type: 'resume', resumeData: 'Quay' },
      'Quay',
    ],
    [
      'an approval',
      'Write two drafts and delete them again.',
      'approval-requested',
      { type: 'approval', approved: false },
      'not approved',
    ],
  ] as const)('finds %s, and the answer arrives', async (name, message, state, response, words) => {
    const id = state === 'suspended' ? 'call_1_1_1' : 'call_1_2_1'
    const before = page(`reload ${name}`)
    await before.say(message)
    await before.until(id, state)
    before.close()
    const after = page(`reload ${name}`)
    const asked = await after.until(id, state)
    expect(asked.input).toBeDefined()
    expect(await after.session.respond(asked, response)).toEqual({ ok: true })
    await after.until(id, state === 'suspended' ? 'output-available' : 'output-denied')
    await modelReads(words)
  })

  it('learns that another page has answered', async () => {
    const one = page('shared')
    const other = page('shared')
    await one.say('Ask me for the name and the colour of the button.')
    const asked = await one.until('call_1_1_1', 'suspended')
    await other.until('call_1_1_1', 'suspended')
    await one.session.respond(asked, { type: 'resume', resumeData: 'Sell' })
    await other.until('call_1_1_2', 'suspended')
    const waits = await other.until('call_1_1_1', 'resuming')
    expect(waits.receipts.at(-1)).toMatchObject({ type: 'suspension', by: 'elsewhere' })
  })
})

describe('a server that is killed and started again', { timeout: 30_000 }, () => {
  it('goes on through its agent where it is known; else the prompt ends with words', async () => {
    const pages = {
      question: page('killed question', { agentId: 'coder', answerTimeout: 2000 }),
      approval: page('killed approval', { agentId: 'coder', answerTimeout: 2000 }),
      lost: page('killed for good', { answerTimeout: 700 }),
    }
    await pages.question.say('Ask me what the new page should be called.')
    const question = await pages.question.until('call_1_1_1', 'suspended')
    await pages.approval.say('Run the checks in a shell.')
    const approval = await pages.approval.until('call_1_1_1', 'approval-requested')
    await pages.lost.say('Ask me what the new page should be called.')
    const lost = await pages.lost.until('call_1_1_1', 'suspended')

    await server.kill()
    const answer = { type: 'resume', resumeData: 'Ness' } as const
    expect(await pages.lost.session.respond(lost, answer)).toMatchObject({ ok: false, reason: 'failed' })
    const again = await pages.lost.until('call_1_1_1', 'suspended')
    expect(again.delivery).toMatchObject({ status: 'failed', error: { retryable: true } })

    await server.start()
    const answered = Promise.all([
      pages.question.session.respond(question, { type: 'resume', resumeData: 'Mole' }),
      pages.approval.session.respond(approval, { type: 'approval', approved: true }),
    ])
    expect(await answered).toEqual([{ ok: true }, { ok: true }])
    await pages.question.until('call_1_1_1', 'output-available')
    await pages.approval.until('call_1_1_1', 'output-available')
    await expect.poll(() => JSON.stringify(server.prompts)).toContain('User answered: Mole')
    await expect.poll(() => JSON.stringify(server.prompts)).toContain('contrast: 3.9 of 4.5')

    expect(await pages.lost.session.respond(again, answer)).toMatchObject({ ok: false })
    expect(await pages.lost.until('call_1_1_1', 'interrupted')).toMatchObject({
      reason: 'cancelled',
      message: expect.stringContaining('no longer waits'),
    })
  })
})
