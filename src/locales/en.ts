import type { ErrorKind, InterruptReason } from '../core/events.ts'
import type { ToolCallState } from '../core/tool-call.ts'

/** What a header may say about a tool; `{target}` stands where the tool's name goes. */
export interface VerbTemplate {
  readonly withTarget: string
  readonly withoutTarget: string
}
export type VerbPhase =
  | 'streaming'
  | 'queued'
  | 'running'
  | 'asks'
  | 'needs'
  | 'done'
  | 'failed'
  | 'denied'
  | 'interrupted'
  | 'interruptedInput'
/** A sentence about how a call ended, and what follows from it. */
export interface ErrorText {
  readonly message: string
  readonly advice?: string
}

/**
 * Every word on the screen. Tables whose keys are states or reasons are records, so that a new one fails to compile.
 * Whatever counts or names something is a function: languages differ in plurals and in order.
 */
export interface ToolCallLabels {
  readonly states: Readonly<Record<ToolCallState, string>>
  readonly reasons: Readonly<Record<InterruptReason, string>>
  readonly errors: Readonly<Record<ErrorKind, string>>
  /** State words that need more than the state. */
  readonly words: {
    readonly queued: string
    readonly otherTab: string
    readonly background: string
    readonly blocked: string
    readonly answeredElsewhere: string
    readonly ranAlthoughDenied: string
    readonly waitingForSomeone: string
    readonly automatic: string
    readonly exit: (code: number) => string
  }
  readonly verbs: { readonly other: Readonly<Record<VerbPhase, VerbTemplate>> }
  readonly header: {
    /** Milliseconds to `0.4 s`, `12 s`, `1 min 04 s`. */
    readonly elapsed: (milliseconds: number) => string
  }
  readonly sections: {
    readonly input: string
    readonly output: string
    readonly modelOutput: string
    readonly raw: string
    readonly partialOutput: string
    readonly asked: string
  }
  readonly preview: {
    readonly noInput: string
    readonly emptyText: string
    readonly noOutput: string
    readonly hidden: string
    readonly notShown: (lines: number) => string
    readonly showAll: (lines: number) => string
    readonly content: string
  }
  readonly action: {
    readonly copy: (section: string) => string
    readonly copied: string
  }
  readonly prompt: {
    readonly approve: string
    readonly approveNamed: (tool: string) => string
    readonly deny: string
    readonly denyWithReason: string
    readonly addReason: string
    readonly reason: string
    readonly optional: string
    readonly reasonHint: string
    readonly agentReason: string
    readonly unread: (lines: number) => string
    readonly unreadHint: string
    /** What stands before and after the code that is shown for one of them. */
    readonly invisible: (characters: number) => readonly [before: string, after: string]
    readonly unsafeNumbers: (numbers: number) => string
    readonly notSent: (why: string) => string
    readonly notTaken: (why: string) => string
    readonly noAnswer: string
    readonly changed: string
    readonly readOnly: string
    readonly automatic: string
    readonly waiting: string
    readonly asks: string
  }
  readonly risk: { readonly readOnly: string; readonly openWorld: string; readonly destructive: string }
  readonly receipt: {
    readonly approved: string
    readonly denied: string
    readonly session: string
    readonly always: string
    readonly automatic: string
    readonly blocked: string
    readonly approvedElsewhere: string
    readonly deniedElsewhere: string
    readonly reason: (reason: string) => string
    readonly withChanges: string
    readonly answered: (answer: string) => string
    readonly answeredElsewhere: string
    readonly sending: string
    readonly held: string
    readonly withdrawn: Readonly<Record<InterruptReason, string>>
    readonly suspensionExpired: string
  }
  readonly error: {
    readonly kinds: Readonly<Record<ErrorKind, ErrorText>>
    /** The tool may have started. A reason without a text says enough by its word. */
    readonly interrupted: Readonly<Record<InterruptReason, ErrorText | undefined>>
    /** The input never became complete, so nothing was run. */
    readonly interruptedInput: Readonly<Record<InterruptReason, ErrorText | undefined>>
    readonly inputNotReadable: (message: string, character: number) => string
    readonly ranAlthoughDenied: ErrorText
    readonly outputNotSent: (why: string) => string
  }
  readonly announce: {
    readonly needsApproval: (tool: string) => string
    readonly waitingForYou: (tool: string) => string
    readonly finished: (tool: string) => string
    readonly failed: (tool: string) => string
    /** Said instead when many settle at once. */
    readonly manyFinished: (calls: number) => string
    readonly manyFailed: (calls: number) => string
  }
}

const number = new Intl.NumberFormat('en')
const plural = new Intl.PluralRules('en')
const seconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const twoDigits = new Intl.NumberFormat('en', { minimumIntegerDigits: 2 })

export const en: ToolCallLabels = {
  states: {
    'input-streaming': 'Preparing',
    'input-available': 'Running',
    'approval-requested': 'Needs approval',
    'approval-responded': 'Approved',
    suspended: 'Waiting for you',
    resuming: 'Answered',
    'output-available': 'Done',
    'output-error': 'Failed',
    'output-denied': 'Denied',
    interrupted: 'Interrupted',
  },
  reasons: {
    aborted: 'Stopped',
    error: 'Run failed',
    length: 'Cut off',
    disconnected: 'Connection lost',
    'no-result': 'No result',
    cancelled: 'Cancelled',
    expired: 'Expired',
    superseded: 'Skipped',
    'answered-elsewhere': 'Answered elsewhere',
  },
  errors: {
    input: 'Invalid input',
    execution: 'Failed',
    output: 'Invalid output',
    'not-executed': 'Not run',
  },
  words: {
    queued: 'Queued',
    otherTab: 'Running in another tab',
    background: 'In the background',
    blocked: 'Blocked by policy',
    answeredElsewhere: 'Answered elsewhere',
    ranAlthoughDenied: 'Ran although denied',
    waitingForSomeone: 'Waiting for an answer',
    automatic: 'Checking policy',
    exit: code => `Exit ${number.format(code)}`,
  },
  verbs: {
    other: {
      streaming: { withTarget: 'Preparing {target}', withoutTarget: 'Preparing a tool' },
      queued: { withTarget: 'About to use {target}', withoutTarget: 'About to use a tool' },
      running: { withTarget: 'Using {target}', withoutTarget: 'Using a tool' },
      asks: { withTarget: 'Wants to use {target}', withoutTarget: 'Wants to use a tool' },
      needs: { withTarget: 'Needs details: {target}', withoutTarget: 'Needs details' },
      done: { withTarget: 'Used {target}', withoutTarget: 'Used a tool' },
      failed: { withTarget: 'Could not use {target}', withoutTarget: 'Could not use a tool' },
      denied: { withTarget: 'Did not use {target}', withoutTarget: 'Did not use a tool' },
      interrupted: { withTarget: 'Was using {target}', withoutTarget: 'Was using a tool' },
      interruptedInput: { withTarget: 'Was preparing {target}', withoutTarget: 'Was preparing a tool' },
    },
  },
  header: {
    elapsed: milliseconds => {
      if (milliseconds < 9950) return `${seconds.format(Math.max(0.1, milliseconds / 1000))}\u00a0s`
      const whole = Math.round(milliseconds / 1000)
      if (whole < 60) return `${number.format(whole)}\u00a0s`
      const minutes = Math.floor(whole / 60)
      if (minutes < 60) return `${number.format(minutes)}\u00a0min ${twoDigits.format(whole % 60)}\u00a0s`
      return `${number.format(Math.floor(minutes / 60))}\u00a0h ${twoDigits.format(minutes % 60)}\u00a0min`
    },
  },
  sections: {
    input: 'Input',
    output: 'Output',
    modelOutput: 'What the model read',
    raw: 'Input as received',
    partialOutput: 'Output so far',
    asked: 'What the request names',
  },
  preview: {
    noInput: 'No input',
    emptyText: 'Empty text',
    noOutput: 'No output',
    hidden: 'Hidden by the app',
    notShown: lines =>
      plural.select(lines) === 'one'
        ? `${number.format(lines)} more line is not shown`
        : `${number.format(lines)} more lines are not shown`,
    showAll: lines =>
      plural.select(lines) === 'one' ? 'Show the whole line' : `Show all ${number.format(lines)} lines`,
    content: 'Content',
  },
  action: { copy: section => `Copy ${section.charAt(0).toLowerCase()}${section.slice(1)}`, copied: 'Copied' },
  prompt: {
    approve: 'Approve',
    approveNamed: tool => `Run ${tool}`,
    deny: 'Deny',
    denyWithReason: 'Deny with reason',
    addReason: 'Add a reason',
    reason: 'Reason',
    optional: 'Optional',
    reasonHint: 'Tell the agent why. It reads this.',
    agentReason: 'Reason given by the agent',
    unread: lines =>
      plural.select(lines) === 'one'
        ? 'Approve without reading the rest'
        : `Approve without reading the other ${number.format(lines)} lines`,
    unreadHint: 'Show all lines or tick the box to approve.',
    invisible: characters =>
      plural.select(characters) === 'one'
        ? ['Contains 1 invisible character, shown as ', '. It can make a name look like another.']
        : [
            `Contains ${number.format(characters)} invisible characters, shown as `,
            '. They can make a name look like another.',
          ],
    unsafeNumbers: numbers =>
      plural.select(numbers) === 'one'
        ? 'Contains a whole number too large to be shown exactly. Its last digits may differ.'
        : `Contains ${number.format(numbers)} whole numbers too large to be shown exactly. Their last digits may differ.`,
    notSent: why => `Your answer was not sent: ${why}. Nothing has run.`,
    notTaken: why => `Your answer was not taken: ${why}.`,
    noAnswer: 'the server did not answer',
    changed: 'The request changed. Look again before you decide.',
    readOnly: 'Someone else has to decide this.',
    automatic: 'This is decided by a policy.',
    waiting: 'The tool has paused and waits for you.',
    asks: 'Asked by the tool',
  },
  risk: {
    readOnly: 'Reads only',
    openWorld: 'Reaches outside this project',
    destructive: 'Deletes or overwrites data',
  },
  receipt: {
    approved: 'Approved by you',
    denied: 'Denied by you',
    session: 'Approved for this session',
    always: 'Always approved',
    automatic: 'Approved automatically',
    blocked: 'Denied by a policy',
    approvedElsewhere: 'Approved elsewhere',
    deniedElsewhere: 'Denied elsewhere',
    reason: reason => `Reason: “${reason}”`,
    withChanges: 'With changes',
    answered: answer => `You answered: ${answer}`,
    answeredElsewhere: 'Answered elsewhere',
    sending: 'Sending',
    held: 'Waiting for the other answers',
    withdrawn: {
      aborted: 'Stopped before anyone answered. Nothing has run.',
      error: 'The run failed before anyone answered. Nothing has run.',
      length: 'Cut off before anyone answered. Nothing has run.',
      disconnected: 'The connection was lost before anyone answered.',
      'no-result': 'The run ended before anyone answered.',
      cancelled: 'The request was withdrawn. Nothing has run.',
      expired: 'Nobody answered in time. Nothing has run.',
      superseded: 'You wrote a message instead. Nothing has run.',
      'answered-elsewhere': 'The request was answered elsewhere.',
    },
    suspensionExpired: 'Nobody answered in time.',
  },
  error: {
    kinds: {
      input: {
        message: 'The input does not fit the tool.',
        advice: 'The tool was not run. The agent has been told and can correct itself.',
      },
      execution: {
        message: 'The tool failed without saying why.',
        advice: 'The agent has been told and may try again.',
      },
      output: {
        message: 'The tool ran, but its output does not fit.',
        advice: 'The agent has been told and may try again.',
      },
      'not-executed': { message: 'The tool was not run.', advice: 'The agent has been told and may try again.' },
    },
    interrupted: {
      aborted: undefined,
      error: {
        message: 'The run failed before a result arrived.',
        advice: 'It may have run. Check before you run it again.',
      },
      length: {
        message: 'The model reached its limit before a result arrived.',
        advice: 'It may have run. Check before you run it again.',
      },
      disconnected: {
        message: 'The connection ended before a result arrived.',
        advice: 'It may have run. Check before you run it again.',
      },
      'no-result': {
        message: 'The run ended without a result of this call.',
        advice: 'It may have run. Check before you run it again.',
      },
      cancelled: undefined,
      expired: undefined,
      superseded: undefined,
      'answered-elsewhere': undefined,
    },
    interruptedInput: {
      aborted: undefined,
      error: { message: 'The run failed before the input was complete.', advice: 'The tool was not run.' },
      length: {
        message: 'The model reached its limit before the input was complete.',
        advice: 'The tool was not run.',
      },
      disconnected: {
        message: 'The connection ended before the input was complete.',
        advice: 'The tool may still have run elsewhere.',
      },
      'no-result': { message: 'The run ended before the input was complete.', advice: 'The tool was not run.' },
      cancelled: undefined,
      expired: undefined,
      superseded: undefined,
      'answered-elsewhere': undefined,
    },
    inputNotReadable: (message, character) =>
      `The arguments are not valid JSON: ${message} (character ${number.format(character + 1)}).`,
    ranAlthoughDenied: {
      message: 'It ran although it was denied.',
      advice: 'The backend did not wait for the answer or ignored it.',
    },
    outputNotSent: why => `The result was not sent: ${why}.`,
  },
  announce: {
    needsApproval: tool => `${tool} needs your approval. Approve or deny.`,
    waitingForYou: tool => `${tool} waits for your answer.`,
    finished: tool => `${tool} finished.`,
    failed: tool => `${tool} failed.`,
    manyFinished: calls => `${number.format(calls)} tool calls finished.`,
    manyFailed: calls => `${number.format(calls)} tool calls failed.`,
  },
}
