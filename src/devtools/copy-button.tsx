'use client'

import type { ReactNode } from 'react'
import { useCopy } from '../components/use-copy.ts'

export interface CopyButtonProps {
  label: string
  /** What it is called where several of them are. @default label */
  name?: string | undefined
  text: () => string
}

const words = { copied: 'Copied', refused: 'Not allowed' }

export function CopyButton({ label, name = label, text }: CopyButtonProps): ReactNode {
  const { outcome, copy } = useCopy()
  const said = outcome && words[outcome]
  return (
    <button type="button" aria-label={said ? `${name}: ${said}` : name} onClick={() => void copy(text)}>
      {said ?? label}
    </button>
  )
}
