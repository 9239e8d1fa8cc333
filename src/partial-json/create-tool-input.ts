import { createPartialJson, type JsonResult, type PartialJson, type PartialJsonOptions } from './create-partial-json.ts'

export type ToolInputEncoding = 'json' | 'text'
export interface ToolInputOptions extends PartialJsonOptions {
  /** @default 'json' */
  inputEncoding?: ToolInputEncoding | undefined
}
export type ToolInputNote = 'empty' | 'fenced' | 'encoded-twice' | 'glued' | 'trailing' | 'duplicate-key' | 'restarted'
export interface ToolInput extends PartialJson {
  /** The whole text so far, for wires that resend it; text that was rewritten restarts the preview. */
  replace(text: string): void
  readonly revision: number
  readonly notes: readonly ToolInputNote[]
  readonly trailing: string | undefined
}

/**
 * The arguments of a tool call as models and gateways send them, on top of `createPartialJson`: an empty text is `{}` at its
 * end, and with `inputEncoding: 'text'` the input is the text itself.
 *
 * A stand-in: fences, double encoding, glued objects and trailing text are not read yet, so they end as an input error.
 */
export function createToolInput(options: ToolInputOptions = {}): ToolInput {
  const asText = options.inputEncoding === 'text'
  let text = ''
  let revision = 0
  let notes: readonly ToolInputNote[] = []
  let json = createPartialJson(options)
  let result: JsonResult | undefined
  return {
    append(delta) {
      if (result) return
      text += delta
      if (!asText) json.append(delta)
    },
    replace(next) {
      if (result || next === text) return
      if (next.startsWith(text)) return this.append(next.slice(text.length))
      revision += 1
      notes = [...notes, 'restarted']
      text = ''
      json = createPartialJson(options)
      this.append(next)
    },
    get value() {
      if (asText) return text
      return result?.ok ? result.value : json.value
    },
    get state() {
      if (result) return result.ok ? 'complete' : 'error'
      return asText ? 'streaming' : json.state
    },
    get error() {
      return result && !result.ok ? result.error : undefined
    },
    get openPath() {
      return json.openPath
    },
    get pendingKey() {
      return json.pendingKey
    },
    get revision() {
      return revision
    },
    get notes() {
      return notes
    },
    trailing: undefined,
    status: path => (result?.ok ? 'complete' : json.status(path)),
    get: path => json.get(path),
    length: path => json.length(path),
    rawText: path => json.rawText(path),
    onAppend: listener => json.onAppend(listener),
    finish() {
      if (result) return result
      if (asText) result = { ok: true, value: text }
      else if (text.trim() === '') {
        notes = [...notes, 'empty']
        result = { ok: true, value: {} }
      } else result = json.finish()
      return result
    },
  }
}
