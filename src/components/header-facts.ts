import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import type { ToolCallLabels } from '../locales/labels.ts'
import { displayed, displayedInput } from './describe-tool-call.ts'
import { isRecord } from './is-record.ts'
import { countWholeLines } from './preview-text.ts'
import { tasksOf } from './task-list.tsx'

export interface Fact {
  readonly text: string
  readonly tone?: 'ok' | 'danger'
}

/** What a header says in numbers: lines, changes, hits, tasks; only what can be counted for certain. */
export function factsOf(call: ToolCall, kind: ToolKind, labels: ToolCallLabels): readonly Fact[] {
  const { header } = labels
  const progress = progressOf(call)
  if (progress) return [{ text: header.progress(progress.done, progress.total) }]
  const { value } = displayedInput(call)
  const input = isRecord(value) ? value : {}
  const output = call.state === 'output-available' ? displayed(call, 'output', call.output).value : undefined
  switch (kind) {
    case 'write': {
      const text = firstText(input, contentKeys)
      return text === undefined || text === '' ? [] : [{ text: header.lines(countWholeLines(text)) }]
    }
    case 'edit': {
      if (call.state === 'input-streaming') return []
      const changes = changesOf(input)
      if (!changes) return []
      const [added, removed] = header.changes(changes.added, changes.removed)
      return [
        { text: added, tone: 'ok' },
        { text: removed, tone: 'danger' },
      ]
    }
    case 'read': {
      const text = typeof output === 'string' ? output : isRecord(output) ? firstText(output, contentKeys) : undefined
      return text === undefined || text === '' ? [] : [{ text: header.lines(countWholeLines(text)) }]
    }
    case 'search': {
      const hits = Array.isArray(output) ? output : isRecord(output) ? firstList(output) : undefined
      if (!hits) return []
      const files = new Set(hits.map(hit => (isRecord(hit) ? firstText(hit, fileKeys) : undefined)))
      return [{ text: header.hits(hits.length, hits.length > 0 && !files.has(undefined) ? files.size : undefined) }]
    }
    case 'task': {
      const tasks = tasksOf(call)
      const done = tasks?.filter(task => task.status === 'completed').length ?? 0
      return tasks && tasks.length > 0 ? [{ text: labels.task.done(done, tasks.length) }] : []
    }
    default:
      return []
  }
}

/** How far a running tool says that it is, where it knows how far there is to go. */
export function progressOf(call: ToolCall): { readonly done: number; readonly total: number } | undefined {
  const progress = call.state === 'input-available' && !call.display?.output ? call.running?.progress : undefined
  if (!isRecord(progress)) return undefined
  const total = progress['total']
  const done = ['progress', 'completed', 'done', 'current', 'loaded'].map(key => progress[key]).find(isCount)
  return isCount(total) && total > 0 && done !== undefined ? { done: Math.min(done, total), total } : undefined
}

const contentKeys = ['content', 'contents', 'file_text', 'text']
const fileKeys = ['file', 'path', 'file_path', 'filename']
const hitKeys = ['matches', 'results', 'hits', 'files']

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function firstText(from: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = Object.hasOwn(from, key) ? from[key] : undefined
    if (typeof text === 'string') return text
  }
  return undefined
}

function firstList(from: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const key = hitKeys.find(name => Object.hasOwn(from, name) && Array.isArray(from[name]))
  return key === undefined ? undefined : (from[key] as readonly unknown[])
}

function changesOf(input: Readonly<Record<string, unknown>>): { added: number; removed: number } | undefined {
  const patch = firstText(input, ['patch', 'diff'])
  if (patch !== undefined) {
    const lines = patch.split('\n')
    return {
      added: lines.filter(line => /^\+(?!\+\+ )/.test(line)).length,
      removed: lines.filter(line => /^-(?!-- )/.test(line)).length,
    }
  }
  const edits = Array.isArray(input['edits']) ? (input['edits'] as readonly unknown[]) : [input]
  let added = 0
  let removed = 0
  for (const edit of edits) {
    if (!isRecord(edit)) return undefined
    const before = firstText(edit, ['old_string', 'oldString', 'old_str', 'oldText'])
    const after = firstText(edit, ['new_string', 'newString', 'new_str', 'newText'])
    if (before === undefined || after === undefined) return undefined
    const changed = countChanges(toLines(before), toLines(after))
    if (!changed) return undefined
    added += changed.added
    removed += changed.removed
  }
  return { added, removed }
}

function toLines(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** Enough for what one edit replaces; past it a number would cost more than it says. */
const MAX_COMPARED = 400

/** By the longest common subsequence, as the diff below the header counts. */
function countChanges(
  before: readonly string[],
  after: readonly string[],
): { added: number; removed: number } | undefined {
  if (before.length > MAX_COMPARED || after.length > MAX_COMPARED) return undefined
  let above = Array.from({ length: after.length + 1 }, () => 0)
  for (const line of before) {
    const row = [0]
    for (const [index, other] of after.entries())
      row.push(line === other ? above[index]! + 1 : Math.max(above[index + 1]!, row[index]!))
    above = row
  }
  const common = above.at(-1) ?? 0
  return { added: after.length - common, removed: before.length - common }
}
