import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 13,
  breaks: 'An event that says nothing new makes a new record.',
  file: 'core/reduce-tool-call.ts',
  find: '  return call ? known : move(known,',
  replace: '  return call ? change(known, {}) : move(known,',
}
