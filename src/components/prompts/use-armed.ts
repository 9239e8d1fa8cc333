'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { useIsomorphicLayoutEffect } from '../use-layout-effect.ts'

/** Long enough to notice that something has come under the pointer. */
const ARM_DELAY = 600
const SAMPLE_INTERVAL = 100
/** A move that comes with the person's own wheel, finger or key is expected by them. */
const OWN_MOVE = 250

export interface PressProps {
  onPointerDown(event: PointerEvent<HTMLElement>): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onClick(event: MouseEvent<HTMLElement>): void
}
export interface Armed {
  readonly isArmed: boolean
  /** For a button that decides: calls `decide` only for a press that began here, after arming. */
  press(decide: () => void): PressProps
}

/**
 * Keeps a click that was meant for something else from deciding: buttons answer 600 ms after they appeared, after the layout moved
 * them, and after the window got the focus back. `subject` is what is decided about: another one starts anew. `layoutKey` changes
 * when the person's own doing moves the buttons.
 */
export function useArmed(element: RefObject<HTMLElement | null>, subject: unknown, layoutKey: unknown): Armed {
  const [isArmed, setIsArmed] = useState(false)
  const place = useRef<{ x: number; y: number } | undefined>(undefined)
  // Read by handlers, which must not wait for a render.
  const armed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressed = useRef<{ target: EventTarget; isFresh: boolean } | undefined>(undefined)

  const disarm = useCallback(() => {
    armed.current = false
    pressed.current = undefined
    setIsArmed(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      armed.current = true
      setIsArmed(true)
    }, ARM_DELAY)
  }, [])

  /** Takes a new look. */
  const look = useCallback(() => {
    const before = place.current
    const now = placeOf(element.current)
    place.current = now
    return { hasAppeared: !before && now !== undefined, hasMoved: before?.x !== now?.x || before?.y !== now?.y }
  }, [element])

  useIsomorphicLayoutEffect(() => {
    place.current = placeOf(element.current)
  }, [element, layoutKey])

  useEffect(() => {
    let ownMoveAt = -Infinity
    const noteOwnMove = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || scrollingKeys.has(event.key)) ownMoveAt = performance.now()
    }
    const sample = () => {
      const { hasAppeared, hasMoved } = look()
      if (hasAppeared || (hasMoved && performance.now() - ownMoveAt > OWN_MOVE)) disarm()
    }
    disarm()
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
  }, [disarm, look, subject])

  const press = (decide: () => void): PressProps => ({
    onPointerDown: event => {
      if (look().hasMoved) disarm()
      pressed.current = { target: event.currentTarget, isFresh: armed.current }
    },
    onKeyDown: event => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      // A held key repeats: it was pressed for something else, or has been answered already.
      if (event.repeat || !armed.current) event.preventDefault()
      if (!event.repeat) pressed.current = { target: event.currentTarget, isFresh: armed.current }
      else if (pressed.current) pressed.current.isFresh = false
    },
    onClick: event => {
      const begin = pressed.current?.target === event.currentTarget ? pressed.current : undefined
      pressed.current = undefined
      // Screen readers and voice control click without a pointer or a key.
      const isFresh = begin ? begin.isFresh : event.detail === 0
      if (isFresh && armed.current) decide()
    },
  })
  return { isArmed, press }
}

const ownMoves = ['wheel', 'touchmove', 'keydown'] as const
const scrollingKeys = new Set(['Tab', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

/** In the window, because that is where the pointer is. Undefined while it is not drawn, so that being drawn is a move. */
function placeOf(element: HTMLElement | null): { x: number; y: number } | undefined {
  const box = element?.getClientRects()[0]
  return box && { x: Math.round(box.left), y: Math.round(box.top) }
}
