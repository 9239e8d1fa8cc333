import { useEffect, useState } from 'react'
import { createToolCallSession } from '../src/core/create-tool-call-session.ts'
import type { ToolCallEvent } from '../src/core/events.ts'
import type { ToolCallSession } from '../src/core/create-tool-call-session.ts'
import { ToolCallInspector } from '../src/devtools/tool-call-inspector.tsx'
import { createScriptedHost } from '../src/testing/create-scripted-host.ts'

interface InspectedEventsProps {
  events: readonly ToolCallEvent[]
  blockSize?: number
}

/** The inspector on a session that takes these events once it is looked at. */
export function InspectedEvents({ events, blockSize = 560 }: InspectedEventsProps) {
  const [session] = useState((): ToolCallSession => createToolCallSession({ host: createScriptedHost() }))
  useEffect(() => {
    session.dispatch(events)
    session.flush()
  }, [session, events])
  return <ToolCallInspector session={session} style={{ blockSize, border: '1px solid GrayText' }} />
}

/** A moment ago: what is still going on goes on until now. */
const START = Date.now() - 5000
const text = JSON.stringify({
  path: 'src/auth/session.ts',
  content: Array.from({ length: 60 }, (_, index) => `export const limit${index} = ${index * 7}`).join('\n'),
})
const deltas = (toolCallId: string, whole: string, size: number): ToolCallEvent[] =>
  Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => ({
    type: 'tool_input_delta',
    toolCallId,
    argsTextDelta: whole.slice(index * size, (index + 1) * size),
    at: START + 100 + index,
  }))

/** A turn of an agent: a file is written, a search, a refused deletion, a failure, a question and a call whose arguments are on their way. */
export const turn: readonly ToolCallEvent[] = [
  { type: 'run_start', runId: 'run_1', at: START },
  { type: 'tool_input_start', toolCallId: 'call_write', toolName: 'write_file', at: START + 60 },
  ...deltas('call_write', text, 5),
  { type: 'tool_input_end', toolCallId: 'call_write', at: START + 900 },
  { type: 'tool_start', toolCallId: 'call_write', toolName: 'write_file', args: JSON.parse(text), at: START + 910 },
  {
    type: 'tool_end',
    toolCallId: 'call_write',
    result: { written: 1790 },
    modelOutput: { type: 'text', value: 'Wrote src/auth/session.ts (1,790 bytes).' },
    isError: false,
    at: START + 1400,
  },
  {
    type: 'tool_start',
    toolCallId: 'call_find',
    toolName: 'search_files',
    args: { pattern: 'MAX_AGE' },
    at: START + 920,
  },
  { type: 'tool_end', toolCallId: 'call_find', result: { hits: 14 }, isError: false, at: START + 2100 },
  {
    type: 'tool_start',
    toolCallId: 'call_key',
    toolName: 'read_secret',
    args: { name: 'DEPLOY_KEY' },
    display: { output: { suppress: true } },
    at: START + 2150,
  },
  { type: 'tool_end', toolCallId: 'call_key', result: 'k-2f81-not-for-eyes', isError: false, at: START + 2400 },
  { type: 'tool_start', toolCallId: 'call_test', toolName: 'run_checks', args: { suite: 'auth' }, at: START + 2450 },
  {
    type: 'tool_end',
    toolCallId: 'call_test',
    result: 'renew.test.ts: expected 7 days, got 30',
    isError: true,
    at: START + 4300,
  },
  {
    type: 'tool_end',
    toolCallId: 'call_lost',
    result: 'of a call that nobody announced',
    isError: false,
    at: START + 4310,
  },
  {
    type: 'tool_approval_required',
    toolCallId: 'call_delete',
    toolName: 'delete_file',
    args: { path: 'src/auth/old-session.ts' },
    requestReason: 'Nothing imports it any more.',
    at: START + 4400,
  },
  { type: 'tool_input_start', toolCallId: 'call_next', toolName: 'write_file', at: START + 4500 },
  ...deltas('call_next', text.slice(0, 400), 9),
]

export const longNames: readonly ToolCallEvent[] = Array.from({ length: 2000 }, (_, index): ToolCallEvent => ({
  type: 'tool_start',
  toolCallId: `call_with_a_rather_long_identifier_${index}`,
  toolName: index % 2 === 0 ? `a_tool_whose_name_is_much_longer_than_the_column_${index}` : `أداة_${index}`,
  args: { index },
  at: START + index * 20,
}))
