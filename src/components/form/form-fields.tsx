'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import type { ToolCallLabels } from '../../locales/en.ts'
import { VisibleText } from '../code-block.tsx'
import { Icon } from '../icons.tsx'
import { PromptIcon } from '../prompt-icons.tsx'
import { toJsonText } from '../preview-text.ts'
import { Select } from '../select.tsx'
import { getAt, initialValue, parseJson, parseNumber, toPointer } from './form-value.ts'
import type { FormPath } from './form-value.ts'
import type { FormNode } from './read-schema.ts'
import { isTick } from './use-schema-form.ts'
import type { SchemaFormControls } from './use-schema-form.ts'

/** All fields of a form, those of an object without another frame around them. */
export function FormFields({
  form: controls,
  labels,
  onEnter,
}: {
  form: SchemaFormControls
  labels: ToolCallLabels
  /** Told of the keys that are pressed in a line of text. */
  onEnter?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}): ReactNode {
  const { node, id, problems, element } = controls
  const form: FieldForm = { ...controls, onEnter }
  const problem = problems.get('')
  return (
    <div ref={element} data-slot="tc-fields" data-columns={hasColumns(node) ? '' : undefined}>
      {node.type === 'object' ? (
        <>
          {node.description && (
            <p data-slot="tc-small" data-wide="">
              <VisibleText text={node.description} />
            </p>
          )}
          {node.fields.map(({ key, node: field, isRequired }) => (
            <Field
              key={key}
              node={field}
              path={[key]}
              label={labelOf(field, key)}
              isRequired={isRequired}
              form={form}
              labels={labels}
            />
          ))}
          {problem !== undefined && <Problem id={`${id}:problem`} text={problem} />}
        </>
      ) : (
        <Field node={node} path={[]} label={node.title ?? labels.form.answer} isRequired form={form} labels={labels} />
      )}
    </div>
  )
}

type FieldForm = SchemaFormControls & { onEnter: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined }

interface FieldProps {
  node: FormNode
  path: FormPath
  label: string
  isRequired: boolean
  form: FieldForm
  labels: ToolCallLabels
}

function Field(props: FieldProps): ReactNode {
  switch (props.node.type) {
    case 'object':
      return <ObjectField {...props} node={props.node} />
    case 'list':
      return <ListField {...props} node={props.node} />
    case 'boolean':
      return <BooleanField {...props} />
    case 'choice':
      return isTick(props.node) ? <TickField {...props} /> : <ChoiceField {...props} node={props.node} />
    case 'text':
      return <TextField {...props} node={props.node} />
    case 'number':
      return <NumberField {...props} node={props.node} />
    case 'json':
      return <JsonField {...props} node={props.node} />
    case 'const':
      return (
        <div data-slot="tc-field">
          <span data-slot="tc-label">
            <bdi>
              <VisibleText text={props.label} />
            </bdi>
          </span>
          <span data-slot="tc-literal" dir="ltr">
            <VisibleText text={toJsonText(props.node.value)} />
          </span>
        </div>
      )
    default: {
      const unreachable: never = props.node
      return unreachable
    }
  }
}

type NodeOf<Type extends FormNode['type']> = Extract<FormNode, { type: Type }>

/** What every field has: its ids, its value, what is wrong with it. */
function partsOf({ path, form, node, labels }: FieldProps, hint?: string) {
  const pointer = toPointer(path)
  const id = `${form.id}${pointer}`
  const problem = form.problems.get(pointer)
  const said = [node.description, hint].filter(text => text !== undefined && text !== '').join('. ')
  return {
    pointer,
    id,
    problem,
    value: getAt(form.state.value, path),
    text: form.state.texts[pointer],
    labels,
    /** On the control. */
    control: {
      id,
      'aria-invalid': problem === undefined ? undefined : true,
      'aria-describedby': problem !== undefined ? `${id}:problem` : said === '' ? undefined : `${id}:hint`,
    } as const,
    below:
      problem !== undefined ? (
        <Problem id={`${id}:problem`} text={problem} />
      ) : said === '' ? null : (
        <span data-slot="tc-small" id={`${id}:hint`}>
          <VisibleText text={said} />
        </span>
      ),
    isInvalid: problem === undefined ? undefined : '',
  }
}

function Problem({ id, text }: { id: string; text: string }): ReactNode {
  return (
    <span data-slot="tc-field-error" id={id}>
      <Icon name="failed" />
      <span>
        <VisibleText text={text} />
      </span>
    </span>
  )
}

function Label({ props, htmlFor }: { props: FieldProps; htmlFor: string }): ReactNode {
  return (
    <label data-slot="tc-label" htmlFor={htmlFor}>
      <LabelText {...props} />
    </label>
  )
}

function LabelText({ label, isRequired, labels }: FieldProps): ReactNode {
  return (
    <>
      <bdi>
        <VisibleText text={label} />
      </bdi>
      {!isRequired && <span>{labels.form.optional}</span>}
    </>
  )
}

function TextField(props: FieldProps & { node: NodeOf<'text'> }): ReactNode {
  const { node, path, isRequired, form } = props
  const { id, value, control, below, isInvalid } = partsOf(props)
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : toJsonText(value)
  const picker = pickerOf(node.format, text)
  const isLong = node.isLong || text.includes('\n')
  const handleChange = (typed: string) => {
    if (form.isOff) return
    const next = picker ? picker.read(typed) : typed
    form.set(path, next !== '' ? next : node.isNullable && isRequired ? null : undefined)
  }
  return (
    <div data-slot="tc-field" data-wide={isLong ? '' : undefined} data-invalid={isInvalid}>
      <Label props={props} htmlFor={id} />
      {isLong ? (
        <textarea
          data-slot="tc-input"
          rows={2}
          dir="auto"
          {...control}
          value={text}
          readOnly={form.isOff}
          onChange={event => handleChange(event.target.value)}
        />
      ) : (
        <input
          data-slot="tc-input"
          dir={picker ? undefined : 'auto'}
          {...control}
          type={picker?.type ?? (node.format === 'email' ? 'email' : node.format === 'uri' ? 'url' : 'text')}
          step={picker?.type === 'time' ? 1 : undefined}
          value={picker ? picker.show : text}
          readOnly={form.isOff}
          onKeyDown={form.onEnter}
          onChange={event => handleChange(event.target.value)}
        />
      )}
      {below}
    </div>
  )
}

/** The browser's own picker for a date or a time, where it can show the value that is there. */
function pickerOf(
  format: string | undefined,
  text: string,
): { type: 'date' | 'time' | 'datetime-local'; show: string; read(typed: string): string } | undefined {
  switch (format) {
    case 'date':
      return text === '' || /^\d{4}-\d\d-\d\d$/.test(text)
        ? { type: 'date', show: text, read: typed => typed }
        : undefined
    case 'time':
      return text === '' || /^\d\d:\d\d(:\d\d)?$/.test(text)
        ? { type: 'time', show: text, read: typed => (/^\d\d:\d\d$/.test(typed) ? `${typed}:00` : typed) }
        : undefined
    case 'date-time': {
      const date = new Date(text)
      if (text !== '' && Number.isNaN(date.getTime())) return undefined
      return {
        type: 'datetime-local',
        show: text === '' ? '' : toLocalText(date),
        read(typed) {
          const next = new Date(typed)
          return typed === '' || Number.isNaN(next.getTime()) ? '' : next.toISOString()
        },
      }
    }
    default:
      return undefined
  }
}

function toLocalText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, date.getSeconds() === 0 ? 16 : 19)
}

function NumberField(props: FieldProps & { node: NodeOf<'number'> }): ReactNode {
  const { node, path, isRequired, form, labels } = props
  const { id, value, text, control, below, isInvalid } = partsOf(props, labels.form.range(node.minimum, node.maximum))
  const shown = text ?? (value === undefined || value === null ? '' : toJsonText(value))
  return (
    <div data-slot="tc-field" data-invalid={isInvalid}>
      <Label props={props} htmlFor={id} />
      <input
        data-slot="tc-input"
        type="text"
        inputMode={node.isInteger ? 'numeric' : 'decimal'}
        autoComplete="off"
        dir="ltr"
        {...control}
        value={shown}
        readOnly={form.isOff}
        onKeyDown={form.onEnter}
        onChange={event => {
          if (form.isOff) return
          const typed = event.target.value
          const isBlank = typed.trim() === ''
          form.set(
            path,
            isBlank && node.isNullable && isRequired ? null : parseNumber(typed),
            isBlank ? undefined : typed,
          )
        }}
      />
      {below}
    </div>
  )
}

/** Yes and no where one of them has to be said; a box where it has a default or may stay away. */
function BooleanField(props: FieldProps): ReactNode {
  const { node, path, isRequired, form, labels } = props
  const { id, value, control, below, isInvalid, problem } = partsOf(props)
  if (!isRequired || node.initial !== undefined) return <TickField {...props} />
  return (
    <fieldset
      data-slot="tc-field"
      data-wide=""
      data-invalid={isInvalid}
      role="radiogroup"
      aria-invalid={problem === undefined ? undefined : true}
      aria-required="true"
      aria-describedby={control['aria-describedby']}
    >
      <legend data-slot="tc-label">
        <LabelText {...props} />
      </legend>
      <div data-slot="tc-choices">
        {[true, false].map(answer => (
          <label key={String(answer)} data-slot="tc-check">
            <input
              type="radio"
              name={id}
              checked={value === answer}
              onChange={() => {
                if (!form.isOff) form.set(path, answer)
              }}
            />
            {answer ? labels.form.yes : labels.form.no}
          </label>
        ))}
      </div>
      {below}
    </fieldset>
  )
}

function TickField(props: FieldProps): ReactNode {
  const { node, path, label, form } = props
  const { value, control, below, isInvalid } = partsOf(props)
  return (
    <div data-slot="tc-field" data-wide="" data-invalid={isInvalid}>
      <label data-slot="tc-check">
        <input
          type="checkbox"
          {...control}
          checked={value === true}
          onChange={event => {
            const unticked = node.type === 'choice' ? undefined : false
            if (!form.isOff) form.set(path, event.target.checked ? true : unticked)
          }}
        />
        <bdi>
          <VisibleText text={label} />
        </bdi>
      </label>
      {below}
    </div>
  )
}

function ChoiceField(props: FieldProps & { node: NodeOf<'choice'> }): ReactNode {
  const { node, path, form, labels } = props
  const { id, value, control, below, isInvalid, problem } = partsOf(props)
  const current = value === undefined ? -1 : node.choices.findIndex(choice => isSame(choice.value, value))
  const choose = (index: number) => {
    if (!form.isOff) form.set(path, node.choices[index]?.value)
  }
  const textOf = (index: number) => {
    const choice = node.choices[index]
    if (choice?.value === null && choice.label === 'null') return labels.form.none
    if (typeof choice?.value === 'boolean' && choice.label === String(choice.value))
      return choice.value ? labels.form.yes : labels.form.no
    return choice?.label === '' ? labels.ask.unnamed(index + 1) : (choice?.label ?? '')
  }
  if (node.choices.some(choice => choice.description !== undefined)) {
    return (
      <fieldset
        data-slot="tc-field"
        data-wide=""
        data-invalid={isInvalid}
        role="radiogroup"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={control['aria-describedby']}
      >
        <legend data-slot="tc-label">
          <LabelText {...props} />
        </legend>
        <div data-slot="tc-options">
          {node.choices.map((choice, index) => (
            <label key={index} data-slot="tc-option">
              <input type="radio" name={id} checked={current === index} onChange={() => choose(index)} />
              <span>
                <bdi>
                  <VisibleText text={textOf(index)} />
                </bdi>
                {choice.description !== undefined && (
                  <span data-slot="tc-option-description">
                    <bdi>
                      <VisibleText text={choice.description} />
                    </bdi>
                  </span>
                )}
              </span>
            </label>
          ))}
        </div>
        {below}
      </fieldset>
    )
  }
  return (
    <div data-slot="tc-field" data-invalid={isInvalid}>
      <Label props={props} htmlFor={id} />
      <Select {...control} value={String(current)} onChange={event => choose(Number(event.target.value))}>
        <option value="-1">{labels.form.choose}</option>
        {node.choices.map((_, index) => (
          <option key={index} value={index}>
            {textOf(index)}
          </option>
        ))}
      </Select>
      {below}
    </div>
  )
}

function isSame(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
}

function ObjectField(props: FieldProps & { node: NodeOf<'object'> }): ReactNode {
  const { node, path, form, labels } = props
  const { below, isInvalid } = partsOf(props)
  return (
    <fieldset data-slot="tc-fieldset" data-wide="">
      <legend data-slot="tc-label">
        <LabelText {...props} />
      </legend>
      <div data-slot="tc-fields" data-columns={hasColumns(node) ? '' : undefined} data-invalid={isInvalid}>
        {node.fields.map(({ key, node: field, isRequired }) => (
          <Field
            key={key}
            node={field}
            path={[...path, key]}
            label={labelOf(field, key)}
            // An object that may stay away needs its fields only once it has one of them.
            isRequired={isRequired && (props.isRequired || getAt(form.state.value, path) !== undefined)}
            form={form}
            labels={labels}
          />
        ))}
      </div>
      {below}
    </fieldset>
  )
}

function ListField(props: FieldProps & { node: NodeOf<'list'> }): ReactNode {
  const { node, path, label, form, labels } = props
  const { id, value, below, isInvalid } = partsOf(props)
  const list: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : []
  const set = (next: readonly unknown[], focusId: string) => {
    if (!form.isOff) form.setList(path, next, focusId)
  }
  const move = (from: number, to: number, button: string) => {
    const next = [...list]
    next.splice(to, 0, ...next.splice(from, 1))
    // At an end the button that was pressed is off there, and still takes the focus.
    set(next, `${id}/${to}:${button}`)
  }
  return (
    <fieldset data-slot="tc-fieldset" data-wide="" data-invalid={isInvalid}>
      <legend data-slot="tc-label">
        <LabelText {...props} />
      </legend>
      {list.length > 0 ? (
        <ol data-slot="tc-list">
          {list.map((_, index) => {
            const name = labels.form.item(label, index + 1)
            const isFirst = index === 0
            const isLast = index === list.length - 1
            return (
              <li key={index} data-slot="tc-list-item">
                <Field
                  node={node.item}
                  path={[...path, index]}
                  label={node.item.title ?? name}
                  isRequired
                  form={form}
                  labels={labels}
                />
                <div data-slot="tc-list-actions">
                  <button
                    data-slot="tc-icon-button"
                    type="button"
                    id={`${id}/${index}:up`}
                    aria-label={labels.form.moveUp(name)}
                    aria-disabled={isFirst || undefined}
                    onClick={() => {
                      if (!isFirst) move(index, index - 1, 'up')
                    }}
                  >
                    <PromptIcon name="up" />
                  </button>
                  <button
                    data-slot="tc-icon-button"
                    type="button"
                    id={`${id}/${index}:down`}
                    aria-label={labels.form.moveDown(name)}
                    aria-disabled={isLast || undefined}
                    onClick={() => {
                      if (!isLast) move(index, index + 1, 'down')
                    }}
                  >
                    <Icon name="down" />
                  </button>
                  <button
                    data-slot="tc-icon-button"
                    type="button"
                    id={`${id}/${index}:remove`}
                    aria-label={labels.form.remove(name)}
                    onClick={() => {
                      const next = list.filter((_item, position) => position !== index)
                      set(next, next.length > 0 ? `${id}/${Math.min(index, next.length - 1)}:remove` : `${id}:add`)
                    }}
                  >
                    <Icon name="close" />
                  </button>
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
          onClick={() => set([...list, initialValue(node.item)], `${id}/${list.length}`)}
        >
          {labels.form.add(label)}
        </button>
      )}
      {below}
    </fieldset>
  )
}

const TYPE = ':type'

/** A text as it is, or JSON; where both are taken, the person says which. */
function JsonField(props: FieldProps & { node: NodeOf<'json'> }): ReactNode {
  const { node, path, label, form, labels } = props
  const { asText, asJson } = labels.form
  const { pointer, id, value, text } = partsOf(props)
  const type = form.state.texts[`${pointer}${TYPE}`]
  const isText =
    node.takesText && (type === undefined ? value === undefined || typeof value === 'string' : type === 'text')
  const { control, below, isInvalid } = partsOf(props, isText ? labels.form.textHint : labels.form.jsonHint)
  const shown = isText
    ? typeof value === 'string'
      ? value
      : (text ?? '')
    : (text ?? (value === undefined ? '' : toJsonText(value)))
  const read = (typed: string, asType: 'text' | 'json') => {
    if (form.isOff) return
    if (typed === '') form.set(path, undefined)
    else if (asType === 'text') form.set(path, typed)
    else {
      const parsed = parseJson(typed)
      form.set(path, 'value' in parsed ? parsed.value : undefined, typed)
    }
  }
  return (
    <div data-slot="tc-field" data-wide="" data-invalid={isInvalid}>
      <Label props={props} htmlFor={id} />
      <textarea
        data-slot="tc-input"
        data-type={isText ? undefined : 'code'}
        rows={2}
        dir={isText ? 'auto' : 'ltr'}
        spellCheck={isText}
        {...control}
        value={shown}
        readOnly={form.isOff}
        onChange={event => read(event.target.value, isText ? 'text' : 'json')}
      />
      {node.takesText && (
        <fieldset data-slot="tc-choices" role="radiogroup" aria-label={`${labels.form.answerType}: ${label}`}>
          {([true, false] as const).map(choice => (
            <label key={String(choice)} data-slot="tc-check">
              <input
                type="radio"
                name={`${id}${TYPE}`}
                checked={isText === choice}
                onChange={() => {
                  if (!form.isOff) form.setType(path, choice ? 'text' : 'json', shown)
                }}
              />
              {choice ? asText : asJson}
            </label>
          ))}
        </fieldset>
      )}
      {below}
    </div>
  )
}

/** `dueDate` and `due_date` as words. */
function labelOf(node: FormNode, key: string): string {
  if (node.title !== undefined) return node.title
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  return words === '' ? '""' : words.charAt(0).toUpperCase() + words.slice(1)
}

function hasColumns(node: FormNode): boolean {
  return node.type === 'object' && node.fields.filter(({ node: field }) => isShort(field)).length > 1
}

function isShort(node: FormNode): boolean {
  return (node.type === 'text' && !node.isLong) || node.type === 'number' || node.type === 'choice'
}
