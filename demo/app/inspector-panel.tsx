import { createContext, lazy, Suspense, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const ToolCallInspector = lazy(async () => {
  const { ToolCallInspector: Inspector } = await import('react-tool-calls/devtools')
  return { default: Inspector }
})

interface Panel {
  readonly isOpen: boolean
  readonly element: HTMLElement | null
}
const PanelContext = createContext<Panel>({ isOpen: false, element: null })
const PageContext = createContext(true)

/** Of a page, or of a part of it: whether it is the one that is looked at. */
export function InspectedPage({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  const isShown = useContext(PageContext)
  return <PageContext value={isCurrent && isShown}>{children}</PageContext>
}

export const PanelProvider = PanelContext.Provider

/** Beside the conversation there is room for it. */
export const startsOpen = (): boolean => matchMedia('(min-width: 90rem)').matches

/** Puts the inspector of the provider's session into the panel while its page is looked at. Once opened it goes on listening. */
export function InspectedSession() {
  const { isOpen, element } = useContext(PanelContext)
  const isCurrent = useContext(PageContext)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen || !element) return null
  return createPortal(
    <Suspense fallback={null}>
      <ToolCallInspector hidden={!isCurrent} />
    </Suspense>,
    element,
  )
}
