import type { DisplayOverride, ToolDisplay, TransformPhase } from '../core/events.ts'
import type { ToolCall } from '../core/tool-call.ts'
import { isIn, requestsOf } from '../core/tool-call-record.ts'
import type { Warn } from '../core/warnings.ts'

/** Functions that say what is drawn, by phase. `context` is a copy: nothing that they do to it changes what runs or is sent. */
export type DisplayTransform = {
  readonly [Phase in TransformPhase]?: ((context: never) => unknown) | undefined
}

/**
 * What of a call may be drawn, where that has changed. Fails closed: for a phase without a function, for one that throws, returns
 * nothing or lets wait, the value is hidden.
 *
 * @param was the record before; undefined for one whose display is not known yet.
 */
export function transformDisplay(
  transform: DisplayTransform,
  call: ToolCall,
  was: ToolCall | undefined,
  warn: Warn,
): ToolDisplay | undefined {
  // hidden from the first: what comes when the tool is gone is drawn by nobody
  const display: Partial<Record<TransformPhase, DisplayOverride>> = { ...ALL_HIDDEN, ...call.display }
  const draw = (phase: TransformPhase, facts: object): DisplayOverride => {
    const { toolName, toolCallId } = call
    try {
      const context = { ...structuredClone(facts), target: 'display', phase, toolName, toolCallId }
      const drawn = (transform[phase] as ((context: object) => unknown) | undefined)?.(context)
      if (!(drawn instanceof Promise)) return drawn === undefined ? HIDDEN : { value: drawn }
      drawn.catch(() => {})
      return HIDDEN
    } catch {
      // an error of it may hold what has to be hidden
      const message = `"transform.display.${phase}" of the tool "${toolName}" failed, so nothing is drawn of that.`
      warn('transform-failed', toolName, toolCallId, message)
      return HIDDEN
    }
  }
  let isChanged = PHASES.some(phase => !call.display?.[phase])
  for (const phase of PHASES) {
    const source = sourceOf(call, phase)
    if (source === undefined || (was && call.display?.[phase] && source === sourceOf(was, phase))) continue
    isChanged = true
    if (phase === 'inputDelta') {
      const text = textOf(call)
      const told = text.startsWith(textOf(was)) ? textOf(was) : ''
      const drawn = draw(phase, { inputTextDelta: text.slice(told.length) })
      display.inputDelta = drawn
      display.input = told === '' ? drawn : joined(display.input, drawn)
    } else display[phase] = draw(phase, { input: call.input, [FACTS[phase]]: source })
  }
  return isChanged ? display : undefined
}

const HIDDEN = { suppress: true } as const

/** What a function is told of its phase. */
const FACTS: Record<TransformPhase, string> = {
  input: 'input',
  inputDelta: 'inputTextDelta',
  output: 'output',
  error: 'error',
  approval: 'input',
  suspend: 'suspendPayload',
  resume: 'resumeData',
}
// the last word on the input is that of its deltas, while there are any
const PHASES = ['input', 'output', 'error', 'approval', 'suspend', 'resume', 'inputDelta'] as const
const ALL_HIDDEN = Object.fromEntries(PHASES.map(phase => [phase, HIDDEN]))

/** The arguments that have come so far. */
function textOf(call: ToolCall | undefined): string {
  return isIn(call, 'input-streaming') ? call.inputText : ''
}

/** What is behind a phase; undefined where there is nothing yet. */
function sourceOf(call: ToolCall, phase: TransformPhase): unknown {
  switch (phase) {
    case 'input':
      return isIn(call, 'input-streaming') ? undefined : call.input
    case 'inputDelta':
      return textOf(call) || undefined
    case 'output':
      if (isIn(call, 'output-available', 'output-error')) return call.output
      return isIn(call, 'input-available') ? (call.running?.partialOutput ?? call.running?.progress) : undefined
    case 'error':
      return isIn(call, 'output-error') ? call.errorText : undefined
    case 'approval':
      return isIn(call, 'approval-requested') ? (call.approval.input ?? call.input) : undefined
    case 'suspend':
      return requestsOf(call).findLast(request => request?.suspensionId !== undefined)?.payload
    case 'resume':
      return call.resumeData
    default: {
      const unreachable: never = phase
      return unreachable
    }
  }
}

/** A text goes on; anything else stands in the place of what was there. */
function joined(before: DisplayOverride | undefined, next: DisplayOverride): DisplayOverride {
  if (!before || 'suppress' in next) return next
  if ('suppress' in before) return before
  return typeof before.value === 'string' && typeof next.value === 'string'
    ? { value: before.value + next.value }
    : next
}
