export interface Span {
  readonly from: number
  readonly to: number
}

/** A time in which nothing happened takes no more than this part of the time in which something did. */
const LONGEST_GAP = 0.05

/**
 * Puts the spans on a line from 0 to 1 on which times without any of them are cut short: between two turns of a chat may lie days.
 */
export function createTimeScale(spans: readonly Span[]): (time: number) => number {
  const busy: { from: number; to: number }[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = busy.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else busy.push({ from, to: Math.max(from, to) })
  }
  const busyTime = busy.reduce((sum, { from, to }) => sum + to - from, 0)
  const gap = Math.max(busyTime * LONGEST_GAP, 1)
  let position = 0
  const placed = busy.map(({ from, to }, index) => {
    if (index > 0) position += Math.min(gap, from - busy[index - 1]!.to)
    const start = position
    position += to - from
    return { from, to, start }
  })
  const length = Math.max(position, 1)
  return time => {
    const place = placed.findLast(({ from }) => from <= time) ?? placed[0]
    if (!place) return 0
    return (place.start + Math.min(Math.max(time - place.from, 0), place.to - place.from)) / length
  }
}
