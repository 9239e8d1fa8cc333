import type { ToolKind } from '../core/tool-definition.ts'
import { verbs } from './en-verbs.ts'
import type { ToolCallLabels } from './labels.ts'

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
  verbs,
  words: {
    queued: 'Queued',
    otherTab: 'Running in another tab',
    background: 'In the background',
    blocked: 'Blocked by policy',
    answeredElsewhere: 'Answered elsewhere',
    ranAlthoughDenied: 'Ran although denied',
    waitingFor: name => `Waiting for ${name || 'an answer'}`,
    automatic: 'Checking policy',
    exit: code => `Exit ${number.format(code)}`,
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
    keys: keys => count(keys, 'key', 'keys'),
    moreItems: items => count(items, 'more item', 'more items'),
    moreLines: lines => count(lines, 'more line', 'more lines'),
    showMore: 'Show more',
    changes: 'Changes',
    lineRange: (first, last) => `Lines ${number.format(first)}–${number.format(last)}`,
    edit: (position, edits) => `Edit ${number.format(position)} of ${number.format(edits)}`,
    command: 'Command',
    live: 'Live output',
    lastLines: (shown, lines) => `Last ${number.format(shown)} of ${count(lines, 'line', 'lines')}`,
    showAllLines: 'Show all lines',
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
    denyAnyway: 'Deny anyway',
    addReason: 'Add a reason',
    payload: { approve: 'To approve', reject: 'To deny', both: 'With your answer' },
    reason: 'Reason',
    optional: 'Optional',
    reasonHint: 'Tell the agent why. It reads this.',
    agentReason: 'Reason given by the agent',
    mayHaveRun: 'This was open before the page was loaded, and it may have run already. Run it now?',
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
    unsafeNumbers(numbers, written) {
      const isOne = plural.select(numbers) === 'one'
      const what = isOne ? 'a whole number' : `${number.format(numbers)} whole numbers`
      const how = written.length > 0 ? `The agent wrote ${list.format(written)}` : ''
      return `Contains ${what} too large to be shown exactly. ${how || `${isOne ? 'Its' : 'Their'} last digits may differ`}.`
    },
    notSent: why => `Your answer was not sent: ${why}. Nothing has run.`,
    answerNotSent: why => `Your answer was not sent: ${why}.`,
    notTaken: why => `Your answer was not taken: ${why}.`,
    denyAlways: 'Always deny',
    appliesTo: 'Applies to',
    alsoCovers: 'Also covers:',
    noAnswer: 'the server did not answer',
    changed: 'The request changed. Look again before you decide.',
    readOnly: name => (name ? `Only ${name} can decide this.` : 'Someone else has to decide this.'),
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
    title: (calls, canDecide) => `${number.format(calls)} waiting for ${canDecide ? 'you' : 'someone else'}`,
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
