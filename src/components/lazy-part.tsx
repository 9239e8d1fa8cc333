'use client'

import { Component, Suspense, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

/** Draws what is loaded later, and the plain view until then, or if it cannot be loaded or breaks. */
export function LazyPart({ plain, children }: { plain: ReactNode; children: ReactNode }): ReactNode {
  // A server that does not wait for what loads, and the page that takes over from it, both draw the plain view.
  const isLoading = useSyncExternalStore(subscribeToNothing, yes, no)
  if (!isLoading) return plain
  return (
    <PlainBoundary plain={plain}>
      <Suspense fallback={plain}>{children}</Suspense>
    </PlainBoundary>
  )
}

const subscribeToNothing = () => () => {}
const yes = () => true
const no = () => false

/** What broke, or could not be loaded, is drawn plain. */
class PlainBoundary extends Component<{ plain: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }
  override render(): ReactNode {
    return this.state.hasFailed ? this.props.plain : this.props.children
  }
}
