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

/** What the app says that the tool is for. */
export function kindNamed(
  { toolName }: ToolCall,
  kinds: Readonly<Record<string, ToolKind>> | undefined,
): ToolKind | undefined {
  return kinds && Object.hasOwn(kinds, toolName) ? kinds[toolName] : undefined
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
/** Where tools say it, the likeliest first. */
export const targetKeys: Readonly<Record<ToolTarget['type'], readonly string[]>> = {
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

/** Names without the word for a file that they may end in; with `+`, only those that did. */
const names: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries({
    read: 'read view open cat ls get+ get_file_contents get_file_info file_read file_stat file_info list+',
    write: 'write write_to create+ create_new+ save+ new+ add+',
    edit: 'edit multiedit multi_edit notebook_edit ast_edit str_replace str_replace_editor str_replace_based_edit search_replace search_and_replace replace replace_in replace_string_in string_replace_lsp apply_patch apply_diff apply_edit patch+ update+ append_to+ insert_edit_into+',
    delete: 'delete remove rm unlink',
    move: 'move rename mv',
    search: 'find',
    execute:
      'bash shell powershell terminal exec local_shell shell_command run_command run_cmd run_terminal_command run_terminal_cmd run_in_terminal run_shell_command run_script run_code run_python run_tests execute_command execute_code execute_bash exec_command code_interpreter code_execution python',
    fetch:
      'fetch web_fetch fetch_url fetch_web_page fetch_webpage read_url open_url get_url http_request url_context curl wget',
    think: 'think thinking sequential_thinking sequentialthinking',
    task: 'task_write task_update task_complete task_check task_create todo_write todowrite write_todos update_todos manage_todo_list update_plan',
    agent: 'subagent sub_agent run_subagent spawn_agent dispatch_agent',
  }).flatMap(([kind, words]) => words.split(' ').map(word => [word, kind as ToolKind])),
)

function kindByName(toolName: string, input: Readonly<Record<string, unknown>>): ToolKind | undefined {
  if (/^agent-./.test(toolName)) return 'agent'
  if (/^workflow-./.test(toolName)) return 'workflow'
  const name = toWords(toolName)
  // One tool with four commands.
  if (/^(str_replace|text)_(based_)?edit(or)?$/.test(name) && typeof input['command'] === 'string')
    return editorCommands.get(input['command']) ?? 'edit'
  if (name === 'task' && ('subagent_type' in input || 'prompt' in input)) return 'agent'
  const base = name.replace(/(_(text|media|many|multiple|existing))?_?(files?|dir|directory|folder|notebook)$/, '')
  const byWord = names.get(name) ?? names.get(base) ?? (base === name ? undefined : names.get(`${base}+`))
  return byWord ?? (/^(grep|glob|search|find)_|(^|_)(grep|glob|search|rg)$/.test(name) ? 'search' : undefined)
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
