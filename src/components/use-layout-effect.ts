'use client'

import { useEffect, useLayoutEffect } from 'react'

/** React 18 warns about `useLayoutEffect` on a server, where neither of the two runs. */
export const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect
