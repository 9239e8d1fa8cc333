import { expect, vi } from 'vitest'
import type { ToolCall, ToolCallResponse, ToolCallSessionOptions, ToolSet } from '../../src/core.ts'
import { clientCall, openSession, scriptHost, type TestSession } from './events.ts'

export interface ToolTest extends TestSession {
  /** The model calls a tool, and its run ends. */
  callTool(toolName: string, args?: unknown, toolCallId?: string): void
  /** Waits until the call has ended, or waits for a person. */
  rested(toolCallId?: string): Promise<ToolCall>
  /** What was posted, one entry per answer. */
  posted(): ToolCallResponse[]
  codes(): string[]
}

/** A session with these tools. */
export function openTools(
  clientTools: ToolSet,
  options: ToolCallSessionOptions & { host?: TestSession['host'] } = {},
): ToolTest {
  const test = openSession({ host: scriptHost(), ...options, clientTools })
  return {
    ...test,
    callTool: (toolName, args = {}, toolCallId = 'c') =>
      test.play(...clientCall(toolCallId, { args, toolName, runId: toolCallId })),
    rested: (toolCallId = 'c') =>
      vi.waitFor(
        () => {
          const call = test.call(toolCallId)
          expect(call.state).not.toMatch(/^(input-|resuming|approval-responded)/)
          expect(call.delivery?.status).toBeUndefined()
          return call
        },
        { interval: 2 },
      ),
    posted: () => test.host.requests.flat().map(({ response }) => response),
    codes: () => test.warnings.map(({ code }) => code),
  }
}
