import type { ToolDisplay } from '../../core/events.ts'
import type { StoredToolCall } from '../../core/tool-call.ts'
import { isObject, outcomeOf, STOPPED } from './tool-outcome.ts'

/** What a thread's stored messages say of its tool calls, in order of appearance, with the prompts that are open in them. */
export interface StoredThread {
  readonly toolCalls: readonly StoredToolCall[]
  readonly prompts: ReadonlyMap<string, StoredPrompt>
}
export interface StoredPrompt {
  readonly kind: 'approval' | 'suspension'
  readonly resourceId: string | undefined
}

/**
 * Reads the answer of `listMessages`: a list, or a page with one, newest or oldest first. What is open stands in a message's
 * metadata, under the call's id, until it is answered.
 */
export function readStoredThread(answer: unknown): StoredThread {
  const messages = sorted(Array.isArray(answer) ? answer : isObject(answer) ? answer.messages : undefined)
  const lastAssistant = messages.findLast(message => message.role === 'assistant')
  const entries: StoredToolCall[] = []
  const prompts = new Map<string, StoredPrompt>()

  for (const message of messages) {
    const content = isObject(message.content) ? message.content : {}
    const metadata = isObject(content.metadata) ? content.metadata : {}
    for (const part of Array.isArray(content.parts) ? (content.parts as unknown[]) : []) {
      if (!isObject(part) || !isObject(part.toolInvocation)) continue
      const invocation = part.toolInvocation
      const { toolCallId } = invocation
      if (typeof toolCallId !== 'string') continue
      const approval = entryOf(metadata.pendingToolApprovals, toolCallId)
      const suspended = entryOf(metadata.suspendedTools, toolCallId)
      const asked = invocation.state === 'call' ? (suspended ?? approval) : undefined
      // An entry stays for ever when its run was lost and the conversation went on without it.
      const isOpen = asked !== undefined && message === lastAssistant
      if (isOpen)
        prompts.set(toolCallId, {
          kind: asked === suspended ? 'suspension' : 'approval',
          resourceId: textIn(message, 'resourceId'),
        })
      const stored: StoredToolCall = {
        toolCallId,
        toolName: textIn(invocation, 'toolName') ?? '',
        threadId: textIn(message, 'threadId'),
        messageId: textIn(message, 'id'),
        title: textIn(part, 'title'),
        startedAt: typeof part.createdAt === 'number' ? part.createdAt : undefined,
        display: displayOf(part, asked),
        input: invocation.args,
        ...(asked
          ? isOpen
            ? promptState(toolCallId, asked, asked === suspended)
            : { state: 'interrupted', reason: 'superseded', inputComplete: true }
          : stateOf(invocation)),
      }
      // A message may repeat a call with its result and empty arguments.
      const earlier = entries.findLastIndex(entry => entry.toolCallId === toolCallId)
      const first = entries[earlier]
      if (first && isOngoing(first) && !asked && invocation.state !== 'call')
        entries[earlier] = { ...stored, messageId: first.messageId, input: first.input, startedAt: first.startedAt }
      else entries.push(stored)
    }
  }
  return { toolCalls: entries, prompts }
}

function promptState(
  toolCallId: string,
  asked: Record<string, unknown>,
  isQuestion: boolean,
): Partial<StoredToolCall> & Pick<StoredToolCall, 'state'> {
  return isQuestion
    ? {
        state: 'suspended',
        suspension: {
          suspensionId: toolCallId,
          payload: asked.suspendPayload,
          ...(asked.resumeSchema === undefined ? {} : { resumeSchema: asked.resumeSchema }),
        },
      }
    : { state: 'approval-requested', approval: { approvalId: toolCallId } }
}

function stateOf(invocation: Record<string, unknown>): Partial<StoredToolCall> & Pick<StoredToolCall, 'state'> {
  const approval = isObject(invocation.approval) ? invocation.approval : {}
  switch (invocation.state) {
    case 'result': {
      const outcome = outcomeOf(invocation.result, invocation.isError === true)
      return outcome.isError
        ? {
            state: 'output-error',
            errorKind: 'execution',
            errorText: outcome.errorText,
            ...(typeof invocation.result === 'string' ? {} : { output: invocation.result }),
          }
        : // what Mastra let pass by itself is stored as approved, too: nobody has to have said so
          { state: 'output-available', output: invocation.result }
    }
    case 'output-error':
      return { state: 'output-error', errorKind: 'execution', errorText: textIn(invocation, 'errorText') }
    case 'output-denied': {
      const reason = textIn(approval, 'reason')
      if (reason === STOPPED) return { state: 'interrupted', reason: 'aborted', inputComplete: true }
      return {
        state: 'output-denied',
        decision: { approved: false, by: 'elsewhere', ...(reason === undefined ? {} : { reason }) },
      }
    }
    default:
      return { state: 'input-available' }
  }
}

function isOngoing({ state, reason }: StoredToolCall): boolean {
  return state === 'input-available' || reason === 'superseded'
}

const PHASES = {
  'input-available': 'input',
  'output-available': 'output',
  error: 'error',
  approval: 'approval',
  suspend: 'suspend',
} as const

/** What the tool's transform wants drawn. Storage keeps the raw values beside it. */
function displayOf(part: Record<string, unknown>, asked: Record<string, unknown> | undefined): ToolDisplay | undefined {
  const display: { -readonly [Phase in keyof ToolDisplay]: ToolDisplay[Phase] } = {}
  for (const metadata of [part.providerMetadata, asked?.metadata]) {
    const mastra = isObject(metadata) && isObject(metadata.mastra) ? metadata.mastra : {}
    const transform = isObject(mastra.toolPayloadTransform) ? mastra.toolPayloadTransform.display : undefined
    if (!isObject(transform)) continue
    for (const [phase, field] of Object.entries(PHASES)) {
      const said = transform[phase]
      if (!isObject(said)) continue
      display[field] =
        said.suppress === true || !('transformed' in said) ? { suppress: true } : { value: said.transformed }
    }
  }
  return Object.keys(display).length === 0 ? undefined : display
}

function sorted(messages: unknown): readonly Record<string, unknown>[] {
  const list = (Array.isArray(messages) ? (messages as unknown[]) : []).filter(isObject)
  const times = new Map(list.map(message => [message, timeOf(message.createdAt)]))
  const isNewestFirst = list.length > 1 && times.get(list[0]!)! > times.get(list.at(-1)!)!
  return (isNewestFirst ? list.toReversed() : list).toSorted((one, other) => times.get(one)! - times.get(other)!)
}

function timeOf(value: unknown): number {
  const time = value instanceof Date ? value.getTime() : typeof value === 'number' ? value : Date.parse(String(value))
  return Number.isNaN(time) ? 0 : time
}

function entryOf(entries: unknown, toolCallId: string): Record<string, unknown> | undefined {
  const entry = isObject(entries) && Object.hasOwn(entries, toolCallId) ? entries[toolCallId] : undefined
  return isObject(entry) ? entry : undefined
}

function textIn(value: Record<string, unknown>, field: string): string | undefined {
  return typeof value[field] === 'string' ? value[field] : undefined
}
