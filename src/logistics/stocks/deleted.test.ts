import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { productsDeleted } from '../../reference/contract.ts'
import { prepareOrder } from '../slips/prepare-order.ts'
import type { Slip } from '../slips/schemas.ts'
import type { StockItem } from '../stock-schemas.ts'
import { recordCounts } from './change-stock.ts'
import { hideDeletedProducts, hideMissedDeletions } from './hide-deleted.ts'

type Page = { data: { productId: number }[]; totalItems: number; totalPages: number }

let shop: TestPlatform
/** A platform on another database, where no messages are delivered. */
let deaf: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics', 'reference'] })
  deaf = await openPlatform({ only: ['logistics', 'reference'], started: false })
})

let last = 0
const newProduct = async (at = shop) => {
  const product = { ean: `2088${String(++last).padStart(9, '0')}`, nom: 'Article', prixDeVenteCents: 100 }
  return (await at.call<{ id: number }>('POST', '/api/publique/produits', product)).body.id
}
const newStore = async () =>
  (
    await shop.call<{ id: number }>('POST', '/reference/api/publique/magasins', {
      nom: 'Comptoir',
      adresse: 'Lille',
    })
  ).body.id
const remove = (id: number, at = shop) => at.call('DELETE', `/api/publique/produits/${id}`)
const hideProducts = (ids: readonly number[], at = shop) =>
  at.platform.db.transaction(tx => hideDeletedProducts(tx, ids))
const count = (storeId: number, ids: readonly number[], at = shop) => {
  const counts = ids.map(productId => ({ productId, storeId, quantite: 5 }))
  return at.platform.db.transaction(tx => recordCounts(tx, counts, at.platform))
}
const page = async (storeId: number, query = '', at = shop) =>
  (await at.call<Page>('GET', `/api/publique/stocks?store_id=${storeId}${query}`)).body
const listed = async (storeId: number, at = shop) =>
  (await at.call<StockItem[]>('GET', `/api/publique/stocks/${storeId}`)).body.map(row => row.productId)
const everywhere = async () => (await shop.call<StockItem[]>('GET', '/api/publique/stocks')).body

test('the stock of a deleted product leaves all lists and totals, and cannot be set', async () => {
  const [storeId, other] = [await newStore(), await newStore()]
  const [present, deleted, last] = [await newProduct(), await newProduct(), await newProduct()]
  for (const store of [storeId, other]) await count(store, [present, deleted, last])
  const [one] = (await everywhere()).filter(({ productId }) => productId === deleted)
  assert.ok(one)

  await remove(deleted)

  await eventually('the deleted product is not listed', async () => (await page(storeId)).totalItems === 2)
  for (const store of [storeId, other]) {
    assert.deepEqual(await listed(store), [present, last])
    assert.deepEqual(
      (await page(store)).data.map(({ productId }) => productId),
      [present, last],
    )
  }
  assert.deepEqual(
    (await everywhere()).filter(({ productId }) => productId === deleted),
    [],
  )
  assert.deepEqual((await shop.call('GET', `/api/publique/stocks/${storeId}?stockId=${deleted}`)).body, [])
  assert.equal((await shop.call('GET', `/api/publique/reserve/${deleted}`)).status, 404)
  for (const change of [{ quantity: 3 }, { difference: 1 }]) {
    const url = `/api/v1/privee/stocks/${storeId}/${deleted}`
    const { status, body } = await shop.call<{ message: string }>('PATCH', url, change)
    assert.deepEqual([status, body.message], [404, `Product with id ${deleted} not found`])
  }
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify([{ productId: deleted, storeId, quantity: 1 }])]))
  const file = new Response(form)
  const { body } = await shop.call<{ errors: { error: string }[] }>(
    'POST',
    '/api/v1/privee/stocks/import',
    Buffer.from(await file.arrayBuffer()),
    { 'content-type': file.headers.get('content-type')! },
  )
  assert.deepEqual(body.errors, [{ line: 1, error: `Product with id ${deleted} not found` }])
})

test('pages of a store remain complete and in the order of creation when rows between are deleted', async () => {
  const storeId = 5_000_001
  const ids = Array.from({ length: 40 }, (_, i) => 6_000_000 + i)
  await count(storeId, ids)
  const deleted = new Set<number>()
  for (const some of [[0], [1, 39], [10, 11, 12, 13, 14, 15, 16], [20, 22, 24, 26], [38, 37]]) {
    for (const i of some) deleted.add(ids[i]!)
    await hideProducts([...deleted])
    const left = ids.filter(id => !deleted.has(id))
    for (const limit of [1, 7, 100]) {
      const found: number[] = []
      for (let number = 1; (number - 1) * limit <= left.length; number++) {
        const { data, totalItems } = await page(storeId, `&limit=${limit}&page=${number}`)
        assert.equal(totalItems, left.length)
        found.push(...data.map(({ productId }) => productId))
      }
      assert.deepEqual(found, left, `${limit} a page, ${deleted.size} deleted`)
    }
  }
  await hideProducts(ids)
  assert.partialDeepStrictEqual(await page(storeId), { data: [], totalItems: 0, totalPages: 0 })
  await count(storeId, [7_000_000])
  assert.partialDeepStrictEqual(await page(storeId), { data: [{ productId: 7_000_000 }], totalItems: 1 })
})

test('a deletion before the first stock of its product, repeated or concurrent, is applied', async () => {
  const storeId = 5_000_002
  await hideProducts([6_100_001, 6_100_001])
  await hideProducts([6_100_001])
  await count(storeId, [6_100_001, 6_100_002])
  assert.deepEqual(await listed(storeId), [6_100_002])

  const ids = Array.from({ length: 30 }, (_, i) => 6_200_000 + i)
  await Promise.all(ids.flatMap((id, i) => [count(5_100_000 + (i % 7), [id]), hideProducts([id])]))
  const shown = (await everywhere()).filter(({ productId }) => ids.includes(productId))
  assert.deepEqual(shown, [])
  assert.equal((await page(5_100_000)).totalItems, 0)
})

test('reserved goods of a deleted product are still sent', async () => {
  const storeId = 5_000_003
  const productId = 6_300_000
  await count(storeId, [productId])
  const articles = [{ id: String(productId), quantite: 2 }]
  const ordreId = 'of-a-deleted-product'
  const expireLe = shop.platform.clock.after(60_000).toISOString()
  await shop.call('POST', '/api/v1/privee/reservations', { ordreId, articles, expireLe })
  await hideProducts([productId])

  const { db, clock } = shop.platform
  const named = articles.map(article => ({ ...article, nom: 'Article' }))
  await db.transaction(tx =>
    prepareOrder(tx, shop.platform, {
      ...{ ordreId, clientId: 'INVITE1', articles: named, adresseLivraison: {} },
      timestamp: clock.now().toISOString(),
    }),
  )
  const { body } = await shop.call<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)
  assert.deepEqual(
    body.map(({ statut, storeId }) => [statut, storeId]),
    [['a_preparer', storeId]],
  )
})

test('deletions whose message was lost are found later', async () => {
  const storeId = 5_000_004
  const ids = [await newProduct(deaf), await newProduct(deaf), await newProduct(deaf)]
  await count(storeId, ids, deaf)
  await remove(ids[1]!, deaf)
  assert.deepEqual(await listed(storeId, deaf), ids)
  await hideMissedDeletions(deaf.platform)
  assert.deepEqual(await listed(storeId, deaf), [ids[0], ids[2]])
})

test('a message without products or about products without stock is consumed', async () => {
  const timestamp = shop.platform.clock.now().toISOString()
  const { db, outbox } = shop.platform
  await db.transaction(async tx => {
    await outbox.publish(tx, productsDeleted, { produitIds: [], timestamp })
    await outbox.publish(tx, productsDeleted, { produitIds: [6_400_000], timestamp })
  })
  await eventually('the later deletion is known', async () => {
    await count(5_000_005, [6_400_000, 6_400_001])
    return (await listed(5_000_005)).length === 1
  })
})
