'use client'

import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { CodeBlock } from '../code-block.tsx'
import { Icon } from '../icons.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { splitInvisible } from '../preview-text.ts'
import { SafeMarkdown } from '../safe-markdown.tsx'
import { shorten, toOneLine } from '../wording.ts'
import { headingLevels, isTame, splitPlan } from './plan-blocks.ts'
import type { PlanBlock } from './plan-blocks.ts'
import type { ChangedBlock } from './plan-changes.ts'

export interface PlanComment {
  /** The part's place in the plan. */
  readonly index: number
  /** How the part begins. */
  readonly part: string
  /** Blank while it is being written. */
  readonly text: string
}
interface PlanChange {
  readonly comments?: readonly PlanComment[]
  readonly openComment?: number
}
interface PlanPartsProps {
  plan: string
  previousPlan: string | undefined
  comments: readonly PlanComment[]
  /** The part whose comment is being written; -1: none. */
  openComment: number
  /** Without it nothing can be commented on. */
  onChange: ((change: PlanChange) => void) | undefined
  /** Told how many parts are not on the screen. */
  onUnseenChange(parts: number): void
  labels: ToolCallLabels
}

const FIRST_PARTS = 150
const MORE_PARTS = 500

/** A plan part by part: each can be commented on, and says what has become of it since the last version. */
export function PlanParts(props: PlanPartsProps): ReactNode {
  const { plan, previousPlan, comments, openComment, onChange, onUnseenChange, labels } = props
  const id = useId()
  const blocks = useMemo(() => splitPlan(plan), [plan])
  const levels = useMemo(() => headingLevels(blocks), [blocks])
  const changes = useChanges(blocks, previousPlan)
  const [shown, setShown] = useState(FIRST_PARTS)
  const hidden = Math.max(0, changes.length - shown)
  useEffect(() => onUnseenChange(hidden), [onUnseenChange, hidden])

  const field = useRef<HTMLTextAreaElement>(null)
  const opens = useRef(false)
  // What stood there before the comment was opened, for whoever takes it back.
  const before = useRef('')
  useEffect(() => {
    if (opens.current) field.current?.focus()
    opens.current = false
  }, [openComment])
  const write = (index: number, text: string, open = openComment) => {
    const others = comments.filter(comment => comment.index !== index && comment.text.trim() !== '')
    const own = { index, part: snippet(blocks[index]?.text ?? ''), text }
    onChange?.({
      comments: text === '' ? others : [...others, own].sort((one, other) => one.index - other.index),
      openComment: open,
    })
  }
  const close = (index: number, text: string) => {
    write(index, text.trim(), -1)
    document.getElementById(`${id}-${index}-button`)?.focus()
  }

  return (
    <div data-slot="tc-plan" role="group" aria-label={labels.plan.label} tabIndex={0}>
      {changes.slice(0, shown).map(({ block, change, was }, place) => {
        // Comments go by the place in the plan itself, which what was removed has not.
        const index = change === 'removed' ? -1 - place : blocks.indexOf(block)
        const text = comments.find(comment => comment.index === index)?.text ?? ''
        const isOpen = openComment === index && onChange !== undefined && change !== 'removed'
        const open = () => {
          opens.current = true
          before.current = text
          write(index, text, index)
        }
        return (
          <div key={place} data-slot="tc-plan-block" data-change={change}>
            <div data-slot="tc-plan-text" data-type={block.type} id={`${id}-${index}`}>
              <PlanPart block={block} level={levels.get(block)} />
              {change && <span data-slot="tc-change">{labels.plan.changes[change]}</span>}
              {was !== undefined && <del data-slot="tc-was">{labels.plan.was(snippet(was))}</del>}
            </div>
            {onChange && change !== 'removed' && (
              <button
                data-slot="tc-icon-button"
                type="button"
                id={`${id}-${index}-button`}
                aria-label={text === '' ? labels.plan.comment : labels.plan.editComment}
                aria-describedby={`${id}-${index}`}
                aria-expanded={isOpen}
                onClick={open}
              >
                <Icon name="comment" />
              </button>
            )}
            {text.trim() !== '' && !isOpen && (
              <div data-slot="tc-comment">
                <span>
                  <bdi>{text}</bdi>
                </span>
                {onChange &&
                  (['edit', 'delete'] as const).map(act => (
                    <button
                      key={act}
                      data-slot="tc-icon-button"
                      type="button"
                      aria-label={act === 'edit' ? labels.plan.editComment : labels.plan.removeComment}
                      aria-describedby={`${id}-${index}`}
                      onClick={act === 'edit' ? open : () => close(index, '')}
                    >
                      <Icon name={act} />
                    </button>
                  ))}
              </div>
            )}
            {isOpen && (
              <div data-slot="tc-comment">
                <textarea
                  ref={field}
                  data-slot="tc-input"
                  rows={2}
                  dir="auto"
                  aria-label={labels.plan.comment}
                  aria-describedby={`${id}-${index}`}
                  placeholder={labels.plan.comment}
                  value={text}
                  onChange={event => write(index, event.target.value)}
                />
                <div data-slot="tc-actions">
                  <button
                    data-slot="tc-button"
                    data-variant="secondary"
                    type="button"
                    aria-disabled={text.trim() === '' || undefined}
                    onClick={() => {
                      if (text.trim() !== '') close(index, text)
                    }}
                  >
                    {labels.plan.addComment}
                  </button>
                  <button
                    data-slot="tc-button"
                    data-variant="quiet"
                    type="button"
                    onClick={() => close(index, before.current)}
                  >
                    {labels.plan.cancel}
                  </button>
                </div>
              </div>
            )}
          </div>
        )
      })}
      {hidden > 0 && (
        <button data-slot="tc-button" data-variant="quiet" type="button" onClick={() => setShown(shown + MORE_PARTS)}>
          {labels.plan.more(hidden)}
        </button>
      )}
    </div>
  )
}

function PlanPart({ block, level }: { block: PlanBlock; level: number | undefined }): ReactNode {
  const text = useMemo(
    () =>
      splitInvisible(block.text)
        .map(piece => piece.text)
        .join(''),
    [block.text],
  )
  if (block.type === 'code') return <CodeBlock text={text} label={block.text.split('\n')[0] ?? ''} isFull />
  const plain = <span data-slot="tc-as-written">{text}</span>
  const content = isTame(text) ? (
    <LazyPart plain={plain}>
      <SafeMarkdown text={text} />
    </LazyPart>
  ) : (
    plain
  )
  if (block.type === 'heading')
    return (
      <div role="heading" aria-level={level}>
        {content}
      </div>
    )
  if (block.type !== 'step') return <div dir="auto">{content}</div>
  return (
    <div data-slot="tc-step">
      <span>{block.marker}</span>
      <div dir="auto">{content}</div>
    </div>
  )
}

const SNIPPET_LENGTH = 120

function snippet(text: string): string {
  return shorten(toOneLine(text), SNIPPET_LENGTH)
}

/** The parts of the plan; once the comparison is there, with what has become of them. */
function useChanges(blocks: readonly PlanBlock[], previousPlan: string | undefined): readonly ChangedBlock[] {
  const [compared, setCompared] = useState<{ blocks: readonly PlanBlock[]; changes: readonly ChangedBlock[] }>()
  useEffect(() => {
    if (previousPlan === undefined || blocks.length === 0) return undefined
    let isCurrent = true
    import('./plan-changes.ts').then(
      ({ comparePlans }) => {
        if (isCurrent) setCompared({ blocks, changes: comparePlans(splitPlan(previousPlan), blocks) })
      },
      // Without it nothing is marked.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [blocks, previousPlan])
  return useMemo(
    () => (compared?.blocks === blocks ? compared.changes : blocks.map(block => ({ block }))),
    [compared, blocks],
  )
}
