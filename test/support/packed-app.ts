import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** An empty app that installed the package as npm would unpack it, with this project's packages beside it. */
export interface PackedApp {
  readonly folder: string
  readonly installed: string
  readonly tarball: string
  /** Lets the app import another package of this project. */
  link(name: string): void
}

export function packApp(): PackedApp {
  if (!existsSync(join(projectRoot, 'dist')))
    throw new Error('There is no dist. Run `npm run build` first; `npm test` does.')
  const folder = mkdtempSync(join(tmpdir(), 'react-tool-calls-app-'))
  const installed = join(folder, 'node_modules', 'react-tool-calls')
  npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], projectRoot)
  const [tarball] = globSync('*.tgz', { cwd: folder })
  if (!tarball) throw new Error('npm pack made no tarball.')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], { cwd: folder })
  const link = (name: string) => {
    const place = join(folder, 'node_modules', name)
    mkdirSync(join(place, '..'), { recursive: true })
    if (!existsSync(place)) symlinkSync(join(projectRoot, 'node_modules', name), place, 'junction')
  }
  for (const name of Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies })) link(name)
  return { folder, installed, tarball: join(folder, tarball), link }
}

export function npm(options: string[], cwd: string): void {
  const windows = process.platform === 'win32'
  execFileSync(windows ? 'npm.cmd' : 'npm', options, { cwd, shell: windows })
}
