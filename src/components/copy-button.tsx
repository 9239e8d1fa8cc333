'use client'

import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import { useToolCallLabels } from './view-context.ts'

/** Copies a text that is made when it is asked for. Says so where it was copied, and nothing where it was not. */
export function CopyButton({
  label,
  text,
  isIcon = false,
}: {
  label: string
  text: string | (() => string)
  isIcon?: boolean
}): ReactNode {
  const { copied } = useToolCallLabels().action
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const said = isCopied ? copied : label
  return (
    <button
      data-slot={isIcon ? 'tc-icon-button' : 'tc-button'}
      data-variant={isIcon ? undefined : 'quiet'}
      type="button"
      aria-label={isIcon ? said : undefined}
      onClick={() => {
        // Not there without HTTPS.
        void navigator.clipboard?.writeText(typeof text === 'string' ? text : text()).then(
          () => setIsCopied(true),
          () => {},
        )
      }}
    >
      {isIcon ? <Icon name={isCopied ? 'check' : 'copy'} /> : said}
    </button>
  )
}
