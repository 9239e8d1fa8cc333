import type { ReactNode } from 'react'

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, string | undefined>> }): ReactNode {
  return (
    <dl className="facts">
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
