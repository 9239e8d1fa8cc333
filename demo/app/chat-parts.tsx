import { useCallback, useId, useState } from 'react'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import type { Scenario } from '../server/scenarios.ts'

interface ChatErrorProps {
  title: string
  message: string
  /** Without it there is nothing to try again. */
  onRetry?: (() => void) | undefined
  onDismiss: () => void
}

export function ChatError({ title, message, onRetry, onDismiss }: ChatErrorProps) {
  return (
    <div role="alert" className="demo-error">
      <p className="demo-error-title">{title}</p>
      <p className="demo-text">{message || 'The server did not say why.'}</p>
      <div className="demo-actions">
        {onRetry && (
          <button type="button" className="demo-button" onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className="demo-button" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
    </div>
  )
}

interface SuggestionsProps {
  scenarios: readonly Scenario[]
  disabled: boolean
  wrapped: boolean
  onChoose: (prompt: string) => void
}

export function Suggestions({ scenarios, disabled, wrapped, onChoose }: SuggestionsProps) {
  const title = useId()
  return (
    <section className="demo-try" aria-labelledby={title}>
      <h2 id={title} className="demo-try-title">
        Try
      </h2>
      <ul className="demo-try-list" data-wrapped={wrapped}>
        {scenarios.map(({ title: name, prompt }) => (
          <li key={name} className="demo-try-item">
            {/* aria-disabled keeps the focus where it is while the answer runs. */}
            <button
              type="button"
              className="demo-button"
              title={prompt}
              aria-disabled={disabled}
              onClick={() => onChoose(prompt)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Nothing can be sent now. */
  disabled: boolean
  /** Something can be stopped. */
  running: boolean
  onSend: (text: string) => void
  onStop: () => void
}

export function Composer({ field, disabled, running, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('')

  // The button goes when the answer ends; a focus on it moves to the field instead of getting lost.
  const stopButton = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) field.current?.focus()
    },
    [field],
  )

  function submit() {
    if (disabled || text.trim() === '') return
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
        placeholder="Message"
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
      <button type="submit" className="demo-button" data-main="true" aria-disabled={disabled || text.trim() === ''}>
        Send
      </button>
    </form>
  )
}
