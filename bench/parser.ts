/**
 * What it costs to have a value after every delta, as a ratio to one native `JSON.parse` of the final text. Pairs of both are
 * measured in turn, in CPU time of the thread (other programs on the machine then count less), and their median is given. That
 * clock is coarse, so either is repeated for some milliseconds: `JSON.parse` is measured at its best, with all of it in the caches.
 */
import { deepStrictEqual } from 'node:assert'
import { cpus } from 'node:os'
import { JSONParser } from '@streamparser/json'
import { parsePartialJson as parseOfAi } from 'ai'
import { disableErrorLogging, parse as parseBestEffort } from 'best-effort-json-parser'
import { parse as riverOf } from 'jsonriver'
import { Allow, parse as parseOfPartialJson } from 'partial-json'
import { createPartialJson } from '../src/partial-json/create-partial-json.ts'
import { readDocument, seededRandom, smallCallDocuments, writeFileDocument } from '../test/support/json-texts.ts'
import { expectedOf } from '../test/support/partial-json-reference.ts'
import { writeSection } from './write-section.ts'

const PAIRS = 7
/** Peers are stopped at the largest document that they finish in this time. */
const PEER_LIMIT = 60_000

type Texts = readonly string[]
type Deltas = readonly (readonly string[])[]
interface Row {
  name: string
  texts: Texts
  size: number
  every: number
  read?: 'row'
  must: number
  aim: number
}

disableErrorLogging()
/** Results go here, so that nothing is optimised away. */
export let sink: unknown

const bigFile = [independent(writeFileDocument(1_000_000))]
const edits = [independent(readDocument('edits-200.json'))]
const table = [independent(readDocument('table-2000x6.json'))]
const config = [independent(readDocument('config-nested.json'))]
const calls = smallCallDocuments(2000).map(independent)

const rows: Row[] = [
  row('1 MB string, value after every delta', bigFile, 4, 1, 38, 25),
  row('1 MB string, value after every delta', bigFile, 20, 1, 9, 6),
  row('1 MB string, read every 16th', bigFile, 4, 16, 12, 8),
  row('1 MB string, read every 16th', bigFile, 20, 16, 7, 4.5),
  row('200 edits, every delta', edits, 4, 1, 45, 30),
  row('200 edits, every delta', edits, 20, 1, 15, 10),
  row('table 2,000 × 6, every delta', table, 20, 1, 38, 25),
  row('table 2,000 × 6, every 16th', table, 20, 16, 9, 6),
  row('table 2,000 × 6, every 16th', table, 4, 16, 38, 25),
  { ...row('table 2,000 × 6, the last row by `get`, every delta', table, 4, 1, 45, 30), read: 'row' },
  row('nested config, every delta', config, 4, 1, 24, 15),
  row('nested config, every delta', config, 20, 1, 15, 9),
  row('2,000 small calls, every delta', calls, 4, 1, 10, 7),
  row('2,000 small calls, every delta', calls, 20, 1, 8, 5.5),
  row('whole text in one append: 1 MB string', bigFile, Infinity, 1, 6, 4),
  row('whole text in one append: 200 edits', edits, Infinity, 1, 6, 4),
  row('whole text in one append: table', table, Infinity, 1, 6, 4),
  row('whole text in one append: nested config', config, Infinity, 1, 6, 4),
  row('whole text in one append: 2,000 small calls', calls, Infinity, 1, 6, 4),
]

/** Reads a text delta by delta and has something to show after each. */
interface Peer {
  name: string
  note: string
  run(deltas: readonly string[]): Promise<void> | void
}
const again = (name: string, note: string, parse: (text: string) => unknown): Peer => ({
  name,
  note,
  async run(deltas) {
    let text = ''
    for (const delta of deltas) {
      text += delta
      try {
        sink = await parse(text)
      } catch {
        // a prefix that it cannot read
      }
    }
  },
})
const peers: Peer[] = [
  {
    name: '@streamparser/json',
    note: 'changes one tree in place: no snapshot',
    run(deltas) {
      const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true })
      parser.onValue = ({ stack, value }) => (sink = stack[0]?.value ?? value)
      for (const delta of deltas) parser.write(delta)
    },
  },
  {
    name: 'jsonriver',
    note: 'changes one tree in place: no snapshot',
    async run(deltas) {
      async function* source() {
        yield* deltas
      }
      for await (const value of riverOf(source())) sink = value
    },
  },
  again('partial-json', 'reads the text again', text => parseOfPartialJson(text, Allow.ALL)),
  again('ai parsePartialJson', 'reads the text again', text => parseOfAi(text)),
  again('best-effort-json-parser', 'reads the text again', text => parseBestEffort(text)),
]

await main()

async function main(): Promise<void> {
  const onlyOwn = process.argv.includes('own')
  const lines: string[] = []
  const say = (line = '') => {
    lines.push(line)
    console.log(line)
  }
  say('Command: `npm run bench -- parser`.')
  say()
  const cpu = cpus()
  const { node, v8 } = process.versions
  say(
    `Machine: ${cpu[0]?.model ?? 'unknown'}, ${cpu.length} cores, Node ${node} (V8 ${v8}). NODE_ENV=production, one process.`,
  )
  say(`Ratio: to one native \`JSON.parse\` of the final text; median of ${PAIRS} pairs measured in turn, in CPU time.`)
  say()
  say('| | deltas | ratio | must | aim | ns per delta |')
  say('| --- | --- | --- | --- | --- | --- |')
  for (const each of rows) say(await measureRow(each))
  say(measureFlatness())
  say(measureFinish())
  say(measureMemory())
  if (onlyOwn) return
  say()
  say('## Others, with a value after every delta, deltas of 4 / 20 characters')
  say()
  say(
    'CPU time of one run, and in brackets its ratio to `JSON.parse`. Those that take more than a minute are stopped: for them the',
  )
  say('last column has the largest beginning of the 1 MB text that they finished in that time, in doubling steps.')
  say()
  say('| | | 200 edits | 2,000 small calls | write_file 100 KB | write_file 1 MB, else the largest |')
  say('| --- | --- | --- | --- | --- | --- |')
  const own: Peer = {
    name: 'createPartialJson',
    note: 'shared, frozen in development',
    run: deltas => readAll(deltas, 1),
  }
  for (const peer of [own, ...peers]) say(await measurePeer(peer))
  say()
  say(checkSnapshots())
  writeSection('Partial JSON', lines)
}

function row(name: string, texts: Texts, size: number, every: number, must: number, aim: number): Row {
  return { name, texts, size, every, must, aim }
}

function readAll(deltas: readonly string[], every: number, read?: 'row'): void {
  const json = createPartialJson()
  let count = 0
  for (const delta of deltas) {
    json.append(delta)
    count++
    if (count % every !== 0) continue
    sink = read ? json.get(['rows', Math.max(0, (json.length(['rows']) ?? 0) - 1)]) : json.value
  }
  sink = json.value
}

async function measureRow({ name, texts, size, every, read, must, aim }: Row): Promise<string> {
  const deltas = texts.map(text => cut(text, size))
  const count = deltas.reduce((sum, each) => sum + each.length, 0)
  const { ratio, time } = await measurePairs(texts, () => {
    for (const each of deltas) readAll(each, every, read)
  })
  const verdict = ratio <= aim ? 'aim' : ratio <= must ? 'must' : 'MISSED'
  return `| ${name} | ${size === Infinity ? 'whole' : size} | ${ratio.toFixed(1)} (${verdict}) | ${must} | ${aim} | ${((time * 1e6) / count).toFixed(0)} |`
}

async function measurePairs(texts: Texts, run: () => void): Promise<{ ratio: number; time: number }> {
  const native = () => {
    for (const text of texts) sink = JSON.parse(text)
  }
  await warmUp(run)
  costOf(native, 20)
  const ratios: number[] = []
  const times: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const before = costOf(native, 30)
    const time = costOf(run, 60)
    const after = costOf(native, 30)
    ratios.push(time / ((before + after) / 2))
    times.push(time)
  }
  return { ratio: median(ratios), time: median(times) }
}

function measureFlatness(): string {
  const small = [cut(independent(writeFileDocument(1000)), 4)]
  const large = [cut(bigFile[0]!, 4)]
  const perDelta = (deltas: Deltas, times: number) => {
    const count = deltas.reduce((sum, each) => sum + each.length, 0) * times
    return (
      costOf(() => {
        for (let time = 0; time < times; time++) for (const each of deltas) readAll(each, 1)
      }, 60) / count
    )
  }
  perDelta(small, 100)
  perDelta(large, 1)
  const ratio = median(Array.from({ length: PAIRS }, () => perDelta(large, 1) / perDelta(small, 100)))
  return `| time per delta, 1 MB over 1 KB | 4 | ${ratio.toFixed(2)} (${ratio <= 1.2 ? 'aim' : ratio <= 1.5 ? 'must' : 'MISSED'}) | 1.5 | 1.2 | |`
}

function measureFinish(): string {
  const costs: number[] = []
  for (let pair = 0; pair < PAIRS * 3; pair++) {
    const json = createPartialJson()
    for (const delta of cut(bigFile[0]!, 20)) json.append(delta)
    sink = json.value
    const start = performance.now()
    sink = json.finish()
    const finish = performance.now() - start
    const native = performance.now()
    sink = JSON.parse(bigFile[0]!)
    costs.push(finish / (performance.now() - native))
  }
  return `| \`finish\` of the 1 MB string | 20 | ${median(costs).toFixed(2)} (${median(costs) <= 3 ? 'must' : 'MISSED'}) | 3 | | |`
}

function measureMemory(): string {
  const ratios = [
    { text: bigFile[0]!, size: 4 },
    { text: table[0]!, size: 20 },
  ].map(({ text, size }) => {
    const deltas = cut(text, size)
    const own = heapOf(() => {
      const json = createPartialJson()
      for (const delta of deltas) {
        json.append(delta)
        sink = json.value
      }
      json.finish()
      return json.value
    })
    return own / heapOf(() => JSON.parse(text))
  })
  const worst = Math.max(...ratios)
  return `| retained memory, to the native value: 1 MB string / table | 4 / 20 | ${ratios.map(ratio => ratio.toFixed(2)).join(' / ')} (${worst <= 1.1 ? 'aim' : worst <= 1.3 ? 'must' : 'MISSED'}) | 1.3 | 1.1 | |`
}

/** Bytes that a value keeps, its characters read once. */
function heapOf(make: () => unknown): number {
  const collect = globalThis.gc!
  const values: unknown[] = []
  collect()
  collect()
  const before = process.memoryUsage().heapUsed
  for (let time = 0; time < 5; time++) {
    const value = make()
    sink = JSON.stringify(value)
    values.push(value)
  }
  sink = undefined
  collect()
  collect()
  const bytes = process.memoryUsage().heapUsed - before
  values.length = 0
  return bytes
}

async function measurePeer(peer: Peer): Promise<string> {
  const cells: string[] = []
  const file = writeFileDocument(100_000)
  const documents: Texts[] = [edits, calls, [independent(file)], bigFile]
  let isStopped = false
  for (const texts of documents) {
    const isLargest = texts === bigFile
    const perSize: string[] = []
    for (const size of [4, 20]) {
      if (isLargest && (isStopped || isQuadratic(peer))) {
        perSize.push(await largestWithinLimit(peer, texts[0]!, size))
        continue
      }
      const time = await runFor(peer, texts, size)
      const native = median(
        Array.from({ length: 9 }, () => costOf(() => texts.forEach(text => (sink = JSON.parse(text))), 10)),
      )
      if (time > PEER_LIMIT) isStopped = true
      perSize.push(time > PEER_LIMIT ? `over ${PEER_LIMIT / 1000} s` : `${seconds(time)} (${round(time / native)})`)
    }
    cells.push(perSize.join(' / '))
  }
  return `| ${peer.name} | ${peer.note} | ${cells.join(' | ')} |`
}

function isQuadratic(peer: Peer): boolean {
  return peer.note === 'reads the text again'
}

/** Milliseconds of one run; of a short one the mean, once it is warm. Infinity over the limit. */
async function runFor(peer: Peer, texts: Texts, size: number): Promise<number> {
  const deltas = texts.map(text => cut(text, size))
  if (isQuadratic(peer) && texts.length === 1) {
    // The last deltas are the dear ones: a quarter of them tells whether the whole is worth a try.
    const trial = await timeOf(peer, [deltas[0]!.slice(0, Math.ceil(deltas[0]!.length / 4))])
    if (trial * 16 > PEER_LIMIT * 1.5) return Infinity
  }
  const first = await timeOf(peer, deltas)
  if (first > PEER_LIMIT) return Infinity
  if (first > 1000) return first
  await timeOf(peer, deltas, 500)
  return timeOf(peer, deltas, 500)
}

/** Milliseconds of CPU time for one run, from as many as fill the least time. */
async function timeOf(peer: Peer, deltas: Deltas, least = 0): Promise<number> {
  const start = cpuTime()
  let count = 0
  do {
    for (const each of deltas) await peer.run(each)
    count++
  } while (cpuTime() - start < least)
  return (cpuTime() - start) / count
}

async function largestWithinLimit(peer: Peer, text: string, size: number): Promise<string> {
  let best = ''
  for (let length = 12_500; length <= text.length; length *= 2) {
    const time = await runFor(peer, [`${text.slice(0, length).replace(/\\*$/, '')}"}`], size)
    if (time > PEER_LIMIT) break
    best = `${length / 1000} KB: ${seconds(time)}`
    // it at least doubles twice
    if (time * 4 > PEER_LIMIT) break
  }
  return best || `under 12.5 KB`
}

/** Outside of what is timed: every 1,000th snapshot against the reference. */
function checkSnapshots(): string {
  let count = 0
  for (const text of [bigFile[0]!, edits[0]!, table[0]!, config[0]!]) {
    for (const size of [4, 20]) {
      const json = createPartialJson()
      let prefix = ''
      for (const [index, delta] of cut(text, size).entries()) {
        json.append(delta)
        prefix += delta
        const { value } = json
        if (index % 1000 !== 0) continue
        deepStrictEqual(value, expectedOf(prefix).value)
        count++
      }
      deepStrictEqual(json.finish(), { ok: true, value: JSON.parse(text) })
    }
  }
  return `Every 1,000th snapshot (${count} of them) was compared deeply with the reference of the tests, outside of what is timed.`
}

/** V8 compiles beside the program; on a machine that is busy that takes a while, and the program is slow until then. */
async function warmUp(run: () => void): Promise<void> {
  for (let round = 0; round < 6; round++) {
    costOf(run, 100)
    await new Promise(resolve => setTimeout(resolve, 30))
  }
}

/** Milliseconds of one call, by the CPU time of this thread. Its clock ticks slowly, so the call is repeated. */
function costOf(run: () => void, least: number): number {
  const start = cpuTime()
  let count = 0
  let spent: number
  do {
    run()
    count++
    spent = cpuTime() - start
  } while (spent < least)
  return spent / count
}

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Pieces of about this size, ±50 %. */
function cut(text: string, size: number): string[] {
  if (size === Infinity) return [text]
  const random = seededRandom(size)
  const deltas: string[] = []
  for (let at = 0; at < text.length;) {
    const length = Math.max(1, Math.round(size * (0.5 + random())))
    deltas.push(independent(text.slice(at, at + length)))
    at += length
  }
  return deltas
}

/** A string of its own: a slice shares its memory with the whole. */
function independent(text: string): string {
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1'
  return Buffer.from(text, encoding).toString(encoding)
}

function median(numbers: number[]): number {
  return numbers.toSorted((left, right) => left - right)[numbers.length >> 1]!
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

function round(ratio: number): string {
  return ratio < 100 ? ratio.toFixed(0) : Number(ratio.toPrecision(2)).toLocaleString('en')
}
