import { parseSchema } from '../form/read-schema.ts'
import { isRecord } from '../is-record.ts'
import { questionKeys } from './question-keys.ts'

export interface QuestionOption {
  /** The answer. May be empty, and may be there twice. */
  readonly label: string
  readonly description?: string | undefined
  /** It cannot change any more. */
  readonly isWhole: boolean
}
export interface Question {
  readonly text: string
  /** Empty: the answer is a text. */
  readonly options: readonly QuestionOption[]
  readonly isMultiple: boolean
}
export type Answer = string | readonly string[]

/**
 * Reads what an `ask_user` asks: from its payload, or from its arguments while they stream. Usually one question; a list in
 * `questions` is asked one after the other. Tolerant: options may be texts, names may be in either case. Empty where nothing asks.
 */
export function readQuestions(value: unknown, isComplete: boolean): readonly Question[] {
  if (!isRecord(value)) return []
  const list = own(value, 'questions')
  if (!Array.isArray(list)) return readQuestion(value, isComplete)
  return list.flatMap((entry: unknown, index) => readQuestion(entry, isComplete || index < list.length - 1))
}

/** What a payload says besides its questions. */
export function restOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !questionKeys.has(key))) : {}
}

function readQuestion(value: unknown, isComplete: boolean): readonly Question[] {
  if (!isRecord(value)) return typeof value === 'string' ? [{ text: value, options: [], isMultiple: false }] : []
  const text = own(value, 'question')
  if (typeof text !== 'string' && isComplete) return []
  const mode = own(value, 'selectionMode', 'selection_mode')
  return [
    {
      text: typeof text === 'string' ? text : '',
      options: readOptions(own(value, 'options', 'choices'), isComplete),
      isMultiple:
        own(value, 'multiSelect', 'multi_select') === true || (typeof mode === 'string' && /^multi/i.test(mode)),
    },
  ]
}

function readOptions(given: unknown, isComplete: boolean): readonly QuestionOption[] {
  const list: readonly unknown[] = Array.isArray(given)
    ? given
    : isRecord(given)
      ? Object.entries(given).map(([label, description]) => ({ label, description }))
      : []
  return list.map((option, index) => {
    const description = isRecord(option) ? own(option, 'description') : undefined
    const label = isRecord(option) ? own(option, 'label', 'name', 'title', 'value') : option
    return {
      label: typeof label === 'string' || typeof label === 'number' || typeof label === 'boolean' ? String(label) : '',
      description: typeof description === 'string' && description !== '' ? description : undefined,
      isWhole: isComplete || index < list.length - 1,
    }
  })
}

function own(value: Readonly<Record<string, unknown>>, ...keys: readonly string[]): unknown {
  const key = keys.find(name => Object.hasOwn(value, name) && value[name] !== undefined && value[name] !== null)
  return key === undefined ? undefined : value[key]
}

/**
 * Whether an answer of this shape can fit a `resumeSchema`: an object, or JSON text. `named`: an object with an answer for each
 * question, or with those under `answers`. What cannot be read fits all but that.
 */
export function mayTake(schema: unknown, shape: 'text' | 'texts' | 'named', depth = 0): boolean {
  const isOpen = shape !== 'named'
  if (depth > 5 || schema === false) return schema !== false && isOpen
  const root = parseSchema(schema)
  if (!root) return isOpen
  const variants = own(root, 'anyOf', 'oneOf')
  if (Array.isArray(variants)) return variants.some(variant => mayTake(variant, shape, depth + 1))
  if (Object.hasOwn(root, 'const') || Object.hasOwn(root, 'enum')) return false
  const types: readonly unknown[] = [own(root, 'type') ?? []].flat()
  const names = root['properties']
  if (!isOpen)
    return (
      (types.length === 0 || types.includes('object')) &&
      (isRecord(names) ? Object.keys(names).join() === 'answers' : types.length > 0)
    )
  if (types.length === 0) return names === undefined
  if (shape === 'text') return types.includes('string')
  return types.includes('array') && (!Object.hasOwn(root, 'items') || mayTake(root['items'], 'text', depth + 1))
}

/** The answer as the schema wants it. Several are told by question, as a list, or as one text. */
export function toResumeData(
  questions: readonly Question[],
  answers: readonly (Answer | undefined)[],
  schema: unknown,
): unknown {
  const texts = answers.map((answer = '') => (typeof answer === 'string' ? answer : answer.join(', ')))
  const [only] = questions
  if (only && questions.length === 1)
    return only.isMultiple && only.options.length > 0 && mayTake(schema, 'texts') ? answers[0] : texts[0]
  const properties = parseSchema(schema)?.['properties']
  const inner = isRecord(properties) ? own(properties, 'answers') : undefined
  const asked = inner ?? schema
  const names = questions.map(({ text }, index) => {
    const isRepeated = questions.findIndex(other => other.text === text) !== index
    return isRepeated ? `${text} (${index + 1})` : text
  })
  const data = mayTake(asked, 'named')
    ? Object.fromEntries(names.map((name, index) => [name, texts[index]]))
    : mayTake(asked, 'texts')
      ? texts
      : names.map((name, index) => `${name} ${texts[index]}`).join('\n')
  return inner === undefined ? data : { answers: data }
}
