import '../../../src/styles.css'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { createTool, createToolCallSession } from '../../../src/core.ts'
import { ToolCallProvider, ToolCallView } from '../../../src/index.ts'
import { createScriptedHost } from '../../../src/testing.ts'

const SECRET = 'sk-123'
const input = { user: 'ada', password: SECRET }

describe('the transform of a tool', () => {
  it('what it hides is on no card: while it streams, asks, runs, and after', async () => {
    let finish = () => {}
    const login = createTool({
      id: 'login',
      description: '',
      inputSchema: z.object({ user: z.string(), password: z.string() }),
      requireApproval: true,
      async execute(_, { reportProgress }) {
        reportProgress({ trying: SECRET })
        await new Promise<void>(resolve => (finish = resolve))
        return { token: SECRET }
      },
      toModelOutput: output => ({ type: 'json', value: output }),
      transform: { display: { approval: ({ input: asked }) => ({ ...asked, password: '***' }) } },
    })
    const host = createScriptedHost()
    const session = createToolCallSession({ host, clientTools: [login] })
    const seen: string[] = []
    const look = () => {
      document.querySelectorAll('details').forEach(details => (details.open = true))
      seen.push(document.body.innerHTML)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    session.dispatch([
      { type: 'run_start', runId: 'r' },
      { type: 'tool_input_start', toolCallId: '1', toolName: 'login' },
    ])
    await render(
      <ToolCallProvider session={session}>
        <ToolCallView toolCallId="1" />
      </ToolCallProvider>,
    )
    for (const argsTextDelta of JSON.stringify(input).match(/.{1,6}/g)!) {
      session.dispatch({ type: 'tool_input_delta', toolCallId: '1', argsTextDelta })
      session.flush()
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    const now = () => session.getToolCalls()[0]!
    session.dispatch([
      { type: 'tool_input_end', toolCallId: '1' },
      { type: 'run_end', runId: 'r', pendingToolCallIds: ['1'] },
    ])
    await expect.poll(() => document.body.textContent).toContain('***')
    await session.respond(now(), { type: 'approval', approved: true })
    await expect.poll(() => now().state === 'input-available' && 'running' in now()).toBe(true)
    await new Promise(resolve => setTimeout(resolve, 200))
    finish()
    await expect.poll(() => now().state).toBe('output-available')
    await new Promise(resolve => setTimeout(resolve, 300))
    look()
    expect(seen.length).toBeGreaterThan(5)
    expect(seen.filter(html => html.includes('sk-1'))).toEqual([])
  })

  it('B139: what a call says of itself besides is on no card either, though each phase has a function', async () => {
    const session = createToolCallSession({
      clientTools: [
        createTool({
          id: 'agent-login',
          description: '',
          transform: {
            display: {
              input: () => ({ user: 'ada' }),
              approval: () => ({ user: 'ada' }),
              output: () => ({ token: '***' }),
            },
          },
        }),
      ],
    })
    const toolName = 'agent-login'
    session.dispatch([
      { type: 'run_start', runId: 'r' },
      { type: 'tool_start', toolCallId: '1', toolName, args: input },
      { type: 'subagent_start', toolCallId: '1', agentType: 'login', task: `Log in by ${SECRET}` },
      { type: 'subagent_text_delta', toolCallId: '1', agentType: 'login', textDelta: `It is ${SECRET}` },
      { type: 'shell_output', toolCallId: '1', output: `echo ${SECRET}`, stream: 'stdout' },
      { type: 'tool_end', toolCallId: '1', isError: false, result: { token: SECRET } },
      { type: 'tool_start', toolCallId: '2', toolName, args: input },
      { type: 'tool_approval_required', toolCallId: '2', approvalId: 'a', descriptor: { does: SECRET } },
    ] as const)
    session.flush()
    await render(
      <ToolCallProvider session={session}>
        <ToolCallView toolCallId="1" />
        <ToolCallView toolCallId="2" />
      </ToolCallProvider>,
    )
    document
      .querySelectorAll('summary')
      .forEach(summary => summary.parentElement!.hasAttribute('open') || summary.click())
    await expect.poll(() => document.body.textContent).toContain('***')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(session.getToolCalls()).toMatchObject([{ shell: {}, subagent: {} }, { approval: { descriptor: {} } }])
    expect(document.body.innerHTML).not.toContain(SECRET)
    expect(document.body.textContent).toContain('ada')
  })
})
