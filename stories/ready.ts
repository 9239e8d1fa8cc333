import { expect, waitFor } from 'storybook/test'

/** Waits until what is loaded later is there, and the prompt's buttons answer. A frame that gets the focus starts anew, so it has to have it before. */
export async function ready(element: HTMLElement): Promise<void> {
  window.focus()
  await new Promise(resolve => setTimeout(resolve, 50))
  await waitFor(
    async () => {
      await expect(element.textContent).not.toContain('Loading the form')
      await expect(element.querySelector('[data-armed="false"]')).toBeNull()
    },
    { timeout: 5000 },
  )
}
