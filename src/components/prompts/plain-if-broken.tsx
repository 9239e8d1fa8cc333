'use client'

import { Component } from 'react'
import type { ReactNode } from 'react'

/** Where what reads Markdown cannot be loaded or fails, the text stands as it is written. */
export class PlainIfBroken extends Component<{ plain: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }
  override render(): ReactNode {
    return this.state.isBroken ? this.props.plain : this.props.children
  }
}
