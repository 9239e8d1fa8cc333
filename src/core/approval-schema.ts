/**
 * What of an approval's schema is about one of the answers, of a definition or of a request alike.
 *
 * @param schema one for both answers, or `{ approve?, reject? }`.
 * @returns undefined where nothing comes with that answer.
 */
export function approvalSchemaFor(schema: unknown, answer: 'approve' | 'reject'): unknown {
  return hasBranches(schema) ? schema[answer] : schema
}

/** Whether each answer has a schema of its own: a JSON Schema has no such key at its top. */
export function hasBranches(schema: unknown): schema is Readonly<Record<string, unknown>> {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    !('~standard' in schema) &&
    ('approve' in schema || 'reject' in schema)
  )
}
