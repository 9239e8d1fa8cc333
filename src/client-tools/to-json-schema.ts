import type { JsonSchema, ToolSchema } from '../core/schema.ts'
import { isStandardSchema } from './validate-value.ts'

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
