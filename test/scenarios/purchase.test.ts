import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPurchasingStandIn } from '../../sample/purchasing.ts'
import { createClient } from '../../src/commands/http.ts'
import type { Reporter } from '../../src/commands/scenario/client.ts'
import { playScenario } from '../../src/commands/scenario/play.ts'
import { seed } from '../../src/commands/seed.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { withoutRabbit } from '../support/rabbit.ts'
import { runCommand } from '../support/server.ts'

const silent: Reporter = { step() {}, call() {}, holds() {}, waiting() {} }

async function sampleShop(options: Parameters<typeof openPlatform>[0]) {
  const purchasing = await startPurchasingStandIn()
  const shop = await openPlatform({
    ...options,
    settings: {
      COMPTOIR_PAYMENT_DELAY_MS: '1500',
      COMPTOIR_PURCHASING_URL: purchasing.url,
      ...options?.settings,
    },
  })
  await shop.server.listen({ port: 0, host: '127.0.0.1' })
  const key = options?.settings?.COMPTOIR_API_KEYS
  const remote = { url: shop.server.listeningOrigin, key }
  await seed(createClient(remote))
  return { shop, remote, purchasing }
}

describe('one purchase on the sample shop, from registration to loyalty points', () => {
  for (const [where, options, skip] of [
    ['with events in the process', {}, false],
    ['with events over RabbitMQ', { amqp: true }, withoutRabbit],
    ['with API keys configured', { settings: { COMPTOIR_API_KEYS: 'a-key' } }, false],
  ] as const)
    test(where, { skip }, async () => {
      const { shop, remote, purchasing } = await sampleShop(options)
      await playScenario(remote, silent)
      await purchasing.close()
      await shop.close()
    })
})

test('the demo runs on a shop with keys only on request, returns to an allowed origin and removes its records', async () => {
  const settings = { COMPTOIR_API_KEYS: 'a-key', COMPTOIR_RETURN_ORIGINS: 'https://shop.example' }
  const { shop, remote, purchasing } = await sampleShop({ settings })
  const { db } = shop.platform
  const state = () =>
    db.one(sql<Record<'accounts' | 'clients' | 'orders' | 'promotions' | 'units' | 'reserved', number>>`
      select (select count(*)::integer from accounts.compte) as accounts,
        (select count(*)::integer from loyalty.client where "deletedAt" is null) as clients,
        (select count(*)::integer from orders.commande) as orders,
        (select count(*)::integer from promotions.promotion where "dateSuppression" is null) as promotions,
        (select sum(quantite)::integer from logistics.stock) as units,
        (select sum(reserve)::integer from logistics.stock) as reserved`)
  const demo = (...options: string[]) => runCommand(['demo', '--url', remote.url, ...options], settings)
  const before = await state()

  const refused = await demo()
  assert.equal(refused.code, 1)
  assert.match(refused.output, /^comptoir: The shop at http:\S+ has API keys, .* Use --yes to run it\n$/)
  const invalid = await demo('--yes', '--return-origin', 'shop')
  assert.match(invalid.output, /^comptoir: --return-origin is shop; it must be an origin such as/)
  assert.deepEqual(await state(), before)

  const elsewhere = await demo('--yes', '--return-origin', 'https://elsewhere.example')
  assert.equal(elsewhere.code, 1, elsewhere.output)
  assert.match(elsewhere.output, /✖ POST \S+interface-paiement returned 400 instead of 201\n$/)
  assert.deepEqual(await state(), { ...before, orders: before.orders + 1 })

  const completed = await demo('--yes')
  assert.equal(completed.code, 0, completed.output)
  await eventually('the returned goods are in stock', async () => (await state()).units === before.units)
  assert.deepEqual(await state(), { ...before, orders: before.orders + 2 })
  await purchasing.close()
  await shop.close()
})
