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
    /** @param name of whoever may decide in place of this person, where it is known. */
    readonly waitingFor: (name: string | undefined) => string
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
    readonly keys: (keys: number) => string
    readonly moreItems: (items: number) => string
    readonly moreLines: (lines: number) => string
    readonly showMore: string
    readonly changes: string
    readonly lineRange: (first: number, last: number) => string
    readonly edit: (position: number, edits: number) => string
    readonly command: string
    /** Below what a command writes while it runs. */
    readonly live: string
    readonly lastLines: (shown: number, lines: number) => string
    readonly showAllLines: string
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
    /** Without what should come with a no. */
    readonly denyAnyway: string
    readonly addReason: string
    /** Over the fields of what has to come with an answer. */
    readonly payload: Readonly<Record<'approve' | 'reject' | 'both', string>>
    readonly reason: string
    readonly optional: string
    readonly reasonHint: string
    readonly agentReason: string
    readonly mayHaveRun: string
    /** What the app's server put beside its question. */
    readonly descriptor: string
    readonly unread: (lines: number) => string
    readonly unreadHint: string
    /** What stands before and after the code that is shown for one of them. */
    readonly invisible: (characters: number) => readonly [before: string, after: string]
    /** @param written how the arguments wrote them; none where their text is not known. */
    readonly unsafeNumbers: (numbers: number, written: readonly string[]) => string
    readonly notSent: (why: string) => string
    readonly answerNotSent: (why: string) => string
    readonly notTaken: (why: string) => string
    readonly denyAlways: string
    readonly appliesTo: string
    readonly alsoCovers: string
    readonly noAnswer: string
    readonly changed: string
    readonly readOnly: (decider: string | undefined) => string
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
    readonly title: (calls: number, canDecide: boolean) => string
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
