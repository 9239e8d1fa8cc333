import { isObject } from '../../core/json-value.ts'
import { readErrorText } from '../../core/tool-part.ts'

// What @mastra/ai-sdk sends beside the chunks of the AI SDK, as chunks and as parts of the message.

/** A question that came as a data part. */
export interface DataPrompt {
  readonly type: 'approval' | 'suspension'
  readonly toolCallId: string
  readonly toolName: string | undefined
  readonly args: unknown
  /** By the run that asks, as the servers of version 6 and 7 name their approvals. */
  readonly approvalId: string
  readonly suspendPayload: unknown
  readonly resumeSchema: unknown
  /** The part as it came: it names the run that is resumed. */
  readonly ref: unknown
}

const PROMPTS = { 'data-tool-call-approval': 'approval', 'data-tool-call-suspended': 'suspension' } as const

export function readPrompt(part: Readonly<Record<string, unknown>>): DataPrompt | undefined {
  const type = Object.hasOwn(PROMPTS, String(part.type)) ? PROMPTS[part.type as keyof typeof PROMPTS] : undefined
  const { data } = part
  if (!type || !isObject(data) || typeof data.toolCallId !== 'string' || data.resumed === true) return undefined
  const { toolCallId, toolName, args, runId, suspendPayload, resumeSchema } = data
  return {
    type,
    toolCallId,
    toolName: typeof toolName === 'string' ? toolName : undefined,
    args,
    approvalId: typeof runId === 'string' ? `${runId}::${toolCallId}` : toolCallId,
    suspendPayload,
    resumeSchema,
    ref: part,
  }
}

/** What a sub-agent has done so far: each of its data parts tells all of it again. */
export interface AgentSnapshot {
  readonly runId: string
  readonly parentToolCallId: string | undefined
  readonly agentType: string
  /** Undefined in what tells of one step only. */
  readonly text: string | undefined
  readonly isFinished: boolean
  readonly isError: boolean
  readonly calls: ReadonlyMap<string, AgentCall>
}
export interface AgentCall {
  toolName: string
  argsText?: string
  /** With a value when the input is complete. */
  args?: { readonly value: unknown }
  outcome?:
    | { readonly result: unknown; readonly isError: false }
    | { readonly errorText: string; readonly isError: true }
}

export function readAgent(part: Readonly<Record<string, unknown>>): AgentSnapshot | undefined {
  const { type, data, ancestry } = part
  const isStep = type === 'data-tool-agent-step'
  if (!(isStep || type === 'data-tool-agent') || !isObject(data)) return undefined
  const runId = isStep ? data.runId : part.id
  if (typeof runId !== 'string') return undefined
  const parent = listOf(ancestry).at(-1)
  const calls = new Map<string, AgentCall>()
  const each = (list: unknown, read: (call: AgentCall, row: Readonly<Record<string, unknown>>) => void) => {
    for (const row of listOf(list)) {
      if (typeof row.toolCallId !== 'string') continue
      const call = calls.get(row.toolCallId) ?? { toolName: '' }
      if (typeof row.toolName === 'string' && row.toolName !== '') call.toolName = row.toolName
      read(call, row)
      calls.set(row.toolCallId, call)
    }
  }
  for (const step of [...listOf(data.steps), ...listOf([isStep ? data.step : data])]) {
    each(step.pendingToolCalls, (call, { argsText }) => (call.argsText = typeof argsText === 'string' ? argsText : ''))
    each(step.toolCalls, (call, { args }) => (call.args = { value: args }))
    each(step.toolResults, (call, { args, result }) => {
      call.args ??= { value: args }
      call.outcome = { result, isError: false }
    })
    each(step.toolErrors, (call, { errorText }) => {
      call.outcome = { errorText: readErrorText(errorText), isError: true }
    })
  }
  const { agentId, toolCallId } = parent ?? {}
  return {
    runId,
    parentToolCallId: typeof toolCallId === 'string' ? toolCallId : undefined,
    agentType: typeof agentId === 'string' ? agentId : typeof data.id === 'string' ? data.id : '',
    text: typeof data.text === 'string' ? data.text : undefined,
    isFinished: data.status === 'finished',
    isError: data.finishReason === 'error',
    calls,
  }
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
