import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 4,
  breaks: 'A call that was only decided stays open when its run ends.',
  file: 'core/reduce-tool-call.ts',
  find: `if (reason === 'suspended' || isWaiting(call) || call.background === true) return call`,
  replace: `if (reason === 'suspended' || isWaiting(call) || call.background === true || isIn(call, 'approval-responded', 'resuming')) return call`,
}
