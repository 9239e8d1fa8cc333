import type { ToolCall } from '../core/tool-call.ts'
import { askedCall, displayedInput } from './describe-tool-call.ts'
import { capItems, findInvisible, toInputItems } from './preview-text.ts'
import type { InputItem } from './preview-text.ts'
import { findUnsafeNumbers, writtenNumbers } from './unsafe-numbers.ts'

interface InputReview {
  readonly isDecision: boolean
  readonly isStreaming: boolean
  readonly isSuppressed: boolean
  readonly value: unknown
  readonly items: readonly InputItem[]
  readonly shownItems: readonly InputItem[]
  readonly lines: number
  readonly hiddenLines: number
  readonly invisible: { readonly count: number; readonly code: string }
  readonly unsafeNumbers: { readonly count: number; readonly written: readonly string[] }
}

/** In a decision all is shown up to here; past it the person asks for the rest, or says that they go without. */
const DECISION_LIMIT = 20_000
const LIMIT = 100_000

/** What of an input can be seen, and what has to be said about it before anybody decides. */
export function reviewInput(call: ToolCall): InputReview {
  const isDecision = call.state === 'approval-requested' || call.state === 'suspended'
  const isStreaming = call.state === 'input-streaming'
  const { suppressed, value } = displayedInput(call)
  const items = suppressed ? [] : toInputItems(value, isStreaming, isDecision)
  const capped = isStreaming
    ? { items, lines: 0, hiddenLines: 0 }
    : capItems(items, isDecision ? DECISION_LIMIT : LIMIT)
  const unsafe = isDecision && !suppressed ? findUnsafeNumbers(value) : []
  const texts = isDecision ? [call.toolName, ...items.flatMap(item => [item.key ?? '', item.text])] : []
  return {
    isDecision,
    isStreaming,
    isSuppressed: suppressed ?? false,
    value,
    items,
    shownItems: capped.items,
    lines: capped.lines,
    hiddenLines: capped.hiddenLines,
    invisible: findInvisible(texts),
    unsafeNumbers: { count: unsafe.length, written: writtenNumbers(unsafe, call.inputSource) },
  }
}

/** The same over everything that a decision is made under: the input, and what the request names besides. */
export function reviewRequest(call: ToolCall): Pick<InputReview, 'hiddenLines' | 'invisible' | 'unsafeNumbers'> {
  const asked = askedCall(call)
  const own = reviewInput(call)
  if (!asked) return own
  const named = reviewInput(asked)
  return {
    hiddenLines: own.hiddenLines + named.hiddenLines,
    invisible: {
      count: own.invisible.count + named.invisible.count,
      code: own.invisible.count > 0 ? own.invisible.code : named.invisible.code,
    },
    unsafeNumbers: {
      count: own.unsafeNumbers.count + named.unsafeNumbers.count,
      written: [...new Set([...own.unsafeNumbers.written, ...named.unsafeNumbers.written])],
    },
  }
}
