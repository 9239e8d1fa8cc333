import type { JsonResult } from '../partial-json/create-partial-json.ts'
import type { LiveInput } from './live-input.ts'
import { isObject } from './json-value.ts'
import { isIn, isLent, type AnyToolCall } from './tool-call-record.ts'

/** The final input, or why there is none. */
export type FinalInput = Pick<AnyToolCall, 'input' | 'inputError'>

/** The call's own input, else what a later event says it was. Text that may still grow is no input (law 2). */
export function inputOf(call: AnyToolCall, args?: unknown): FinalInput {
  if (isIn(call, 'input-streaming') || call.inputComplete === false) return { input: args }
  if (call.inputError && isNoInput(args)) return { input: undefined, inputError: call.inputError }
  return { input: args !== undefined && (call.input === undefined || isLent(call)) ? args : call.input }
}

/** The same when no more text can come: then what has arrived is parsed. */
export function endedInput(call: AnyToolCall, live: LiveInput | undefined, args?: unknown): FinalInput {
  const known = inputOf(call, args)
  if (call.inputError || (inputOf(call).input !== undefined && !isLent(call))) return known
  const parsed = parsedInput(live?.finish())
  return (parsed.inputError ? isNoInput(args) : parsed.input !== undefined) ? parsed : known
}

/** The input that the wire gives as final. A `{}` that it made up beside text that does not parse is not believed. */
export function finalInput(call: AnyToolCall, live: LiveInput | undefined, args: unknown): FinalInput {
  if (args === undefined) return endedInput(call, live)
  if (!isNoInput(args)) return { input: args }
  const parsed = call.inputError ? inputOf(call) : parsedInput(live?.finish())
  return parsed.inputError ? parsed : { input: args }
}

export function parsedInput(result: JsonResult | undefined): FinalInput {
  if (!result || result.ok) return { input: result?.value }
  return { input: undefined, inputError: { ...result.error, text: result.text } }
}

function isNoInput(args: unknown): boolean {
  return args === undefined || (isObject(args) && Object.keys(args).length === 0)
}
