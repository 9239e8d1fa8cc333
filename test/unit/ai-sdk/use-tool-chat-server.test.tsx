import type { UIMessage } from 'ai'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { useToolChat, type UseToolChatOptions } from '../../../src/ai-sdk.ts'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { PendingToolCalls } from '../../../src/components/pending-tool-calls.tsx'

const messages: UIMessage[] = [
  { id: 'u', role: 'user', parts: [{ type: 'text', text: 'go' }] },
  {
    id: 'm',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      {
        type: 'tool-delete_file',
        toolCallId: 'a',
        state: 'approval-requested',
        input: { path: 'notes.md' },
        approval: { id: 'p' },
      },
    ],
  },
]

describe('a chat that is rendered on a server', () => {
  it('shows the calls of its messages, and neither sends nor makes an id', () => {
    const sendMessages = vi.fn<() => never>()
    const generateId = vi.fn<() => string>(() => 'random')
    const keys: (readonly string[])[] = []
    function App(options: UseToolChatOptions) {
      const { toolCallSession } = useToolChat(options)
      keys.push(toolCallSession.getInitialToolCallKeys())
      return (
        <ToolCallProvider session={toolCallSession}>
          <PendingToolCalls />
        </ToolCallProvider>
      )
    }
    const transport = { sendMessages, reconnectToStream: sendMessages }
    const render = () =>
      renderToString(<App messages={messages} transport={transport} generateId={generateId} resume />)
    expect(render()).toContain('delete_file')
    render()
    expect(keys[0]).toHaveLength(1)
    expect(keys[1]).toEqual(keys[0])
    expect(sendMessages).not.toHaveBeenCalled()
    expect(generateId).not.toHaveBeenCalled()
  })
})
