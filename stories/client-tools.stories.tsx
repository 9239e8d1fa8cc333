import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect } from 'react'
import type { ComponentType } from 'react'
import { expect, fn, type Mock, userEvent, waitFor, within } from 'storybook/test'
import { createTool, createToolCallSession, ToolCallProvider, ToolCallView, useToolCallSession } from 'react-tool-calls'
import type { ToolCallResponse, ToolCallSession, ToolDefinition } from 'react-tool-calls'
import { PageWithCanvas, PageWithForm, PageWithText } from './client-tool-pages.tsx'
import { ready } from './ready.ts'

interface ToolRunProps {
  /** Called together, in one run. */
  tools: readonly ToolDefinition[]
  /** What each is called with. */
  input: object
  /** Gets what is posted to the backend. */
  onPost: (response: ToolCallResponse, toolName: string) => void
  /** Brings the tool of this name. It is called at a press, so that somebody can do something on the page first. */
  page?: { readonly Page: ComponentType; readonly toolName: string }
}

/** Calls of tools that run here, as they go. */
function ToolRun({ tools, input, onPost, page }: ToolRunProps) {
  const session = useToolCallSession(() =>
    createToolCallSession({
      clientTools: tools,
      host: {
        async respond(answers) {
          for (const { call, response } of answers) onPost(response, call.toolName)
        },
      },
    }),
  )
  const names = page ? [page.toolName] : tools.map(({ name }) => name)
  useEffect(() => {
    if (!page) call(session, tools, input)
  }, [session, tools, input, page])
  return (
    <ToolCallProvider session={session}>
      <div style={{ display: 'grid', gap: 10, justifyItems: 'start' }}>
        {page && (
          <>
            <page.Page />
            {/* a press of the mouse would take the selection away */}
            <button
              type="button"
              onMouseDown={event => event.preventDefault()}
              onClick={() => call(session, [{ name: page.toolName }], input)}
            >
              Call {page.toolName}
            </button>
          </>
        )}
        {names.map(name => (
          <ToolCallView key={name} toolCallId={name} style={{ justifySelf: 'stretch' }} />
        ))}
      </div>
    </ToolCallProvider>
  )
}

/** The model calls all of them, and its turn ends. */
function call(session: ToolCallSession, tools: readonly { readonly name: string }[], args: object): void {
  const names = tools.map(({ name }) => name)
  session.dispatch([
    { type: 'run_start', runId: 'r1' },
    ...names.map(name => ({ type: 'tool_start', toolCallId: name, toolName: name, args, runId: 'r1' }) as const),
    { type: 'run_end', runId: 'r1', pendingToolCallIds: names },
  ])
}

/** The call comes to rest in that state, with these words on its card. */
async function rests(canvasElement: HTMLElement, state: string, words: RegExp, at = 0): Promise<HTMLElement> {
  const card = () => canvasElement.querySelectorAll<HTMLElement>('[data-slot="tc-tool-call"]')[at]
  await waitFor(
    async () => {
      await expect(card()).toHaveAttribute('data-state', state)
      await expect(card()).toHaveTextContent(words)
    },
    { timeout: 5000 },
  )
  return card()!
}
async function open(card: HTMLElement): Promise<void> {
  const header = card.querySelector('summary')!
  if (!header.parentElement!.hasAttribute('open')) await userEvent.click(header)
}
/** What the backend got, in the order in which it came: from which tool, and what. */
const posted = (onPost: ToolRunProps['onPost']) =>
  (onPost as Mock<ToolRunProps['onPost']>).mock.calls.map(([response, toolName]) => [toolName, response] as const)
const restsIn =
  (state: string, words: RegExp) =>
  async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await rests(canvasElement, state, words)
  }

const meta = {
  title: 'Client tools',
  component: ToolRun,
  args: { tools: [], input: { shelf: 'rye' }, onPost: fn() },
} satisfies Meta<typeof ToolRun>
export default meta
type Story = StoryObj<typeof meta>

const describe = { id: 'count_shelf', description: 'Counts a shelf' }

export const Running: Story = {
  play: restsIn('input-available', /12 of 40 counted/),
  args: {
    tools: [
      createTool({
        ...describe,
        execute: (_, { reportProgress }) => new Promise(() => reportProgress('12 of 40 counted')),
      }),
    ],
  },
}

const asking = createTool({
  ...describe,
  execute: async (_, { suspend, resumeData }) =>
    resumeData === undefined
      ? suspend({ question: 'Which shelf?', options: ['upper', 'lower'] })
      : { shelf: resumeData, loaves: 40 },
})
export const Asks: Story = { play: restsIn('suspended', /Which shelf/), args: { tools: [asking] } }
export const AsksAndGoesOn: Story = {
  args: { tools: [asking] },
  play: async ({ canvasElement, args: { onPost } }) => {
    await rests(canvasElement, 'suspended', /Which shelf/)
    await ready(canvasElement)
    await expect(onPost).not.toHaveBeenCalled()
    const canvas = within(canvasElement)
    canvas.getByRole('radio', { name: 'upper' }).focus()
    await userEvent.keyboard(' ')
    canvas.getByRole('button', { name: 'Send answer' }).focus()
    await userEvent.keyboard('{Enter}')
    const card = await rests(canvasElement, 'output-available', /upper/)
    await expect(within(card).queryByRole('button', { name: 'Send answer' })).toBeNull()
    // the answer went to the tool: what it made of that is all that is posted
    const output = { shelf: 'upper', loaves: 40 }
    await expect(posted(onPost)).toEqual([['count_shelf', { type: 'output', output }]])
  },
}
export const AsksForApproval: Story = {
  play: restsIn('approval-requested', /Approve/),
  args: { tools: [createTool({ ...describe, requireApproval: true, execute: () => 40 })] },
}

const counting = {
  ...describe,
  execute: () => ({ loaves: 40 }),
  toModelOutput: ({ loaves }: { loaves: number }) => ({ type: 'text', value: `${loaves} loaves of rye` }) as const,
}
export const ReviewedBeforePosting: Story = {
  play: async ({ canvasElement, args: { onPost } }) => {
    await rests(canvasElement, 'suspended', /40 loaves of rye/)
    await expect(onPost).not.toHaveBeenCalled()
  },
  args: { tools: [createTool({ ...counting, review: true })] },
}
export const WithModelOutput: Story = {
  play: async ({ canvasElement }) => {
    const card = await rests(canvasElement, 'output-available', /count_shelf/)
    await open(card)
    await expect(within(card).getByText('What the model read')).toBeVisible()
    await expect(within(card).getByText('40 loaves of rye')).toBeVisible()
  },
  args: { tools: [createTool(counting)] },
}
export const Throws: Story = {
  play: restsIn('output-error', /The shelf is locked/),
  args: { tools: [createTool({ ...describe, execute: () => Promise.reject(new Error('The shelf is locked.')) })] },
}
export const TimesOut: Story = {
  play: restsIn('output-error', /did not finish within 0.3 s/),
  args: { tools: [createTool({ ...describe, timeout: 300, execute: () => new Promise(() => {}) })] },
}

export const ReadsTheSelection: Story = {
  args: { input: {}, page: { Page: PageWithText, toolName: 'read_selection' } },
  play: async ({ canvasElement, args: { onPost } }) => {
    const canvas = within(canvasElement)
    const target = canvas.getByText(/We bake at four/)
    await userEvent.pointer([{ target, offset: 0, keys: '[MouseLeft>]' }, { target, offset: 15 }, '[/MouseLeft]'])
    await userEvent.click(canvas.getByRole('button', { name: 'Call read_selection' }))
    const card = await rests(canvasElement, 'output-available', /read_selection/)
    await open(card)
    await expect(card).toHaveTextContent('We bake at four')
    const output = { text: 'We bake at four', words: 4 }
    await expect(posted(onPost)).toEqual([['read_selection', { type: 'output', output }]])
  },
}
export const FillsAForm: Story = {
  args: { input: { name: 'Ada', loaves: 2 }, page: { Page: PageWithForm, toolName: 'fill_order' } },
  play: async ({ canvasElement, args: { onPost } }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByLabelText('Name')).toHaveValue('')
    await userEvent.click(canvas.getByRole('button', { name: 'Call fill_order' }))
    await open(await rests(canvasElement, 'output-available', /fill_order/))
    await expect(canvas.getByLabelText('Name')).toHaveValue('Ada')
    await expect(canvas.getByLabelText('Loaves')).toHaveValue(2)
    const output = { filled: { name: 'Ada', loaves: 2 } }
    await expect(posted(onPost)).toEqual([['fill_order', { type: 'output', output }]])
  },
}
export const FormArgumentsThatDoNotFit: Story = {
  args: { input: { name: 'Ada', loaves: 40 }, page: { Page: PageWithForm, toolName: 'fill_order' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Call fill_order' }))
    await rests(canvasElement, 'output-error', /The arguments of "fill_order" are not valid.* It was not run/)
    await expect(canvas.getByLabelText('Name')).toHaveValue('')
  },
}
export const GivesTheModelAPicture: Story = {
  args: { input: {}, page: { Page: PageWithCanvas, toolName: 'take_picture' } },
  play: async ({ canvasElement, args: { onPost } }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Call take_picture' }))
    const card = await rests(canvasElement, 'output-available', /take_picture/)
    await open(card)
    const sign = canvasElement.querySelector('canvas')!.toDataURL('image/png')
    await expect(within(card).getByText('What the model read')).toBeVisible()
    await expect(within(card).getByText('The sign, 160 × 60 pixels.')).toBeVisible()
    // the picture that the model got is the one of the page, and both are drawn
    await waitFor(() => expect(within(card).getAllByRole('img')).toHaveLength(2))
    for (const picture of within(card).getAllByRole<HTMLImageElement>('img')) {
      await expect(picture.src).toBe(sign)
      await waitFor(() => expect(picture.naturalWidth).toBe(160))
    }
    await expect(posted(onPost)).toEqual([
      [
        'take_picture',
        {
          type: 'output',
          output: { dataUrl: sign, width: 160, height: 60 },
          modelOutput: {
            type: 'content',
            value: [
              { type: 'text', text: 'The sign, 160 × 60 pixels.' },
              { type: 'image-data', data: sign.slice(sign.indexOf(',') + 1), mediaType: 'image/png' },
            ],
          },
        },
      ],
    ])
  },
}

/** Neither ends before both have begun. */
function twoTogether(): readonly ToolDefinition[] {
  let begun = 0
  let release!: () => void
  const both = new Promise<void>(resolve => (release = resolve))
  const begin = () => {
    begun += 1
    if (begun === 2) release()
    return both
  }
  return [
    createTool({
      ...describe,
      execute: async () => {
        await begin()
        return { loaves: 40 }
      },
    }),
    createTool({
      id: 'print_receipt',
      description: 'Prints a receipt',
      execute: async () => {
        await begin()
        throw new Error('The printer is out of paper.')
      },
    }),
  ]
}
export const TwoAtOnceAndOneThrows: Story = {
  args: { tools: twoTogether() },
  play: async ({ canvasElement, args: { onPost } }) => {
    await rests(canvasElement, 'output-available', /count_shelf/, 0)
    await rests(canvasElement, 'output-error', /The printer is out of paper/, 1)
    const answers = Object.fromEntries(posted(onPost))
    await expect(posted(onPost)).toHaveLength(2)
    await expect(answers).toEqual({
      count_shelf: { type: 'output', output: { loaves: 40 } },
      print_receipt: { type: 'output-error', errorKind: 'execution', errorText: 'The printer is out of paper.' },
    })
  },
}
