import type { ToolCallLabels } from '../../locales/labels.ts'
import type { FormNode } from './read-schema.ts'
import type { FormState } from './use-schema-form.ts'
import { escapeKey, validateValue } from './validate.ts'
import type { FormProblem } from './validate.ts'

// Loaded when there is a form. It imports nothing that was there before: bundlers would cut the first load in two to share it.

/** The value of a form as it may be sent, and what has to be said about its fields, by JSON pointer. `json`: what `schema` says; `keepsUnseen`: keys without a field are the app's. */
export async function checkValue(
  schema: unknown,
  json: Readonly<Record<string, unknown>> | undefined,
  node: FormNode,
  state: FormState,
  labels: ToolCallLabels,
  keepsUnseen: boolean,
): Promise<{ readonly value: unknown; readonly problems: ReadonlyMap<string, string> }> {
  const value = completeValue(node, state.value, true, keepsUnseen)
  const problems = new Map<string, string>()
  findGaps(node, value, '', true, state.texts, labels, problems)
  if (isWhole(value)) {
    for (const problem of await validateValue(schema, json, value)) {
      const { pointer, owner } = ownerOf(node, problem.pointer)
      if (problems.has(pointer) || composite.has(problem.keyword)) continue
      problems.set(pointer, sayProblem(problem, owner, labels))
    }
  }
  return { value, problems }
}

/** They only say that something inside of them is wrong. */
const composite = new Set([
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/** Adds what has to be there and needs nobody to say it: lists and objects without content, constants, `null` for an empty field. */
function completeValue(node: FormNode, value: unknown, isRequired: boolean, keepsUnseen: boolean): unknown {
  if (value === undefined) {
    if (!isRequired) return undefined
    if (node.type === 'const') return node.value
    if (node.type === 'list') return []
    if (node.isNullable && (node.type === 'text' || node.type === 'number')) return null
    if (node.type !== 'object') return undefined
  }
  if (node.type === 'list' && Array.isArray(value))
    return value.map(item => completeValue(node.item, item, true, keepsUnseen))
  if (node.type !== 'object' || (value !== undefined && !isObject(value))) return value
  const isSeen = new Set(node.fields.map(({ key }) => key))
  const entries = new Map(Object.entries(value ?? {}).filter(([key]) => keepsUnseen || isSeen.has(key)))
  for (const { key, node: field, isRequired: isFieldRequired } of node.fields) {
    const whole = completeValue(field, entries.get(key), isFieldRequired, keepsUnseen)
    if (whole !== undefined) entries.set(key, whole)
  }
  return Object.fromEntries(entries)
}

/** Finds what is missing, and texts that are no values. */
function findGaps(
  node: FormNode,
  value: unknown,
  pointer: string,
  isRequired: boolean,
  texts: FormState['texts'],
  labels: ToolCallLabels,
  found: Map<string, string>,
): void {
  const { problems } = labels.form
  const text = texts[pointer]
  if (text !== undefined && text.trim() !== '') {
    if (node.type === 'number') {
      if (typeof value !== 'number' || !Number.isFinite(value))
        found.set(pointer, node.isInteger ? problems.wholeNumber : problems.number)
      else if (Number.isInteger(value) && !Number.isSafeInteger(value)) found.set(pointer, problems.tooLarge)
    } else if (node.type === 'json' && value === undefined) {
      try {
        JSON.parse(text)
      } catch (error) {
        found.set(pointer, problems.json(error instanceof Error ? error.message : String(error)))
      }
    }
    if (found.has(pointer)) return
  }
  if (value === undefined) {
    if (!isRequired) return
    const isChoice = node.type === 'choice' || node.type === 'boolean'
    found.set(pointer, isTick(node) ? problems.tick : isChoice ? problems.choose : problems.required)
  } else if (node.type === 'list' && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      findGaps(node.item, item, `${pointer}/${index}`, true, texts, labels, found)
  } else if (node.type === 'object' && isObject(value)) {
    for (const { key, node: field, isRequired: isFieldRequired } of node.fields) {
      const own = Object.hasOwn(value, key) ? value[key] : undefined
      findGaps(field, own, `${pointer}/${escapeKey(key)}`, isFieldRequired, texts, labels, found)
    }
  }
}

function isTick(node: FormNode): boolean {
  return node.type === 'choice' && node.isTick
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without a hole, as an entry of a list has before it was typed. */
function isWhole(value: unknown): boolean {
  if (value === undefined) return false
  return typeof value !== 'object' || value === null || Object.values(value).every(child => isWhole(child))
}

/** The field that a pointer leads to, or the innermost one on the way. */
function ownerOf(root: FormNode, pointer: string): { pointer: string; owner: FormNode } {
  let owner = root
  let at = ''
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const next =
      owner.type === 'object'
        ? owner.fields.find(field => field.key === key)?.node
        : owner.type === 'list'
          ? owner.item
          : undefined
    if (!next) break
    owner = next
    at += `/${part}`
  }
  return { pointer: at, owner }
}

/** Says what to enter, not what is wrong. */
function sayProblem({ keyword, message, limit }: FormProblem, node: FormNode, labels: ToolCallLabels): string {
  const { problems } = labels.form
  const number = typeof limit === 'number' ? limit : undefined
  switch (keyword) {
    case 'required':
      return problems.required
    case 'type':
      if (node.type === 'number') return node.isInteger ? problems.wholeNumber : problems.number
      return node.type === 'choice' || node.type === 'boolean' ? problems.choose : problems.other(message)
    case 'enum':
    case 'const':
      return isTick(node) ? problems.tick : problems.choose
    case 'format':
      return (typeof limit === 'string' && problems.formats[limit]) || problems.pattern
    case 'pattern':
      return (node.type === 'text' && node.format && problems.formats[node.format]) || problems.pattern
    case 'uniqueItems':
      return problems.uniqueItems
    default:
  }
  if (number === undefined) return problems.other(message)
  switch (keyword) {
    case 'minimum':
      return problems.minimum(number)
    case 'maximum':
      return problems.maximum(number)
    case 'exclusiveMinimum':
      return problems.above(number)
    case 'exclusiveMaximum':
      return problems.below(number)
    case 'multipleOf':
      return problems.multipleOf(number)
    case 'minLength':
      return problems.minLength(number)
    case 'maxLength':
      return problems.maxLength(number)
    case 'minItems':
      return problems.minItems(number)
    case 'maxItems':
      return problems.maxItems(number)
    default:
      return problems.other(message)
  }
}
