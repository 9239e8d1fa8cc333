'use client'

import { memo, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Caret, useScrollBox } from '../code-block.tsx'
import { isRecord } from '../is-record.ts'
import { toInputItems, withoutHalfCharacter } from '../preview-text.ts'
import { InputRows, More } from '../input-rows.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { createBlockReader } from './block-reader.ts'
import type { compareLines } from './compare-lines.ts'
import { DiffLines } from './diff-lines.tsx'
import { FilePreview } from './file-preview.tsx'
import { OtherFields, findText, isSaidAbove, pathNames } from './input-fields.tsx'
import type { InputPartProps } from './input-fields.tsx'
import { isPatch, patchStart, readPatch } from './read-patch.ts'
import type { DiffLine, PatchState } from './read-patch.ts'
import { createTextSplitter, toLines } from './split-text.ts'
import type { TextBlock } from './split-text.ts'

/** How tools call what stood there and what shall stand there. */
const pairs: readonly (readonly [before: string, after: string])[] = [
  ['old_string', 'new_string'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['old_str', 'new_str'],
  ['oldString', 'newString'],
  ['oldStr', 'newStr'],
  ['search', 'replace'],
  ['old_source', 'new_source'],
]
const patchNames = ['patch', 'diff', 'patchText', 'patch_text', 'input']

/** What an edit changes, line by line: of one replacement, of several, or of a patch. */
export function EditPreview(props: InputPartProps): ReactNode {
  const { input, isStreaming, isFull, marksInvisible } = props
  const labels = useToolCallLabels()
  const [hasStreamed, setHasStreamed] = useState(isStreaming)
  if (isStreaming && !hasStreamed) setHasStreamed(true)
  const box = useScrollBox<HTMLDivElement>(isStreaming, input, isFull)
  const shown = { isFull, marksInvisible }

  const patch = findText(input, patchNames, isStreaming)
  const edits: unknown = Object.hasOwn(input, 'edits') ? input['edits'] : undefined
  const pair = pairOf(input)
  let drawn: readonly string[]
  let changes: ReactNode
  if (
    Array.isArray(edits) &&
    (isStreaming || edits.length > 0) &&
    edits.every((edit, index) => pairOf(edit) || (isStreaming && index === edits.length - 1))
  ) {
    drawn = ['edits']
    changes = edits.map((edit: unknown, index) => (
      <Edit
        key={index}
        edit={edit}
        title={edits.length > 1 ? labels.preview.edit(index + 1, edits.length) : undefined}
        isStreaming={isStreaming && index === edits.length - 1 && Object.keys(input).at(-1) === 'edits'}
        {...shown}
      />
    ))
  } else if (pair && (isStreaming || pair.some(name => input[name] !== ''))) {
    drawn = pair
    changes = <Pair input={input} pair={pair} isStreaming={isStreaming} {...shown} />
  } else if (patch && (patch.key !== 'input' || isPatch(patch.text))) {
    drawn = [patch.key]
    changes = <Patch text={patch.text} isStreaming={patch.isOpen} {...shown} />
  } else if (isStreaming && Object.keys(input).every(name => pathNames.includes(name))) {
    drawn = []
    changes = (
      <div dir="ltr" data-slot="tc-diff-lines">
        <span data-slot="tc-diff-line">
          <Caret />
        </span>
      </div>
    )
  } else {
    return <FilePreview {...props} />
  }

  return (
    <>
      <OtherFields
        {...props}
        without={(name, value) => drawn.includes(name) || isSaidAbove(name, value, pathNames, isFull)}
      />
      <div
        {...box}
        data-slot="tc-diff"
        data-reserve={hasStreamed && !isFull ? '' : undefined}
        data-full={isFull ? '' : undefined}
        role="group"
        aria-label={labels.preview.changes}
      >
        {changes}
      </div>
    </>
  )
}

interface ChangeProps {
  isStreaming: boolean
  isFull: boolean
  marksInvisible: boolean
}

/** One of several. Renders again only when it is the one that grows. */
const Edit = memo(function Edit({
  edit,
  title,
  ...props
}: ChangeProps & { edit: unknown; title: string | undefined }): ReactNode {
  const labels = useToolCallLabels()
  const pair = pairOf(edit)
  const input = isRecord(edit) ? edit : {}
  const others = Object.entries(input).filter(([name]) => !pair?.includes(name))
  return (
    <div data-slot="tc-diff-hunk">
      {title !== undefined && <p data-slot="tc-diff-title">{title}</p>}
      {others.length > 0 && (
        <InputRows
          items={toInputItems(Object.fromEntries(others), false)}
          isFull={props.isFull}
          marksInvisible={props.marksInvisible}
          labels={labels}
        />
      )}
      {pair && <Pair input={input} pair={pair} {...props} />}
    </div>
  )
})

type NamePair = readonly [before: string, after: string]

function pairOf(edit: unknown): NamePair | undefined {
  if (!isRecord(edit)) return undefined
  const isText = (name: string) => !Object.hasOwn(edit, name) || typeof edit[name] === 'string'
  return pairs.find(pair => pair.some(name => Object.hasOwn(edit, name)) && pair.every(isText))
}

function Pair({
  input,
  pair,
  isStreaming,
  ...shown
}: ChangeProps & { input: Readonly<Record<string, unknown>>; pair: NamePair }): ReactNode {
  const [before, after] = pair.map(name => findText(input, [name], isStreaming))
  // Both are known as soon as something else follows.
  const isOpen = isStreaming && (!before || !after || before.isOpen || after.isOpen)
  if (!isOpen) return <Difference before={before?.text} after={after?.text} {...shown} />
  const end = before && after && !before.isOpen ? commonStart(before.text, after.text) : 0
  return (
    <>
      {end > 0 && before && <Growing text={before.text.slice(0, end)} type="same" isOpen={false} {...shown} />}
      {before && <Growing text={before.text.slice(end)} type="removed" isOpen={before.isOpen} {...shown} />}
      {after && <Growing text={after.text.slice(end)} type="added" isOpen={after.isOpen} {...shown} />}
    </>
  )
}

/** Where the first line ends that is not the same in both, as far as the second has come. */
function commonStart(before: string, after: string): number {
  let end = 0
  for (let next = after.indexOf('\n'); next !== -1; next = after.indexOf('\n', end)) {
    if (before.slice(end, next + 1) !== after.slice(end, next + 1)) break
    end = next + 1
  }
  return end
}

/** Text of one side while it arrives: what came of the other side is not known yet. */
function Growing({
  text,
  type,
  isOpen,
  isFull,
  marksInvisible,
}: { text: string; type: 'same' | 'added' | 'removed'; isOpen: boolean } & Omit<
  ChangeProps,
  'isStreaming'
>): ReactNode {
  const [read] = useState(() => {
    const split = createTextSplitter()
    const readBlocks = createBlockReader(undefined, (block: TextBlock) => ({
      result: toLines(block.text).map((line): DiffLine => ({ type, text: line })),
      state: undefined,
    }))
    return (whole: string) => readBlocks(split(whole))
  })
  const blocks = read(isOpen ? withoutHalfCharacter(text) : text)
  return <Blocks blocks={blocks} isOpen={isOpen} isFull={isFull} marksInvisible={marksInvisible} />
}

function Patch({ text, isStreaming, ...shown }: ChangeProps & { text: string }): ReactNode {
  const [read] = useState(() => {
    const split = createTextSplitter()
    const readBlocks = createBlockReader<PatchState, readonly DiffLine[]>(patchStart, readPatch)
    return (whole: string) => readBlocks(split(whole))
  })
  const blocks = read(isStreaming ? withoutHalfCharacter(text) : text)
  return <Blocks blocks={blocks} isOpen={isStreaming} {...shown} />
}

/** A patch that a tool gave back. */
export function PatchOutput({ text }: { text: string }): ReactNode {
  const labels = useToolCallLabels()
  const box = useScrollBox<HTMLDivElement>(false, text, false)
  return (
    <div {...box} data-slot="tc-diff" role="group" aria-label={labels.preview.changes}>
      <Patch text={text} isStreaming={false} isFull={false} marksInvisible={false} />
    </div>
  )
}

function Difference({
  before,
  after,
  ...shown
}: { before: string | undefined; after: string | undefined } & Omit<ChangeProps, 'isStreaming'>): ReactNode {
  const [compare, setCompare] = useState<typeof compareLines>()
  useEffect(() => {
    let isWanted = true
    void import('./compare-lines.ts').then(
      loaded => isWanted && setCompare(() => loaded.compareLines),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [])
  const lines = useMemo(() => {
    const compared = before !== undefined && after !== undefined ? compare?.(before, after) : undefined
    return (
      compared ?? [
        ...toLines(before ?? '').map((text): DiffLine => ({ type: 'removed', text })),
        ...toLines(after ?? '').map((text): DiffLine => ({ type: 'added', text })),
      ]
    )
  }, [compare, before, after])
  const blocks = useMemo(
    () => Array.from({ length: Math.ceil(lines.length / 64) }, (_, index) => lines.slice(index * 64, index * 64 + 64)),
    [lines],
  )
  return <Blocks blocks={blocks} isOpen={false} {...shown} />
}

/** So many blocks of lines stand in a finished change at once; the rest when it is asked for. */
const FIRST = 6

function Blocks({
  blocks,
  isOpen,
  isFull,
  marksInvisible,
}: { blocks: readonly (readonly DiffLine[])[]; isOpen: boolean } & Omit<ChangeProps, 'isStreaming'>): ReactNode {
  const labels = useToolCallLabels()
  const [isAllShown, setIsAllShown] = useState(isOpen)
  if (isOpen && !isAllShown) setIsAllShown(true)
  const isCut = !isFull && !isAllShown && blocks.length > FIRST
  const lines = (from: number) => blocks.slice(from).reduce((sum, block) => sum + block.length, 0)
  return (
    <>
      {(isCut ? blocks.slice(0, FIRST) : blocks).map((block, index) => (
        <DiffLines
          key={index}
          lines={block}
          isOpen={isOpen && index === blocks.length - 1}
          isExact={marksInvisible}
          marksInvisible={marksInvisible}
        />
      ))}
      {isCut && (
        <More
          text={labels.preview.moreLines(lines(FIRST))}
          action={labels.preview.showAll(lines(0))}
          onClick={() => setIsAllShown(true)}
        />
      )}
    </>
  )
}
