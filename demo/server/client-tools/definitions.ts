import { z } from 'zod'
import { toolDefinition } from '../../../src/core.ts'

// Shared: the server declares these to the model, the page runs them.

export const readSelection = toolDefinition({
  name: 'read_selection',
  description: 'Reads the text that the person has selected on the page.',
  inputSchema: z.object({}),
  outputSchema: z.object({ text: z.string(), words: z.number() }),
})

export const fillOrder = toolDefinition({
  name: 'fill_order',
  description: 'Fills in the order form on the page. It sends nothing.',
  inputSchema: z.object({
    name: z.string().min(1),
    bread: z.enum(['rye', 'wheat', 'spelt']),
    loaves: z.number().int().min(1).max(12),
    day: z.string().optional(),
  }),
})

export const clearOrder = toolDefinition({
  name: 'clear_order',
  description: 'Empties the order form on the page.',
  inputSchema: z.object({}),
  needsApproval: true,
})

export const takePicture = toolDefinition({
  name: 'take_picture',
  description: 'Takes a picture of the shop sign on the page.',
  inputSchema: z.object({}),
  outputSchema: z.object({ dataUrl: z.string(), width: z.number(), height: z.number() }),
})

export const chooseColour = toolDefinition({
  name: 'choose_colour',
  description: 'Lets the person choose the colour of the shop sign, and paints it.',
  inputSchema: z.object({ colours: z.array(z.string()).min(2).max(6) }),
  outputSchema: z.object({ colour: z.string() }),
})

export const shareNotes = toolDefinition({
  name: 'share_notes',
  description: 'Reads the private notes on the page. The person sees what you get before you do.',
  inputSchema: z.object({}),
  outputSchema: z.object({ notes: z.string() }),
})

export const printReceipt = toolDefinition({
  name: 'print_receipt',
  description: 'Prints a receipt on the printer beside the till.',
  inputSchema: z.object({ copies: z.number().int().min(1) }),
})

export const weighParcel = toolDefinition({
  name: 'weigh_parcel',
  description: 'Waits for the scale beside the till.',
  inputSchema: z.object({}),
})

export const clientToolDefinitions = [
  readSelection,
  fillOrder,
  clearOrder,
  takePicture,
  chooseColour,
  shareNotes,
  printReceipt,
  weighParcel,
]
