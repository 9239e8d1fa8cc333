'use client'

import type { ReactNode } from 'react'
import type { ToolKind } from '../../core/tool-definition.ts'
import { CodeBlock } from '../code-block.tsx'
import { isRecord } from '../is-record.ts'
import { JsonTree } from '../json-tree.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { isBranch, isPlainObject, readProperty, sizeOf, toInputItems } from '../preview-text.ts'
import { PatchOutput } from '../previews/edit-preview.tsx'
import { FileText } from '../previews/file-preview.tsx'
import { pathNames } from '../previews/input-fields.tsx'
import { printJson } from '../previews/print-json.ts'
import { isPatch } from '../previews/read-patch.ts'
import { InputRows } from '../input-rows.tsx'
import { targetOf } from '../tool-kind.ts'
import { useToolCallLabels } from '../view-context.ts'
import { ContentOutput } from './content-output.tsx'
import { MarkdownOutput } from './markdown-output.tsx'
import { PlainText } from './plain-text.tsx'
import { parseJsonText, readContent } from './read-content.ts'
import { readHits } from './read-hits.ts'
import { SearchOutput } from './search-output.tsx'
import { TableOutput, toRows } from './table-output.tsx'
import { TerminalOutput } from './terminal-output.tsx'

export interface OutputViewProps {
  value: unknown
  label: string
  kind: ToolKind
  /** What the tool was called with, as far as it may be shown. */
  input: unknown
  isStreaming: boolean
}

/** What a tool gave back, drawn by what it is. */
export function OutputView(props: OutputViewProps): ReactNode {
  const { value, label, kind, input } = props
  const labels = useToolCallLabels()
  if (typeof value === 'string') return <TextOutput {...props} text={value} />
  const content = readContent(value)
  if (content) {
    return (
      <ContentOutput
        content={content}
        renderText={(text, mediaType) => <TextOutput {...props} text={text} mediaType={mediaType} />}
        renderValue={part => <OutputView {...props} value={part} />}
      />
    )
  }
  if (kind === 'execute' && isPlainObject(value)) {
    const name = ['stdout', 'output'].find(key => typeof readProperty(value, key) === 'string')
    if (name !== undefined) return <CommandResult {...props} value={value} name={name} />
  }
  if (kind === 'search' || kind === 'fetch') {
    const result = readHits(value)
    if (result) return <SearchOutput result={result} pattern={targetOf('search', input)?.text} />
  }
  const rows = toRows(value)
  if (rows) return <TableOutput rows={rows} />
  if (isPlainObject(value)) {
    const lists = Object.keys(value).filter(key => isBranch(readProperty(value, key)))
    const [name] = lists
    const list = name !== undefined && lists.length === 1 ? toRows(readProperty(value, name)) : undefined
    if (name !== undefined && list) {
      const others = toInputItems(value, false).filter(({ key }) => key !== name)
      return (
        <>
          {others.length > 0 && <InputRows items={others} labels={labels} />}
          <TableOutput rows={list} />
        </>
      )
    }
    const isFlat = lists.length === 0 && sizeOf(value) > 0 && sizeOf(value) <= 24
    if (isFlat) return <InputRows items={toInputItems(value, false)} labels={labels} />
  }
  if (isBranch(value) && sizeOf(value) > 0) return <JsonTree value={value} aria-label={label} />
  return <CodeBlock text={printJson(value)} label={label} isStreaming={props.isStreaming} />
}

function TextOutput({
  text,
  mediaType,
  ...props
}: OutputViewProps & { text: string; mediaType?: string | undefined }): ReactNode {
  const { label, kind, input, isStreaming } = props
  const plain = <PlainText text={text} label={label} isStreaming={isStreaming} />
  if (kind === 'execute' || text.includes('\u001b['))
    return <TerminalOutput text={text} label={label} isStreaming={isStreaming} />
  if (isStreaming && kind !== 'agent' && kind !== 'think') return plain
  if (isPatch(text)) return <PatchOutput text={text} />
  const parsed = parseJsonText(text)
  if (isBranch(parsed) && sizeOf(parsed) > 0) return <OutputView {...props} value={parsed} />
  if (kind === 'search') {
    const result = readHits(text)
    if (result) return <SearchOutput result={result} pattern={targetOf('search', input)?.text} />
  }
  if (kind === 'read' && isRecord(input) && text.includes('\n')) {
    const path = pathNames
      .map(name => (Object.hasOwn(input, name) ? input[name] : undefined))
      .find(found => typeof found === 'string')
    // Some tools number the lines themselves, and some give only a part of them.
    if (typeof path === 'string' && isWholeFile(text, input)) return <FileText text={text} path={path} />
  }
  const isMarkdown = mediaType === 'text/markdown' || (prose.has(kind) && !/^\s*</.test(text))
  if (!isMarkdown) return plain
  return (
    <LazyPart plain={plain}>
      <MarkdownOutput text={text} isStreaming={isStreaming} />
    </LazyPart>
  )
}

/** What these write is meant to be read. */
const prose: ReadonlySet<ToolKind> = new Set<ToolKind>(['agent', 'think', 'fetch', 'workflow'])

function isWholeFile(text: string, input: Readonly<Record<string, unknown>>): boolean {
  const isPart = ['offset', 'start_line', 'startLine', 'line', 'view_range', 'range'].some(name =>
    Object.hasOwn(input, name),
  )
  return !isPart && !/^\s*\d+\s*[→│|:\t]/m.test(text.slice(0, 400))
}

/** What a command wrote, and what it says besides. */
function CommandResult({
  value,
  name,
  label,
  isStreaming,
}: OutputViewProps & { value: Readonly<Record<string, unknown>>; name: string }): ReactNode {
  const labels = useToolCallLabels()
  const text = String(value[name])
  const errors = value['stderr']
  const hasErrors = typeof errors === 'string' && errors !== ''
  const others = toInputItems(value, false).filter(({ key }) => key !== name && key !== 'stderr')
  return (
    <>
      {(text !== '' || !hasErrors) && <TerminalOutput text={text} label={label} isStreaming={isStreaming} />}
      {hasErrors && (
        <>
          <p data-slot="tc-caption">stderr</p>
          <TerminalOutput text={errors} label="stderr" />
        </>
      )}
      {typeof errors !== 'string' && errors !== undefined && (
        <InputRows items={toInputItems({ stderr: errors }, false)} labels={labels} />
      )}
      {others.length > 0 && <InputRows items={others} labels={labels} />}
    </>
  )
}
