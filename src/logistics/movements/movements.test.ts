import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import { restockReturn } from '../returns/restock-returns.ts'
import { prepareOrder } from '../slips/prepare-order.ts'
import type { StockMovement, StockTransfer } from '../stock-schemas.ts'
import { recordCounts } from '../stocks/change-stock.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'], started: false })
})

const url = '/api/v1/privee/stocks'
let products = 0
async function product(...quantities: number[]) {
  const productId = ++products
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
const change = (storeId: number, productId: number, body: object) =>
  shop.call('PATCH', `${url}/${storeId}/${productId}`, body)
const transfer = (body: object, key?: string) =>
  shop.call<StockTransfer & { code?: string }>(
    'POST',
    `${url}/transferts`,
    body,
    key === undefined ? {} : { 'idempotency-key': key },
  )

let orders = 0
async function reserve(productId: number, quantite: number) {
  const order = { ordreId: `moved-${++orders}`, articles: [{ id: String(productId), quantite }] }
  const expireLe = shop.platform.clock.after(1_800_000).toISOString()
  await shop.call('POST', '/api/v1/privee/reservations', { ...order, expireLe })
  return order
}
const prepare = ({ ordreId, articles }: { ordreId: string; articles: { id: string; quantite: number }[] }) =>
  shop.platform.db.transaction(tx =>
    prepareOrder(tx, shop.platform, {
      ...{ ordreId, clientId: 'CLI_0000ABCD', adresseLivraison: null },
      articles: articles.map(article => ({ ...article, nom: 'Produit' })),
      timestamp: '2026-01-01T00:00:00.000Z',
    }),
  )
const cancel = (ordreId: string) =>
  shop.call('PATCH', `/api/v1/privee/reservations/${ordreId}`, { statut: 'annulee' })
let returns = 0
const returnArticle = (ordreId: string, productId: number, quantite: number) =>
  shop.platform.db.transaction(tx =>
    restockReturn(tx, shop.platform, {
      ...{ retourId: ++returns, ordreId },
      articles: [{ id: String(productId), quantite }],
      timestamp: '2026-01-01T00:00:00.000Z',
    }),
  )

const movements = async (storeId: number, productId: number, query = 'limit=100') =>
  (
    await shop.call<{ data: StockMovement[]; total: number }>(
      'GET',
      `${url}/${storeId}/${productId}/mouvements?${query}`,
    )
  ).body
const stocksOf = (productId: number) =>
  shop.platform.db.rows(sql<{ storeId: number; quantite: number; reserve: number }>`
    select "storeId", quantite, reserve from logistics.stock where "productId" = ${productId} order by 1`)

test('each change of the physical stock is a movement with its kind, cause and the stock after it', async () => {
  const id = await product(5, 2)
  await change(1, id, { quantity: 8, motif: 'Inventaire' })
  await change(1, id, { difference: 4, nature: 'reassort' })
  await change(1, id, { difference: -1 })
  await change(1, id, { seuil: 3 })
  await count(id, 12)
  await count(id, 12)
  const sold = await reserve(id, 3)
  await prepare(sold)
  await returnArticle(sold.ordreId, id, 1)
  await cancel(sold.ordreId)
  const unreserved = { ordreId: 'unreserved', articles: [{ id: String(id), quantite: 2 }] }
  await prepare(unreserved)
  await transfer({ productId: id, deMagasinId: 1, versMagasinId: 2, quantite: 2, motif: 'Vitrine' })

  const { data, total } = await movements(1, id)
  assert.deepEqual(
    data.map(({ nature, quantite, stockApres, reference, motif }) => [
      ...[nature, quantite, stockApres, reference, motif],
    ]),
    [
      ['transfert', -2, 8, '2', 'Vitrine'],
      ['preparation', -2, 10, 'unreserved', null],
      ['annulation', 2, 12, sold.ordreId, null],
      ['retour', 1, 10, sold.ordreId, null],
      ['preparation', -3, 9, sold.ordreId, null],
      ['comptage', 1, 12, null, null],
      ['correction', -1, 11, null, null],
      ['reassort', 4, 12, null, null],
      ['comptage', 3, 8, null, 'Inventaire'],
      ['comptage', 5, 5, null, null],
    ],
  )
  assert.deepEqual(
    (await movements(2, id)).data.map(({ quantite, reference }) => [quantite, reference]),
    [
      [2, '1'],
      [2, null],
    ],
  )
  const last = await movements(1, id, 'page=4&limit=3')
  assert.deepEqual([total, last.data.map(({ stockApres }) => stockApres)], [10, [5]])
})

test('a kind is refused without a difference, and then nothing is recorded', async () => {
  const id = await product(5)
  const before = await movements(1, id)
  for (const body of [
    { quantity: 3, nature: 'reassort' },
    { seuil: 3, nature: 'correction' },
    { difference: 3, nature: 'vol' },
    { difference: 3, motif: 'x'.repeat(201) },
  ])
    assert.equal((await change(1, id, body)).status, 400, JSON.stringify(body))
  assert.deepEqual(await movements(1, id), before)
})

test('a transfer moves only free units, once for an Idempotency-Key, and both stores or none', async () => {
  const id = await product(5, 0)
  await reserve(id, 2)
  const body = { productId: id, deMagasinId: 1, versMagasinId: 2, quantite: 3 }
  const quantities = async () => (await stocksOf(id)).map(({ quantite }) => quantite)

  const short = await transfer({ ...body, quantite: 4 })
  assert.deepEqual([short.status, short.body.code, await quantities()], [409, 'stock-insuffisant', [5, 0]])
  for (const bad of [
    { ...body, versMagasinId: 1 },
    { ...body, quantite: 0 },
    { ...body, quantite: 1.5 },
    { ...body, vers: 2 },
    { productId: id, quantite: 1 },
  ])
    assert.equal((await transfer(bad)).status, 400, JSON.stringify(bad))

  const [first, second] = await Promise.all([transfer(body, 'once'), transfer(body, 'once')])
  assert.ok([first.status, second.status].includes(201), `${first.status} ${second.status}`)
  const again = await transfer(body, 'once')
  assert.equal(again.status, 201)
  assert.deepEqual(again.body, body)
  assert.deepEqual(await quantities(), [2, 3])
  const announced = await shop.platform.db.rows(sql<{ storeId: number; disponible: boolean }>`
    select (state->>'storeId')::integer as "storeId", (state->>'disponible')::boolean as disponible
    from platform.outbox, json_array_elements(body->'stocks') as state
    where queue = 'catalogue.stocks' and state->>'productId' = ${String(id)} order by outbox.id desc, 1 limit 2`)
  assert.deepEqual(announced, [
    { storeId: 1, disponible: false },
    { storeId: 2, disponible: true },
  ])

  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => transfer({ ...body, deMagasinId: 2, versMagasinId: 1, quantite: 1 })),
  )
  assert.equal(twenty.filter(({ status }) => status === 201).length, 3)
  assert.deepEqual(await quantities(), [5, 0])
})

test('with concurrent transfers and orders no stock falls below its reservations, and movements add up to it', async () => {
  const step = fc.record({
    kind: fc.constantFrom('transfer', 'transfer', 'transfer', 'reserve', 'prepare', 'cancel', 'return'),
    from: fc.integer({ min: 1, max: 3 }),
    by: fc.integer({ min: 1, max: 2 }),
    quantite: fc.integer({ min: 1, max: 4 }),
  })
  const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async steps => {
    const id = await product(4, 3, 2)
    const made = await Promise.all([1, 2, 1].map(quantite => reserve(id, quantite)))
    const orderAt = (i: number) => made[i % 3] ?? { ordreId: '', articles: [] }
    await Promise.all(
      steps.map(({ kind, from, by, quantite }, i) => {
        const versMagasinId = ((from + by - 1) % 3) + 1
        if (kind === 'transfer')
          return transfer({ productId: id, deMagasinId: from, versMagasinId, quantite })
        if (kind === 'reserve') return reserve(id, quantite)
        if (kind === 'prepare') return prepare(orderAt(i))
        if (kind === 'cancel') return cancel(orderAt(i).ordreId)
        return returnArticle(orderAt(i).ordreId, id, quantite)
      }),
    )

    const rows = await stocksOf(id)
    for (const { storeId, quantite, reserve } of rows) {
      assert.ok(
        quantite >= reserve && reserve >= 0,
        `store ${storeId}: ${quantite} of which ${reserve} reserved`,
      )
      const { data } = await movements(storeId, id)
      assert.equal(data[0]?.stockApres, quantite)
      for (const [i, { quantite: difference, stockApres }] of data.entries())
        assert.equal(stockApres, (data[i + 1]?.stockApres ?? 0) + difference)
    }
    const taken = await shop.platform.db.value(sql<{ units: number }>`
      select coalesce(sum(quantite), 0)::integer as units from logistics.ligne join logistics.reservation using ("ordreId")
      where "productId" = ${id} and statut = 'prelevee'`)
    assert.equal(
      rows.reduce((sum, { quantite }) => sum + quantite, taken),
      9,
      'the units in the stores and those that orders took',
    )
  })
  await fc.assert(property, { numRuns: 10 })
})

test('movements past their retention are deleted, newer ones remain', async () => {
  const id = await product(5)
  await change(1, id, { quantity: 6 })
  const old = shop.platform.clock.after(-401 * 86_400_000)
  await shop.platform.db.transaction(tx =>
    tx.run(sql`
      update logistics.mouvement set "createdAt" = ${old}
      where id < (select max(id) from logistics.mouvement where "productId" = ${id})`),
  )
  await shop.runSchedule('logistics.prune-movements')
  assert.deepEqual(
    (await movements(1, id)).data.map(({ stockApres }) => stockApres),
    [6],
  )
})
