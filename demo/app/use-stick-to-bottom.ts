import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Keeps a scroller at its end while its content grows, unless the person has scrolled up. */
export function useStickToBottom(): {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLDivElement | null>
  stick: () => void
} {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (box === null || inner === null) return undefined

    let lastTop = box.scrollTop
    function handleScroll() {
      if (box === null) return
      // Only an upward move lets go: content may have grown since our own scroll was asked for.
      if (box.scrollHeight - box.scrollTop - box.clientHeight < 24) stuck.current = true
      else if (box.scrollTop < lastTop) stuck.current = false
      lastTop = box.scrollTop
    }
    const observer = new ResizeObserver(() => {
      if (stuck.current) box.scrollTop = box.scrollHeight
    })
    box.addEventListener('scroll', handleScroll, { passive: true })
    observer.observe(inner)
    observer.observe(box)
    return () => {
      box.removeEventListener('scroll', handleScroll)
      observer.disconnect()
    }
  }, [])

  return {
    scroller,
    content,
    stick: () => {
      stuck.current = true
    },
  }
}
