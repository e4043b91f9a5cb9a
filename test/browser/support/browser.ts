import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { LACKING } from '../../servers/chromium.ts'
import { afterwards } from '../../support/afterwards.ts'

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

  /** A window of somebody who has not been here before. What the page's scripts complain of is an error of the test. */
  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: 'fr-FR', ...options })
    context.setDefaultTimeout(10_000)
    return context.newPage()
  }
  return { newPage }
}
