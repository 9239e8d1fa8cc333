import '../../../src/styles.css'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallResponse } from '../../../src/core/host.ts'
import type { ToolCall, ToolCallIn } from '../../../src/core/tool-call.ts'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import {
  asking,
  askingAutomatic,
  askingDestructive,
  askingInvisible,
  askingLong,
  askingWithReason,
  responded,
  suspended,
} from '../../../stories/records.ts'

// A window that gets the focus by a press starts anew.
beforeEach(() => page.elementLocator(document.documentElement).click({ position: { x: 1, y: 1 } }))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const isArmedNow = () => document.querySelector('form')?.dataset['armed']
const isArmed = () => expect.poll(isArmedNow, { timeout: 3000 }).toBe('true')

const answering = () => vi.fn<(response: ToolCallResponse, call?: ToolCall) => unknown>()

/** The page scrolls first, and that is a move, too. */
async function clickInView(name: string): Promise<void> {
  button(name).element().scrollIntoView({ block: 'center' })
  await new Promise(resolve => setTimeout(resolve, 150))
  await isArmed()
  await button(name).click()
}

interface ChatProps {
  call: ToolCallIn<'approval-requested'>
  onRespond: (response: ToolCallResponse) => unknown
  /** Milliseconds until the host says that it could not send. */
  failsAfter?: number
}

/** An app that takes each answer at once, as a session does, and may find out later that it could not be sent. */
function Chat({ call, onRespond, failsAfter }: ChatProps): ReactNode {
  const [shown, setShown] = useState<ToolCall>(call)
  const handleRespond = (response: ToolCallResponse) => {
    onRespond(response)
    if (response.type !== 'approval') return
    setShown({
      ...responded({
        approved: response.approved,
        by: 'user',
        ...(response.reason ? { reason: response.reason } : {}),
      }),
      key: call.key,
    })
    if (failsAfter !== undefined) {
      setTimeout(
        () =>
          setShown({
            ...call,
            delivery: { status: 'failed', error: { message: 'the server did not respond.', retryable: true } },
          }),
        failsAfter,
      )
    }
  }
  return (
    <>
      <button type="button">Before</button>
      <ToolCallView call={shown} onRespond={handleRespond} />
    </>
  )
}

describe('answering', () => {
  it('answers once, however often the button is pressed', async () => {
    const onRespond = answering()
    // An app that does nothing with the answer: the buttons stay, and still answer only once.
    await render(<ToolCallView call={asking()} onRespond={onRespond} />)
    await isArmed()
    await button('Approve').dblClick()
    press(button('Deny').element())
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ type: 'approval', approved: true }, expect.anything())
    await expect.element(button('Approve')).toHaveAttribute('aria-disabled', 'true')
  })

  it('keeps the buttons away after the first click', async () => {
    const onRespond = answering()
    await render(<Chat call={asking()} onRespond={onRespond} />)
    await isArmed()
    await button('Deny').click()
    await expect.element(page.getByText('Denied by you')).toBeVisible()
    await expect.element(button('Deny')).not.toBeInTheDocument()
  })

  it('sends the typed reason with either answer', async () => {
    const onRespond = answering()
    await render(<Chat call={asking()} onRespond={onRespond} />)
    await isArmed()
    await button('Add a reason').click()
    await expect.element(page.getByRole('textbox')).toHaveFocus()
    await userEvent.keyboard('Only until noon.{Enter}Thanks')
    await expect.element(button('Deny with reason')).toBeVisible()
    expect(onRespond).not.toHaveBeenCalled()
    await isArmed()
    await button('Approve').click()
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({
      type: 'approval',
      approved: true,
      reason: 'Only until noon.\nThanks',
    })
  })

  it('brings the prompt back with the reason when the answer could not be sent', async () => {
    const onRespond = answering()
    await render(<Chat call={asking()} onRespond={onRespond} failsAfter={200} />)
    await isArmed()
    await button('Add a reason').click()
    await userEvent.keyboard('The garden room is closed.')
    await isArmed()
    await button('Deny with reason').click()
    await expect.element(page.getByText('Denied by you')).toBeVisible()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Your answer was not sent: the server did not respond. Nothing has run.')
    await expect.element(page.getByRole('textbox')).toHaveValue('The garden room is closed.')
    await isArmed()
    await button('Deny with reason').click()
    expect(onRespond).toHaveBeenCalledTimes(2)
  })

  it('says why an answer was refused, and takes another', async () => {
    const onRespond = answering().mockImplementation(() => Promise.reject(new Error('no network')))
    await render(<ToolCallView call={asking()} onRespond={onRespond} />)
    await isArmed()
    await button('Approve').click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Your answer was not sent: no network. Nothing has run.')
    await isArmed()
    await button('Approve').click()
    expect(onRespond).toHaveBeenCalledTimes(2)
  })

  it('B118: moves the focus to the receipt, and only if it was in the prompt', async () => {
    await render(<Chat call={asking()} onRespond={() => {}} />)
    await isArmed()
    await userEvent.click(button('Approve'))
    await expect.element(page.getByText('Approved by you')).toBeVisible()
    expect(document.activeElement?.textContent).toContain('Approved by you')
  })

  it('leaves the focus where it is when somebody else answers', async () => {
    const { rerender } = await render(<Both call={asking()} />)
    await isArmed()
    const before = button('Before').element() as HTMLElement
    before.focus()
    await rerender(<Both call={{ ...responded({ approved: true, by: 'elsewhere' }), key: asking().key }} />)
    await expect.element(page.getByText('Approved elsewhere')).toBeVisible()
    expect(document.activeElement).toBe(before)
  })
})

function Both({ call }: { call: ToolCall }): ReactNode {
  return (
    <>
      <button type="button">Before</button>
      <ToolCallView call={call} onRespond={() => {}} />
    </>
  )
}

describe('a press that was not meant for it', () => {
  it('ignores clicks and keys until the buttons have stood for a moment', async () => {
    const onRespond = answering()
    await render(<ToolCallView call={asking()} onRespond={onRespond} />)
    expect(isArmedNow()).toBe('false')
    const approve = button('Approve').element() as HTMLElement
    approve.click()
    approve.focus()
    await userEvent.keyboard('{Enter}')
    expect(onRespond).not.toHaveBeenCalled()
    await isArmed()
    await button('Approve').click()
    expect(onRespond).toHaveBeenCalledTimes(1)
  })

  it('A28: starts anew when the layout moves the buttons', async () => {
    const onRespond = answering()
    const { rerender } = await render(<Below height={10} onRespond={onRespond} />)
    await isArmed()
    await rerender(<Below height={80} onRespond={onRespond} />)
    // At once, before anything has looked at the layout again.
    press(button('Approve').element())
    expect(onRespond).not.toHaveBeenCalled()
    await expect.poll(isArmedNow).toBe('false')
    await isArmed()
    press(button('Approve').element())
    expect(onRespond).toHaveBeenCalledTimes(1)
  })

  it('starts anew when the window gets the focus back', async () => {
    await render(<ToolCallView call={asking()} onRespond={() => {}} />)
    await isArmed()
    window.dispatchEvent(new FocusEvent('focus'))
    await expect.poll(isArmedNow).toBe('false')
  })

  it('ignores a key that is held', async () => {
    const onRespond = answering()
    await render(<ToolCallView call={asking()} onRespond={onRespond} />)
    const approve = button('Approve').element() as HTMLElement
    approve.focus()
    // Down before the buttons answer, and repeated until after.
    for (let time = 0; time < 10; time++) {
      const isTaken = approve.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, repeat: time > 0 }),
      )
      if (isTaken) approve.click()
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    await isArmed()
    expect(onRespond).not.toHaveBeenCalled()
  })

  it('does not decide on Escape, and takes no focus', async () => {
    const onRespond = answering()
    await render(<Chat call={asking()} onRespond={onRespond} />)
    await isArmed()
    expect(document.activeElement).toBe(document.body)
    button('Approve').element().dispatchEvent(new FocusEvent('focus'))
    ;(button('Approve').element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    expect(onRespond).not.toHaveBeenCalled()
    await expect.element(button('Approve')).toBeVisible()
  })
})

function Below({
  height,
  onRespond,
}: {
  height: number
  onRespond: (response: ToolCallResponse) => unknown
}): ReactNode {
  return (
    <div style={{ paddingBlockStart: height }}>
      <ToolCallView call={asking()} onRespond={onRespond} />
    </div>
  )
}

function press(element: Element): void {
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
}

describe('what is shown is what runs', () => {
  it('B125, A05: shows characters that cannot be seen by their code, and says so', async () => {
    await render(<ToolCallView call={askingInvisible} onRespond={() => {}} />)
    await expect.element(page.getByText('reportU+202Efdp.exe')).toBeVisible()
    await expect.element(page.getByText('exaU+200Bmple.org')).toBeVisible()
    await expect.element(page.getByText(/Contains 2 invisible characters/)).toBeVisible()
    await expect.element(page.getByText(/too large to be shown exactly/)).toBeVisible()
  })

  it('B124: keeps approving off until a very long input was shown to its end', async () => {
    const onRespond = answering()
    await render(<ToolCallView call={askingLong} onRespond={onRespond} />)
    await isArmed()
    await expect.element(button('Approve')).toHaveAttribute('aria-disabled', 'true')
    press(button('Approve').element())
    expect(onRespond).not.toHaveBeenCalled()
    await button('Show all 901 lines').click()
    await expect.element(page.getByText(/sessions_900 add column/)).toBeInTheDocument()
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
    await clickInView('Approve')
    expect(onRespond).toHaveBeenCalledTimes(1)
  })

  it('takes a tick instead', async () => {
    const onRespond = answering()
    await render(<ToolCallView call={askingLong} onRespond={onRespond} />)
    await isArmed()
    await page.getByRole('checkbox', { name: 'Approve without reading the other 566 lines' }).click()
    await clickInView('Approve')
    expect(onRespond).toHaveBeenCalledTimes(1)
  })

  it('hides the prompt while the input is folded, but not the word', async () => {
    await render(<ToolCallView call={askingWithReason} onRespond={() => {}} />)
    await page.getByText('Wants to use').click()
    await expect.element(page.getByText('Needs approval')).toBeVisible()
    expect(document.querySelector('form')?.checkVisibility()).toBe(false)
  })

  it.each([
    ['a text', 'Costs 12 EUR \u202Etxt', 'Costs 12 EUR U+202Etxt'],
    ['a value', { risk: 'high', costs: 12 }, '{ "risk": "high", "costs": 12 }'],
    ['a falsy value', 0, '0'],
  ])('shows what the server put beside its question: %s', async (_, descriptor, shown) => {
    const call = { ...askingWithReason, approval: { ...askingWithReason.approval, descriptor } }
    await render(<ToolCallView call={call} onRespond={() => {}} />)
    const said = page.getByText('Said by the server').element().parentElement!
    expect(said.textContent.replace('Said by the server', '').replaceAll(/\s+/g, ' ')).toBe(shown)
    expect(said.querySelector('a, img, b')).toBeNull()
  })

  it('keeps to itself what the app hides of an approval', async () => {
    const call = {
      ...askingWithReason,
      approval: { ...askingWithReason.approval, requestReason: 'secret reason', descriptor: 'secret descriptor' },
      display: { approval: { suppress: true as const } },
    }
    await render(<ToolCallView call={call} onRespond={() => {}} />)
    await expect.element(button('Approve')).toBeVisible()
    expect(document.body.textContent).not.toContain('secret')
  })

  it('names the act of a destructive call on its button', async () => {
    await render(<ToolCallView call={askingDestructive} onRespond={() => {}} />)
    await expect.element(button('Run delete_room')).toBeVisible()
    await expect.element(page.getByText('Deletes or overwrites data')).toBeVisible()
  })
})

describe('nobody to decide', () => {
  it('has no buttons for somebody who may not decide', async () => {
    await render(<ToolCallView call={askingWithReason} canDecide={false} onRespond={() => {}} />)
    await expect.element(page.getByText('Someone else has to decide this.')).toBeVisible()
    await expect.element(button('Approve')).not.toBeInTheDocument()
  })

  it('says who decides, in the header and in place of the buttons', async () => {
    await render(<ToolCallView call={askingWithReason} canDecide={false} deciderName="Mara" onRespond={() => {}} />)
    await expect.element(page.getByText('Only Mara can decide this.')).toBeVisible()
    await expect.element(page.getByText('Waiting for Mara', { exact: true })).toBeVisible()
    await expect.element(button('Approve')).not.toBeInTheDocument()
  })

  it("says the provider's name of who decides, for a question too", async () => {
    const session = createToolCallSession()
    await render(
      <ToolCallProvider session={session} canDecide={false} deciderName="Mara">
        <ToolCallView call={suspended} />
        <ToolCallView call={{ ...askingWithReason, key: 'of-jo' }} deciderName="Jo" />
      </ToolCallProvider>,
    )
    await expect.element(page.getByText('Waiting for Mara', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Only Mara can decide this.')).toBeVisible()
    await expect.element(page.getByText('Waiting for Jo', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Only Jo can decide this.')).toBeVisible()
  })

  it('names nobody else to somebody who may decide', async () => {
    await render(<ToolCallView call={askingWithReason} deciderName="Mara" onRespond={() => {}} />)
    await expect.element(button('Approve')).toBeVisible()
    expect(document.body.textContent).not.toContain('Mara')
  })

  it('has no buttons where no one would take the answer', async () => {
    await render(<ToolCallView call={askingWithReason} />)
    await expect.element(button('Approve')).not.toBeInTheDocument()
  })

  it('has no buttons for what a policy decides', async () => {
    await render(<ToolCallView call={askingAutomatic} onRespond={() => {}} />)
    await page.getByText('Wants to use').click()
    await expect.element(page.getByText('This is decided by a policy.')).toBeVisible()
    await expect.element(button('Approve')).not.toBeInTheDocument()
  })
})
