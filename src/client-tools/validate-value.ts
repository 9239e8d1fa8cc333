import type { ToolSchema } from '../core/schema.ts'
import { isStandardSchema } from './to-json-schema.ts'

export type ValidationResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/**
 * Checks a value by a Standard Schema, whose own result is the value, or by plain JSON Schema.
 *
 * @returns what is wrong, by path, in words that a model can act on.
 * @throws where the schema itself cannot be read.
 */
export async function validateValue(schema: ToolSchema | undefined, value: unknown): Promise<ValidationResult> {
  if (schema === undefined) return { ok: true, value }
  if (isStandardSchema(schema)) {
    const { validate } = schema['~standard'] as unknown as StandardValidator
    const result = await validate(value)
    if (!result.issues) return { ok: true, value: result.value }
    return refuse(
      result.issues.map(({ path = [], message }) => ({
        path: path.map(part => String(typeof part === 'object' ? part.key : part)).join('.'),
        message,
      })),
    )
  }
  // An interpreter, so that it works under a strict content security policy. Loaded when a plain schema is first used.
  const { Validator } = await import('@cfworker/json-schema')
  // copies, for the validator writes into the schema it is given
  const result = new Validator(JSON.parse(JSON.stringify(schema)), draftOf(schema['$schema']), false).validate(value)
  if (result.valid) return { ok: true, value }
  return refuse(
    result.errors
      // "a property does not match" says less than what is wrong with it
      .filter(({ keyword }) => !['properties', 'items', 'allOf', '$ref'].includes(keyword))
      .map(({ instanceLocation, error }) => ({ path: toPath(instanceLocation), message: error })),
  )
}

interface StandardValidator {
  validate(value: unknown): StandardResult | Promise<StandardResult>
}
interface StandardResult {
  readonly value?: unknown
  readonly issues?:
    | readonly { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] }[]
    | undefined
}

const MAX_ISSUES = 10

function refuse(issues: readonly { readonly path: string; readonly message: string }[]): ValidationResult {
  const lines = issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    // a part of a sentence that goes on
    const problem = message.replace(/\.$/, '')
    return path === '' ? problem : `${path}: ${problem}`
  })
  if (issues.length > MAX_ISSUES) lines.push(`and ${issues.length - MAX_ISSUES} more`)
  return { ok: false, problem: lines.join('; ') || 'it does not match the schema' }
}

function draftOf(uri: unknown): '4' | '7' | '2019-09' | '2020-12' {
  const text = typeof uri === 'string' ? uri : ''
  if (text.includes('draft-04')) return '4'
  if (text.includes('2019-09')) return '2019-09'
  return text.includes('draft-0') ? '7' : '2020-12'
}

/** `#/a/0` → `a.0`; the validator percent-encodes keys. */
function toPath(location: string): string {
  return location
    .replace(/^#\/?/, '')
    .split('/')
    .map(part => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}
