import type { Scenario, ScenarioResult } from '../scenarios.ts'

/** What the scripted model can act out with tools that run in the browser. */
export const clientToolScenarios: readonly Scenario[] = [
  {
    title: 'Read my selection',
    prompt: 'Count the words that I have selected.',
    steps: [
      { calls: [{ toolName: 'read_selection', input: {} }] },
      {
        text: ([result]) => said(result, ({ words, text }) => `You selected ${String(words)} words: “${String(text)}”`),
      },
    ],
  },
  {
    title: 'Fill in the form',
    prompt: 'Order two loaves of rye for Ada, to be picked up on Saturday.',
    steps: [
      {
        calls: [{ toolName: 'fill_order', input: { name: 'Ada', bread: 'rye', loaves: 2, day: 'Saturday' } }],
      },
      { text: ([result]) => said(result, () => 'The form is filled in. Look it over and send it yourself.') },
    ],
  },
  {
    title: 'Look at the sign',
    prompt: 'Take a picture of the shop sign and tell me what you see.',
    steps: [
      { calls: [{ toolName: 'take_picture', input: {} }] },
      { text: ([result]) => said(result, describePicture) },
    ],
  },
  {
    title: 'Ask me',
    prompt: 'Let me choose a colour for the shop sign.',
    steps: [
      { calls: [{ toolName: 'choose_colour', input: { colours: ['teal', 'crimson', 'indigo'] } }] },
      { text: ([result]) => said(result, ({ colour }) => `The sign is ${String(colour)} now.`) },
    ],
  },
  {
    title: 'Two, and one fails',
    prompt: 'Read what I have selected and print two receipts at the same time.',
    steps: [
      {
        calls: [
          { toolName: 'read_selection', input: {} },
          { toolName: 'print_receipt', input: { copies: 2 } },
        ],
      },
      { text: results => results.map(result => said(result, () => 'The selection is read.')).join(' ') },
    ],
  },
  {
    title: 'Too slow',
    prompt: 'Weigh the parcel.',
    steps: [
      { calls: [{ toolName: 'weigh_parcel', input: {} }] },
      { text: ([result]) => said(result, () => 'It is weighed.') },
    ],
  },
  {
    title: 'Ask before clearing',
    prompt: 'Clear the order form.',
    steps: [
      { calls: [{ toolName: 'clear_order', input: {} }] },
      { text: ([result]) => said(result, () => 'The form is empty.') },
    ],
  },
  {
    title: 'Let me see it first',
    prompt: 'Read my private notes.',
    steps: [
      { calls: [{ toolName: 'share_notes', input: {} }] },
      { text: ([result]) => said(result, ({ notes }) => `Your notes say: ${String(notes)}`) },
    ],
  },
  {
    title: 'Wrong arguments',
    prompt: 'Order a hundred loaves for Ada.',
    steps: [
      { calls: [{ toolName: 'fill_order', input: { name: 'Ada', bread: 'rye', loaves: 100 } }] },
      {
        text: 'Twelve is the most that the form takes.',
        calls: [{ toolName: 'fill_order', input: { name: 'Ada', bread: 'rye', loaves: 12 } }],
      },
      { text: ([, result]) => said(result, () => 'The form has twelve loaves now.') },
    ],
  },
]

function said(result: ScenarioResult | undefined, words: (value: Record<string, unknown>) => string): string {
  if (result?.outcome !== 'succeeded')
    return `That did not work: ${typeof result?.value === 'string' ? result.value : 'there was no result.'}`
  return words(typeof result.value === 'object' && result.value !== null ? { ...result.value } : {})
}

/** What the model was really given: an image, not the text of one. */
function describePicture(value: Record<string, unknown>): string {
  const parts = Object.values(value) as { type: string; mediaType?: string; data?: { data?: string } }[]
  const image = parts.find(({ mediaType }) => mediaType?.startsWith('image/'))
  return image
    ? `I was given an image (${image.mediaType}, ${Math.round(((image.data?.data?.length ?? 0) * 3) / 4)} bytes). A real model would see the sign.`
    : 'I was given no image.'
}
