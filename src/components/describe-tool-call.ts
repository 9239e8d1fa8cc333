import type { InterruptReason } from '../core/events.ts'
import type { ToolCall, ToolCallIn } from '../core/tool-call.ts'
import type { CardKind, ToolCallLabels, VerbPhase, VerbTemplate } from '../locales/en.ts'
import type { IconName } from './icons.tsx'
import { targetOf, toolKindOf } from './tool-kind.ts'

export type Tone = 'ask' | 'warn' | 'danger'
export interface ToolCallDescription {
  readonly kind: CardKind
  /** What stands before and after the target. */
  readonly verb: readonly [before: string, after: string]
  /** What it is about: a command, a task, a question; else the tool's real name. Empty where there is nothing to say. */
  readonly target: string
  readonly targetType: 'code' | 'text'
  /** What the tool calls itself, where that differs from its name. */
  readonly title: string | undefined
  readonly word: string
  /** The glyph and the tense say it already: the word is for screen readers, and for reduced motion. */
  readonly isWordQuiet: boolean
  readonly glyph: IconName
  readonly tone: Tone | undefined
  /** Something is going on: the arc turns and time passes. */
  readonly live: boolean
}

/**
 * Says in the label table's words what a record is about. Pure; `canDecide` is whether this person may answer, `waitingBelow` how many
 * calls inside of it wait for them.
 */
export function describeToolCall(
  call: ToolCall,
  labels: ToolCallLabels,
  canDecide = true,
  waitingBelow = 0,
): ToolCallDescription {
  const kind = kindOf(call)
  const own = describeState(call, labels, canDecide)
  const state: State =
    waitingBelow > 0 && own.tone !== 'ask'
      ? { phase: own.phase, word: labels.dock.title(waitingBelow), glyph: 'waiting', tone: 'ask' }
      : own
  const { phase, name, target, isCode } = describeTarget(call, kind, state.phase)
  const templates = templatesOf(call, kind, phase, labels)
  const text = target === '' ? templates.withoutTarget : templates.withTarget
  const [before = '', after] = text.split('{target}')
  const title = call.title ?? call.annotations?.title
  return {
    kind,
    verb: [before.replace('{name}', name).trim(), (after ?? '').replace('{name}', name).trim()],
    target: after === undefined ? '' : target,
    targetType: isCode ? 'code' : 'text',
    title:
      kind !== 'other' || title === undefined || title.trim() === '' || title === call.toolName ? undefined : title,
    word: state.word,
    isWordQuiet: state.quiet ?? false,
    glyph: state.glyph,
    tone: state.tone,
    live: own.glyph === 'spinner',
  }
}

/** The kinds that a card has words for. */
export function kindOf(call: ToolCall): CardKind {
  const kind = toolKindOf(call)
  return kind === 'ask' || kind === 'plan' || kind === 'task' || kind === 'agent' || kind === 'execute' ? kind : 'other'
}

interface Target {
  phase: VerbPhase
  name: string
  target: string
  isCode: boolean
}

const TARGET_LENGTH = 300

function describeTarget(call: ToolCall, kind: CardKind, phase: VerbPhase): Target {
  const about: Target = { phase, name: '', target: call.toolName, isCode: true }
  const { value } = displayedInput(call)
  const read = (key: string) => {
    const text = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : ''
    return typeof text === 'string' ? text.slice(0, TARGET_LENGTH).trim() : ''
  }
  switch (kind) {
    case 'ask':
      return {
        ...about,
        phase: call.state === 'resuming' ? 'done' : phase,
        target: read('question').replace(/\s+/g, ' '),
        isCode: false,
      }
    case 'plan':
      return {
        ...about,
        phase: call.state === 'resuming' ? 'done' : phase,
        target: planTitle(call) || read('title') || read('path'),
        isCode: false,
      }
    case 'task':
      return { ...about, target: '' }
    case 'agent': {
      const name = call.subagent?.agentType || read('agentType') || call.toolName
      return {
        ...about,
        name: name.charAt(0).toUpperCase() + name.slice(1),
        target: (call.subagent?.task ?? read('task')).replace(/\s+/g, ' '),
        isCode: false,
      }
    }
    case 'execute':
      return {
        ...about,
        target: (targetOf(kind, value)?.text.slice(0, TARGET_LENGTH).trim() || call.toolName).replace(
          /\s*\n\s*/g,
          ' ⏎ ',
        ),
      }
    case 'other':
      return about
    default: {
      const unreachable: never = kind
      return unreachable
    }
  }
}

function planTitle(call: ToolCall): string {
  const request = call.state === 'suspended' || call.state === 'resuming' ? call.suspension : undefined
  const last = call.receipts.at(-1)
  const answered = request ?? (last?.type === 'suspension' ? last.request : undefined)
  const payload = answered && !call.display?.suspend ? answered.payload : undefined
  const title = typeof payload === 'object' && payload !== null && 'title' in payload ? payload.title : undefined
  return typeof title === 'string' ? title.slice(0, TARGET_LENGTH).trim() : ''
}

function templatesOf(call: ToolCall, kind: CardKind, phase: VerbPhase, labels: ToolCallLabels): VerbTemplate {
  const outcome = kind === 'plan' && phase === 'done' ? planOutcome(call) : undefined
  return outcome ? labels.verbs.planOutcomes[outcome] : labels.verbs[kind][phase]
}

/** How a plan was answered: the answer says it, else one of the fixed texts that the tool gives back. */
export function planOutcome(call: ToolCall): 'approved' | 'sentBack' | 'rejected' | undefined {
  const last = call.receipts.findLast(receipt => receipt.type === 'suspension')
  const data: unknown = call.resumeData ?? (last?.type === 'suspension' ? last.resumeData : undefined)
  if (typeof data === 'object' && data !== null && 'action' in data) {
    if (data.action === 'approved') return 'approved'
    if (data.action === 'rejected') return 'feedback' in data && data.feedback ? 'sentBack' : 'rejected'
  }
  if (call.state !== 'output-available') return undefined
  const output: unknown = call.output
  const content = typeof output === 'object' && output !== null && 'content' in output ? output.content : undefined
  if (typeof content !== 'string') return undefined
  if (content.startsWith('Plan approved')) return 'approved'
  return content.startsWith('Plan was not approved') ? 'rejected' : undefined
}

interface State {
  phase: VerbPhase
  word: string
  glyph: IconName
  tone?: Tone
  quiet?: boolean
}

function describeState(call: ToolCall, labels: ToolCallLabels, canDecide: boolean): State {
  const { words } = labels
  const word = labels.states[call.state]
  switch (call.state) {
    case 'input-streaming':
      return { phase: 'streaming', word, glyph: 'spinner', quiet: true }
    case 'input-available':
      if (call.inputError) return { phase: 'failed', word: labels.errors.input, glyph: 'failed', tone: 'danger' }
      if (call.running?.by === 'other-tab') return { phase: 'running', word: words.otherTab, glyph: 'spinner' }
      if (call.running) return { phase: 'running', word, glyph: 'spinner', quiet: true }
      if (call.waitingFor === 'background' || call.background)
        return { phase: 'running', word: words.background, glyph: 'spinner' }
      return { phase: 'queued', word: words.queued, glyph: 'queued' }
    case 'approval-requested':
      if (call.approval.isAutomatic) return { phase: 'asks', word: words.automatic, glyph: 'clock' }
      if (!canDecide) return { phase: 'asks', word: words.waitingForSomeone, glyph: 'clock' }
      return { phase: 'asks', word, glyph: 'waiting', tone: 'ask' }
    case 'approval-responded':
      if (!call.decision.approved) return { ...denial(call, labels), phase: 'denied' }
      return {
        phase: 'running',
        word: call.decision.by === 'elsewhere' ? words.answeredElsewhere : word,
        glyph: 'spinner',
      }
    case 'suspended':
      if (!canDecide) return { phase: 'needs', word: words.waitingForSomeone, glyph: 'clock' }
      return { phase: 'needs', word, glyph: 'waiting', tone: 'ask' }
    case 'resuming':
      return { phase: 'running', word, glyph: 'spinner' }
    case 'output-available':
      if (call.ranAlthoughDenied)
        return { phase: 'done', word: words.ranAlthoughDenied, glyph: 'warning', tone: 'warn' }
      if (call.shell?.exitCode)
        return { phase: 'done', word: words.exit(call.shell.exitCode), glyph: 'failed', tone: 'danger' }
      return { phase: 'done', word, glyph: 'check', quiet: true }
    case 'output-error':
      if (call.errorKind === 'not-executed')
        return { phase: 'denied', word: labels.errors[call.errorKind], glyph: 'skipped', tone: 'warn' }
      if (call.shell?.exitCode && call.errorKind === 'execution')
        return { phase: 'done', word: words.exit(call.shell.exitCode), glyph: 'failed', tone: 'danger' }
      return { phase: 'failed', word: labels.errors[call.errorKind], glyph: 'failed', tone: 'danger' }
    case 'output-denied':
      return denial(call, labels)
    case 'interrupted':
      return describeInterruption(call, labels)
    default: {
      const unreachable: never = call
      return unreachable
    }
  }
}

function denial(call: ToolCallIn<'approval-responded' | 'output-denied'>, labels: ToolCallLabels): State {
  const word = call.decision.by === 'policy' ? labels.words.blocked : labels.states['output-denied']
  return { phase: 'denied', word, glyph: 'denied' }
}

const interruptions: Readonly<Record<InterruptReason, { readonly glyph: IconName; readonly tone?: Tone }>> = {
  aborted: { glyph: 'stopped' },
  error: { glyph: 'failed', tone: 'danger' },
  length: { glyph: 'cut', tone: 'warn' },
  disconnected: { glyph: 'disconnected', tone: 'warn' },
  'no-result': { glyph: 'cut', tone: 'warn' },
  cancelled: { glyph: 'close' },
  expired: { glyph: 'clock', tone: 'warn' },
  superseded: { glyph: 'skipped' },
  'answered-elsewhere': { glyph: 'elsewhere' },
}

function describeInterruption(call: ToolCallIn<'interrupted'>, labels: ToolCallLabels): State {
  // A withdrawn approval is the one case in which we know that nothing has run.
  const phase = !call.inputComplete ? 'interruptedInput' : wasApprovalWithdrawn(call) ? 'denied' : 'interrupted'
  return { phase, word: labels.reasons[call.reason], ...interruptions[call.reason] }
}

export function wasApprovalWithdrawn(call: ToolCallIn<'interrupted'>): boolean {
  const last = call.receipts.at(-1)
  return last?.type === 'withdrawn' && 'approvalId' in last.request && last.reason !== 'answered-elsewhere'
}

/** The call's own value, what may be drawn in its place, or nothing at all. */
export function displayed(
  call: ToolCall,
  phase: 'input' | 'output' | 'error' | 'approval' | 'suspend' | 'resume',
  value: unknown,
): Displayed {
  const override = call.display?.[phase]
  if (!override) return { value }
  return 'suppress' in override ? { suppressed: true } : { value: override.value }
}
export type Displayed =
  | { readonly suppressed: true; readonly value?: undefined }
  | { readonly suppressed?: undefined; readonly value: unknown }

/**
 * The call with what its approval asks about, where that is something else than the input that it has: both are shown, for
 * nobody can know which of them will run.
 */
export function askedCall(call: ToolCall): ToolCall | undefined {
  if (call.state !== 'approval-requested' || call.input === undefined) return undefined
  const { input } = call.approval
  return input === undefined || input === call.input ? undefined : { ...call, input }
}

/** What is to be drawn as the input. Follows the request's own override while a decision is open. */
export function displayedInput(call: ToolCall): Displayed {
  if (call.state === 'input-streaming') {
    const delta = call.display?.inputDelta
    if (delta && 'suppress' in delta) return { suppressed: true }
  }
  if (call.state === 'approval-requested') {
    const asked = call.input === undefined ? call.approval.input : call.input
    if (call.display?.approval) return displayed(call, 'approval', asked)
    return displayed(call, 'input', asked)
  }
  return displayed(call, 'input', call.input)
}
