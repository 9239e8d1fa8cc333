'use client'

import { useContext, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import { saveFile } from '../components/save-file.ts'
import { ToolCallSessionContext } from '../hooks/tool-call-context.ts'
import { CallDetails } from './call-details.tsx'
import { CallList } from './call-list.tsx'
import { CopyButton } from './copy-button.tsx'
import { EventDetails } from './event-details.tsx'
import { EventList } from './event-list.tsx'
import { filterLanes, filterRows } from './filter.ts'
import { formatCount } from './format.ts'
import { createInspectorLog, type InspectorLog } from './inspector-log.ts'
import { inspectorCss } from './inspector-css.ts'
import { Shadow } from './shadow.tsx'
import { Tabs } from './tabs.tsx'
import { WarningList } from './warning-list.tsx'

export interface ToolCallInspectorProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** @default the session of the nearest `<ToolCallProvider>` */
  session?: ToolCallSession | undefined
}

/**
 * What happens in a session, for those who build with it: the calls on a line of time, the events as they come, each call's raw and
 * read input, what the model saw, warnings, and a recording for `replayRecording`. It hears the events from when it is mounted, keeps
 * the last of them, and shows and exports display values only. It lives in a shadow root and fills the element around it.
 *
 * @example
 * <ToolCallInspector session={session} style={{ blockSize: 480 }} />
 */
export function ToolCallInspector({ session, ...hostProps }: ToolCallInspectorProps): ReactNode {
  const provided = useContext(ToolCallSessionContext)
  const inspected = session ?? provided
  if (!inspected)
    throw new Error(
      'ToolCallInspector has no session to look into. Give it one: <ToolCallInspector session={…} />, or put it below a <ToolCallProvider>.',
    )
  // what is inside the shadow root comes a moment later, and would miss the first events
  const log = useMemo(() => createInspectorLog(inspected), [inspected])
  useEffect(() => log.start(), [log])
  return (
    <Shadow data-slot="tc-inspector" {...hostProps} css={inspectorCss}>
      <Inspector session={inspected} log={log} />
    </Shadow>
  )
}

type TabName = 'calls' | 'events' | 'warnings'
type Selection = { readonly type: 'call' | 'event'; readonly id: string }

function Inspector({ session, log }: { session: ToolCallSession; log: InspectorLog }): ReactNode {
  const view = useSyncExternalStore(log.subscribe, log.getView, log.getView)
  const [tab, setTab] = useState<TabName>('calls')
  const [filter, setFilter] = useState('')
  const [selection, setSelection] = useState<Selection>()
  const prefix = useId()

  const lanes = useMemo(() => filterLanes(view.lanes, filter), [view, filter])
  const rows = useMemo(() => filterRows(view.rows, filter), [view, filter])
  const { warnings } = session
  const lane = selection?.type === 'call' ? view.lanes.find(({ call }) => call.key === selection.id) : undefined
  const row = selection?.type === 'event' ? view.rows.find(({ id }) => String(id) === selection.id) : undefined
  const rowCall = row?.toolCallId === undefined ? undefined : session.findToolCall(row.toolCallId)

  const idOf = (name: TabName, what: 'tab' | 'panel') => `${prefix}${name}-${what}`
  function handleShowCall(key: string) {
    setTab('calls')
    setFilter('')
    setSelection({ type: 'call', id: key })
  }
  function handleShowEvents(toolCallId: string) {
    setTab('events')
    setFilter(toolCallId)
  }

  return (
    <section className="inspector" aria-label="Tool call inspector">
      <header className="bar">
        <Tabs
          label="What is shown"
          tabs={{
            calls: `Calls ${view.lanes.length.toLocaleString('en')}`,
            events: `Events ${view.eventCount.toLocaleString('en')}`,
            warnings: `Warnings ${warnings.length.toLocaleString('en')}`,
          }}
          current={tab}
          onChange={setTab}
          idOf={idOf}
        />
        <span className="actions">
          <button type="button" onClick={() => log.clear()}>
            Clear
          </button>
          <CopyButton label="Copy" name="Copy recording" text={log.toJsonl} />
          <button
            type="button"
            aria-label="Save recording"
            onClick={event =>
              saveFile(
                'tool-calls.jsonl',
                new Blob([log.toJsonl()], { type: 'application/jsonl' }),
                event.currentTarget,
              )
            }
          >
            Save
          </button>
        </span>
      </header>
      <div className="body">
        <div className="list" role="tabpanel" id={idOf(tab, 'panel')} aria-labelledby={idOf(tab, 'tab')}>
          {tab !== 'warnings' && (
            <input
              type="search"
              aria-label="Filter by name, id, type or state"
              placeholder="Filter: name, id, type; -delta leaves out"
              value={filter}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              onChange={event => setFilter(event.target.value)}
            />
          )}
          {tab === 'calls' ? (
            lanes.length === 0 ? (
              <p className="empty">{filter === '' ? 'No calls yet.' : 'No call fits the filter.'}</p>
            ) : (
              <CallList
                lanes={lanes}
                now={view.now}
                selectedKey={lane?.call.key}
                onSelect={id => setSelection({ type: 'call', id })}
              />
            )
          ) : tab === 'events' ? (
            rows.length === 0 ? (
              <p className="empty">
                {filter === '' ? 'No events since this was opened.' : 'No event fits the filter.'}
              </p>
            ) : (
              <EventList
                rows={rows}
                startedAt={view.startedAt}
                selectedId={row && String(row.id)}
                onSelect={id => setSelection({ type: 'event', id })}
              />
            )
          ) : warnings.length === 0 ? (
            <p className="empty">No warnings.</p>
          ) : (
            <div className="scroll" role="group" aria-label="All warnings" tabIndex={0}>
              <WarningList warnings={warnings} />
            </div>
          )}
          {tab === 'events' && view.droppedCount > 0 && (
            <p className="dropped">{formatCount(view.droppedCount, 'older event')} no longer kept.</p>
          )}
        </div>
        <div className="details" role="region" aria-label="Details" tabIndex={0}>
          {lane ? (
            <CallDetails
              key={lane.call.key}
              lane={lane}
              displays={view.displays}
              rows={view.rows}
              warnings={warnings}
              parentOf={session.getToolCall}
              onShowEvents={handleShowEvents}
            />
          ) : row ? (
            <EventDetails
              key={row.id}
              row={row}
              startedAt={view.startedAt}
              displays={view.displays}
              onShowCall={rowCall && (() => handleShowCall(rowCall.key))}
            />
          ) : (
            <p className="empty">Choose a call or an event to look into.</p>
          )}
        </div>
      </div>
    </section>
  )
}
