'use client'

import { useId } from 'react'
import type { ReactNode } from 'react'
import type { ApprovalOption, GrantScope } from '../../core/events.ts'
import type { ToolCallIn } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { Words } from '../code-block.tsx'
import { Select } from '../select.tsx'

export interface ApprovalScope {
  readonly label: string
  /** What a wide one also covers, in words. */
  readonly covers: string | undefined
  readonly isOnce: boolean
  readonly choice: { readonly optionId?: string; readonly grant?: GrantScope }
}

/** How an approval may apply: by the request's own options, else by what the host can grant. The narrowest comes first. */
export function approvalScopes(
  call: ToolCallIn<'approval-requested'>,
  grants: readonly GrantScope[] | undefined,
  labels: ToolCallLabels,
): readonly ApprovalScope[] {
  const allowing = (call.approval.options ?? []).filter(option => isAllowing(option))
  if (allowing.length > 0) {
    const scopes = allowing.map((option): ApprovalScope => {
      const grant = option.grant ?? (option.kind === 'allow-once' ? 'once' : undefined)
      return {
        // The words are ours; what the request calls it only tells two of a kind apart.
        label: grant ? labels.scope[grant] : labels.scope.always,
        covers: option.covers,
        isOnce: grant === 'once',
        choice: { optionId: option.id, ...(option.grant ? { grant: option.grant } : {}) },
      }
    })
    const distinct = scopes.map((scope, index) => {
      const own = allowing[index]?.label
      const isAlone = scopes.filter(other => other.label === scope.label).length === 1
      return isAlone || !own ? scope : { ...scope, label: labels.scope.named(scope.label, own) }
    })
    return distinct.sort((left, right) => Number(right.isOnce) - Number(left.isOnce))
  }
  const wider = (grants ?? []).filter(grant => grant !== 'once')
  if (wider.length === 0) return []
  return (['once', ...wider] as const).map(grant => ({
    label: labels.scope[grant],
    covers: grant === 'once' ? undefined : labels.scope.covers[grant](call.toolName),
    isOnce: grant === 'once',
    choice: grant === 'once' ? {} : { grant },
  }))
}

/** How a no is told where the request has options for it. */
export function rejectOption(call: ToolCallIn<'approval-requested'>, isAlways: boolean): ApprovalOption | undefined {
  const kind = isAlways ? 'reject-always' : 'reject-once'
  return call.approval.options?.find(option => option.kind === kind)
}

function isAllowing({ kind }: ApprovalOption): boolean {
  return kind === 'allow-once' || kind === 'allow-always'
}

export function ScopeField({
  scopes,
  index,
  onChange,
  isOff,
  labels,
}: {
  scopes: readonly ApprovalScope[]
  index: number
  onChange(index: number): void
  isOff: boolean
  labels: ToolCallLabels
}): ReactNode {
  const id = useId()
  const chosen = scopes[index]
  return (
    <div data-slot="tc-field">
      <div data-slot="tc-scope">
        <label htmlFor={id}>{labels.prompt.appliesTo}</label>
        <Select
          id={id}
          value={String(index)}
          aria-disabled={isOff || undefined}
          aria-describedby={chosen?.covers ? `${id}-covers` : undefined}
          onChange={event => {
            if (!isOff) onChange(Number(event.target.value))
          }}
        >
          {scopes.map((scope, position) => (
            <option key={position} value={position}>
              {scope.label}
            </option>
          ))}
        </Select>
      </div>
      {chosen?.covers && (
        <span data-slot="tc-small" id={`${id}-covers`}>
          {labels.prompt.alsoCovers} <Words text={chosen.covers} />
        </span>
      )}
    </div>
  )
}
