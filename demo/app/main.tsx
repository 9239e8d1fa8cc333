import { StrictMode, useMemo, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import 'react-tool-calls/styles.css'
import { Chat } from './chat.tsx'
import { ClientToolsPage } from './client-tools/client-tools-page.tsx'
import './demo.css'
import { EventsPanel } from './events/events-panel.tsx'
import { InspectedPage, PanelProvider, startsOpen } from './inspector-panel.tsx'
import { MastraPage } from './mastra/mastra-page.tsx'
import { ModelName } from './model-name.tsx'
import { ViewMenu } from './view-menu.tsx'

const pages = { chat: 'Chat', 'client-tools': 'Tools', mastra: 'Mastra', events: 'Events' }
const otherPages = { mastra: MastraPage, events: EventsPanel, 'client-tools': ClientToolsPage }
type PageName = keyof typeof pages

function App() {
  const [chatNumber, setChatNumber] = useState(1)
  const current = useSyncExternalStore(subscribeHash, readPage)
  // Hidden, not gone: the conversations and the events are there when one comes back.
  const [visited, setVisited] = useState<readonly PageName[]>(['chat'])
  if (!visited.includes(current)) setVisited([...visited, current])
  const [isInspecting, setIsInspecting] = useState(startsOpen)
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const inspected = useMemo(() => ({ isOpen: isInspecting, element: panel }), [isInspecting, panel])
  return (
    <div className="demo">
      <header className="demo-header">
        <h1 className="demo-title">react-tool-calls</h1>
        <nav className="demo-nav" aria-label="Pages">
          {Object.entries(pages).map(([name, title]) => (
            <a key={name} className="demo-link" href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <ModelName />
        {current === 'chat' && (
          <button type="button" className="demo-button" onClick={() => setChatNumber(number => number + 1)}>
            New chat
          </button>
        )}
        <button
          type="button"
          className="demo-button demo-inspect"
          aria-expanded={isInspecting}
          aria-controls="inspector"
          onClick={() => setIsInspecting(!isInspecting)}
        >
          Inspect
        </button>
        <ViewMenu isInspecting={isInspecting} onInspect={setIsInspecting} />
      </header>
      <div className="demo-frame">
        <PanelProvider value={inspected}>
          {visited.map(name => (
            <div key={name} className="demo-page" hidden={name !== current}>
              <InspectedPage isCurrent={name === current}>
                <Page name={name} chatNumber={chatNumber} />
              </InspectedPage>
            </div>
          ))}
        </PanelProvider>
        <aside ref={setPanel} id="inspector" className="demo-panel" aria-label="Inspector" hidden={!isInspecting} />
      </div>
    </div>
  )
}

function Page({ name, chatNumber }: { name: PageName; chatNumber: number }) {
  if (name === 'chat') return <Chat key={chatNumber} />
  const Content = otherPages[name]
  return <Content />
}

function readPage(): PageName {
  const name = location.hash.slice(1)
  return Object.hasOwn(pages, name) ? (name as PageName) : 'chat'
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
