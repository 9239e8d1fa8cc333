import '../../../src/styles.css'
import { Validator } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { SchemaForm } from '../../../src/components/form/schema-form.tsx'
import type { ToolCallResponse } from '../../../src/core/host.ts'
import { everythingSchema, formFor, roomSchema } from '../../../stories/prompt-records.ts'
import { Chat, button, isArmed, press, takeFocus } from './prompt-support.tsx'

beforeEach(takeFocus)

const submitting = () => vi.fn<(value: unknown) => unknown>()
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const send = () => button('Send').click()

describe('the form', () => {
  it('has a field for every property, with defaults, and submits typed values', async () => {
    const onSubmit = submitting()
    await render(<SchemaForm schema={roomSchema} onSubmit={onSubmit} />)
    await page.getByRole('combobox', { name: 'Room' }).selectOptions('Borealis')
    await field('Contact').fill('mara@example.org')
    await expect.element(field('Seats')).toHaveValue('12')
    await field('Seats').fill('14')
    await send()
    await expect
      .poll(() => onSubmit.mock.calls)
      .toEqual([[{ room: 'Borealis', seats: 14, contact: 'mara@example.org', day: '2026-12-03', invite: true }]])
  })

  it('says what to enter, counts it, and goes to the first field that is wrong', async () => {
    const onSubmit = submitting()
    await render(<SchemaForm schema={roomSchema} onSubmit={onSubmit} />)
    await field('Contact').fill('mara@example')
    await field('Seats').fill('40')
    await send()
    await expect.element(page.getByText('3 fields need attention')).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'Room' })).toHaveFocus()
    await expect.element(page.getByRole('combobox', { name: 'Room' })).toHaveAccessibleDescription('Choose an option')
    await expect
      .element(field('Contact'))
      .toHaveAccessibleDescription('Enter a whole e-mail address, such as name@example.com')
    await expect.element(field('Seats')).toHaveAccessibleDescription('Enter 20 or less')
    expect(onSubmit).not.toHaveBeenCalled()
    await field('Seats').fill('4')
    await expect.element(page.getByText('2 fields need attention')).toBeVisible()
  })

  it.each([
    ['a number', '12.5', { type: 'number' }, 12.5],
    ['a whole number', '0', { type: 'integer' }, 0],
    ['a negative number', '-3', { type: 'integer' }, -3],
    ['a text of digits', '12', { type: 'string' }, '12'],
  ])('keeps %s what it is', async (_, typed, schema, expected) => {
    const onSubmit = submitting()
    await render(<SchemaForm schema={schema} onSubmit={onSubmit} />)
    await field('Answer').fill(typed)
    await send()
    await expect.poll(() => onSubmit.mock.calls).toEqual([[expected]])
  })

  it('asks for a number where a text is typed', async () => {
    const onSubmit = submitting()
    await render(<SchemaForm schema={{ type: 'integer' }} onSubmit={onSubmit} />)
    await field('Answer').fill('twelve')
    await send()
    await expect.element(page.getByText('Enter a whole number, such as 12')).toBeVisible()
    await expect.element(field('Answer')).toHaveValue('twelve')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('leaves an emptied optional field out, and sends null where there must be a value', async () => {
    const onSubmit = submitting()
    const schema = {
      type: 'object',
      properties: { note: { type: 'string' }, floor: { type: ['integer', 'null'] } },
      required: ['floor'],
    }
    await render(<SchemaForm schema={schema} defaultValue={{ note: 'x', floor: 2 }} onSubmit={onSubmit} />)
    await field(/Note/).fill('')
    await field('Floor').fill('')
    await send()
    await expect.poll(() => onSubmit.mock.calls).toEqual([[{ floor: null }]])
  })

  it('answers no question by itself: a required yes or no has two radios, and a default that decides is not chosen', async () => {
    const onSubmit = submitting()
    await render(<SchemaForm schema={everythingSchema} onSubmit={onSubmit} />)
    await expect.element(page.getByRole('radio', { name: 'Yes' })).not.toBeChecked()
    await expect.element(page.getByRole('radio', { name: 'No', exact: true })).not.toBeChecked()
    await field('Name').fill('Garden')
    await field('Street').fill('Main street 1')
    await send()
    await expect.element(page.getByText('1 field needs attention')).toBeVisible()
    await page.getByRole('radio', { name: 'No', exact: true }).click()
    await send()
    await expect
      .poll(() => onSubmit.mock.calls)
      .toEqual([[{ name: 'Garden', confirm_delete: false, address: { street: 'Main street 1', floor: null } }]])
  })

  it('adds, moves and removes entries of a list by keyboard', async () => {
    const onSubmit = submitting()
    const schema = { type: 'array', title: 'Tags', items: { type: 'string', minLength: 1 }, maxItems: 3 }
    await render(<SchemaForm schema={schema} onSubmit={onSubmit} />)
    ;(button('Add to Tags').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Tags 1')).toHaveFocus()
    await userEvent.keyboard('one')
    ;(button('Add to Tags').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}two')
    ;(button('Move Tags 2 up').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Tags 1')).toHaveValue('two')
    await expect.element(button('Move Tags 1 up')).toHaveFocus()
    ;(button('Add to Tags').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}three')
    await expect.element(button('Add to Tags')).not.toBeInTheDocument()
    ;(button('Remove Tags 2').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Remove Tags 2')).toHaveFocus()
    await send()
    await expect.poll(() => onSubmit.mock.calls).toEqual([[['two', 'three']]])
  })

  it.each([
    '{not json',
    '{}',
    '{"$ref":"#"}',
    undefined,
    { type: 'null' },
    { anyOf: [{ $ref: '#/$defs/none' }] },
    false,
  ])('takes JSON where the schema is %j', async schema => {
    const onSubmit = submitting()
    await render(<SchemaForm schema={schema as never} onSubmit={onSubmit} />)
    const json = page.getByRole('radio', { name: 'JSON' })
    if (json.query()) await json.click()
    await field('Answer').fill('{"a": ')
    await send()
    await expect.element(page.getByText(/Enter valid JSON/)).toBeVisible()
    await field('Answer').fill('null')
    await send()
    await expect.poll(() => onSubmit.mock.calls).toEqual([[null]])
  })

  it('is not caught in a schema that contains itself', async () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
          required: ['name'],
        },
      },
    }
    const onSubmit = submitting()
    await render(<SchemaForm schema={schema} onSubmit={onSubmit} />)
    await field('Name').fill('first')
    await field(/Next/).fill('{"name": "second"}')
    await send()
    await expect.poll(() => onSubmit.mock.calls).toEqual([[{ name: 'first', next: { name: 'second' } }]])
  })

  it('is checked by a Standard Schema’s own validator', async () => {
    const onSubmit = submitting()
    const schema = z.object({ room: z.string().refine(room => room !== 'Attic', 'Not the attic') })
    await render(<SchemaForm schema={schema} onSubmit={onSubmit} />)
    await field('Room').fill('Attic')
    await send()
    await expect.element(field('Room')).toHaveAccessibleDescription('This does not fit: Not the attic')
    await field('Room').fill('Garden')
    await send()
    await expect.poll(() => onSubmit.mock.calls).toEqual([[{ room: 'Garden' }]])
  })
})

describe('in the card', () => {
  it.each([
    ['false', { type: 'boolean' }, () => page.getByRole('radio', { name: 'No' }).click(), false],
    ['zero', { type: 'integer' }, () => field('Answer').fill('0'), 0],
  ])('sends %s', async (_, schema, fill, expected) => {
    const onRespond = vi.fn<(response: ToolCallResponse) => unknown>()
    await render(<Chat call={formFor(schema)} onRespond={onRespond} />)
    await isArmed()
    await fill()
    await press('Send')
    await expect.poll(() => onRespond.mock.calls).toEqual([[{ type: 'resume', resumeData: expected }]])
  })

  it('sends an empty text after a second press where nothing says what an answer is', async () => {
    const onRespond = vi.fn<(response: ToolCallResponse) => unknown>()
    await render(<Chat call={formFor(undefined)} onRespond={onRespond} />)
    await press('Send')
    expect(onRespond).not.toHaveBeenCalled()
    await press('Send an empty answer')
    await expect.poll(() => onRespond.mock.calls).toEqual([[{ type: 'resume', resumeData: '' }]])
  })

  it('sends nothing that the schema refuses', async () => {
    const onRespond = vi.fn<(response: ToolCallResponse) => unknown>()
    await render(<Chat call={formFor(JSON.stringify(roomSchema))} onRespond={onRespond} />)
    await press('Send')
    await expect.element(page.getByText('2 fields need attention')).toBeVisible()
    expect(onRespond).not.toHaveBeenCalled()
  })
})

const key = fc.constantFrom('name', 'size', 'due', '__proto__', 'a/b~c', 'constructor')
/** A schema of what a form can draw, with a value that fits it. */
const pair = fc.letrec<{ leaf: { schema: Schema; value: unknown }; any: { schema: Schema; value: unknown } }>(tie => ({
  leaf: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }).map(value => ({ schema: { type: 'string' as const }, value })),
    fc.integer().map(value => ({ schema: { type: 'integer' as const }, value })),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter(value => !Object.is(value, -0))
      .map(value => ({ schema: { type: 'number' as const }, value })),
    fc.boolean().map(value => ({ schema: { type: 'boolean' as const }, value })),
    fc.constantFrom('', 'red', null, 7).map(value => ({ schema: { enum: ['red', '', null, 7] }, value })),
    fc
      .option(fc.string({ maxLength: 4 }))
      .map(value => ({ schema: { type: ['string', 'null'] as ['string', 'null'] }, value })),
    fc.jsonValue({ maxDepth: 2 }).map(value => ({ schema: {}, value })),
  ),
  any: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.record({ of: tie('leaf'), length: fc.nat({ max: 3 }) }).map(({ of, length }) => ({
      schema: { type: 'array' as const, items: of.schema },
      value: Array.from({ length }, () => of.value),
    })),
    fc.array(fc.record({ key, of: tie('any'), isThere: fc.boolean() }), { minLength: 1, maxLength: 4 }).map(fields => {
      const own = [...new Map(fields.map(entry => [entry.key, entry])).values()]
      return {
        schema: {
          type: 'object' as const,
          properties: Object.fromEntries(own.map(entry => [entry.key, entry.of.schema])),
          required: own.filter(({ isThere }) => isThere).map(entry => entry.key),
        },
        value: Object.fromEntries(own.filter(({ isThere }) => isThere).map(entry => [entry.key, entry.of.value])),
      }
    }),
  ),
}))

describe('for any schema', { timeout: 60_000 }, () => {
  it('gives a value that was loaded and not touched back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(pair.any, async ({ schema, value }) => {
        const onSubmit = submitting()
        const { unmount } = await render(
          <SchemaForm schema={schema as never} defaultValue={value} onSubmit={onSubmit} />,
        )
        try {
          document.querySelector('form')!.requestSubmit()
          await expect.poll(() => onSubmit.mock.calls.length, { timeout: 2000, interval: 5 }).toBe(1)
          expect(onSubmit.mock.calls[0]![0]).toEqual(value)
        } finally {
          await unmount()
        }
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('submits only what fits, whatever is typed and pressed', async () => {
    await fc.assert(
      fc.asyncProperty(
        pair.any,
        fc.array(fc.constantFrom('', '0', '12.5', 'red', '-1e3', '{"a":1}', 'x y'), { minLength: 1, maxLength: 6 }),
        async ({ schema }, typed) => {
          const onSubmit = submitting()
          const { unmount } = await render(<SchemaForm schema={schema as never} onSubmit={onSubmit} />)
          try {
            for (const add of document.querySelectorAll<HTMLElement>('[data-slot="tc-fieldset"] > button')) add.click()
            await new Promise(resolve => setTimeout(resolve, 5))
            let index = 0
            for (const input of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
              const text = typed[index++ % typed.length]!
              if (input.type === 'radio' || input.type === 'checkbox') {
                if (text !== '') input.click()
              } else {
                const prototype = Object.getPrototypeOf(input) as object
                Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(
                  input,
                  input.type.startsWith('select') ? '1' : text,
                )
                input.dispatchEvent(new Event(input.type.startsWith('select') ? 'change' : 'input', { bubbles: true }))
              }
              await new Promise(resolve => setTimeout(resolve, 0))
            }
            document.querySelector('form')!.requestSubmit()
            const isOver = () =>
              onSubmit.mock.calls.length > 0 || document.querySelector('[data-slot="tc-field-error"]')
            await expect.poll(isOver, { timeout: 2000, interval: 5 }).toBeTruthy()
            for (const [value] of onSubmit.mock.calls) {
              const { valid, errors } = new Validator(JSON.parse(JSON.stringify(schema)) as Schema).validate(value)
              expect(errors).toEqual([])
              expect(valid).toBe(true)
            }
          } finally {
            await unmount()
          }
        },
      ),
      { numRuns: 40, seed: 1 },
    )
  })

  it('keeps the type of what is typed, or says what to enter', async () => {
    // What each kind of field makes of a text, by the definition of JSON Schema's types.
    const kinds = {
      text: { schema: { type: 'string' }, read: (typed: string) => typed },
      number: {
        schema: { type: 'number' },
        read: (typed: string) => (isJsonNumber(typed) ? Number(typed) : undefined),
      },
      integer: {
        schema: { type: 'integer' },
        read: (typed: string) =>
          isJsonNumber(typed) && Number.isSafeInteger(Number(typed)) ? Number(typed) : undefined,
      },
      mail: {
        schema: { type: 'string', format: 'email' },
        read: (typed: string) => (/^\w+@\w+\.\w+$/.test(typed) ? typed : undefined),
      },
      short: {
        schema: { type: 'string', maxLength: 3 },
        read: (typed: string) => (typed.length <= 3 ? typed : undefined),
      },
      list: { schema: { enum: ['12', 12, true, null] }, read: (typed: string) => (typed === '12' ? '12' : undefined) },
    } as const
    const isJsonNumber = (typed: string) => /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(typed)
    const typedText = fc.oneof(
      fc.constantFrom('12', '10', '0', '-0.5', '1e3', 'true', 'null', '"12"', 'a@b.cd', '12 ', 'x'),
      fc.integer().map(String),
      fc.stringMatching(/^[a-z0-9]{1,5}$/),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), typedText), {
          minLength: 1,
          maxLength: 4,
        }),
        async fields => {
          const properties = Object.fromEntries(fields.map(([kind], index) => [`f${index}`, kinds[kind].schema]))
          const schema = { type: 'object', properties, required: Object.keys(properties) }
          const onSubmit = submitting()
          const { unmount } = await render(<SchemaForm schema={schema} onSubmit={onSubmit} />)
          try {
            for (const [index, input] of document.querySelectorAll<HTMLInputElement>('input, select').entries()) {
              const [kind, typed] = fields[index]!
              const isSelect = kind === 'list'
              const text = isSelect ? (typed === '12' ? '0' : '-1') : typed
              Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, 'value')!.set!.call(input, text)
              input.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }))
              await new Promise(resolve => setTimeout(resolve, 0))
            }
            document.querySelector('form')!.requestSubmit()
            const errors = () => document.querySelectorAll('[data-slot="tc-field-error"]').length
            await expect
              .poll(() => onSubmit.mock.calls.length + errors(), { timeout: 5000, interval: 5 })
              .toBeGreaterThan(0)
            const expected = fields.map(([kind, typed]) => kinds[kind].read(typed))
            // A number may be typed with blanks around it.
            const isOpen = fields.some(([kind, typed]) => /number|integer/.test(kind) && typed !== typed.trim())
            if (isOpen) return
            if (expected.includes(undefined)) {
              expect(onSubmit).not.toHaveBeenCalled()
              expect(errors()).toBe(expected.filter(value => value === undefined).length)
            } else {
              expect(onSubmit.mock.calls).toEqual([
                [Object.fromEntries(expected.map((value, index) => [`f${index}`, value]))],
              ])
            }
          } finally {
            await unmount()
          }
        },
      ),
      { numRuns: 60, seed: 1 },
    )
  })
})
