import type { ReactNode } from 'react'

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0`
const box = (x: number, y: number, width: number, height: number, r: number) => {
  const [across, down] = [width - 2 * r, height - 2 * r]
  const turn = `a${r} ${r} 0 0 1 `
  return `M${x + r} ${y}h${across}${turn}${r} ${r}v${down}${turn}-${r} ${r}h-${across}${turn}-${r}-${r}v-${down}${turn}${r}-${r}z`
}
const ring = circle(8, 8, 6.25)
const smallRing = circle(8, 8, 5.75)
const orbit = circle(8, 8, 5.5)
const page = 'M9 1.75H4.75a1 1 0 0 0-1 1v10.5a1 1 0 0 0 1 1h6.5a1 1 0 0 0 1-1V5zM9 1.75V5h3.25'
const text = `${page}M6 8.25h4M6 11h2.5`
const bubble = 'M2.75 2.25h10.5a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H8l-3 2.5v-2.5H2.75a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1z'
const screen = box(1.75, 2.75, 12.5, 10.5, 1.25)
const globe = `${ring}M1.75 8h12.5M8 1.75c2 1.9 2.75 4 2.75 6.25S10 12.35 8 14.25C6 12.35 5.25 10.25 5.25 8S6 3.65 8 1.75z`

/** Lines on a grid of 16; what stands behind a `|` is filled. */
const paths = {
  read: text,
  write: `${page}M8 7.5v4M6 9.5h4`,
  edit: 'm10.75 2.75 2.5 2.5-7.75 7.75-3.25.75.75-3.25zM9 4.5 11.5 7',
  delete: 'M2.75 4.25h10.5M6.25 4.25v-1.5h3.5v1.5M4 4.25l.6 9h6.8l.6-9M6.75 7v3.5M9.25 7v3.5',
  move: 'M2.5 3.5v9M5.25 8h8M10 4.75 13.25 8 10 11.25',
  search: `${circle(7, 7, 4.25)}M10.25 10.25l3.25 3.25`,
  execute: `${screen}M4.75 6l2 2-2 2M8.5 10.25h2.75`,
  think: 'M6 12h4M6.75 14.25h2.5M8 1.75a4.25 4.25 0 0 0-2.5 7.69V10h5v-.56A4.25 4.25 0 0 0 8 1.75z',
  fetch: globe,
  plan: 'M2.5 4.25h1M2.5 8h1M2.5 11.75h1M6 4.25h7.5M6 8h7.5M6 11.75h4.5',
  ask: `${bubble}M6.6 5.4A1.45 1.45 0 1 1 8.7 6.7c-.45.26-.7.5-.7.95M8 9.5v.01`,
  task: 'm2.25 4.25 1.25 1.25L5.75 3M2.25 11.25l1.25 1.25L5.75 10M8.25 4.5h5.5M8.25 11.5h5.5',
  agent: `${circle(8, 3.75, 2)}${circle(3.75, 12.25, 1.75)}${circle(12.25, 12.25, 1.75)}M8 5.75v2.5M3.75 10.5v-1A1.25 1.25 0 0 1 5 8.25h6a1.25 1.25 0 0 1 1.25 1.25v1`,
  workflow: `${box(1.75, 2.25, 5, 4, 1)}${box(9.25, 9.75, 5, 4, 1)}M4.25 6.25v4.25a1.25 1.25 0 0 0 1.25 1.25h3.75`,
  other:
    'M10 2.25a3.6 3.6 0 0 0-3.35 4.9L2.5 11.3a1.55 1.55 0 0 0 2.2 2.2l4.15-4.15A3.6 3.6 0 0 0 13.5 4.9l-2.1 2.1-1.9-.5L9 4.6l2.1-2.1a3.6 3.6 0 0 0-1.1-.25z',
  group: `${box(2.25, 6.5, 11.5, 7, 1.25)}M3.75 4.25h8.5M5.25 2h5.5`,
  check: 'm3.25 8.5 3.25 3.25 6.25-7',
  failed: `${ring}M8 4.75V8.5M8 11.1v.01`,
  denied: `${ring}M3.6 3.6l8.8 8.8`,
  stopped: `${ring}M6.25 6.25h3.5v3.5h-3.5z`,
  cut: 'M2.5 4.25h11M2.5 8h7.5M2.5 11.75h2.25M8 11.75v.01M11 11.75v.01',
  disconnected: 'M1.5 8h4M10.5 8h4M5.5 5.25v5.5M10.5 5.25v5.5',
  skipped: 'M3.5 4.25 9 8l-5.5 3.75zM12 4.25v7.5',
  queued: orbit,
  waiting: `${smallRing}|${circle(8, 8, 2.25)}`,
  progress: `${smallRing}|M8 4.75a3.25 3.25 0 0 1 0 6.5z`,
  clock: `${ring}M8 4.5V8l2.25 1.5`,
  elsewhere: 'M9.25 2.75h4v4M13 3 8 8M6.5 3.25H3.75a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V9.5',
  copy: `${box(5.5, 5.5, 8, 8.5, 1.25)}M10.5 3.25V3a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6.75a1 1 0 0 0 1 1h.25`,
  warning: 'M8 2.25 14.5 13.5h-13zM8 6.5v3M8 11.4v.01',
  openWorld: globe,
  eye: `M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8z${circle(8, 8, 1.75)}`,
  hidden:
    'M2.5 2.5l11 11M6.2 4A6 6 0 0 1 8 3.75c4 0 6.25 4.25 6.25 4.25a11 11 0 0 1-1.9 2.4M10 11.9a6 6 0 0 1-2 .35C4 12.25 1.75 8 1.75 8A11 11 0 0 1 4.3 5.1',
  close: 'm4 4 8 8M12 4l-8 8',
  comment: bubble,
  file: text,
  download: 'M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M2.75 13.25h10.5',
  image: `${screen}${circle(5.25, 6.25, 1.1)}M2 11.5l3.5-3 2.5 2 3-3 3 2.75`,
  up: 'm4.5 9.75 3.5-3.5 3.5 3.5',
  down: 'm4.5 6.25 3.5 3.5 3.5-3.5',
  previous: 'M9.75 4.5 6.25 8l3.5 3.5',
  next: 'M6.25 4.5 9.75 8l-3.5 3.5',
}

export type IconName = keyof typeof paths | 'spinner'

export function Icon({ name, slot = 'tc-icon' }: { name: IconName; slot?: 'tc-icon' | 'tc-chevron' }): ReactNode {
  const [lines, filled] = name === 'spinner' ? [] : paths[name].split('|')
  return (
    <svg data-slot={slot} viewBox="0 0 16 16" aria-hidden="true">
      {name === 'spinner' ? (
        <g data-slot="tc-spinner">
          <path d={orbit} opacity=".22" />
          <path d="M8 2.5a5.5 5.5 0 0 1 5.3 6.97" />
        </g>
      ) : (
        <path d={lines} strokeDasharray={name === 'queued' ? '1.9 2.42' : undefined} />
      )}
      {filled && <path d={filled} fill="currentColor" stroke="none" />}
    </svg>
  )
}
