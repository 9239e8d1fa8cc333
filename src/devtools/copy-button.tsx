'use client'

import { useState } from 'react'
import type { ReactNode } from 'react'

export interface CopyButtonProps {
  label: string
  /** What it is called where several of them are. @default label */
  name?: string | undefined
  text: () => string
}

export function CopyButton({ label, name = label, text }: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<'Copied' | 'Not allowed'>()
  async function handleClick() {
    try {
      await navigator.clipboard.writeText(text())
      setOutcome('Copied')
    } catch {
      setOutcome('Not allowed')
    }
  }
  return (
    <button
      type="button"
      aria-label={outcome ? `${name}: ${outcome}` : name}
      onClick={() => void handleClick()}
      onBlur={() => setOutcome(undefined)}
    >
      {outcome ?? label}
    </button>
  )
}
