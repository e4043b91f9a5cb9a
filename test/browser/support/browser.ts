import assert from 'node:assert/strict'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { NO_BROWSER } from '../../servers/chromium.ts'
import { afterwards } from '../../support/afterwards.ts'

type Options = BrowserContextOptions & {
  /** Entries of the console's error log that this window may have; by default those of refused and failed requests. */
  expected?: RegExp | undefined
}

/** Connects to the browser of the test run. Its windows close after the tests of the file. */
export async function openBrowser() {
  const address = process.env.COMPTOIR_TEST_BROWSER
  if (!address) throw new Error(NO_BROWSER)
  const browser = await chromium.connect(address)
  afterwards(() => browser.close())

  /**
   * Opens a window with an empty profile, of a user who prefers pages without animations. An uncaught error of a script fails the test file. So does an entry of the
   * console's error log, such as a violation of the Content-Security-Policy, unless `expected` matches it.
   */
  async function newPage({
    expected = /: Failed to load resource/,
    ...options
  }: Options = {}): Promise<Page> {
    const context = await browser.newContext({ locale: 'fr-FR', reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(60_000)
    const faults: string[] = []
    context.on('weberror', ({ error }) => void faults.push(String(error())))
    context.on('console', message => {
      const fault = `${message.location().url}: ${message.text()}`
      if (message.type() === 'error' && !expected.test(fault)) faults.push(fault)
    })
    afterwards(() => assert.deepEqual(faults, []))
    return context.newPage()
  }
  return { newPage }
}
