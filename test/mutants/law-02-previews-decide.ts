import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 2,
  breaks: 'A preview is taken for the input of an approval.',
  file: 'core/tool-call-input.ts',
  find: `if (isIn(call, 'input-streaming') ||`,
  replace: `if (isIn(call, 'input-streaming')) return { input: args ?? call.input }
  if (`,
}
