'use client'

import { forwardRef } from 'react'
import type { ComponentPropsWithoutRef, ForwardedRef, ReactNode } from 'react'
import type { Task } from '../core/events.ts'
import type { ToolCall } from '../core/tool-call.ts'
import { Caret, Words } from './code-block.tsx'
import { displayed, displayedInput } from './describe-tool-call.ts'
import { Icon } from './icons.tsx'
import type { IconName } from './icons.tsx'
import { isRecord } from './is-record.ts'
import { useToolCallLabels } from './view-context.ts'

export interface TaskListProps extends Omit<ComponentPropsWithoutRef<'ol'>, 'children'> {
  tasks: readonly Task[]
  /** More tasks are arriving, or the last one is not written to its end. @default false */
  isStreaming?: boolean | undefined
}

/** What the agent has to do, is doing and has done. */
export const TaskList = forwardRef(function TaskList(
  { tasks, isStreaming = false, ...rootProps }: TaskListProps,
  ref: ForwardedRef<HTMLOListElement>,
): ReactNode {
  const labels = useToolCallLabels()
  return (
    <ol ref={ref} data-slot="tc-tasks" aria-label={labels.task.label} {...rootProps}>
      {tasks.length === 0 && (
        <li data-slot="tc-task">{isStreaming ? <Caret /> : <span data-slot="tc-small">{labels.task.none}</span>}</li>
      )}
      {tasks.map((task, index) => {
        const text = task.status === 'in_progress' && task.activeForm ? task.activeForm : task.content
        return (
          <li key={index} data-slot="tc-task" data-status={task.status}>
            <Icon name={icons[task.status]} />
            <span>
              <Words text={text} />
              {isStreaming && index === tasks.length - 1 && <Caret />}
            </span>
            <span data-slot="tc-visually-hidden">{labels.task.statuses[task.status]}</span>
          </li>
        )
      })}
    </ol>
  )
})

const icons: Readonly<Record<Task['status'], IconName>> = {
  pending: 'queued',
  in_progress: 'progress',
  completed: 'check',
}

/** The tasks that a call of a task tool is about: as it writes them, and then as they came to be. Undefined where it names none. */
export function tasksOf(call: ToolCall): readonly Task[] | undefined {
  if (call.state === 'output-available') {
    const { value } = displayed(call, 'output', call.output)
    const made = isRecord(value) ? readTasks(value['tasks']) : undefined
    if (made) return made
  }
  const { value } = displayedInput(call)
  return isRecord(value) ? readTasks(value['tasks']) : undefined
}

function readTasks(value: unknown): readonly Task[] | undefined {
  if (!Array.isArray(value)) return undefined
  return (value as readonly unknown[]).flatMap((task, index): Task[] => {
    if (!isRecord(task)) return []
    const { id, content, status, activeForm } = task
    return [
      {
        id: typeof id === 'string' ? id : String(index),
        content: typeof content === 'string' ? content : '',
        status: status === 'in_progress' || status === 'completed' ? status : 'pending',
        ...(typeof activeForm === 'string' ? { activeForm } : {}),
      },
    ]
  })
}
