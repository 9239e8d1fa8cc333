import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { createToolCallSession } from '../src/core/create-tool-call-session.ts'
import type { ToolGrant } from '../src/core/host.ts'
import { ToolCallProvider } from '../src/components/tool-call-provider.tsx'
import { ToolGrants } from '../src/components/tool-grants.tsx'

interface GrantListProps {
  standing: readonly ToolGrant[]
}

/** The list of a host that remembers what was revoked. */
function GrantList({ standing }: GrantListProps): ReactNode {
  const [session] = useState(() => {
    const revoked = new Set<ToolGrant>()
    return createToolCallSession({
      host: {
        respond: () => Promise.resolve(),
        listGrants: () => Promise.resolve(standing.filter(grant => !revoked.has(grant))),
        revokeGrant: grant => Promise.resolve(void revoked.add(grant)),
      },
    })
  })
  return (
    <ToolCallProvider session={session}>
      <ToolGrants />
    </ToolCallProvider>
  )
}

const meta = {
  title: 'ToolGrants',
  component: GrantList,
  args: {
    standing: [
      { scope: 'tool', name: 'run_command' },
      { scope: 'category', name: 'edit', covers: 'write_file, delete_file' },
      { scope: 'session', name: 'fetch_page_with_a_long_name_that_has_to_wrap_somewhere' },
    ],
  },
} satisfies Meta<typeof GrantList>
export default meta

type Story = StoryObj<typeof meta>

export const Several: Story = {}
export const None: Story = { args: { standing: [] } }
export const RevokedByKeyboard: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    ;(await canvas.findByRole('button', { name: 'Revoke: edit' })).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('button', { name: 'Revoke: run_command' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Revoke: edit' })).toBeNull()
  },
}
