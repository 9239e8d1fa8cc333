import { toLines } from './split-text.ts'
import type { TextBlock } from './split-text.ts'

export type DiffLine =
  | { readonly type: 'same' | 'added' | 'removed'; readonly text: string }
  /** The start of a hunk. */
  | {
      readonly type: 'hunk'
      readonly text: string
      readonly first?: number
      readonly last?: number
      readonly section: string
    }
  /** The name of a file, and whatever else a patch says. */
  | { readonly type: 'note'; readonly text: string }

/** Lines that the hunk still has to have on either side; undefined where it does not say how many. */
export interface PatchState {
  readonly isInside: boolean
  readonly left: { readonly old: number; readonly new: number } | undefined
}
export const patchStart: PatchState = { isInside: false, left: undefined }

/** A piece of a unified patch, or of one in the format of `apply_patch`, line by line. */
export function readPatch(block: TextBlock, state: PatchState): { result: readonly DiffLine[]; state: PatchState } {
  let { isInside, left } = state
  const result = toLines(block.text).map((line): DiffLine => {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/.exec(line)
    if (hunk) {
      const [, , oldCount = '1', start = '1', count = '1', section = ''] = hunk
      isInside = true
      left = { old: Number(oldCount), new: Number(count) }
      return {
        type: 'hunk',
        text: line,
        first: Number(start),
        last: Number(start) + Math.max(1, left.new) - 1,
        section: section.trim(),
      }
    }
    if (left && left.old <= 0 && left.new <= 0) isInside = false
    if (line.startsWith('@@') && !(isInside && left)) {
      isInside = true
      left = undefined
      return { type: 'hunk', text: line, section: line.slice(2).trim() }
    }
    const isHeader = line.startsWith('*** ') || (!left && /^(diff --git |--- |\+\+\+ |index |rename )/.test(line))
    if (isHeader) {
      // A file that `apply_patch` adds has lines and no hunk.
      isInside = line.startsWith('*** ')
      left = undefined
      return { type: 'note', text: line }
    }
    const [mark] = line
    if (!isInside || !(mark === '+' || mark === '-' || mark === ' ' || mark === undefined))
      return { type: 'note', text: line }
    if (left) left = { old: left.old - (mark === '+' ? 0 : 1), new: left.new - (mark === '-' ? 0 : 1) }
    return { type: mark === '+' ? 'added' : mark === '-' ? 'removed' : 'same', text: line.slice(1) }
  })
  return { result, state: { isInside, left } }
}

/** Whether a text is such a patch. */
export function isPatch(text: string): boolean {
  return /^(diff --git |\*\*\* Begin Patch|Index: |--- [^\n]*\n\+\+\+ |@@ -\d)/.test(text)
}
