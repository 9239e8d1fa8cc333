import '../../../src/styles.css'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SubmitPlanPrompt } from '../../../src/components/prompts/submit-plan-prompt.tsx'
import type { ReadPlan } from '../../../src/components/prompts/submit-plan-prompt.tsx'
import { ToolCallProvider } from '../../../src/components/tool-call-provider.tsx'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import { createToolCallSession } from '../../../src/core/create-tool-call-session.ts'
import type { ToolCallResponse } from '../../../src/core/host.ts'
import { earlierPlan, plan, planPath, planned, richPlan } from '../../../stories/prompt-records.ts'
import { button, isArmed, press, takeFocus } from './prompt-support.tsx'

beforeEach(takeFocus)

const answering = () => vi.fn<(response: ToolCallResponse) => unknown>()
const shown = { path: planPath, title: 'Renew sessions on read', plan }
const sent = (resumeData: object) => ({ type: 'resume', resumeData })
const withPath = planned({ toolId: 'submit_plan', path: planPath })

describe('a plan', () => {
  it('is approved with the path, the title and the text that were shown', async () => {
    const onRespond = answering()
    await render(<SubmitPlanPrompt call={planned()} onRespond={onRespond} />)
    await press('Approve plan')
    await expect.poll(() => onRespond.mock.calls).toEqual([[sent({ action: 'approved', ...shown })]])
  })

  it('is rejected without a word', async () => {
    const onRespond = answering()
    await render(<SubmitPlanPrompt call={planned()} onRespond={onRespond} />)
    await press('Reject')
    await expect.poll(() => onRespond.mock.calls).toEqual([[sent({ action: 'rejected', ...shown })]])
  })

  it('goes back with comments and what should change', async () => {
    const onRespond = answering()
    await render(<SubmitPlanPrompt call={planned()} onRespond={onRespond} />)
    await isArmed()
    await press('Request changes')
    await expect.element(page.getByRole('textbox', { name: 'What should change' })).toHaveFocus()
    await userEvent.keyboard('Split step 2.')
    const part = page.getByRole('button', { name: 'Comment on this part' }).nth(4)
    await expect.element(part).toHaveAccessibleDescription(/Renew on read when half/)
    await part.click()
    await expect.element(page.getByRole('textbox', { name: 'Comment on this part' })).toHaveFocus()
    await userEvent.keyboard('Cap it at 90 days.')
    await button('Add comment').click()
    await expect.element(page.getByText('Cap it at 90 days.')).toBeVisible()
    await press('Send 2 comments')
    await expect
      .poll(() => onRespond.mock.calls)
      .toEqual([
        [
          sent({
            action: 'rejected',
            feedback: 'On “Renew on read when half of the age has passed.”: Cap it at 90 days.\n\nSplit step 2.',
            ...shown,
          }),
        ],
      ])
  })

  it('goes back with the comment that is still being written', async () => {
    const onRespond = answering()
    await render(<SubmitPlanPrompt call={planned()} onRespond={onRespond} />)
    await isArmed()
    await page.getByRole('button', { name: 'Comment on this part' }).first().click()
    await userEvent.keyboard('Why?')
    await press('Send 1 comment')
    await expect
      .poll(() => onRespond.mock.calls)
      .toEqual([[sent({ action: 'rejected', feedback: 'On “Goal”: Why?', ...shown })]])
  })

  it('that was edited goes back with what was changed, and with the text that was shown', async () => {
    const onRespond = answering()
    await render(<SubmitPlanPrompt call={planned()} onRespond={onRespond} />)
    await press('Edit plan')
    const editor = page.getByRole('textbox', { name: 'Plan text' })
    await expect.element(editor).toHaveValue(plan)
    await editor.fill(plan.replace('7 days.\n2.', '8 days.\n2.'))
    await press('Send 1 comment')
    await expect.poll(() => onRespond.mock.calls.length).toBe(1)
    const [response] = onRespond.mock.calls[0]!
    expect(response).toMatchObject(sent({ action: 'rejected', ...shown }))
    const { feedback } = (response as { resumeData: { feedback: string } }).resumeData
    expect(feedback).toContain('-1. Shorten `MAX_AGE` to 7 days.\n+1. Shorten `MAX_AGE` to 8 days.')
  })
})

describe('a plan that is only named', () => {
  it('is read, and approved with its text and its own title', async () => {
    const onRespond = answering()
    const readPlan = vi.fn<ReadPlan>(() => Promise.resolve({ content: `# Renew\n\nSoon.` }))
    await render(<SubmitPlanPrompt call={withPath} onRespond={onRespond} readPlan={readPlan} />)
    await expect.element(page.getByText('Soon.')).toBeVisible()
    expect(readPlan).toHaveBeenCalledExactlyOnceWith(planPath, withPath)
    await press('Approve plan')
    await expect
      .poll(() => onRespond.mock.calls)
      .toEqual([[sent({ action: 'approved', path: planPath, title: 'Renew', plan: '# Renew\n\nSoon.' })]])
  })

  it('cannot be approved while it is read', async () => {
    const onRespond = answering()
    await render(<SubmitPlanPrompt call={withPath} onRespond={onRespond} readPlan={() => new Promise(() => {})} />)
    await expect.element(page.getByText('Reading the plan')).toBeVisible()
    await isArmed()
    ;(button('Approve plan').element() as HTMLElement).click()
    expect(onRespond).not.toHaveBeenCalled()
    await press('Reject')
    await expect.poll(() => onRespond.mock.calls.length).toBe(1)
  })

  it.each([{ path: planPath }, { path: planPath, title: 'T', plan: '' }])(
    'needs a second press where its text is not available (%j)',
    async payload => {
      const onRespond = answering()
      await render(<SubmitPlanPrompt call={planned(payload)} onRespond={onRespond} />)
      await expect.element(page.getByText('The plan text is not available.')).toBeVisible()
      await press('Approve plan')
      expect(onRespond).not.toHaveBeenCalled()
      await press('Approve without the plan')
      await expect.poll(() => onRespond.mock.calls.length).toBe(1)
      expect(onRespond.mock.calls[0]![0]).not.toHaveProperty('resumeData.plan')
    },
  )

  it('B055: can be read again after it could not be read', async () => {
    const readPlan = vi
      .fn<() => Promise<{ content: string }>>()
      .mockRejectedValueOnce(new Error('no such file.'))
      .mockResolvedValue({ content: 'Here it is' })
    await render(<SubmitPlanPrompt call={withPath} onRespond={() => {}} readPlan={readPlan} />)
    await expect.element(page.getByText(/The plan text is not available: no such file\./)).toBeVisible()
    await button('Read it again').click()
    await expect.element(page.getByText('Here it is')).toBeVisible()
  })
})

describe('what a plan may show', () => {
  it('B128: has no HTML, no script in a link, and no picture that nobody asked for', async () => {
    await render(<SubmitPlanPrompt call={planned({ path: planPath, plan: richPlan })} onRespond={() => {}} />)
    await expect.element(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'the notes' })).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(page.getByText('(https://evil.example/login)')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'this' })).not.toBeInTheDocument()
    expect(document.querySelector('img')).toBeNull()
    await button('Load image from images.example.org').click()
    expect(document.querySelector('img')?.src).toBe('https://images.example.org/flow.png')
  })

  it('A29: stays answerable however large or deep it is', async () => {
    const huge = `${'>'.repeat(10_000)} deep\n\n${'[a]('.repeat(5000)}\n\n${Array.from({ length: 3000 }, (_, index) => `- step ${index}`).join('\n')}`
    const onRespond = answering()
    await render(<SubmitPlanPrompt call={planned({ path: planPath, plan: huge })} onRespond={onRespond} />)
    await expect.element(button('Show 2,852 more parts')).toBeInTheDocument()
    expect(document.querySelectorAll('[data-slot="tc-plan-block"]')).toHaveLength(150)
    // Neither depth nor brackets are given to what reads Markdown.
    expect(document.querySelectorAll('blockquote, [data-slot="tc-plan"] a')).toHaveLength(0)
    await press('Approve plan')
    expect(onRespond).not.toHaveBeenCalled()
    await press('Reject')
    await expect.poll(() => onRespond.mock.calls.length).toBe(1)
  })
})

describe('the headings of a plan', () => {
  it('are an outline without a gap, whatever level they begin with', async () => {
    const text = '## Goal\n\nOne.\n\n#### Steps\n\n1. Do\n\n   # inside\n\n### Risks\n\n# Later'
    await render(<SubmitPlanPrompt call={planned({ path: planPath, plan: text })} onRespond={() => {}} />)
    const level = (name: string, of: number) => page.getByRole('heading', { name, exact: true, level: of })
    await expect.element(level('Goal', 3)).toBeVisible()
    await expect.element(level('Steps', 4)).toBeVisible()
    await expect.element(level('Risks', 4)).toBeVisible()
    await expect.element(level('Later', 3)).toBeVisible()
    expect(page.getByRole('heading').all()).toHaveLength(4)
  })
})

describe('a second submission', () => {
  it('marks what has changed, is new and was removed', async () => {
    const next = plan
      .replace('## Steps', 'Nobody is logged out.\n\n## Steps')
      .replace('1. Shorten `MAX_AGE` to 7 days.\n', '')
    await render(
      <SubmitPlanPrompt
        call={planned({ path: planPath, plan: next })}
        previousPlan={earlierPlan}
        onRespond={() => {}}
      />,
    )
    await expect.element(page.getByText('New', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Removed', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Changed', { exact: true }).first()).toBeVisible()
    await expect.element(page.getByText('Was: Renew on read every time.')).toBeVisible()
  })

  it('is compared with what was shown under the same path before, through a session', async () => {
    const session = createToolCallSession({ host: { respond: () => Promise.resolve() } })
    const submit = (toolCallId: string, text: string) =>
      session.dispatch({
        type: 'tool_suspended',
        toolCallId,
        toolName: 'submit_plan',
        args: { path: planPath },
        suspendPayload: { path: planPath, title: 'Renew', plan: text },
      })
    await render(
      <ToolCallProvider session={session}>
        <ToolCallView toolCallId="p1" />
        <ToolCallView toolCallId="p2" />
      </ToolCallProvider>,
    )
    submit('p1', earlierPlan)
    await expect.element(button('Request changes')).toBeVisible()
    await press('Request changes')
    await userEvent.keyboard('Only at half of the age.')
    await press('Send 1 comment')
    await expect.element(page.getByText('Sent back by you')).toBeVisible()
    await expect.element(page.getByText('“Only at half of the age.”')).toBeVisible()
    submit('p2', plan)
    await expect.element(page.getByText('Changed', { exact: true }).first()).toBeVisible()
    session.dispose()
  })
})
