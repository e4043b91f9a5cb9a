import assert from 'node:assert/strict'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { LACKING } from '../../servers/chromium.ts'
import { afterwards } from '../../support/afterwards.ts'

type Options = BrowserContextOptions & {
  /** Errors that this window is meant to meet; a call that is refused or fails is one by default. */
  expected?: RegExp | undefined
}

/** A browser for the tests of a file, closed when they end. */
export async function openBrowser() {
  const executablePath = process.env.COMPTOIR_TEST_CHROMIUM
  if (!executablePath) throw new Error(LACKING)
  const browser = await chromium.launch({
    executablePath,
    // Chromium's sandbox refuses to work for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
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
