'use client'

import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { ToolCall } from '../core/tool-call.ts'

/** Draws the card of a key. Handed down, because a card that imports itself is a circle. */
export type RenderCall = (key: string) => ReactNode

/** The calls inside of a call and what its agent says, on a rail below it. */
export function Subagent({
  call,
  keys,
  renderCall,
}: {
  call: ToolCall
  keys: readonly string[]
  renderCall: RenderCall
}): ReactNode {
  const depth = useContext(DepthContext)
  const text = call.display?.output ? '' : (call.subagent?.text.trim() ?? '')
  if (depth >= MAX_DEPTH || (keys.length === 0 && text === '')) return null
  return (
    <div data-slot="tc-subagent">
      <DepthContext.Provider value={depth + 1}>
        {keys.length > 0 && (
          <ol>
            {keys.map(key => (
              <li key={key}>{renderCall(key)}</li>
            ))}
          </ol>
        )}
      </DepthContext.Provider>
      {text !== '' && (
        <p data-slot="tc-subagent-text" dir="auto">
          {text.length > TEXT_LENGTH ? `…${text.slice(-TEXT_LENGTH)}` : text}
        </p>
      )}
    </div>
  )
}

const MAX_DEPTH = 8
/** The end of it is what is new. */
const TEXT_LENGTH = 2000
const DepthContext = createContext(0)
