'use client'

import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { JsonPath } from '../partial-json/create-partial-json.ts'
import { Caret, CodeBlock, Words } from './code-block.tsx'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icons.tsx'
import { EVERY_NODE, isBranch, readProperty, sizeOf, toJsonText, withoutHalfCharacter } from './preview-text.ts'
import { printJson } from './previews/print-json.ts'
import { TextBox } from './previews/text-blocks.tsx'
import { useToolCallLabels } from './view-context.ts'

export interface JsonTreeProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  value: unknown
  /** Where the value still grows, as `inputOpenPath` of a call says it. Nothing there is drawn as finished. */
  openPath?: JsonPath | undefined
  /** Every branch is open and every text whole, for what a person decides about. @default false */
  isFull?: boolean | undefined
  /** Characters that cannot be seen are shown by their code. @default false */
  marksInvisible?: boolean | undefined
}

/**
 * A value as a tree whose branches fold. Each node renders again only when its own value changed, so that of a growing value only the
 * open path does. Arrows move between the rows.
 */
export function JsonTree({
  value,
  openPath,
  isFull = false,
  marksInvisible = false,
  ...rootProps
}: JsonTreeProps): ReactNode {
  const labels = useToolCallLabels()
  const root = useRef<HTMLDivElement>(null)
  // What grows came out of JSON text and is a tree; anything else may lead back to itself.
  const isTree = useMemo(
    () => isBranch(value) && (openPath !== undefined || isDrawable(value, isFull)),
    [value, openPath, isFull],
  )
  useEffect(() => {
    const tree = root.current
    const handleKey = (event: KeyboardEvent) => tree && moveFocus(tree, event)
    tree?.addEventListener('keydown', handleKey)
    return () => tree?.removeEventListener('keydown', handleKey)
  }, [isTree])
  const label = rootProps['aria-label'] ?? labels.preview.content
  if (!isTree || !isBranch(value)) {
    return (
      <CodeBlock
        // Where all of it has to be seen, nothing is left out, however deep or large it is.
        text={isFull ? toJsonText(value, EVERY_NODE) : printJson(value, openPath !== undefined)}
        label={label}
        isFull={isFull}
        marksInvisible={marksInvisible}
      />
    )
  }
  return (
    <div dir="ltr" role="group" tabIndex={0} {...rootProps} aria-label={label} ref={root} data-slot="tc-json">
      <Branches value={value} path="" openPath={openPath} depth={0} isFull={isFull} marksInvisible={marksInvisible} />
    </div>
  )
}

interface NodeProps {
  name: string
  value: unknown
  path: string
  openPath: JsonPath | undefined
  depth: number
  isFull: boolean
  marksInvisible: boolean
}

const JsonNode = memo(function JsonNode(props: NodeProps): ReactNode {
  const isEmpty = isBranch(props.value) && sizeOf(props.value) === 0 && props.openPath === undefined
  return isBranch(props.value) && !isEmpty ? <Branch {...props} value={props.value} /> : <Leaf {...props} />
})

type BranchValue = Readonly<Record<string, unknown>> | readonly unknown[]

/** So many rows of a branch, and so many levels, are open from the start. */
const FEW = 8
const FOLDED = 3
/** Deeper, a person opens what they want to see. */
const OPEN_DEPTH = 40

function Branch({ value, ...props }: NodeProps & { value: BranchValue }): ReactNode {
  const { name, path, openPath, depth, isFull, marksInvisible } = props
  const labels = useToolCallLabels()
  const size = sizeOf(value)
  const opens = (openPath !== undefined && depth < OPEN_DEPTH) || (depth < FOLDED && size <= FEW)
  const [choice, setChoice] = useState<boolean>()
  // What was open once stays so: nothing closes under the reader's eyes.
  const [wasOpen, setWasOpen] = useState(opens)
  if (opens && !wasOpen) setWasOpen(true)
  const isOpen = isFull || (choice ?? wasOpen)
  return (
    <li data-slot="tc-json-branch">
      <details open={isOpen}>
        <summary
          data-slot="tc-json-row"
          onClick={event => {
            event.preventDefault()
            setChoice(!isOpen)
          }}
        >
          <Icon name="down" slot="tc-chevron" />
          <Key name={name} marksInvisible={marksInvisible} />
          {!isOpen && (
            <span data-slot="tc-json-count">
              {Array.isArray(value) ? labels.preview.items(size) : labels.preview.keys(size)}
            </span>
          )}
          {isOpen && size === 0 && openPath && <Caret />}
        </summary>
        {isOpen && <Branches {...props} value={value} />}
      </details>
      <CopyPath path={path} />
    </li>
  )
}

/** So many are drawn of one branch; the rest when it is asked for, and all of them where a person decides. */
const FIRST = 100
const STEP = 400

function Branches({
  value,
  path,
  openPath,
  depth,
  isFull,
  marksInvisible,
}: Omit<NodeProps, 'name'> & { value: BranchValue }): ReactNode {
  const labels = useToolCallLabels()
  const [limit, setLimit] = useState(FIRST)
  const keys = Array.isArray(value) ? undefined : Object.keys(value)
  const size = keys?.length ?? sizeOf(value)
  const shown = isFull ? size : Math.min(size, limit)
  const rows: ReactNode[] = []
  for (let index = 0; index < shown; index++) {
    const key = keys ? (keys[index] ?? '') : index
    rows.push(
      <JsonNode
        key={key}
        name={String(key)}
        value={readProperty(value, key)}
        path={typeof key === 'number' ? `${path}[${key}]` : appendKey(path, key)}
        openPath={openPath && openPath.length > 0 && openPath[0] === key ? openPath.slice(1) : undefined}
        // Where there are many, each of them is opened when somebody wants to see it.
        depth={depth + (size > FEW ? FOLDED : 1)}
        isFull={isFull}
        marksInvisible={marksInvisible}
      />,
    )
  }
  return (
    <ul>
      {rows}
      {size === 0 && depth === 0 && openPath === undefined && (
        <li data-slot="tc-json-row">
          <span data-slot="tc-json-value" data-type="literal">
            {keys ? '{}' : '[]'}
          </span>
        </li>
      )}
      {shown < size && (
        <li data-slot="tc-json-row">
          <span data-slot="tc-json-count">{labels.preview.moreItems(size - shown)}</span>
          <button data-slot="tc-button" data-variant="quiet" type="button" onClick={() => setLimit(limit + STEP)}>
            {labels.preview.showMore}
          </button>
        </li>
      )}
    </ul>
  )
}

const LONG = 400

function Leaf({ name, value, path, openPath, isFull, marksInvisible }: NodeProps): ReactNode {
  const isOpen = openPath !== undefined
  if (typeof value === 'string' && (value.length > LONG || value.includes('\n'))) {
    return (
      <li data-slot="tc-json-long">
        <div data-slot="tc-json-row">
          <Key name={name} marksInvisible={marksInvisible} />
          <CopyPath path={path} />
        </div>
        <TextBox
          text={isOpen ? withoutHalfCharacter(value) : value}
          label={name}
          isStreaming={isOpen}
          isFull={isFull}
          marksInvisible={marksInvisible}
        />
      </li>
    )
  }
  const isText = typeof value === 'string'
  const text = isText ? quoted(value, isOpen) : printJson(value)
  return (
    <li data-slot="tc-json-row">
      <Key name={name} marksInvisible={marksInvisible} />
      <span data-slot="tc-json-value" data-type={isText ? 'string' : 'literal'}>
        <Words text={text} marksInvisible={marksInvisible} />
        {isOpen && <Caret />}
      </span>
      <CopyPath path={path} />
    </li>
  )
}

function quoted(text: string, isOpen: boolean): string {
  return isOpen ? JSON.stringify(withoutHalfCharacter(text)).slice(0, -1) : JSON.stringify(text)
}

function Key({ name, marksInvisible }: { name: string; marksInvisible: boolean }): ReactNode {
  return (
    <span data-slot="tc-json-key">
      <Words text={name || '""'} marksInvisible={marksInvisible} />
    </span>
  )
}

function CopyPath({ path }: { path: string }): ReactNode {
  const labels = useToolCallLabels()
  // The arrows lead here: a stop for each row would be hundreds of them.
  return <CopyButton slot="tc-json-copy" label={labels.action.copyPath(path)} text={path} title={path} tabIndex={-1} />
}

function appendKey(path: string, key: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return path === '' ? key : `${path}.${key}`
  return `${path}[${JSON.stringify(key)}]`
}

function moveFocus(root: HTMLElement, event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const stops = [...root.querySelectorAll<HTMLElement>('summary, [data-slot="tc-json-copy"]')]
  const { activeElement } = document
  const next = stops[stops.findIndex(stop => stop === activeElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const MAX_NODES = 200_000
/** All of them are rows of the page then. */
const MAX_FULL_NODES = 10_000
const MAX_DEPTH = 200

/** No branch contains itself, and none lies too deep to be drawn; a folded tree draws few of its rows, however many it has. */
function isDrawable(value: unknown, isFull: boolean): boolean {
  const ancestors = new Set<object>()
  let nodes = 0
  const visit = (node: unknown): boolean => {
    if (++nodes > (isFull ? MAX_FULL_NODES : MAX_NODES)) return !isFull
    if (!isBranch(node)) return true
    if (ancestors.has(node) || ancestors.size >= MAX_DEPTH) return false
    ancestors.add(node)
    const keys = Array.isArray(node) ? node.keys() : Object.keys(node)
    for (const key of keys) if (!visit(readProperty(node, key))) return false
    ancestors.delete(node)
    return true
  }
  return visit(value)
}
