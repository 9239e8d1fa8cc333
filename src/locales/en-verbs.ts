import type { ToolCallLabels, VerbPhase, VerbTemplate } from './labels.ts'

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
function phases(
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

export const verbs: ToolCallLabels['verbs'] = {
  read: phases('Reading', 'Read', 'read', 'a file'),
  write: phases('Writing', 'Wrote', 'write', 'a file', { running: saving }),
  edit: phases('Editing', 'Edited', 'edit', 'a file', { running: saving }),
  delete: phases('Deleting', 'Deleted', 'delete', 'something', {}, 'About to delete'),
  move: phases('Moving', 'Moved', 'move', 'something', {}, 'About to move'),
  search: phases('Searching for', 'Searched for', 'search for', 'something'),
  execute: phases('Running', 'Ran', 'run', 'a command', writing('a command')),
  fetch: phases('Fetching', 'Fetched', 'fetch', 'a page', {}, 'About to fetch'),
  think: phases('Thinking', 'Thought', 'think', '', { failed: verb('Could not think it through') }),
  ask: phases('Asking', 'Asked', 'ask', 'a question', {
    ...writing('a question'),
    asks: verb('Wants to ask'),
    needs: verb('Has a question'),
  }),
  plan: phases('Showing a plan:', 'Showed a plan:', 'show a plan:', '', {
    ...writing('a plan'),
    needs: about('Plan to review'),
    failed: about('Could not plan'),
    interrupted: about('Was planning'),
  }),
  planOutcomes: {
    approved: about('Plan approved'),
    sentBack: about('Plan sent back'),
    rejected: about('Plan rejected'),
  },
  task: phases('Updating tasks', 'Updated tasks', 'update tasks', '', { needs: verb('Needs details for tasks') }),
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
  workflow: phases('Running', 'Ran', 'run', 'a workflow', {}, 'Preparing'),
  other: phases('Using', 'Used', 'use', 'a tool', {}, 'Preparing'),
}
