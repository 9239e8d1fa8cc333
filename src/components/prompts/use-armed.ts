'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { useIsomorphicLayoutEffect } from '../use-layout-effect.ts'

/** Long enough to notice that something has come under the pointer. */
const ARM_DELAY = 600
const SAMPLE_INTERVAL = 100
/** A move that comes with the person's own wheel, finger or key is expected by them. */
const OWN_MOVE = 250

export interface Armed {
  readonly isArmed: boolean
  /** On a button that decides: where a press begins. */
  begin(event: PointerEvent<HTMLElement> | KeyboardEvent<HTMLElement>): void
  /** Whether a click ends a press that began on this button, after arming. */
  end(event: MouseEvent<HTMLElement>): boolean
  /** Whether an Enter in a field may send: pressed afresh, after arming, and not to confirm a candidate of an input method. */
  takesEnter(event: KeyboardEvent<HTMLElement>): boolean
}

/**
 * Keeps a click that was meant for something else from deciding: buttons answer 600 ms after they appeared, after the layout moved
 * them, and after the window got the focus back. `subject` is what is decided about: another one starts anew. `layoutKey` changes
 * when the person's own doing moves the buttons.
 */
export function useArmed(element: RefObject<HTMLElement | null>, subject: unknown, layoutKey: unknown): Armed {
  const [isArmed, setIsArmed] = useState(false)
  const [lastSubject, setLastSubject] = useState(subject)
  if (subject !== lastSubject) {
    setLastSubject(subject)
    setIsArmed(false)
  }
  const place = useRef<{ x: number; y: number } | undefined>(undefined)
  // Read by handlers, which must not wait for a render.
  const armed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressed = useRef<{ target: EventTarget; isFresh: boolean } | undefined>(undefined)

  const arm = useCallback(() => {
    armed.current = false
    pressed.current = undefined
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      armed.current = true
      setIsArmed(true)
    }, ARM_DELAY)
  }, [])
  const disarm = useCallback(() => {
    setIsArmed(false)
    arm()
  }, [arm])

  /** Takes a new look. */
  const look = useCallback(() => {
    const before = place.current
    const now = placeOf(element.current)
    place.current = now
    return { hasAppeared: !before && now !== undefined, hasMoved: before?.x !== now?.x || before?.y !== now?.y }
  }, [element])

  // Sees at once what the prompt's own rendering moved; the rest of the page is sampled.
  const lastLayoutKey = useRef(layoutKey)
  useIsomorphicLayoutEffect(() => {
    const isOwn = lastLayoutKey.current !== layoutKey
    lastLayoutKey.current = layoutKey
    if (look().hasMoved && !isOwn) disarm()
  })

  useEffect(() => {
    let ownMoveAt = -Infinity
    const noteOwnMove = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || scrollingKeys.has(event.key)) ownMoveAt = performance.now()
    }
    const sample = () => {
      const { hasAppeared, hasMoved } = look()
      if (hasAppeared || (hasMoved && performance.now() - ownMoveAt > OWN_MOVE)) disarm()
    }
    arm()
    look()
    const interval = setInterval(sample, SAMPLE_INTERVAL)
    window.addEventListener('focus', disarm)
    for (const type of ownMoves) window.addEventListener(type, noteOwnMove, { passive: true, capture: true })
    return () => {
      clearTimeout(timer.current)
      clearInterval(interval)
      window.removeEventListener('focus', disarm)
      for (const type of ownMoves) window.removeEventListener(type, noteOwnMove, { capture: true })
    }
  }, [arm, disarm, look, subject])

  return {
    isArmed,
    begin(event) {
      if ('key' in event) {
        if (event.key !== 'Enter' && event.key !== ' ') return
        // A held key repeats: it was pressed for something else, or has been answered already.
        if (event.repeat || !armed.current) event.preventDefault()
        if (!event.repeat) pressed.current = { target: event.currentTarget, isFresh: armed.current }
        else if (pressed.current) pressed.current.isFresh = false
        return
      }
      if (look().hasMoved) disarm()
      pressed.current = { target: event.currentTarget, isFresh: armed.current }
    },
    end(event) {
      const begun = pressed.current?.target === event.currentTarget ? pressed.current : undefined
      pressed.current = undefined
      // Screen readers and voice control click without a pointer or a key.
      const isFresh = begun ? begun.isFresh : event.detail === 0
      return isFresh && armed.current
    },
    takesEnter: ({ key, repeat, keyCode, nativeEvent }) =>
      // 229: Safari ends the composition before it tells of the key
      key === 'Enter' && !repeat && !nativeEvent.isComposing && keyCode !== 229 && armed.current,
  }
}

const ownMoves = ['wheel', 'touchmove', 'keydown'] as const
const scrollingKeys = new Set(['Tab', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

/** In the window, because that is where the pointer is. Undefined while it is not drawn, so that being drawn is a move. */
function placeOf(element: HTMLElement | null): { x: number; y: number } | undefined {
  const box = element?.getClientRects()[0]
  return box && { x: Math.round(box.left), y: Math.round(box.top) }
}
