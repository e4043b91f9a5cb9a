import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { createShopActions } from '../support/shopping.ts'
import { startUpstream } from '../support/upstream.ts'

test('an area that hangs delays only the routes that call it', async () => {
  const waiting: ServerResponse[] = []
  let away = false
  const logistics = await startUpstream((_request, response) => {
    if (away) response.destroy()
    else waiting.push(response)
  })
  const shop = await openPlatform({
    only: ['orders', 'reference', 'promotions', 'loyalty', 'accounts'],
    // Orders are placed concurrently up to twice the number of connections, so four of the six reach logistics.
    settings: { COMPTOIR_LOGISTICS_URL: logistics, COMPTOIR_DATABASE_POOL: '2' },
  })
  const { product, order } = createShopActions(shop)
  const { id } = await product()
  const articles = [{ id, quantite: 1, prixUnitaireCents: 1000 }]
  const placing = Array.from({ length: 6 }, () => shop.call('POST', '/api/commandes', order(articles)))
  await eventually('four orders wait for logistics', async () => waiting.length === 4)

  const basket = await Promise.race([
    shop.call('POST', '/api/publique/promotions/calculer-panier', { articles }),
    ...placing,
  ])

  assert.deepEqual([basket.status, basket.body], [200, { totalApresPromo: 1000 }])
  away = true
  for (const response of waiting) response.destroy()
  for (const { status } of await Promise.all(placing)) assert.equal(status, 503)
})
