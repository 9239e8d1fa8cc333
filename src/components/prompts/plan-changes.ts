import { createTwoFilesPatch, diffArrays } from 'diff'
import type { PlanBlock } from './plan-blocks.ts'

export interface ChangedBlock {
  readonly block: PlanBlock
  readonly change?: 'new' | 'changed' | 'removed'
  /** What stood in its place before. */
  readonly was?: string
}

/** What has become of the parts of a plan since its last version. A part that took the place of another has changed. */
export function comparePlans(before: readonly PlanBlock[], after: readonly PlanBlock[]): readonly ChangedBlock[] {
  const changes = diffArrays<PlanBlock>([...before], [...after], {
    comparator: (left, right) => left.source.trim() === right.source.trim(),
    maxEditLength: 1000,
  })
  // Nothing in common, or too much to tell: then all of it is new.
  if (!changes) return after.map(block => ({ block, change: 'new' }))
  const result: ChangedBlock[] = []
  let removed: PlanBlock[] = []
  const drop = () => {
    for (const block of removed) result.push({ block, change: 'removed' })
    removed = []
  }
  for (const { value, added: isAdded, removed: isRemoved } of changes) {
    if (isRemoved) {
      removed.push(...value)
      continue
    }
    for (const block of value) {
      const old = isAdded ? removed.find(candidate => candidate.type === block.type) : undefined
      if (old) {
        removed = removed.filter(candidate => candidate !== old)
        result.push({ block, change: 'changed', was: old.text })
      } else if (isAdded) result.push({ block, change: 'new' })
      else {
        drop()
        result.push({ block })
      }
    }
  }
  drop()
  return result
}

/** The lines that differ between two texts, with `-` and `+` before them. */
export function describeEdit(before: string, after: string): string {
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, { context: 1, maxEditLength: 2000 })
  return patch === undefined ? after : patch.split('\n').slice(3).join('\n').trimEnd()
}
