'use client'

import type { ReactNode } from 'react'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { Icon } from '../icons.tsx'
import { initialValue } from './form-value.ts'
import type { NodeOf } from './read-schema.ts'

interface ListEntriesProps {
  id: string
  node: NodeOf<'list'>
  label: string
  value: unknown
  /** Told the new list, and which element of it takes the focus. */
  onChange(list: readonly unknown[], focusId: string): void
  labels: ToolCallLabels
  children(index: number, name: string): ReactNode
}

/** The entries of a list, each with buttons that move it and take it away, and one that adds another. */
export function ListEntries({ id, node, label, value, onChange, labels, children }: ListEntriesProps): ReactNode {
  const list: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : []
  const move = (from: number, to: number, button: string) => {
    const next = [...list]
    next.splice(to, 0, ...next.splice(from, 1))
    // At an end the button that was pressed is off there, and still takes the focus.
    onChange(next, `${id}/${to}:${button}`)
  }
  const last = list.length - 1
  return (
    <>
      {list.length > 0 ? (
        <ol data-slot="tc-list">
          {list.map((_, index) => {
            const name = labels.form.item(label, index + 1)
            const button = (act: string, text: string, icon: ReactNode, isOff: boolean, onPress: () => void) => (
              <button
                data-slot="tc-icon-button"
                type="button"
                id={`${id}/${index}:${act}`}
                aria-label={text}
                aria-disabled={isOff || undefined}
                onClick={() => {
                  if (!isOff) onPress()
                }}
              >
                {icon}
              </button>
            )
            return (
              <li key={index} data-slot="tc-list-item">
                {children(index, name)}
                <div data-slot="tc-list-actions">
                  {button('up', labels.form.moveUp(name), <Icon name="up" />, index === 0, () =>
                    move(index, index - 1, 'up'),
                  )}
                  {button('down', labels.form.moveDown(name), <Icon name="down" />, index === last, () =>
                    move(index, index + 1, 'down'),
                  )}
                  {button('remove', labels.form.remove(name), <Icon name="close" />, false, () =>
                    onChange(
                      list.filter((_item, at) => at !== index),
                      last > 0 ? `${id}/${Math.min(index, last - 1)}:remove` : `${id}:add`,
                    ),
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      ) : (
        <span data-slot="tc-small">{labels.form.empty}</span>
      )}
      {list.length < node.maxItems && (
        <button
          data-slot="tc-button"
          data-variant="secondary"
          type="button"
          id={`${id}:add`}
          onClick={() => onChange([...list, initialValue(node.item)], `${id}/${list.length}`)}
        >
          {labels.form.add(label)}
        </button>
      )}
    </>
  )
}
