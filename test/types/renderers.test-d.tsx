// What an app writes to draw calls itself, and what must not compile. Checked by `tsc -p .`.
import { lazy } from 'react'
import { z } from 'zod'
import { createTool, defineRenderers, ToolCallProvider, ToolCallView } from '../../src/index.ts'
import type { RendererMap, ToolCall, ToolCallRendererProps, ToolCallSession } from '../../src/index.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function check<_T extends true>() {}

const weather = createTool({
  id: 'get_weather',
  description: 'Weather of a city',
  inputSchema: z.object({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']) }),
  requireApproval: true,
  execute: async () => ({ degrees: 3 }),
})
const readFile = createTool({
  id: 'read_file',
  description: 'Reads a file',
  inputSchema: z.object({ path: z.string() }),
  execute: async () => 'text',
})
const pickColour = createTool({
  id: 'pick_colour',
  description: 'Lets the person pick',
  inputSchema: z.object({}),
  suspendSchema: z.object({ choices: z.array(z.string()) }),
  resumeSchema: z.object({ choice: z.string() }),
  execute: async (_input, context) => context.suspend({ choices: ['red'] }),
})

const renderers = defineRenderers([weather, readFile, pickColour], {
  get_weather: ({ call, respond }) => {
    check<Equal<typeof call.toolName, 'get_weather'>>()
    switch (call.state) {
      case 'input-streaming':
        // A preview: nothing is sure to be there, and an enum may be half written.
        check<Equal<NonNullable<typeof call.input>['unit'], string | undefined>>()
        return <p>{call.input?.city}</p>
      case 'approval-requested':
        return (
          <button
            type="button"
            onClick={() =>
              void respond({ type: 'approval', approved: true, editedInput: { ...call.input, city: 'Bergen' } })
            }
          >
            {call.input.unit}
          </button>
        )
      case 'output-available':
        return <p>{call.output.degrees.toFixed()}</p>
      default:
        return null
    }
  },
  read_file: {
    header: ({ call }) => <b>{call.toolName}</b>,
    output: ({ call }) => (call.state === 'output-available' ? <p>{call.output}</p> : null),
  },
  pick_colour: {
    prompt: ({ call, respond }) =>
      call.state === 'suspended' ? (
        <button
          type="button"
          onClick={() =>
            void respond({ type: 'resume', resumeData: { choice: call.suspension.payload.choices[0] ?? '' } })
          }
        >
          Pick
        </button>
      ) : null,
  },
  'mcp__*': ({ call }) => {
    check<Equal<typeof call, ToolCall>>()
    return <p>{call.toolName}</p>
  },
  'kind:edit': { output: ({ call }) => <p>{call.state}</p> },
  '*': lazy(async () => ({ default: ({ call }: ToolCallRendererProps) => <p>{call.toolName}</p> })),
})
check<Equal<typeof renderers, RendererMap>>()

// By key, the key is the name.
defineRenderers(
  { weatherTool: weather },
  {
    weatherTool: ({ call }) => {
      check<Equal<typeof call.toolName, 'weatherTool'>>()
      return null
    },
  },
)
// Maps are spread into each other, and given to the provider or to a view.
export function App({ session, call }: { session: ToolCallSession; call: ToolCall }) {
  return (
    <ToolCallProvider session={session} renderers={{ ...renderers, other: () => null }} kinds={{ fix_up: 'edit' }}>
      <ToolCallView call={call} renderers={renderers} />
    </ToolCallProvider>
  )
}

defineRenderers([weather], {
  get_weather: ({ call }) => {
    if (call.state !== 'output-available') return null
    // @ts-expect-error a field that the output does not have
    return <p>{call.output.fahrenheit}</p>
  },
})
// @ts-expect-error unknown tool name
defineRenderers([weather], { get_wether: () => null })
// @ts-expect-error unknown tool name: here the key counts, not the id
defineRenderers({ weatherTool: weather }, { get_weather: () => null })
// @ts-expect-error a kind that there is not
defineRenderers([weather], { 'kind:eat': () => null })
defineRenderers([pickColour], {
  pick_colour: ({ respond }) => {
    // @ts-expect-error not what the schema takes
    void respond({ type: 'resume', resumeData: { choice: 3 } })
    return null
  },
})
