'use client'

import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { isRecord } from '../is-record.ts'
import { useIsomorphicLayoutEffect } from '../use-layout-effect.ts'
import { messageOf } from '../wording.ts'
import { TYPE, initialValue, parseJson, setAt, toPointer } from './form-value.ts'
import type { FormPath } from './form-value.ts'
import { parseSchema, readSchema, toJsonSchema } from './read-schema.ts'
import type { FormNode } from './read-schema.ts'

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
  readonly problems: ReadonlyMap<string, string>
  readonly element: RefObject<HTMLDivElement | null>
  /** Sets the value at a path; undefined takes it away. */
  set(path: FormPath, value: unknown, text?: string): void
  /** Sets a list, forgets what was typed in it, and gives the focus to an element of it. */
  setList(path: FormPath, list: readonly unknown[], focusId: string): void
  /** Reads what was typed as a text, or as JSON. */
  setType(path: FormPath, type: 'text' | 'json', typed: string): void
  /** Gives the focus to the first field, once it is drawn. */
  focus(): void
  /** The value, if it may be sent; else says why and goes to the first field that is wrong. */
  check(): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false }>
}

interface SchemaFormOptions {
  schema: unknown
  /** There is no form: nothing is loaded for it. @default false */
  isOff?: boolean | undefined
  defaultValue?: unknown
  /** What was in the form when it was here before. */
  draft?: unknown
  onChange?: ((state: FormState) => void) | undefined
  labels: ToolCallLabels
}

/** The state of a form for a schema: what is in it, what is wrong with it, and how it changes. */
export function useSchemaForm(options: SchemaFormOptions): SchemaFormControls {
  const { schema, isOff = false, defaultValue, draft, onChange, labels } = options
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const node = useMemo(() => readSchema(toJsonSchema(schema)), [schema])
  const [state, setState] = useState<FormState>(
    () => readDraft(draft) ?? { value: defaultValue === undefined ? initialValue(node) : defaultValue, texts: {} },
  )
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(noProblems)
  const focusTarget = useRef<'problem' | 'first' | { id: string }>(undefined)
  useIsomorphicLayoutEffect(() => {
    const target = focusTarget.current
    focusTarget.current = undefined
    if (target === 'problem' || target === 'first')
      element.current
        ?.querySelector(target === 'first' ? '*' : '[data-invalid]')
        ?.querySelector<HTMLElement>('input, select, textarea, button')
        ?.focus()
    else if (target) document.getElementById(target.id)?.focus()
  })

  // What checks is there before it is needed; where it cannot be had now, sending tries again.
  useEffect(() => {
    if (!isOff) load().catch(() => {})
  }, [isOff])

  const change = (next: FormState, pointer: string, isList = false) => {
    setState(next)
    onChange?.(next)
    setProblems(before => withoutProblems(before, pointer, isList))
  }

  return {
    id,
    node,
    state,
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
      const value = typed === '' ? undefined : type === 'text' ? typed : parseJson(typed)
      const texts = { ...state.texts, [pointer + TYPE]: type, [pointer]: typed }
      change({ value: setAt(state.value, path, value), texts }, pointer)
    },
    focus() {
      focusTarget.current = 'first'
    },
    async check() {
      const { value, problems: found } = await load()
        .then(({ checkValue }) =>
          checkValue(schema, parseSchema(schema), node, state, labels, defaultValue !== undefined),
        )
        .catch((error: unknown) => ({
          value: undefined,
          problems: new Map([['', labels.form.notChecked(messageOf(error))]]),
        }))
      setProblems(found)
      if (found.size === 0) return { ok: true, value }
      focusTarget.current = 'problem'
      return { ok: false }
    },
  }
}

const load = () => import('./check-value.ts')
const noProblems: ReadonlyMap<string, string> = new Map()

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
