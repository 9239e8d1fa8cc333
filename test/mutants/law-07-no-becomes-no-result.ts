import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 7,
  breaks: 'A call that was denied ends as if it had been cut off.',
  file: 'core/reduce-tool-call.ts',
  find: '    if (call.decision?.approved === false)',
  replace: `    if (call.decision?.approved === false && call.decision.by === 'policy')`,
}
