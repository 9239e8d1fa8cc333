import '../../../src/styles.css'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { AskUserPrompt } from '../../../src/components/prompts/ask-user-prompt.tsx'
import type { ToolCallResponse } from '../../../src/core/host.ts'
import {
  askSchema,
  askedWith,
  askingFifty,
  askingGate,
  askingOdd,
  askingOne,
  askingSeveral,
  askingStreaming,
  askingText,
  storeQuestion,
  suspendedBy,
} from '../../../stories/prompt-records.ts'
import { Chat, button, isArmed, press, takeFocus } from './prompt-support.tsx'

beforeEach(takeFocus)

const answering = () => vi.fn<(response: ToolCallResponse) => unknown>()
const answer = (resumeData: unknown) => ({ type: 'resume', resumeData })
const option = (name: string | RegExp) => page.getByRole('radio', { name })
const box = (name: string | RegExp) => page.getByRole('checkbox', { name })

describe('one of several options', () => {
  it('is sent by the button, never by choosing', async () => {
    const onRespond = answering()
    await render(<Chat call={askingOne} onRespond={onRespond} />)
    await isArmed()
    await option(/Redis/).click()
    await option(/PostgreSQL/).click()
    expect(onRespond).not.toHaveBeenCalled()
    await press('Send answer')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer('PostgreSQL'))
    await expect.element(page.getByText('You answered: PostgreSQL')).toBeVisible()
  })

  it('moves the focus to the receipt', async () => {
    await render(<Chat call={askingOne} onRespond={() => {}} />)
    await isArmed()
    await option(/Redis/).click()
    await press('Send answer')
    await expect.element(page.getByText('You answered: Redis')).toBeVisible()
    expect(document.activeElement?.textContent).toContain('You answered: Redis')
  })

  it('cannot be sent before one is chosen, and says so', async () => {
    const onRespond = answering()
    await render(<Chat call={askingOne} onRespond={onRespond} />)
    await isArmed()
    await expect.element(button('Send answer')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button('Send answer')).toHaveAccessibleDescription('Choose an option to send it.')
  })

  it('takes an answer of one’s own, and does not lose it', async () => {
    const onRespond = answering()
    await render(<Chat call={askingOne} onRespond={onRespond} />)
    await isArmed()
    const own = page.getByRole('textbox', { name: /Your own answer/ })
    await own.fill('SQLite')
    await expect.element(option('Other')).toBeChecked()
    await option(/Redis/).click()
    await expect.element(own).toHaveValue('SQLite')
    await option('Other').click()
    await press('Send answer')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer('SQLite'))
  })

  it('has no answer of one’s own where the schema takes none', async () => {
    await render(
      <ToolCallView
        call={askedWith(storeQuestion, {}, { type: 'array', items: { type: 'string', enum: ['Redis'] } })}
        onRespond={() => {}}
      />,
    )
    await expect.element(option('Other')).not.toBeInTheDocument()
  })
})

describe('several of several options', () => {
  it('B053: are a list, also when it is one', async () => {
    const onRespond = answering()
    await render(<Chat call={askingSeveral} onRespond={onRespond} />)
    await isArmed()
    await box('Mobile apps').click()
    await press('Send answer')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer(['Mobile apps']))
  })

  it('come in the order of the question, with one’s own at the end', async () => {
    const onRespond = answering()
    await render(<Chat call={askingSeveral} onRespond={onRespond} />)
    await isArmed()
    await page.getByRole('textbox').fill('Partner portal')
    await box('API tokens').click()
    await box('Web').click()
    await press('Send 3 answers')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer(['Web', 'API tokens', 'Partner portal']))
  })

  it('may be none, after a second press', async () => {
    const onRespond = answering()
    await render(<Chat call={askingSeveral} onRespond={onRespond} />)
    await press('Send answer')
    expect(onRespond).not.toHaveBeenCalled()
    await press('Send without a choice')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer([]))
    await expect.element(page.getByText('You answered without a choice')).toBeVisible()
  })
})

describe('a text', () => {
  it('is sent by Enter, a line break is Shift and Enter', async () => {
    const onRespond = answering()
    await render(<Chat call={askingText} onRespond={onRespond} />)
    await isArmed()
    await page.getByRole('textbox').click()
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two')
    await isArmed()
    await userEvent.keyboard('{Enter}')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer('one\ntwo'))
  })

  it('B122: is not sent by the Enter that confirms a candidate, nor by Escape, nor by a held key', async () => {
    const onRespond = answering()
    await render(<Chat call={askingText} onRespond={onRespond} />)
    await isArmed()
    const field = page.getByRole('textbox')
    await field.fill('日本')
    await isArmed()
    const key = (init: KeyboardEventInit) =>
      field
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }))
    key({ isComposing: true })
    key({ keyCode: 229 })
    key({ repeat: true })
    key({ key: 'Escape' })
    expect(onRespond).not.toHaveBeenCalled()
    key({})
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer('日本'))
  })

  it('may be empty, after a second press', async () => {
    const onRespond = answering()
    await render(<Chat call={askingText} onRespond={onRespond} />)
    await press('Send answer')
    expect(onRespond).not.toHaveBeenCalled()
    await press('Send an empty answer')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer(''))
    await expect.element(page.getByText('You sent an empty answer')).toBeVisible()
  })
})

describe('an odd question', () => {
  it('A25: tells options of one name apart and gives those without a name one', async () => {
    const onRespond = answering()
    await render(<Chat call={askingOdd} onRespond={onRespond} />)
    await isArmed()
    await box('Main 2 of 2 with this name').click()
    await box('Option 3, without a name').click()
    await box('7').click()
    await expect.element(page.getByText('U+202E')).toBeVisible()
    await press('Send 3 answers')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer(['Main', '', '7']))
  })

  it('keeps fifty options within reach and the button in view', async () => {
    await render(<Chat call={askingFifty} onRespond={() => {}} />)
    await isArmed()
    expect(page.getByRole('radio').all()).toHaveLength(51)
    expect(document.querySelector('form')!.getBoundingClientRect().height).toBeLessThan(600)
  })

  it.each(
    [undefined, null, 7, 'text', [], {}, { question: '' }, { question: 1, options: 'no' }].map(payload => ({
      payload,
    })),
  )('takes an answer to $payload, too', async ({ payload }) => {
    const onRespond = answering()
    await render(<Chat call={askedWith(payload, { input: undefined })} onRespond={onRespond} />)
    await isArmed()
    await page.getByRole('textbox').fill('yes')
    await press('Send answer')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer('yes'))
  })

  it('that another tool asks is answered the same way, under the tool’s name', async () => {
    const onRespond = answering()
    await render(
      <Chat call={suspendedBy('book_room', { payload: { question: 'Which?', hint: 'near' } })} onRespond={onRespond} />,
    )
    await isArmed()
    await expect.element(page.getByText('book_room')).toBeVisible()
    await expect.element(page.getByText('near')).toBeVisible()
    await page.getByRole('textbox').fill('Garden')
    await press('Send answer')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer('Garden'))
  })
})

describe('while the question arrives', () => {
  const first = { label: 'PostgreSQL' }

  it('takes choices of what is whole, and keeps them through the gate to the question', async () => {
    const onRespond = answering()
    const key = askingOne.key
    const { rerender } = await render(
      <ToolCallView call={askingStreaming({ question: 'Which store' })} onRespond={onRespond} />,
    )
    await rerender(
      <ToolCallView
        call={askingStreaming({ question: storeQuestion.question, options: [first, { label: 'Red' }] })}
        onRespond={onRespond}
      />,
    )
    await expect.element(option(/Red/)).toBeDisabled()
    await option(/PostgreSQL/).click()
    expect(document.querySelector('[data-slot="tc-prompt"] button')).toBeNull()
    await rerender(<ToolCallView call={{ ...askingGate, key }} onRespond={onRespond} />)
    await expect.element(option(/PostgreSQL/)).toBeChecked()
    await expect.element(button('Approve')).toBeVisible()
    await expect.element(button('Send answer')).not.toBeInTheDocument()
    await rerender(<ToolCallView call={{ ...askingOne, key }} onRespond={onRespond} />)
    await expect.element(option(/PostgreSQL/)).toBeChecked()
    await expect.element(button('Approve')).not.toBeInTheDocument()
    await press('Send answer')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer('PostgreSQL'), expect.anything())
  })

  it('keeps the focus in a field when the question becomes open', async () => {
    const { rerender } = await render(<ToolCallView call={askingGate} onRespond={() => {}} />)
    const own = page.getByRole('textbox', { name: /Your own answer/ })
    await own.fill('SQLi')
    await rerender(<ToolCallView call={askingOne} onRespond={() => {}} />)
    await userEvent.keyboard('te')
    await expect.element(own).toHaveValue('SQLite')
  })
})

describe('the draft', () => {
  it('is told and taken back by key', async () => {
    const onDraftChange = vi.fn<(draft: unknown) => void>()
    const { unmount } = await render(
      <AskUserPrompt call={askingOne} onRespond={() => {}} onDraftChange={onDraftChange} />,
    )
    await option(/Redis/).click()
    const draft: unknown = JSON.parse(JSON.stringify(onDraftChange.mock.lastCall?.[0]))
    await unmount()
    const { rerender } = await render(<AskUserPrompt call={askingOne} onRespond={() => {}} draft={draft} />)
    await expect.element(option(/Redis/)).toBeChecked()
    await rerender(
      <AskUserPrompt
        key="other"
        call={askedWith({ ...storeQuestion, question: 'Another?' })}
        onRespond={() => {}}
        draft={draft}
      />,
    )
    await expect.element(option(/Redis/)).not.toBeChecked()
  })

  it('is still there when the answer could not be sent', async () => {
    const onRespond = answering().mockRejectedValue(new Error('no network.'))
    await render(<ToolCallView call={askingText} onRespond={onRespond} />)
    await isArmed()
    await page.getByRole('textbox').fill('Bye')
    await press('Send answer')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your answer was not sent: no network.')
    await expect.element(page.getByRole('textbox')).toHaveValue('Bye')
    await press('Send answer')
    expect(onRespond).toHaveBeenCalledTimes(2)
  })
})

describe('skipping', () => {
  it('is there only where it can be taken', async () => {
    const onRespond = answering()
    const { rerender } = await render(<AskUserPrompt call={askingOne} onRespond={onRespond} />)
    await expect.element(button('Skip')).not.toBeInTheDocument()
    await rerender(<AskUserPrompt call={askingOne} onRespond={onRespond} canSkip />)
    await press('Skip')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ type: 'cancel', cause: 'user' })
  })
})

it('has nothing to press for somebody who may not decide', async () => {
  await render(<ToolCallView call={askingOne} canDecide={false} onRespond={() => {}} />)
  await expect.element(page.getByText('Someone else has to decide this.')).toBeVisible()
  await expect.element(page.getByText(storeQuestion.question)).toBeVisible()
  expect(document.querySelector('form button, form input')).toBeNull()
})

describe('several questions in one call', () => {
  const questions = [
    { question: 'Which store?', header: 'Store', options: [{ label: 'Redis' }, { label: 'PostgreSQL' }] },
    { question: 'What should people see?' },
    { question: 'Where?', multiSelect: true, options: [{ label: 'Web' }, { label: 'Mobile' }, { label: 'Desk' }] },
  ]
  const texts = { type: 'array', items: { type: 'string' } }
  const asking = (schema: unknown = texts) => askedWith({ questions }, {}, schema)
  const legend = (name: string) => page.getByRole('group', { name })
  const answerAll = async () => {
    await option('Redis').click()
    await press('Next')
    await page.getByRole('textbox').fill('See you soon')
    await press('Next')
    await box('Web').click()
    await box('Desk').click()
    await press('Next')
  }

  it('are asked one at a time, with a look at all answers before they are sent', async () => {
    const onRespond = answering()
    await render(<Chat call={asking()} onRespond={onRespond} />)
    await expect.element(page.getByText('1 of 3')).toBeVisible()
    await expect.element(page.getByText('What should people see?')).not.toBeInTheDocument()
    await answerAll()
    await expect.element(legend('Your answers')).toHaveFocus()
    const rows = page.getByRole('listitem').elements()
    expect(rows.map(row => row.textContent)).toEqual([
      'Which store?RedisChange',
      'What should people see?See you soonChange',
      'Where?Web and DeskChange',
    ])
    expect(onRespond).not.toHaveBeenCalled()
    await press('Send 3 answers')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer(['Redis', 'See you soon', 'Web, Desk']))
  })

  it('can be gone back to, one by one or from the look at all, and nothing is lost', async () => {
    await render(<Chat call={asking()} onRespond={() => {}} />)
    await answerAll()
    await press('Back')
    await expect.element(box('Web')).toBeChecked()
    await press('Back')
    await expect.element(page.getByRole('textbox')).toHaveValue('See you soon')
    await expect.element(page.getByText('2 of 3')).toBeVisible()
    await press('Next')
    await press('Next')
    await button('Change').first().click()
    await expect.element(legend('Which store?')).toHaveFocus()
    await expect.element(option('Redis')).toBeChecked()
  })

  it('are not sent before an option is chosen in each, and a text that is missing is asked about', async () => {
    const onRespond = answering()
    await render(<Chat call={asking()} onRespond={onRespond} />)
    for (let step = 0; step < 3; step += 1) await press('Next')
    await expect.element(button('Send 3 answers')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button('Send 3 answers')).toHaveAccessibleDescription('Choose an option to send it.')
    await button('Change').first().click()
    await option('PostgreSQL').click()
    for (let step = 0; step < 3; step += 1) await press('Next')
    await press('Send 3 answers')
    expect(onRespond).not.toHaveBeenCalled()
    await press('Send an empty answer')
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer(['PostgreSQL', '', '']))
  })

  it.each([
    ['by question', { type: 'object', additionalProperties: { type: 'string' } }, (named: object) => named],
    [
      'by question, under answers',
      { type: 'object', properties: { answers: { type: 'object', additionalProperties: { type: 'string' } } } },
      (named: object) => ({ answers: named }),
    ],
    [
      'as one text',
      { type: 'string' },
      () => 'Which store? Redis\nWhat should people see? See you soon\nWhere? Web, Desk',
    ],
    [
      'as Mastra’s own schema takes them',
      JSON.parse(askSchema) as object,
      () => ['Redis', 'See you soon', 'Web, Desk'],
    ],
  ])('are sent %s where the schema wants them so', async (_, schema, expected) => {
    const onRespond = answering()
    await render(<Chat call={asking(JSON.stringify(schema))} onRespond={onRespond} />)
    await answerAll()
    await press('Send 3 answers')
    const named = { 'Which store?': 'Redis', 'What should people see?': 'See you soon', 'Where?': 'Web, Desk' }
    expect(onRespond).toHaveBeenCalledExactlyOnceWith(answer(expected(named)))
  })

  it('can be looked through while they arrive', async () => {
    const streaming = (count: number) => askingStreaming({ questions: questions.slice(0, count) })
    const { rerender } = await render(<ToolCallView call={streaming(1)} onRespond={() => {}} />)
    await expect.element(option('Redis')).toBeVisible()
    await expect.element(button('Next')).not.toBeInTheDocument()
    await rerender(<ToolCallView call={streaming(2)} onRespond={() => {}} />)
    await option('Redis').click()
    await press('Next')
    await expect.element(button('Next')).not.toBeInTheDocument()
    await rerender(<ToolCallView call={{ ...asking(), key: streaming(1).key }} onRespond={() => {}} />)
    await page.getByRole('textbox').fill('Bye')
    await press('Back')
    await expect.element(option('Redis')).toBeChecked()
  })

  it('keep their drafts and their place', async () => {
    const onDraftChange = vi.fn<(draft: unknown) => void>()
    const { unmount } = await render(
      <AskUserPrompt call={asking()} onRespond={() => {}} onDraftChange={onDraftChange} />,
    )
    await option('Redis').click()
    await press('Next')
    const draft: unknown = JSON.parse(JSON.stringify(onDraftChange.mock.lastCall?.[0]))
    await unmount()
    await render(<AskUserPrompt call={asking()} onRespond={() => {}} draft={draft} />)
    await expect.element(page.getByText('2 of 3')).toBeVisible()
    await press('Back')
    await expect.element(option('Redis')).toBeChecked()
  })
})

describe('what every prompt says', () => {
  it('A26: an answer in the arguments is shown with a warning, and answers nothing', async () => {
    const onRespond = answering()
    const input = { ...storeQuestion, resumeData: 'Redis', suspendedToolRunId: 'r1' }
    await render(<Chat call={askedWith(storeQuestion, { input })} onRespond={onRespond} />)
    await isArmed()
    await expect.element(page.getByText(/wrote an answer into its own input/)).toBeVisible()
    await expect.element(option(/Redis/)).not.toBeChecked()
    expect(onRespond).not.toHaveBeenCalled()
  })

  it('how long it can be answered, in no live region', async () => {
    const in90Minutes = { expiresAt: Date.now() + 90 * 60_000 }
    await render(
      <ToolCallView call={suspendedBy('ask_user', { payload: storeQuestion, ...in90Minutes })} onRespond={() => {}} />,
    )
    await expect.element(page.getByText('Expires in 89 minutes')).toBeVisible()
    expect(page.getByText('Expires in 89 minutes').element().closest('[aria-live], [role="status"]')).toBeNull()
  })

  it('counts down in steps, and at the end says that it is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const draws: string[] = []
      const expiresAt = Date.now() + 125_500
      const { container } = await render(
        <ToolCallView call={suspendedBy('ask_user', { payload: storeQuestion, expiresAt })} onRespond={() => {}} />,
      )
      for (let second = 0; second < 130; second += 1) {
        await vi.advanceTimersByTimeAsync(1000)
        const text = [...container.querySelectorAll('[data-slot="tc-actions"] [data-slot="tc-small"]')].at(
          -1,
        )?.textContent
        if (text !== undefined && text !== draws.at(-1)) draws.push(text)
      }
      expect(draws).toEqual([
        'Expires in 2 minutes',
        ...[110, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10].map(seconds => `Expires in ${seconds} seconds`),
        'Expired',
      ])
    } finally {
      vi.useRealTimers()
    }
  })
})
