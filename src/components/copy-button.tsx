'use client'

import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Icon } from './icons.tsx'
import { useCopy } from './use-copy.ts'
import { useToolCallLabels } from './view-context.ts'

/** Copies a text that is made when it is asked for. Says so where it was copied, and nothing where it was not. */
export function CopyButton({
  label,
  text,
  slot,
  ...props
}: {
  label: string
  text: string | (() => string)
  /** A button with an icon in place of its words. */
  slot?: 'tc-icon-button' | 'tc-json-copy'
} & Omit<ComponentPropsWithoutRef<'button'>, 'slot' | 'type' | 'onClick'>): ReactNode {
  const { copied } = useToolCallLabels().action
  const { outcome, copy } = useCopy()
  const isCopied = outcome === 'copied'
  const said = isCopied ? copied : label
  return (
    <button
      {...props}
      data-slot={slot ?? 'tc-button'}
      data-variant={slot ? undefined : 'quiet'}
      type="button"
      aria-label={slot && said}
      onClick={() => void copy(text)}
    >
      {slot ? <Icon name={isCopied ? 'check' : 'copy'} /> : said}
    </button>
  )
}
