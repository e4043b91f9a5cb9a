import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { countSales } from '../../../src/orders/figures/count-figures.ts'
import { createAfterSaleActions } from '../../support/after-sale.ts'
import { afterwards } from '../../support/afterwards.ts'
import { openPlatform } from '../../support/platform.ts'
import { createShopActions } from '../../support/shopping.ts'
import { openBrowser } from '../support/browser.ts'

let url: string
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  // Without keys the console opens without a sign-in.
  const shop = await openPlatform({
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
  })
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  afterwards(() => shop.close())
  url = shop.server.listeningOrigin
  const { product, stock } = createShopActions(shop)
  await shop.call('POST', '/api/publique/magasins', { nom: 'Lille', adresse: 'Lille' })
  const lamp = await product({ nom: 'Lampe', prixDeVenteCents: 2_000 })
  await stock(1, lamp.id, 20)
  const { paidOrder, untilDrained: quiet } = createAfterSaleActions(shop)
  await paidOrder([{ id: lamp.id, quantite: 1, prixUnitaireCents: 2_000 }])
  await quiet()
  await countSales(shop.platform)
  browser = await openBrowser()
})

/** Opens a page and waits until it requests nothing more; returns the name and encoded size of each response body. */
async function weigh(path: string, shows: string) {
  const page = await browser.newPage()
  await page.goto(url + path)
  await page.locator(shows).first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate<{ name: string; encodedBodySize: number }[]>(`
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`)
}

/** Returns the encoded size of the scripts among these responses. */
const scriptBytes = (sent: Awaited<ReturnType<typeof weigh>>) =>
  sent.filter(({ name }) => name.endsWith('.js')).reduce((sum, each) => sum + each.encodedBodySize, 0)

describe('the first view of the console, including data,', () => {
  for (const [name, path, shows] of [
    ["Aujourd'hui with its plots", '/console', '#content canvas'],
    ['the orders', '/console/commandes', '#content tbody tr'],
  ] as const)
    test(`${name}, is below 250 kB`, async () => {
      const sent = await weigh(path, shows)
      const bytes = sent.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      assert.ok(sent.some(({ name }) => name.endsWith('.css')) && sent.length > 5)
      assert.ok(
        bytes < 250_000,
        `${bytes} bytes: ${sent.map(each => Object.values(each).join(' ')).join('\n')}`,
      )
    })
})

test('the scripts of the first view are at most 160 kB, those of each page at most 220 kB', async () => {
  const first = await browser.newPage()
  await first.goto(`${url}/console`)
  const menu = first.getByRole('navigation').getByRole('link')
  await menu.first().waitFor()
  const links = await menu.all()
  const paths = await Promise.all(links.map(link => link.getAttribute('href')))
  assert.ok(paths.length > 15)
  assert.ok(scriptBytes(await weigh('/console', '#content canvas')) <= 160_000)
  for (const path of paths) {
    const bytes = scriptBytes(await weigh(path ?? '', '#content h1'))
    assert.ok(bytes > 50_000 && bytes <= 220_000, `${path}: ${bytes} bytes`)
  }
})
