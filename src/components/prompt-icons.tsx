import type { ReactNode } from 'react'
import { IconFrame } from './icons.tsx'

/** Pictures of what is loaded later than a card. */
const paths = {
  comment: (
    <path d="M2.75 2.75h10.5a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H8l-3 2.5v-2.5H2.75a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z" />
  ),
  edit: <path d="m10.75 2.75 2.5 2.5-7.75 7.75-3.25.75.75-3.25zM9 4.5 11.5 7" />,
  delete: <path d="M2.75 4.25h10.5M6.25 4.25v-1.5h3.5v1.5M4 4.25l.6 9h6.8l.6-9M6.75 7v3.5M9.25 7v3.5" />,
  image: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.25" />
      <circle cx="5.25" cy="6.25" r="1.1" />
      <path d="m2 11.5 3.5-3 2.5 2 3-3 3 2.75" />
    </>
  ),
  file: <path d="M9 1.75H4.75a1 1 0 0 0-1 1v10.5a1 1 0 0 0 1 1h6.5a1 1 0 0 0 1-1V5zM9 1.75V5h3.25M6 8.25h4M6 11h2.5" />,
  download: <path d="M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M2.75 13.25h10.5" />,
  up: <path d="m4.5 9.75 3.5-3.5 3.5 3.5" />,
  previous: <path d="M9.75 4.5 6.25 8l3.5 3.5" />,
  next: <path d="M6.25 4.5 9.75 8l-3.5 3.5" />,
} satisfies Record<string, ReactNode>

export function PromptIcon({ name }: { name: keyof typeof paths }): ReactNode {
  return <IconFrame>{paths[name]}</IconFrame>
}
