import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterwards } from '../../support/afterwards.ts'

const FOLDER = new URL('../screenshots/', import.meta.url)
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const SIZES = { telephone: { width: 360, height: 740 }, bureau: { width: 1280, height: 860 } }

/** Runs axe-core with its default rules, which include best practices, and describes each violation. */
export async function findViolations(page: Page): Promise<string[]> {
  // The page's policy blocks scripts; `evaluate` bypasses it through the debugger.
  await page.evaluate(axe)
  const { violations, passes } = await page.evaluate<AxeResults>('axe.run(document)')
  assert.ok(passes.length > 10, 'axe-core has run')
  return violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes.map(node => node.html).join(' ')}`)
}

/** Whether this is the browser run, which saves screenshots for review and inspects each page completely. */
export const WITH_SCREENSHOTS = process.env.COMPTOIR_TEST_PICTURES === '1'

/** Saves a screenshot of the whole page, but only in `npm run test:browser`. */
export async function saveScreenshot(page: Page, name: string) {
  if (!WITH_SCREENSHOTS) return
  mkdirSync(FOLDER, { recursive: true })
  const path = new URL(`${name}.png`, FOLDER).pathname
  await page.screenshot({ path, animations: 'disabled', fullPage: true })
}

/** Measures by how many pixels the page is wider than its window, and finds targets less than 44 pixels high. */
const measure = (page: Page) =>
  page.evaluate<{ over: number; small: string[] }>(`({
    over: document.documentElement.scrollWidth - innerWidth,
    small: [...document.querySelectorAll('a, button, .field input, .choice label, .tick')]
      .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 44)
      .map(target => target.outerHTML),
  })`)

/** `npm run test:browser` inspects all four; other runs inspect only the narrow light one, the most common. */
const LOOKS = (['light', 'dark'] as const)
  .flatMap(scheme => (['telephone', 'bureau'] as const).map(size => ({ scheme, size })))
  .slice(0, WITH_SCREENSHOTS ? 4 : 1)

/**
 * Except in `npm run test:browser`, axe checks only the first page of each test file, because a check takes as long as
 * a test.
 */
let hasRunAxe = false

/**
 * Inspects a page in each of `LOOKS`: `holds` must not fail, and axe must find nothing if it runs. Leaves the window at
 * its wide size.
 */
export async function checkPage(
  page: Page,
  name: string,
  holds: (page: Page, what: string) => Promise<void>,
) {
  for (const { scheme, size } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(SIZES[size])
    await saveScreenshot(page, `${name}-${size}-${scheme}`)
    await holds(page, `${name}, ${SIZES[size].width} pixels wide`)
    if (hasRunAxe && !WITH_SCREENSHOTS) continue
    hasRunAxe = true
    afterwards(() => {
      hasRunAxe = false
    })
    assert.deepEqual(await findViolations(page), [], `${name} ${size} ${scheme}`)
  }
  await page.setViewportSize(SIZES.bureau)
}

/** Inspects a page for customers, which must not be wider than its window, with targets large enough for a finger. */
export const inspect = (page: Page, name: string) =>
  checkPage(page, name, async (page, what) => {
    assert.deepEqual(await measure(page), { over: 0, small: [] }, what)
  })
