import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { ReservedLine } from '../reservation-schemas.ts'
import { recordCounts } from '../stocks/change-stock.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'], started: false })
})

const url = '/api/v1/privee/reservations'
const inMinutes = (minutes: number) => shop.platform.clock.after(minutes * 60_000).toISOString()
const reserve = (ordreId: string, expireLe: string, articles: object[]) =>
  shop.call('POST', url, { ordreId, articles, expireLe })
const list = async (query = '') =>
  (await shop.call<{ data: ReservedLine[]; total: number }>('GET', `${url}${query}`)).body

test('reserved lines of orders are listed by expiry, without released ones', async () => {
  const { db } = shop.platform
  const counts = [
    { productId: 1, storeId: 1, quantite: 10 },
    { productId: 2, storeId: 1, quantite: 10 },
  ]
  await db.transaction(tx => recordCounts(tx, counts, shop.platform))
  const [soon, late] = [inMinutes(5), inMinutes(20)]
  await reserve('late', late, [
    { id: '1', quantite: 2 },
    { id: '2', quantite: 1 },
  ])
  await reserve('soon', soon, [{ id: '1', quantite: 3 }])
  await reserve('gone', soon, [{ id: '1', quantite: 1 }])
  await shop.call('DELETE', `${url}/gone`)

  const { data, total } = await list()
  assert.equal(total, 3)
  assert.deepEqual(
    data.map(({ createdAt, ...line }) => line),
    [
      { ordreId: 'soon', productId: 1, storeId: 1, quantite: 3, expireLe: soon },
      { ordreId: 'late', productId: 1, storeId: 1, quantite: 2, expireLe: late },
      { ordreId: 'late', productId: 2, storeId: 1, quantite: 1, expireLe: late },
    ],
  )
  const found = async (query: string) =>
    (await list(query)).data.map(line => `${line.ordreId}/${line.productId}`)
  assert.deepEqual(await found('?productId=1'), ['soon/1', 'late/1'])
  assert.deepEqual(await found('?ordreId=late&productId=2'), ['late/2'])
  assert.deepEqual(await found('?storeId=2'), [])
  assert.deepEqual(await found('?page=3&limit=1'), ['late/2'])
})
