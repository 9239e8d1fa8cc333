'use client'

import { useEffect, useRef } from 'react'

/** An element's ref, and a request that it takes the focus: as soon as it is drawn, which is when `shown` changes. */
export function useFocusRequest<Target extends HTMLElement>(shown: unknown) {
  const target = useRef<Target>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) target.current?.focus()
    isAsked.current = false
  }, [shown])
  const request = () => {
    isAsked.current = true
  }
  return [target, request] as const
}
