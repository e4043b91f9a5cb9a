import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createSettableClock } from '../../../test/support/settable-clock.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Product } from '../schemas.ts'
import { catchUpReductions } from './copy.ts'

const DAY = 86_400_000
const START = Date.parse('2026-01-10T08:00:00.000Z')
const day = (days: number) => new Date(START + days * DAY).toISOString()

const clock = createSettableClock(day(0))
const setDay = (days: number) => clock.set(START + days * DAY)

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({
    only: ['reference', 'promotions', 'catalogue', 'orders', 'accounts', 'loyalty', 'logistics'],
    clock,
  })
})
beforeEach(() => setDay(0))

type Prices = (number | undefined)[]
const pricesOf = ({ prixPromoCents, prixPrecedentCents }: Product): Prices =>
  prixPromoCents === undefined && prixPrecedentCents === undefined ? [] : [prixPromoCents, prixPrecedentCents]

let names = 0
async function createProduct(fields: object = {}) {
  const nom = `Article${++names}x`
  const body = { ean: nom, nom, prixDeVenteCents: 1000, categories: `Rayon ${names}`, ...fields }
  const { id } = (await shop.call<{ id: number }>('POST', '/api/publique/produits', body)).body
  const read = async () => (await shop.call<Product>('GET', `/api/v1/publique/catalogue/${id}`)).body
  await eventually('the catalogue has the product', async () => (await read()).id === id)
  return { id, nom, categories: body.categories, read, prices: async () => pricesOf(await read()) }
}

async function promote(fields: object) {
  const promotion = {
    ...{
      categoriePromotion: 'PRODUIT',
      typePromotion: 'POURCENTAGE',
      valeurPromotion: 10,
      uniteValeur: 'PERCENT',
    },
    ...{ dateDebut: day(10), dateFin: day(20), ...fields },
  }
  const { body } = await shop.call<{ id: number }>('POST', '/api/publique/data', promotion)
  await settled()
  return body.id
}
async function change(id: number, fields: object) {
  assert.equal((await shop.call('PUT', `/api/publique/data/${id}`, fields)).status, 200)
  await settled()
}
const settled = () =>
  eventually('the catalogue has all events', async () => {
    const waiting = await shop.platform.db.value(
      sql<{ n: number }>`select count(*) as n from platform.outbox where queue like 'catalogue.%'`,
    )
    return waiting === 0
  })

test('lists, searches and the product show a reduction from its first to its last moment, without a write', async () => {
  const { id, nom, prices } = await createProduct()
  await promote({ idProduit: [String(id)] })
  const everywhere = async () => {
    const list = await shop.call<{ data: Product[] }>('GET', '/api/products?sort=nouveaute')
    const search = await shop.call<{ data: Product[] }>('GET', `/api/products?search=${nom}`)
    const found = [list, search].map(({ body }) => body.data.find(product => product.id === id))
    return [...found.map(product => product && pricesOf(product)), await prices()]
  }
  for (const [moment, expected] of [
    [START + 10 * DAY - 1, []],
    [START + 10 * DAY, [900, 1000]],
    [START + 20 * DAY, [900, 1000]],
    [START + 20 * DAY + 1, []],
  ] as const) {
    clock.set(moment)
    assert.deepEqual(await everywhere(), [expected, expected, expected], new Date(moment).toISOString())
  }
})

test('a list without reductions has the same fields as before', async () => {
  const { read } = await createProduct()
  const product = await read()
  assert.ok(
    !('prixPromoCents' in product) && !('prixPrecedentCents' in product) && !('historique' in product),
  )
})

test('a promotion with any condition is not shown', async () => {
  const { id, prices } = await createProduct()
  setDay(10)
  const on = { idProduit: [String(id)], dateDebut: day(10) }
  for (const condition of [
    { autoAppliquee: false },
    { quantiteAchat: 2 },
    { seuilMontant: 1 },
    { applicationsConcernees: ['MAGASIN'] },
    { typePromotion: 'PRODUIT_OFFERT', quantiteAchat: 2 },
    { idProduit: null },
  ])
    await promote({ ...on, ...condition })
  assert.deepEqual(await prices(), [])
  await promote({ ...on, quantiteAchat: 1, valeurPromotion: 15 })
  assert.deepEqual(await prices(), [850, 1000])
})

test('a price change during a reduction begins no new one, and one before it counts for 30 days', async () => {
  const { id, categories, prices } = await createProduct()
  await promote({ categorieProduit: categories, dateDebut: day(40), dateFin: day(80) })
  const setPrice = async (days: number, prixDeVenteCents: number) => {
    setDay(days)
    await shop.call('PATCH', `/api/publique/produits/${id}`, { prixDeVenteCents })
    await settled()
  }
  await setPrice(9, 950)
  await setPrice(20, 1200)
  setDay(40)
  assert.deepEqual(await prices(), [], 'the lowest price of 30 days is below the reduced one')
  await setPrice(45, 1000)
  assert.deepEqual(await prices(), [900, 950])
  await setPrice(60, 800)
  assert.deepEqual(await prices(), [720, 950])
})

test('a product that is created or moved into a category during its reduction begins one of its own', async () => {
  const { id, categories, prices } = await createProduct({ categories: 'Ailleurs' })
  const other = await createProduct({ categories: 'Vente > Été' })
  await promote({ categorieProduit: 'Vente', dateDebut: day(0), dateFin: day(90) })
  assert.deepEqual(await other.prices(), [], 'there is no price before')
  assert.equal(categories, 'Ailleurs')
  setDay(5)
  await shop.call('PATCH', `/api/publique/produits/${id}`, { prixDeVenteCents: 700 })
  setDay(6)
  await shop.call('PATCH', `/api/publique/produits/${id}`, {
    prixDeVenteCents: 1000,
    categories: 'Vente > Hiver',
  })
  await settled()
  assert.deepEqual(await prices(), [])
  setDay(7)
  await shop.call('PATCH', `/api/publique/produits/${id}`, { prixDeVenteCents: 600 })
  await settled()
  assert.deepEqual(await prices(), [540, 700])
})

test('a promotion whose discount changes begins a new reduction; another change continues it', async () => {
  const { id, prices } = await createProduct()
  const promotion = await promote({ idProduit: [String(id)], dateFin: day(30) })
  setDay(15)
  await change(promotion, { description: 'Soldes', dateFin: day(50) })
  setDay(40)
  assert.deepEqual(await prices(), [900, 1000])
  await change(promotion, { valeurPromotion: 20 })
  assert.deepEqual(await prices(), [800, 900])
  await change(promotion, { valeurPromotion: 5 })
  assert.deepEqual(await prices(), [], 'the price before is lower')
})

test('promotions less than a minute apart are one reduction', async () => {
  for (const [gap, before] of [
    [59_999, 1000],
    [60_000, 900],
  ] as const) {
    setDay(0)
    const { id, prices } = await createProduct()
    await promote({ idProduit: [String(id)] })
    const next = new Date(START + 20 * DAY + gap).toISOString()
    await promote({ idProduit: [String(id)], dateDebut: next, dateFin: day(30), valeurPromotion: 20 })
    setDay(25)
    assert.deepEqual(await prices(), [800, before], `${gap} ms`)
  }
})

test('lost events are found by the comparison of each minute, and a repeated one changes nothing', async () => {
  const { id, prices } = await createProduct()
  const promotion = await promote({ idProduit: [String(id)] })
  setDay(12)
  await shop.platform.db.transaction(tx =>
    tx.run(sql`update catalogue.promotion set version = 0, reductions = '[]' where id = ${promotion}`),
  )
  await shop.platform.db.transaction(tx =>
    tx.run(sql`update catalogue.promotions_version set version = version + 1`),
  )
  assert.deepEqual(await prices(), [])
  await shop.runSchedule('catalogue.reductions')
  assert.deepEqual(await prices(), [900, 1000])
  const version = () =>
    shop.platform.db.value(sql<{ v: number }>`select version as v from catalogue.promotions_version`)
  const known = await version()
  await catchUpReductions(shop.platform)
  assert.equal(await version(), known)
})

test('while promotions and reference are unavailable, reduced prices are still shown', async () => {
  const { id } = await createProduct()
  await promote({ idProduit: [String(id)] })
  const alone = await openPlatform({
    only: ['catalogue'],
    databaseUrl: shop.databaseUrl,
    settings: { COMPTOIR_PROMOTIONS_URL: 'http://127.0.0.1:9/promotions', AMQP_URL: '' },
    started: false,
    clock,
  })
  setDay(12)
  const { body } = await alone.call<Product>('GET', `/api/v1/publique/catalogue/${id}`)
  assert.deepEqual(pricesOf(body), [900, 1000])
  await alone.runSchedule('catalogue.reductions')
})
