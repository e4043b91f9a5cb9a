import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { afterwards } from '../../support/afterwards.ts'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { eventually } from '../../support/eventually.ts'
import { addStaffMember, signInStaff } from '../../support/guarded.ts'
import { openPlatform } from '../../support/platform.ts'
import { openBrowser } from './browser.ts'
import { checkPage, SIZES } from './looks.ts'

/** Opens a listening platform, by default with keys; its console can be opened as a staff member with any rights. */
export async function openConsole(settings: Record<string, string> = SEPARATE_CALLERS, schedules = false) {
  const shop = await openPlatform({ settings, schedules })
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  afterwards(() => shop.close())
  // Stored, because a closed server has no origin while pages still call it.
  const origin = shop.server.listeningOrigin
  const url = `${origin}/console`
  // Bundles the console if its sources have changed, which may exceed the timeout of a page.
  assert.equal((await shop.server.inject(url)).statusCode, 200)
  const browser = await openBrowser()

  /** Opens a window on a page of the console, in a session if given. Requests to other origins fail the test file. */
  async function open(path = '', { cookie = '', ...options }: { expected?: RegExp; cookie?: string } = {}) {
    const page = await browser.newPage({ viewport: SIZES.bureau, ...options })
    const faults: string[] = []
    page.on('request', request => {
      if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
        faults.push(`asks ${request.url()}`)
    })
    afterwards(() => assert.deepEqual(faults, []))
    const [name = '', value = ''] = cookie.split('=')
    if (name)
      await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
    await page.goto(url + path)
    return page
  }

  /**
   * Opens the page as a new staff member with these rights. The session is made without the form, whose test is in
   * foundation.test.ts, because filling it in takes 0.2 s of processor time.
   */
  async function signedIn(rights: readonly string[], path = '', options: { expected?: RegExp } = {}) {
    const { email, nom } = await addStaffMember(shop, ...rights)
    const { header } = await signInStaff(shop, email)
    const page = await open(path, { ...options, ...header })
    await page.getByRole('button', { name: nom }).waitFor()
    return page
  }
  return { shop, url, open, signedIn }
}

/**
 * Inspects a page, which must not be wider than its window. No two buttons of a dialog may begin with “Annuler”, because
 * their names would not say which of them keeps everything.
 */
export const inspectConsole = (page: Page, name: string) =>
  checkPage(page, `console-${name}`, async (page, what) => {
    // Elements that depend on the window's width are redrawn shortly after a change.
    await eventually(what, () => page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    const alike = page.getByRole('dialog').locator('button:visible', { hasText: /^Annuler/ })
    assert.ok((await alike.count()) < 2, `${what}: ${await alike.allTextContents()}`)
  })
