import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import 'react-tool-calls/styles.css'
import { Chat } from './chat.tsx'
import './demo.css'
import { ModelName } from './model-name.tsx'
import { ViewMenu } from './view-menu.tsx'

function App() {
  const [chatNumber, setChatNumber] = useState(1)
  return (
    <div className="demo">
      <header className="demo-header">
        <h1 className="demo-title">react-tool-calls</h1>
        <ModelName />
        <button type="button" className="demo-button" onClick={() => setChatNumber(number => number + 1)}>
          New chat
        </button>
        <ViewMenu />
      </header>
      <Chat key={chatNumber} />
    </div>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id "root" to draw the demo in.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
