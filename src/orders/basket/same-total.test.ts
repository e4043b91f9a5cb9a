import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { lines, promotions } from '../../../test/support/baskets/random.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type Product } from '../../../test/support/shopping.ts'
import { sql } from '../../platform/database/sql.ts'
import type { AnnouncedPromotion } from '../../promotions/contract.ts'
import type { PricedBasket } from '../basket-schemas.ts'
import type { BasketPromotion } from '../pricing/basket.ts'
import { applyPromotions } from '../promotion-copy/promotion-cache.ts'
import type { Line } from '../tables.ts'

const seed = 20_261_122
const numRuns = 60
const MOST_PROMOTIONS = 14
const clientId = 'CLI_0A1B2C3D'
const live = { dateDebut: '2020-01-01T00:00:00.000Z', dateFin: '2999-01-01T00:00:00.000Z' }

/** The products for the random articles, by their IDs. */
const PRODUCTS = {
  '10': { ean: '2000000000010', categories: 'Jeux', prixDeVenteCents: 999 },
  '2': { ean: '2000000000002', categories: 'Jeux > Manettes', prixDeVenteCents: 1250 },
  '30': { categories: 'Son / Casques', prixDeVenteCents: 7 },
  '4': { prixDeVenteCents: 0 },
  '55': { ean: '2000000000055', categories: 'jeux/manettes', prixDeVenteCents: 120_000 },
}

let shop: TestPlatform
const products = new Map<string, Product>()
before(async () => {
  shop = await openPlatform({ started: false })
  for (const [ref, fields] of Object.entries(PRODUCTS))
    products.set(ref, await createShopActions(shop).product(fields))
})

let version = 0
/** Replaces all active promotions with these. */
async function promote(list: readonly BasketPromotion[]) {
  version += 1
  const announced = Array.from({ length: MOST_PROMOTIONS }, (_, i) => {
    const promotion = list[i]
    const idProduit = promotion?.idProduit?.map(ref => String(products.get(ref)?.id ?? ref)) ?? null
    const dateSuppression = promotion ? promotion.dateSuppression : live.dateDebut
    return { ...promotion, ...live, id: i + 1, version, idProduit, dateSuppression }
  })
  // Promotions beyond the list are announced as deleted, so that their missing fields do not matter.
  await shop.platform.db.transaction(tx => applyPromotions(tx, announced as AnnouncedPromotion[]))
}

async function checkBasket(wanted: { articleId: string; quantite: number }[], list: BasketPromotion[]) {
  await promote(list)
  const articles = wanted.flatMap(({ articleId, quantite }) => {
    const product = products.get(articleId)
    return product ? [{ id: product.id, quantite, prixUnitaireCents: product.prixDeVenteCents }] : []
  })
  const ask = async <Body>(path: string) =>
    (await shop.call<Body>('POST', path, { idClient: clientId, articles })).body

  const basket = await ask<PricedBasket>('/api/v1/publique/paniers')
  const simple = await ask<{ totalApresPromo: number }>('/api/publique/promotions/calculer-panier')
  const { totalCents, lignes, remises, sousTotalCents } = basket
  assert.equal(totalCents, simple.totalApresPromo)
  assert.equal(sum(lignes.map(line => line.totalCents)), totalCents)
  assert.equal(sum(remises.map(({ montantCents }) => montantCents)), sousTotalCents - totalCents)
  for (const line of lignes)
    assert.equal(
      sum(line.remises.map(({ montantCents }) => montantCents)),
      line.quantite * line.prixUnitaireCents - line.totalCents,
    )

  const { place } = createShopActions(shop)
  const placed = await place(articles, { clientId, montantTotalCents: totalCents })
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  assert.equal((await place(articles, { clientId, montantTotalCents: totalCents + 1 })).status, 422)
  const stored = await shop.platform.db.one(sql<{ lignes: Line[] }>`
    select lignes from orders.commande where "ordreId" = ${placed.body.ordreId}`)
  assert.deepEqual(
    stored.lignes.map(({ articleId, totalCents }) => [Number(articleId), totalCents]),
    lignes.map(({ id, totalCents }) => [id, totalCents]),
  )
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

test(`for any basket both routes return one total, and an order is accepted only at it and stores the lines (seed ${seed}, ${numRuns} baskets)`, async () => {
  const some = lines.filter(({ length }) => length > 0)
  await fc.assert(fc.asyncProperty(some, promotions, checkBasket), { seed, numRuns })
})
