import type { InterruptReason } from '../core/events.ts'
import type { ToolCall, ToolCallIn } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import type { ToolCallLabels, VerbPhase, VerbTemplate } from '../locales/labels.ts'
import type { IconName } from './icons.tsx'
import { isRecord } from './is-record.ts'
import { targetOf } from './tool-kind.ts'
import { capitalize } from './wording.ts'

export type Tone = 'ask' | 'warn' | 'danger'
export interface ToolCallDescription {
  /** What stands before and after the target. */
  readonly verb: readonly [before: string, after: string]
  /** What it is about: a path, a command, a task, a question; else the tool's real name. Empty where there is nothing to say. */
  readonly target: string
  /** Where the last part of a path begins; 0 where nothing may be left out before it. */
  readonly targetEnd: number
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
 * calls inside of it wait for them, `deciderName` who else may answer.
 */
export function describeToolCall(
  call: ToolCall,
  kind: ToolKind,
  labels: ToolCallLabels,
  canDecide = true,
  waitingBelow = 0,
  deciderName?: string,
): ToolCallDescription {
  const own = describeState(call, kind, labels, canDecide, deciderName)
  const state: State =
    waitingBelow > 0 && own.tone !== 'ask'
      ? {
          phase: own.phase,
          word: labels.dock.title(waitingBelow, canDecide),
          ...(canDecide ? { glyph: 'waiting', tone: 'ask' } : { glyph: 'clock' }),
        }
      : own
  // A question and a plan have been shown once they are answered.
  const phase = call.state === 'resuming' && (kind === 'ask' || kind === 'plan') ? 'done' : state.phase
  const { name, target, isPath, isText, isUnnamed } = describeTarget(call, kind)
  const outcome = kind === 'plan' && phase === 'done' ? planOutcome(call) : undefined
  const template: VerbTemplate = outcome
    ? labels.verbs.planOutcomes[outcome]
    : labels.verbs[isUnnamed ? 'other' : kind][phase]
  const text = target === '' ? template.withoutTarget : template.withTarget
  const [before = '', after] = text.split('{target}').map(part => part.replace('{name}', name).trim())
  const title = call.title ?? call.annotations?.title
  return {
    verb: [before, after ?? ''],
    target: after === undefined ? '' : target,
    targetEnd: isPath ? lastPart(target) : 0,
    targetType: isText ? 'text' : 'code',
    title:
      kind !== 'other' || title === undefined || title.trim() === '' || title === call.toolName ? undefined : title,
    word: state.word,
    isWordQuiet: state.quiet ?? false,
    glyph: state.glyph,
    tone: state.tone,
    live: own.glyph === 'spinner',
  }
}

interface Target {
  name?: string
  target: string
  isPath?: boolean
  isText?: boolean
  /** The whole input names nothing that the verb could be about: then the tool itself is named. */
  isUnnamed?: boolean
}

const TARGET_LENGTH = 300

function describeTarget(call: ToolCall, kind: ToolKind): Target & { name: string } {
  const { value } = displayedInput(call)
  const read = (...keys: readonly string[]): string => {
    for (const key of keys) {
      const text = isRecord(value) && Object.hasOwn(value, key) ? value[key] : ''
      if (typeof text === 'string' && text.trim() !== '') return text.slice(0, TARGET_LENGTH).trim()
    }
    return ''
  }
  const oneLine = (text: string) => text.replace(/\s+/g, ' ')
  switch (kind) {
    case 'ask':
      return { name: '', target: oneLine(read('question')), isText: true }
    case 'plan':
      return { name: '', target: planTitle(call) || read('title') || read('path'), isText: true }
    case 'task':
    case 'think':
      return { name: '', target: '' }
    case 'agent': {
      const name =
        call.subagent?.agentType || read('agentType', 'subagent_type') || call.toolName.replace(/^agent-/, '')
      return {
        name: capitalize(name),
        target: oneLine((!call.display?.input && call.subagent?.task) || read('task', 'description', 'prompt')),
        isText: true,
      }
    }
    case 'workflow':
      return { name: '', target: call.toolName.replace(/^workflow-/, '') }
    case 'other':
      return { name: '', target: call.toolName }
    default: {
      const target = targetOf(kind, value)
      if (!target && call.state !== 'input-streaming')
        return { name: '', target: call.toolName, isUnnamed: kind !== 'execute' }
      const text = target?.text.slice(0, TARGET_LENGTH).trim() ?? ''
      return {
        name: '',
        target: (target?.type === 'url' ? text.replace(/^https:\/\//, '') : text).replace(/\s*\n\s*/g, ' ⏎ '),
        isPath: target?.type === 'path',
      }
    }
  }
}

/** A path that ends in its separator has its last part before it. */
function lastPart(path: string): number {
  return Math.max(path.lastIndexOf('/', path.length - 2), path.lastIndexOf('\\', path.length - 2)) + 1
}

function planTitle(call: ToolCall): string {
  const request = call.state === 'suspended' || call.state === 'resuming' ? call.suspension : undefined
  const last = call.receipts.at(-1)
  const answered = request ?? (last?.type === 'suspension' ? last.request : undefined)
  const payload = answered && !call.display?.suspend ? answered.payload : undefined
  const title = isRecord(payload) ? payload['title'] : undefined
  return typeof title === 'string' ? title.slice(0, TARGET_LENGTH).trim() : ''
}

/** How a plan was answered: the answer says it, else one of the fixed texts that the tool gives back. */
export function planOutcome(call: ToolCall): 'approved' | 'sentBack' | 'rejected' | undefined {
  const last = call.receipts.findLast(receipt => receipt.type === 'suspension')
  const data: unknown = call.resumeData ?? (last?.type === 'suspension' ? last.resumeData : undefined)
  if (isRecord(data)) {
    if (data['action'] === 'approved') return 'approved'
    if (data['action'] === 'rejected') return data['feedback'] ? 'sentBack' : 'rejected'
  }
  if (call.state !== 'output-available') return undefined
  const output: unknown = call.output
  const content = isRecord(output) ? output['content'] : undefined
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

function describeState(
  call: ToolCall,
  kind: ToolKind,
  labels: ToolCallLabels,
  canDecide: boolean,
  deciderName: string | undefined,
): State {
  const { words } = labels
  const word = labels.states[call.state]
  const exitCode = exitCodeOf(call, kind)
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
      if (!canDecide) return { phase: 'asks', word: words.waitingFor(deciderName), glyph: 'clock' }
      return { phase: 'asks', word, glyph: 'waiting', tone: 'ask' }
    case 'approval-responded':
      if (!call.decision.approved) return { ...denial(call, labels), phase: 'denied' }
      // Nothing runs before the answers that it waits for are given.
      if (call.delivery?.status === 'held') return { phase: 'queued', word, glyph: 'queued' }
      return {
        phase: 'running',
        word: call.decision.by === 'elsewhere' ? words.answeredElsewhere : word,
        glyph: 'spinner',
      }
    case 'suspended':
      if (!canDecide) return { phase: 'needs', word: words.waitingFor(deciderName), glyph: 'clock' }
      return { phase: 'needs', word, glyph: 'waiting', tone: 'ask' }
    case 'resuming':
      return { phase: 'running', word, glyph: 'spinner' }
    case 'output-available':
      if (call.ranAlthoughDenied)
        return { phase: 'done', word: words.ranAlthoughDenied, glyph: 'warning', tone: 'warn' }
      if (exitCode) return { phase: 'done', word: words.exit(exitCode), glyph: 'failed', tone: 'danger' }
      return { phase: 'done', word, glyph: 'check', quiet: true }
    case 'output-error':
      if (call.errorKind === 'not-executed')
        return { phase: 'denied', word: labels.errors[call.errorKind], glyph: 'skipped', tone: 'warn' }
      if (exitCode && call.errorKind === 'execution')
        return { phase: 'done', word: words.exit(exitCode), glyph: 'failed', tone: 'danger' }
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

/** With what a command ended: told by its host, else said in its result. */
export function exitCodeOf(call: ToolCall, kind: ToolKind): number | undefined {
  if (call.shell?.exitCode !== undefined) return call.shell.exitCode
  const { value } = displayed(call, 'output', call.state === 'output-available' ? call.output : undefined)
  const code = kind === 'execute' && isRecord(value) ? (value['exitCode'] ?? value['exit_code']) : undefined
  return typeof code === 'number' ? code : undefined
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

/** Nobody can answer it any more, and its receipt says why. */
export function wasClosed({ reason }: ToolCallIn<'interrupted'>): boolean {
  return reason === 'expired' || reason === 'superseded' || reason === 'cancelled'
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
