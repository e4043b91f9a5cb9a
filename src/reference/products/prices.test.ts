import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sendFile } from '../../../test/support/import.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createSettableClock } from '../../../test/support/settable-clock.ts'
import { sql } from '../../platform/database/sql.ts'

const DAY = 86_400_000
const START = Date.parse('2026-01-10T08:00:00.000Z')
const at = (days: number) => new Date(START + days * DAY).toISOString()

const clock = createSettableClock(at(0))
const setDay = (days: number) => clock.set(START + days * DAY)
const PRODUCTS = '/api/publique/produits'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'], started: false, clock })
})
beforeEach(() => setDay(0))

let eans = 0
async function createProduct(prixDeVenteCents = 1000) {
  const ean = `prix-${++eans}`
  const body = { ean, nom: 'Lampe', prixDeVenteCents }
  const { id } = (await shop.call<{ id: number }>('POST', PRODUCTS, body)).body
  return { id, ean }
}
const setPrice = (id: number, prixDeVenteCents: number) =>
  shop.call('PATCH', `${PRODUCTS}/${id}`, { prixDeVenteCents })
const readPrices = (id: number | string) =>
  shop.call<{ code: string }>('GET', `/api/v1/publique/produits/${id}/prix`)
async function prices(id: number) {
  const { body } = await readPrices(id)
  return (body as unknown as { prixDeVenteCents: number; depuis: string }[]).map(
    ({ prixDeVenteCents, depuis }) => [prixDeVenteCents, depuis],
  )
}
const stored = (id: number) =>
  shop.platform.db.column(sql<{ n: string }>`
    select "prixDeVenteCents" from reference.prix where "produitId" = ${id} order by depuis`)

describe('the prices of a product', () => {
  test('begin with its creation, without a stored row', async () => {
    const { id } = await createProduct()
    assert.deepEqual(await prices(id), [[1000, at(0)]])
    assert.deepEqual(await stored(id), [])
  })

  test('have an entry for each change by PATCH and by a batch, and none for the same price', async () => {
    const [{ id }, { id: other }] = [await createProduct(), await createProduct(5)]
    setDay(1)
    await setPrice(id, 900)
    await setPrice(id, 900)
    setDay(2)
    await shop.call('PATCH', `${PRODUCTS}/${id}`, { nom: 'Lampe bleue' })
    setDay(3)
    const produits = [
      { id, prixDeVenteCents: 800 },
      { id: other, prixDeVenteCents: 5 },
      { id, prixDeVenteCents: 700 },
      { id: other, prixDeVenteCents: -1 },
    ]
    await shop.call('PATCH', PRODUCTS, { produits })
    assert.deepEqual(await prices(id), [
      [700, at(3)],
      [900, at(1)],
      [1000, at(0)],
    ])
    assert.deepEqual(await prices(other), [[5, at(0)]])
  })

  test('have no entry for a change of the categories, nor for a price that lasted no millisecond', async () => {
    const { id } = await createProduct()
    setDay(1)
    await shop.call('PATCH', `${PRODUCTS}/${id}`, { categories: 'Maison > Lampes' })
    setDay(2)
    await setPrice(id, 500)
    await setPrice(id, 1000)
    assert.deepEqual(await prices(id), [[1000, at(0)]])
    setDay(3)
    await setPrice(id, 400)
    assert.deepEqual(await prices(id), [
      [400, at(3)],
      [1000, at(0)],
    ])
  })

  test('follow imports that create and update products, also with several lines of one product', async () => {
    const { id, ean } = await createProduct()
    setDay(4)
    const lines = [
      { ean, prixDeVenteCents: 800 },
      { ean, prixDeVenteCents: 750 },
      { ean: `${ean}-neuf`, nom: 'Neuf', prixDeVenteCents: 10 },
    ]
    const url = `${PRODUCTS}/import?mode=upsert`
    const { body } = await sendFile<{ created: number; updated: number }>(shop, url, JSON.stringify(lines))
    assert.partialDeepStrictEqual(body, { created: 1, updated: 2 })
    await sendFile(shop, url, JSON.stringify(lines.slice(1)))
    assert.deepEqual(await prices(id), [
      [750, at(4)],
      [1000, at(0)],
    ])
    const created = await shop.call<{ id: number }>('GET', `${PRODUCTS}/search/sku?sku=${ean}-neuf`)
    assert.deepEqual(await prices(created.body.id), [[10, at(4)]])
    assert.deepEqual(await stored(created.body.id), [])
  })

  test('have one entry for each of twenty concurrent changes to different prices at different times at most', async () => {
    const { id } = await createProduct(1)
    setDay(1)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => setPrice(id, i + 2)))
    assert.ok(answers.every(({ status }) => status === 200))
    const { body } = await shop.call<{ prixDeVenteCents: number }>('GET', `${PRODUCTS}/${id}`)
    assert.deepEqual(await prices(id), [
      [body.prixDeVenteCents, at(1)],
      [1, at(0)],
    ])
  })

  test('are dated no earlier than the price before, even if a clock is behind', async () => {
    const { id } = await createProduct()
    setDay(5)
    await setPrice(id, 900)
    setDay(4)
    await setPrice(id, 800)
    assert.deepEqual(await prices(id), [
      [800, at(5)],
      [1000, at(0)],
    ])
  })

  test('are those of 400 days and the one in force before, of which the clean-up deletes older ones', async () => {
    const { id } = await createProduct()
    const { id: unchanged } = await createProduct()
    for (const [day, cents] of [
      [10, 900],
      [20, 800],
      [430, 700],
    ] as const) {
      setDay(day)
      await setPrice(id, cents)
    }
    const expected = [
      [700, at(430)],
      [800, at(20)],
    ]
    assert.deepEqual(await prices(id), expected)
    assert.deepEqual(await stored(id), [1000, 900, 800, 700])
    await shop.runSchedule('reference.prune-prices')
    assert.deepEqual(await prices(id), expected)
    assert.deepEqual(await stored(id), [800, 700])
    setDay(2_000)
    await shop.runSchedule('reference.prune-prices')
    assert.deepEqual(await prices(id), [[700, at(430)]])
    assert.deepEqual(await prices(unchanged), [[1000, at(0)]])
  })
})

test('the prices of an unknown or deleted product are 404, those of an invalid id 400', async () => {
  const { id } = await createProduct()
  await setPrice(id, 900)
  await shop.call('DELETE', `${PRODUCTS}/${id}`)
  for (const unknown of [id, 999_999_999]) {
    const { status, body } = await readPrices(unknown)
    assert.deepEqual([status, body.code], [404, 'produit-inconnu'])
  }
  for (const invalid of ['0', '-1', 'x', '1.5', '%00', '9'.repeat(30)])
    assert.equal((await readPrices(invalid)).status, 400, invalid)
})
