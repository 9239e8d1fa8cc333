'use client'

import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Icon } from './icons.tsx'

/** The browser's own select, with our arrow. */
export function Select(props: ComponentPropsWithoutRef<'select'>): ReactNode {
  return (
    <span data-slot="tc-select">
      <select data-slot="tc-input" {...props} />
      <Icon name="down" />
    </span>
  )
}
