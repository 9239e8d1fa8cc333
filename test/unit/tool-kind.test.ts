import { describe, expect, it } from 'vitest'
import { targetOf, toolKindOf } from '../../src/components/tool-kind.ts'
import type { ToolCall } from '../../src/core/tool-call.ts'
import type { ToolKind } from '../../src/core/tool-definition.ts'

function call(toolName: string, input: unknown = {}, more: Partial<ToolCall> = {}): ToolCall {
  const record = { key: 'k', toolCallId: 'c', toolName, receipts: [], state: 'input-available', input, ...more }
  return record as ToolCall
}

const byName: Partial<Record<ToolKind, readonly string[]>> = {
  read: [
    'Read',
    'read_file',
    'mastra_workspace_read_file',
    'view',
    'mcp__filesystem__read_text_file',
    'filesystem/read_multiple_files',
    'get_file_contents',
    'readFile',
    'list_directory',
    'LS',
    'mastra_workspace_list_files',
    'mastra_workspace_file_stat',
  ],
  write: [
    'Write',
    'write_file',
    'mastra_workspace_write_file',
    'create_file',
    'writeFile',
    'write_to_file',
    'mcp__fs__write_file',
  ],
  edit: [
    'Edit',
    'MultiEdit',
    'NotebookEdit',
    'edit_file',
    'mastra_workspace_edit_file',
    'mastra_workspace_ast_edit',
    'str_replace',
    'apply_patch',
    'search_replace',
    'replace_in_file',
    'string_replace_lsp',
    'replace_string_in_file',
    'insert_edit_into_file',
  ],
  delete: ['delete_file', 'deleteFile', 'mastra_workspace_delete', 'remove_file', 'rm'],
  move: ['move_file', 'rename_file', 'moveFile'],
  search: [
    'Grep',
    'Glob',
    'mastra_workspace_grep',
    'mastra_workspace_search',
    'web_search',
    'WebSearch',
    'codebase_search',
    'grep_search',
    'mcp__github__search_code',
    'find_files',
    'search_docs',
    'mcp_search',
  ],
  execute: [
    'Bash',
    'bash',
    'shell',
    'run_command',
    'execute_command',
    'mastra_workspace_execute_command',
    'run_in_terminal',
    'run_terminal_cmd',
    'run_shell_command',
    'local_shell',
    'exec_command',
    'runCommand',
    'shell_command',
  ],
  think: ['think', 'mcp__sequential-thinking__sequentialthinking'],
  fetch: ['WebFetch', 'web_fetch', 'fetch', 'fetch_url', 'http_request', 'open_url'],
  task: ['task_write', 'task_update', 'task_complete', 'task_check', 'TodoWrite', 'update_plan', 'write_todos'],
  agent: ['subagent', 'agent-researcher', 'spawn_agent'],
  workflow: ['workflow-wf'],
  ask: ['ask_user'],
  plan: ['submit_plan'],
  other: [
    'weather',
    'get_weather',
    'lookup',
    'transfer',
    'getGeo',
    'compare',
    'screenshot',
    'delete_user',
    'create_issue',
    'askUserTool',
    '__lazy__tool__discovery__',
    '__proto__',
    'constructor',
    '',
    'mastra_workspace_kill_process',
    'move_mouse',
    'read_mind',
    'show_toast',
    'list_all',
    'slow',
  ],
}

describe('the kind of a tool', () => {
  it.each(Object.entries(byName).flatMap(([kind, names]) => names.map(name => [name, kind] as const)))(
    'is read from its name: %s is %s',
    (name, kind) => {
      expect(toolKindOf(call(name))).toBe(kind)
    },
  )

  it('is what the app says', () => {
    expect(toolKindOf(call('read_file'), 'fetch')).toBe('fetch')
  })

  it('follows the command of an editor that has several', () => {
    expect(toolKindOf(call('str_replace_based_edit_tool', {}))).toBe('edit')
    expect(toolKindOf(call('str_replace_based_edit_tool', { command: 'view' }))).toBe('read')
    expect(toolKindOf(call('str_replace_editor', { command: 'create' }))).toBe('write')
    expect(toolKindOf(call('str_replace_editor', { command: 'constructor' }))).toBe('edit')
  })

  it('is read from the shape of the input where the name says nothing', () => {
    expect(toolKindOf(call('x', { path: 'a', old_string: 'b', new_string: 'c' }))).toBe('edit')
    expect(toolKindOf(call('x', { file_path: 'a', content: '' }))).toBe('write')
    expect(toolKindOf(call('x', { command: 'ls' }))).toBe('execute')
    expect(toolKindOf(call('x', { path: 'a' }))).toBe('other')
    expect(toolKindOf(call('x', { url: 'https://a.example' }))).toBe('other')
    expect(toolKindOf(call('Task', { prompt: 'Look', subagent_type: 'explore' }))).toBe('agent')
  })

  it('calls nothing reading that says it destroys, and nothing writing that says it only reads', () => {
    const reads = { annotations: { readOnlyHint: true } }
    expect(toolKindOf(call('x', { path: 'a' }, reads))).toBe('read')
    expect(toolKindOf(call('x', { url: 'a' }, reads))).toBe('fetch')
    expect(toolKindOf(call('x', { query: 'a' }, reads))).toBe('search')
    expect(toolKindOf(call('x', { path: 'a', content: '' }, reads))).toBe('other')
    expect(toolKindOf(call('search_and_purge', { query: 'a' }, { annotations: { destructiveHint: true } }))).toBe(
      'other',
    )
  })

  it('does not guess from an input that may not be shown', () => {
    expect(toolKindOf(call('x', { command: 'ls' }, { display: { input: { suppress: true } } }))).toBe('other')
  })

  it('of a name of 1 MB is found at once', () => {
    expect(toolKindOf(call('a_'.repeat(500_000)))).toBe('other')
  })
})

describe('the target of a call', () => {
  it('is the path, command, pattern or address, as far as it has come', () => {
    expect(targetOf('write', { path: 'src/' })).toEqual({ type: 'path', text: 'src/' })
    expect(targetOf('execute', { command: ['git', 'status'] })).toEqual({ type: 'command', text: 'git status' })
    expect(targetOf('search', { path: 'src', pattern: 'a|b' })).toEqual({ type: 'pattern', text: 'a|b' })
    expect(targetOf('fetch', { url: 'https://a.example/' })).toEqual({ type: 'url', text: 'https://a.example/' })
  })

  it('is nothing where there is none', () => {
    expect(targetOf('write', undefined)).toBeUndefined()
    expect(targetOf('write', { path: 7 })).toBeUndefined()
    expect(targetOf('write', { path: '  ' })).toBeUndefined()
    expect(targetOf('other', { path: 'a' })).toBeUndefined()
    expect(targetOf('read', Object.create({ path: 'inherited' }))).toBeUndefined()
  })
})
