import { frozenCopy } from './json-value.ts'
import type { ApprovalRequest, Decision, ToolCall } from './tool-call.ts'
import type { ToolInputEncoding } from '../partial-json/create-tool-input.ts'

/** A tool part of an AI SDK message (`ai` 6 and 7), structurally: nothing of `ai` is imported. */
export interface ToolPartLike {
  readonly type: `tool-${string}` | 'dynamic-tool'
  readonly toolCallId: string
  readonly toolName?: string | undefined
  readonly state: string
  readonly title?: string | undefined
  readonly providerExecuted?: boolean | undefined
  readonly input?: unknown
  readonly rawInput?: unknown
  readonly inputEncoding?: ToolInputEncoding | undefined
  readonly output?: unknown
  readonly errorText?: string | undefined
  readonly preliminary?: boolean | undefined
  readonly callProviderMetadata?: Readonly<Record<string, unknown>> | undefined
  readonly approval?:
    | { readonly id: string; readonly approved?: boolean | undefined; readonly reason?: string | undefined }
    | undefined
}

/** True for the tool parts of a message, static or dynamic; narrows the app's own union of parts. */
export function isToolPart<Part extends { readonly type: string }>(
  part: Part,
): part is Extract<Part, { readonly type: `tool-${string}` | 'dynamic-tool' }> {
  return part.type === 'dynamic-tool' || part.type.startsWith('tool-')
}

/**
 * The record that a stored part stands for: what can be drawn where no session saw the call stream. A part in an unknown state
 * is read as far as it goes, never thrown at.
 */
export function partToToolCall(
  part: ToolPartLike,
  place: { messageId?: string | undefined; partIndex?: number | undefined } = {},
): ToolCall {
  const common = {
    key: JSON.stringify([place.messageId ?? null, place.partIndex ?? null, part.toolCallId]),
    toolCallId: part.toolCallId,
    toolName: part.type === 'dynamic-tool' ? (part.toolName ?? '') : part.type.slice('tool-'.length),
    ...(place.messageId === undefined ? {} : { messageId: place.messageId }),
    ...(part.title === undefined ? {} : { title: part.title }),
    ...(part.providerExecuted === undefined ? {} : { providerExecuted: part.providerExecuted }),
    receipts: receiptsOf(part),
  }
  return Object.freeze({ ...common, ...phaseOfPart(part) }) as ToolCall
}

function phaseOfPart(part: ToolPartLike): object {
  const { input, approval } = part
  switch (part.state) {
    case 'input-streaming':
      return {
        state: part.state,
        input,
        inputText: typeof part.rawInput === 'string' ? part.rawInput : '',
        inputOpenPath: undefined,
        revision: 0,
      }
    case 'approval-requested':
      return { state: part.state, input: frozenCopy(input), approval: approvalRequest(part) }
    case 'approval-responded':
      return { state: part.state, input, approval: approvalRequest(part), decision: decisionOf(part) }
    case 'output-available':
      if (part.preliminary === true)
        return { state: 'input-available', input, running: { by: 'server', since: 0, partialOutput: part.output } }
      return {
        state: part.state,
        input,
        output: part.output,
        ...(approval?.approved === undefined ? {} : { decision: decisionOf(part) }),
      }
    case 'output-error':
      return { state: part.state, ...errorOfPart(part) }
    case 'output-denied':
      return { state: part.state, input, decision: decisionOf(part) }
    default:
      return { state: 'input-available', input }
  }
}

/** What failed, and with which input. */
export function errorOfPart(part: ToolPartLike): {
  input: unknown
  errorText: string
  errorKind: 'input' | 'execution'
} {
  const errorText = readErrorText(part.errorText)
  // an input that was refused is in rawInput in version 6, and in version 7 in input, where only the error tells
  const input = part.input === undefined ? part.rawInput : part.input
  const wasRefused =
    part.input === undefined ? input !== undefined : typeof input === 'string' || REFUSED.test(errorText)
  return { input, errorText, errorKind: wasRefused ? 'input' : 'execution' }
}
const REFUSED =
  /^(AI_(InvalidToolInput|NoSuchTool)Error: )?(Invalid input for tool |Model tried to call unavailable tool )/

/** The text of an error. Servers of Mastra's send the error itself, as JSON, with its message in its cause. */
export function readErrorText(text: unknown): string {
  if (typeof text !== 'string') return ''
  if (!text.startsWith('{')) return text
  try {
    const { name, message, cause } = JSON.parse(text) as Record<string, unknown>
    const words = message ?? (cause as { message?: unknown } | null | undefined)?.message
    return typeof name === 'string' && typeof words === 'string' ? words : text
  } catch {
    return text
  }
}

/** The approval that a part asks for; all of the part's own approval object is its `ref`. */
export function approvalRequest(part: ToolPartLike): ApprovalRequest {
  const approval: Readonly<Record<string, unknown>> = { ...part.approval }
  return {
    approvalId: part.approval?.id ?? part.toolCallId,
    ...(typeof approval.requestReason === 'string' ? { requestReason: approval.requestReason } : {}),
    ...(approval.isAutomatic === true ? { isAutomatic: true } : {}),
    ...(approval.descriptor === undefined ? {} : { descriptor: approval.descriptor }),
    ref: part.approval,
  }
}

export function decisionOf(part: ToolPartLike): Decision {
  const { approval } = part
  const isAutomatic = (approval as { isAutomatic?: unknown } | undefined)?.isAutomatic === true
  return {
    approved: approval?.approved === true,
    by: isAutomatic ? 'policy' : 'elsewhere',
    ...(approval?.reason === undefined ? {} : { reason: approval.reason }),
  }
}

export function receiptsOf(part: ToolPartLike): ToolCall['receipts'] {
  if (part.approval?.approved === undefined) return []
  return [{ type: 'approval', request: approvalRequest(part), input: part.input, decision: decisionOf(part) }]
}
