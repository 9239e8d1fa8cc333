import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 9,
  breaks: 'The answers of a batch do not wait for each other.',
  file: 'core/answer-gate.ts',
  find: '!(awaitsMore && isBatched)',
  replace: '!(awaitsMore && isBatched && false)',
}
