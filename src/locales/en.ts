import type { ErrorKind, GrantScope, InterruptReason, Task } from '../core/events.ts'
import type { ToolCallState } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'

/** What a header may say about a tool; `{target}` stands where it says what it is about, `{name}` where an agent's name goes. */
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
  readonly verbs: Readonly<Record<ToolKind, Readonly<Record<VerbPhase, VerbTemplate>>>> & {
    readonly planOutcomes: Readonly<Record<'approved' | 'sentBack' | 'rejected', VerbTemplate>>
  }
  readonly header: {
    /** Milliseconds to `0.4 s`, `12 s`, `1 min 04 s`. */
    readonly elapsed: (milliseconds: number) => string
    readonly lines: (lines: number) => string
    readonly hits: (hits: number, files: number | undefined) => string
    readonly changes: (added: number, removed: number) => readonly [added: string, removed: string]
    readonly progress: (done: number, total: number) => string
    readonly progressLabel: string
  }
  readonly group: {
    readonly label: string
    /** What finished calls did, in one line. */
    readonly summary: (counts: readonly (readonly [kind: ToolKind, calls: number])[]) => string
    readonly failed: (calls: number) => string
  }
  readonly sections: {
    readonly input: string
    readonly output: string
    readonly modelOutput: string
    readonly raw: string
    readonly terminal: string
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
    readonly items: (items: number) => string
    readonly moreItems: (items: number) => string
    readonly moreLines: (lines: number) => string
    readonly showMore: string
    readonly changes: string
    readonly lineRange: (first: number, last: number) => string
    readonly edit: (position: number, edits: number) => string
    readonly command: string
    readonly lastLines: (shown: number, lines: number) => string
    readonly showAllLines: string
    readonly liveOutput: string
    readonly hits: (hits: number) => string
    readonly moreHits: (hits: number) => string
    readonly rows: string
    readonly rowsOf: (shown: number, rows: number) => string
    readonly showMoreRows: string
    readonly loadImage: (host: string) => string
    readonly image: string
    readonly imageFailed: string
    readonly file: string
    readonly bytes: (bytes: number) => string
    readonly noResults: string
  }
  readonly action: {
    readonly copyPath: (path: string) => string
    readonly download: (name: string) => string
    readonly copy: (section: string) => string
    readonly copied: string
    readonly copyDetails: string
    readonly retry: string
    readonly stop: string
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
    /** What the app's server put beside its question. */
    readonly descriptor: string
    readonly unread: (lines: number) => string
    readonly unreadHint: string
    /** What stands before and after the code that is shown for one of them. */
    readonly invisible: (characters: number) => readonly [before: string, after: string]
    readonly unsafeNumbers: (numbers: number) => string
    readonly notSent: (why: string) => string
    readonly answerNotSent: (why: string) => string
    readonly notTaken: (why: string) => string
    readonly denyAlways: string
    readonly appliesTo: string
    readonly alsoCovers: string
    readonly noAnswer: string
    readonly changed: string
    readonly readOnly: string
    readonly automatic: string
    readonly asks: string
    /** The input holds an answer that only a person may give. */
    readonly writtenAnswer: string
    readonly expires: (count: number, unit: 'day' | 'hour' | 'minute' | 'second') => string
  }
  readonly scope: Readonly<Record<GrantScope, string>> & {
    readonly always: string
    /** Two scopes that read the same, told apart by what the request calls them. */
    readonly named: (scope: string, name: string) => string
    readonly covers: Readonly<Record<Exclude<GrantScope, 'once'>, (tool: string) => string>>
  }
  readonly ask: {
    readonly send: string
    readonly sendMany: (answers: number) => string
    readonly sendEmpty: string
    readonly sendNone: string
    readonly confirm: string
    readonly missing: string
    readonly notYet: string
    readonly skip: string
    readonly other: string
    readonly own: string
    readonly otherField: string
    readonly placeholder: string
    readonly untitled: string
    readonly unnamed: (position: number) => string
    /** Options that read the same are counted. */
    readonly same: (position: number, count: number) => string
    readonly next: string
    readonly back: string
    /** Above all answers, before they are sent. */
    readonly review: string
    readonly none: string
    readonly change: string
  }
  readonly plan: {
    readonly label: string
    readonly comment: string
    readonly addComment: string
    readonly editComment: string
    readonly removeComment: string
    readonly cancel: string
    readonly send: (comments: number) => string
    readonly approve: string
    readonly approveUnseen: string
    readonly reject: string
    readonly requestChanges: string
    readonly feedback: string
    readonly feedbackHint: string
    readonly revises: string
    readonly confirmUnseen: string
    readonly loading: string
    readonly notAvailable: string
    readonly notRead: (why: string) => string
    readonly readAgain: string
    readonly edit: string
    readonly discardEdit: string
    readonly editField: string
    readonly changes: Readonly<Record<'new' | 'changed' | 'removed', string>>
    readonly was: (text: string) => string
    /** How a comment is told to the agent. */
    readonly about: (part: string, comment: string) => string
    readonly edited: (changes: string) => string
    readonly more: (blocks: number) => string
    readonly loadImage: (host: string) => string
    readonly image: string
  }
  readonly form: {
    readonly send: string
    readonly cancel: string
    readonly optional: string
    readonly choose: string
    readonly none: string
    readonly yes: string
    readonly no: string
    readonly answer: string
    readonly asText: string
    readonly asJson: string
    readonly answerType: string
    readonly jsonHint: string
    readonly textHint: string
    readonly add: (list: string) => string
    readonly item: (list: string, position: number) => string
    readonly remove: (item: string) => string
    readonly moveUp: (item: string) => string
    readonly moveDown: (item: string) => string
    readonly empty: string
    readonly range: (minimum: number | undefined, maximum: number | undefined) => string
    readonly errors: (fields: number) => string
    readonly notChecked: (why: string) => string
    readonly sendEmpty: string
    readonly problems: {
      readonly required: string
      readonly choose: string
      readonly tick: string
      readonly number: string
      readonly wholeNumber: string
      readonly tooLarge: string
      readonly minimum: (minimum: number) => string
      readonly maximum: (maximum: number) => string
      readonly above: (minimum: number) => string
      readonly below: (maximum: number) => string
      readonly multipleOf: (step: number) => string
      readonly minLength: (characters: number) => string
      readonly maxLength: (characters: number) => string
      readonly pattern: string
      readonly formats: Readonly<Record<string, string>>
      readonly minItems: (items: number) => string
      readonly maxItems: (items: number) => string
      readonly uniqueItems: string
      readonly json: (message: string) => string
      readonly other: (message: string) => string
    }
  }
  readonly task: {
    readonly label: string
    readonly statuses: Readonly<Record<Task['status'], string>>
    readonly done: (done: number, total: number) => string
    readonly none: string
  }
  readonly dock: {
    readonly title: (calls: number) => string
    readonly position: (position: number, calls: number) => string
    readonly previous: string
    readonly next: string
    readonly fold: string
    readonly unfold: string
    readonly from: string
    readonly empty: string
    /** Approvals whose whole input was on the screen. */
    readonly seen: (calls: number) => string
    readonly approveSeen: (calls: number) => string
  }
  readonly grants: {
    readonly label: string
    readonly none: string
    readonly scopes: Readonly<Record<Exclude<GrantScope, 'once'>, string>>
    readonly revoke: string
    readonly notRead: (why: string) => string
    readonly notRevoked: (why: string) => string
    readonly again: string
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
    readonly answers: (answers: readonly string[]) => string
    readonly answeredEmpty: string
    readonly answeredNone: string
    readonly planOutcomes: Readonly<Record<'approved' | 'sentBack' | 'rejected', string>>
    readonly feedback: (feedback: string) => string
    /** Follows the text of an approval that nobody gave. */
    readonly nothingRan: string
    readonly answeredElsewhere: string
    readonly sending: string
    readonly held: string
    readonly withdrawn: Readonly<Record<InterruptReason, string>>
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

const mayHaveRun = 'It may have run. Check before you run it again.'
const wasNotRun = 'The tool was not run.'
const hasBeenTold = 'The agent has been told and may try again.'

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const count = (value: number, one: string, many: string) =>
  plural.select(value) === 'one' ? `${number.format(value)} ${one}` : `${number.format(value)} ${many}`

function verb(withTarget: string, withoutTarget = withTarget): VerbTemplate {
  return { withTarget, withoutTarget }
}

const about = (text: string) => verb(`${text}: {target}`, text)
const saving = verb('Saving {target}', 'Saving a file')
const writing = (what: string) => ({
  streaming: verb(`Writing ${what}`),
  interruptedInput: verb(`Was writing ${what}`),
})

/**
 * The phases of a verb that is formed as most are.
 *
 * @param thing stands where nothing else is known; without one the verb has nothing to be about.
 * @param beginning what is said while the input arrives, where the tool cannot have begun yet.
 */
function verbs(
  doing: string,
  did: string,
  base: string,
  thing: string,
  others: Partial<Record<VerbPhase, VerbTemplate>> = {},
  beginning = doing,
): Record<VerbPhase, VerbTemplate> {
  // A colon belongs to what follows it; a task, a thought has nothing that follows.
  const say = (text: string) =>
    verb(thing || text.endsWith(':') ? `${text} {target}` : text, `${text.replace(':', '')} ${thing}`.trim())
  const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
  return {
    streaming: say(beginning),
    queued: say(`About to ${base}`),
    running: say(doing),
    asks: say(`Wants to ${base}`),
    needs: about('Needs details'),
    done: say(did),
    failed: say(`Could not ${base}`),
    denied: say(`Did not ${base}`),
    interrupted: say(`Was ${lower(doing)}`),
    interruptedInput: say(`Was ${lower(beginning)}`),
    ...others,
  }
}

/** In a group's line, by kind: what was done, to one and to several. */
const deeds: Readonly<Record<ToolKind, readonly [did: string, one: string, many: string]>> = {
  read: ['read', 'file', 'files'],
  write: ['wrote', 'file', 'files'],
  edit: ['edited', 'file', 'files'],
  delete: ['deleted', 'item', 'items'],
  move: ['moved', 'item', 'items'],
  search: ['searched', '', ''],
  execute: ['ran', 'command', 'commands'],
  fetch: ['fetched', 'page', 'pages'],
  think: ['thought', '', ''],
  plan: ['showed', 'plan', 'plans'],
  ask: ['asked', 'question', 'questions'],
  task: ['updated tasks', '', ''],
  agent: ['ran', 'agent', 'agents'],
  workflow: ['ran', 'workflow', 'workflows'],
  other: ['used', 'tool', 'tools'],
}
const times = (calls: number) => (calls === 1 ? 'once' : calls === 2 ? 'twice' : `${number.format(calls)} times`)

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
    read: verbs('Reading', 'Read', 'read', 'a file'),
    write: verbs('Writing', 'Wrote', 'write', 'a file', { running: saving }),
    edit: verbs('Editing', 'Edited', 'edit', 'a file', { running: saving }),
    delete: verbs('Deleting', 'Deleted', 'delete', 'something', {}, 'About to delete'),
    move: verbs('Moving', 'Moved', 'move', 'something', {}, 'About to move'),
    search: verbs('Searching for', 'Searched for', 'search for', 'something'),
    execute: verbs('Running', 'Ran', 'run', 'a command', writing('a command')),
    fetch: verbs('Fetching', 'Fetched', 'fetch', 'a page', {}, 'About to fetch'),
    think: verbs('Thinking', 'Thought', 'think', '', { failed: verb('Could not think it through') }),
    ask: verbs('Asking', 'Asked', 'ask', 'a question', {
      ...writing('a question'),
      asks: verb('Wants to ask'),
      needs: verb('Has a question'),
    }),
    plan: verbs('Showing a plan:', 'Showed a plan:', 'show a plan:', '', {
      ...writing('a plan'),
      needs: verb('Plan to review: {target}', 'Plan to review'),
      failed: verb('Could not plan: {target}', 'Could not plan'),
      interrupted: verb('Was planning: {target}', 'Was planning'),
    }),
    planOutcomes: {
      approved: verb('Plan approved: {target}', 'Plan approved'),
      sentBack: verb('Plan sent back: {target}', 'Plan sent back'),
      rejected: verb('Plan rejected: {target}', 'Plan rejected'),
    },
    task: verbs('Updating tasks', 'Updated tasks', 'update tasks', '', { needs: verb('Needs details for tasks') }),
    agent: {
      streaming: about('Briefing {name}'),
      queued: about('About to start {name}'),
      running: about('{name} is working'),
      asks: about('Wants to start {name}'),
      needs: about('{name} needs details'),
      done: about('{name} finished'),
      failed: about('{name} failed'),
      denied: about('{name} was not started'),
      interrupted: about('{name} was working'),
      interruptedInput: about('Was briefing {name}'),
    },
    workflow: verbs('Running', 'Ran', 'run', 'a workflow', {}, 'Preparing'),
    other: verbs('Using', 'Used', 'use', 'a tool', {}, 'Preparing'),
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
    lines: lines => count(lines, 'line', 'lines'),
    hits: (hits, files) =>
      count(hits, 'hit', 'hits') + (files === undefined ? '' : ` in ${count(files, 'file', 'files')}`),
    changes: (added, removed) => [`+${number.format(added)}`, `−${number.format(removed)}`],
    progress: (done, total) => `${number.format(done)} of ${number.format(total)}`,
    progressLabel: 'Progress',
  },
  group: {
    label: 'Tool calls',
    summary: counts => {
      const line = counts
        .map(([kind, calls]) => {
          const [did, one, many] = deeds[kind]
          return `${did} ${one ? count(calls, one, many) : times(calls)}`
        })
        .join(', ')
      return line.charAt(0).toUpperCase() + line.slice(1)
    },
    failed: calls => `${number.format(calls)} failed`,
  },
  sections: {
    input: 'Input',
    output: 'Output',
    modelOutput: 'What the model read',
    raw: 'Input as received',
    terminal: 'Terminal',
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
    items: items => count(items, 'item', 'items'),
    moreItems: items => count(items, 'more item', 'more items'),
    moreLines: lines => count(lines, 'more line', 'more lines'),
    showMore: 'Show more',
    changes: 'Changes',
    lineRange: (first, last) => `Lines ${number.format(first)}–${number.format(last)}`,
    edit: (position, edits) => `Edit ${number.format(position)} of ${number.format(edits)}`,
    command: 'Command',
    lastLines: (shown, lines) => `Last ${number.format(shown)} of ${count(lines, 'line', 'lines')}`,
    showAllLines: 'Show all lines',
    liveOutput: 'Live output',
    hits: hits => count(hits, 'hit', 'hits'),
    moreHits: hits => count(hits, 'more hit', 'more hits'),
    rows: 'Rows',
    rowsOf: (shown, rows) => `${number.format(shown)} of ${count(rows, 'row', 'rows')}`,
    showMoreRows: 'Show more rows',
    loadImage: host => `Load image from ${host}`,
    image: 'Image',
    imageFailed: 'The image could not be loaded',
    file: 'File',
    bytes: bytes =>
      bytes < 1000
        ? `${number.format(bytes)}\u00a0B`
        : bytes < 1_000_000
          ? `${number.format(Math.round(bytes / 1000))}\u00a0KB`
          : `${seconds.format(bytes / 1_000_000)}\u00a0MB`,
    noResults: 'No results',
  },
  action: {
    copy: section => `Copy ${section.charAt(0).toLowerCase()}${section.slice(1)}`,
    copied: 'Copied',
    copyDetails: 'Copy details',
    retry: 'Try again',
    stop: 'Stop',
    copyPath: path => `Copy path ${path}`,
    download: name => `Download ${name}`,
  },
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
    descriptor: 'Said by the server',
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
    answerNotSent: why => `Your answer was not sent: ${why}.`,
    notTaken: why => `Your answer was not taken: ${why}.`,
    denyAlways: 'Always deny',
    appliesTo: 'Applies to',
    alsoCovers: 'Also covers:',
    noAnswer: 'the server did not answer',
    changed: 'The request changed. Look again before you decide.',
    readOnly: 'Someone else has to decide this.',
    automatic: 'This is decided by a policy.',
    asks: 'Asked by the tool',
    writtenAnswer: 'The agent wrote an answer into its own input. It answers nothing: only you do.',
    expires: (value, unit) =>
      `Expires in ${new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value)}`,
  },
  scope: {
    once: 'This call only',
    session: 'This session',
    tool: 'Every session, this tool',
    category: 'Every session, tools of this kind',
    always: 'Every session',
    named: (scope, name) => `${scope} (${name})`,
    covers: {
      session: tool => `every later call of ${tool} in this session`,
      tool: tool => `every later call of ${tool}, until you revoke it`,
      category: tool => `every later call of ${tool} and of tools of the same kind, until you revoke it`,
    },
  },
  ask: {
    send: 'Send answer',
    sendMany: answers => `Send ${count(answers, 'answer', 'answers')}`,
    sendEmpty: 'Send an empty answer',
    sendNone: 'Send without a choice',
    confirm: 'Press again to send it so.',
    missing: 'Choose an option to send it.',
    notYet: 'You can choose already. It can be sent once the agent waits for it.',
    skip: 'Skip',
    other: 'Other',
    own: 'Your own answer',
    otherField: 'Other: Your own answer',
    placeholder: 'Type your answer',
    untitled: 'The agent asks for an answer',
    unnamed: position => `Option ${number.format(position)}, without a name`,
    same: (position, options) => `${number.format(position)} of ${number.format(options)} with this name`,
    next: 'Next',
    back: 'Back',
    review: 'Your answers',
    none: 'No answer',
    change: 'Change',
  },
  plan: {
    label: 'Plan',
    comment: 'Comment on this part',
    addComment: 'Add comment',
    editComment: 'Edit comment',
    removeComment: 'Remove comment',
    cancel: 'Cancel',
    send: comments => `Send ${count(comments, 'comment', 'comments')}`,
    approve: 'Approve plan',
    approveUnseen: 'Approve without the plan',
    reject: 'Reject',
    requestChanges: 'Request changes',
    feedback: 'What should change',
    feedbackHint: 'Tell the agent what should change. It reads this.',
    revises: 'The agent revises the plan',
    confirmUnseen: 'Press again to approve what you have not seen.',
    loading: 'Reading the plan',
    notAvailable: 'The plan text is not available.',
    notRead: why => `The plan text is not available: ${why}.`,
    readAgain: 'Read it again',
    edit: 'Edit plan',
    discardEdit: 'Discard edits',
    editField: 'Plan text',
    changes: { new: 'New', changed: 'Changed', removed: 'Removed' },
    was: text => `Was: ${text}`,
    about: (part, comment) => `On “${part}”: ${comment}`,
    edited: changes => `I edited the plan. Changes:\n${changes}`,
    more: blocks => `Show ${count(blocks, 'more part', 'more parts')}`,
    loadImage: host => `Load image from ${host}`,
    image: 'Image',
  },
  form: {
    send: 'Send',
    cancel: 'Cancel',
    optional: 'Optional',
    choose: 'Choose',
    none: 'No value',
    yes: 'Yes',
    no: 'No',
    answer: 'Answer',
    asText: 'Text',
    asJson: 'JSON',
    answerType: 'Send as',
    jsonHint: 'As JSON, such as {"name": "Ada"}',
    textHint: 'Sent as it is typed',
    add: name => `Add to ${name}`,
    item: (name, position) => `${name} ${number.format(position)}`,
    remove: item => `Remove ${item}`,
    moveUp: item => `Move ${item} up`,
    moveDown: item => `Move ${item} down`,
    empty: 'Nothing added',
    range: (minimum, maximum) =>
      minimum === undefined
        ? maximum === undefined
          ? ''
          : `Up to ${number.format(maximum)}`
        : maximum === undefined
          ? `From ${number.format(minimum)}`
          : `From ${number.format(minimum)} to ${number.format(maximum)}`,
    errors: fields => `${count(fields, 'field needs', 'fields need')} attention`,
    notChecked: why => `Your answer could not be checked: ${why}. Try again.`,
    sendEmpty: 'Send an empty answer',
    problems: {
      required: 'Enter a value',
      choose: 'Choose an option',
      tick: 'Tick the box',
      number: 'Enter a number, such as 12',
      wholeNumber: 'Enter a whole number, such as 12',
      tooLarge: 'Enter a number with fewer digits',
      minimum: minimum => `Enter ${number.format(minimum)} or more`,
      maximum: maximum => `Enter ${number.format(maximum)} or less`,
      above: minimum => `Enter more than ${number.format(minimum)}`,
      below: maximum => `Enter less than ${number.format(maximum)}`,
      multipleOf: step => `Enter a multiple of ${number.format(step)}`,
      minLength: characters => `Enter at least ${count(characters, 'character', 'characters')}`,
      maxLength: characters => `Enter at most ${count(characters, 'character', 'characters')}`,
      pattern: 'Enter it in the form that is asked for',
      formats: {
        email: 'Enter a whole e-mail address, such as name@example.com',
        uri: 'Enter a whole address, such as https://example.com',
        date: 'Enter a date, such as 2026-12-03',
        'date-time': 'Enter a date and a time, such as 2026-12-03T14:00:00Z',
        time: 'Enter a time, such as 14:00:00',
        uuid: 'Enter a UUID, such as 123e4567-e89b-12d3-a456-426614174000',
      },
      minItems: items => `Add at least ${count(items, 'entry', 'entries')}`,
      maxItems: items => `Keep at most ${count(items, 'entry', 'entries')}`,
      uniqueItems: 'Enter each entry once',
      json: message => `Enter valid JSON: ${message}`,
      other: message => `This does not fit: ${message}`,
    },
  },
  task: {
    label: 'Tasks',
    statuses: { pending: 'To do', in_progress: 'In progress', completed: 'Done' },
    done: (done, total) => `${number.format(done)} of ${number.format(total)} done`,
    none: 'No tasks',
  },
  dock: {
    title: calls => `${number.format(calls)} waiting for you`,
    position: (position, calls) => `${number.format(position)} of ${number.format(calls)}`,
    previous: 'Previous',
    next: 'Next',
    fold: 'Fold',
    unfold: 'Unfold',
    from: 'From',
    empty: 'Nothing is waiting for you',
    seen: calls => `You have seen ${number.format(calls)} of them in full`,
    approveSeen: calls => `Approve ${count(calls, 'call', 'calls')}`,
  },
  grants: {
    label: 'Allowed without asking',
    none: 'Nothing is allowed without asking',
    scopes: { session: 'This session', tool: 'Every session', category: 'Every session, tools of this kind' },
    revoke: 'Revoke',
    notRead: why => `What is allowed could not be read: ${why}.`,
    notRevoked: why => `It was not revoked: ${why}.`,
    again: 'Try again',
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
    answers: answers => list.format(answers),
    answeredEmpty: 'You sent an empty answer',
    answeredNone: 'You answered without a choice',
    planOutcomes: { approved: 'Plan approved by you', sentBack: 'Sent back by you', rejected: 'Plan rejected by you' },
    feedback: feedback => `“${feedback}”`,
    answeredElsewhere: 'Answered elsewhere',
    sending: 'Sending',
    held: 'Waiting for the other answers',
    withdrawn: {
      aborted: 'Stopped before anyone answered.',
      error: 'The run failed before anyone answered.',
      length: 'Cut off before anyone answered.',
      disconnected: 'The connection was lost before anyone answered.',
      'no-result': 'The run ended before anyone answered.',
      cancelled: 'The request was withdrawn.',
      expired: 'Nobody answered in time.',
      superseded: 'You wrote a message instead.',
      'answered-elsewhere': 'The request was answered elsewhere.',
    },
    nothingRan: 'Nothing has run.',
  },
  error: {
    kinds: {
      input: {
        message: 'The input does not fit the tool.',
        advice: `${wasNotRun} The agent has been told and can correct itself.`,
      },
      execution: {
        message: 'The tool failed without saying why.',
        advice: hasBeenTold,
      },
      output: {
        message: 'The tool ran, but its output does not fit.',
        advice: hasBeenTold,
      },
      'not-executed': { message: wasNotRun, advice: hasBeenTold },
    },
    interrupted: {
      aborted: undefined,
      error: {
        message: 'The run failed before a result arrived.',
        advice: mayHaveRun,
      },
      length: {
        message: 'The model reached its limit before a result arrived.',
        advice: mayHaveRun,
      },
      disconnected: {
        message: 'The connection ended before a result arrived.',
        advice: mayHaveRun,
      },
      'no-result': {
        message: 'The run ended without a result of this call.',
        advice: mayHaveRun,
      },
      cancelled: undefined,
      expired: undefined,
      superseded: undefined,
      'answered-elsewhere': undefined,
    },
    interruptedInput: {
      aborted: undefined,
      error: { message: 'The run failed before the input was complete.', advice: wasNotRun },
      length: {
        message: 'The model reached its limit before the input was complete.',
        advice: wasNotRun,
      },
      disconnected: {
        message: 'The connection ended before the input was complete.',
        advice: 'The tool may still have run elsewhere.',
      },
      'no-result': { message: 'The run ended before the input was complete.', advice: wasNotRun },
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
