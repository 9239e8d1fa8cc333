/** What a question may say that its prompt shows. */
export const questionKeys: ReadonlySet<string> = new Set([
  'question',
  'questions',
  'options',
  'choices',
  'selectionMode',
  'selection_mode',
  'toolId',
])
