'use client'

import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import type { ToolCallLabels } from '../../locales/en.ts'
import type { Icon } from '../icons.tsx'

interface PlanMarkdownProps {
  text: string
  labels: ToolCallLabels
  PromptIcon: typeof Icon
}

/** Markdown without HTML; a link says where it leads, and a picture is fetched only when it is asked for. */
export function PlanMarkdown({ text, labels, PromptIcon }: PlanMarkdownProps): ReactNode {
  const components = useMemo(() => createComponents(labels, PromptIcon), [labels, PromptIcon])
  return (
    <Markdown components={components} urlTransform={keepUrl}>
      {text}
    </Markdown>
  )
}

function createComponents(labels: ToolCallLabels, Picture: typeof Icon): Components {
  return {
    ...headings,
    a: ({ href, children }) => <PlanLink href={href}>{children}</PlanLink>,
    img: ({ src, alt }) => (
      <PlanImage
        source={typeof src === 'string' ? src : undefined}
        alternative={alt}
        labels={labels}
        icon={<Picture name="image" />}
      />
    ),
  }
}

// Inside of a step or a quotation: the plan's own outline goes by its parts.
const headings: Components = Object.fromEntries(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(name => [
    name,
    ({ children }: { children?: ReactNode }) => (
      <p>
        <strong>{children}</strong>
      </p>
    ),
  ]),
)

// The components decide, and they show what they refuse.
function keepUrl(url: string): string {
  return url
}

function parseUrl(text: string | undefined): URL | undefined {
  try {
    return text === undefined ? undefined : new URL(text)
  } catch {
    return undefined
  }
}

const MAX_URL = 120

function PlanLink({ href, children }: { href: string | undefined; children?: ReactNode }): ReactNode {
  const url = parseUrl(href)
  const isSafe = url?.protocol === 'http:' || url?.protocol === 'https:' || url?.protocol === 'mailto:'
  const shown = isSafe ? url.href : (href ?? '')
  const target = shown.length > MAX_URL ? `${shown.slice(0, MAX_URL)}…` : shown
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
      {!isSaid && target !== '' && (
        <bdi data-slot="tc-link-target" dir="ltr">
          {' '}
          ({target})
        </bdi>
      )}
    </>
  )
}

function PlanImage({
  source,
  alternative,
  labels,
  icon,
}: {
  source: string | undefined
  alternative: string | undefined
  labels: ToolCallLabels
  icon: ReactNode
}): ReactNode {
  const [isLoaded, setIsLoaded] = useState(false)
  const url = parseUrl(source)
  const isRemote = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isRemote && isLoaded) return <img src={url.href} alt={alternative ?? ''} referrerPolicy="no-referrer" />
  return (
    <span data-slot="tc-image-frame">
      <span>{alternative || labels.preview.image}</span>
      {isRemote && (
        <button data-slot="tc-button" data-variant="secondary" type="button" onClick={() => setIsLoaded(true)}>
          {icon}
          {labels.preview.loadImage(url.host)}
        </button>
      )}
    </span>
  )
}
