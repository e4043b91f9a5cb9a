import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addToBasket, button, link, openStorefront } from '../support/storefront.ts'

const MOST_BYTES = 80_000
const MOST_SCRIPT_BYTES = 45_000

let shop: Awaited<ReturnType<typeof openStorefront>>
before(async () => {
  shop = await openStorefront()
})

describe('the first view of the shop', () => {
  test('loads less than 80 kB in total, without layout shifts', async () => {
    const page = await shop.open('', 'about:blank')
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    let bytes = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await page.addInitScript(`
      window.moved = 0
      new PerformanceObserver(list => list.getEntries().forEach(({ value }) => (window.moved += value)))
        .observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(shop.url, { waitUntil: 'networkidle' })
    await link(page, /Lampe de bureau/).waitFor()
    assert.ok(bytes > 10_000 && bytes < MOST_BYTES, `${bytes} bytes`)
    const moved = await page.evaluate<number>('window.moved')
    assert.ok(moved < 0.1, `moved by ${moved}`)
  })
})

test('home, product page and checkout each load less than 45 kB of compressed scripts', async () => {
  const page = await shop.newPage({ serviceWorkers: 'block' })
  await addToBasket(page, shop.url, shop.lamp.id)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  network.on('Network.responseReceived', ({ type, requestId }) => type === 'Script' && scripts.add(requestId))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  for (const [path, shown] of [
    ['', link(page, /Lampe de bureau/)],
    [`/produits/${shop.lamp.id}`, button(page, 'Ajouter au panier')],
    ['/commande', button(page, /^Payer/)],
  ] as const) {
    bytes = 0
    await page.goto(shop.url + path, { waitUntil: 'networkidle' })
    await shown.waitFor()
    assert.ok(bytes > 10_000 && bytes < MOST_SCRIPT_BYTES, `${path}: ${bytes} bytes`)
  }
})
