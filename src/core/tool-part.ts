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
      return { state: part.state, input, output: part.output, ...(approval ? { decision: decisionOf(part) } : {}) }
    case 'output-error': {
      // an input that was refused is kept as text: version 6 puts it into rawInput, version 7 into input
      const raw = input === undefined ? part.rawInput : input
      return {
        state: part.state,
        input: raw,
        errorText: part.errorText ?? '',
        errorKind: typeof raw === 'string' ? 'input' : 'execution',
      }
    }
    case 'output-denied':
      return { state: part.state, input, decision: decisionOf(part) }
    default:
      return { state: 'input-available', input }
  }
}

function approvalRequest(part: ToolPartLike): ApprovalRequest {
  const approval: Readonly<Record<string, unknown>> = { ...part.approval }
  return {
    approvalId: part.approval?.id ?? part.toolCallId,
    ...(typeof approval.requestReason === 'string' ? { requestReason: approval.requestReason } : {}),
    ...(approval.isAutomatic === true ? { isAutomatic: true } : {}),
    ...(approval.descriptor === undefined ? {} : { descriptor: approval.descriptor }),
    ref: part.approval,
  }
}

function decisionOf(part: ToolPartLike): Decision {
  const { approval } = part
  const isAutomatic = (approval as { isAutomatic?: unknown } | undefined)?.isAutomatic === true
  return {
    approved: approval?.approved === true,
    by: isAutomatic ? 'policy' : 'elsewhere',
    ...(approval?.reason === undefined ? {} : { reason: approval.reason }),
  }
}

function receiptsOf(part: ToolPartLike): ToolCall['receipts'] {
  if (part.approval?.approved === undefined) return []
  return [{ type: 'approval', request: approvalRequest(part), input: part.input, decision: decisionOf(part) }]
}
