/** Compares two JSON values. Iterative, so that hostile depth cannot overflow the stack; shared sub-trees are compared once. */
export function isDeepEqual(left: unknown, right: unknown): boolean {
  // most are: then nothing is allocated
  if (Object.is(left, right)) return true
  const stack: [unknown, unknown][] = [[left, right]]
  const compared = new Map<object, unknown>()
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    const [a, b] = pair
    if (Object.is(a, b)) continue
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false
    if (compared.get(a) === b) continue
    compared.set(a, b)
    if (Array.isArray(a) && a.length !== b.length) return false
    const keys = Object.keys(a)
    if (keys.length !== Object.keys(b).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false
      stack.push([a[key], b[key]])
    }
  }
  return true
}

/**
 * A frozen copy of a JSON value, so that what a person is shown cannot be changed under their eyes. Values that are not plain
 * objects or arrays are kept as they are; cycles stay cycles.
 */
export function frozenCopy(value: unknown): unknown {
  if (!isPlain(value)) return value
  const copies = new Map<object, Record<string, unknown>>()
  const copyOf = (source: Record<string, unknown>) => {
    const known = copies.get(source)
    if (known) return known
    const copy = (Array.isArray(source) ? [] : {}) as Record<string, unknown>
    copies.set(source, copy)
    queue.push(source)
    return copy
  }
  const queue: Record<string, unknown>[] = []
  const root = copyOf(value)
  for (let source = queue.pop(); source; source = queue.pop()) {
    const copy = copyOf(source)
    for (const key of Object.keys(source)) {
      const child = source[key]
      // defineProperty, because an own `__proto__` must stay an own property
      Object.defineProperty(copy, key, {
        value: isPlain(child) ? copyOf(child) : child,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }
  for (const copy of copies.values()) Object.freeze(copy)
  return root
}

/** Not null, and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value)
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isContainer(value)) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
