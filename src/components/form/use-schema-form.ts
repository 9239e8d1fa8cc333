'use client'

import { useId, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { ToolCallLabels } from '../../locales/en.ts'
import { isRecord } from '../is-record.ts'
import { useIsomorphicLayoutEffect } from '../use-layout-effect.ts'
import { completeValue, getAt, initialValue, parseJson, parseNumber, setAt, toPointer } from './form-value.ts'
import type { FormPath } from './form-value.ts'
import { readSchema } from './read-schema.ts'
import type { FormNode } from './read-schema.ts'
import { toJsonSchema, validateValue } from './validate.ts'
import type { FormProblem } from './validate.ts'

/** What is in a form: plain JSON, so that it can be kept as a draft. */
export interface FormState {
  readonly value?: unknown
  /** What was typed where it is not, or not yet, a value; by JSON pointer. */
  readonly texts: Readonly<Record<string, string>>
}

export interface SchemaFormControls {
  readonly id: string
  readonly node: FormNode
  readonly state: FormState
  readonly isOff: boolean
  readonly problems: ReadonlyMap<string, string>
  readonly element: RefObject<HTMLDivElement | null>
  /** Sets the value at a path; undefined takes it away. */
  set(path: FormPath, value: unknown, text?: string): void
  /** Sets a list, forgets what was typed in it, and gives the focus to an element of it. */
  setList(path: FormPath, list: readonly unknown[], focusId: string): void
  /** Reads what was typed as a text, or as JSON. */
  setType(path: FormPath, type: 'text' | 'json', typed: string): void
  /** The value, if it may be sent; else says why and goes to the first field that is wrong. */
  check(): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false }>
}

interface SchemaFormOptions {
  schema: unknown
  defaultValue?: unknown
  /** What was in the form when it was here before. */
  draft?: unknown
  isOff: boolean
  onChange?: ((state: FormState) => void) | undefined
  labels: ToolCallLabels
}

/** The state of a form for a schema: what is in it, what is wrong with it, and how it changes. */
export function useSchemaForm(options: SchemaFormOptions): SchemaFormControls {
  const { schema, defaultValue, draft, isOff, onChange, labels } = options
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const node = useMemo(() => readSchema(toJsonSchema(schema)), [schema])
  const [state, setState] = useState<FormState>(
    () => readDraft(draft) ?? { value: defaultValue === undefined ? initialValue(node) : defaultValue, texts: {} },
  )
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(noProblems)
  const focusTarget = useRef<'problem' | { id: string }>(undefined)
  useIsomorphicLayoutEffect(() => {
    const target = focusTarget.current
    focusTarget.current = undefined
    if (target === 'problem')
      element.current
        ?.querySelector('[data-invalid]')
        ?.querySelector<HTMLElement>('input, select, textarea, button')
        ?.focus()
    else if (target) document.getElementById(target.id)?.focus()
  })

  const change = (next: FormState, pointer: string, isList = false) => {
    setState(next)
    onChange?.(next)
    setProblems(before => withoutProblems(before, pointer, isList))
  }

  return {
    id,
    node,
    state,
    isOff,
    problems,
    element,
    set(path, value, text) {
      const pointer = toPointer(path)
      const { [pointer]: _, ...texts } = state.texts
      const next = {
        value: setAt(state.value, path, value),
        texts: text === undefined ? texts : { ...texts, [pointer]: text },
      }
      change(next, pointer)
    },
    setList(path, list, focusId) {
      const pointer = toPointer(path)
      focusTarget.current = { id: focusId }
      const texts = Object.fromEntries(Object.entries(state.texts).filter(([key]) => !key.startsWith(`${pointer}/`)))
      change({ value: setAt(state.value, path, list), texts }, pointer, true)
    },
    setType(path, type, typed) {
      const pointer = toPointer(path)
      const parsed = type === 'text' ? { value: typed } : parseJson(typed)
      const value = typed !== '' && 'value' in parsed ? parsed.value : undefined
      const texts = { ...state.texts, [`${pointer}:type`]: type, [pointer]: typed }
      change({ value: setAt(state.value, path, value), texts }, pointer)
    },
    async check() {
      const value = completeValue(node, state.value, true)
      const found = new Map<string, string>()
      findGaps(node, value, [], true, state.texts, labels, found)
      if (isWhole(value)) {
        try {
          for (const problem of await validateValue(schema, value)) {
            const { pointer, owner } = ownerOf(node, problem.pointer)
            if (found.has(pointer) || composite.has(problem.keyword)) continue
            found.set(pointer, sayProblem(problem, owner, labels))
          }
        } catch (error) {
          found.set('', labels.form.notChecked(error instanceof Error ? error.message : String(error)))
        }
      }
      setProblems(found)
      if (found.size === 0) return { ok: true, value }
      focusTarget.current = 'problem'
      return { ok: false }
    },
  }
}

const noProblems: ReadonlyMap<string, string> = new Map()

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

function withoutProblems(
  before: ReadonlyMap<string, string>,
  pointer: string,
  isList: boolean,
): ReadonlyMap<string, string> {
  const rest = [...before].filter(
    ([key]) => key !== pointer && !(isList && key.startsWith(`${pointer}/`)) && key !== '',
  )
  return rest.length === before.size ? before : new Map(rest)
}

function readDraft(draft: unknown): FormState | undefined {
  if (!isRecord(draft) || !isRecord(draft['texts'])) return undefined
  const texts = Object.entries(draft['texts']).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { value: draft['value'], texts: Object.fromEntries(texts) }
}

/** Finds what is missing, and texts that are no values. */
function findGaps(
  node: FormNode,
  value: unknown,
  path: FormPath,
  isRequired: boolean,
  texts: FormState['texts'],
  labels: ToolCallLabels,
  found: Map<string, string>,
): void {
  const pointer = toPointer(path)
  const { problems } = labels.form
  const text = texts[pointer]
  if (text !== undefined && text.trim() !== '') {
    if (node.type === 'number') {
      const number = parseNumber(text)
      if (number === undefined || !Number.isFinite(number)) {
        found.set(pointer, node.isInteger ? problems.wholeNumber : problems.number)
        return
      }
      if (Number.isInteger(number) && !Number.isSafeInteger(number) && value !== undefined) {
        found.set(pointer, problems.tooLarge)
        return
      }
    } else if (node.type === 'json' && value === undefined) {
      const parsed = parseJson(text)
      if ('problem' in parsed) {
        found.set(pointer, problems.json(parsed.problem))
        return
      }
    }
  }
  if (value === undefined) {
    if (!isRequired) return
    const isChoice = node.type === 'choice' || node.type === 'boolean'
    found.set(pointer, isTick(node) ? problems.tick : isChoice ? problems.choose : problems.required)
    return
  }
  if (node.type === 'list' && Array.isArray(value)) {
    const list: readonly unknown[] = value
    for (const [index, item] of list.entries()) findGaps(node.item, item, [...path, index], true, texts, labels, found)
  } else if (node.type === 'object' && isRecord(value)) {
    for (const { key, node: field, isRequired: isFieldRequired } of node.fields)
      findGaps(field, getAt(value, [key]), [...path, key], isFieldRequired, texts, labels, found)
  }
}

/** Without a hole, as an entry of a list has before it was typed. */
function isWhole(value: unknown): boolean {
  if (value === undefined) return false
  return typeof value !== 'object' || value === null || Object.values(value).every(child => isWhole(child))
}

/** A choice whose only answer is yes. */
export function isTick(node: FormNode): boolean {
  return node.type === 'choice' && node.choices.length === 1 && node.choices[0]?.value === true
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
