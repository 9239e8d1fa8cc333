import { isRecord } from '../is-record.ts'
import { findUnsafeNumbers } from '../unsafe-numbers.ts'

/** One part of a content output, whichever protocol it came by. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string; readonly mediaType: string | undefined }
  | { readonly type: 'image'; readonly url: string; readonly name: string | undefined; readonly isRemote: boolean }
  | {
      readonly type: 'file'
      readonly name: string | undefined
      readonly mediaType: string | undefined
      /** Base64, or text; without either there is nothing to download. */
      readonly data: { readonly base64: string } | { readonly text: string } | undefined
    }
  | {
      readonly type: 'link'
      readonly url: string
      readonly name: string | undefined
      readonly text: string | undefined
    }
  | { readonly type: 'value'; readonly value: unknown }

export interface Content {
  readonly parts: readonly ContentPart[]
  /** What came beside the parts. */
  readonly rest: Readonly<Record<string, unknown>>
}

const types = new Set([
  'text',
  'image',
  'audio',
  'resource',
  'resource_link',
  'media',
  'image-data',
  'file-data',
  'image-url',
  'file-url',
  'file-id',
  'image-file-id',
  'custom',
])

/** The content of an MCP result, of an AI SDK model output or of a record with files in data URLs; undefined where a value is none. */
export function readContent(value: unknown): Content | undefined {
  if (isRecord(value)) {
    const { content, isError, ...rest } = value
    const others = isError === true ? { ...rest, isError } : rest
    // Agents of Mastra answer so.
    if (typeof content === 'string' && typeof isError === 'boolean')
      return { parts: [{ type: 'text', text: content, mediaType: undefined }], rest: others }
    if (isParts(content)) return withStructure(content, others)
    if (value['type'] === 'content' && isParts(value['value'])) return { parts: value['value'].map(readPart), rest: {} }
    return withInlineFiles(value)
  }
  return isParts(value) ? { parts: value.map(readPart), rest: {} } : undefined
}

type Part = Readonly<Record<string, unknown>>

function isParts(value: unknown): value is readonly Part[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(part => isRecord(part) && typeof part['type'] === 'string' && types.has(part['type'])) &&
    // A list of records that happen to have a type says nothing else of a part.
    value.every(part => isRecord(part) && (part['type'] !== 'text' || typeof part['text'] === 'string'))
  )
}

/** What a canvas or a file of the page gives: its characters say nothing to a person. */
function withInlineFiles(value: Part): Content | undefined {
  const files = Object.entries(value).flatMap(([name, text]) => {
    const part = typeof text === 'string' ? fromDataUrl(text, name) : undefined
    return part && !(part.type === 'file' && !part.data) ? [{ name, part }] : []
  })
  if (files.length === 0) return undefined
  const rest = Object.entries(value).filter(([name]) => !files.some(file => file.name === name))
  return { parts: files.map(({ part }) => part), rest: Object.fromEntries(rest) }
}

/** A server that gives a structure repeats it as text for older clients: said once. */
function withStructure(content: readonly Part[], rest: Readonly<Record<string, unknown>>): Content {
  const { structuredContent, ...others } = rest
  const parts = content.map(readPart)
  if (structuredContent === undefined) return { parts, rest: others }
  const [only] = parts
  const isRepeated =
    parts.length === 1 &&
    only?.type === 'text' &&
    JSON.stringify(parseJsonText(only.text)) === JSON.stringify(structuredContent)
  return { parts: [...(isRepeated ? [] : parts), { type: 'value', value: structuredContent }], rest: others }
}

const imageTypes = /^image\/(png|jpe?g|gif|webp|avif)$/i

function readPart(part: Part): ContentPart {
  const text = (name: string) => (typeof part[name] === 'string' ? part[name] : undefined)
  const mediaType = text('mimeType') ?? text('mediaType')
  const name = text('filename') ?? text('title') ?? text('name')
  const data = text('data')
  switch (part['type']) {
    case 'text':
      return { type: 'text', text: text('text') ?? '', mediaType }
    case 'image-url':
    case 'file-url': {
      const url = text('url') ?? ''
      if (/^https?:/i.test(url))
        return part['type'] === 'image-url'
          ? { type: 'image', url, name, isRemote: true }
          : { type: 'link', url, name, text: undefined }
      return fromDataUrl(url, name) ?? { type: 'value', value: part }
    }
    case 'resource_link':
      return { type: 'link', url: text('uri') ?? '', name, text: text('description') }
    case 'resource':
      return fromResource(part)
    case 'image':
    case 'audio':
    case 'media':
    case 'image-data':
    case 'file-data':
      return data === undefined ? { type: 'value', value: part } : fromData(data, mediaType, name)
    default:
      return { type: 'value', value: part }
  }
}

function fromResource(part: Part): ContentPart {
  const { resource } = part
  if (!isRecord(resource)) return { type: 'value', value: part }
  const text = (key: string) => (typeof resource[key] === 'string' ? resource[key] : undefined)
  const uri = text('uri')
  const name = text('title') ?? text('name') ?? uri?.slice(uri.lastIndexOf('/') + 1)
  const mediaType = text('mimeType')
  const blob = text('blob')
  if (blob !== undefined) return fromData(blob, mediaType, name)
  const content = text('text')
  return content === undefined
    ? { type: 'value', value: part }
    : { type: 'file', name, mediaType, data: { text: content } }
}

function fromDataUrl(url: string, name: string | undefined): ContentPart | undefined {
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  return inline ? fromData(inline[2] ?? '', inline[1], name) : undefined
}

function fromData(data: string, mediaType: string | undefined, name: string | undefined): ContentPart {
  const base64 = data.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) return { type: 'file', name, mediaType, data: undefined }
  // A drawing may hold a script: it is a file to take away, not a picture to show.
  if (mediaType !== undefined && imageTypes.test(mediaType))
    return { type: 'image', url: `data:${mediaType.toLowerCase()};base64,${base64}`, name, isRemote: false }
  return { type: 'file', name, mediaType, data: { base64 } }
}

const MAX_JSON = 2_000_000

/** The value of a JSON text that is a list or an object, if nothing of it is lost by reading it. */
export function parseJsonText(text: string): unknown {
  if (text.length > MAX_JSON || !/^\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return findUnsafeNumbers(value).length > 0 ? undefined : value
  } catch {
    return undefined
  }
}
