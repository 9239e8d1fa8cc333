import { memo, useRef, useState, useSyncExternalStore } from 'react'
import {
  PendingToolCalls,
  TaskList,
  ToolCallProvider,
  ToolCallView,
  ToolGrants,
  useToolCallSession,
  usePendingToolCalls,
  useToolCalls,
} from 'react-tool-calls'
import type { ToolCall, ToolCallSession } from 'react-tool-calls'
import { mastraScenarios } from '../../server/mastra/mastra-scenarios.ts'
import { ChatError, Composer, Suggestions } from '../chat-parts.tsx'
import { InspectedSession } from '../inspector-panel.tsx'
import { useStickToBottom } from '../use-stick-to-bottom.ts'
import { createMastraThread } from './create-mastra-thread.ts'
import type { MastraThread } from './create-mastra-thread.ts'
import type { TranscriptItem } from './transcript.ts'

interface MastraChatProps {
  threadId: string
  /** Told how many calls wait for the person. */
  onWaitingChange: (threadId: string, count: number) => void
}

/** One thread of a Mastra AgentController. */
export function MastraChat({ threadId, onWaitingChange }: MastraChatProps) {
  const [thread] = useState(() => createMastraThread(threadId))
  const session = useToolCallSession(() => thread.session)
  return (
    <ToolCallProvider session={session} grants={thread.host.capabilities?.grants} readPlan={thread.host.readPlan}>
      <InspectedSession />
      <Conversation thread={thread} onWaitingChange={count => onWaitingChange(threadId, count)} />
    </ToolCallProvider>
  )
}

interface ConversationProps {
  thread: MastraThread
  onWaitingChange: (count: number) => void
}

function Conversation({ thread, onWaitingChange }: ConversationProps) {
  const { session, transcript } = thread
  const { items, isConnected, isRunning, problem } = useSyncExternalStore(transcript.subscribe, transcript.getState)
  const isWaiting = usePendingToolCalls().length > 0
  const isAnswered = useToolCalls(hasAnswered)
  const { scroller, content, stick } = useStickToBottom()
  const field = useRef<HTMLTextAreaElement>(null)
  const isOpen = isRunning || isWaiting || isAnswered
  const isBusy = isOpen || !isConnected

  function handleSend(text: string) {
    if (isBusy || text.trim() === '') return
    stick()
    void thread.send(text)
  }

  return (
    <>
      {/* A scroller that cannot be focused cannot be scrolled by keyboard in every browser. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <main ref={scroller} className="demo-main" aria-label="Conversation" tabIndex={0}>
        <div ref={content} className="demo-column">
          <h2 className="demo-hidden">Conversation</h2>
          {items.length === 0 && (
            <p className="demo-welcome">
              A Mastra AgentController asks here: questions, plans, approvals. Choose one of the scenes below.
            </p>
          )}
          {items.map(item => (
            <Item key={`${item.type} ${item.id}`} item={item} />
          ))}
          <output className={isConnected ? 'demo-hidden' : 'demo-status'}>
            {!isConnected ? 'Connecting to the server' : isRunning ? 'The answer is arriving' : ''}
          </output>
          {problem !== undefined && (
            <ChatError
              title={problem.title}
              message={problem.message}
              onRetry={problem.unsent === undefined ? undefined : () => handleSend(problem.unsent ?? '')}
              onDismiss={() => transcript.update({ problem: undefined })}
            />
          )}
        </div>
      </main>
      <footer className="demo-footer">
        <div className="demo-column">
          <Tasks session={session} />
          <Grants />
          <PendingToolCalls className="demo-dock" onPendingChange={calls => onWaitingChange(calls.length)} />
          <Suggestions
            scenarios={mastraScenarios}
            disabled={isBusy}
            wrapped={items.length === 0}
            onChoose={handleSend}
          />
          <Composer
            field={field}
            disabled={isBusy}
            running={isOpen}
            onSend={handleSend}
            onStop={() => session.stop()}
          />
        </div>
      </footer>
    </>
  )
}

/** An answer starts a run, but not at once; a message in between would become a part of that run. */
function hasAnswered(calls: readonly ToolCall[]): boolean {
  return calls.some(({ state }) => state === 'resuming' || state === 'approval-responded')
}

// Items keep their identity while another one grows.
const Item = memo(function Item({ item }: { item: TranscriptItem }) {
  if (item.type === 'call') return <Call toolCallId={item.id} />
  if (item.text === '') return null
  return (
    <article className="demo-message" data-role={item.type} aria-label={item.type === 'user' ? 'You' : 'Assistant'}>
      <p className="demo-text" dir="auto">
        {item.text}
      </p>
    </article>
  )
})

/** What waits is in the dock, once; its card comes back with the answer on it. */
function Call({ toolCallId }: { toolCallId: string }) {
  const isInDock = usePendingToolCalls().some(call => call.toolCallId === toolCallId)
  return isInDock ? null : <ToolCallView toolCallId={toolCallId} />
}

/** What was allowed for good; folded, for it is looked at seldom. */
function Grants() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="demo-grants" onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary className="demo-source-title">Allowed without asking</summary>
      {isOpen && <ToolGrants />}
    </details>
  )
}

function Tasks({ session }: { session: ToolCallSession }) {
  const tasks = useSyncExternalStore(session.subscribe, () => session.getTasks())
  if (tasks.length === 0) return null
  const done = tasks.filter(task => task.status === 'completed').length
  return (
    <details className="demo-tasks" open>
      <summary className="demo-source-title">
        Tasks
        <span className="demo-source-count">
          {done} of {tasks.length} done
        </span>
      </summary>
      <TaskList tasks={tasks} />
    </details>
  )
}
