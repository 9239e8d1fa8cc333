'use client'

import { memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Caret } from '../code-block.tsx'
import { TextBox, toBlockStyle } from '../previews/text-blocks.tsx'
import type { TextBlockProps } from '../previews/text-blocks.tsx'
import { LongText } from '../previews/long-text.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { colorsOf, readAnsi, toShownLine } from './read-ansi.ts'

export interface TerminalOutputProps {
  text: string
  label: string
  isStreaming?: boolean | undefined
  /** Buttons for the line below. */
  actions?: ReactNode
}

/** So many of the last lines of a finished command stand there at once. */
const LAST_LINES = 16
/** And so many of one that still runs. */
const LIVE_LINES = 512
/** More than that is drawn in a window. */
const WINDOWED = 1000

/** What a command wrote, in its colours: the end of it, and all when it is asked for. */
export function TerminalOutput({ text, label, isStreaming = false, actions }: TerminalOutputProps): ReactNode {
  const labels = useToolCallLabels()
  const [hasStreamed, setHasStreamed] = useState(isStreaming)
  if (isStreaming && !hasStreamed) setHasStreamed(true)
  const [isAllShown, setIsAllShown] = useState(false)
  const [findTail] = useState(createTailFinder)
  const tail = findTail(text, hasStreamed ? LIVE_LINES : LAST_LINES)
  const isCut = !isAllShown && tail.start > 0
  const start = isCut ? tail.start : 0
  return (
    <>
      <ShownLines
        {...{ text, label, start, isStreaming, isAllShown }}
        isWindowed={isAllShown && tail.lines > WINDOWED}
      />
      {(isCut || actions !== undefined) && (
        <div data-slot="tc-more">
          <bdi>
            {isStreaming
              ? labels.preview.live
              : isCut
                ? labels.preview.lastLines(tail.lines - tail.firstLine, tail.lines)
                : labels.header.lines(tail.lines)}
          </bdi>
          {actions}
          {isCut && (
            <button data-slot="tc-button" data-variant="quiet" type="button" onClick={() => setIsAllShown(true)}>
              {labels.preview.showAllLines}
            </button>
          )}
        </div>
      )}
    </>
  )
}

function ShownLines({
  text,
  label,
  start,
  isStreaming,
  isAllShown,
  isWindowed,
}: {
  text: string
  label: string
  start: number
  isStreaming: boolean
  isAllShown: boolean
  isWindowed: boolean
}): ReactNode {
  // What set the colours stands before the lines that are shown; further back it is rare.
  const lines = useMemo(
    () => toShownText(text.slice(start), colorsOf(text.slice(Math.max(0, start - 10_000), start))),
    [text, start],
  )
  if (isWindowed) return <LongText text={lines} label={label} Block={AnsiBlock} />
  return (
    <TextBox
      text={lines}
      label={label}
      isStreaming={isStreaming}
      reserves={isStreaming}
      isUnlimited={isAllShown}
      startsAtEnd={!isAllShown}
      Block={AnsiBlock}
    />
  )
}

/** Each line says its own colours, so that it can be drawn without those before it. */
function toShownText(text: string, before: string): string {
  let colors = before
  return text
    .split('\n')
    .map(line => {
      const start = colors
      colors = colorsOf(line, colors)
      return start + toShownLine(line)
    })
    .join('\n')
}

/** Where the last lines begin. Reads of a growing text only what is new; the place moves in steps, so that few frames draw all of it anew. */
function createTailFinder() {
  let starts = [0]
  let end = 0
  return (text: string, limit: number) => {
    if (text.length < end) {
      starts = [0]
      end = 0
    }
    for (let next = text.indexOf('\n', end); next !== -1; next = text.indexOf('\n', end)) {
      end = next + 1
      starts.push(end)
    }
    const lines = starts.length - (starts.at(-1) === text.length && text !== '' ? 1 : 0)
    const step = Math.max(1, limit / 2)
    const over = lines - limit
    const firstLine = over <= 0 ? 0 : limit > LAST_LINES ? Math.floor(over / step) * step : over
    return { start: starts[firstLine] ?? 0, firstLine, lines }
  }
}

const AnsiBlock = memo(function AnsiBlock({ block, isOpen }: TextBlockProps): ReactNode {
  return (
    <span data-slot="tc-text-block" style={toBlockStyle(block)}>
      {readAnsi(block.text).map((span, index) =>
        span.hue === undefined && !span.isBold ? (
          span.text
        ) : (
          <span key={index} data-ansi={span.hue} data-bold={span.isBold ? '' : undefined}>
            {span.text}
          </span>
        ),
      )}
      {isOpen && <Caret />}
    </span>
  )
})
