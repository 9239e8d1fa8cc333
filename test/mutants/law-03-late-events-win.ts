import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 3,
  breaks: 'What comes after an error changes it.',
  file: 'core/reduce-tool-call.ts',
  find: 'if (isSettled(call) && !AFTER_OUTCOME.has(event.type))',
  replace: `if (isSettled(call) && !isIn(call, 'output-error') && !AFTER_OUTCOME.has(event.type))`,
}
