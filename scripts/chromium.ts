import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const aptPackages = ['chromium', 'fonts-liberation', 'fonts-noto-color-emoji']

/** `CHROMIUM_PATH`, else the first Chromium or Chrome in the usual places. Throws if `CHROMIUM_PATH` names no program. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (isProgram(given)) return given
    throw new Error(`CHROMIUM_PATH is "${given}", but no program is there. Correct it, or unset it to search for one.`)
  }
  return candidates().find(isProgram)
}

/** `findChromium()`, and where there is none and it may (root on Debian or Ubuntu, no `NO_APT=1`), installs one. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found

  const help = 'The tests need Chromium. Install Chromium or Chrome, or set CHROMIUM_PATH to its program file.'
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version')) throw new Error(help)
  if (process.env['NO_APT'] === '1') throw new Error(`${help} (NO_APT=1, so it was not installed for you.)`)
  if (process.getuid?.() !== 0) {
    throw new Error(`${help} For example: sudo apt-get install --no-install-recommends ${aptPackages.join(' ')}`)
  }

  console.log(`No Chromium found. Installing with apt-get: ${aptPackages.join(', ')} …`)
  const install = ['install', '-y', '-q', '--no-install-recommends', ...aptPackages]
  // Package lists that are missing or out of date make the first try fail; fetching them takes longer than trying.
  if (!hasPackageLists() || !aptGet(install)) {
    if (!aptGet(['update', '-q'], true) || !aptGet(install, true)) throw new Error(`apt-get failed. ${help}`)
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(`apt-get succeeded, but no Chromium is in the usual places. ${help}`)
}

function candidates(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const programs = folders.filter(Boolean).flatMap(folder => names.map(name => join(folder, name)))
  if (process.platform === 'darwin') {
    const applications = ['/Applications', join(process.env['HOME'] ?? '', 'Applications')]
    programs.push(
      ...applications.flatMap(folder =>
        ['Chromium', 'Google Chrome'].map(name => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
      ),
    )
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map(name => process.env[name])
    programs.push(
      ...roots.flatMap(folder =>
        folder ? ['Google/Chrome', 'Chromium'].map(name => join(folder, name, 'Application', 'chrome.exe')) : [],
      ),
    )
  }
  return programs
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function hasPackageLists(): boolean {
  const folder = '/var/lib/apt/lists'
  return existsSync(folder) && readdirSync(folder).some(name => name.includes('_Packages'))
}

function aptGet(options: string[], loud = false): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const result = spawnSync('apt-get', options, { env, encoding: 'utf8' })
  if (result.status !== 0 && loud) console.error(result.error?.message ?? `${result.stdout}${result.stderr}`)
  return result.status === 0
}
