import { isRecord } from '../is-record.ts'

interface NodeBase {
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** `null` is a value of it: what an empty field stands for where there must be one. */
  readonly isNullable: boolean
  /** Filled in before anybody has touched the form. Never one that approves or deletes. */
  readonly initial?: unknown
  /** Its default would decide: the person has to say it, even where the schema would do without. */
  readonly mustBeSaid: boolean
}
export interface Choice {
  readonly value: unknown
  readonly label: string
  readonly description?: string | undefined
}
export interface ObjectField {
  readonly key: string
  readonly node: FormNode
  readonly isRequired: boolean
}
/** What of a JSON Schema a form can draw. */
export type FormNode =
  | (NodeBase & {
      readonly type: 'text'
      readonly format: string | undefined
      readonly isLong: boolean
    })
  | (NodeBase & {
      readonly type: 'number'
      readonly isInteger: boolean
      readonly minimum: number | undefined
      readonly maximum: number | undefined
    })
  | (NodeBase & { readonly type: 'boolean' })
  | (NodeBase & {
      readonly type: 'choice'
      readonly choices: readonly Choice[]
      /** The only answer is yes. */
      readonly isTick: boolean
    })
  | (NodeBase & { readonly type: 'const'; readonly value: unknown })
  | (NodeBase & {
      readonly type: 'list'
      readonly item: FormNode
      readonly maxItems: number
    })
  | (NodeBase & { readonly type: 'object'; readonly fields: readonly ObjectField[] })
  /** Whatever has no field of its own: JSON, or a text where texts are taken. */
  | (NodeBase & { readonly type: 'json'; readonly takesText: boolean })
export type NodeOf<Type extends FormNode['type']> = Extract<FormNode, { type: Type }>

const MAX_DEPTH = 6
const MAX_FIELDS = 100
const longNames = /(note|notes|description|body|message|comment|comments|reason|content|text|feedback|summary)$/i
/** Fields and values whose preset yes would let something through or take something away. */
const decides =
  /(^|_)(accept|agree|allow|approv|authori[sz]|confirm|consent|delet|destroy|drop|eras|execut|forc|grant|kill|ok|overwrit|pay|permanent|proceed|publish|purg|remov|replac|reset|revok|run|send|sign|submit|sudo|terminat|transfer|trust|unsafe|wipe|yes|yolo)/

/** A schema as fields. Never throws; what it does not know, or what is too deep, becomes a field for JSON. */
export function readSchema(schema: unknown): FormNode {
  const root = parseSchema(schema)
  return root === undefined ? jsonNode(undefined, true) : readNode(root, { root, depth: 0, refs: [], name: '' })
}

/** The JSON Schema of a Standard Schema that can say it, else the schema itself. */
export function toJsonSchema(schema: unknown): unknown {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null || !('~standard' in schema))
    return schema
  try {
    const standard = schema['~standard'] as { jsonSchema?: { input?: (options: { target: string }) => unknown } }
    return standard.jsonSchema?.input?.({ target: 'draft-2020-12' })
  } catch {
    return undefined
  }
}

/** The schema as an object, from an object or from JSON text; undefined where it cannot be read or says nothing. */
export function parseSchema(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  let value = schema
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      return undefined
    }
  }
  return isRecord(value) && Object.keys(value).some(key => key !== '$schema') ? value : undefined
}

interface Context {
  readonly root: Readonly<Record<string, unknown>>
  readonly depth: number
  readonly refs: readonly string[]
  readonly name: string
}

function readNode(given: unknown, context: Context): FormNode {
  if (context.depth > MAX_DEPTH || !isRecord(given)) return jsonNode(given, true)
  const resolved = resolve(given, context)
  if (!resolved) return jsonNode(given, mayBeText(given, context.root))
  const schema = mergeAll(resolved.schema)
  const inner = { ...context, refs: resolved.refs }
  const base = baseOf(schema, inner.name)

  if ('const' in schema) return constNode(schema['const'], base, inner.name)
  if (Array.isArray(schema['enum']))
    return choiceNode(
      schema['enum'].map(value => toChoice(value)),
      base,
      inner.name,
    )
  const variants = schema['oneOf'] ?? schema['anyOf']
  if (Array.isArray(variants)) return readVariants(variants, schema, inner)

  const types: unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  const own = types.filter(type => type !== 'null')
  const isNullable = own.length < types.length
  if (own.length !== 1) return jsonNode(schema, own.length === 0 || own.includes('string'))
  return readType(own[0], schema, { ...base, isNullable }, inner)
}

function readType(
  type: unknown,
  schema: Readonly<Record<string, unknown>>,
  base: NodeBase,
  context: Context,
): FormNode {
  switch (type) {
    case 'string': {
      const format = typeof schema['format'] === 'string' ? schema['format'] : undefined
      return {
        ...base,
        type: 'text',
        format,
        isLong: !format && (longNames.test(context.name) || (numberOf(schema['maxLength']) ?? 0) > 120),
      }
    }
    case 'number':
    case 'integer':
      return {
        ...base,
        type: 'number',
        isInteger: type === 'integer',
        minimum: numberOf(schema['minimum']),
        maximum: numberOf(schema['maximum']),
      }
    case 'boolean':
      // Three answers do not fit into a box.
      if (!base.isNullable) return { ...base, type: 'boolean' }
      return choiceNode(
        [true, false, null].map(value => toChoice(value)),
        base,
        context.name,
      )
    case 'array':
      return readList(schema, base, context)
    case 'object':
      return readObject(schema, base, context)
    default:
      return jsonNode(schema, false)
  }
}

function readList(schema: Readonly<Record<string, unknown>>, base: NodeBase, context: Context): FormNode {
  const items = schema['items']
  if (base.isNullable || !isRecord(items) || 'prefixItems' in schema) return jsonNode(schema, false)
  const item = readNode(items, { ...context, depth: context.depth + 1, name: '' })
  if (item.type === 'json') return jsonNode(schema, false)
  return {
    ...base,
    type: 'list',
    item,
    maxItems: numberOf(schema['maxItems']) ?? Infinity,
  }
}

function readObject(schema: Readonly<Record<string, unknown>>, base: NodeBase, context: Context): FormNode {
  const { properties } = schema
  const entries = isRecord(properties) ? Object.entries(properties) : []
  if (base.isNullable || entries.length === 0 || entries.length > MAX_FIELDS) return jsonNode(schema, false)
  const { initial } = base
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  // A key that is asked for and not described has no field: then the whole is JSON.
  if (required.some(key => typeof key !== 'string' || !Object.hasOwn(properties as object, key)))
    return jsonNode(schema, false)
  const fields = entries.map(([key, property]): ObjectField => {
    // What the whole is by default is what its fields are: each is seen, and none that decides is filled in.
    const isPreset = isRecord(initial) && Object.hasOwn(initial, key) && isRecord(property)
    const node = readNode(isPreset ? { ...property, default: initial[key] } : property, {
      ...context,
      depth: context.depth + 1,
      name: key,
    })
    return { key, node, isRequired: required.includes(key) || node.mustBeSaid }
  })
  return { ...base, initial: undefined, type: 'object', fields }
}

/** Constants are a choice, and one schema beside `null` is that schema, nullable. The rest has no field of its own. */
function readVariants(
  variants: readonly unknown[],
  schema: Readonly<Record<string, unknown>>,
  context: Context,
): FormNode {
  const read = variants.slice(0, MAX_FIELDS).map(variant => {
    const resolved = isRecord(variant) ? resolve(variant, context) : undefined
    return resolved?.schema
  })
  const base = baseOf(schema, context.name)
  const isNull = (variant: Readonly<Record<string, unknown>> | undefined) => variant?.['type'] === 'null'
  const others = read.filter(variant => !isNull(variant))
  if (read.length === variants.length && others.length > 0 && others.every(variant => variant && 'const' in variant)) {
    const choices = others.flatMap(variant => (variant ? [toChoice(variant['const'], variant)] : []))
    return choiceNode([...choices, ...(others.length < read.length ? [toChoice(null)] : [])], base, context.name)
  }
  const [only] = others
  if (others.length === 1 && only && read.length === 2) {
    const { anyOf: _any, oneOf: _one, ...around } = schema
    const type = only['type']
    if (typeof type === 'string' && !('enum' in only))
      return readNode({ ...around, ...only, type: [type, 'null'] }, { ...context, depth: context.depth + 1 })
    if (Array.isArray(only['enum']))
      return readNode(
        { ...around, ...only, enum: [...(only['enum'] as unknown[]), null] },
        { ...context, depth: context.depth + 1 },
      )
  }
  return jsonNode(
    schema,
    others.some(variant => variant?.['type'] === 'string'),
  )
}

function constNode(value: unknown, base: NodeBase, name: string): FormNode {
  // The one value that is allowed is a yes: then it is the person's to give.
  if (value === true || decidesBy(name, value)) return choiceNode([toChoice(value)], base, name)
  return { ...base, type: 'const', value, initial: value }
}

function choiceNode(choices: readonly Choice[], base: NodeBase, name: string): FormNode {
  const isDeciding = base.initial !== undefined && decidesBy(name, base.initial)
  const checked = isDeciding ? { ...base, initial: undefined, mustBeSaid: true } : base
  return {
    ...checked,
    type: 'choice',
    choices,
    isNullable: choices.some(choice => choice.value === null),
    isTick: choices.length === 1 && choices[0]?.value === true,
  }
}

function jsonNode(schema: unknown, takesText: boolean): FormNode {
  return { ...baseOf(isRecord(schema) ? schema : {}, ''), type: 'json', takesText }
}

function baseOf(schema: Readonly<Record<string, unknown>>, name: string): NodeBase {
  const { title, description } = schema
  const initial = schema['default']
  // `true` on a field that decides, or a value that does by itself
  const isDeciding = initial !== undefined && decidesBy(name, initial)
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title : undefined,
    description: typeof description === 'string' && description.trim() !== '' ? description : undefined,
    isNullable: false,
    initial: isDeciding ? undefined : initial,
    mustBeSaid: isDeciding,
  }
}

function decidesBy(name: string, value: unknown): boolean {
  if (value === true) return decides.test(toWords(name))
  return typeof value === 'string' && value.length < 40 && decides.test(toWords(value))
}

function toWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
}

function toChoice(value: unknown, schema?: unknown): Choice {
  const { title, description } = isRecord(schema) ? schema : {}
  return {
    value,
    label:
      typeof title === 'string' && title !== '' ? title : typeof value === 'string' ? value : JSON.stringify(value),
    ...(typeof description === 'string' ? { description } : {}),
  }
}

/** Of a reference that cannot be followed to its end: what it leads to first says at least its type. */
function mayBeText({ $ref }: Readonly<Record<string, unknown>>, root: unknown): boolean {
  const target = typeof $ref === 'string' ? lookUp($ref, root) : undefined
  const type = isRecord(target) ? target['type'] : undefined
  return type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'))
}

function lookUp(reference: string, root: unknown): unknown {
  let target = root
  for (const part of reference.split('/').slice(1)) {
    const key = decodePart(part)
    target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  return target
}

function decodePart(part: string): string {
  const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/** Follows references within the schema, never in a circle. */
function resolve(
  schema: Readonly<Record<string, unknown>>,
  { root, refs }: Context,
): { schema: Readonly<Record<string, unknown>>; refs: readonly string[] } | undefined {
  let current = schema
  const followed = [...refs]
  while (typeof current['$ref'] === 'string') {
    const reference = current['$ref']
    if (followed.includes(reference) || !reference.startsWith('#')) return undefined
    followed.push(reference)
    const target = lookUp(reference, root)
    if (!isRecord(target)) return undefined
    const { $ref: _, ...around } = current
    current = { ...target, ...around }
    if (target['$ref'] !== undefined) current = { ...current, $ref: target['$ref'] }
  }
  return { schema: current, refs: followed }
}

/** Objects of an `allOf`, as one. Anything else in it is left to the validation. */
function mergeAll(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const parts = schema['allOf']
  if (!Array.isArray(parts) || !parts.every(part => isRecord(part) && isRecord(part['properties']))) return schema
  const merged: Record<string, unknown> = { ...schema, type: 'object' }
  for (const part of parts as Record<string, Record<string, unknown>>[]) {
    merged['properties'] = { ...(merged['properties'] as object), ...part['properties'] }
    merged['required'] = [...((merged['required'] as unknown[]) ?? []), ...((part['required'] as unknown as []) ?? [])]
  }
  return merged
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
