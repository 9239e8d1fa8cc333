import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 13,
  breaks: 'An event that says nothing new makes a new record.',
  file: 'core/tool-call-record.ts',
  find: 'Object.keys(news).length === 0 ? call : freeze',
  replace: 'Object.keys(news).length < 0 ? call : freeze',
}
