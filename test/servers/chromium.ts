import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserServer, chromium } from 'playwright-core'
import { installPackages } from './apt.ts'

// The first is Chromium without a user interface: it uses a third less processor time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const MACOS = ['Chromium', 'Google Chrome'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)

export const NO_BROWSER =
  'The browser tests need a Chromium: install chromium or google-chrome so that it stands on the PATH (as root on Debian it is installed by itself).'

/** Finds a Chromium that starts: a command on the PATH may be a stub that only says how to install it. */
async function findChromium(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const paths = [...NAMES.flatMap(name => folders.map(folder => join(folder, name))), ...MACOS]
  for (const path of paths.filter(path => existsSync(path))) {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 }).catch(() => ({
      stdout: '',
    }))
    if (/^(Chromium|Google Chrome)/.test(stdout)) return path
  }
  return undefined
}

/** Returns the path of the installed Chromium, else of one that apt-get installs; undefined if neither starts. */
async function provideChromium(): Promise<string | undefined> {
  const installed = await findChromium()
  if (installed) return installed
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (await installPackages(name, 'fonts-liberation')) return findChromium()
  return undefined
}

/**
 * Starts one browser for all test files, which connect to its address, because each start takes two seconds of
 * processor time. Returns undefined without a Chromium.
 */
export async function startBrowser(): Promise<BrowserServer | undefined> {
  const executablePath = await provideChromium()
  if (!executablePath) return undefined
  return chromium.launchServer({
    executablePath,
    // Chromium's sandbox does not work as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}
