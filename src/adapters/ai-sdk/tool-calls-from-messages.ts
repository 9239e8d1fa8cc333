import type { ModelOutput } from '../../core/model-output.ts'
import { isObject } from '../../core/json-value.ts'
import {
  approvalRequest,
  decisionOf,
  errorOfPart,
  isToolPart,
  receiptsOf,
  type ToolPartLike,
} from '../../core/tool-part.ts'
import type { StoredToolCall } from '../../core/tool-call.ts'
import { readModelOutput, withoutModelOutput } from './client-model-output.ts'
import { readAgent, readPrompt, type AgentCall, type DataPrompt } from './read-data-part.ts'

/** A message of the AI SDK (5, 6 or 7), structurally. */
export interface MessageLike {
  readonly id: string
  readonly role: string
  readonly metadata?: unknown
  readonly parts: readonly { readonly type: string }[]
}
export interface ToolCallsFromMessagesOptions {
  /** The message whose response is under way: what is unfinished there goes on. */
  activeMessageId?: string | undefined
  /** Which tools run in the browser. @default every tool whose call has no output and was not run by the provider */
  isClientTool?: ((toolName: string) => boolean) | undefined
}

/**
 * The tool calls of stored messages, as `initialToolCalls` and `hydrate` take them: with the places that a live stream of the
 * same messages names.
 *
 * In the last message a call without an answer still waits for it; in earlier ones, where the person has written on, it has ended.
 */
export function toolCallsFromMessages(
  messages: readonly MessageLike[],
  options: ToolCallsFromMessagesOptions = {},
): StoredToolCall[] {
  return messages.flatMap((message, at) =>
    toolCallsFromMessage(message, { ...options, isLast: at === messages.length - 1 }),
  )
}

/** The tool calls of one message. */
export function toolCallsFromMessage(
  message: MessageLike,
  options: ToolCallsFromMessagesOptions & { readonly isLast: boolean },
): StoredToolCall[] {
  // older messages have no parts
  const parts: readonly unknown[] = Array.isArray(message.parts) ? message.parts : []
  if (message.role !== 'assistant' || parts.length === 0) return []
  const prompts = new Map(
    [...promptsOfMetadata(message.metadata), ...parts].flatMap(part => {
      const prompt = isObject(part) ? readPrompt(part) : undefined
      return prompt ? [[prompt.toolCallId, prompt] as const] : []
    }),
  )
  const lastStep = parts.findLastIndex(part => isObject(part) && part.type === 'step-start')
  const calls: StoredToolCall[] = []
  const agents = new Map<string, { scope: Partial<StoredToolCall>; calls: Map<string, AgentCall> }>()
  let step = -1
  parts.forEach((part, at) => {
    if (!isObject(part) || typeof part.type !== 'string') return
    if (part.type === 'step-start') step += 1
    const place = { messageId: message.id, ...(step >= 0 && { stepId: `${message.id}:${step}` }) }
    if (isToolPart(part as { type: string }) && typeof part.toolCallId === 'string') {
      const toolPart = part as unknown as ToolPartLike
      const isActive = options.activeMessageId === message.id
      const context: PartContext = {
        prompt: prompts.get(part.toolCallId),
        isActive,
        isLast: isActive || options.isLast,
        // a later step shows that the server went on without it
        isOurs: !isActive && at > lastStep && (options.isClientTool?.(nameOf(toolPart)) ?? true),
      }
      calls.push({ ...factsOf(toolPart), ...place, ...phaseOf(toolPart, context) })
    }
    const agent = readAgent(part)
    if (!agent) return
    const known = agents.get(agent.runId)
    const run = known ?? {
      scope: { ...place, parentToolCallId: agent.parentToolCallId, subagentRunId: agent.runId },
      calls: new Map<string, AgentCall>(),
    }
    agents.set(agent.runId, run)
    for (const [id, call] of agent.calls) run.calls.set(id, { ...run.calls.get(id), ...call })
  })
  for (const { scope, calls: inner } of agents.values())
    for (const [toolCallId, call] of inner)
      calls.push({ toolCallId, toolName: call.toolName, ...scope, ...phaseOfAgentCall(call) })
  return calls
}

interface PartContext {
  readonly prompt: DataPrompt | undefined
  readonly isActive: boolean
  readonly isLast: boolean
  /** Without an answer it waits for a tool of ours. */
  readonly isOurs: boolean
}
type StoredPhase = Pick<StoredToolCall, 'state'> & Partial<StoredToolCall>

function phaseOf(part: ToolPartLike, context: PartContext): StoredPhase {
  const { input, approval } = part
  const { prompt, isActive, isLast } = context
  const decided = approval?.approved !== undefined ? { decision: decisionOf(part), receipts: receiptsOf(part) } : {}
  switch (part.state) {
    case 'input-streaming': {
      const inputText = typeof part.rawInput === 'string' ? part.rawInput : undefined
      if (isLast) return { state: part.state, input, inputText }
      return { state: 'interrupted', reason: 'no-result', inputComplete: false, input, inputText }
    }
    case 'approval-requested':
      return asked({ state: part.state, input, approval: approvalRequest(part) }, isLast)
    case 'approval-responded':
      if (isLast && decided.decision) return { state: part.state, input, approval: approvalRequest(part), ...decided }
      if (decided.decision?.approved === false) return { state: 'output-denied', input, ...decided }
      return { ...noResult(input), receipts: decided.receipts }
    case 'output-available': {
      if (part.preliminary === true) return isActive ? { state: 'input-available', input } : noResult(input)
      const modelOutput = modelOutputOf(part)
      return { state: part.state, input, output: part.output, ...decided, ...(modelOutput && { modelOutput }) }
    }
    case 'output-error':
      // an error after a denial is its echo
      if (approval?.approved === false) return { state: 'output-denied', input, ...decided }
      return { state: part.state, ...errorOfPart(part), ...decided }
    case 'output-denied':
      return { state: part.state, input, ...decided }
    default:
      break
  }
  if (prompt?.type === 'suspension') {
    const { toolCallId: suspensionId, suspendPayload: payload, resumeSchema, ref } = prompt
    return asked({ state: 'suspended', input, suspension: { suspensionId, payload, resumeSchema, ref } }, isLast)
  }
  if (prompt) {
    const { approvalId, ref } = prompt
    return asked({ state: 'approval-requested', input, approval: { approvalId, ref } }, isLast)
  }
  if (isActive || part.providerExecuted === true || !context.isOurs)
    return isLast ? { state: 'input-available', input } : noResult(input)
  return isLast
    ? { state: 'input-available', input, waitingFor: 'client' }
    : { ...noResult(input), reason: 'superseded' }
}

/** A question to which the person has written something else is over. */
function asked(phase: StoredPhase, isOpen: boolean): StoredPhase {
  const request = phase.approval ?? phase.suspension
  if (isOpen || !request) return phase
  return {
    ...noResult(phase.input),
    reason: 'superseded',
    receipts: [{ type: 'withdrawn', request, reason: 'superseded' }],
  }
}

function noResult(input: unknown): StoredPhase {
  return { state: 'interrupted', reason: 'no-result', inputComplete: true, input }
}

function phaseOfAgentCall({ argsText, args, outcome }: AgentCall): StoredPhase {
  const input = args?.value
  if (outcome?.isError) return { state: 'output-error', input, errorText: outcome.errorText, errorKind: 'execution' }
  if (outcome) return { state: 'output-available', input, output: outcome.result }
  return args ? { state: 'input-available', input } : { state: 'input-streaming', inputText: argsText }
}

function factsOf(part: ToolPartLike): Pick<StoredToolCall, 'toolCallId' | 'toolName'> & Partial<StoredToolCall> {
  const { callProviderMetadata, toolMetadata } = part as unknown as Record<string, unknown>
  const providerMetadata = isObject(callProviderMetadata)
    ? withoutModelOutput(callProviderMetadata)
    : callProviderMetadata
  const metadata = {
    ...(providerMetadata !== undefined && { providerMetadata }),
    ...(toolMetadata !== undefined && { toolMetadata }),
  }
  const isDynamic = part.type === 'dynamic-tool'
  return {
    toolCallId: part.toolCallId,
    toolName: nameOf(part),
    ...(part.title !== undefined && { title: part.title }),
    ...(part.providerExecuted !== undefined && { providerExecuted: part.providerExecuted }),
    ...(isDynamic && { dynamic: (part as { dynamic?: unknown }).dynamic !== false }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

function nameOf(part: ToolPartLike): string {
  return part.type === 'dynamic-tool' ? String(part.toolName ?? '') : part.type.slice('tool-'.length)
}

function modelOutputOf(part: ToolPartLike): ModelOutput | undefined {
  const { resultProviderMetadata, callProviderMetadata } = part as unknown as Record<string, unknown>
  for (const metadata of [resultProviderMetadata, callProviderMetadata])
    if (isObject(metadata) && isObject(metadata.mastra) && isObject(metadata.mastra.modelOutput))
      return metadata.mastra.modelOutput as ModelOutput
  const own = readModelOutput(callProviderMetadata)
  return isObject(own) ? (own as ModelOutput) : undefined
}

// Messages that were stored by Mastra tell of an open question in their metadata, and not always in a part.
function promptsOfMetadata(metadata: unknown): readonly unknown[] {
  if (!isObject(metadata)) return []
  const { pendingToolApprovals, suspendedTools } = metadata
  return [
    ...rowsOf(pendingToolApprovals).map(data => ({ type: 'data-tool-call-approval', data })),
    ...rowsOf(suspendedTools).map(data => ({ type: 'data-tool-call-suspended', data })),
  ]
}

function rowsOf(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : []
}
