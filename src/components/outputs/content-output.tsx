'use client'

import { useState } from 'react'
import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { toInputItems } from '../preview-text.ts'
import { SafeLink, isSafeUrl, parseUrl } from '../safe-link.tsx'
import { saveFile } from '../save-file.ts'
import { InputRows } from '../input-rows.tsx'
import { useToolCallLabels } from '../view-context.ts'
import type { Content, ContentPart } from './read-content.ts'

interface ContentOutputProps {
  content: Content
  renderText(text: string, mediaType: string | undefined): ReactNode
  renderValue(value: unknown): ReactNode
}

/** Texts, pictures, files and links that a tool gave back, in their order. Nothing is fetched that nobody asked for. */
export function ContentOutput({ content, renderText, renderValue }: ContentOutputProps): ReactNode {
  const labels = useToolCallLabels()
  const draw = (part: ContentPart) => {
    switch (part.type) {
      case 'text':
        return renderText(part.text, part.mediaType)
      case 'image':
        return <ImagePart {...part} />
      case 'file':
        return <FilePart {...part} />
      case 'link':
        return <LinkPart {...part} />
      case 'value':
        return renderValue(part.value)
      default: {
        const unreachable: never = part
        return unreachable
      }
    }
  }
  return (
    <>
      {content.parts.map((part, index) => (
        <div key={index} data-slot="tc-content-part" data-type={part.type}>
          {draw(part)}
        </div>
      ))}
      {Object.keys(content.rest).length > 0 && <InputRows items={toInputItems(content.rest, false)} labels={labels} />}
    </>
  )
}

function ImagePart({ url, name, isRemote }: Extract<ContentPart, { type: 'image' }>): ReactNode {
  const labels = useToolCallLabels()
  const [isAsked, setIsAsked] = useState(!isRemote)
  const [hasFailed, setHasFailed] = useState(false)
  const host = isRemote ? (parseUrl(url)?.host ?? url) : undefined
  return (
    <figure data-slot="tc-image">
      <div data-slot="tc-image-frame">
        {!isAsked ? (
          <button data-slot="tc-button" data-variant="secondary" type="button" onClick={() => setIsAsked(true)}>
            <Icon name="image" />
            {labels.preview.loadImage(host ?? '')}
          </button>
        ) : hasFailed ? (
          <span data-slot="tc-small">{labels.preview.imageFailed}</span>
        ) : (
          <img
            src={url}
            alt={name ?? labels.preview.image}
            referrerPolicy="no-referrer"
            decoding="async"
            onError={() => setHasFailed(true)}
          />
        )}
      </div>
      {name !== undefined && (
        <figcaption>
          <bdi>{name}</bdi>
        </figcaption>
      )}
    </figure>
  )
}

function FilePart({ name, mediaType, data }: Extract<ContentPart, { type: 'file' }>): ReactNode {
  const labels = useToolCallLabels()
  const shownName = name || labels.preview.file
  const size =
    data && ('text' in data ? new Blob([data.text]).size : Math.floor((data.base64.replace(/=+$/, '').length * 3) / 4))
  const facts = [mediaType, size === undefined ? undefined : labels.preview.bytes(size)].filter(
    fact => fact !== undefined,
  )
  return (
    <div data-slot="tc-file">
      <Icon name="file" />
      <div>
        <bdi>{shownName}</bdi>
        <div data-slot="tc-file-meta">{facts.join(', ')}</div>
      </div>
      {data && (
        <button
          data-slot="tc-icon-button"
          type="button"
          aria-label={labels.action.download(shownName)}
          onClick={event => save(shownName, data, event.currentTarget)}
        >
          <Icon name="download" />
        </button>
      )}
    </div>
  )
}

function LinkPart({ url, name, text }: Extract<ContentPart, { type: 'link' }>): ReactNode {
  const parsed = parseUrl(url)
  return (
    <div data-slot="tc-result">
      <SafeLink href={url}>
        <bdi>{name || url}</bdi>
      </SafeLink>
      <span>
        <bdi dir="ltr">{isSafeUrl(parsed) && parsed.host !== '' ? parsed.host : url}</bdi>
        {text !== undefined && (
          <>
            {' · '}
            <bdi>{text}</bdi>
          </>
        )}
      </span>
    </div>
  )
}

function save(name: string, data: { readonly base64: string } | { readonly text: string }, button: Element): void {
  const bytes = 'text' in data ? data.text : fromBase64(data.base64)
  const content = new Blob([bytes], { type: 'application/octet-stream' })
  saveFile(name.replace(/[\\/:*?"<>|\p{C}]/gu, '_'), content, button)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
  return Uint8Array.from(binary, character => character.charCodeAt(0))
}
