import type { ReactNode } from 'react'

export function parseUrl(text: string | undefined): URL | undefined {
  try {
    return text === undefined ? undefined : new URL(text)
  } catch {
    return undefined
  }
}

/** Where a link may lead. */
export function isSafeUrl(url: URL | undefined): url is URL {
  return url?.protocol === 'http:' || url?.protocol === 'https:' || url?.protocol === 'mailto:'
}

/** A link where it leads somewhere a person may want to go; else its words. */
export function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }): ReactNode {
  const url = parseUrl(href)
  if (!isSafeUrl(url)) return <span>{children}</span>
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
