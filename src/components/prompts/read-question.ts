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
  /** What the payload says besides. */
  readonly rest: Readonly<Record<string, unknown>>
}

/**
 * Reads what an `ask_user` asks: from its payload, or from its arguments while they stream. Tolerant: options may be texts,
 * names may be in either case. Undefined where nothing asks.
 */
export function readQuestion(value: unknown, isComplete: boolean): Question | undefined {
  if (!isRecord(value)) return undefined
  const text = own(value, 'question')
  if (typeof text !== 'string' && isComplete) return undefined
  const given = own(value, 'options') ?? own(value, 'choices')
  const options = readOptions(given, isComplete)
  const mode = own(value, 'selectionMode') ?? own(value, 'selection_mode')
  const rest: Record<string, unknown> = {}
  for (const key of Object.keys(value)) if (!questionKeys.has(key)) rest[key] = value[key]
  return {
    text: typeof text === 'string' ? text : '',
    options,
    isMultiple: typeof mode === 'string' && mode.toLowerCase().startsWith('multi'),
    rest,
  }
}

function readOptions(given: unknown, isComplete: boolean): readonly QuestionOption[] {
  const list: readonly unknown[] = Array.isArray(given)
    ? given
    : isRecord(given)
      ? Object.entries(given).map(([label, description]) => ({ label, description }))
      : []
  return list.map((option, index) => ({ ...readOption(option), isWhole: isComplete || index < list.length - 1 }))
}

function readOption(option: unknown): { label: string; description?: string | undefined } {
  if (!isRecord(option)) return { label: toLabel(option) }
  const description = own(option, 'description')
  return {
    label: toLabel(own(option, 'label') ?? own(option, 'name') ?? own(option, 'title') ?? own(option, 'value')),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
  }
}

function toLabel(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Whether an answer of this shape can fit a `resumeSchema`: an object, or JSON text. What cannot be read fits all. */
export function mayTake(schema: unknown, shape: 'text' | 'texts', depth = 0): boolean {
  if (depth > 5) return true
  if (typeof schema === 'string') {
    try {
      return mayTake(JSON.parse(schema) as unknown, shape, depth + 1)
    } catch {
      return true
    }
  }
  if (!isRecord(schema)) return schema !== false
  const variants = own(schema, 'anyOf') ?? own(schema, 'oneOf')
  if (Array.isArray(variants)) return variants.some(variant => mayTake(variant, shape, depth + 1))
  if (Object.hasOwn(schema, 'const') || Object.hasOwn(schema, 'enum')) return false
  const type = own(schema, 'type')
  const types: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type]
  if (types.length === 0) return !Object.hasOwn(schema, 'properties')
  if (shape === 'text') return types.includes('string')
  return (
    types.includes('array') && (!Object.hasOwn(schema, 'items') || mayTake(own(schema, 'items'), 'text', depth + 1))
  )
}
