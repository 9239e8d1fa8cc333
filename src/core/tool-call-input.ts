import type { JsonResult } from '../partial-json/create-partial-json.ts'
import type { LiveInput } from './live-input.ts'
import { isIn, isLent } from './tool-call-record.ts'
import type { ToolCall, ToolCallIn } from './tool-call.ts'

/** The final input, or why there is none. */
export interface FinalInput {
  readonly input: unknown
  readonly inputError?: ToolCallIn<'input-available'>['inputError']
}

/** The call's own input, else what a later event says it was. Text that may still grow is no input (law 2). */
export function inputOf(call: ToolCall | undefined, args?: unknown): FinalInput {
  if (!call || isIn(call, 'input-streaming') || (isIn(call, 'interrupted') && !call.inputComplete))
    return { input: args }
  if (isIn(call, 'input-available') && call.inputError && isNoInput(args))
    return { input: undefined, inputError: call.inputError }
  return { input: args !== undefined && (call.input === undefined || isLent(call)) ? args : call.input }
}

/** The same when no more text can come: then what has arrived is parsed. */
export function endedInput(call: ToolCall | undefined, live: LiveInput | undefined, args?: unknown): FinalInput {
  const known = inputOf(call)
  if (known.inputError || (known.input !== undefined && !isLent(call))) return inputOf(call, args)
  const parsed = parsedInput(live?.finish())
  return (parsed.inputError ? isNoInput(args) : parsed.input !== undefined) ? parsed : inputOf(call, args)
}

/** The input that the wire gives as final. A `{}` that it made up beside text that does not parse is not believed. */
export function finalInput(call: ToolCall | undefined, live: LiveInput | undefined, args: unknown): FinalInput {
  if (args === undefined) return endedInput(call, live)
  if (!isNoInput(args)) return { input: args }
  const parsed = isIn(call, 'input-available') && call.inputError ? inputOf(call) : parsedInput(live?.finish())
  return parsed.inputError ? parsed : { input: args }
}

export function parsedInput(result: JsonResult | undefined): FinalInput {
  if (!result || result.ok) return { input: result?.value }
  return { input: undefined, inputError: { ...result.error, text: result.text } }
}

function isNoInput(args: unknown): boolean {
  return (
    args === undefined ||
    (typeof args === 'object' && args !== null && !Array.isArray(args) && Object.keys(args).length === 0)
  )
}
