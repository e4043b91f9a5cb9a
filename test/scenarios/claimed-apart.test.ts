import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { areas } from '../../src/areas.ts'
import {
  createKeyHolders,
  type Headers,
  NOBODY,
  registerCustomer,
  SEPARATE_CALLERS,
} from '../support/callers.ts'
import { findFreePort } from '../support/free-port.ts'
import { KEYS } from '../support/guarded.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { createShopActions } from '../support/shopping.ts'

let shop: TestPlatform
let keys: Awaited<ReturnType<typeof createKeyHolders>>
let ada: Awaited<ReturnType<typeof registerCustomer>>
let eve: Awaited<ReturnType<typeof registerCustomer>>
let line: { id: number; quantite: number; prixUnitaireCents: number }

/** Opens payments separately from the other areas, as if in another process: each reaches the other only by URL. */
before(async () => {
  const [here, there] = [await findFreePort(), await findFreePort()]
  const settings = { ...SEPARATE_CALLERS, COMPTOIR_PAYMENTS_URL: `http://127.0.0.1:${there}/payments` }
  const only = areas.map(({ name }) => name).filter(name => name !== 'payments')
  shop = await openPlatform({ only, settings })
  const payments = await openPlatform({
    only: ['payments'],
    databaseUrl: shop.databaseUrl,
    settings: {
      ...SEPARATE_CALLERS,
      ...Object.fromEntries(
        ['orders', 'accounts', 'loyalty'].map(name => [
          `COMPTOIR_${name.toUpperCase()}_URL`,
          `http://127.0.0.1:${here}/${name}`,
        ]),
      ),
    },
  })
  await shop.server.listen({ host: '127.0.0.1', port: here })
  await payments.server.listen({ host: '127.0.0.1', port: there })
  keys = await createKeyHolders(shop)
  ada = await registerCustomer(shop, KEYS.admin)
  eve = await registerCustomer(shop, KEYS.admin)
  const { id } = await createShopActions(shop, KEYS.admin['x-api-key']).product()
  line = { id, quantite: 1, prixUnitaireCents: 1000 }
})

/** Requests a payment link from orders with these headers; returns whether payments stored it as proven. */
async function isLinkProven(orderId: string, headers: Headers) {
  const link = { orderId, amount: 10, customerEmail: 'a@example.org', returnUrl: 'https://boutique.example/' }
  const url = '/orders/api/publique/interface-paiement'
  const { status, body } = await shop.call<{ sessionId: string }>('POST', url, link, headers)
  assert.equal(status, 201, JSON.stringify(body))
  const { rows } = await shop.platform.db.pg.query('select prouve from payments.lien where id = $1', [
    body.sessionId,
  ])
  return rows[0]?.prouve
}

test('a link forwarded between processes is as proven as its caller and its order, never more', async () => {
  const placed = async (headers: Headers) =>
    (await createShopActions(shop).place([line], { clientId: ada.clientId }, headers)).body.ordreId
  const own = await placed(ada.bearer)
  const claimed = await placed(NOBODY)
  for (const [who, headers, proven] of [
    ['nobody', NOBODY, false],
    ['another customer', eve.bearer, false],
    ['a key that speaks for nobody', keys.catalogue, false],
    ['the customer', ada.bearer, true],
    ['the shop', keys.shop, true],
    ['a till', keys.till, true],
    ['staff', keys.staff, true],
  ] as const) {
    assert.deepEqual([who, await isLinkProven(own, headers)], [who, proven])
    assert.deepEqual([who, await isLinkProven(claimed, headers)], [who, false])
  }
})

test('an invalid token is refused by the area that receives the forwarded call', async () => {
  const { body } = await createShopActions(shop).place([line], { clientId: ada.clientId }, ada.bearer)
  const link = { orderId: body.ordreId, amount: 10, returnUrl: 'https://boutique.example/' }
  const url = '/orders/api/publique/interface-paiement'
  const stale = { authorization: 'Bearer nonsense' }
  assert.equal((await shop.call('POST', url, link, stale)).status, 401)
})
