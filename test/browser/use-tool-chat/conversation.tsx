import type { UIMessage } from 'ai'
import { beforeEach } from 'vitest'
import { useToolChat, type ToolChatHelpers, type UseToolChatOptions } from '../../../src/ai-sdk.ts'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { isToolPart, type ToolCall, type ToolCallSession, type ToolCallWarning } from '../../../src/core.ts'

export type Helpers = ToolChatHelpers<UIMessage>

/** What `useToolChat` gave with the newest render. */
export let chat: Helpers
export let warnings: ToolCallWarning[]
beforeEach(() => void (warnings = []))

export const remember = (helpers: Helpers) => void (chat = helpers)

/** A component on `useToolChat` that draws the tool parts of its messages. */
export function Conversation({
  onRender = remember,
  ...options
}: UseToolChatOptions & { onRender?: (helpers: Helpers) => void }) {
  const helpers = useToolChat({ onWarning: warning => warnings.push(warning), ...options })
  onRender(helpers)
  return (
    <ToolCallProvider session={helpers.toolCallSession}>
      {helpers.messages.map(message =>
        message.parts.map((part, index) =>
          isToolPart(part) ? (
            <ToolCallView key={`${message.id}:${index}`} part={part} messageId={message.id} partIndex={index} />
          ) : null,
        ),
      )}
    </ToolCallProvider>
  )
}

export const session = (): ToolCallSession => chat.toolCallSession
export const calls = () => session().getToolCalls()
export const states = (of = session()) => of.getToolCalls().map(({ toolCallId, state }) => `${toolCallId} ${state}`)
export const call = (id: string, messageId?: string) => session().findToolCall(id, { messageId }) as ToolCall
export const approve = (record: ToolCall, to = session()) => to.respond(record, { type: 'approval', approved: true })
export const user = (id: string, text = 'go'): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] })
export const assistant = (id: string, ...parts: object[]): UIMessage => ({
  id,
  role: 'assistant',
  parts: [{ type: 'step-start' }, ...parts] as UIMessage['parts'],
})
export const part = (toolCallId: string, state: string, more: object = {}) => ({
  type: 'tool-edit',
  toolCallId,
  state,
  input: { path: 'a.ts' },
  ...more,
})
export const asking = (toolCallId: string, more: object = {}) =>
  part(toolCallId, 'approval-requested', { approval: { id: `${toolCallId}-approval`, ...more } })
