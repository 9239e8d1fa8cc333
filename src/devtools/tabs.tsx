'use client'

import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

export interface TabsProps<Name extends string> {
  label: string
  tabs: Readonly<Record<Name, string>>
  current: Name
  onChange: (name: Name) => void
  /** Of the tab with this name, and of its panel. */
  idOf: (name: Name, what: 'tab' | 'panel') => string
}

export function Tabs<Name extends string>({ label, tabs, current, onChange, idOf }: TabsProps<Name>): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  const names = Object.keys(tabs) as Name[]

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const index = names.indexOf(current) + (isRtl ? -step : step)
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? names.length - 1 : (index + names.length) % names.length
    const name = names[next]
    if (name === undefined || (step === 0 && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    onChange(name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label}>
      {names.map(name => (
        <button
          key={name}
          id={idOf(name, 'tab')}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls={name === current ? idOf(name, 'panel') : undefined}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onChange(name)}
          onKeyDown={handleKey}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  )
}
