import type { Answer, Question } from './read-question.ts'

export interface AnswerDraft {
  /** By place and name: the names may repeat, and while they stream a place may change its name. */
  readonly chosen: readonly { readonly index: number; readonly label: string }[]
  readonly isOther: boolean
  /** An answer of one's own. */
  readonly text: string
}
export interface AskDraft {
  readonly answers: readonly AnswerDraft[]
  readonly step: number
}
export const noAnswer: AnswerDraft = { chosen: [], isOther: false, text: '' }
export const noDraft: AskDraft = { answers: [], step: 0 }

export function answerAt(draft: AskDraft, index: number): AnswerDraft {
  return draft.answers[index] ?? noAnswer
}

export function isPicked({ chosen }: AnswerDraft, label: string, index: number): boolean {
  return chosen.some(choice => choice.index === index && choice.label === label)
}

/** The answer so far: an empty list where nothing was said, undefined where an option has to be chosen and none is. */
export function readAnswer({ options, isMultiple }: Question, draft: AnswerDraft): Answer | undefined {
  const typed = draft.text.trim()
  if (options.length === 0) return typed === '' ? [] : draft.text
  const labels = options.flatMap(({ label }, index) => (isPicked(draft, label, index) ? [label] : []))
  if (isMultiple) return draft.isOther && typed !== '' ? [...labels, typed] : labels
  return draft.isOther ? typed || undefined : labels[0]
}

export function isNothing(answer: Answer | undefined): boolean {
  return answer === undefined || (typeof answer !== 'string' && answer.length === 0)
}
