import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** Takes a file, or text, that is dropped on an element. `isOver` while something that could be dropped is above it. */
export function useTextDrop(
  element: RefObject<HTMLElement | null>,
  onDrop: (text: string, name: string | undefined) => void,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })

  useEffect(() => {
    const target = element.current
    if (target === null) return undefined
    // the pointer enters a child before it leaves the parent
    let depth = 0
    const controller = new AbortController()
    const { signal } = controller
    const end = () => {
      depth = 0
      setIsOver(false)
    }
    target.addEventListener('dragenter', () => setIsOver((depth += 1) > 0), { signal })
    target.addEventListener('dragleave', () => setIsOver((depth -= 1) > 0), { signal })
    target.addEventListener('dragover', event => event.preventDefault(), { signal })
    target.addEventListener(
      'drop',
      event => {
        event.preventDefault()
        end()
        const file = event.dataTransfer?.files[0]
        if (file) void file.text().then(text => latest.current(text, file.name))
        else latest.current(event.dataTransfer?.getData('text/plain') ?? '', undefined)
      },
      { signal },
    )
    return () => controller.abort()
  }, [element])

  return isOver
}
