'use client'

import { forwardRef, useEffect, useRef, useState } from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'
import type { ToolGrant } from '../core/host.ts'
import type { ToolCall } from '../core/tool-call.ts'
import { useSession } from '../hooks/tool-call-context.ts'
import { useToolCalls } from '../hooks/use-tool-calls.ts'
import { VisibleText, Words } from './code-block.tsx'
import { Notice } from './prompts/prompt-parts.tsx'
import { useToolCallLabels } from './view-context.ts'
import { reasonOf } from './wording.ts'

export interface ToolGrantsProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {}

interface Problem {
  readonly message: string
  /** Where nothing could be read. */
  readonly canReadAgain?: boolean
}

/** What is allowed for longer than one call, each with a button that takes it back. Nothing where the host has no such list. */
export const ToolGrants = forwardRef(function ToolGrants(
  rootProps: ToolGrantsProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { host } = useSession('ToolGrants')
  const labels = useToolCallLabels()
  const [grants, setGrants] = useState<readonly ToolGrant[]>()
  const [problem, setProblem] = useState<Problem>()
  const [revoking, setRevoking] = useState<ToolGrant>()
  const [attempt, setAttempt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  // An approval that was taken may have added one.
  const given = useToolCalls(countGrants)
  const { grants: words } = labels
  const latest = useRef(words)
  useEffect(() => {
    latest.current = words
  })
  useEffect(() => {
    let isCurrent = true
    const read = async () => host?.listGrants?.()
    read().then(
      found => {
        if (!isCurrent) return
        setGrants(found)
        setProblem(undefined)
      },
      (cause: unknown) => {
        if (isCurrent) setProblem({ message: latest.current.notRead(reasonOf(cause)), canReadAgain: true })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [host, given, attempt])

  const revoke = async (grant: ToolGrant) => {
    if (revoking) return
    setRevoking(grant)
    try {
      await host?.revokeGrant?.(grant)
      setGrants(before => before?.filter(other => other !== grant))
      setProblem(undefined)
      // Its button is gone.
      list.current?.focus()
      setAttempt(count => count + 1)
    } catch (cause) {
      setProblem({ message: words.notRevoked(reasonOf(cause)) })
    } finally {
      setRevoking(undefined)
    }
  }

  if (!host?.listGrants) return null
  return (
    <div role="group" aria-label={words.label} {...rootProps} ref={ref} data-slot="tc-grants">
      {problem && (
        <Notice tone="danger" icon="failed">
          {problem.message}{' '}
          {problem.canReadAgain && (
            <button
              data-slot="tc-button"
              data-variant="link"
              type="button"
              onClick={() => setAttempt(count => count + 1)}
            >
              {words.again}
            </button>
          )}
        </Notice>
      )}
      <div ref={list} tabIndex={-1}>
        {grants?.length === 0 && <p data-slot="tc-small">{words.none}</p>}
        {grants && grants.length > 0 && (
          <ul>
            {grants.map(grant => (
              <li key={`${grant.scope} ${grant.name}`} data-slot="tc-grant">
                <span>
                  <code dir="ltr">
                    <VisibleText text={grant.name} />
                  </code>
                  <span data-slot="tc-small">
                    {words.scopes[grant.scope]}
                    {grant.covers && (
                      <>
                        {' · '}
                        <Words text={grant.covers} />
                      </>
                    )}
                  </span>
                </span>
                {host.revokeGrant && (
                  <button
                    data-slot="tc-button"
                    data-variant="secondary"
                    type="button"
                    aria-label={`${words.revoke}: ${grant.name}`}
                    aria-disabled={revoking !== undefined || undefined}
                    onClick={() => void revoke(grant)}
                  >
                    {words.revoke}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
})

function countGrants(calls: readonly ToolCall[]): number {
  return calls.filter(
    ({ decision, delivery }) => decision?.grant !== undefined && decision.grant !== 'once' && delivery === undefined,
  ).length
}
