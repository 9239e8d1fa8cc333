import type { JsonPath, JsonResult } from '../partial-json/create-partial-json.ts'
import { createToolInput, type ToolInputEncoding } from '../partial-json/create-tool-input.ts'

/** The arguments of one call while they arrive. */
export interface LiveInput {
  readonly encoding: ToolInputEncoding | undefined
  /** An empty delta counts: it says that the arguments are empty. */
  readonly hasText: boolean
  /** A string is more text; anything else comes from a display transform and replaces the preview. */
  append(delta: unknown): void
  preview(): ToolInputPreviewState
  /** Parses the text strictly; undefined when none ever came. Before its end it is only looked at: more may follow. */
  finish(isEnd?: boolean): JsonResult | undefined
}
export interface ToolInputPreviewState {
  readonly input: unknown
  readonly inputText: string
  readonly inputOpenPath: JsonPath | undefined
  readonly revision: number
}

/**
 * @param before the stream that this one begins again: its preview stays until the new text has caught up.
 * @param shown what is shown in place of the text.
 */
export function createLiveInput(encoding?: ToolInputEncoding, before?: LiveInput, shown?: unknown): LiveInput {
  const parser = createToolInput({ inputEncoding: encoding })
  let previous = before?.hasText ? before.preview() : undefined
  const revision = previous ? previous.revision + 1 : 0
  let text = ''
  let hasText = false
  return {
    encoding,
    get hasText() {
      return hasText
    },
    append(delta) {
      if (typeof delta === 'string') {
        hasText = true
        text += delta
        parser.append(delta)
      } else if (delta !== undefined) shown = delta
    },
    preview() {
      if (previous && text.length < previous.inputText.length) return { ...previous, revision }
      previous = undefined
      return {
        input: shown === undefined ? parser.value : shown,
        inputText: text,
        inputOpenPath: parser.openPath,
        revision,
      }
    },
    finish(isEnd = false) {
      if (!hasText) return undefined
      if (isEnd) return parser.finish()
      const whole = createToolInput({ inputEncoding: encoding })
      whole.append(text)
      return whole.finish()
    },
  }
}
