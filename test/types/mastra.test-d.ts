import { isKnownAgentControllerEvent, MastraClient, type KnownAgentControllerEvent } from '@mastra/client-js'
import { createToolCallSession } from 'react-tool-calls/core'
import type { RunEndEvent, ToolCallEvent } from 'react-tool-calls/core'
import { agentControllerHost } from 'react-tool-calls/mastra'
import { describe, expectTypeOf, it } from 'vitest'

/** AgentController's events that are ours as they come. */
type Shared = Extract<KnownAgentControllerEvent, { type: ToolCallEvent['type'] }>

describe('an AgentController', () => {
  it('sends events that are ours as they come', () => {
    // all of these are there, so the next line is not about nothing
    expectTypeOf<Shared['type']>().toEqualTypeOf<
      | 'tool_input_start'
      | 'tool_input_delta'
      | 'tool_input_end'
      | 'tool_start'
      | 'tool_approval_required'
      | 'tool_suspended'
      | 'tool_suspension_cancelled'
      | 'tool_update'
      | 'tool_end'
      | 'shell_output'
      | 'command_exit'
      | 'subagent_start'
      | 'subagent_text_delta'
      | 'subagent_tool_start'
      | 'subagent_tool_end'
      | 'subagent_end'
      | 'task_updated'
    >()
    expectTypeOf<Shared>().toExtend<ToolCallEvent>()
    expectTypeOf<Shared>().not.toBeAny()
  })

  it('may send deltas that are no text: a display transform may return anything', () => {
    type Delta = Extract<Shared, { type: 'tool_input_delta' }>
    expectTypeOf<Delta['argsTextDelta']>().toBeUnknown()
  })

  it('ends its runs for the reasons that ours end for', () => {
    type End = Extract<KnownAgentControllerEvent, { type: 'agent_end' }>
    expectTypeOf<End['reason']>().toExtend<RunEndEvent['reason']>()
  })

  it('has a session that is a host, with its agent, and can be fed by hand', () => {
    const client = new MastraClient({ baseUrl: '' })
    const controllerSession = client.getAgentController('coder').session('someone')
    expectTypeOf(controllerSession).not.toBeAny()
    const host = agentControllerHost(controllerSession, {
      agent: client.getAgent('coder'),
      readPlan: async path => await client.getAgent('coder').readPlan(path),
    })
    const session = createToolCallSession({ host, threadId: 'thread-1' })
    const feed = () =>
      controllerSession.subscribe({
        onEvent(wire) {
          if (!isKnownAgentControllerEvent(wire)) return
          if (wire.type === 'tool_input_delta' || wire.type === 'tool_end') session.dispatch(wire)
        },
      })
    expectTypeOf(feed).toBeFunction()
  })

  it('may be named by its URL, and nothing else fits', () => {
    agentControllerHost({ url: '/api', controllerId: 'coder', resourceId: 'someone', agentId: 'coder' })
    // @ts-expect-error the resource is missing
    agentControllerHost({ url: '/api', controllerId: 'coder' })
    // @ts-expect-error a client is no session
    agentControllerHost(new MastraClient({ baseUrl: '' }))
  })
})
