/** A part of a plan that can be commented on: a heading, a paragraph, one entry of a list, a block of code. */
export interface PlanBlock {
  readonly type: 'heading' | 'step' | 'text' | 'code'
  /** Of a heading, 1 to 6. */
  readonly level?: number
  /** What stands before a step: its number, or a bullet. */
  readonly marker?: string
  /** Markdown without its marker; of code, the code. */
  readonly text: string
  /** As it stands in the plan. */
  readonly source: string
}

const heading = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/
const rule = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const entry = /^( {0,3}(?:[-*+]|\d{1,9}[.)])\s+)(.*)$/
const fence = /^ {0,3}(`{3,}|~{3,})/

/** Cuts Markdown into its parts, line by line: in time that grows with its length, whatever is in it. */
export function splitPlan(plan: string): readonly PlanBlock[] {
  const lines = plan.split(/\r\n?|\n/)
  const blocks: PlanBlock[] = []
  for (let at = 0; at < lines.length;) {
    const start = at
    const line = lines[at] ?? ''
    const opening = fence.exec(line)?.[1]
    const title = heading.exec(line)
    const item = entry.exec(line)
    const from = (type: PlanBlock['type'], text: string, fields: Partial<PlanBlock> = {}) =>
      blocks.push({ type, text, source: lines.slice(start, at).join('\n'), ...fields })
    if (line.trim() === '' || rule.test(line)) {
      at += 1
    } else if (opening) {
      at += 1
      while (at < lines.length && !isClosing(lines[at] ?? '', opening)) at += 1
      const code = lines.slice(start + 1, at).join('\n')
      at = Math.min(at + 1, lines.length)
      from('code', code)
    } else if (title) {
      at += 1
      from('heading', title[2] ?? '', { level: title[1]?.length ?? 1 })
    } else if (item) {
      const indent = item[1]?.length ?? 2
      at = endOfEntry(lines, at + 1)
      const rest = lines.slice(start + 1, at).map(next => next.replace(new RegExp(`^\\s{0,${indent}}`), ''))
      const marker = item[1]?.trim() ?? ''
      from('step', [item[2] ?? '', ...rest].join('\n').trimEnd(), { marker: /\d/.test(marker) ? marker : '•' })
    } else if (line.trimStart().startsWith('|')) {
      while (at < lines.length && (lines[at] ?? '').trimStart().startsWith('|')) at += 1
      // Columns stay columns where every character has one width.
      from('code', lines.slice(start, at).join('\n'))
    } else {
      at += 1
      while (at < lines.length && !startsBlock(lines[at] ?? '')) at += 1
      from('text', lines.slice(start, at).join('\n'))
    }
  }
  return blocks
}

function isClosing(line: string, opening: string): boolean {
  const text = line.trim()
  return text.length >= opening.length && text === opening.charAt(0).repeat(text.length)
}

/** Lines further in belong to the entry, and so does text that goes on without a break. */
function endOfEntry(lines: readonly string[], from: number): number {
  let at = from
  let end = from
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const isInside = /^(\s{2,}|\t)/.test(line)
    const goesOn = at === end && !startsBlock(line)
    if (!isInside && !goesOn) break
    end = at + 1
  }
  return end
}

function startsBlock(line: string): boolean {
  return (
    line.trim() === '' ||
    rule.test(line) ||
    fence.test(line) ||
    heading.test(line) ||
    entry.test(line) ||
    line.trimStart().startsWith('|')
  )
}

/** The chat has two levels above a plan. */
const FIRST_LEVEL = 3

/** Levels of the headings in the page: no level is left out on the way down, whatever the plan begins with. */
export function headingLevels(blocks: readonly PlanBlock[]): ReadonlyMap<PlanBlock, number> {
  const levels = new Map<PlanBlock, number>()
  let open: number[] = []
  for (const block of blocks) {
    if (block.type !== 'heading') continue
    const { level = 1 } = block
    open = [...open.filter(above => above < level), level]
    levels.set(block, Math.min(6, FIRST_LEVEL - 1 + open.length))
  }
  return levels
}

const MAX_MARKDOWN = 8000

/** Whether Markdown can be read in a moment. What nests or brackets without end is shown as it is written. */
export function isTame(text: string): boolean {
  if (text.length > MAX_MARKDOWN) return false
  const brackets = text.match(/[[\]*_`<>]/g)?.length ?? 0
  return brackets < 400 && !/(?:>\s?){12}/.test(text)
}
