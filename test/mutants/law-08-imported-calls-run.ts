import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 8,
  breaks: 'A call that comes from stored state runs by itself.',
  file: 'core/tool-runs.ts',
  find: `if (!entry.isRestored || tool?.restored === 'run') begin(entry)`,
  replace: `if (entry.key !== '') begin(entry)`,
}
