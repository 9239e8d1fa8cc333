import type { ReactNode } from 'react'
import type { Decorator } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'

/** The body of a card, open. */
export function InCard({ children }: { children: ReactNode }): ReactNode {
  return (
    <section data-slot="tc-tool-call" role="group" aria-label="A tool call">
      <div data-slot="tc-body" style={{ borderBlockStart: 0 }}>
        {children}
      </div>
    </section>
  )
}
export const dark: Decorator = Story => (
  <div style={{ colorScheme: 'dark', background: '#212121', color: '#ececec', padding: 16 }}>
    <Story />
  </div>
)
export const narrow: Decorator = Story => (
  <div style={{ inlineSize: 360, maxInlineSize: '100%' }}>
    <Story />
  </div>
)
export const rightToLeft: Decorator = Story => (
  <div dir="rtl" lang="ar">
    <Story />
  </div>
)

/** What is loaded later is there. */
export async function shown(element: HTMLElement, selector: string): Promise<void> {
  await waitFor(() => expect(element.querySelector(selector)).not.toBeNull(), { timeout: 10_000 })
}
