'use client'

import { useState } from 'react'
import type { ReactNode } from 'react'
import { More } from '../input-rows.tsx'
import { countWholeLines, withoutHalfCharacter } from '../preview-text.ts'
import { useToolCallLabels } from '../view-context.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { OtherFields, findText, isSaidAbove, pathNames } from './input-fields.tsx'
import type { InputPartProps } from './input-fields.tsx'
import { LongText } from './long-text.tsx'
import { NumberedBlock } from './numbered-block.tsx'
import { TextBox } from './text-blocks.tsx'

const contentNames = ['content', 'contents', 'file_text', 'fileText', 'new_source', 'text', 'code', 'data', 'body']

/** A file as it is written: its lines, numbered, and below what else there is to know. */
export function FilePreview(props: InputPartProps): ReactNode {
  const { input, isStreaming, isFull } = props
  const content = findText(input, contentNames, isStreaming)
  const path = findText(input, pathNames, isStreaming)
  const keys = Object.keys(input)
  const position = content ? keys.indexOf(content.key) : keys.length
  // What comes after the text of a file stands below it, so that nothing is moved while it grows.
  const fields = (side: 'above' | 'below') => (
    <OtherFields
      {...props}
      without={(name, value) =>
        keys.indexOf(name) === position ||
        keys.indexOf(name) < position !== (side === 'above') ||
        isSaidAbove(name, value, pathNames, isFull)
      }
    />
  )
  // What else it may write, nobody knows: then all of it is rows.
  if (!content && !(isStreaming && (path !== undefined || keys.length === 0)))
    return <OtherFields {...props} without={() => false} />
  return (
    <>
      {fields('above')}
      <FileText
        text={content?.text ?? ''}
        path={path?.text}
        isStreaming={isStreaming && (content === undefined || content.isOpen)}
        isFull={isFull}
        marksInvisible={props.marksInvisible}
      />
      {fields('below')}
    </>
  )
}

export interface FileTextProps {
  text: string
  /** Names the language. */
  path?: string | undefined
  isStreaming?: boolean | undefined
  isFull?: boolean | undefined
  marksInvisible?: boolean | undefined
}

/** So many lines stand in a finished file at once; the rest when it is asked for. */
const FIRST_LINES = 16
/** More than that is drawn in a window. */
const WINDOWED = 2000

export function FileText({
  text,
  path,
  isStreaming = false,
  isFull = false,
  marksInvisible = false,
}: FileTextProps): ReactNode {
  const labels = useToolCallLabels()
  // A file that was seen growing keeps its place and its height.
  const [hasStreamed, setHasStreamed] = useState(isStreaming)
  if (isStreaming && !hasStreamed) setHasStreamed(true)
  const [isAllShown, setIsAllShown] = useState(false)
  const block = { label: labels.preview.content, wraps: false, marksInvisible }
  if (isStreaming || hasStreamed || isFull) {
    return (
      <HighlightedText text={text} path={isStreaming ? undefined : path} isExact={marksInvisible}>
        {Block => (
          <TextBox
            {...block}
            Block={Block ?? NumberedBlock}
            text={isStreaming ? withoutHalfCharacter(text) : text}
            isStreaming={isStreaming}
            reserves={isStreaming}
            isFull={isFull}
          />
        )}
      </HighlightedText>
    )
  }
  const lines = countWholeLines(text)
  const hasMore = lines > FIRST_LINES && !isAllShown
  const shown = hasMore ? text.split('\n', FIRST_LINES).join('\n') : text
  return (
    <>
      <HighlightedText text={text} path={path}>
        {Block =>
          lines > WINDOWED && isAllShown ? (
            <LongText text={text} label={block.label} Block={Block ?? NumberedBlock} />
          ) : (
            <TextBox {...block} Block={Block ?? NumberedBlock} text={shown} isUnlimited={isAllShown} />
          )
        }
      </HighlightedText>
      {hasMore && (
        <More
          text={labels.preview.moreLines(lines - FIRST_LINES)}
          action={labels.preview.showAll(lines)}
          onClick={() => setIsAllShown(true)}
        />
      )}
    </>
  )
}
