import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 11,
  breaks: 'What the backend wants back with an answer is dropped.',
  file: 'core/reduce-tool-call.ts',
  find: `resumeSchema detached expiresAt ref'`,
  replace: `resumeSchema detached expiresAt'`,
}
