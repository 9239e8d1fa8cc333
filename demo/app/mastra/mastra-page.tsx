import { useCallback, useState } from 'react'
import { InspectedPage } from '../inspector-panel.tsx'
import { MastraChat } from './mastra-chat.tsx'

const storageKey = 'mastra-threads'

interface Threads {
  readonly ids: readonly string[]
  readonly current: string
  /** Those that were visited. Each is a stream, and a browser opens few to one server. */
  readonly opened: readonly string[]
}

/** Two threads of a Mastra AgentController. One goes on while the other is looked at. */
export function MastraPage() {
  const [threads, setThreads] = useState(readThreads)
  const [waiting, setWaiting] = useState<Readonly<Record<string, number>>>({})
  const handleWaitingChange = useCallback((threadId: string, count: number) => {
    setWaiting(before => ({ ...before, [threadId]: count }))
  }, [])

  function change(next: Threads) {
    setThreads(next)
    sessionStorage.setItem(storageKey, JSON.stringify(next))
  }
  function handleOpen(id: string) {
    change({ ...threads, current: id, opened: [...new Set([...threads.opened, id])] })
  }
  function handleStartOver() {
    const fresh = crypto.randomUUID()
    const replace = (id: string) => (id === threads.current ? fresh : id)
    change({ ids: threads.ids.map(replace), current: fresh, opened: threads.opened.map(replace) })
  }

  return (
    <div className="demo-threads">
      <section className="demo-thread-bar" aria-label="Threads">
        {threads.ids.map((id, index) => {
          const count = waiting[id] ?? 0
          return (
            <button
              key={index}
              type="button"
              className="demo-link"
              aria-current={id === threads.current ? 'true' : undefined}
              onClick={() => handleOpen(id)}
            >
              Thread {index + 1}
              {count > 0 && <bdi className="demo-waiting">{count} waiting</bdi>}
            </button>
          )
        })}
        <button type="button" className="demo-button" onClick={handleStartOver}>
          Start over
        </button>
      </section>
      {threads.ids.map(
        id =>
          threads.opened.includes(id) && (
            // Hidden, not gone: what happens there is seen when one comes back.
            <div key={id} className="demo-page" hidden={id !== threads.current}>
              <InspectedPage isCurrent={id === threads.current}>
                <MastraChat threadId={id} onWaitingChange={handleWaitingChange} />
              </InspectedPage>
            </div>
          ),
      )}
    </div>
  )
}

/** A reload keeps the threads of its tab. */
function readThreads(): Threads {
  const kept = sessionStorage.getItem(storageKey)
  if (kept !== null) return JSON.parse(kept) as Threads
  const first = crypto.randomUUID()
  const threads = { ids: [first, crypto.randomUUID()], current: first, opened: [first] }
  sessionStorage.setItem(storageKey, JSON.stringify(threads))
  return threads
}
