import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 10,
  breaks: 'The same id in another step is the same call.',
  file: 'core/tool-call-index.ts',
  find: `const PLACE = ['messageId', 'stepId', 'parentToolCallId', 'runId'] as const`,
  replace: `const PLACE = ['messageId', 'parentToolCallId', 'runId'] as const`,
}
