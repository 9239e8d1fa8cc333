'use client'

import { useEffect, useState } from 'react'

/** How long a button says what came of it. */
const SAID = 2000

/** Puts texts into the clipboard. `outcome` says for a moment how that went. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(() => setOutcome(undefined), SAID)
    return () => clearTimeout(timer)
  }, [outcome])
  return {
    outcome,
    async copy(text: string | (() => string)): Promise<void> {
      try {
        // Not there without HTTPS, and then refused, too.
        await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
        setOutcome('copied')
      } catch {
        setOutcome('refused')
      }
    },
  }
}
