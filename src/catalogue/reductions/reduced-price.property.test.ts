import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type PriceActions, plans, playHistory, START } from '../../../test/support/price-histories.ts'
import { computeReducedPrice, type ModelPromotion } from '../../../test/support/reduced-prices.ts'
import { createSettableClock } from '../../../test/support/settable-clock.ts'
import { endReductions, reductionsOf } from '../../promotions/reductions.ts'
import type { Promotion } from '../../promotions/schemas.ts'
import { indexReductions } from './index-reductions.ts'
import { type PriceHistory, reducedPriceOf } from './reduced-price.ts'

const clock = createSettableClock(START)

/** Stores products and promotions in memory, as reference and promotions would. */
function createShop() {
  const product = { id: 1, ean: 'essai', categories: '', prixDeVenteCents: 0 }
  const history: PriceHistory = { createdAt: '' }
  const promotions = new Map<number, Promotion>()
  const fieldsOf = ({ percent, euros, on, begins, ends, isAutomatic }: ModelPromotion) => ({
    ...(euros > 0
      ? { typePromotion: 'MONTANT_FIXE' as const, uniteValeur: 'EURO' as const, valeurPromotion: euros }
      : {
          typePromotion: 'POURCENTAGE' as const,
          uniteValeur: 'PERCENT' as const,
          valeurPromotion: percent,
        }),
    ...{
      produitsVises: on === 'product' ? ['1'] : null,
      categorieProduit: on === 'product' ? null : 'Soldes',
    },
    ...{ dateDebut: new Date(begins), dateFin: new Date(ends), autoAppliquee: isAutomatic },
  })
  const change = (promotion: Promotion, changes: object) => {
    const reductions = endReductions(promotion, clock.now())
    promotions.set(promotion.id, { ...promotion, ...changes, reductions, dateModification: clock.now() })
  }
  // The history changes and deletes only promotions that it has created.
  const stored = ({ id }: ModelPromotion) => promotions.get(id)!
  const actions: PriceActions = {
    create({ cents }) {
      Object.assign(product, { prixDeVenteCents: cents, categories: 'Soldes > Hiver' })
      history.createdAt = clock.now().toISOString()
    },
    change({ cents, isInCategory }) {
      const [depuis, categories] = [clock.now().toISOString(), isInCategory ? 'Soldes > Hiver' : 'Ailleurs']
      history.prix ??= [{ ...product, depuis: history.createdAt }]
      history.prix = history.prix.filter(price => price.depuis !== depuis)
      history.prix.push({ depuis, prixDeVenteCents: cents, categories })
      Object.assign(product, { prixDeVenteCents: cents, categories })
    },
    promote(given) {
      const id = promotions.size + 1
      const promotion = {
        ...{ id, dateCreation: clock.now(), dateModification: clock.now(), dateSuppression: null },
        ...{ idClient: null, idMagasin: null, seuilMontant: null, quantiteAchat: null, reductions: null },
        applicationsConcernees: ['E-COMMERCE'],
        ...fieldsOf(given),
      }
      // Reductions depend on no other fields.
      promotions.set(id, promotion as unknown as Promotion)
      return id
    },
    changePromotion: given => change(stored(given), fieldsOf(given)),
    deletePromotion: given => change(stored(given), { dateSuppression: clock.now() }),
  }
  return {
    actions,
    read() {
      const announced = [...promotions.values()].map(one => ({ id: one.id, reductions: reductionsOf(one) }))
      return history.createdAt === ''
        ? undefined
        : reducedPriceOf(product, history, indexReductions(announced), clock.now())
    },
  }
}

test('reduced prices and those before them are the ones of a slow model, for any changes', async () => {
  let shown = 0
  const property = fc.asyncProperty(plans, async plan => {
    const shop = createShop()
    const history = await playHistory(plan, clock, shop.actions)
    const end = clock.now().getTime()
    for (const now of [end, end + plan.last]) {
      clock.set(now)
      const expected = computeReducedPrice(history, now)
      if (expected) shown++
      assert.deepEqual(shop.read(), expected, new Date(now).toISOString())
    }
  })
  await fc.assert(property, { numRuns: Number(process.env.PRICES_RUNS ?? 1_500) })
  assert.ok(shown > 100, `${shown} reduced prices were compared`)
})
