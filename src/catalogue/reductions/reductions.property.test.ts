import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { type PriceActions, plans, playHistory, START } from '../../../test/support/price-histories.ts'
import { computeReducedPrice, type ModelPromotion } from '../../../test/support/reduced-prices.ts'
import { createSettableClock } from '../../../test/support/settable-clock.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PromotionReductions } from '../../promotions/contract.ts'
import type { ProductChange } from '../../reference/contract.ts'
import type { Context } from '../context.ts'
import { deriveRecords, indexProducts } from '../index/index-products.ts'
import { continueRebuild, requestRebuild } from '../rebuild/rebuild.ts'
import type { Product } from '../schemas.ts'
import { applyReductions, catchUpReductions } from './copy.ts'

/** The number of shown reductions after which the test ends. */
const COMPARED = 12

const clock = createSettableClock(START)
let shop: TestPlatform
let context: Context
before(async () => {
  shop = await openPlatform({
    only: ['reference', 'promotions', 'catalogue', 'orders', 'accounts', 'loyalty', 'logistics'],
    started: false,
    clock,
  })
  const parts = { schedulePendingListMerge: () => {}, reduce: async () => undefined }
  context = { ...shop.platform, ...parts } as unknown as Context
  // A category of a promotion must exist.
  const other = { ean: 'autre', nom: 'Autre', prixDeVenteCents: 1, categories: 'Soldes' }
  await request('POST', '/api/publique/produits', other)
})

async function request<Body = { id: number }>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) {
  const answer = await shop.call<Body>(method, url, body)
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body
}

let eans = 0

/** Makes changes over HTTP. */
function createActions() {
  let id = 0
  const fieldsOf = ({ cents, isInCategory }: { cents: number; isInCategory: boolean }) => ({
    ...{ prixDeVenteCents: cents, categories: isInCategory ? 'Soldes > Hiver' : 'Ailleurs' },
  })
  const bodyOf = ({ percent, euros, on, begins, ends, isAutomatic }: ModelPromotion) => ({
    ...{ categoriePromotion: 'PRODUIT', autoAppliquee: isAutomatic },
    ...(euros > 0
      ? { typePromotion: 'MONTANT_FIXE', uniteValeur: 'EURO', valeurPromotion: euros }
      : { typePromotion: 'POURCENTAGE', uniteValeur: 'PERCENT', valeurPromotion: percent }),
    ...(on === 'product' ? { idProduit: [String(id)] } : { categorieProduit: 'Soldes' }),
    ...{ dateDebut: new Date(begins).toISOString(), dateFin: new Date(ends).toISOString() },
    description: clock.now().toISOString(),
  })
  const actions: PriceActions = {
    async create(product) {
      const body = { ean: `essai-${++eans}`, nom: 'Essai', ...fieldsOf(product) }
      id = (await request('POST', '/api/publique/produits', body)).id
    },
    async change(product) {
      await request('PATCH', `/api/publique/produits/${id}`, fieldsOf(product))
    },
    promote: async promotion => (await request('POST', '/api/publique/data', bodyOf(promotion))).id,
    async changePromotion(promotion) {
      await request('PUT', `/api/publique/data/${promotion.id}`, bodyOf(promotion))
    },
    async deletePromotion(promotion) {
      await request('DELETE', `/api/publique/data/${promotion.id}`)
    },
  }
  return { actions, id: () => id }
}

/** Actions that change nothing. */
function createImaginedActions(): PriceActions {
  let ids = 0
  const nothing = () => {}
  return {
    ...{ create: nothing, change: nothing, changePromotion: nothing, deletePromotion: nothing },
    promote: () => ++ids,
  }
}

const emptyCatalogue = () =>
  shop.platform.db.transaction(tx =>
    tx.run(sql`
      truncate catalogue.produit, catalogue.recherche, catalogue.mot, catalogue.compteur, catalogue.promotion,
        catalogue.reconstruction`),
  )

/** Delivers all messages in another order, a third of them twice. */
async function deliver(order: Iterator<number>) {
  const number = (): number => order.next().value
  const events = await shop.platform.db.rows(
    sql<{ queue: string; body: object }>`select queue, body from platform.outbox order by id`,
  )
  const shuffled = events
    .flatMap(event => (number() % 3 === 0 ? [event, event] : [event]))
    .map(event => ({ event, place: number() }))
    .sort((a, b) => a.place - b.place)
  for (const { event } of shuffled)
    await shop.platform.db.transaction(async tx => {
      if (event.queue === 'catalogue.promotions')
        await applyReductions(tx, [event.body as PromotionReductions])
      if (event.queue !== 'catalogue.produits') return
      const { produits } = event.body as { produits: ProductChange[] }
      const records = await deriveRecords(produits)
      await indexProducts(tx, records, { now: clock.now(), schedulePendingListMerge: () => {} })
    })
}

const pricesOf = ({ prixPromoCents, prixPrecedentCents }: Partial<Product>) =>
  prixPromoCents === undefined ? undefined : { prixPromoCents, prixPrecedentCents }

async function readPrices(id: number) {
  const list = await shop.call<{ data: Product[] }>('GET', '/api/products?search=essai')
  const page = await shop.call<Product>('GET', `/api/v1/publique/catalogue/${id}`)
  const listed = list.body.data.find(product => product.id === id)
  assert.ok(listed)
  assert.deepEqual(pricesOf(page.body), pricesOf(listed))
  return pricesOf(listed)
}

const plan = fc.record({ history: plans, order: fc.infiniteStream(fc.nat(1_000)) })

test('after any changes, messages in any order and a rebuild, prices are those of a slow model and of a basket', async () => {
  let shown = 0
  const property = fc.asyncProperty(plan, async ({ history: planned, order }) => {
    const imagined = await playHistory(planned, clock, createImaginedActions())
    // Few random histories end with a reduction; the others are left to the test without a database.
    if (shown >= COMPARED || !computeReducedPrice(imagined, clock.now().getTime())) return
    await shop.platform.db.transaction(tx =>
      tx.run(
        sql`
        truncate platform.outbox, promotions.promotion, orders.promotion;
        update orders.promotions_version set version = version + 1`.unprepared(),
      ),
    )
    await emptyCatalogue()
    const { actions, id } = createActions()
    const history = await playHistory(planned, clock, actions)
    await deliver(order[Symbol.iterator]())
    const end = clock.now().getTime()
    for (const now of [end, end + planned.last]) {
      clock.set(now)
      const expected = computeReducedPrice(history, now)
      assert.deepEqual(await readPrices(id()), expected, new Date(now).toISOString())
      if (!expected) continue
      shown++
      const articles = [{ id: String(id()), quantite: 1 }]
      const basket: { totalCents: number } = await request('POST', '/api/v1/publique/paniers', { articles })
      assert.equal(basket.totalCents, expected.prixPromoCents)
    }

    await emptyCatalogue()
    await requestRebuild(context)
    await continueRebuild(context)
    await catchUpReductions(context)
    assert.deepEqual(await readPrices(id()), computeReducedPrice(history, clock.now().getTime()), 'rebuilt')
  })
  await fc.assert(property, { numRuns: 400, seed: 20_261_126, endOnFailure: true })
  assert.ok(shown >= COMPARED, `${shown} reduced prices were compared`)
})
