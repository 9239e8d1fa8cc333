/** Read by the page, too: the wire does not tell a tool's category. */
export const toolCategories: Readonly<Record<string, 'read' | 'edit' | 'execute'>> = {
  read_file: 'read',
  write_file: 'edit',
  delete_file: 'edit',
  execute_command: 'execute',
}
