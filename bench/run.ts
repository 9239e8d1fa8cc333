/**
 *     npm run bench -- parser      the partial JSON parser against others; writes its section of bench/results.md
 *     npm run bench -- parser own  only our own rows, printed
 *     npm run bench -- chat        the arguments of a call through a chat, with our transport and without
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const benchmarks = ['parser', 'chat']
const [name = '', ...rest] = process.argv.slice(2)
if (!benchmarks.includes(name)) {
  console.error(`Name a benchmark: npm run bench -- ${benchmarks.join(' | ')}`)
  process.exit(1)
}
const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
const { status } = spawnSync(process.execPath, ['--expose-gc', file, ...rest], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
process.exit(status ?? 1)
