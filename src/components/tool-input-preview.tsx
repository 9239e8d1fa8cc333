'use client'

import { useMemo, useState } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { ToolCall } from '../core/tool-call.ts'
import type { ToolKind } from '../core/tool-definition.ts'
import { HiddenValue, InputRows, More } from './input-rows.tsx'
import { LazyPart } from './lazy-part.tsx'
import { InputView } from './lazy-views.ts'
import { isPlainObject } from './preview-text.ts'
import { reviewInput } from './review-input.ts'
import { toolKindOf } from './tool-kind.ts'
import { Value } from './tool-output.tsx'
import { useToolCallLabels } from './view-context.ts'

export interface ToolInputPreviewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  call: ToolCall
  /** What the tool is for, where the app knows better than its name and its input say. */
  kind?: ToolKind | undefined
  /** All of a very long input is drawn. Without it the preview keeps that by itself. */
  isAllShown?: boolean | undefined
  onShowAll?: (() => void) | undefined
}

/** What a command wrote so far, or in the end. */
export interface CommandResult {
  readonly value: unknown
  readonly isPartial: boolean
  /** Stops what runs, where that can be done. */
  readonly onStop: (() => void) | undefined
}

/** These have a picture of their own. */
const drawn: ReadonlySet<ToolKind> = new Set<ToolKind>(['write', 'edit', 'execute'])

/**
 * What a tool is called with: a file, an edit, a command by its kind, else rows of key and value. Grows while the input streams; is
 * complete where a decision is asked for.
 */
export function ToolInputPreview({
  call,
  kind,
  isAllShown,
  onShowAll,
  result,
  ...rootProps
}: ToolInputPreviewProps & { result?: CommandResult | undefined }): ReactNode {
  const labels = useToolCallLabels()
  const [shownByItself, setShownByItself] = useState(false)
  const review = useMemo(() => reviewInput(call), [call])
  const { isDecision, isStreaming, value } = review
  // What was in full view once does not shrink under the reader's eyes.
  const [isFull, setIsFull] = useState(isDecision)
  if (isDecision && !isFull) setIsFull(true)
  const all = isAllShown ?? shownByItself
  const isCut = !all && review.hiddenLines > 0
  const openPath = call.state === 'input-streaming' && !call.display?.inputDelta ? call.inputOpenPath : undefined

  const rows = (
    <InputRows
      items={isCut ? review.shownItems : review.items}
      isEmptyOpen={isStreaming}
      marksInvisible={isDecision}
      {...{ isFull, openPath, labels }}
    />
  )
  // Without a limit on what a preview of its own draws, a decision about more than that is made over the rows.
  const shownKind = toolKindOf(call, kind)
  const isDrawn =
    drawn.has(shownKind) && !(isDecision && review.hiddenLines > 0) && !review.isSuppressed && isPlainObject(value)
  const plain = (
    <>
      {review.isSuppressed ? (
        <p data-slot="tc-plain">
          <HiddenValue labels={labels} />
        </p>
      ) : (
        rows
      )}
      {isCut && (
        <More
          text={labels.preview.notShown(review.hiddenLines)}
          action={labels.preview.showAll(review.lines)}
          onClick={() => {
            setShownByItself(true)
            onShowAll?.()
          }}
        />
      )}
      {result && (
        <Value value={result.value} label={labels.sections.output} isStreaming={result.isPartial} labels={labels} />
      )}
    </>
  )
  return (
    <div data-slot="tc-input-preview" {...rootProps}>
      {isDrawn ? (
        <LazyPart plain={plain}>
          <InputView
            {...{ input: value, isStreaming, isFull, openPath, result }}
            kind={shownKind}
            marksInvisible={isDecision}
          />
        </LazyPart>
      ) : (
        plain
      )}
    </div>
  )
}
