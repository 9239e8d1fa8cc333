import type { ToolCallEvent } from '../core/events.ts'
import type { StoredToolCall, ToolCall } from '../core/tool-call.ts'

/** The call as plain JSON. @param parentOf finds the call that an inner one belongs to */
export function toStoredToolCall(call: ToolCall, parentOf: (key: string) => ToolCall | undefined): StoredToolCall {
  const { key: _key, parentKey, delivery: _delivery, ...rest } = call
  const parent = parentKey === undefined ? undefined : parentOf(parentKey)
  const stored: Record<string, unknown> = { ...rest, ...(parent && { parentToolCallId: parent.toolCallId }) }
  // what only a live call has
  for (const name of ['running', 'revision', 'inputOpenPath', 'inputError', 'ranAlthoughDenied']) delete stored[name]
  return stored as unknown as StoredToolCall
}

/** Events after which a session holds these calls. @param ownThread of the session: what belongs to it names no thread */
export function toSnapshot(calls: readonly ToolCall[], ownThread: string | undefined): readonly ToolCallEvent[] {
  if (calls.length === 0) return []
  const byKey = new Map(calls.map(call => [call.key, call]))
  const toolCalls = calls.map((call): StoredToolCall => {
    const { threadId, ...stored } = toStoredToolCall(call, key => byKey.get(key))
    return threadId === undefined || threadId === ownThread ? stored : { ...stored, threadId }
  })
  // a stored call goes on only where its run does
  const goingOn = toolCalls.filter(({ state }) => state === 'input-streaming' || state === 'input-available')
  const runs = new Map(goingOn.map(({ threadId, runId }) => [JSON.stringify([threadId, runId]), { threadId, runId }]))
  return [...[...runs.values()].map(run => ({ type: 'run_start', ...run }) as const), { type: 'hydrate', toolCalls }]
}
