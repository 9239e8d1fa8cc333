'use client'

import { useState } from 'react'

/** The object that was given first, as long as later ones hold the same things. */
export function useShallowStable<Value extends object | undefined>(value: Value): Value {
  const [stable, setStable] = useState(value)
  if (isShallowEqual(stable, value)) return stable
  setStable(value)
  return value
}

function isShallowEqual(left: object | undefined, right: object | undefined): boolean {
  if (left === right) return true
  if (!left || !right) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every(key => Object.hasOwn(right, key) && Object.is(Reflect.get(left, key), Reflect.get(right, key)))
  )
}
