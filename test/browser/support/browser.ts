import assert from 'node:assert/strict'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { LACKING } from '../../servers/chromium.ts'
import { afterwards } from '../../support/afterwards.ts'

type Options = BrowserContextOptions & {
  /** Errors that this window expects; by default, those of refused and failed calls. */
  expected?: RegExp | undefined
}

/** The browser of the test run; a file's windows are closed after its tests. */
export async function openBrowser() {
  const address = process.env.COMPTOIR_TEST_BROWSER
  if (!address) throw new Error(LACKING)
  const browser = await chromium.connect(address)
  afterwards(() => browser.close())

  /**
   * Opens a window with an empty profile. Script errors and other entries of its error log, such as violations of the
   * Content-Security-Policy, fail the test file unless `expected` matches them.
   */
  async function newPage({
    expected = /: Failed to load resource/,
    ...options
  }: Options = {}): Promise<Page> {
    const context = await browser.newContext({ locale: 'fr-FR', ...options })
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
