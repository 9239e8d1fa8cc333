import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 6,
  breaks: 'An answer is taken although the input is another by now.',
  file: 'core/answer-gate.ts',
  find: 'if (!isSame || !isDeepEqual(current.input, shown.input))',
  replace: 'if (!isSame)',
}
