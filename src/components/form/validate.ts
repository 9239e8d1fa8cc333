export interface FormProblem {
  /** A JSON pointer to the field; for one that is missing, to where it should be. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
  /** What the schema says for that keyword. */
  readonly limit?: unknown
}

/**
 * Checks a value against a schema: one of Standard Schema by its own validator, JSON Schema by an interpreting one that is loaded when
 * it is first needed. A schema that cannot be read is no reason to refuse an answer.
 */
export async function validateValue(
  schema: unknown,
  json: Readonly<Record<string, unknown>> | undefined,
  value: unknown,
): Promise<readonly FormProblem[]> {
  const standard = standardOf(schema)
  if (standard) {
    const result = await standard.validate(value)
    return (result.issues ?? []).map(({ path = [], message }) => ({
      pointer: path.map(part => `/${escapeKey(keyOf(part))}`).join(''),
      keyword: '',
      message,
    }))
  }
  if (!json) return []
  const { Validator } = await import('@cfworker/json-schema')
  try {
    // A copy, for the validator writes into what it is given.
    const own = JSON.parse(JSON.stringify(json)) as Record<string, unknown>
    const { valid, errors } = new Validator(own, draftOf(json['$schema']), false).validate(value)
    if (valid) return []
    return errors.map(({ instanceLocation, keyword, keywordLocation, error }) => ({
      pointer: toPointer(instanceLocation, keyword, error),
      keyword,
      message: error,
      limit: limitAt(json, keywordLocation),
    }))
  } catch {
    // A reference that leads nowhere, or in a circle.
    return []
  }
}

interface StandardValidator {
  readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>
}
interface StandardResult {
  readonly issues?: readonly { readonly message: string; readonly path?: readonly unknown[] }[] | undefined
}

/** The validator of a Standard Schema: an object, or a function as ArkType's are. */
function standardOf(schema: unknown): StandardValidator | undefined {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null || !('~standard' in schema))
    return undefined
  const standard: unknown = schema['~standard']
  if (typeof standard !== 'object' || standard === null || !('validate' in standard)) return undefined
  return typeof standard.validate === 'function' ? (standard as StandardValidator) : undefined
}

function keyOf(part: unknown): string {
  return String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part)
}

export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function draftOf(uri: unknown): '4' | '7' | '2019-09' | '2020-12' {
  const text = typeof uri === 'string' ? uri : ''
  if (text.includes('draft-04')) return '4'
  if (text.includes('2019-09')) return '2019-09'
  return text.includes('draft-0') ? '7' : '2020-12'
}

// The validator percent-encodes keys, and tells of a missing one at its parent.
function toPointer(location: string, keyword: string, error: string): string {
  const pointer = location
    .replace(/^#/, '')
    .split('/')
    .map(part => decode(part))
    .join('/')
  const missing = keyword === 'required' ? /"(.*)"/s.exec(error)?.[1] : undefined
  return missing === undefined ? pointer : `${pointer}/${escapeKey(missing)}`
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function limitAt(schema: unknown, location: string): unknown {
  let current: unknown = schema
  for (const part of location.replace(/^#\/?/, '').split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
    current =
      typeof current === 'object' && current !== null && Object.hasOwn(current, key)
        ? Reflect.get(current, key)
        : undefined
  }
  return current
}
