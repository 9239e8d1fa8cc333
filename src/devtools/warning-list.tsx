import type { ReactNode } from 'react'
import type { ToolCallWarning } from '../core/warnings.ts'

export function WarningList({ warnings }: { warnings: readonly ToolCallWarning[] }): ReactNode {
  return (
    <ul className="warnings" aria-label="Warnings">
      {warnings.map(({ code, message, toolCallId }, index) => (
        <li key={index}>
          <code>{code}</code>
          <p>
            {message}
            {toolCallId !== undefined && (
              <>
                {' '}
                <bdi className="muted">{toolCallId}</bdi>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
