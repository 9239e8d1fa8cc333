'use client'

import { forwardRef, useEffect, useId, useState } from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'
import { requestOf } from '../../core/tool-call-record.ts'
import type { ToolCall } from '../../core/tool-call.ts'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { Words } from '../code-block.tsx'
import { displayedInput } from '../describe-tool-call.ts'
import type { Tone } from '../describe-tool-call.ts'
import { Icon } from '../icons.tsx'
import type { IconName } from '../icons.tsx'
import { isRecord } from '../is-record.ts'
import type { PromptControls } from './use-prompt.ts'

export interface PromptButton {
  readonly id: string
  readonly label: ReactNode
  readonly variant: 'primary' | 'danger' | 'secondary' | 'quiet'
  readonly isOff?: boolean | undefined
  /** The hint is about it. */
  readonly isHinted?: boolean | undefined
  onPress(): void
}

interface PromptFrameProps extends Omit<ComponentPropsWithoutRef<'form'>, 'onSubmit'> {
  call: ToolCall
  prompt: PromptControls
  canDecide: boolean
  deciderName?: string | undefined
  /** What the tool says besides, in words of its own. */
  message?: string | undefined
  /** In place of the buttons. @default that someone else decides, where this person may not */
  note?: string | undefined
  buttons?: readonly (PromptButton | false | undefined)[]
  /** What to do before a button can be pressed, or what follows. */
  hint?: string | undefined
  hintTone?: Tone | undefined
}

/** What all prompts have in common: what went wrong, what is asked, and below it the buttons. */
export const PromptFrame = forwardRef(function PromptFrame(
  props: PromptFrameProps,
  ref: ForwardedRef<HTMLFormElement>,
): ReactNode {
  const {
    call,
    prompt,
    canDecide,
    deciderName,
    message,
    note,
    buttons = [],
    hint,
    hintTone,
    children,
    ...rootProps
  } = props
  const { labels, actions, armed, isAnswered, problem } = prompt
  const id = useId()
  const words = note ?? (canDecide ? undefined : labels.prompt.readOnly(deciderName))
  const expiresAt = requestOf(call)?.expiresAt
  return (
    <form
      ref={ref}
      data-slot="tc-prompt"
      data-armed={words === undefined ? armed.isArmed : undefined}
      noValidate
      {...rootProps}
      onSubmit={event => event.preventDefault()}
    >
      {canDecide && problem !== undefined && (
        <Notice tone="danger" icon="failed">
          {problem}
        </Notice>
      )}
      {hasWrittenAnswer(call) && (
        <Notice tone="warn" icon="warning">
          {labels.prompt.writtenAnswer}
        </Notice>
      )}
      {message && <AgentReason text={message} heading={labels.prompt.asks} />}
      {children}
      {words === undefined ? (
        <div ref={actions} data-slot="tc-actions">
          {buttons.map(
            button =>
              button && (
                // Off by `aria-disabled`, so that it keeps the focus.
                <button
                  key={button.id}
                  data-slot="tc-button"
                  data-variant={button.variant}
                  type="button"
                  aria-disabled={button.isOff || isAnswered || !armed.isArmed || undefined}
                  aria-describedby={button.isHinted && hint !== undefined ? id : undefined}
                  onPointerDown={armed.begin}
                  onKeyDown={armed.begin}
                  onClick={event => {
                    if (armed.end(event) && !button.isOff && !isAnswered) button.onPress()
                  }}
                >
                  {button.label}
                </button>
              ),
          )}
          {(hint !== undefined || expiresAt !== undefined) && <span data-slot="tc-spacer" />}
          {hint !== undefined && (
            <span data-slot="tc-small" data-tone={hintTone} id={id}>
              {hint}
            </span>
          )}
          {expiresAt !== undefined && <Expiry at={expiresAt} labels={labels} />}
        </div>
      ) : (
        <p data-slot="tc-small">{words}</p>
      )}
    </form>
  )
})

/** The model has put an answer into its own arguments, as if a person had given it. */
function hasWrittenAnswer(call: ToolCall): boolean {
  const { value } = displayedInput(call)
  return isRecord(value) && (Object.hasOwn(value, 'resumeData') || Object.hasOwn(value, 'suspendedToolRunId'))
}

export function Notice({
  tone,
  icon,
  children,
}: {
  tone: Exclude<Tone, 'ask'>
  icon: IconName
  children: ReactNode
}): ReactNode {
  return (
    <div data-slot="tc-notice" data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  )
}

/** What the model or the tool wrote, said to be theirs. */
export function AgentReason({ text, heading }: { text: string; heading: string }): ReactNode {
  return (
    <p data-slot="tc-request-reason">
      <span>{heading}</span>
      <Words text={text} />
    </p>
  )
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 10_000],
] as const

/** Ticks only when its words change: at the end every ten seconds, long before every day. No live region speaks it. */
function Expiry({ at, labels }: { at: number; labels: ToolCallLabels }): ReactNode {
  // Only once it is in the page: a server has another time.
  const [now, setNow] = useState<number>()
  const left = now === undefined ? Infinity : at - now
  const [unit, length] = units.find(([, size]) => left >= 2 * size) ?? units[3]
  const steps = Math.floor(left / length)
  const next = now === undefined ? 0 : left <= 0 ? undefined : at - length * Math.max(0, steps) + 1
  useEffect(() => {
    if (next === undefined) return undefined
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, next - Date.now()), 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [next])
  if (now === undefined) return null
  const count = Math.max(1, steps)
  return (
    <span data-slot="tc-small" data-kind="expiry">
      <Icon name="clock" />
      {left <= 0 ? labels.reasons.expired : labels.prompt.expires(unit === 'second' ? count * 10 : count, unit)}
    </span>
  )
}
