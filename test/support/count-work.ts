/**
 * How many characters and members are looked at while `run` runs, by what the language has for it: calls of these methods are
 * counted with the length of what they go through. A measure that does not depend on the machine.
 */
export function countWork(run: () => void): number {
  let work = 0
  const undo = [
    count(String.prototype, 'charCodeAt', () => 1),
    count(String.prototype, 'slice', result => length(result)),
    count(String.prototype, 'indexOf', (result, text, _, from = 0) =>
      Number(result) < 0 ? length(text) - Number(from) : Number(result) - Number(from),
    ),
    count(String.prototype, 'search', (result, text) => (Number(result) < 0 ? length(text) : Number(result))),
    count(String.prototype, 'startsWith', (_, __, part) => length(part)),
    count(String.prototype, 'trim', (_, text) => length(text)),
    count(String.prototype, 'trimStart', (_, text) => length(text)),
    count(RegExp.prototype, 'exec', (_, __, text) => length(text)),
    count(RegExp.prototype, 'test', (_, __, text) => length(text)),
    count(Array.prototype, 'slice', result => length(result)),
    count(Array.prototype, 'every', (_, list) => length(list)),
    count(Object, 'assign', result => Object.keys(result as object).length),
    count(JSON, 'parse', (_, __, text) => length(text)),
  ]
  try {
    run()
  } finally {
    for (const each of undo) each()
  }
  return work

  function count<K extends string>(
    owner: Record<K, unknown>,
    name: K,
    steps: (result: unknown, self: unknown, ...args: unknown[]) => number,
  ): () => void {
    const original = owner[name] as (...args: unknown[]) => unknown
    const counting = function (this: unknown, ...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, args)
      work += 1 + steps(result, this, ...args)
      return result
    }
    owner[name] = counting
    return () => {
      owner[name] = original
    }
  }
}

function length(value: unknown): number {
  return (value as { length: number }).length
}
