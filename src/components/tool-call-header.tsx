'use client'

import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import type { ToolCallLabels } from '../locales/labels.ts'
import { VisibleText } from './code-block.tsx'
import { describeToolCall } from './describe-tool-call.ts'
import { factsOf, progressOf } from './header-facts.ts'
import { Icon } from './icons.tsx'
import { useToolCallLabels } from './view-context.ts'

export interface ToolCallHeaderProps {
  call: ToolCall
  kind: ToolKind
  canDecide: boolean
  deciderName: string | undefined
  titleId: string
  /** Calls inside of this one that wait for this person. */
  waitingBelow: number
}

/** One line, one height, whatever the state: what changes, changes in slots of its own. */
export function ToolCallHeader(props: ToolCallHeaderProps): ReactNode {
  const { call, kind, canDecide, deciderName, titleId, waitingBelow } = props
  const labels = useToolCallLabels()
  const description = describeToolCall(call, kind, labels, canDecide, waitingBelow, deciderName)
  const { verb, target, targetEnd, targetType, title, word, isWordQuiet, glyph, tone, live } = description
  const facts = useMemo(() => factsOf(call, kind, labels), [call, kind, labels])
  const progress = progressOf(call)
  return (
    <>
      <Icon name={kind} />
      <span data-slot="tc-title" id={titleId}>
        {verb[0] !== '' && (
          <span data-slot="tc-verb">
            <VisibleText text={verb[0]} />{' '}
          </span>
        )}
        {title !== undefined && (
          <bdi data-slot="tc-target">
            <span data-slot="tc-target-start">
              <VisibleText text={title} />
            </span>{' '}
          </bdi>
        )}
        {target !== '' && (
          <bdi
            data-slot="tc-target"
            data-type={targetType}
            data-quiet={title === undefined ? undefined : ''}
            dir={targetType === 'code' ? 'ltr' : undefined}
          >
            {targetEnd > 1 && (
              <>
                <span data-slot="tc-target-start">
                  <VisibleText text={target.slice(0, targetEnd - 1)} />
                </span>
                <span data-slot="tc-target-separator">{target.slice(targetEnd - 1, targetEnd)}</span>
              </>
            )}
            <span data-slot={targetEnd > 1 ? 'tc-target-end' : 'tc-target-start'}>
              <VisibleText text={targetEnd > 1 ? target.slice(targetEnd) : target} />
            </span>
          </bdi>
        )}
        {verb[1] !== '' && <span data-slot="tc-verb"> {verb[1]}</span>}
      </span>
      {facts.length > 0 && (
        <span data-slot="tc-facts">
          {facts.map(({ text, tone: factTone }, index) => (
            <bdi key={index} data-tone={factTone}>
              {text}
            </bdi>
          ))}
        </span>
      )}
      <Elapsed call={call} live={live} labels={labels} />
      <span data-slot="tc-state" data-tone={tone} data-glyph={glyph}>
        <span data-slot={isWordQuiet ? 'tc-visually-hidden' : 'tc-word'}>{word}</span>
        <Icon name={glyph} />
      </span>
      <Icon name="down" slot="tc-chevron" />
      {progress && (
        <progress
          data-slot="tc-progress"
          value={progress.done}
          max={progress.total}
          aria-label={labels.header.progressLabel}
        />
      )}
    </>
  )
}

/** From one second on while it runs, always when it is done. Ticks by itself, so that nothing else renders. */
function Elapsed({ call, live, labels }: { call: ToolCall; live: boolean; labels: ToolCallLabels }): ReactNode {
  const since = startOf(call)
  const [now, setNow] = useState<number>()
  const isTicking = live && since !== undefined
  useEffect(() => {
    if (!isTicking) return undefined
    const tick = () => setNow(Date.now())
    tick()
    const interval = setInterval(tick, 1000)
    return () => clearInterval(interval)
  }, [isTicking])

  if (live) {
    const elapsed = since === undefined || now === undefined ? 0 : now - since
    // Whole seconds: tenths that stand still for a second would be made up.
    return (
      <span data-slot="tc-elapsed" data-long={elapsed >= 60_000 ? '' : undefined}>
        <bdi>{elapsed >= 1000 && labels.header.elapsed(Math.floor(elapsed / 1000) * 1000)}</bdi>
      </span>
    )
  }
  const isDone = call.state === 'output-available' || call.state === 'output-error'
  if (!isDone || since === undefined || call.settledAt === undefined) return null
  return (
    <span data-slot="tc-elapsed">
      <bdi>{labels.header.elapsed(Math.max(0, call.settledAt - since))}</bdi>
    </span>
  )
}

function startOf(call: ToolCall): number | undefined {
  const since =
    call.state === 'input-available' && call.running && call.running.since > 0 ? call.running.since : call.startedAt
  return since !== undefined && since > 0 ? since : undefined
}
