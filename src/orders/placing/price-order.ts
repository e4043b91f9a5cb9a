import { Problem } from '../../platform/problem.ts'
import type { OrderedLine } from '../basket/lines.ts'
import { appliedCodes, type EvaluatedCodes, findNames } from '../codes/evaluate-codes.ts'
import type { Context } from '../context.ts'
import type { Customer } from '../customer.ts'
import type { Address } from '../delivery/method-index.ts'
import { computeOffers } from '../delivery/offers.ts'
import { termsOf } from '../delivery/terms.ts'
import { type DeliveryType, modeOf, type PickupPoint } from '../delivery-schemas.ts'
import { type Basket, computeBasket } from '../pricing/basket.ts'
import type { PreparedPromotions } from '../promotion-copy/promotion-cache.ts'
import type { AppliedCode, DeliveryTerms, Order } from '../tables.ts'

export type PricedOrder = {
  /** The version of the promotions and delivery methods that the prices are computed from. */
  version: number
  basket: Basket<OrderedLine>
  /** The codes that lower the total; null if the order names none. */
  codes: AppliedCode[] | null
  terms: DeliveryTerms | null
  totalCents: number
  /** Whether any method is active. */
  delivers: boolean
}

/** The method that an order names; `type` is undefined if it was unknown when the order was validated. */
export type DeliveryChoice = {
  code: string
  type: DeliveryType | undefined
  address: Address
  pointRelais: PickupPoint | null
}

/** Returns the type of an active method; undefined if neither the cached nor the stored methods contain it. */
export async function findMethodType(
  { promotions }: Context,
  code: string,
): Promise<DeliveryType | undefined> {
  for (const read of [promotions.latest, promotions.current]) {
    const { methods } = await read()
    const known = methods.find(({ method }) => method.code === code)
    if (known) return known.method.type
  }
  return undefined
}

type Priceable = {
  lines: readonly OrderedLine[]
  micrograms: number
  customer: Customer
  codes: EvaluatedCodes
  choice: DeliveryChoice | null
  now: Date
}

/** Prices an order with given promotions and delivery methods; `terms` is null if its method is not offered. */
export async function priceOrder(
  context: Context,
  { version, index, methods }: PreparedPromotions,
  { lines, micrograms, customer, codes, choice, now }: Priceable,
): Promise<PricedOrder> {
  const clientIds = await findNames(context, customer, index, codes)
  const promotions = { index, clientIds, codePromotions: codes.promotions, now }
  const basket = computeBasket(lines, index, promotions)
  const goodsCents = basket.totalCents
  const delivers = methods.length > 0
  const address = choice?.address
  const offers = address ? computeOffers(methods, { goodsCents, micrograms, address }, promotions) : []
  const offer = offers.find(({ method }) => method.code === choice?.code)
  const applied = appliedCodes(codes, { basket, index, offer })
  const terms = choice && (termsOf(offers, choice.code, choice.pointRelais) ?? null)
  const totalCents = goodsCents + (terms?.prixCents ?? 0)
  return { version, basket, codes: applied, terms, totalCents, delivers }
}

/**
 * Returns the error of a priced order: 422 for a method of another mode or one that is not offered, for no method where
 * one is required, and for another total. Returns undefined if the order can be placed.
 */
export function findPriceProblem(
  { settings }: Pick<Context, 'settings'>,
  { terms, totalCents, delivers }: PricedOrder,
  { choice, mode, total }: { choice: DeliveryChoice | null; mode: Order['livraison']; total: number },
): Problem | undefined {
  if (choice?.type && modeOf(choice.type) !== mode)
    return new Problem(
      422,
      'livraison-incoherente',
      `livraison.mode is ${mode}, but the delivery method ${choice.code} has the mode ${modeOf(choice.type)}`,
    )
  // The store and the pick-up point were validated for this type.
  if (choice && (!terms || terms.type !== choice.type))
    return new Problem(
      422,
      'livraison-indisponible',
      `livraison.code is ${choice.code}, which is not offered for this address and basket`,
    )
  if (!choice && delivers && settings.deliveryRequired === '1')
    return new Problem(
      422,
      'livraison-requise',
      'livraison.code is missing; an order must name a delivery method',
    )
  if (totalCents === total) return undefined
  const message = `montantTotalCents is ${total}, but the basket costs ${totalCents} cents`
  return new Problem(422, 'panier-change', message, { attendu: totalCents })
}
