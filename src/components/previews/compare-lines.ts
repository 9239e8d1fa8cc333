import { diffLines } from 'diff'
import type { DiffLine } from './read-patch.ts'
import { toLines } from './split-text.ts'

/** More changes than that cannot be read, and take long to find. */
const MAX_CHANGES = 2000

/** What is to be removed and added to make one text of the other, line by line. Undefined where they have too little in common. */
export function compareLines(before: string, after: string): readonly DiffLine[] | undefined {
  const changes = diffLines(before, after, { maxEditLength: MAX_CHANGES, stripTrailingCr: false })
  return changes?.flatMap(({ value, added, removed }): DiffLine[] => {
    const type = added ? 'added' : removed ? 'removed' : 'same'
    return toLines(value).map(text => ({ type, text }))
  })
}
