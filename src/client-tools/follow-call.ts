import type { ToolCallChange } from '../core/tool-runs.ts'
import type { ClientToolSpec } from './client-tool.ts'
import { callHook } from './call-hook.ts'

/** What a tool hears of its calls before they run, and what it adds to them. */
export function followCall(
  spec: ClientToolSpec,
  { call, was, tool, options, warn, getAbortSignal, fill }: ToolCallChange,
) {
  const { toolCallId, toolName } = call
  const title = call.title === undefined ? tool.title : undefined
  const annotations = call.annotations === undefined ? tool.annotations : undefined
  if (title !== undefined || annotations) fill({ title, annotations })

  if (call.state === 'input-streaming' && (spec.onInputStart || spec.onInputDelta)) {
    // a stream that is replayed goes on where it was; arguments that become others begin again
    const told =
      was?.state === 'input-streaming' && call.inputText.startsWith(was.inputText) ? was.inputText : undefined
    const event = () => ({
      toolCallId,
      toolName,
      messages: options.getMessages?.() ?? [],
      abortSignal: getAbortSignal(),
    })
    const inputTextDelta = call.inputText.slice(told?.length)
    if (told === undefined) callHook('onInputStart', toolName, warn, () => spec.onInputStart?.(event()))
    if (inputTextDelta !== '')
      callHook('onInputDelta', toolName, warn, () => spec.onInputDelta?.({ ...event(), inputTextDelta }))
  }

  const isNewOutput = call.state === 'output-available' && was !== undefined && was.state !== 'output-available'
  if (spec.isGated && isNewOutput && !call.receipts.some(({ type }) => type === 'approval'))
    warn(
      'ran-without-approval',
      toolName,
      toolCallId,
      `Tool "${toolName}" has to be approved, but it ran without being asked about.`,
    )
}
