'use client'

import { memo } from 'react'
import type { ReactNode } from 'react'
import type { ToolKind } from '../core/tool-definition.ts'
import type { JsonPath } from '../partial-json/create-partial-json.ts'
import { JsonTree } from './json-tree.tsx'
import type { JsonTreeProps } from './json-tree.tsx'
import { isBranch, readProperty } from './preview-text.ts'
import { CommandPreview } from './previews/command-preview.tsx'
import { EditPreview } from './previews/edit-preview.tsx'
import { FilePreview } from './previews/file-preview.tsx'
import type { InputPartProps } from './previews/input-fields.tsx'
import type { CommandResult } from './tool-input-preview.tsx'

export { OutputView } from './outputs/output-view.tsx'
export { PlanParts } from './prompts/plan-parts.tsx'
export { TextBlocks } from './previews/text-blocks.tsx'

/** The whole input of a kind that has a picture of its own. */
export function InputView({
  kind,
  result,
  ...props
}: InputPartProps & { kind: ToolKind; result: CommandResult | undefined }): ReactNode {
  if (kind === 'write') return <FilePreview {...props} />
  return kind === 'edit' ? <EditPreview {...props} /> : <CommandPreview {...props} result={result} />
}

/** A nested value of an input. Only the one that grows renders again. */
export const InputTree = memo(function InputTree({
  isOpen,
  openPath,
  ...props
}: JsonTreeProps & { isOpen: boolean }): ReactNode {
  return <JsonTree {...props} openPath={openPath ?? (isOpen ? lastPath(props.value) : undefined)} />
})

/** Where a value grows that does not say it: at its end. */
function lastPath(value: unknown): JsonPath {
  const path: (string | number)[] = []
  for (let node = value; isBranch(node) && path.length < 1000;) {
    const key: string | number | undefined = Array.isArray(node) ? node.length - 1 : Object.keys(node).at(-1)
    if (key === undefined || key === -1) break
    path.push(key)
    node = readProperty(node, key)
  }
  return path
}
