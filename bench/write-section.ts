import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('results.md', import.meta.url))

/** Writes one benchmark's part of results.md, from its heading to the next one, and leaves the others. */
export function writeSection(title: string, lines: readonly string[]): void {
  const heading = `# ${title}`
  const sections = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=# )/m) : []
  const section = `${[heading, '', ...lines].join('\n')}\n`
  const at = sections.findIndex(each => each.startsWith(`${heading}\n`))
  if (at === -1) sections.push(section)
  else sections[at] = section
  writeFileSync(file, `${sections.map(each => each.trimEnd()).join('\n\n')}\n`)
}
