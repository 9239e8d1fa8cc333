import { DefaultChatTransport } from 'ai'
import { useRef, useState } from 'react'
import { isToolPart, ToolCallProvider, ToolCallView } from 'react-tool-calls'
import { useToolChat } from 'react-tool-calls/ai-sdk'
import { clientToolScenarios } from '../../server/client-tools/client-tool-scenarios.ts'
import { ChatError, Composer, Suggestions } from '../chat-parts.tsx'
import { InspectedSession } from '../inspector-panel.tsx'
import { useStickToBottom } from '../use-stick-to-bottom.ts'
import { Workbench } from './workbench.tsx'

/** A chat beside the page that its tools work on. */
export function ClientToolsPage() {
  const [transport] = useState(() => new DefaultChatTransport({ api: '/api/client-tools/chat' }))
  const { messages, sendMessage, regenerate, stop, status, error, clearError, toolCallSession } = useToolChat({
    transport,
    throttle: 50,
  })
  const { scroller, content, stick } = useStickToBottom()
  const field = useRef<HTMLTextAreaElement>(null)
  const running = status === 'submitted' || status === 'streaming'

  function handleSend(text: string) {
    if (running || text.trim() === '') return
    stick()
    void sendMessage({ text })
  }

  return (
    <ToolCallProvider session={toolCallSession}>
      <InspectedSession />
      <div className="demo-beside">
        <Workbench />
        <div className="demo-page">
          {/* A scroller that cannot be focused cannot be scrolled by keyboard in every browser. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <main ref={scroller} className="demo-main" aria-label="Conversation" tabIndex={0}>
            <div ref={content} className="demo-column">
              {messages.length === 0 && (
                <p className="demo-welcome">These tools run in this page. Select some text in it, and ask.</p>
              )}
              {messages.map(message => (
                <article
                  key={message.id}
                  className="demo-message"
                  data-role={message.role}
                  aria-label={message.role === 'user' ? 'You' : 'Assistant'}
                >
                  {message.parts.map((part, index) => {
                    const key = `${message.id}:${index}`
                    if (part.type === 'text') {
                      return (
                        <p key={key} className="demo-text" dir="auto">
                          {part.text}
                        </p>
                      )
                    }
                    return isToolPart(part) ? (
                      <ToolCallView key={key} part={part} messageId={message.id} partIndex={index} />
                    ) : null
                  })}
                </article>
              ))}
              <output className={status === 'submitted' ? 'demo-status' : 'demo-hidden'}>
                {status === 'submitted' ? 'Waiting for the answer' : ''}
              </output>
              {error !== undefined && (
                <ChatError
                  title="The answer broke off"
                  message={error.message}
                  onRetry={() => void regenerate()}
                  onDismiss={clearError}
                />
              )}
            </div>
          </main>
          <footer className="demo-footer">
            <div className="demo-column">
              <Suggestions
                scenarios={clientToolScenarios}
                disabled={running}
                wrapped={messages.length === 0}
                onChoose={handleSend}
              />
              <Composer
                field={field}
                disabled={running}
                running={running}
                onSend={handleSend}
                onStop={() => void stop()}
              />
            </div>
          </footer>
        </div>
      </div>
    </ToolCallProvider>
  )
}
