import assert from 'node:assert/strict'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { LACKING } from '../../servers/chromium.ts'
import { afterwards } from '../../support/afterwards.ts'

type Options = BrowserContextOptions & {
  /** Errors that this window is meant to meet; a call that is refused or fails is one by default. */
  expected?: RegExp | undefined
}

/** The browser of the test run; the windows of a file are closed when its tests end. */
export async function openBrowser() {
  const address = process.env.COMPTOIR_TEST_BROWSER
  if (!address) throw new Error(LACKING)
  const browser = await chromium.connect(address)
  afterwards(() => browser.close())

  /**
   * A window of somebody who has not been here before. Errors of its scripts and whatever else stands in its error log,
   * such as a violation of the Content-Security-Policy, fail the test file, but for what `expected` names.
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
