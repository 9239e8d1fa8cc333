export interface TextBlock {
  readonly text: string
  /** The number of its first line, from 0. */
  readonly line: number
  /** It goes on in the middle of a line that is too long for one block. */
  readonly isContinued: boolean
}

/** The lines of a text; a line feed at the end ends one and begins none. */
export function toLines(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const MAX_LENGTH = 8192
const GUARD = 32

/**
 * Cuts a growing text into blocks of whole lines. Finished blocks keep their identity while the text grows, so that each call costs
 * what is new; the last one is still open. Another text than a longer one starts anew.
 */
export function createTextSplitter(maxLines = 64): (text: string) => readonly TextBlock[] {
  let finished: TextBlock[] = []
  let end = 0
  let line = 0
  let isContinued = false
  let guard = ''
  return text => {
    if (text.length < end || text.slice(Math.max(0, end - GUARD), end) !== guard) {
      finished = []
      end = line = 0
      isContinued = false
    }
    for (;;) {
      const cut = findCut(text, end, maxLines)
      if (!cut) break
      finished.push({ text: copyOf(text.slice(end, cut.end)), line, isContinued })
      line += cut.lines
      end = cut.end
      isContinued = text[end - 1] !== '\n'
    }
    guard = text.slice(Math.max(0, end - GUARD), end)
    return [...finished, { text: text.slice(end), line, isContinued }]
  }
}

/** An engine keeps the whole text for a piece of it: with a copy, the texts of a thousand frames can go. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1)
}

function findCut(text: string, start: number, maxLines: number): { end: number; lines: number } | undefined {
  let end = start
  let lines = 0
  while (lines < maxLines) {
    const next = text.indexOf('\n', end)
    const isTooLong = (next === -1 ? text.length : next + 1) - start > MAX_LENGTH
    if (isTooLong && lines === 0) return { end: wholeCharacters(text, start + MAX_LENGTH), lines: 0 }
    if (isTooLong) return { end, lines }
    if (next === -1) return undefined
    end = next + 1
    lines++
  }
  // What comes last stays open, so that the caret has its place.
  return end === text.length ? undefined : { end, lines }
}

/** Not between the halves of a character, nor between a carriage return and its line feed. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  return (last >= 0xd800 && last <= 0xdbff) || last === 13 ? end - 1 : end
}
