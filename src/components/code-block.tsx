'use client'

import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { splitInvisible } from './preview-text.ts'
import { useIsomorphicLayoutEffect } from './use-layout-effect.ts'

export interface CodeBlockProps {
  text: string
  /** For screen readers. */
  label: string
  /** Ends in a caret and sticks to its end. */
  isStreaming?: boolean | undefined
  /** Takes the height of a preview at once. Once it did, it keeps it. */
  reserves?: boolean | undefined
  /** All of it is in view, whatever its height. */
  isFull?: boolean | undefined
  marksInvisible?: boolean | undefined
  /** Where the text cannot be read on. */
  errorAt?: number | undefined
}

/** Text as it is, in the monospaced face: always left to right, isolated, wrapped. */
export function CodeBlock({
  text,
  label,
  isStreaming = false,
  reserves = false,
  isFull = false,
  marksInvisible = false,
  errorAt,
}: CodeBlockProps): ReactNode {
  const element = useRef<HTMLPreElement>(null)
  const sticks = useRef(true)
  const [hasReserved, setHasReserved] = useState(reserves)
  if (reserves && !hasReserved) setHasReserved(true)
  const [isScrollable, setIsScrollable] = useState(false)

  useIsomorphicLayoutEffect(() => {
    const block = element.current
    if (!block) return
    if (isStreaming && sticks.current) block.scrollTop = block.scrollHeight
    setIsScrollable(block.scrollHeight > block.clientHeight + 1)
    markScrolled(block)
  }, [text, isStreaming, isFull])

  const handleScroll = () => {
    const block = element.current
    if (!block) return
    sticks.current = block.scrollTop + block.clientHeight >= block.scrollHeight - 4
    markScrolled(block)
  }

  return (
    <pre
      ref={element}
      data-slot="tc-code"
      data-wrap=""
      data-reserve={hasReserved && !isFull ? '' : undefined}
      data-full={isFull ? '' : undefined}
      role="group"
      aria-label={label}
      dir="ltr"
      tabIndex={isScrollable ? 0 : undefined}
      onScroll={handleScroll}
    >
      {errorAt === undefined ? (
        <VisibleText text={text} marksInvisible={marksInvisible} />
      ) : (
        <>
          <VisibleText text={text.slice(0, errorAt)} marksInvisible={marksInvisible} />
          <span data-slot="tc-error-mark">{text.slice(errorAt, errorAt + 1) || ' '}</span>
          <VisibleText text={text.slice(errorAt + 1)} marksInvisible={marksInvisible} />
        </>
      )}
      {isStreaming && <Caret />}
    </pre>
  )
}

/** Text in which characters that cannot be seen are shown by their code. */
export function VisibleText({
  text,
  marksInvisible = true,
}: {
  text: string
  marksInvisible?: boolean | undefined
}): ReactNode {
  if (!marksInvisible) return text
  const pieces = splitInvisible(text)
  if (pieces.length === 1 && pieces[0] && !pieces[0].isCode) return text
  return pieces.map((piece, index) => (piece.isCode ? <InvisibleCode key={index} code={piece.text} /> : piece.text))
}

export function InvisibleCode({ code }: { code: string }): ReactNode {
  return <span data-slot="tc-invisible">{code}</span>
}

export function Caret(): ReactNode {
  return <span data-slot="tc-caret" aria-hidden="true" />
}

// Not a state of React: it changes on every scroll, and only the stylesheet reads it.
function markScrolled(block: HTMLElement): void {
  block.toggleAttribute('data-scrolled', block.scrollTop > 0)
}
