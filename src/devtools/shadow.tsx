'use client'

import { useCallback, useState } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { createPortal } from 'react-dom'

export interface ShadowProps extends ComponentPropsWithoutRef<'div'> {
  /** The only styles inside. */
  css: string
}

/** An element whose children live in a shadow root, where no style of the page reaches them. */
export function Shadow({ css, children, ...hostProps }: ShadowProps): ReactNode {
  const [root, setRoot] = useState<ShadowRoot>()
  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (!host) return
      // a root stays for good, also when an effect runs twice
      const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
      // of the element's own window, which may be another frame; unlike <style> it needs no word from a content policy
      const Sheet = host.ownerDocument.defaultView?.CSSStyleSheet ?? CSSStyleSheet
      const sheet = new Sheet()
      sheet.replaceSync(css)
      shadow.adoptedStyleSheets = [sheet]
      setRoot(shadow)
    },
    [css],
  )
  return (
    <div {...hostProps} ref={attach}>
      {root && createPortal(children, root)}
    </div>
  )
}
