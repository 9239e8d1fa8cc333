import type { ToolCallEvent } from '../../core/events.ts'
import { readAgent } from './read-data-part.ts'

/** Turns the snapshots of sub-agents into what is new in them. */
export interface AgentReader {
  /**
   * @param parentToolCallId the call that a snapshot without ancestry belongs to.
   * @param place where the parent is; its sub-agent's calls stand there too.
   */
  read(
    part: Readonly<Record<string, unknown>>,
    parentToolCallId: string | undefined,
    place: { messageId?: string; stepId?: string },
  ): readonly ToolCallEvent[]
}

export function createAgentReader(): AgentReader {
  const runs = new Map<string, { text: string; isFinished: boolean; readonly calls: Map<string, Told> }>()
  return {
    read(part, knownParent, place) {
      const agent = readAgent(part)
      const toolCallId = agent?.parentToolCallId ?? knownParent
      if (!agent || toolCallId === undefined) return []
      const { runId, agentType, text, isFinished, isError } = agent
      const events: ToolCallEvent[] = []
      let run = runs.get(runId)
      if (!run) {
        runs.set(runId, (run = { text: '', isFinished: false, calls: new Map() }))
        events.push({ type: 'subagent_start', toolCallId, agentType })
      }
      for (const [id, call] of agent.calls) {
        let told = run.calls.get(id)
        if (!told) run.calls.set(id, (told = { text: undefined, hasInput: false, hasOutcome: false }))
        const { toolName, argsText, args, outcome } = call
        const scope = { parentToolCallId: toolCallId, subagentRunId: runId, ...place }
        if (argsText !== undefined && !told.hasInput) {
          if (told.text === undefined || !argsText.startsWith(told.text)) {
            events.push({ type: 'tool_input_start', toolCallId: id, toolName, ...scope })
            told.text = ''
          }
          if (argsText !== told.text)
            events.push({ type: 'tool_input_delta', toolCallId: id, argsTextDelta: argsText.slice(told.text.length) })
          told.text = argsText
        }
        if (args && !told.hasInput) {
          told.hasInput = true
          events.push({ type: 'tool_start', toolCallId: id, toolName, args: args.value, ...scope })
        }
        if (outcome && !told.hasOutcome) {
          told.hasOutcome = true
          events.push({ type: 'tool_end', toolCallId: id, toolName, ...outcome, ...scope })
        }
      }
      // a replay begins with less than what was told; a resumed run begins anew
      if (text !== undefined && !run.text.startsWith(text)) {
        const textDelta = text.startsWith(run.text) ? text.slice(run.text.length) : text
        events.push({ type: 'subagent_text_delta', toolCallId, agentType, textDelta })
        run.text = text
      }
      if (isFinished && !run.isFinished) {
        run.isFinished = true
        events.push({ type: 'subagent_end', toolCallId, agentType, isError })
      }
      return events
    },
  }
}

/** What was told of one call. */
interface Told {
  text: string | undefined
  hasInput: boolean
  hasOutcome: boolean
}
