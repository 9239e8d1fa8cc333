import { DefaultChatTransport } from 'ai'
import type { UIMessage } from 'ai'
import { memo, useCallback, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { isToolPart, ToolCallProvider, ToolCallView } from 'react-tool-calls'
import { useToolChat } from 'react-tool-calls/ai-sdk'
import { scenarios } from '../server/scenarios.ts'
import { useStickToBottom } from './use-stick-to-bottom.ts'

/** One conversation: messages, suggestions and the composer. */
export function Chat() {
  const [transport] = useState(() => new DefaultChatTransport({ api: '/api/ai-sdk/chat' }))
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
      {/* A scroller that cannot be focused cannot be scrolled by keyboard in every browser. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <main ref={scroller} className="demo-main" aria-label="Conversation" tabIndex={0}>
        <div ref={content} className="demo-column">
          {messages.length === 0 && (
            <p className="demo-welcome">Ask for one of the scenes below, and watch the tool calls as they arrive.</p>
          )}
          {messages.map(message => (
            <Message key={message.id} message={message} />
          ))}
          <output className={status === 'submitted' ? 'demo-status' : 'demo-hidden'}>
            {status === 'submitted' ? 'Waiting for the answer' : status === 'streaming' ? 'The answer is arriving' : ''}
          </output>
          {error !== undefined && <ChatError error={error} onRetry={() => void regenerate()} onDismiss={clearError} />}
        </div>
      </main>
      <footer className="demo-footer">
        <div className="demo-column">
          <Suggestions disabled={running} wrapped={messages.length === 0} onChoose={handleSend} />
          <Composer field={field} running={running} onSend={handleSend} onStop={() => void stop()} />
        </div>
      </footer>
    </ToolCallProvider>
  )
}

// While one message streams, useChat keeps the identity of all others.
const Message = memo(function Message({ message }: { message: UIMessage }) {
  return (
    <article
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
        return isToolPart(part) ? <ToolCallView key={key} part={part} messageId={message.id} partIndex={index} /> : null
      })}
    </article>
  )
})

interface ChatErrorProps {
  error: Error
  onRetry: () => void
  onDismiss: () => void
}

function ChatError({ error, onRetry, onDismiss }: ChatErrorProps) {
  return (
    <div role="alert" className="demo-error">
      <p className="demo-error-title">The answer broke off</p>
      <p className="demo-text">{error.message || 'The server did not say why.'}</p>
      <div className="demo-actions">
        <button type="button" className="demo-button" onClick={onRetry}>
          Try again
        </button>
        <button type="button" className="demo-button" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
    </div>
  )
}

interface SuggestionsProps {
  disabled: boolean
  wrapped: boolean
  onChoose: (prompt: string) => void
}

function Suggestions({ disabled, wrapped, onChoose }: SuggestionsProps) {
  return (
    <section className="demo-try" aria-labelledby="demo-try-title">
      <h2 id="demo-try-title" className="demo-try-title">
        Try
      </h2>
      <ul className="demo-try-list" data-wrapped={wrapped}>
        {scenarios.map(({ title, prompt }) => (
          <li key={title} className="demo-try-item">
            {/* aria-disabled keeps the focus where it is while the answer runs. */}
            <button
              type="button"
              className="demo-button"
              title={prompt}
              aria-disabled={disabled}
              onClick={() => onChoose(prompt)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  running: boolean
  onSend: (text: string) => void
  onStop: () => void
}

function Composer({ field, running, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('')

  // The button goes when the answer ends; a focus on it moves to the field instead of getting lost.
  const stopButton = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) field.current?.focus()
    },
    [field],
  )

  function submit() {
    if (running || text.trim() === '') return
    onSend(text)
    setText('')
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    <form className="demo-composer" aria-label="Write a message" onSubmit={handleSubmit}>
      <textarea
        ref={field}
        className="demo-field"
        aria-label="Message"
        placeholder="Message the assistant"
        rows={1}
        dir="auto"
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {running && (
        <button ref={stopButton} type="button" className="demo-button" onClick={onStop}>
          Stop
        </button>
      )}
      <button type="submit" className="demo-button" data-main="true" aria-disabled={running || text.trim() === ''}>
        Send
      </button>
    </form>
  )
}
