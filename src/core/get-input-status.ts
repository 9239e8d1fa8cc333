import type { JsonPath, JsonPathStatus } from '../partial-json/create-partial-json.ts'
import type { ToolCall } from './tool-call.ts'

/**
 * Whether the node at a path of the call's input is there, and whether it is final. While the input arrives, `streaming` are the
 * nodes around the open path; of an input that was cut off, and of a preview that came without its text, everything is.
 */
export function getInputStatus(call: ToolCall, path: JsonPath): JsonPathStatus {
  if (inputAt(call, path) === undefined) return 'absent'
  if (call.state === 'interrupted') return call.inputComplete ? 'complete' : 'streaming'
  if (call.state !== 'input-streaming') return 'complete'
  const open = call.inputOpenPath
  const isOpen = open ? path.every((key, level) => key === open[level]) : call.inputText === ''
  return isOpen ? 'streaming' : 'complete'
}

/** The node at a path of the call's input; undefined where there is none. Inherited properties are none. */
export function inputAt(call: ToolCall, path: JsonPath): unknown {
  let node: unknown = call.input
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return undefined
    if (typeof key !== (Array.isArray(node) ? 'number' : 'string') || !Object.hasOwn(node, key)) return undefined
    node = (node as Record<string | number, unknown>)[key]
  }
  return node
}
