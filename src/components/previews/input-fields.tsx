import type { ReactNode } from 'react'
import type { JsonPath } from '../../partial-json/create-partial-json.ts'
import { InputRows } from '../input-rows.tsx'
import { toInputItems } from '../preview-text.ts'
import { useToolCallLabels } from '../view-context.ts'

/** What a preview of one kind gets: the whole input, as far as it has come. */
export interface InputPartProps {
  input: Readonly<Record<string, unknown>>
  isStreaming: boolean
  /** A person decides about it, or did: everything is in view. */
  isFull: boolean
  marksInvisible: boolean
  openPath: JsonPath | undefined
}

/** The text of a field that may still be on its way. */
export interface TextField {
  readonly key: string
  readonly text: string
  /** More of it may come. */
  readonly isOpen: boolean
}

/** The first of the fields that is there, if it is text. */
export function findText(
  input: Readonly<Record<string, unknown>>,
  names: readonly string[],
  isStreaming: boolean,
): TextField | undefined {
  const key = names.find(name => Object.hasOwn(input, name))
  const text = key === undefined ? undefined : input[key]
  if (key === undefined || typeof text !== 'string') return undefined
  return { key, text, isOpen: isStreaming && Object.keys(input).at(-1) === key }
}

export const pathNames: readonly string[] = [
  'path',
  'file_path',
  'filePath',
  'target_file',
  'absolute_path',
  'notebook_path',
  'filename',
  'file',
]

/** A header says a path or a command of one ordinary line; where a person decides, the body says it, too. */
export function isSaidAbove(name: string, value: unknown, names: readonly string[], isFull: boolean): boolean {
  return !isFull && names.includes(name) && typeof value === 'string' && value.length <= 200 && !value.includes('\n')
}

/** What a preview does not draw in its own way: nothing of an input is left out. */
export function OtherFields({
  input,
  without,
  isStreaming,
  isFull,
  marksInvisible,
  openPath,
}: InputPartProps & { without(name: string, value: unknown): boolean }): ReactNode {
  const labels = useToolCallLabels()
  const items = toInputItems(input, isStreaming).filter(({ key, value }) => key === undefined || !without(key, value))
  if (items.length === 0) return null
  return <InputRows items={items} isFull={isFull} marksInvisible={marksInvisible} openPath={openPath} labels={labels} />
}
