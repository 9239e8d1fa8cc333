import { StrictMode, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import 'react-tool-calls/styles.css'
import { Chat } from './chat.tsx'
import './demo.css'
import { EventsPanel } from './events/events-panel.tsx'
import { ModelName } from './model-name.tsx'
import { ViewMenu } from './view-menu.tsx'

function App() {
  const [chatNumber, setChatNumber] = useState(1)
  const isEvents = useSyncExternalStore(subscribeHash, () => location.hash === '#events')
  const [hasEvents, setHasEvents] = useState(isEvents)
  if (isEvents && !hasEvents) setHasEvents(true)
  return (
    <div className="demo">
      <header className="demo-header">
        <h1 className="demo-title">react-tool-calls</h1>
        <nav className="demo-nav" aria-label="Pages">
          <a className="demo-link" href="#chat" aria-current={isEvents ? undefined : 'page'}>
            Chat
          </a>
          <a className="demo-link" href="#events" aria-current={isEvents ? 'page' : undefined}>
            Events
          </a>
        </nav>
        <ModelName />
        {!isEvents && (
          <button type="button" className="demo-button" onClick={() => setChatNumber(number => number + 1)}>
            New chat
          </button>
        )}
        <ViewMenu />
      </header>
      {/* Hidden, not gone: the conversation and the events are there when one comes back. */}
      <div className="demo-page" hidden={isEvents}>
        <Chat key={chatNumber} />
      </div>
      {hasEvents && (
        <div className="demo-page" hidden={!isEvents}>
          <EventsPanel />
        </div>
      )}
    </div>
  )
}

function subscribeHash(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id "root" to draw the demo in.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
