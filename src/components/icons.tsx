import type { ReactNode } from 'react'

const paths = {
  other: (
    <path d="M10 2.25a3.6 3.6 0 0 0-3.35 4.9L2.5 11.3a1.55 1.55 0 0 0 2.2 2.2l4.15-4.15A3.6 3.6 0 0 0 13.5 4.9l-2.1 2.1-1.9-.5L9 4.6l2.1-2.1a3.6 3.6 0 0 0-1.1-.25z" />
  ),
  check: <path d="m3.25 8.5 3.25 3.25 6.25-7" />,
  failed: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 4.75V8.5M8 11.1v.01" />
    </>
  ),
  denied: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="m3.6 3.6 8.8 8.8" />
    </>
  ),
  stopped: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M6.25 6.25h3.5v3.5h-3.5z" />
    </>
  ),
  cut: <path d="M2.5 4.25h11M2.5 8h7.5M2.5 11.75h2.25M8 11.75v.01M11 11.75v.01" />,
  disconnected: <path d="M1.5 8h4M10.5 8h4M5.5 5.25v5.5M10.5 5.25v5.5" />,
  skipped: <path d="M3.5 4.25 9 8l-5.5 3.75zM12 4.25v7.5" />,
  queued: <circle cx="8" cy="8" r="5.5" strokeDasharray="1.9 2.42" />,
  waiting: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <circle cx="8" cy="8" r="2.25" fill="currentColor" stroke="none" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 4.5V8l2.25 1.5" />
    </>
  ),
  spinner: (
    <g data-slot="tc-spinner">
      <circle cx="8" cy="8" r="5.5" opacity=".22" />
      <path d="M8 2.5a5.5 5.5 0 0 1 5.3 6.97" />
    </g>
  ),
  elsewhere: <path d="M9.25 2.75h4v4M13 3 8 8M6.5 3.25H3.75a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V9.5" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8.5" rx="1.25" />
      <path d="M10.5 3.25V3a1 1 0 0 0-1-1H3.5a1 1 0 0 0-1 1v6.75a1 1 0 0 0 1 1h.25" />
    </>
  ),
  warning: <path d="M8 2.25 14.5 13.5h-13zM8 6.5v3M8 11.4v.01" />,
  openWorld: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M1.75 8h12.5M8 1.75c2 1.9 2.75 4 2.75 6.25S10 12.35 8 14.25C6 12.35 5.25 10.25 5.25 8S6 3.65 8 1.75z" />
    </>
  ),
  eye: (
    <>
      <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8z" />
      <circle cx="8" cy="8" r="1.75" />
    </>
  ),
  hidden: (
    <path d="M2.5 2.5l11 11M6.2 4A6 6 0 0 1 8 3.75c4 0 6.25 4.25 6.25 4.25a11 11 0 0 1-1.9 2.4M10 11.9a6 6 0 0 1-2 .35C4 12.25 1.75 8 1.75 8A11 11 0 0 1 4.3 5.1" />
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  ask: (
    <>
      <path d="M2.75 2.25h10.5a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H8l-3 2.5v-2.5H2.75a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1z" />
      <path d="M6.6 5.4A1.45 1.45 0 1 1 8.7 6.7c-.45.26-.7.5-.7.95M8 9.5v.01" />
    </>
  ),
  plan: <path d="M2.5 4.25h1M2.5 8h1M2.5 11.75h1M6 4.25h7.5M6 8h7.5M6 11.75h4.5" />,
  task: <path d="m2.25 4.25 1.25 1.25L5.75 3M2.25 11.25l1.25 1.25L5.75 10M8.25 4.5h5.5M8.25 11.5h5.5" />,
  agent: (
    <>
      <circle cx="8" cy="3.75" r="2" />
      <circle cx="3.75" cy="12.25" r="1.75" />
      <circle cx="12.25" cy="12.25" r="1.75" />
      <path d="M8 5.75v2.5M3.75 10.5v-1a1.25 1.25 0 0 1 1.25-1.25h6a1.25 1.25 0 0 1 1.25 1.25v1" />
    </>
  ),
  execute: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.25" />
      <path d="m4.75 6 2 2-2 2M8.5 10.25h2.75" />
    </>
  ),
  progress: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75a3.25 3.25 0 0 1 0 6.5z" fill="currentColor" stroke="none" />
    </>
  ),
  down: <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }): ReactNode {
  return <IconFrame>{paths[name]}</IconFrame>
}

export function IconFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <svg data-slot="tc-icon" viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  )
}

export function Chevron(): ReactNode {
  return (
    <svg data-slot="tc-chevron" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />
    </svg>
  )
}
