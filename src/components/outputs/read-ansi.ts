import Anser from 'anser'

export interface AnsiSpan {
  readonly text: string
  readonly hue: 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'dim' | undefined
  readonly isBold: boolean
}

// Strings for the window or the clipboard, links, and whatever else starts with an escape and does not set a colour.
const strings = /\u001b[\]PX^_][\s\S]*?(?:\u0007|\u001b\\|$)/g
const sequences = /\u001b\[(?![\d;]*m)[\d;:<=>?]*[ -/]*[@-~]?|\u001b[ -/]*[0-Z\\^-~]|\u009b[\d;:<=>?]*[ -/]*[@-~]?/g
const controls = /[\0-\u0007\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f]/g

/** What a terminal would show of one line: what was overwritten from its start is gone, and a cursor moves nowhere. */
export function toShownLine(line: string): string {
  const plain = line.replace(strings, '').replace(sequences, '').replace(/\r+$/, '')
  const last = plain.includes('\r') ? colorsOf(plain) + (plain.split('\r').findLast(part => part !== '') ?? '') : plain
  return eraseBackwards(last).replace(controls, '')
}

function eraseBackwards(text: string): string {
  if (!text.includes('\b')) return text
  const kept: string[] = []
  for (const character of text) {
    if (character === '\b') kept.pop()
    else kept.push(character)
  }
  return kept.join('')
}

/** The sequences that are in force at the end of a text, so that what follows goes on in the same colours. */
export function colorsOf(text: string, before = ''): string {
  let colors = before
  for (const [sequence, codes = ''] of text.matchAll(/\u001b\[([\d;]*)m/g)) {
    const reset = codes === '' || /^0*$/.test(codes)
    colors = reset ? '' : (colors + sequence).slice(-200)
  }
  return colors.slice(Math.max(0, colors.indexOf('\u001b')))
}

/** Text as pieces of one colour. Never HTML; hidden text is shown, for somebody may have wanted it hidden. */
export function readAnsi(text: string): readonly AnsiSpan[] {
  return Anser.ansiToJson(text, { json: true, use_classes: true, remove_empty: true }).map(entry => ({
    text: entry.content,
    hue: entry.decorations.includes('dim') ? 'dim' : hueOf(entry.fg, entry.fg_truecolor),
    isBold: entry.decorations.includes('bold'),
  }))
}

const names: Readonly<Record<string, AnsiSpan['hue']>> = {
  red: 'red',
  green: 'green',
  yellow: 'yellow',
  blue: 'blue',
  magenta: 'magenta',
  cyan: 'cyan',
  'bright-black': 'dim',
}

function hueOf(color: string | null, trueColor: string | null): AnsiSpan['hue'] {
  if (!color) return undefined
  const name = color.replace(/^ansi-/, '')
  if (name === 'truecolor') return nearestHue((trueColor ?? '').split(',').map(Number))
  const palette = /^palette-(\d+)$/.exec(name)
  if (palette) return nearestHue(paletteColor(Number(palette[1])))
  return names[name] ?? names[name.replace(/^bright-/, '')]
}

/** The 6 × 6 × 6 cube, then the greys. */
function paletteColor(index: number): readonly number[] {
  if (index >= 232) return Array.from({ length: 3 }, () => (index - 232) * 10 + 8)
  return [36, 6, 1].map(step => (Math.floor((index - 16) / step) % 6) * 51)
}

const hues = ['red', 'yellow', 'green', 'cyan', 'blue', 'magenta'] as const

/** One of the six that the stylesheet has for both schemes; a grey is the text's own colour, or muted. */
function nearestHue([red = 0, green = 0, blue = 0]: readonly number[]): AnsiSpan['hue'] {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (!(range > 40)) return most > 80 && most < 180 ? 'dim' : undefined
  const angle =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return hues[Math.round(angle) % 6]
}
