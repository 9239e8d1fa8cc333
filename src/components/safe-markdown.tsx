'use client'

import { lazy, useState } from 'react'
import type { ReactNode } from 'react'
import type { Components } from 'react-markdown'
import { Icon } from './icons.tsx'
import { isSafeUrl, parseUrl } from './safe-link.tsx'
import { useToolCallLabels } from './view-context.ts'
import { shorten } from './wording.ts'

// Most of the code, and seldom needed.
const Markdown = lazy(() => import('react-markdown'))

/** Markdown without HTML; a link says where it leads, and a picture is fetched only when it is asked for. */
export function SafeMarkdown({ text }: { text: string }): ReactNode {
  return (
    <Markdown components={components} urlTransform={keepUrl}>
      {text}
    </Markdown>
  )
}

const components: Components = {
  // Inside of a step or a quotation: the plan's own outline goes by its parts.
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(name => [name, Heading])),
  a: MarkdownLink,
  img: MarkdownImage,
}

// The components decide, and they show what they refuse.
function keepUrl(url: string): string {
  return url
}

function Heading({ children }: { children?: ReactNode }): ReactNode {
  return (
    <p>
      <strong>{children}</strong>
    </p>
  )
}

const MAX_URL = 120

function MarkdownLink({ href, children }: { href?: string | undefined; children?: ReactNode }): ReactNode {
  const url = parseUrl(href)
  const isSafe = isSafeUrl(url)
  const shown = isSafe ? url.href : (href ?? '')
  const isSaid = children === href || children === url?.href
  return (
    <>
      {isSafe ? (
        <a href={url.href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      ) : (
        children
      )}
      {!isSaid && shown !== '' && (
        <bdi data-slot="tc-link-target" dir="ltr">
          {' '}
          ({shorten(shown, MAX_URL)})
        </bdi>
      )}
    </>
  )
}

function MarkdownImage({ src, alt }: { src?: unknown; alt?: string | undefined }): ReactNode {
  const labels = useToolCallLabels()
  const [isLoaded, setIsLoaded] = useState(false)
  const url = parseUrl(typeof src === 'string' ? src : undefined)
  const isRemote = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isRemote && isLoaded) return <img src={url.href} alt={alt ?? ''} referrerPolicy="no-referrer" />
  return (
    <span data-slot="tc-image-frame">
      <span>{alt || labels.preview.image}</span>
      {isRemote && (
        <button data-slot="tc-button" data-variant="secondary" type="button" onClick={() => setIsLoaded(true)}>
          <Icon name="image" />
          {labels.preview.loadImage(url.host)}
        </button>
      )}
    </span>
  )
}
