'use client'

import { Component, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { ToolCall } from '../../core/tool-call.ts'

interface Props {
  call: ToolCall
  /** What failed belongs to it: another one is tried. */
  renderer: unknown
  /** The built-in part, also while a lazy renderer loads. */
  fallback: ReactNode
  children: ReactNode
}
interface State {
  failed: boolean
  failures: number
  call: ToolCall
  renderer: unknown
}

/** After so many failures in one state it is not tried again before the next: else it would fail with every frame. */
const MAX_FAILURES = 3

/** Keeps what an app draws from taking the card along. Tries again when the call has changed. */
export class RendererBoundary extends Component<Props, State> {
  override state: State = { failed: false, failures: 0, call: this.props.call, renderer: this.props.renderer }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ call, renderer }: Props, state: State): Partial<State> | null {
    if (call === state.call && renderer === state.renderer) return null
    const isNew = renderer !== state.renderer || call.state !== state.call.state || call.key !== state.call.key
    const failures = isNew ? 0 : state.failures + (state.failed ? 1 : 0)
    return { call, renderer, failures, failed: state.failed && failures >= MAX_FAILURES }
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    return this.state.failed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
