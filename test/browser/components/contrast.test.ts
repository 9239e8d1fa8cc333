import { describe, expect, it } from 'vitest'
import styles from '../../../src/styles.css?raw'

type Scheme = 'light' | 'dark'
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

const pages: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#ffffff', '#faf9f5', '#f4f4f5', '#f1f3f7'],
  dark: ['#000000', '#0d0d0d', '#1e1f22', '#212121', '#262624', '#303030'],
}
const texts = ['muted', 'ask', 'ok', 'warn', 'danger', 'violet', 'cyan']
const edges = ['line-strong', 'ask-line', 'focus']
/** Lines, options and comments that hold muted text. A warning holds only its own. */
const tintsOfMuted = ['ask-tint', 'ok-tint', 'danger-tint']
const ownTints = [...tintsOfMuted, 'warn-tint']

describe.each(['light', 'dark'] as const)('%s', scheme => {
  it('has text of at least 4.5:1 on every surface that it may meet', () => {
    for (const page of pages[scheme]) {
      const base = parse(page)
      for (const text of texts) {
        const ownTint = `${text}-tint`
        const surfaces = [
          'surface-sunken',
          'hover',
          ...(text === 'muted' ? tintsOfMuted : ownTints.includes(ownTint) ? [ownTint] : []),
        ]
        expect(contrast(token(text, scheme), base), `${text} on ${page}`).toBeGreaterThanOrEqual(4.5)
        for (const surface of surfaces) {
          expect(
            contrast(token(text, scheme), over(token(surface, scheme), base)),
            `${text} on ${surface} over ${page}`,
          ).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
  })

  it('has edges of at least 3:1', () => {
    for (const page of pages[scheme]) {
      for (const edge of edges)
        expect(contrast(token(edge, scheme), parse(page)), `${edge} on ${page}`).toBeGreaterThanOrEqual(3)
    }
  })

  it('has buttons that can be read', () => {
    expect(contrast(token('on-accent', scheme), token('accent', scheme))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token('on-accent', scheme), token('accent-hover', scheme))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token('on-danger', scheme), token('danger-fill', scheme))).toBeGreaterThanOrEqual(4.5)
  })
})

function token(name: string, scheme: Scheme): Colour {
  const match = new RegExp(`--tc-${name}: light-dark\\((#\\w+|rgb\\([^)]*\\)), (#\\w+|rgb\\([^)]*\\))\\)`).exec(styles)
  const value = match?.[scheme === 'light' ? 1 : 2]
  if (value === undefined) throw new Error(`styles.css has no --tc-${name}.`)
  return parse(value)
}

function parse(value: string): Colour {
  if (value.startsWith('#')) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => Number.parseInt(value.slice(start, start + 2), 16))
    return [red, green, blue, 1]
  }
  const [red = 0, green = 0, blue = 0, alpha = 1] = (value.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue, alpha]
}

function over(top: Colour, base: Colour): Colour {
  const mix = (a: number, b: number) => a * top[3] + b * (1 - top[3])
  return [mix(top[0], base[0]), mix(top[1], base[1]), mix(top[2], base[2]), 1]
}

function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
