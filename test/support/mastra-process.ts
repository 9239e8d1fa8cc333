/** The demo's server, alone in a process: `fork(file, [folder, port])`. It tells its port, and what its model is given. */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createDemoApp } from '../../demo/server/app.ts'
import { createScriptedModel } from '../../demo/server/scripted-model.ts'

const [folder, port] = process.argv.slice(2)
/** While the arguments of a call are held, their end does not come. */
let held: Promise<void> | undefined
let release = () => {}
process.on('message', ({ hold }: { hold: boolean }) => {
  release()
  held = hold ? new Promise(resolve => (release = resolve)) : undefined
})
const model = createScriptedModel({
  beforePart: ({ part }) => (part.type === 'tool-input-end' ? held : undefined),
  onCall: ({ prompt }) => void process.send?.({ prompt }),
})
const { fetch } = createDemoApp({ model, mastra: { folder } })
// Mastra is loaded by the first request
await fetch(new Request('http://127.0.0.1/api/mastra/agent-controller'))
const server = serve({ fetch, port: Number(port), hostname: '127.0.0.1' }, () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.once('disconnect', () => process.exit())
