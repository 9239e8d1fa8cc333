import '../../../src/styles.css'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ToolCall } from '../../../src/core/tool-call.ts'
import { ToolCallView } from '../../../src/components/tool-call-view.tsx'
import * as records from '../../../stories/prompt-records.ts'
import { violations } from './prompt-support.tsx'

const calls: Readonly<Record<string, ToolCall>> = {
  one: records.askingOne,
  several: records.askingSeveral,
  three: records.askingThree,
  expires: { ...records.askingOne, suspension: { ...records.askingOne.suspension, expiresAt: Date.now() + 600_000 } },
  text: records.askingText,
  odd: records.askingOdd,
  fifty: records.askingFifty,
  gate: records.askingGate,
  streaming: records.askingStreaming({ question: 'Which', options: [{ label: 'A' }, { label: 'B' }] }),
  answered: records.askedAndAnswered(['Web']),
  plan: records.planned(),
  rich: records.planned({ path: records.planPath, plan: records.richPlan }),
  missing: records.planned({ path: records.planPath }),
  form: records.formFor(records.roomSchema),
  everything: records.formFor(records.everythingSchema),
  free: records.formFor(undefined, { rooms: ['Garden'] }),
}

describe.each(['light', 'dark'])('%s', scheme => {
  it.each(Object.keys(calls))('%s has no fault that axe finds', async name => {
    const { container } = await render(
      <div
        style={{
          colorScheme: scheme,
          background: scheme === 'dark' ? '#212121' : '#fff',
          color: scheme === 'dark' ? '#ececec' : '#1c1c1f',
        }}
      >
        <ToolCallView call={calls[name]!} onRespond={() => {}} />
      </div>,
    )
    await expect.poll(() => container.querySelector('[data-armed="false"]'), { timeout: 5000 }).toBeNull()
    await expect.poll(() => container.textContent).not.toContain('Loading')
    // Off buttons are dimmed on purpose.
    expect(await violations(container)).toEqual([])
  })

  it('narrow and from right to left nothing overflows', async () => {
    const { container } = await render(
      <div dir="rtl" style={{ inlineSize: 328, colorScheme: scheme }}>
        {Object.entries(calls).map(([name, call]) => (
          <ToolCallView key={name} call={{ ...call, key: name }} onRespond={() => {}} />
        ))}
      </div>,
    )
    await expect.poll(() => container.textContent).not.toContain('Loading')
    for (const card of container.querySelectorAll('section')) expect(card.scrollWidth).toBeLessThanOrEqual(328)
  })
})
