/**
 * What the arguments of one tool call cost a chat: CPU time of the thread from the request to the end of the response, through the
 * real `Chat` and `DefaultChatTransport`, without our transport and with it. With it, a session listens and shows the arguments.
 */
import { cpus } from 'node:os'
import { Chat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { createToolCallTransport } from '../src/ai-sdk.ts'
import { createToolCallSession } from '../src/core.ts'
import packageOfReact from '@ai-sdk/react/package.json' with { type: 'json' }
import packageOfAi from 'ai/package.json' with { type: 'json' }
import { writeSection } from './write-section.ts'

const DELTA = 20
const LEVELS = 8
const AT_EACH_LEVEL = 40
const READ = 16_384

const rows = manyRows(400_000)
const file = JSON.stringify({
  path: 'notes.md',
  content: 'All work and no play, "quoted" and\nbroken.\n'.repeat(8_700),
})
const lines: string[] = []

await warmUp()
say('Command: `npm run bench -- chat`. It writes this section.')
say()
say(`\`ai\` ${packageOfAi.version}, \`@ai-sdk/react\` ${packageOfReact.version}, Node ${process.versions.node},`)
say(
  `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores. NODE_ENV=production, no React. One call, deltas of ${DELTA} characters.`,
)
say('CPU time of the thread. Other programs were running: compare the ratios.')
say()
say('| arguments | deltas | `Chat` alone | with `createToolCallTransport` | ratio |')
say('| --- | --- | --- | --- | --- |')
for (const [name, text] of [
  ['20 KB, many small objects', manyRows(20_000)],
  ['400 KB, many small objects', rows],
  ['400 KB, one long string', file],
] as const) {
  const deltas = cut(text)
  const isSmall = text.length < 50_000
  const integrated = await integrate(text, deltas.length)
  const alone = isSmall ? await measure(deltas, text, false) : integrated
  const ours = median([
    await measure(deltas, text, true),
    await measure(deltas, text, true),
    await measure(deltas, text, true),
  ])
  const note = isSmall ? ` (by its fill levels: ${time(integrated)})` : ' ¹'
  say(
    `| ${name} | ${deltas.length.toLocaleString('en')} | ${time(alone)}${note} | ${time(ours)} | ${Math.round(alone / ours).toLocaleString('en')} |`,
  )
}
say()
say(
  `¹ Integrated: the cost of ${AT_EACH_LEVEL} deltas was measured in the middle of each of ${LEVELS} equal parts of the text, and stands for that`,
)
say('part. The small text was measured both ways.')
writeSection('Tool inputs through a chat', lines)

function say(line = '') {
  lines.push(line)
  console.log(line)
}

/** CPU milliseconds of one response. */
async function measure(deltas: readonly string[], text: string | undefined, isOurs: boolean): Promise<number> {
  const chunks: object[] = [
    { type: 'start', messageId: 'm1' },
    { type: 'start-step' },
    { type: 'tool-input-start', toolCallId: 'c1', toolName: 'write' },
    ...deltas.map(inputTextDelta => ({ type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta })),
  ]
  if (text !== undefined)
    chunks.push({
      type: 'tool-input-available',
      toolCallId: 'c1',
      toolName: 'write',
      input: JSON.parse(text) as unknown,
    })
  chunks.push({ type: 'finish', finishReason: text === undefined ? 'length' : 'stop' })
  const bytes = new TextEncoder().encode(chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join(''))
  const fetch = () => Promise.resolve(new Response(inReads(bytes)))
  let transport: DefaultChatTransport<never> | ReturnType<typeof createToolCallTransport<never>>
  const session = createToolCallSession()
  if (isOurs) {
    const own = createToolCallTransport<never>({ fetch })
    own.connect(session)
    session.subscribe(() => session.getToolCalls())
    transport = own
  } else transport = new DefaultChatTransport<never>({ fetch })
  const chat = new Chat<never>({ id: 'chat', transport })
  const start = cpuTime()
  await chat.sendMessage({ text: 'go' })
  session.flush()
  const spent = cpuTime() - start
  const state = text === undefined ? 'input-streaming' : 'input-available'
  const part = (chat.messages.at(-1) as { parts: { state?: string }[] } | undefined)?.parts.at(-1)
  if (part?.state !== state) throw new Error(`The call ended as ${part?.state}.`)
  if (isOurs && session.getToolCalls()[0]?.state !== 'input-available') throw new Error('The session missed the call.')
  return spent
}

async function integrate(text: string, count: number): Promise<number> {
  let total = 0
  for (let level = 0; level < LEVELS; level += 1) {
    const at = Math.floor((text.length * (level + 0.5)) / LEVELS)
    const before = text.slice(0, at)
    const deltas = cut(text.slice(at)).slice(0, AT_EACH_LEVEL)
    const costs: number[] = []
    for (let time = 0; time < 3; time += 1) {
      const base = await measure([before], undefined, false)
      costs.push((await measure([before, ...deltas], undefined, false)) - base)
    }
    total += (median(costs) / deltas.length) * (count / LEVELS)
  }
  return total
}

async function warmUp(): Promise<void> {
  const text = manyRows(4_000)
  for (let time = 0; time < 10; time += 1) {
    await measure(cut(text), text, false)
    await measure(cut(text), text, true)
    await new Promise(resolve => setTimeout(resolve, 30))
  }
}

/** As a network brings it: some kilobytes at a time, and the page gets to do other things between. */
function inReads(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      async pull(controller) {
        await new Promise(resolve => setImmediate(resolve))
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, (at += READ)))
      },
    },
    { highWaterMark: 0 },
  )
}

function manyRows(length: number): string {
  const all: object[] = []
  for (let size = 12; size < length;) {
    const row = { id: all.length, name: `row ${all.length}`, done: all.length % 2 === 0, note: 'a note, not long' }
    size += JSON.stringify(row).length + 1
    all.push(row)
  }
  return JSON.stringify({ rows: all })
}

function cut(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${DELTA}}`, 'g')) ?? []
}

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function median(numbers: number[]): number {
  return numbers.toSorted((left, right) => left - right)[numbers.length >> 1]!
}

function time(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}
