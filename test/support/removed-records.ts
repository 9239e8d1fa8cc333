/** Run by Node with `--expose-gc`: says as JSON which records are still held after they were removed. */
import { createToolCallSession, type ToolCall, type ToolCallEvent } from '../../src/core.ts'
import { createToolRunner } from '../../src/core/tool-runs.ts'

const runner = createToolRunner(async ({ call }) => ({ type: 'output', output: { big: call.toolCallId } }))
const session = createToolCallSession({
  host: {
    respond: async answers => {
      if (answers.some(({ call }) => call.toolCallId === 'not sent')) throw { message: 'offline', retryable: true }
    },
  },
  clientTools: [{ name: 'pick', description: '', __toolSide: 'client', runner }],
})
const refs: Record<string, WeakRef<object>[]> = {}

await fill()
// what is buffered or about to be told goes first
for (let count = 0; count < 10; count += 1) {
  await new Promise(resolve => setTimeout(resolve, 5))
  ;(globalThis as unknown as { gc(): void }).gc()
}
process.stdout.write(
  JSON.stringify(
    Object.fromEntries(
      Object.entries(refs).map(([name, held]) => [name, held.some(ref => ref.deref()) ? 'kept' : 'collected']),
    ),
  ),
)
session.dispose()

async function fill() {
  const all = ['kept', 'finished', 'approved', 'retracted', 'left out of a complete snapshot', 'not sent', 'run here']
  for (const id of all) {
    const [start, args] = open(id)
    session.dispatch([{ type: 'run_start', runId: id }, start])
    if (id === 'approved') {
      session.dispatch({ type: 'tool_approval_required', toolCallId: id, ref: watch(id, { ref: id }) })
      await session.respond(find(id), { type: 'approval', approved: true })
    }
    if (id === 'not sent' || id === 'run here') session.dispatch({ type: 'tool_output_required', toolCallId: id })
    session.dispatch({ type: 'run_end', runId: id, reason: 'complete' })
    if (id === 'not sent') await session.respond(find(id), { type: 'output', output: watch(id, { output: id }) })
    else if (id === 'run here') await new Promise(resolve => setTimeout(resolve, 20))
    else session.dispatch({ type: 'tool_end', toolCallId: id, result: watch(id, { result: id }), isError: false })
    session.flush()
    watch(id, args)
    watch(id, find(id))
    session.subscribeToolCall(find(id).key, () => {})()
  }
  session.removeToolCalls(['finished', 'approved', 'not sent', 'run here'].map(id => find(id).key))
  session.dispatch({ type: 'tool_retracted', toolCallId: 'retracted', reason: 'message-removed' })
  session.dispatch({
    type: 'hydrate',
    complete: true,
    toolCalls: [{ toolCallId: 'kept', toolName: 'pick', state: 'input-available', runId: 'kept' }],
  })
  session.flush()
}

function open(toolCallId: string): [ToolCallEvent, object] {
  const args = { text: 'x'.repeat(1000), toolCallId }
  return [{ type: 'tool_start', toolCallId, toolName: 'pick', args, runId: toolCallId }, args]
}

function find(toolCallId: string): ToolCall {
  const call = session.findToolCall(toolCallId)
  if (!call) throw new Error(`There is no call "${toolCallId}".`)
  return call
}

function watch<Value extends object>(name: string, value: Value): Value {
  ;(refs[name] ??= []).push(new WeakRef(value))
  return value
}
