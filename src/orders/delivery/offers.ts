import type { DeliveryMethod } from '../delivery-schemas.ts'
import {
  type BasketTerms,
  type DeliveryRule,
  liveDeliveryRules,
  type PromotionIndex,
} from '../pricing/basket-rules.ts'
import { type Address, type IndexedMethod, matchesZone } from './method-index.ts'
import { MICROGRAMS_A_GRAM } from './weight.ts'

/** A method offered for a basket. `fullCents` is its price without promotions, `promotionId` the one that waives it. */
export type Offer = {
  method: DeliveryMethod
  prixCents: number
  fullCents: number
  promotionId: number | null
}

/** The basis of the price of delivery; `goodsCents` is the total of the goods after promotions. */
export type Shipment = { goodsCents: number; micrograms: number; address: Address }

export type AppliedPromotions = Required<BasketTerms> & { index: PromotionIndex }

/** Returns the methods offered for a shipment with their prices: by price, then name. */
export function computeOffers(
  methods: readonly IndexedMethod[],
  shipment: Shipment,
  { index, ...terms }: AppliedPromotions,
): Offer[] {
  const rules = liveDeliveryRules(index, terms)
    .filter(({ minCents }) => minCents <= shipment.goodsCents)
    .sort((a, b) => Number(b.automatic) - Number(a.automatic) || a.id - b.id)
  return methods
    .flatMap(each => offer(each, shipment, rules))
    .sort(
      (a, b) =>
        a.prixCents - b.prixCents ||
        a.method.nom.localeCompare(b.method.nom, 'fr') ||
        (a.method.code < b.method.code ? -1 : 1),
    )
}

function offer(indexed: IndexedMethod, shipment: Shipment, rules: readonly DeliveryRule[]): Offer[] {
  const { method } = indexed
  const fullCents = matchesZone(indexed, shipment.address) ? priceOf(method, shipment) : undefined
  // A total that is no exact integer could not be ordered.
  if (fullCents === undefined || shipment.goodsCents + fullCents > Number.MAX_SAFE_INTEGER) return []
  const free =
    fullCents > 0 ? rules.find(({ methods }) => methods === null || methods.has(method.code)) : undefined
  return [{ method, fullCents, prixCents: free ? 0 : fullCents, promotionId: free?.id ?? null }]
}

/** Returns the price of a method before free-delivery promotions; undefined if no tariff applies. */
function priceOf({ tarifs, offertDesCents }: DeliveryMethod, { goodsCents, micrograms }: Shipment) {
  const weightLimit = (grams: number | null) => grams ?? Number.POSITIVE_INFINITY
  const [best] = tarifs
    .filter(
      ({ aPartirDeCents, jusquAGrammes }) =>
        aPartirDeCents <= goodsCents && micrograms <= weightLimit(jusquAGrammes) * MICROGRAMS_A_GRAM,
    )
    .sort((a, b) => {
      const byAmount = b.aPartirDeCents - a.aPartirDeCents
      return byAmount || (weightLimit(a.jusquAGrammes) < weightLimit(b.jusquAGrammes) ? -1 : 1)
    })
  if (!best) return undefined
  return offertDesCents !== null && goodsCents >= offertDesCents ? 0 : best.prixCents
}
