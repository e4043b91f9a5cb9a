import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { CountedStock } from '../stock-schemas.ts'
import { recordCounts } from './change-stock.ts'

type Page = { data: CountedStock[]; total: number; page: number; limit: number }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'], started: false })
})

const url = '/api/v1/privee/stocks'
const count = (...counts: { productId: number; storeId: number; quantite: number }[]) =>
  shop.platform.db.transaction(tx => recordCounts(tx, counts, shop.platform))
const list = async (query: string) => (await shop.call<Page>('GET', `${url}?${query}`)).body
const patch = (place: string, body: object, seen?: string) =>
  shop.call<CountedStock & { code?: string }>(
    'PATCH',
    `${url}/${place}`,
    body,
    seen === undefined ? {} : { 'if-match': `"${seen}"` },
  )
const reserve = (ordreId: string, id: number, quantite: number) =>
  shop.call('POST', '/api/v1/privee/reservations', {
    ordreId,
    articles: [{ id: String(id), quantite }],
    expireLe: shop.platform.clock.after(60_000).toISOString(),
  })

test('the list shows counted, reserved and minimum quantities by store and product', async () => {
  await count(
    { productId: 12, storeId: 1, quantite: 5 },
    { productId: 11, storeId: 1, quantite: 8 },
    { productId: 12, storeId: 2, quantite: 1 },
  )
  await reserve('listed', 12, 4)

  const first = await list('storeId=1&limit=1')
  assert.partialDeepStrictEqual(first, { total: 2, page: 1, limit: 1 })
  assert.partialDeepStrictEqual(first.data, [
    { productId: 12, storeId: 1, enStock: 5, reserve: 4, stock: 1, seuil: null },
  ])
  assert.deepEqual(
    (await list('productIds=12,99')).data.map(({ storeId }) => storeId),
    [1, 2],
  )
  assert.deepEqual(
    (await list('page=2&limit=2')).data.map(({ storeId, productId }) => [storeId, productId]),
    [[2, 12]],
  )
  for (const bad of ['productIds=x', 'storeId=0', 'magasin=1'])
    assert.equal((await shop.call('GET', `${url}?${bad}`)).status, 400, bad)
})

test('a store is listed below its minimum stock until it has more or the minimum is removed', async () => {
  await count({ productId: 21, storeId: 5, quantite: 4 }, { productId: 22, storeId: 5, quantite: 0 })
  const low = async () =>
    (await list('storeId=5&sousSeuil=true')).data.map(({ productId, stock, seuil }) => [
      productId,
      stock,
      seuil,
    ])
  assert.deepEqual(await low(), [])

  assert.partialDeepStrictEqual(await patch('5/21', { seuil: 4 }), { status: 200, body: { enStock: 4 } })
  assert.deepEqual(await low(), [])
  await reserve('low', 21, 1)
  assert.deepEqual(await low(), [[21, 3, 4]])
  assert.deepEqual(
    (await list('storeId=5&sousSeuil=false')).data.map(({ productId }) => productId),
    [22],
  )

  await patch('5/21', { difference: 1 })
  assert.deepEqual(await low(), [])
  await patch('5/21', { seuil: 9, quantity: 6 })
  assert.deepEqual(await low(), [[21, 5, 9]])
  await patch('5/21', { seuil: null })
  assert.deepEqual(await low(), [])
  for (const bad of [
    {},
    { seuil: -1 },
    { quantity: 1, difference: 1 },
    { quantity: 1, difference: 1, seuil: 2 },
  ])
    assert.equal((await patch('5/21', bad)).status, 400, JSON.stringify(bad))
})

test('the second of two people who count one shelf gets 412, and the first count remains', async () => {
  await count({ productId: 31, storeId: 7, quantite: 10 })
  const seen = async () => String((await list('storeId=7')).data[0]?.updatedAt)
  const before = await seen()
  assert.equal((await patch('7/31', { quantity: 8 }, before)).status, 200)
  const second = await patch('7/31', { quantity: 9 }, before)
  assert.partialDeepStrictEqual(second, { status: 412, body: { code: 'modifie-entre-temps' } })
  assert.equal((await list('storeId=7')).data[0]?.enStock, 8)
  assert.equal((await patch('7/31', { quantity: 9 }, await seen())).status, 200)
  assert.equal((await patch('7/32', { quantity: 9 }, before)).status, 412)
})

test('a reservation does not change the version of a count', async () => {
  await count({ productId: 41, storeId: 8, quantite: 3 })
  const before = String((await list('storeId=8')).data[0]?.updatedAt)
  await reserve('while-counting', 41, 1)
  assert.partialDeepStrictEqual(await patch('8/41', { quantity: 2 }, before), {
    status: 200,
    body: { enStock: 2, reserve: 1, stock: 1 },
  })
})
