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
  /** Shows its end first. */
  startsAtEnd?: boolean | undefined
  /** As high as it is, its lines as they are. */
  isUnlimited?: boolean | undefined
  marksInvisible?: boolean | undefined
  /** Where the text cannot be read on. */
  errorAt?: number | undefined
  /** Lines keep their width and are scrolled. What has to be in view wraps all the same. @default true */
  wraps?: boolean | undefined
  /** Draws the text in another way. */
  children?: ReactNode
}

/** Text as it is, in the monospaced face: always left to right, isolated, wrapped. */
export function CodeBlock({
  text,
  label,
  isStreaming = false,
  reserves = false,
  isFull = false,
  startsAtEnd = false,
  isUnlimited = false,
  marksInvisible = false,
  errorAt,
  wraps = true,
  children,
}: CodeBlockProps): ReactNode {
  const [hasReserved, setHasReserved] = useState(reserves)
  if (reserves && !hasReserved) setHasReserved(true)
  const box = useScrollBox<HTMLPreElement>(isStreaming || startsAtEnd, text, isFull)

  return (
    <pre
      {...box}
      data-slot="tc-code"
      data-wrap={wraps || isFull ? '' : undefined}
      data-reserve={hasReserved && !isFull ? '' : undefined}
      data-full={isFull || isUnlimited ? '' : undefined}
      role="group"
      aria-label={label}
      dir="ltr"
    >
      {children !== undefined ? (
        children
      ) : errorAt === undefined ? (
        <>
          <VisibleText text={text} marksInvisible={marksInvisible} />
          {isStreaming && <Caret />}
        </>
      ) : (
        <>
          <VisibleText text={text.slice(0, errorAt)} marksInvisible={marksInvisible} />
          <span data-slot="tc-error-mark">{text.slice(errorAt, errorAt + 1) || ' '}</span>
          <VisibleText text={text.slice(errorAt + 1)} marksInvisible={marksInvisible} />
        </>
      )}
    </pre>
  )
}

/** A box that stays at the end of what grows in it, unless its reader scrolled, and that the keyboard reaches once there is something to scroll. */
export function useScrollBox<Element extends HTMLElement>(sticksToEnd: boolean, content: unknown, isFull: boolean) {
  const ref = useRef<Element>(null)
  const sticks = useRef(true)
  const [isScrollable, setIsScrollable] = useState(false)
  useIsomorphicLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    if (sticksToEnd && sticks.current) box.scrollTop = box.scrollHeight
    setIsScrollable(box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
    markScrolled(box)
  }, [content, sticksToEnd, isFull])
  const onScroll = () => {
    const box = ref.current
    if (!box) return
    sticks.current = box.scrollTop + box.clientHeight >= box.scrollHeight - 4
    markScrolled(box)
  }
  return { ref, onScroll, tabIndex: isScrollable ? 0 : undefined }
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

/** The same set apart from the sentence that it stands in, whichever way either of them runs. */
export function Words(props: { text: string; marksInvisible?: boolean | undefined }): ReactNode {
  return (
    <bdi>
      <VisibleText {...props} />
    </bdi>
  )
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
