import type { JsonSchema, StandardTyped, ToolSchema } from '../core/schema.ts'

/** What the schema takes, as plain JSON Schema; undefined where it cannot say that (a bare Valibot schema, a transform). */
export function toJsonSchema(schema: ToolSchema | undefined): JsonSchema | undefined {
  if (!isStandardSchema(schema)) return schema
  const { jsonSchema } = schema['~standard'] as { jsonSchema?: { input?(options: { target: string }): unknown } }
  try {
    return jsonSchema?.input?.({ target: 'draft-2020-12' }) as JsonSchema | undefined
  } catch {
    return undefined
  }
}

/** ArkType's schemas are functions. */
export function isStandardSchema(schema: unknown): schema is StandardTyped {
  return (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
}
