import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { before, describe, test } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { openBrowser } from './support/browser.ts'
import { type Checkout, openCheckout } from './support/checkout.ts'
import { states } from './support/states.ts'

const FOLDER = new URL('screenshots/', import.meta.url)
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SIZES = { telephone: { width: 360, height: 740 }, bureau: { width: 1280, height: 860 } }

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  mkdirSync(FOLDER, { recursive: true })
  checkout = await openCheckout({ returnUrl: 'https://boutique.example/merci' })
  browser = await openBrowser()
})

/** What axe-core finds, with every rule and best practice that it has. */
async function findings(page: Page): Promise<string[]> {
  // The policy of the page lets no script in; the debugger's own way does not ask it.
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  return violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes.map(node => node.html).join(' ')}`)
}

const shot = (page: Page, name: string) =>
  page.screenshot({ path: new URL(`${name}.png`, FOLDER).pathname, animations: 'disabled', fullPage: true })

/** How far the page reaches over its window, and which targets are too small for a finger. */
const measure = (page: Page) =>
  page.evaluate<{ over: number; small: string[] }>(`({
    over: document.documentElement.scrollWidth - innerWidth,
    small: [...document.querySelectorAll('a, button, .field input, .choice label, .tick')]
      .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 44)
      .map(target => target.outerHTML),
  })`)

describe('every state of the payment page', () => {
  for (const [name, reach] of Object.entries(states))
    test(`${name}: no finding by axe-core in light and dark, whole at 360 and 1280 pixels, targets for a finger`, async () => {
      const page = await browser.newPage({ viewport: SIZES.telephone })
      await reach(checkout, page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport)
          await shot(page, `${name}-${size}-${colorScheme}`)
          assert.deepEqual(await measure(page), { over: 0, small: [] })
        }
        assert.deepEqual(await findings(page), [])
      }
      await page.context().close()
    })
})
