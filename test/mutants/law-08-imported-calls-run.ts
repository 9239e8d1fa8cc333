import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 8,
  breaks: 'A call that comes from stored state runs by itself.',
  file: 'core/tool-runs.ts',
  find: `if (mayStart(entry) && (!entry.isRestored || getTool(entry.call.toolName)?.restored === 'run'))`,
  replace: 'if (mayStart(entry))',
}
