import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const FOLDER = new URL('../screenshots/', import.meta.url)
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const SIZES = { telephone: { width: 360, height: 740 }, bureau: { width: 1280, height: 860 } }

/** What axe-core finds, with every rule and best practice that it has. */
export async function findings(page: Page): Promise<string[]> {
  // The policy of the page lets no script in; the debugger's own way does not ask it.
  await page.evaluate(axe)
  const { violations, passes } = await page.evaluate<AxeResults>('axe.run(document)')
  assert.ok(passes.length > 10, 'axe-core has looked')
  return violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes.map(node => node.html).join(' ')}`)
}

/** Whether pictures are wanted, to be looked at. */
export const WITH_PICTURES = process.env.COMPTOIR_TEST_PICTURES === '1'

/** A picture of the whole page; `npm run test:browser` leaves them, the run of all tests, which nobody looks at, does not. */
export async function shot(page: Page, name: string) {
  if (!WITH_PICTURES) return
  mkdirSync(FOLDER, { recursive: true })
  const path = new URL(`${name}.png`, FOLDER).pathname
  await page.screenshot({ path, animations: 'disabled', fullPage: true })
}

/** How far the page reaches over its window, and which targets are too small for a finger. */
const measure = (page: Page) =>
  page.evaluate<{ over: number; small: string[] }>(`({
    over: document.documentElement.scrollWidth - innerWidth,
    small: [...document.querySelectorAll('a, button, .field input, .choice label, .tick')]
      .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 44)
      .map(target => target.outerHTML),
  })`)

/** `npm run test:browser` looks at all four; the run of all tests, which has other things to do, at the narrow one that most people see. */
const LOOKS = (['light', 'dark'] as const)
  .flatMap(scheme => (['telephone', 'bureau'] as const).map(size => ({ scheme, size })))
  .slice(0, WITH_PICTURES ? 4 : 1)

/** In the run of all axe looks at the first page of each file, which takes it as long as a test; `npm run test:browser` at every page. */
let hasFound = false

/** Looks at a page in light and dark, narrow and wide: `holds` tries it, and axe finds nothing. Keeps pictures where wanted. */
export async function lookAt(page: Page, name: string, holds: (page: Page, what: string) => Promise<void>) {
  for (const { scheme, size } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize(SIZES[size])
    await shot(page, `${name}-${size}-${scheme}`)
    await holds(page, `${name}, ${SIZES[size].width} pixels wide`)
    if (hasFound && !WITH_PICTURES) continue
    hasFound = true
    assert.deepEqual(await findings(page), [], `${name} ${size} ${scheme}`)
  }
  await page.setViewportSize(SIZES.bureau)
}

/** Looks at a page of a shop's customers: it stays within its window, and a finger meets what can be pressed. */
export const inspect = (page: Page, name: string) =>
  lookAt(page, name, async (page, what) => {
    assert.deepEqual(await measure(page), { over: 0, small: [] }, what)
  })
