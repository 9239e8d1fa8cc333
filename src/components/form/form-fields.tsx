'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import type { ToolCallLabels } from '../../locales/labels.ts'
import { VisibleText } from '../code-block.tsx'
import { Icon } from '../icons.tsx'
import { toJsonText } from '../preview-text.ts'
import { Option } from '../prompts/prompt-parts.tsx'
import { Select } from '../select.tsx'
import { capitalize } from '../wording.ts'
import { TYPE, getAt, parseJson, parseNumber, toPointer } from './form-value.ts'
import type { FormPath } from './form-value.ts'
import { ListEntries } from './list-entries.tsx'
import { pickerOf } from './picker-of.ts'
import type { Choice, FormNode } from './read-schema.ts'
import type { SchemaFormControls } from './use-schema-form.ts'

interface FieldForm extends SchemaFormControls {
  readonly labels: ToolCallLabels
  /** Nothing can be changed. */
  readonly isOff: boolean
  onEnter?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}
interface FieldProps {
  node: FormNode
  path: FormPath
  label: string
  isRequired: boolean
  form: FieldForm
}

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
        <Box {...props} as="group">
          {({ invalid }) => (
            <div data-slot="tc-fields" data-columns={hasColumns(node) ? '' : undefined} data-invalid={invalid}>
              <ObjectFields {...props} node={node} />
            </div>
          )}
        </Box>
      )
    case 'list':
      return (
        <Box {...props} as="group">
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
        </Box>
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
        <Box {...props} isWide={isLong}>
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
        </Box>
      )
    }
    case 'number':
      return (
        <Box {...props} hint={labels.form.range(node.minimum, node.maximum)}>
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
        </Box>
      )
    case 'json':
      return <JsonField {...props} node={node} value={value} typed={typed} set={set} />
    case 'const':
      return (
        <Box {...props} as="plain">
          {() => (
            <span data-slot="tc-literal" dir="ltr">
              <VisibleText text={toJsonText(node.value)} />
            </span>
          )}
        </Box>
      )
    default: {
      const unreachable: never = node
      return unreachable
    }
  }
}

type NodeOf<Type extends FormNode['type']> = Extract<FormNode, { type: Type }>

interface Inside {
  /** On the control. */
  readonly control: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
  readonly invalid: '' | undefined
}
interface BoxProps extends FieldProps {
  /** `group`, `radios`: a fieldset; `plain`, `tick`: nothing that a label could stand for. @default 'label' */
  as?: 'label' | 'group' | 'radios' | 'plain' | 'tick'
  isWide?: boolean
  hint?: string
  children(inside: Inside): ReactNode
}

/** What every field has around its control: a label, and below it what to enter, or what is wrong. */
function Box({ node, path, label, isRequired, form, as = 'label', isWide, hint = '', children }: BoxProps): ReactNode {
  const pointer = toPointer(path)
  const id = form.id + pointer
  const problem = form.problems.get(pointer)
  const said = [node.description, hint].filter(Boolean).join('. ')
  const belowId = problem === undefined && said === '' ? undefined : `${id}:below`
  const invalid = problem === undefined ? undefined : ''
  const control = { id, 'aria-invalid': invalid === '' || undefined, 'aria-describedby': belowId } as const
  const isGroup = as === 'group' || as === 'radios'
  const Root = isGroup ? 'fieldset' : 'div'
  const Label = isGroup ? 'legend' : as === 'label' ? 'label' : 'span'
  return (
    <Root
      data-slot={as === 'group' ? 'tc-fieldset' : 'tc-field'}
      data-wide={isWide || isGroup || as === 'tick' ? '' : undefined}
      data-invalid={invalid}
      {...(as === 'radios' && {
        role: 'radiogroup',
        'aria-invalid': control['aria-invalid'],
        'aria-required': isRequired,
        'aria-describedby': belowId,
      })}
    >
      {as !== 'tick' && (
        <Label data-slot="tc-label" {...(as === 'label' && { htmlFor: id })}>
          <bdi>
            <VisibleText text={label} />
          </bdi>
          {!isRequired && as !== 'plain' && <span>{form.labels.form.optional}</span>}
        </Label>
      )}
      {children({ control, invalid })}
      {problem !== undefined && belowId ? (
        <Problem id={belowId} text={problem} />
      ) : (
        said !== '' && (
          <span data-slot="tc-small" id={belowId}>
            <VisibleText text={said} />
          </span>
        )
      )}
    </Root>
  )
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

function Tick({
  isTicked,
  onTick,
  ...props
}: FieldProps & { isTicked: boolean; onTick(isTicked: boolean): void }): ReactNode {
  return (
    <Box {...props} as="tick">
      {({ control }) => (
        <label data-slot="tc-check">
          <input type="checkbox" {...control} checked={isTicked} onChange={event => onTick(event.target.checked)} />
          <bdi>
            <VisibleText text={props.label} />
          </bdi>
        </label>
      )}
    </Box>
  )
}

const yesOrNo: readonly Choice[] = [true, false].map(value => ({ value, label: String(value) }))

/** One of several values: as a list that opens, as rows with descriptions, or side by side. */
function Choices({
  choices,
  value,
  isList = false,
  isInline = false,
  onChoose,
  ...props
}: FieldProps & {
  choices: readonly Choice[]
  value: unknown
  isList?: boolean
  isInline?: boolean
  onChoose(value: unknown): void
}): ReactNode {
  const { labels } = props.form
  const current = value === undefined ? -1 : choices.findIndex(choice => isSame(choice.value, value))
  const texts = choices.map(({ value: own, label }, index) => {
    if (label !== String(own)) return label
    if (own === null) return labels.form.none
    if (typeof own === 'boolean') return own ? labels.form.yes : labels.form.no
    return label || labels.ask.unnamed(index + 1)
  })
  if (isList) {
    return (
      <Box {...props}>
        {({ control }) => (
          <Select
            {...control}
            value={String(current)}
            onChange={event => onChoose(choices[Number(event.target.value)]?.value)}
          >
            <option value="-1">{labels.form.choose}</option>
            {texts.map((text, index) => (
              <option key={index} value={index}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Box>
    )
  }
  return (
    <Box {...props} as="radios">
      {({ control }) => (
        <div data-slot={isInline ? 'tc-choices' : 'tc-options'}>
          {choices.map((choice, index) => (
            <Option
              key={index}
              slot={isInline ? 'tc-check' : undefined}
              type="radio"
              name={control.id}
              checked={current === index}
              onChange={() => onChoose(choice.value)}
              label={
                <bdi>
                  <VisibleText text={texts[index] ?? ''} />
                </bdi>
              }
              description={choice.description}
            />
          ))}
        </div>
      )}
    </Box>
  )
}

function isSame(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
}

/** A text as it is, or JSON; where both are taken, the person says which. */
function JsonField({
  value,
  typed,
  set,
  ...props
}: FieldProps & {
  node: NodeOf<'json'>
  value: unknown
  typed: string | undefined
  set(value: unknown, text?: string): void
}): ReactNode {
  const { node, path, label, form } = props
  const { asText, asJson, answerType, textHint, jsonHint } = form.labels.form
  const type = form.state.texts[`${toPointer(path)}${TYPE}`]
  const isText =
    node.takesText && (type === undefined ? value === undefined || typeof value === 'string' : type === 'text')
  const shown =
    isText && typeof value === 'string' ? value : (typed ?? (isText || value === undefined ? '' : toJsonText(value)))
  return (
    <Box {...props} isWide hint={isText ? textHint : jsonHint}>
      {({ control }) => (
        <>
          <textarea
            data-slot="tc-input"
            data-type={isText ? undefined : 'code'}
            rows={2}
            dir={isText ? 'auto' : 'ltr'}
            spellCheck={isText}
            {...control}
            value={shown}
            readOnly={form.isOff}
            onChange={({ target: { value: text } }) => {
              if (text === '') set(undefined)
              else if (isText) set(text)
              else set(parseJson(text), text)
            }}
          />
          {node.takesText && (
            <fieldset data-slot="tc-choices" role="radiogroup" aria-label={`${answerType}: ${label}`}>
              {(['text', 'json'] as const).map(choice => (
                <Option
                  key={choice}
                  slot="tc-check"
                  type="radio"
                  name={`${control.id}${TYPE}`}
                  checked={isText === (choice === 'text')}
                  onChange={() => {
                    if (!form.isOff) form.setType(path, choice, shown)
                  }}
                  label={choice === 'text' ? asText : asJson}
                  description={undefined}
                />
              ))}
            </fieldset>
          )}
        </>
      )}
    </Box>
  )
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
