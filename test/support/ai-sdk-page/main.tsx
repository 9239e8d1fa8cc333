import { DefaultChatTransport, type UIMessage } from 'ai'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createTool, isToolPart, ToolCallProvider, ToolCallView, useToolCalls } from 'react-tool-calls'
import { useToolChat } from 'react-tool-calls/ai-sdk'
import 'react-tool-calls/styles.css'

// A chat as an app writes it: stored messages, a resumable stream, StrictMode. Its address names the chat.
const query = new URLSearchParams(location.search)
const id = query.get('chat') ?? 'chat'

/** Where the address asks for it, the colour is picked by a tool instead of a button. How it behaves: `?tools=asks,holds`. */
const behaviour = query.get('tools')?.split(',') ?? []
const pickColour = createTool({
  id: 'pick_color',
  description: '',
  inputSchema: { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] },
  requireApproval: behaviour.includes('asks'),
  execute: async () => {
    const name = `runs of ${id}`
    localStorage.setItem(name, String(Number(localStorage.getItem(name)) + 1))
    if (behaviour.includes('holds')) await new Promise(resolve => addEventListener('finish', resolve, { once: true }))
    if (behaviour.includes('throws')) throw new Error('The palette is locked.')
    return { color: 'teal', swatch: SWATCH }
  },
  toModelOutput: ({ color, swatch }) => ({
    type: 'content',
    value: [
      { type: 'text', text: `They picked ${color}.` },
      { type: 'image-data', data: swatch, mediaType: 'image/png' },
    ],
  }),
})
const SWATCH = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const clientTools = query.has('tools') ? [pickColour] : []

function Chat({ messages: initial }: { messages: UIMessage[] }) {
  const { messages, sendMessage, regenerate, stop, status, error, toolCallSession } = useToolChat({
    id,
    messages: initial,
    transport: new DefaultChatTransport({ api: '/api/chat' }),
    resume: query.has('resume'),
    clientTools,
  })
  const [text, setText] = useState('')
  return (
    <ToolCallProvider session={toolCallSession}>
      {messages.map(message => (
        <article key={message.id} data-role={message.role}>
          {message.parts.map((part, index) => {
            const key = `${message.id}:${index}`
            if (part.type === 'text') return <p key={key}>{part.text}</p>
            if (!isToolPart(part)) return null
            return <ToolCallView key={key} part={part} messageId={message.id} partIndex={index} />
          })}
        </article>
      ))}
      {clientTools.length === 0 && <Colours session={toolCallSession} />}
      <form
        onSubmit={event => {
          event.preventDefault()
          setText('')
          void sendMessage({ text }, { body: { turn: text }, headers: { 'x-turn': 'yes' } })
        }}
      >
        <input aria-label="Message" value={text} onChange={event => setText(event.target.value)} />
        <button type="submit">Send</button>
        <button type="button" onClick={() => void stop()}>
          Stop
        </button>
        <button type="button" onClick={() => void regenerate()}>
          Regenerate
        </button>
      </form>
      <output aria-label="Status">{status}</output>
      {error && (
        <p role="alert" aria-label="Chat error">
          {error.message}
        </p>
      )}
    </ToolCallProvider>
  )
}

/** A call that the app answers itself, outside of any card. */
function Colours({ session }: { session: ReturnType<typeof useToolChat>['toolCallSession'] }) {
  const calls = useToolCalls(all => all.filter(call => call.toolName === 'pick_color'))
  return calls.map(call =>
    call.state === 'input-available' && call.waitingFor === 'client' ? (
      <button
        key={call.key}
        type="button"
        onClick={() => void session.respond(call, { type: 'output', output: { color: 'teal' } })}
      >
        Teal
      </button>
    ) : null,
  )
}

const stored = (await (await fetch(`/api/chat/${id}/messages`)).json()) as UIMessage[]
const chat = <Chat messages={stored} />
createRoot(document.getElementById('root')!).render(query.has('strict') ? <StrictMode>{chat}</StrictMode> : chat)
