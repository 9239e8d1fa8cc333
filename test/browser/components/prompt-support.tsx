import axe from 'axe-core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { ToolCallResponse } from '../../../src/core/host.ts'
import type { ToolCall } from '../../../src/core/tool-call.ts'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { askedAndAnswered } from '../../../stories/prompt-records.ts'

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

/** What is loaded later is there, and the buttons answer. */
export const isArmed = () =>
  expect
    .poll(() => document.querySelector<HTMLElement>('form[data-armed]')?.dataset['armed'], { timeout: 5000 })
    .toBe('true')

/** A window that gets the focus by a press starts anew. */
export const takeFocus = () => page.elementLocator(document.documentElement).click({ position: { x: 1, y: 1 } })

export async function press(name: string | RegExp): Promise<void> {
  button(name).element().scrollIntoView({ block: 'nearest' })
  await new Promise(resolve => setTimeout(resolve, 120))
  await isArmed()
  await button(name).click()
}

/** An app that takes each answer at once, as a session does. */
export function Chat({
  call,
  onRespond,
}: {
  call: ToolCall
  onRespond: (response: ToolCallResponse) => unknown
}): ReactNode {
  const [shown, setShown] = useState<ToolCall>(call)
  const handleRespond = (response: ToolCallResponse) => {
    const result = onRespond(response)
    if (response.type === 'resume') setShown({ ...askedAndAnswered(response.resumeData), key: call.key })
    return result
  }
  return (
    <>
      <button type="button">Before</button>
      <ToolCallView call={shown} onRespond={handleRespond} />
    </>
  )
}

export async function violations(element: Element): Promise<readonly string[]> {
  const { violations: found } = await axe.run(element, { rules: { region: { enabled: false } } })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(' | ')}`)
}
