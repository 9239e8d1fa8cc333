import type { Mutant } from './mutant.ts'

export const mutant: Mutant = {
  law: 1,
  breaks: 'A result for a call that nobody has heard of is dropped.',
  file: 'core/tool-call-store.ts',
  find: `if (!known && (event.type === 'response_failed' || event.toolCallId === undefined)) {`,
  replace: `if (!known && (event.type === 'response_failed' || event.type === 'tool_end' || event.toolCallId === undefined)) {`,
}
