import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

const file = new URL('results.md', import.meta.url)

/** Puts a benchmark's section into results.md, in place of the one it wrote before. Other benchmarks keep theirs. */
export function writeSection(title: string, lines: readonly string[]): void {
  const [, ...sections] = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=## )/m) : []
  const section = `## ${title}\n\n${lines.join('\n').trim()}\n\n`
  const at = sections.findIndex(each => each.startsWith(`## ${title}\n`))
  if (at < 0) sections.push(section)
  else sections[at] = section
  const head = '# Benchmark results\n\nEach section is written by the command that it names.\n\n'
  writeFileSync(file, `${(head + sections.join('')).trimEnd()}\n`)
}

export function machine(): string {
  const cpu = cpus()
  const { node, v8 } = process.versions
  return `${cpu[0]?.model ?? 'unknown'}, ${cpu.length} cores, Node ${node} (V8 ${v8}), ${process.platform}`
}
