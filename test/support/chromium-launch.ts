import { findChromium } from '../../scripts/chromium.ts'

/** The flags keep Chromium inside this machine: no update checks, no names looked up but the local ones. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/**
 * For `chromium.launch()` of playwright and for the browser projects of vitest. A new object each time: vitest
 * changes what it is given.
 */
export function chromiumLaunchOptions(): { executablePath: string; args: string[] } {
  return {
    executablePath: findChromium() ?? 'chromium (not found: install it or set CHROMIUM_PATH)',
    args: [...chromiumArguments],
  }
}
