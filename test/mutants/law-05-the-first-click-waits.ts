import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 5,
  breaks: 'The state leaves the prompt only after something was awaited.',
  file: 'core/answer-gate.ts',
  find: `      store.applyTo(shown.key, toEvent(shown, response))
      const result`,
  replace: `      await Promise.resolve()
      store.applyTo(shown.key, toEvent(shown, response))
      const result`,
}
