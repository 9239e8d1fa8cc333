'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { VisibleText } from '../code-block.tsx'
import { toJsonText } from '../preview-text.ts'
import { capitalize } from '../wording.ts'
import { Choices, Tick, yesOrNo } from './choices.tsx'
import { FieldBox, Problem } from './field-box.tsx'
import type { FieldForm, FieldProps } from './field-box.tsx'
import { getAt, parseNumber, toPointer } from './form-value.ts'
import { JsonField } from './json-field.tsx'
import { ListEntries } from './list-entries.tsx'
import { pickerOf } from './picker-of.ts'
import type { FormNode, NodeOf } from './read-schema.ts'
import type { SchemaFormControls } from './use-schema-form.ts'

/** All fields of a form, those of an object without another frame around them. */
export function FormFields({
  form: controls,
  labels,
  isOff,
  onEnter,
}: {
  form: SchemaFormControls
  labels: ToolCallLabels
  isOff: boolean
  /** Told of the keys that are pressed in a line of text. */
  onEnter?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}): ReactNode {
  const { node, id, problems, element } = controls
  const form: FieldForm = { ...controls, labels, isOff, onEnter }
  const problem = problems.get('')
  const props = { node, path: [], label: node.title ?? labels.form.answer, isRequired: true, form }
  return (
    <div ref={element} data-slot="tc-fields" data-columns={hasColumns(node) ? '' : undefined}>
      {node.type === 'object' ? (
        <>
          {node.description && (
            <p data-slot="tc-small" data-wide="">
              <VisibleText text={node.description} />
            </p>
          )}
          <ObjectFields {...props} node={node} />
          {problem !== undefined && <Problem id={`${id}:problem`} text={problem} />}
        </>
      ) : (
        <Field {...props} />
      )}
    </div>
  )
}

function ObjectFields({ node, path, isRequired, form }: FieldProps & { node: NodeOf<'object'> }): ReactNode {
  return node.fields.map(({ key, node: field, isRequired: isFieldRequired }) => (
    <Field
      key={key}
      node={field}
      path={[...path, key]}
      label={field.title ?? toWords(key)}
      // An object that may stay away needs its fields only once it has one of them.
      isRequired={isFieldRequired && (isRequired || getAt(form.state.value, path) !== undefined)}
      form={form}
    />
  ))
}

/** One field, of whatever it takes. */
function Field(props: FieldProps): ReactNode {
  const { node, path, label, isRequired, form } = props
  const { labels, isOff } = form
  const pointer = toPointer(path)
  const value = getAt(form.state.value, path)
  const typed = form.state.texts[pointer]
  const set = (next: unknown, text?: string) => {
    if (!isOff) form.set(path, next, text)
  }
  // What an empty field stands for where there must be a value.
  const nothing = node.isNullable && isRequired ? null : undefined
  const written = typeof value === 'string' ? value : value === undefined || value === null ? '' : toJsonText(value)

  switch (node.type) {
    case 'object':
      return (
        <FieldBox {...props} as="group">
          {({ invalid }) => (
            <div data-slot="tc-fields" data-columns={hasColumns(node) ? '' : undefined} data-invalid={invalid}>
              <ObjectFields {...props} node={node} />
            </div>
          )}
        </FieldBox>
      )
    case 'list':
      return (
        <FieldBox {...props} as="group">
          {({ control }) => (
            <ListEntries
              id={control.id}
              node={node}
              label={label}
              value={value}
              onChange={(list, focusId) => {
                if (!isOff) form.setList(path, list, focusId)
              }}
              labels={labels}
            >
              {(index, name) => (
                <Field
                  node={node.item}
                  path={[...path, index]}
                  label={node.item.title ?? name}
                  isRequired
                  form={form}
                />
              )}
            </ListEntries>
          )}
        </FieldBox>
      )
    case 'boolean':
      // Yes and no where one of them has to be said; a box where it has a default or may stay away.
      if (isRequired && node.initial === undefined)
        return <Choices {...props} choices={yesOrNo} value={value} isInline onChoose={set} />
      return <Tick {...props} isTicked={value === true} onTick={set} />
    case 'choice':
      if (node.isTick) return <Tick {...props} isTicked={value === true} onTick={next => set(next || undefined)} />
      return (
        <Choices
          {...props}
          choices={node.choices}
          value={value}
          isList={node.choices.every(choice => choice.description === undefined)}
          onChoose={set}
        />
      )
    case 'text': {
      const picker = pickerOf(node.format, written)
      const isLong = node.isLong || written.includes('\n')
      const read = (text: string) => set((picker ? picker.read(text) : text) || nothing)
      const shared = { 'data-slot': 'tc-input', readOnly: isOff } as const
      return (
        <FieldBox {...props} isWide={isLong}>
          {({ control }) =>
            isLong ? (
              <textarea
                {...shared}
                {...control}
                rows={2}
                dir="auto"
                value={written}
                onChange={event => read(event.target.value)}
              />
            ) : (
              <input
                {...shared}
                {...control}
                dir={picker ? undefined : 'auto'}
                type={picker?.type ?? (node.format === 'email' ? 'email' : node.format === 'uri' ? 'url' : 'text')}
                step={picker?.type === 'time' ? 1 : undefined}
                value={picker ? picker.show : written}
                onKeyDown={form.onEnter}
                onChange={event => read(event.target.value)}
              />
            )
          }
        </FieldBox>
      )
    }
    case 'number':
      return (
        <FieldBox {...props} hint={labels.form.range(node.minimum, node.maximum)}>
          {({ control }) => (
            <input
              data-slot="tc-input"
              {...control}
              type="text"
              inputMode={node.isInteger ? 'numeric' : 'decimal'}
              autoComplete="off"
              dir="ltr"
              value={typed ?? written}
              readOnly={isOff}
              onKeyDown={form.onEnter}
              onChange={event => {
                const text = event.target.value
                if (text.trim() === '') set(nothing)
                else set(parseNumber(text), text)
              }}
            />
          )}
        </FieldBox>
      )
    case 'json':
      return <JsonField {...props} node={node} value={value} typed={typed} set={set} />
    case 'const':
      return (
        <FieldBox {...props} as="plain">
          {() => (
            <span data-slot="tc-literal" dir="ltr">
              <VisibleText text={toJsonText(node.value)} />
            </span>
          )}
        </FieldBox>
      )
    default: {
      const unreachable: never = node
      return unreachable
    }
  }
}

/** `dueDate` and `due_date` as words. */
function toWords(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  return words === '' ? '""' : capitalize(words)
}

function hasColumns(node: FormNode): boolean {
  const isShort = (field: FormNode) =>
    (field.type === 'text' && !field.isLong) || field.type === 'number' || field.type === 'choice'
  return node.type === 'object' && node.fields.filter(({ node: field }) => isShort(field)).length > 1
}
