import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import { sweepReservations } from '../reservations/create-reservation.ts'
import { restockReturn } from '../returns/restock-returns.ts'
import { prepareOrder } from '../slips/prepare-order.ts'
import type { StockState } from '../stock-schemas.ts'
import { recordCounts } from '../stocks/change-stock.ts'

/** Messages are not consumed: they remain in the outbox, where the tests read them. */
let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'], started: false })
})

const RESERVATIONS = '/logistics/api/v1/privee/reservations'

let products = 0
async function product(...quantities: number[]) {
  products += 1
  const productId = products
  await count(productId, ...quantities)
  return productId
}
const count = (productId: number, ...quantities: number[]) =>
  shop.platform.db.transaction(tx =>
    recordCounts(
      tx,
      quantities.map((quantite, i) => ({ productId, storeId: i + 1, quantite })),
      shop.platform,
    ),
  )

let orders = 0
const orderOf = (productId: number, quantite: number) => ({
  ordreId: `announced-${++orders}`,
  articles: [{ id: String(productId), quantite }],
})
const reserve = async (productId: number, quantite: number, minutes = 30) => {
  const order = orderOf(productId, quantite)
  const expireLe = shop.platform.clock.after(minutes * 60_000).toISOString()
  const { status } = await shop.call('POST', RESERVATIONS, { ...order, expireLe })
  return { ...order, isServed: status === 201 }
}
const release = (ordreId: string) => shop.call('DELETE', `${RESERVATIONS}/${ordreId}`)
const cancel = (ordreId: string) => shop.call('PATCH', `${RESERVATIONS}/${ordreId}`, { statut: 'annulee' })
const prepare = ({ ordreId, articles }: { ordreId: string; articles: { id: string; quantite: number }[] }) =>
  shop.platform.db.transaction(tx =>
    prepareOrder(tx, shop.platform, {
      ...{ ordreId, clientId: 'CLI_0000ABCD', adresseLivraison: null },
      articles: articles.map(article => ({ ...article, nom: 'Produit' })),
      timestamp: '2026-01-01T00:00:00.000Z',
    }),
  )
let returns = 0
const returnArticle = (ordreId: string, productId: number, quantite: number) =>
  shop.platform.db.transaction(tx =>
    restockReturn(tx, shop.platform, {
      ...{ retourId: ++returns, ordreId },
      articles: [{ id: String(productId), quantite }],
      timestamp: '2026-01-01T00:00:00.000Z',
    }),
  )

/** Returns the announced states of a product, ordered by store and version. */
const announced = (productId: number) =>
  shop.platform.db.rows(sql<StockState>`
    select (state->>'productId')::integer as "productId", (state->>'storeId')::integer as "storeId",
      (state->>'version')::integer as version, (state->>'disponible')::boolean as disponible
    from platform.outbox, json_array_elements(body->'stocks') as state
    where queue = 'catalogue.stocks' and state->>'productId' = ${String(productId)} order by 2, 3`)
const availabilities = async (productId: number) =>
  (await announced(productId)).map(({ disponible }) => disponible)

test('only orders that reserve or release the last units are announced', async () => {
  const id = await product(5)
  assert.deepEqual(await availabilities(id), [true], 'the first count')
  await reserve(id, 2)
  const last = await reserve(id, 3)
  assert.deepEqual(await availabilities(id), [true, false])
  await release(last.ordreId)
  await release(last.ordreId)
  assert.deepEqual(await availabilities(id), [true, false, true])
})

test('each way in which stock runs out or returns is announced once', async () => {
  const id = await product(1)
  const expected = [true]
  const isNow = async (disponible: boolean, why: string) => {
    expected.push(disponible)
    assert.deepEqual(await availabilities(id), expected, why)
  }
  const expiring = await reserve(id, 1, -1)
  await isNow(false, 'reserved')
  await sweepReservations(shop.platform)
  await isNow(true, 'expired')
  await prepare(expiring)
  await isNow(false, 'prepared without its reservation')
  await returnArticle(expiring.ordreId, id, 1)
  await isNow(true, 'returned')
  const reserved = await reserve(id, 1)
  await isNow(false, 'reserved again')
  await prepare(reserved)
  assert.deepEqual(await availabilities(id), expected, 'the reserved units are sold')
  await cancel(reserved.ordreId)
  await isNow(true, 'cancelled')
  await count(id, 0)
  await isNow(false, 'counted')
  const change = (body: object) => shop.call('PATCH', `/api/v1/privee/stocks/1/${id}`, body)
  await change({ difference: 3 })
  await isNow(true, 'by a difference')
  await change({ quantity: 2 })
  await change({ seuil: 4 })
  await count(id, 2)
  assert.deepEqual(await availabilities(id), expected, 'some units remain')
  await change({ quantity: 0 })
  await isNow(false, 'by hand')
})

test('after concurrent changes the last announcement of each row matches its stock, and versions increase', async () => {
  const step = fc.record({
    kind: fc.constantFrom('reserve', 'reserve', 'release', 'cancel', 'prepare', 'bring back', 'count'),
    quantite: fc.integer({ min: 0, max: 3 }),
  })
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async steps => {
    const id = await product(2, 1)
    const reservations = await Promise.all([1, 1, 1].map(quantite => reserve(id, quantite)))
    const play: Record<string, (i: number, quantite: number) => Promise<unknown>> = {
      reserve: (_i, quantite) => reserve(id, quantite + 1),
      release: i => release(reservations[i % 3]?.ordreId ?? ''),
      cancel: i => cancel(reservations[i % 3]?.ordreId ?? ''),
      prepare: i => prepare(reservations[i % 3] ?? orderOf(id, 1)),
      'bring back': (i, quantite) => returnArticle(reservations[i % 3]?.ordreId ?? '', id, quantite + 1),
      count: (_i, quantite) => count(id, quantite, 3 - quantite),
    }
    await Promise.all(steps.map(({ kind, quantite }, i) => play[kind]?.(i, quantite)))

    const rows = await shop.platform.db.rows(sql<{ storeId: number; disponible: boolean }>`
      select "storeId", quantite > reserve as disponible from logistics.stock where "productId" = ${id} order by 1`)
    const messages = await announced(id)
    for (const { storeId, disponible } of rows) {
      const ofRow = messages.filter(state => state.storeId === storeId)
      assert.equal(ofRow.at(-1)?.disponible, disponible)
      assert.equal(new Set(ofRow.map(({ version }) => version)).size, ofRow.length, 'no version twice')
      for (const [i, state] of ofRow.entries())
        assert.notEqual(
          state.disponible,
          ofRow[i - 1]?.disponible,
          'only changes of availability are announced',
        )
    }
  })
  await fc.assert(property, { numRuns: 25 })
})

test('the list of states has all rows, page by page, in the format of the announcements', async () => {
  const id = await product(3, 0)
  const states: StockState[] = []
  for (let after: number | null = 0; after !== null; ) {
    const url: string = `/logistics/api/v1/privee/etats-stocks?apres=${after}&limit=2`
    const { body } = await shop.call<{ stocks: StockState[]; fin: number | null }>('GET', url)
    states.push(...body.stocks)
    after = body.fin
  }
  const keys = states.map(({ productId, storeId }) => `${productId}/${storeId}`)
  assert.equal(new Set(keys).size, keys.length)
  assert.deepEqual(
    states.filter(({ productId }) => productId === id),
    await announced(id),
  )
  for (const query of ['apres=-1', 'limit=0', 'limit=5001', 'apres=x', 'depuis=3'])
    assert.equal(
      (await shop.call('GET', `/logistics/api/v1/privee/etats-stocks?${query}`)).status,
      400,
      query,
    )
})
