import type { ModelContentPart, ModelOutput } from '../core/model-output.ts'
import { toJsonValue } from './to-json-value.ts'

/**
 * Checks what a `toModelOutput` returned. A file without a media type gets it from its first bytes; a part that cannot be used
 * becomes a text that says so, for the others are still worth reading.
 *
 * @param onProblem hears of each part that was replaced.
 * @throws where it is none of the three kinds.
 */
export function parseModelOutput(value: unknown, onProblem: (problem: string) => void = () => {}): ModelOutput {
  const output = toJsonValue(value)
  if (isRecord(output)) {
    if (output.type === 'text' && typeof output.value === 'string') return { type: 'text', value: output.value }
    if (output.type === 'json' && 'value' in output) return { type: 'json', value: output.value }
    if (output.type === 'content' && Array.isArray(output.value)) {
      const parts = output.value.map(part => {
        const parsed = parsePart(part)
        if (typeof parsed !== 'string') return parsed
        onProblem(parsed)
        return { type: 'text', text: `[A part of this result cannot be shown: ${parsed}.]` } as const
      })
      return { type: 'content', value: parts }
    }
  }
  throw new TypeError(
    'toModelOutput has to return { type: "text", value: string }, { type: "json", value } or { type: "content", value: parts }.',
  )
}

/** The part with the fields that its type has, or what is wrong with it. */
function parsePart(part: unknown): ModelContentPart | string {
  if (!isRecord(part)) return 'it is not an object'
  const { type, text, url, fileId, mediaType, filename } = part
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { type, text } : 'a text part needs "text"'
    case 'image-url':
    case 'file-url':
      if (typeof url !== 'string' || !URL.canParse(url)) return `a part of the type "${type}" needs a whole "url"`
      return { type, url, ...(typeof mediaType === 'string' && { mediaType }) }
    case 'image-data':
    case 'file-data': {
      const file = typeof part.data === 'string' ? readData(part.data) : undefined
      if (!file) return `a part of the type "${type}" needs "data" in base64`
      const known = typeof mediaType === 'string' && mediaType !== '' ? mediaType : file.mediaType
      if (!known) return `a part of the type "${type}" needs a "mediaType"`
      return { type, data: file.data, mediaType: known, ...(typeof filename === 'string' && { filename }) }
    }
    case 'file-id':
    case 'image-file-id':
      if (typeof fileId !== 'string' && !isRecord(fileId)) return `a part of the type "${type}" needs a "fileId"`
      return { type, fileId: fileId as string | Record<string, string> }
    case 'custom':
      return { ...part, type }
    default:
      return `parts of the type "${String(type).slice(0, 40)}" are not known`
  }
}

/** Base64, or a data URL such as `canvas.toDataURL` gives. */
function readData(data: string): { data: string; mediaType: string | undefined } | undefined {
  const url = /^data:([^;,]*)[^,]*;base64,/.exec(data.slice(0, 200))
  const base64 = url ? data.slice(url[0].length) : data
  if (base64 === '' || data.startsWith('data:') !== (url !== null)) return undefined
  const magic = MAGIC.find(([start]) => base64.startsWith(start))
  return { data: base64, mediaType: url?.[1] || magic?.[1] }
}

/** The first bytes of common files, in base64. */
const MAGIC = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi0', 'application/pdf'],
] as const

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
