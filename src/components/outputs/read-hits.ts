import { isRecord } from '../is-record.ts'

export interface FileHits {
  readonly path: string
  readonly hits: readonly { readonly line: number | undefined; readonly text: string; readonly isContext?: boolean }[]
}
export interface WebResult {
  readonly title: string
  readonly url: string | undefined
  readonly text: string
}
export type SearchResult =
  | { readonly type: 'files'; readonly files: readonly FileHits[]; readonly notes: readonly string[] }
  | { readonly type: 'web'; readonly results: readonly WebResult[]; readonly rest: Readonly<Record<string, unknown>> }

/** What a search found: lines of files, as grep writes them or as records, or pages. Undefined where it is something else. */
export function readHits(value: unknown): SearchResult | undefined {
  if (typeof value === 'string') return readLines(value)
  const { list, rest } = listOf(value)
  if (!list || list.length === 0 || !list.every(isRecord)) return undefined
  return readWeb(list, rest) ?? (Object.keys(rest).length === 0 ? readRecords(list) : undefined)
}

function listOf(value: unknown): { list?: readonly unknown[]; rest: Readonly<Record<string, unknown>> } {
  if (Array.isArray(value)) return { list: value, rest: {} }
  if (!isRecord(value)) return { rest: {} }
  for (const key of ['results', 'matches', 'hits', 'items']) {
    const list = Object.hasOwn(value, key) ? value[key] : undefined
    if (!Array.isArray(list)) continue
    return { list, rest: Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) }
  }
  return { rest: {} }
}

/** `path:12: text`, `path:12:3: text` and, for context, `path:12- text`. */
const grepLine = /^((?:[A-Za-z]:)?[^\n:]+?)(:(\d+)(?::\d+)?:|:(\d+)-|-(\d+)-)(.*)$/

function readLines(text: string): SearchResult | undefined {
  const files = new Map<string, FileHits['hits'][number][]>()
  const notes: string[] = []
  let found = 0
  for (const line of text.split('\n')) {
    const match = line.length < 10_000 ? grepLine.exec(line) : null
    const [, path = '', , number, context, dashed, rest = ''] = match ?? []
    // A dash between the parts is context only of a file that has a hit.
    if (match && (number !== undefined || context !== undefined || files.has(path))) {
      found++
      const hits = files.get(path) ?? []
      files.set(path, hits)
      hits.push({
        line: Number(number ?? context ?? dashed),
        text: rest.replace(/^ (?=\S)/, ''),
        ...(number === undefined && { isContext: true }),
      })
    } else if (line.trim() !== '' && line !== '--') {
      notes.push(line)
    }
  }
  // A text in which some line happens to look like that is a text.
  if (found === 0 || notes.length > found / 4 + 3) return undefined
  return { type: 'files', files: [...files].map(([path, hits]) => ({ path, hits })), notes }
}

const named = (record: Readonly<Record<string, unknown>>, names: readonly string[]): unknown => {
  const key = names.find(name => Object.hasOwn(record, name))
  return key === undefined ? undefined : record[key]
}
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const known = new Set([
  'path',
  'file',
  'filename',
  'file_path',
  'line',
  'lineNumber',
  'line_number',
  'text',
  'content',
  'match',
  'preview',
  'column',
])

function readRecords(list: readonly Readonly<Record<string, unknown>>[]): SearchResult | undefined {
  const files = new Map<string, FileHits['hits'][number][]>()
  for (const record of list) {
    const path = textOf(named(record, ['path', 'file', 'filename', 'file_path']))
    const line = named(record, ['line', 'lineNumber', 'line_number'])
    const text = textOf(named(record, ['text', 'content', 'match', 'preview']))
    // Nothing of a record is left out: what says more is drawn as a table or a tree.
    if (path === undefined || text === undefined || Object.keys(record).some(key => !known.has(key))) return undefined
    const hits = files.get(path) ?? []
    files.set(path, hits)
    hits.push({ line: typeof line === 'number' ? line : undefined, text })
  }
  return { type: 'files', files: [...files].map(([path, hits]) => ({ path, hits })), notes: [] }
}

function readWeb(
  list: readonly Readonly<Record<string, unknown>>[],
  rest: Readonly<Record<string, unknown>>,
): SearchResult | undefined {
  const results = list.map(record => ({
    title: textOf(named(record, ['title', 'name'])),
    url: textOf(named(record, ['url', 'link', 'href'])),
    text: textOf(named(record, ['snippet', 'description', 'summary', 'text', 'content'])) ?? '',
  }))
  const isWeb = results.every(({ title, url }) => title !== undefined && url !== undefined)
  return isWeb
    ? { type: 'web', results: results.map(result => ({ ...result, title: result.title ?? '' })), rest }
    : undefined
}
