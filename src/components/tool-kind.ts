import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { isRecord } from './is-record.ts'

/**
 * What a tool is for: told by the app, else by its name, else by its annotations and by what it is called with. `ask` and `plan` mean a
 * protocol, not a word: only the tools that speak it have them by name.
 */
export function toolKindOf(call: ToolCall, hint?: ToolKind): ToolKind {
  if (hint) return hint
  const { toolName } = call
  if (toolName === 'ask_user') return 'ask'
  if (toolName === 'submit_plan') return 'plan'
  // What may be drawn in place of the input says nothing about what the input is like.
  const isOverridden = call.display?.input ?? call.display?.inputDelta ?? call.display?.approval
  const input = !isOverridden && isRecord(call.input) ? call.input : {}
  const named = kindByName(toolName, input)
  if (call.subagent && named !== 'task') return 'agent'
  if (call.shell) return 'execute'
  const { readOnlyHint, destructiveHint } = call.annotations ?? {}
  if (named && !(destructiveHint && harmless.has(named))) return named
  const shape = kindByShape(input, call)
  return readOnlyHint && changing.has(shape) ? 'other' : shape
}

/** The part of an input that a header can say in one line: a path, a command, a pattern, an address. */
export interface ToolTarget {
  readonly type: 'path' | 'command' | 'pattern' | 'url'
  readonly text: string
}

/** What a call of that kind is about, as far as its input has come. `input` is what may be shown of it. */
export function targetOf(kind: ToolKind, input: unknown): ToolTarget | undefined {
  const type = targetTypes[kind]
  if (!type || !isRecord(input)) return undefined
  for (const key of targetKeys[type]) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    const text = typeof value === 'string' ? value : commandText(value)
    if (text.trim() !== '') return { type, text }
  }
  return undefined
}

const targetTypes: Partial<Record<ToolKind, ToolTarget['type']>> = {
  read: 'path',
  write: 'path',
  edit: 'path',
  delete: 'path',
  move: 'path',
  search: 'pattern',
  execute: 'command',
  fetch: 'url',
}
const targetKeys: Readonly<Record<ToolTarget['type'], readonly string[]>> = {
  path: 'path file_path filePath target_file absolute_path notebook_path filename file source oldPath old_path'.split(
    ' ',
  ),
  command: 'command cmd script code'.split(' '),
  pattern: 'pattern query regex q search searchTerm search_term glob'.split(' '),
  url: 'url uri href address'.split(' '),
}

/** A command may come as its words. */
function commandText(value: unknown): string {
  return Array.isArray(value) && value.every(word => typeof word === 'string') ? value.join(' ') : ''
}

const harmless: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'search', 'fetch', 'think'])
const changing: ReadonlySet<ToolKind> = new Set<ToolKind>(['write', 'edit', 'execute'])

const file = '(_(new|text|media|many|multiple|existing))?(_(files?|dir|directory|folder|path|notebook))'
const names: readonly (readonly [ToolKind, RegExp])[] = [
  [
    'task',
    /^(task_(write|update|complete|check|create)|todo_?write|(write|update|manage)_todos?(_list)?|update_plan)$/,
  ],
  ['agent', /^(sub_?agent|(run|spawn|dispatch|start)_(sub_?)?agent)$/],
  [
    'execute',
    /^(bash|shell|power_?shell|terminal|exec|local_shell|shell_command|(run|execute|exec)(_in)?(_shell|_terminal|_bash)?_(command|cmd|terminal|shell|bash|script|code|python|tests?)|code_(interpreter|execution)|python)$/,
  ],
  [
    'edit',
    new RegExp(
      `^((multi_?|ast_|notebook_)?edit(${file})?|(str|string|search(_and)?)_replace(_.*)?|replace(_in${file}|_string_in${file})?|apply_(patch|diff|edits?)|(patch|update|append_to)${file}|insert_edit_into${file})$`,
    ),
  ],
  ['write', new RegExp(`^(write(_to)?(${file})?|(create|save|new|add)(_new)?_files?)$`)],
  ['delete', new RegExp(`^(delete|remove|rm|unlink)(${file})?$`)],
  ['move', new RegExp(`^(move|rename|mv)(${file})?$`)],
  [
    'fetch',
    /^((web_?)?fetch(_(url|web_?page|page|website|html|content))?|(read|open|browse|visit|get|load)_(url|web_?page|website)|http(_request|_get)?|url_context|curl|wget|browse|scrape(_.*)?)$/,
  ],
  ['search', /^(grep|glob|rg|ripgrep|search|find)(_|$)|(^|_)(search|grep|glob)$/],
  [
    'read',
    new RegExp(
      `^((read|view|open|cat)(${file})?|get_file(_contents?|_info)?|file_(read|stat|info)|ls|list${file}(_contents)?)$`,
    ),
  ],
  ['think', /^(think|thinking|sequential_?thinking)$/],
]

function kindByName(toolName: string, input: Readonly<Record<string, unknown>>): ToolKind | undefined {
  if (/^agent-./.test(toolName)) return 'agent'
  if (/^workflow-./.test(toolName)) return 'workflow'
  const name = toWords(toolName)
  // One tool with four commands.
  if (/^(str_replace|text)_(based_)?edit(or)?$/.test(name) && typeof input['command'] === 'string')
    return editorCommands.get(input['command']) ?? 'edit'
  if (name === 'task' && ('subagent_type' in input || 'prompt' in input)) return 'agent'
  return names.find(([, pattern]) => pattern.test(name))?.[0]
}

const editorCommands: ReadonlyMap<string, ToolKind> = new Map([
  ['view', 'read'],
  ['create', 'write'],
])

/** `mcp__files__readTextFile`, `files/read-text-file` and `ReadTextFile` as `read_text_file`. */
function toWords(toolName: string): string {
  const own =
    toolName
      .slice(-80)
      .split(/__|[./:]/)
      .findLast(part => part !== '') ?? ''
  return own
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^mastra_workspace_|^_|_tool$|_$/g, '')
}

function kindByShape(input: Readonly<Record<string, unknown>>, call: ToolCall): ToolKind {
  const has = (...keys: readonly string[]) => keys.some(key => Object.hasOwn(input, key))
  if (has('old_string', 'oldText', 'old_str')) return 'edit'
  const hasPath = has('path', 'file_path', 'filePath')
  if (hasPath && has('content', 'contents', 'file_text')) return 'write'
  if (has('command', 'cmd') && !hasPath) return 'execute'
  if (!call.annotations?.readOnlyHint || call.annotations.destructiveHint) return 'other'
  if (has('url')) return 'fetch'
  if (has('pattern', 'query')) return 'search'
  return hasPath ? 'read' : 'other'
}
