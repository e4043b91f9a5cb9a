import type { PickupPoint } from '../delivery-schemas.ts'
import { apportion, sum } from '../pricing/spread.ts'
import type { DeliveryTerms, Line, Order } from '../tables.ts'
import type { Offer } from './offers.ts'

/** The article of a delivery on invoices and credit notes. */
export const DELIVERY_ARTICLE = 'livraison'

/** Returns the terms of a method as an order stores them; undefined if the method is not among the offers. */
export function termsOf(
  offers: readonly Offer[],
  code: string,
  pointRelais: PickupPoint | null,
): DeliveryTerms | undefined {
  const offer = offers.find(({ method }) => method.code === code)
  if (!offer) return undefined
  const { prixCents, promotionId, method } = offer
  const { nom, type, delaiJours, suiviUrl, tauxTva } = method
  const sameType = offers.filter(each => each.method.type === type)
  return {
    ...{ code, nom, type, prixCents, promotionId, pointRelais, delaiJours, suiviUrl, tauxTva },
    remboursableCents: Math.min(...sameType.map(each => each.prixCents)),
  }
}

type Delivered = Pick<Order, 'conditionsLivraison'>

/** The price of an order's delivery; 0 without a method. */
export const deliveryCents = ({ conditionsLivraison }: Delivered) => conditionsLivraison?.prixCents ?? 0

/**
 * The part of the delivery price that a withdrawal of the whole order refunds: at most the price of the cheapest offer
 * of the same type when the order was placed.
 */
export const refundableDeliveryCents = ({ conditionsLivraison }: Delivered) =>
  conditionsLivraison?.remboursableCents ?? 0

/** Returns `livraison` of an order as it is read. */
export function formatDelivery({
  livraison: mode,
  magasinId,
  conditionsLivraison: terms,
  trackingNumber,
}: Pick<Order, 'livraison' | 'magasinId' | 'conditionsLivraison' | 'trackingNumber'>) {
  if (!terms) return { mode, magasinId }
  const { code, nom, prixCents, delaiJours, pointRelais, promotionId } = terms
  const address = trackingNumber === null ? null : terms.suiviUrl
  const suiviUrl = address?.replaceAll('{numero}', () => encodeURIComponent(trackingNumber ?? '')) ?? null
  return { mode, magasinId, code, nom, prixCents, delaiJours, pointRelais, suiviUrl, promotionId }
}

type Taxed = Pick<Line, 'quantite' | 'prixUnitaireCents'> & { tauxTva: number; totalCents: number }

/**
 * Splits the price of a delivery by VAT rate, without rates that get nothing: at the rate of its method, else in
 * proportion to the amounts of the goods at each rate. Goods that promotions made free count at their full prices.
 */
export function splitDeliveryByRate(
  { prixCents, tauxTva }: Pick<DeliveryTerms, 'prixCents' | 'tauxTva'>,
  goods: readonly Taxed[],
): { tauxTva: number; totalCents: number }[] {
  const isFree = goods.every(({ totalCents }) => totalCents === 0)
  const byRate = Map.groupBy(goods, line => line.tauxTva)
  const weights = [...byRate].map(([rate, lines]) => ({
    rate,
    cents: sum(lines.map(line => (isFree ? line.quantite * line.prixUnitaireCents : line.totalCents))),
  }))
  const shares =
    tauxTva === null
      ? apportion(
          prixCents,
          weights.map(({ cents }) => cents),
        )
      : [prixCents]
  const rates = tauxTva === null ? weights.map(({ rate }) => rate) : [tauxTva]
  return rates
    .map((rate, i) => ({ tauxTva: rate, totalCents: shares[i] ?? 0 }))
    .filter(({ totalCents }) => totalCents > 0)
}
