import { expect, waitFor } from 'storybook/test'

/** Waits until the prompt's buttons answer. A frame that gets the focus starts anew, so it has to have it before. */
export async function ready(element: HTMLElement): Promise<void> {
  window.focus()
  await new Promise(resolve => setTimeout(resolve, 50))
  await waitFor(
    async () => {
      await expect(element.querySelector('[data-armed="false"]')).toBeNull()
    },
    { timeout: 5000 },
  )
}
